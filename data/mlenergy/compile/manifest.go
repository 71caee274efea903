package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
)

// schema names the layout of a part. It changes with anything that would let
// parts of two versions of the program give another result together.
const schema = "jouleboard part 1"

// manifest says what a part is of. Parts can be merged when they are all of one
// split and each shard is there once.
type manifest struct {
	Shard Shard `json:"shard"`
	Split split `json:"split"`
	// Given are the roots as they were given, for messages.
	Given []string   `json:"roots"`
	Files []partFile `json:"files"`
	// Findings is the digest of the file with the findings.
	Findings string `json:"findings"`
}

// split is what all parts have in common.
type split struct {
	Schema  string          `json:"schema"`
	Tool    string          `json:"tool"`
	Files   string          `json:"files"`   // digest of root, path and size of every results file
	Configs string          `json:"configs"` // digest of every configuration
	Roots   int             `json:"roots"`
	Tasks   []string        `json:"tasks"`
	Fast    bool            `json:"fast"`
	SkipRaw bool            `json:"skip_raw"`
	Search  [][]wireProblem `json:"problems"` // what could not be searched, of each root
}

// partFile is a results file of the part's shard.
type partFile struct {
	Root int    `json:"root"`
	Path string `json:"path"`
	Size int64  `json:"size"`
}

func newSplit(found *raw.Tree, configs files, tool string, o Options) (split, error) {
	s := split{
		Schema: schema, Tool: tool, Roots: len(found.Roots),
		Tasks: slices.Sorted(slices.Values(o.Raw.Tasks)), Fast: o.Raw.Fast, SkipRaw: o.SkipRaw,
	}
	s.Search = append(s.Search, lists.Map(found.Problems, toWire)...)
	h := sha256.New()
	for _, p := range found.Places {
		fmt.Fprintf(h, "%d %d %q\n", p.Root, p.Size, p.Path)
	}
	s.Files = digest(h.Sum(nil))
	var err error
	s.Configs, err = configs.digest()
	return s, err
}

// digest is over names and contents.
func (f files) digest() (string, error) {
	h := sha256.New()
	for name, from := range f.sorted() {
		content, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %x\n", name, sha256.Sum256(content))
	}
	return digest(h.Sum(nil)), nil
}

func digest(sum []byte) string { return "sha256:" + hex.EncodeToString(sum) }

func digestOf(content []byte) string { return "sha256:" + tree.SumOf(content) }

// equal compares splits by what they say.
func (s split) equal(other split) bool {
	a, errA := json.Marshal(s)
	b, errB := json.Marshal(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func (m manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// The files of a part.
const (
	manifestFile = "manifest.json"
	findingsFile = "findings.jsonl"
	configsDir   = "configs" // as in the compiled directory
	rawDir       = "raw"     // then the root's number and the path
)

// largestFile bounds what is read of a file that only claims to be one of these.
const largestFile = 1 << 30

// readManifest reads the manifest of the part at dir.
func readManifest(dir string) (m manifest, err error) {
	text, err := filetree.ReadFile(filepath.Join(dir, manifestFile), largestFile)
	if err != nil {
		return m, fmt.Errorf("%w; give directories that compile --shard wrote", err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%s: %w; make this part again", filepath.Join(dir, manifestFile), err)
	}
	if m.Split.Schema != schema {
		return m, fmt.Errorf("%s: has layout %q, this version merges %q; make all parts with one version", dir, m.Split.Schema, schema)
	}
	if m.Shard.Number < 1 || m.Shard.Number > m.Shard.Of || m.Shard.Of > mostShards || m.Split.Roots != len(m.Given) ||
		m.Split.Roots != len(m.Split.Search) {
		return m, fmt.Errorf("%s: is inconsistent; make this part again", filepath.Join(dir, manifestFile))
	}
	return m, nil
}
