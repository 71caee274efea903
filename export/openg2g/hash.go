package openg2g

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// payload is what the hash is made of, as Python's json.dumps with sort_keys
// writes it: ASCII, with a blank after each comma and colon.
func (s Spec) payload() string {
	hashed := lists.Filter(s.keys(), func(k key) bool { return k.hashed })
	parts := lists.Map(hashed, func(k key) string { return `"` + k.name + `": ` + k.python() })
	return "{" + strings.Join(parts, ", ") + "}"
}

func (k key) python() string {
	switch v := k.to.(type) {
	case *string:
		return string(units.AppendPythonText(nil, *v))
	case *[]int:
		return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(*v), " ", ", "), "[]") + "]"
	default:
		return fmt.Sprint(*v.(*int))
	}
}

// Hash names the specification: the first 16 hexadecimal digits of the SHA-256 of
// its keys other than model_label and the simulator's settings.
func (s Spec) Hash() string {
	sum := sha256.Sum256([]byte(s.payload()))
	return hex.EncodeToString(sum[:8])
}
