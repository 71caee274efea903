package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// kind is one form in which results come.
type kind struct {
	prefix  string // forces it
	takes   string // what follows the prefix, "" for nothing
	what    string
	looks   string                 // what detects looks for
	detects func(path string) bool // nil: by prefix only
	web     bool                   // reads http(s) addresses
	// elsewhere: what follows the prefix is no path of this file system
	elsewhere bool
	open      func(ctx context.Context, at string, o openOptions) (data.Dataset, error)
	joint     bool // sources of this kind are opened together, by openRaw
	// domain names runs that are none of the ML.ENERGY benchmark, records is their field
	// table, which is made when somebody asks
	domain  string
	records func() *data.Schema[data.AnyRun]
	// archive finds raw files beside what open read; nil: the kind has none
	archive func(s source, ds data.Dataset) (*raw.Archive, error)
	// runs are the files of a directory that are enough to open it, beside those
	// that add to them; nil: all are read
	runs, beside []string
	remote       bool // is fetched, and then of another kind
}

type openOptions struct {
	unstable bool // load unstable runs too
	links    bool // files may be links that lead out of the directory
	progress func(done, total int)
}

// kinds is every form of results. A path is of the first kind that knows its
// content.
func kinds() []kind {
	return []kind{
		{
			prefix: "sample:", what: "the built-in sample of invented models (the default)",
			open: func(_ context.Context, _ string, o openOptions) (data.Dataset, error) {
				return mlenergy.Sample(mlenergy.Options{StableOnly: !o.unstable})
			},
		},
		{
			prefix: "compiled:", takes: "PATH", what: "a compiled directory, or one Parquet file of it",
			looks:   "runs/llm.parquet or runs/diffusion.parquet, or a Parquet file",
			detects: mlenergy.IsCompiled,
			open: func(_ context.Context, at string, o openOptions) (data.Dataset, error) {
				return mlenergy.Open(at, mlenergy.Options{StableOnly: !o.unstable})
			},
			archive: rawBeside,
			runs:    mlenergy.RunFiles, beside: mlenergy.SideFiles,
		},
		{
			prefix: "json:", takes: "PATH|URL", what: "a published leaderboard, as a directory or a web address",
			looks:   "index.json with a folder tasks",
			detects: leaderboard.IsDirectory,
			web:     true,
			open: func(ctx context.Context, at string, o openOptions) (data.Dataset, error) {
				return leaderboard.Read(ctx, at, leaderboard.Options{Progress: o.progress, FollowLinks: o.links})
			},
		},
		{
			prefix: "raw:", takes: "DIR", what: "raw results of the benchmark; several are judged together",
			looks:   "llm or diffusion with results.json files, or a directory inside one",
			detects: raw.IsRaw,
			joint:   true,
		},
		{
			prefix: "llenergymeasure:", takes: "PATH", what: "results of llenergymeasure: studies, single runs, or one result's JSON",
			looks:   "result.json or a study's manifest.json, there or in a directory below; or a result's JSON",
			detects: llenergymeasure.IsResults, domain: llenergymeasure.Domain, records: fieldsOf[llenergymeasure.Experiment],
			open: func(ctx context.Context, at string, _ openOptions) (data.Dataset, error) {
				return llenergymeasure.Open(ctx, at)
			},
		},
		{
			prefix: "ipw:", takes: "DIR", what: "exports of Intelligence Per Watt: one run or several",
			looks:   "traces.jsonl or an Arrow data set, there or in a directory below",
			detects: ipw.IsResults, domain: ipw.Domain, records: fieldsOf[ipw.Profile],
			open: func(ctx context.Context, at string, _ openOptions) (data.Dataset, error) {
				return ipw.Open(ctx, at)
			},
		},
		{
			prefix: "hf://", takes: "ORG/NAME", what: "a dataset on the Hugging Face Hub that holds one of these; also ORG/NAME@REVISION/PATH",
			remote: true,
		},
		{
			prefix: "git:", takes: "REF:PATH", what: "any of these in a revision; REF may be A...B, the merge base",
			elsewhere: true,
			open:      openGit,
		},
	}
}

// source is one --source.
type source struct {
	given string
	at    string // without its prefix
	kind  *kind  // nil: known by its content
	raw   raw.Options
	yes   bool   // fetch however much it is
	hub   *onHub // nil: not on the Hub, or not resolved yet
}

// known is the source with its kind, which its content tells where no prefix does.
func (s source) known() (source, error) {
	if s.kind != nil {
		return s, s.exists()
	}
	k, err := detect(s.at)
	s.kind = k
	return s, err
}

