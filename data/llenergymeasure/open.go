package llenergymeasure

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
)

// the files of a run, and of a study
const (
	resultFile   = "result.json"
	manifestFile = "manifest.json"
)

// largest JSON file that is read; a result has some kB
const largestJSON = 16 << 20

// IsResults reports whether path is a directory with results of the tool: one of
// its files stands in it or in a directory below.
func IsResults(dir string) bool {
	tree, err := filetree.Open(dir)
	if err != nil {
		return false
	}
	defer tree.Close()
	found := false
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	tree.Walk(ctx, func(d filetree.Dir) {
		if d.Has(resultFile) || d.Has(manifestFile) && isManifest(tree, d.File(manifestFile)) {
			found = true
			stop()
		}
	}, func(string, error) {})
	return found
}

// Open reads every run at or below a directory: a study, several of them, or one
// run. A file that is wrong keeps its run out and is a problem; an error means that
// the directory cannot be searched.
func Open(ctx context.Context, dir string) (data.Dataset, error) {
	tree, err := filetree.Open(dir)
	if err != nil {
		return data.Dataset{}, err
	}
	defer tree.Close()
	r := &reader{tree: tree, top: tree.Name(), hash: sha256.New(), in: data.NewIntake(schema())}
	unread := func(name string, err error) { r.note(data.Problem{File: name, Message: err.Error()}) }
	if err := tree.Walk(ctx, r.visit, unread); err != nil {
		return data.Dataset{}, err
	}
	if r.runs == 0 && len(r.studies) == 0 {
		return data.Dataset{}, fmt.Errorf("%s: no %s in it; give a study or a directory of studies", dir, resultFile)
	}
	return r.dataset(dir), nil
}

// reader gathers what the files of one source hold.
type reader struct {
	tree *filetree.Tree
	top  string // name of the source's directory
	hash hash.Hash

	in       *data.Intake
	studies  []*study
	problems []data.Problem
	runs     int // result files, read or not
	newest   string
}

func (r *reader) note(p data.Problem) { r.problems = append(r.problems, p) }

// visit reads what lies in one directory: those of a study come after the study's.
func (r *reader) visit(d filetree.Dir) {
	if d.Has(manifestFile) {
		r.manifest(d)
	}
	if d.Has(resultFile) {
		r.runs++
		r.run(d)
	}
}

// run reads one run and adds its record.
func (r *reader) run(d filetree.Dir) {
	file := d.File(resultFile)
	e, points, problems := r.experiment(d)
	for i := range problems {
		if problems[i].File == "" {
			problems[i].File = file
		}
		r.note(problems[i])
	}
	if leftOut(problems) || !r.in.Add(data.RowOf(e), file, 0) {
		return
	}
	r.newest = max(r.newest, dayOf(e.StartTime))
	if len(points) > 0 {
		r.in.SetSeries(r.in.Len()-1, []data.Series{{Name: powerSeries, Label: "Power", Unit: "W", Points: points}})
	}
}

func leftOut(problems []data.Problem) bool {
	for _, p := range problems {
		if p.LeftOut > 0 {
			return true
		}
	}
	return false
}

func dayOf(time data.Opt[string]) string {
	day, _, _ := strings.Cut(time.Or(""), "T")
	return day
}

// nameOf is the name that a directory of the source goes by.
func (r *reader) nameOf(dir string) string {
	if dir == "." {
		return r.top
	}
	return path.Base(dir)
}

func (r *reader) dataset(dir string) data.Dataset {
	r.missing()
	s := data.Source{
		Name: dir, Kind: Domain, Date: r.newest, Runs: r.in.Len(), Pending: r.runs == 0,
		Revision: "sha256:" + hex.EncodeToString(r.hash.Sum(nil)), Problems: append(r.problems, r.in.Problems...),
	}
	for _, p := range s.Problems {
		s.LeftOut += p.LeftOut
	}
	data.SortProblems(s.Problems)
	return data.Merge(data.NewDataset([]data.Source{s}, r.in.Table(false)))
}
