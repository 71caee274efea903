package compile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// part is a part on disk.
type part struct {
	dir string
	manifest
}

// Merge joins parts; the result equals that of [Gather] over all files. It fails, naming the part, if a shard is
// missing or repeated, if parts are of different splits, or if one was modified. A directory that contains parts
// stands for all of them.
func Merge(dirs []string) (*Contents, error) {
	parts, err := readParts(dirs)
	if err != nil {
		return nil, err
	}
	if err := complete(parts); err != nil {
		return nil, err
	}
	first := parts[0]
	joined := &raw.Tree{Given: first.Given, Roots: first.Given}
	joined.Problems = append(joined.Problems, lists.Map(first.Split.Search, fromWire)...)
	findings, byPath, err := readFindings(parts)
	if err != nil {
		return nil, err
	}
	joined.Places = append(joined.Places, lists.Map(findings, func(f raw.Finding) raw.Place { return f.Place })...)
	configs, err := first.configs()
	if err != nil {
		return nil, err
	}
	at := func(root int, name string) string {
		return filepath.Join(byPath[path.Dir(name)], filepath.FromSlash(rawName(root, name)))
	}
	return assemble(joined, raw.JudgeFindings(findings), configs, at, Options{SkipRaw: first.Split.SkipRaw})
}

// readParts reads the manifests, in the order of the shards.
func readParts(dirs []string) (parts []part, err error) {
	var places []string
	for _, dir := range dirs {
		inside, err := partsIn(dir)
		if err != nil {
			return nil, err
		}
		places = append(places, inside...)
	}
	for _, dir := range places {
		m, err := readManifest(dir)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{dir, m})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return a.Shard.Number - b.Shard.Number })
	return parts, nil
}

// partsIn is dir itself if it is a part, else the parts in it.
func partsIn(dir string) (dirs []string, err error) {
	if _, err := os.Stat(filepath.Join(dir, manifestFile)); err == nil {
		return []string{dir}, nil
	}
	entries, err := filetree.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%w; give directories written by compile --shard", err)
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), "part-") {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s: neither a part nor a directory of parts; give directories written by compile --shard", dir)
	}
	return dirs, nil
}

// complete reports parts that are no whole split.
func complete(parts []part) error {
	if len(parts) == 0 {
		return errors.New("no part is given")
	}
	first := parts[0]
	byNumber := map[int]string{}
	for _, p := range parts {
		if p.Shard.Of != first.Shard.Of || !p.Split.equal(first.Split) {
			return fmt.Errorf("%s and %s are parts of different splits: %s; make all parts from the same files with the same options and version",
				first.dir, p.dir, first.difference(p))
		}
		if other, taken := byNumber[p.Shard.Number]; taken {
			return fmt.Errorf("%s and %s are both part %d of %d; give each once", other, p.dir, p.Shard.Number, p.Shard.Of)
		}
		byNumber[p.Shard.Number] = p.dir
	}
	var missing []string
	for i := 1; i <= first.Shard.Of && len(missing) < 20; i++ {
		if _, there := byNumber[i]; !there {
			missing = append(missing, fmt.Sprintf("%d/%d", i, first.Shard.Of))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d of %d parts found; missing: %s; make them with compile --shard",
			len(parts), first.Shard.Of, strings.Join(missing, ", "))
	}
	return nil
}

// difference says in what two splits are not the same.
func (p part) difference(other part) string {
	a, b := p.Split, other.Split
	switch {
	case p.Shard.Of != other.Shard.Of:
		return fmt.Sprintf("one of %d parts, one of %d", p.Shard.Of, other.Shard.Of)
	case a.Tool != b.Tool:
		return fmt.Sprintf("versions %s and %s", a.Tool, b.Tool)
	case a.Files != b.Files || a.Roots != b.Roots:
		return "the results files differ"
	case a.Configs != b.Configs:
		return "the configurations differ"
	case !reflect.DeepEqual(a.Search, b.Search):
		return "the unreadable directories differ"
	}
	return "the options differ"
}

// readFindings joins the findings in the order of paths; byPath tells in which
// part the folder of a run is.
func readFindings(parts []part) (findings []raw.Finding, byPath map[string]string, err error) {
	byPath = map[string]string{}
	for _, p := range parts {
		mine, err := p.findings()
		if err != nil {
			return nil, nil, err
		}
		for _, f := range mine {
			byPath[path.Dir(f.Place.Path)] = p.dir
		}
		findings = append(findings, mine...)
	}
	slices.SortStableFunc(findings, func(a, b raw.Finding) int {
		return cmp.Or(strings.Compare(a.Place.Path, b.Place.Path), a.Place.Root-b.Place.Root)
	})
	return findings, byPath, nil
}

// findings reads and checks what the part found.
func (p part) findings() ([]raw.Finding, error) {
	name := filepath.Join(p.dir, findingsFile)
	text, err := filetree.ReadFile(name, largestFile)
	if err != nil {
		return nil, err
	}
	if digestOf(text) != p.Findings {
		return nil, fmt.Errorf("%s: differs from the manifest; make this part again", name)
	}
	findings, err := decodeFindings(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; make this part again", name, err)
	}
	if len(findings) != len(p.Files) {
		return nil, fmt.Errorf("%s: %d findings for %d files; make this part again", name, len(findings), len(p.Files))
	}
	for i, f := range findings {
		if of := p.Files[i]; f.Place.Path != of.Path || f.Place.Root != of.Root || of.Root < 0 || of.Root >= p.Split.Roots ||
			!fs.ValidPath(of.Path) {
			return nil, fmt.Errorf("%s: line %d is about another file than the manifest; make this part again", name, i+1)
		}
	}
	return findings, nil
}

// configs are the part's, which every part has.
func (p part) configs() (files, error) {
	found := files{}
	if err := found.addConfigs(p.dir, configsDir, false); err != nil {
		return nil, err
	}
	sum, err := found.digest()
	if err == nil && sum != p.Split.Configs {
		err = fmt.Errorf("%s: differs from the manifest; make this part again", filepath.Join(p.dir, configsDir))
	}
	return found, err
}
