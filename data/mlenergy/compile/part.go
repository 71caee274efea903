package compile

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Part is the output of one of several processes: findings to which the joint stability rules have not been applied,
// and their raw files.
type Part struct {
	manifest manifest
	findings []byte
	files    files
	problems []data.Problem
}

// GatherPart reads the shard's share of the raw results in the roots. tool is the version of the program: only parts
// of one version can be merged.
func GatherPart(ctx context.Context, roots []string, s Shard, tool string, o Options) (*Part, error) {
	found, err := raw.Find(ctx, roots, o.Raw)
	if err != nil {
		return nil, err
	}
	places := s.places(found.Places)
	findings, err := found.Read(ctx, places, o.Raw)
	if err != nil {
		return nil, err
	}
	configs, err := configFiles(found.Roots, o.Raw.ConfigDir, o.Raw.FollowLinks)
	if err != nil {
		return nil, err
	}
	p := &Part{files: configs, manifest: manifest{Shard: s, Given: roots, Files: []partFile{}}}
	if p.manifest.Split, err = newSplit(found, configs, tool, o); err != nil {
		return nil, err
	}
	p.manifest.Files = lists.Map(places, func(p raw.Place) partFile { return partFile{p.Root, p.Path, p.Size} })
	if p.findings, err = encodeFindings(findings); err != nil {
		return nil, err
	}
	p.manifest.Findings = digestOf(p.findings)
	p.note(found, findings, o)
	return p, nil
}

// note keeps the problems and the raw files of the findings.
func (p *Part) note(found *raw.Tree, findings []raw.Finding, o Options) {
	for _, f := range findings {
		p.problems = append(p.problems, f.Problems...)
		if o.SkipRaw {
			continue
		}
		for _, name := range rawFiles(f) {
			if !fs.ValidPath(name) || strings.ContainsFunc(name, unicode.IsControl) {
				continue // its record will not be admitted
			}
			p.files[rawName(f.Place.Root, name)] = filepath.Join(found.Roots[f.Place.Root], filepath.FromSlash(name))
		}
	}
}

// rawFiles are the files behind a finding's record.
func rawFiles(f raw.Finding) []string {
	switch {
	case f.LLM != nil:
		return lists.NonZero([]string{f.LLM.ResultsPath.Or(""), f.LLM.PrometheusPath.Or("")})
	case f.Diffusion != nil:
		return lists.NonZero([]string{f.Diffusion.ResultsPath.Or("")})
	}
	return nil
}

// Problems returns the problems of the files of the part.
func (p *Part) Problems() []data.Problem { return p.problems }

// Len is the number of results files in the part.
func (p *Part) Len() int { return len(p.manifest.Files) }

// rawName is where a part keeps a raw file.
func rawName(root int, name string) string { return path.Join(rawDir, strconv.Itoa(root), name) }

// Write creates a directory for the part in dir, named by a hash of its content: the same part replaces the earlier
// one, and a different one is stored separately and reported by merge.
func (p *Part) Write(dir string) (at string, err error) {
	text, err := p.manifest.encode()
	if err != nil {
		return "", err
	}
	sum := strings.TrimPrefix(digestOf(text), "sha256:")
	at = filepath.Join(dir, fmt.Sprintf("part-%d-of-%d-%s", p.manifest.Shard.Number, p.manifest.Shard.Of, sum[:16]))
	return at, writeTree(at, []Made{{manifestFile, text}, {findingsFile, p.findings}}, p.files)
}

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
