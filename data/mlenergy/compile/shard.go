package compile

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Shard is the share of one of several processes: part Number of Of, counted from 1.
type Shard struct {
	Number int `json:"number"`
	Of     int `json:"of"`
}

// most processes that anyone would share the work among
const mostShards = 100_000

// ParseShard reads i/n.
func ParseShard(text string) (Shard, error) {
	number, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(number)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || i < 1 || i > n || n > mostShards {
		return Shard{}, fmt.Errorf("expected i/n with i from 1 to n, such as 1/4; got %q", text)
	}
	return Shard{i, n}, nil
}

// has reports whether a file is in the shard. The path alone decides, so that
// every process sees the same split whatever else it knows.
func (s Shard) has(path string) bool {
	sum := sha256.Sum256([]byte(path))
	return binary.BigEndian.Uint64(sum[:8])%uint64(s.Of) == uint64(s.Number-1)
}

func (s Shard) places(all []raw.Place) []raw.Place {
	return lists.Filter(all, func(p raw.Place) bool { return s.has(p.Path) })
}
