package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/units"
)

// mostUnasked is how much is fetched from a Hub without --yes, in bytes.
const mostUnasked = 1_000_000_000

// onHub is where a source lies on a Hub.
type onHub struct {
	snapshot *hub.Snapshot
	path     string // within the dataset, "" for all of it
	listed   bool
	files    []hub.File // at or below path, if listed
	problems []data.Problem
	rawFiles map[string]bool // results_path of its runs
}

// hubClient is the client that the environment describes, the same for all
// sources of a command, so that they see one state of a dataset.
func (c *console) hubClient() (*hub.Client, error) {
	c.clientMu.Lock()
	defer c.clientMu.Unlock()
	if c.client != nil {
		return c.client, nil
	}
	o, err := hub.Environment(os.Getenv)
	if err != nil {
		return nil, err
	}
	o.Wait = c.wait
	o.Note = func(message string) { c.note("%s", message) }
	o.Progress = func(p hub.Progress) {
		c.progress(fmt.Sprintf("fetching: %d of %s, %s of %s, %s/s", p.Files, counted(p.OfFiles, "file"),
			units.Bytes(int(p.Bytes)), units.Bytes(int(p.OfBytes)), units.Bytes(int(p.Rate))))
	}
	c.client, err = hub.New(o)
	return c.client, err
}

// known is the source with its kind; one on a Hub is fetched for that.
func (c *console) known(ctx context.Context, s source) (source, error) {
	if s.kind == nil || !s.kind.remote {
		return s.known()
	}
	if err := c.fetchSource(ctx, &s); err != nil {
		return s, err
	}
	return s.local()
}

// local is a source on a Hub as the directory or file that it is in the cache.
func (s source) local() (source, error) {
	at := s.hub.snapshot.Path(s.hub.path)
	k, err := detect(at)
	if err == nil {
		s.at, s.kind = at, k
	}
	return s, err
}

// fetchSource finds the dataset and fetches what is read to open it. Raw files
// follow when somebody wants them, by fetchRaw.
func (c *console) fetchSource(ctx context.Context, s *source) error {
	if err := c.find(ctx, s); err != nil || s.hub.single() {
		return err
	}
	if s.hub.snapshot.Repo.IsCommit() && s.hub.settled() {
		return nil
	}
	if err := s.hub.list(ctx); err != nil {
		return s.hub.asItLies(err)
	}
	return c.fetchFirst(ctx, s)
}

// find resolves the revision of a source. A single file is fetched for that: it
// needs no list.
func (c *console) find(ctx context.Context, s *source) error {
	client, err := c.hubClient()
	if err != nil {
		return err
	}
	repo, within, err := hub.Parse(s.at)
	if err != nil {
		return err
	}
	c.progress("asking for " + s.given)
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
	return slices.ContainsFunc(kinds(), func(k kind) bool {
		there, unknown := h.cached(k)
		return len(there) > 0 && len(unknown) == 0
	})
}

// cached are the files with runs that the cache has, and those of which it does
// not know whether they exist.
func (h *onHub) cached(k kind) (there, unknown []string) {
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
		h.problems = append(h.problems, data.Problem{File: cell(r.Path), Message: "the dataset's entry " + r.Why + "; not fetched"})
	}
	if len(h.files) == 0 {
		what := "the dataset holds no file"
		if h.path != "" {
			what = fmt.Sprintf("the dataset has no file or directory %q", h.path)
		}
		return fmt.Errorf("%s at commit %s; check the address, ORG/NAME@REVISION/PATH", what, h.snapshot.Commit)
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
	for _, k := range kinds() {
		there, unknown := h.cached(k)
		for _, name := range unknown {
			if len(there) > 0 {
				h.problems = append(h.problems, data.Problem{
					File: name, Message: "is not in the cache, and with HF_HUB_OFFLINE it is not known whether the dataset has it; run once without",
				})
			}
		}
	}
	return nil
}

// fetchFirst fetches the files that are read to open the source: those with runs
// where these are enough, else all.
func (c *console) fetchFirst(ctx context.Context, s *source) error {
	k := s.hub.kind()
	if k == nil {
		return c.fetchFiles(ctx, s, s.hub.files)
	}
	for _, name := range k.runs {
		if len(s.hub.named([]string{name})) == 0 {
			s.hub.snapshot.NoteAbsent(s.hub.in(name))
		}
	}
	// in this order: who finds the runs finds what lies beside them
	return c.fetchFiles(ctx, s, s.hub.named(k.beside), s.hub.named(k.runs))
}

// kind is the kind of a directory that opens without all of its files, nil for any
// other.
func (h *onHub) kind() *kind {
	for _, k := range kinds() {
		if len(h.named(k.runs)) > 0 {
			return &k
		}
	}
	return nil
}

// summary is the files that open such a directory.
func (h *onHub) summary() []hub.File {
	k := h.kind()
	if k == nil {
		return nil
	}
	return append(h.named(k.beside), h.named(k.runs)...)
}

// named are the files of the source with these names.
func (h *onHub) named(names []string) []hub.File {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[h.in(name)] = true
	}
	return slices.DeleteFunc(slices.Clone(h.files), func(f hub.File) bool { return !wanted[f.Path] })
}

// tooMuch is that more than mostUnasked would be fetched.
type tooMuch struct {
	source string
	files  int
	bytes  int64
}

func (e tooMuch) Error() string {
	return fmt.Sprintf("%s: %s would be fetched, %s: more than %s is fetched only with --yes, here or by jouleboard fetch",
		e.source, counted(e.files, "file"), units.Bytes(int(e.bytes)), units.Bytes(mostUnasked))
}

// fetchFiles fetches groups of files of a source, unless they are too much to do so
// without being told.
func (c *console) fetchFiles(ctx context.Context, s *source, groups ...[]hub.File) error {
	missing := s.hub.snapshot.Missing(slices.Concat(groups...))
	if bytes := hub.Size(missing); bytes > mostUnasked && !s.yes {
		return tooMuch{s.name(), len(missing), bytes}
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
	return len(rawPaths(ds, "results_path")) > 0
}

// tellOrigin makes the commit the revision of a source on a Hub, and its problems
// those of the source.
func (l *loaded) tellOrigin() {
	if l.hub == nil {
		return
	}
	l.hub.rawFiles = map[string]bool{}
	for _, name := range rawPaths(l.data, "results_path") {
		l.hub.rawFiles[name] = true
	}
	for i := range l.data.Sources {
		source := &l.data.Sources[i]
		source.Revision = l.hub.snapshot.Commit
		source.Problems = append(slices.Clone(source.Problems), l.hub.problems...)
		data.SortProblems(source.Problems)
	}
}
