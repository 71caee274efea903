package llenergymeasure

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"path"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// the files of a run, and of a study
const resultFile, manifestFile = "result.json", "manifest.json"

// largest JSON file that is read; a result has some kB
const largestJSON = 16 << 20

// IsResults reports whether path is a result, or a directory that contains results of the tool at the top or in a
// subdirectory.
func IsResults(path string) bool {
	dir, file := filetree.Split(path)
	tree, err := filetree.Open(dir)
	if err != nil {
		return false
	}
	defer tree.Close()
	read := func(file string) jsontree.Object { _, o, _ := document(tree, file); return o } // nil if it cannot be read
	if file != "" {
		o := read(file)
		return checkVersion(o) == nil && o["experiment_id"] != nil
	}
	return tree.Some(func(d filetree.Dir) bool {
		return d.Has(resultFile) || d.Has(manifestFile) && studyLike(read(d.File(manifestFile)))
	})
}

// document reads a JSON file. NaN, which keeps a result out, does not make it another program's.
func document(tree *filetree.Tree, file string) (text []byte, o jsontree.Object, err error) {
	if text, err = tree.Read(file, largestJSON); err == nil {
		o, err = jsontree.Parse(bytes.NewReader(text), jsontree.Options{Unknown: true})
	}
	return text, o, err
}

// Open reads every run in a directory and its subdirectories: a study, several of them, or one run; or the one result
// in a file. An invalid file is a problem of the source, and its run is left out; Open fails if the directory cannot
// be read.
func Open(ctx context.Context, name string) (data.Dataset, error) {
	dir, file := filetree.Split(name)
	tree, err := filetree.Open(dir)
	if err != nil {
		return data.Dataset{}, err
	}
	defer tree.Close()
	r := &reader{tree: tree, top: tree.Name(), result: resultFile, hash: sha256.New(), in: data.NewIntake(Schema())}
	if file != "" {
		return r.alone(name, file)
	}
	unread := func(name string, err error) { r.note(data.Problem{File: name, Message: err.Error()}) }
	if err := tree.Walk(ctx, r.visit, unread); err != nil {
		return data.Dataset{}, err
	}
	if r.runs == 0 && len(r.studies) == 0 {
		return data.Dataset{}, fmt.Errorf("%s: contains no %s; give a study or a directory of studies", name, resultFile)
	}
	return r.dataset(name)
}

// reader gathers what the files of one source hold.
type reader struct {
	tree *filetree.Tree
	top  string // name of the source's directory, or of its file
	hash hash.Hash

	result string // name of the files that hold results

	in      *data.Intake
	studies []*study
	runs    int // result files, read or not
	newest  string
}

// alone reads a file that is given by itself. Under the tool's own name the files
// beside it belong to it; under another name nothing says so but what it names.
func (r *reader) alone(name, file string) (data.Dataset, error) {
	d, err := r.tree.Dir(".")
	if err != nil {
		return data.Dataset{}, fmt.Errorf("%s: %w", name, err)
	}
	if r.result = file; file != resultFile {
		r.top, d.Files = strings.TrimSuffix(file, filepath.Ext(file)), []string{file}
	}
	r.run(d)
	return r.dataset(name)
}

func (r *reader) note(p data.Problem) { r.in.Problems = append(r.in.Problems, p) }

// visit reads what lies in one directory: those of a study come after the study's.
func (r *reader) visit(d filetree.Dir) {
	if d.Has(manifestFile) {
		r.manifest(d)
	}
	if d.Has(resultFile) {
		r.run(d)
	}
}

// run reads one run and adds its record.
func (r *reader) run(d filetree.Dir) {
	r.runs++
	file := d.File(r.result)
	e, points, err := r.experiment(d)
	if err != nil {
		at, inField := errors.AsType[data.Problem](err)
		why := data.When(inField, at.Message).Or(err.Error())
		r.note(data.Problem{File: file, Field: at.Field, Message: why + "; run left out", LeftOut: 1})
	}
	if err != nil || !r.in.Add(e, file, 0) {
		return
	}
	day, _, _ := strings.Cut(e.Text("start_time").Or(""), "T")
	r.newest = max(r.newest, day)
	if len(points) > 0 {
		r.in.SetSeries(r.in.Len()-1, []data.Series{{Name: powerSeries, Label: "Power", Unit: "W", Points: points}})
	}
}

// nameOf is the name that a directory of the source goes by.
func (r *reader) nameOf(dir string) string {
	return cmp.Or(strings.TrimPrefix(path.Base(dir), "."), r.top)
}

// dataset is what was read, unless files changed meanwhile.
func (r *reader) dataset(dir string) (data.Dataset, error) {
	if err := r.tree.Unchanged(); err != nil {
		return data.Dataset{}, err
	}
	r.missing()
	s := data.Source{
		Name: dir, Kind: Domain, Date: r.newest, Runs: r.in.Len(), Pending: r.runs == 0,
		Revision: "sha256:" + hex.EncodeToString(r.hash.Sum(nil)), Problems: r.in.Problems,
	}
	return data.Merge(data.NewDataset(s, r.in.Table(false))), nil
}
