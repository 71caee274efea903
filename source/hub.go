package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Hub is access to the Hugging Face Hub or a mirror of it. Zero values of endpoint, cache and token, and all other
// options, come from the environment: see [hub.Environment]. All sources opened with one Hub see one state of a
// dataset. Its fields must not change after the first use.
type Hub struct {
	hub.Options

	once   sync.Once
	client *hub.Client
	err    error
}

// connect gives the client, which is made when it is first needed.
func (h *Hub) connect() (*hub.Client, error) {
	h.once.Do(func() {
		var o hub.Options
		if o, h.err = hub.Environment(h.Options, os.Getenv); h.err == nil {
			h.client, h.err = hub.New(o)
		}
	})
	return h.client, h.err
}

// onHub is where a source lies on a Hub.
type onHub struct {
	snapshot *hub.Snapshot
	path     string // within the dataset, "" for all of it
	listed   bool
	files    []hub.File // at or below path, if listed
	problems []data.Problem
	rawFiles map[string]bool // results_path of its runs: whether the file was asked for
}

// known is the source with its kind; one on a Hub is fetched for that.
func (o Options) known(ctx context.Context, s Source) (Source, error) {
	if !s.OnHub() {
		return s.known()
	}
	if err := o.fetchSource(ctx, &s); err != nil {
		return s, err
	}
	return s.local()
}

// local is a source on a Hub as the directory or file that it is in the cache.
func (s Source) local() (Source, error) {
	at := s.hub.snapshot.Path(s.hub.path)
	k, err := detect(at)
	if err == nil {
		s.at, s.kind = at, k
	}
	return s, err
}

// fetchSource finds the dataset and fetches what is read to open it. Raw files
// follow when somebody wants them.
func (o Options) fetchSource(ctx context.Context, s *Source) error {
	if err := o.find(ctx, s); err != nil || s.hub.single() {
		return err
	}
	if s.hub.snapshot.Repo.IsCommit() && s.hub.settled() {
		return nil
	}
	if err := s.hub.list(ctx); err != nil {
		return s.hub.asItLies(err)
	}
	return o.fetchFirst(ctx, s)
}

// find resolves the revision of a source. A single file is fetched for that: it
// needs no list.
func (o Options) find(ctx context.Context, s *Source) error {
	client, err := o.Hub.connect()
	if err != nil {
		return err
	}
	repo, within, err := hub.Parse(s.at)
	if err != nil {
		return err
	}
	o.progress("listing "+s.given, 0, 0)
	h := &onHub{path: within}
	if h.single() {
		h.snapshot, err = client.File(ctx, repo, within)
	} else {
		h.snapshot, err = client.Snapshot(ctx, repo)
	}
	if err == nil {
		s.hub = h
	}
	return err
}

// single reports whether the source is one Parquet file.
func (h *onHub) single() bool { return path.Ext(h.path) == ".parquet" }

// in is the path in the dataset of a file of the source.
func (h *onHub) in(name string) string { return path.Join(h.path, name) }

// settled reports whether the cache has the runs of a directory that opens with
// them alone, and knows of the rest that there is none. What lies beside the runs
// is fetched before them.
func (h *onHub) settled() bool {
	return slices.ContainsFunc(Kinds(), func(k Kind) bool {
		there, unknown := h.cached(k)
		return len(there) > 0 && len(unknown) == 0
	})
}

// cached are the files with runs that the cache has, and those of which it does
// not know whether they exist.
func (h *onHub) cached(k Kind) (there, unknown []string) {
	for _, name := range k.runs {
		switch {
		case h.snapshot.Has(h.in(name)):
			there = append(there, name)
		case !h.snapshot.Lacks(h.in(name)):
			unknown = append(unknown, name)
		}
	}
	return there, unknown
}

