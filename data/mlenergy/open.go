package mlenergy

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/data/filetree"
)

// Options configure loading; the zero value loads every run.
type Options struct {
	// StableOnly leaves out the LLM runs that failed the stability rules.
	StableOnly bool
}

// The files of a compiled directory, relative to it.
const (
	llmFile       = "runs/llm.parquet"
	diffusionFile = "runs/diffusion.parquet"
	lengthsFile   = "runs/output_lengths.parquet"
)

// RunFiles are the files of a compiled directory that hold runs, and SideFiles
// what Open reads beside them. Each may be absent, but not all run files.
var (
	RunFiles  = []string{llmFile, diffusionFile}
	SideFiles = []string{lengthsFile}
)

// largest result file that is read; the published ones are about 100 kB
const largestFile = 256 << 20

// IsCompiled reports whether path looks like a source for Open: a directory with a Parquet file of runs, or a file
// that starts like Parquet, even if it is truncated, so that Open can report the error.
func IsCompiled(path string) bool {
	entry, err := os.Stat(path)
	if err != nil {
		return false
	}
	if entry.IsDir() {
		root := os.DirFS(path)
		return holds(root, llmFile) || holds(root, diffusionFile)
	}
	return entry.Mode().IsRegular() && startsLikeParquet(path)
}

func holds(root fs.FS, name string) bool {
	entry, err := fs.Stat(root, name)
	return err == nil && entry.Mode().IsRegular()
}

func startsLikeParquet(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 4)
	n, _ := f.Read(start)
	return string(start[:n]) == "PAR1"
}

// Open loads a compiled directory, or a single Parquet file of LLM or diffusion runs, which are distinguished by
// their columns. A file or row that cannot be used is a problem of the dataset's one source; Open fails if there is
// nothing to read.
func Open(name string, o Options) (data.Dataset, error) {
	entry, err := os.Stat(name)
	if err != nil {
		return data.Dataset{}, fmt.Errorf("%w; give a compiled directory or a Parquet file", err)
	}
	dir, file := name, ""
	if !entry.IsDir() {
		dir, file = filepath.Dir(name), filepath.Base(name)
	}
	tree, err := filetree.Open(dir)
	if err != nil {
		return data.Dataset{}, err
	}
	defer tree.Close()
	var ds data.Dataset
	if file != "" {
		ds, err = openFile(tree.FS(), name, file, o)
	} else {
		ds, err = load(tree.FS(), data.Source{Name: name, Kind: "compiled"}, o)
	}
	if changed := tree.Unchanged(); changed != nil {
		return data.Dataset{}, changed
	}
	return ds, err
}

// openFile reads a single file as its kind's file of a directory, under its own
// name.
func openFile(root fs.FS, name, base string, o Options) (data.Dataset, error) {
	l := newLoader(root, data.Source{Name: name, Kind: "compiled"}, o)
	file, err := l.open(base)
	if err != nil {
		return data.Dataset{}, fmt.Errorf("%s: %w", name, err)
	}
	switch recordType(file) {
	case data.LLMRun{}.Schema().Domain:
		l.llm(base, file)
	case data.DiffusionRun{}.Schema().Domain:
		l.diffusion(base, file)
	default:
		return data.Dataset{}, fmt.Errorf("%s: contains neither LLM nor diffusion runs: no column such as %s or %s; give a file of runs",
			name, data.LLMRun{}.Schema().Name(data.RoleBatch), data.DiffusionRun{}.Schema().Name(data.RoleBatch))
	}
	return l.dataset(), nil
}

// load reads the files of a compiled directory.
func load(root fs.FS, source data.Source, o Options) (data.Dataset, error) {
	l := newLoader(root, source, o)
	found := false
	for _, part := range []struct {
		name string
		read func(name string, file *columnfile.File)
	}{{llmFile, l.llm}, {diffusionFile, l.diffusion}, {lengthsFile, l.lengths}} {
		file, err := l.open(part.name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			l.refuse(part.name, err)
		default:
			part.read(part.name, file)
		}
		found = found || part.name != lengthsFile
	}
	if !found {
		return data.Dataset{}, fmt.Errorf("%s: contains neither %s nor %s; give a compiled directory",
			source.Name, llmFile, diffusionFile)
	}
	return l.dataset(), nil
}

//go:generate go run ./sample/generate -out sample/runs

//go:embed sample/runs/*.parquet
var sampleFiles embed.FS

// SampleName is the name of the embedded sample as a source.
const SampleName = "sample:"

// Sample loads the embedded synthetic sample: about twenty invented models, whose numbers come from the physical
// model in sample/generate. Its source is marked as synthetic.
func Sample(o Options) (data.Dataset, error) {
	root, err := fs.Sub(sampleFiles, "sample")
	if err != nil {
		return data.Dataset{}, err
	}
	return load(root, data.Source{Name: SampleName, Kind: "sample"}, o)
}