// open reads a source of known kind.
func (s source) open(ctx context.Context, o openOptions) (data.Dataset, error) {
	ds, err := s.kind.open(ctx, s.at, o)
	ds = ofTasks(ds, s.raw.Tasks)
	for i := range ds.Sources {
		ds.Sources[i].Name = s.name()
	}
	return ds, err
}

// ofTasks keeps the runs of the tasks; none keep all.
func ofTasks(ds data.Dataset, tasks []string) data.Dataset {
	if len(tasks) == 0 {
		return ds
	}
	ds.LLM, ds.Diffusion = ds.LLM.Task(tasks...), ds.Diffusion.Task(tasks...)
	for i := range ds.Sources { // the kinds that are opened one by one have one
		ds.Sources[i].Runs = ds.Len()
	}
	return ds
}

// exists reports a path that names nothing, before a reader says it in its words.
func (s source) exists() error {
	if s.path() == "" {
		return nil
	}
	return statSource(s.at)
}

// path is the file or directory that is read, "" if none.
func (s source) path() string {
	if s.kind != nil && (s.kind.takes == "" || s.kind.remote || s.kind.elsewhere) || leaderboard.IsURL(s.at) {
		return ""
	}
	return s.at
}

// name is what the user gave, without passwords and tokens: it is published.
func (s source) name() string {
	prefix := strings.TrimSuffix(s.given, s.at)
	if u, err := url.Parse(s.at); err == nil && leaderboard.IsURL(s.at) {
		u.User, u.RawQuery = nil, ""
		return prefix + u.String()
	}
	return s.given
}

var prefixed = regexp.MustCompile(`^[a-z][a-z0-9+.-]+:`)

// parseSources reads the values of --source.
func parseSources(given []string) ([]source, error) {
	sources := make([]source, len(given))
	for i, g := range given {
		s, err := parseSource(g)
		if err != nil {
			return nil, usagef("--source %q: %w", g, err)
		}
		sources[i] = s
	}
	return sources, nil
}

func parseSource(given string) (source, error) {
	all := kinds()
	if i := slices.IndexFunc(all, func(k kind) bool { return strings.HasPrefix(given, k.prefix) }); i >= 0 {
		return source{given: given, at: strings.TrimPrefix(given, all[i].prefix), kind: &all[i]}.check()
	}
	if leaderboard.IsURL(given) {
		i := slices.IndexFunc(all, func(k kind) bool { return k.web })
		return source{given: given, at: given, kind: &all[i]}, nil
	}
	if given == "" {
		return source{}, errors.New("is empty; give a path or address, or sample: for the built-in sample")
	}
	if p := prefixed.FindString(given); p != "" && !isThere(given) {
		return source{}, fmt.Errorf("unknown prefix %q; known are %s", p, strings.Join(prefixes(), ", "))
	}
	return source{given: given, at: given}, nil
}

// check says whether what follows the prefix can be.
func (s source) check() (source, error) {
	switch {
	case s.kind.takes == "" && s.at != "":
		return s, fmt.Errorf("%s takes nothing behind it", s.kind.prefix)
	case s.kind.takes != "" && s.at == "":
		return s, fmt.Errorf("give a %s behind %s", s.kind.takes, s.kind.prefix)
	case leaderboard.IsURL(s.at) && !s.kind.web:
		return s, fmt.Errorf("%s reads files, not web addresses", s.kind.prefix)
	case s.kind.remote:
		_, _, err := hub.Parse(s.at)
		return s, err
	}
	return s, nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func statSource(path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or directory; give one that holds results, or sample: for the built-in sample", path)
	}
	return err
}

// detect finds the kind of what is at path by its content.
func detect(path string) (*kind, error) {
	if err := statSource(path); err != nil {
		return nil, err
	}
	var looked []string
	for _, k := range kinds() {
		if k.detects == nil {
			continue
		}
		if k.detects(path) {
			return &k, nil
		}
		looked = append(looked, fmt.Sprintf("  %-16s %s", k.prefix, k.looks))
	}
	return nil, fmt.Errorf("%s: holds no results that are known; looked for\n%s\nput the prefix before the path if it is one of these", path, strings.Join(looked, "\n"))
}

func prefixes() (names []string) {
	for _, k := range kinds() {
		names = append(names, k.prefix)
	}
	return names
}

func sourcesHelp() string {
	var b strings.Builder
	b.WriteString("Sources (without a prefix known by content):\n")
	for _, k := range kinds() {
		fmt.Fprintf(&b, "  %-20s %s\n", k.prefix+k.takes, k.what)
	}
	return b.String()
}