// list asks for the files of the source. Entries that cannot be files are
// problems.
func (h *onHub) list(ctx context.Context) error {
	all, err := h.snapshot.Files(ctx)
	if err != nil {
		return err
	}
	h.files, h.listed = hub.Below(all.Files, h.path), true
	for _, r := range all.Refused {
		h.problems = append(h.problems, data.Problem{File: units.Printable(r.Path), Message: "the dataset's entry " + r.Why + "; not fetched"})
	}
	if len(h.files) == 0 {
		what := "the dataset contains no file"
		if h.path != "" {
			what = fmt.Sprintf("the dataset has no file or directory %q", h.path)
		}
		return fmt.Errorf("%s at commit %s; check the source, hf://ORG/NAME@REVISION/PATH", what, h.snapshot.Commit)
	}
	return nil
}

// asItLies takes what the cache has where no list of files can be had because
// the user wants no request.
func (h *onHub) asItLies(err error) error {
	if !errors.Is(err, hub.Offline) {
		return err
	}
	if _, found := os.Stat(h.snapshot.Path(h.path)); found != nil {
		return fmt.Errorf("commit %s is not in the cache, and HF_HUB_OFFLINE is set: run once without it", h.snapshot.Commit)
	}
	for _, k := range Kinds() {
		there, unknown := h.cached(k)
		for _, name := range unknown {
			if len(there) > 0 {
				h.problems = append(h.problems, data.Problem{
					File: name, Message: "is not in the cache, and HF_HUB_OFFLINE is set, so it may or may not be in the dataset; run once without it",
				})
			}
		}
	}
	return nil
}

// fetchFirst fetches the files that are read to open the source: those with runs
// where these are enough, else all.
func (o Options) fetchFirst(ctx context.Context, s *Source) error {
	k := s.hub.kind()
	if k == nil {
		return o.fetchFiles(ctx, s, s.hub.files)
	}
	for _, name := range k.runs {
		if len(s.hub.named([]string{name})) == 0 {
			s.hub.snapshot.NoteAbsent(s.hub.in(name))
		}
	}
	// in this order: who finds the runs finds what lies beside them
	return o.fetchFiles(ctx, s, s.hub.named(k.beside), s.hub.named(k.runs))
}

// kind is the kind of a directory that opens without all of its files, nil for any
// other.
func (h *onHub) kind() *Kind {
	if k, ok := lists.Find(Kinds(), func(k Kind) bool { return len(h.named(k.runs)) > 0 }); ok {
		return &k
	}
	return nil
}

// named are the files of the source with these names.
func (h *onHub) named(names []string) []hub.File {
	wanted := lists.By(names, func(name string) (string, bool) { return h.in(name), true })
	return slices.DeleteFunc(slices.Clone(h.files), func(f hub.File) bool { return !wanted[f.Path] })
}

// fetchFiles fetches groups of files of a source that the cache lacks, if that is
// allowed.
func (o Options) fetchFiles(ctx context.Context, s *Source, groups ...[]hub.File) error {
	missing := s.hub.snapshot.Missing(slices.Concat(groups...))
	if o.Allow != nil {
		if err := o.Allow(s.Name(), len(missing), hub.Size(missing)); err != nil {
			return err
		}
	}
	return s.hub.snapshot.Fetch(ctx, groups...)
}

// mayHold reports whether raw files of a domain can be fetched. Without a list of
// files the runs tell: their paths name them.
func (h *onHub) mayHold(domain string, ds data.Dataset) bool {
	switch {
	case h == nil || h.single():
		return false
	case h.listed:
		return slices.ContainsFunc(h.files, func(f hub.File) bool { return strings.HasPrefix(f.Path, h.in(domain)+"/") })
	}
	return len(rawPaths(ds, data.RoleResultsFile)) > 0
}

// tellOrigin makes the commit the revision of a source on a Hub, and its problems
// those of the source.
func (p *Part) tellOrigin() {
	if p.hub == nil {
		return
	}
	p.hub.rawFiles = map[string]bool{}
	for _, name := range rawPaths(p.Data, data.RoleResultsFile) {
		p.hub.rawFiles[name] = false
	}
	for i := range p.Data.Sources {
		source := &p.Data.Sources[i]
		source.Revision = p.hub.snapshot.Commit
		source.Problems = append(slices.Clone(source.Problems), p.hub.problems...)
		data.SortProblems(source.Problems)
	}
}
