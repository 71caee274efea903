package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// Kind is a format of results.
type Kind struct {
	Prefix string // selects the kind, overriding detection
	Takes  string // placeholder for the part after the prefix, "" for none
	What   string // description in a few words
	Looks  string // the content by which it is detected, "" for a kind that requires its prefix

	detects func(path string) bool
	web     bool // reads http(s) addresses
	// elsewhere: what follows the prefix is no path of this file system
	elsewhere bool
	open      func(ctx context.Context, s Source, o Options) (data.Dataset, error)
	joint     bool // sources of this kind are opened together, by openJoint
	// domain names runs that are none of the ML.ENERGY benchmark, records is their field
	// table, which is made when somebody asks
	domain  string
	records func() *data.Schema
	// archive finds raw files beside what open read; nil: the kind has none
	archive func(s Source, ds data.Dataset, o raw.Options) (*raw.Archive, error)
	// runs are the files of a directory that are enough to open it, beside those
	// that add to them; nil: all are read
	runs, beside []string
	remote       bool // is fetched, and then of another kind
}

// Kinds lists the formats of results. A path without a prefix is of the first kind that
// detects its content.
func Kinds() []Kind {
	return []Kind{
		{
			Prefix: "sample:", What: "the built-in synthetic sample (the default)",
			open: func(_ context.Context, _ Source, o Options) (data.Dataset, error) {
				return mlenergy.Sample(mlenergy.Options{StableOnly: !o.Unstable})
			},
		},
		{
			Prefix: "table:", Takes: "PATH", What: "a directory with a benchmark.yaml, or one of its files",
			Looks:   "benchmark.yaml, or a file in the same directory as one",
			detects: declared.IsResults,
			open: func(ctx context.Context, s Source, o Options) (data.Dataset, error) {
				return declared.Open(ctx, s.at, !o.Unstable)
			},
		},
		{
			Prefix: "compiled:", Takes: "PATH", What: "a compiled directory, or one of its Parquet files",
			Looks:   "runs/llm.parquet or runs/diffusion.parquet, or a Parquet file",
			detects: mlenergy.IsCompiled,
			open: func(_ context.Context, s Source, o Options) (data.Dataset, error) {
				return mlenergy.Open(s.at, mlenergy.Options{StableOnly: !o.Unstable})
			},
			archive: rawBeside,
			runs:    mlenergy.RunFiles, beside: mlenergy.SideFiles,
		},
		{
			Prefix: "json:", Takes: "PATH|URL", What: "a published site of Jouleboard or another leaderboard",
			Looks:   "index.json with a folder tasks, at the top or in a folder data",
			detects: leaderboard.IsDirectory,
			web:     true,
			open: func(ctx context.Context, s Source, o Options) (data.Dataset, error) {
				return leaderboard.Read(ctx, s.at, leaderboard.Options{
					Progress: o.reading(s), FollowRedirects: o.FollowRedirects, Systems: systems,
				})
			},
		},
		{
			Prefix: "raw:", Takes: "DIR", What: "raw results of the ML.ENERGY benchmark",
			Looks:   "llm or diffusion with results.json files, or a directory inside one",
			detects: raw.IsRaw,
			joint:   true,
		},
		{
			Prefix: "llenergymeasure:", Takes: "PATH", What: "results of llenergymeasure: studies, runs or the JSON file of one result",
			Looks:   "result.json or a study's manifest.json, at the top or in a subdirectory; or the JSON file of one result",
			detects: llenergymeasure.IsResults, domain: llenergymeasure.Domain, records: llenergymeasure.Schema,
			open: func(ctx context.Context, s Source, _ Options) (data.Dataset, error) {
				return llenergymeasure.Open(ctx, s.at)
			},
		},
		{
			Prefix: "ipw:", Takes: "DIR", What: "exported runs of Intelligence Per Watt",
			Looks:   "traces.jsonl or an Arrow dataset, at the top or in a subdirectory",
			detects: ipw.IsResults, domain: ipw.Domain, records: ipw.Schema,
			open: func(ctx context.Context, s Source, _ Options) (data.Dataset, error) {
				return ipw.Open(ctx, s.at)
			},
		},
		{
			Prefix: "hf://", Takes: "ORG/NAME", What: "a dataset on the Hugging Face Hub in one of these formats; also ORG/NAME@REVISION/PATH",
			remote: true,
		},
		{
			Prefix: "git:", Takes: "REF:PATH", What: "results in one of these formats in a Git revision; REF may be A...B for the merge base",
			elsewhere: true,
			open:      openGit,
		},
	}
}

// Domains are the names of the built-in record types: those of the
// ML.ENERGY benchmark, then those of other systems. A source may declare others.
func Domains() []string {
	return slices.Concat(raw.Domains, lists.NonZero(lists.Map(Kinds(), func(k Kind) string { return k.domain })))
}

// Schemas are the field tables of the record types, in the order of [Domains].
func Schemas() []*data.Schema {
	return append([]*data.Schema{data.LLMRun{}.Schema(), data.DiffusionRun{}.Schema()}, systems()...)
}

// systems are those of other systems.
func systems() []*data.Schema {
	others := lists.Filter(Kinds(), func(k Kind) bool { return k.records != nil })
	return lists.Map(others, func(k Kind) *data.Schema { return k.records() })
}

// detect finds the kind of what is at path by its content.
func detect(path string) (*Kind, error) {
	if err := exists(path); err != nil {
		return nil, err
	}
	var looked []string
	for _, k := range Kinds() {
		if k.detects == nil {
			continue
		}
		if k.detects(path) {
			return &k, nil
		}
		looked = append(looked, fmt.Sprintf("  %-16s %s", k.Prefix, k.Looks))
	}
	if yml := filepath.Join(path, "benchmark.yml"); exists(yml) == nil {
		return nil, fmt.Errorf("%s: a declaration is called %s; rename the file", yml, declared.Name)
	}
	if file := tableAt(path); file != "" {
		path += fmt.Sprintf(": no %s describes its files; draft one: jouleboard describe %s > %s\n%s", declared.Name, file,
			filepath.Join(filepath.Dir(file), declared.Name), path)
	}
	return nil, fmt.Errorf("%s: no results found; the formats are\n%s\nadd the prefix to the path if it is one of these; "+
		"for other CSV, JSON or Parquet files, draft a benchmark.yaml with jouleboard describe", path, strings.Join(looked, "\n"))
}

// tableAt is the path if it is a table, or the first table in the directory; "" for none.
func tableAt(path string) string {
	if declared.IsTable(path) {
		return path
	}
	entries, _ := os.ReadDir(path)
	i := slices.IndexFunc(entries, func(e os.DirEntry) bool { return !e.IsDir() && declared.IsTable(e.Name()) })
	if i < 0 {
		return ""
	}
	return filepath.Join(path, entries[i].Name())
}

// exists reports a path that names nothing, before a reader says it in its words.
func exists(path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or directory; give one with results, or sample: for the built-in sample", path)
	}
	return err
}
