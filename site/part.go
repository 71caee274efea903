package site

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
)

// A build writes again only what depends on what has changed. A part of the site is the files of a page, or a file of data;
// its key is the digest of all that it is made from: the program, the settings and texts, and the runs that it reads. A
// part whose key is that of the last build is kept, if its files still have the content that this build wrote. What is
// known of the last build stands beside the tree, and may be lost.

// part is what a build wrote for a key.
type part struct {
	Key       string
	Within    string   // of a page, the key without the addresses of its boards' data
	Data      []string // these addresses
	Files     []partFile
	Fragments map[string]fragment
}

type partFile struct {
	Name string
	tree.File
}

// state is what a build leaves for the next one.
type state struct {
	Program string
	Parts   map[string]part
}

// parts are those of the last build and of this one.
type parts struct {
	tree          *tree.Writer
	before, after state
	mu            sync.Mutex
}

// partsOf reads what the last build left; nil for a tree that follows none.
func partsOf(w writer) *parts {
	kept, ok := w.(*tree.Writer)
	if !ok {
		return nil
	}
	p := &parts{tree: kept}
	sum, text, _ := bytes.Cut(kept.Notes(), []byte("\n"))
	if string(sum) != tree.SumOf(text) || gob.NewDecoder(bytes.NewReader(text)).Decode(&p.before) != nil {
		p.before = state{} // cut, changed by hand, or of another program
	}
	p.after = state{program(), map[string]part{}}
	if p.after.Program == "" {
		return nil
	}
	return p
}

// leave writes what the next build reads. Where that fails, the next build is a whole one.
func (p *parts) leave() {
	if p == nil {
		return
	}
	for _, one := range p.after.Parts {
		for i, f := range one.Files {
			if f.Time == 0 {
				one.Files[i].File = p.tree.Stat(f.Name, f.File)
			}
		}
	}
	var text bytes.Buffer
	if gob.NewEncoder(&text).Encode(p.after) == nil {
		_ = p.tree.Note(append([]byte(tree.SumOf(text.Bytes())+"\n"), text.Bytes()...))
	}
}

// recorder notes what is written for a part.
type recorder struct {
	writer
	parts   *parts // nil for none
	files   []partFile
	passing bool // what is written depends on more than the key, and is not kept

	page part // what else is known of a page
}

func (r *recorder) Write(name string, content []byte) error {
	r.note(name, content)
	return r.writer.Write(name, content)
}

func (r *recorder) note(name string, content []byte) {
	if r.parts != nil {
		r.files = append(r.files, partFile{name, tree.FileOf(content)})
	}
}

// part writes the files of a part, or keeps those of the last build, and returns them; an empty key is that of no build.
func (e *edition) part(w writer, name, key string, write func(*recorder) error) ([]partFile, error) {
	if e.parts == nil || key == "" {
		return nil, write(&recorder{writer: w})
	}
	p := part{Key: key}
	old, known := e.parts.before.Parts[name]
	if known && old.Key == key && lists.All(old.Files, func(f partFile) bool { return e.parts.tree.Holds(f.Name, f.File) }) {
		p = old
		for _, f := range old.Files {
			if _, again := e.written.LoadOrStore(f.Name, true); again { // pages share drawings
				continue
			}
			if err := e.parts.tree.Keep(f.Name); err != nil {
				return nil, err
			}
		}
	} else {
		r := &recorder{writer: w, parts: e.parts}
		if err := write(r); err != nil || r.passing {
			return nil, err
		}
		p = r.page
		p.Key, p.Files = key, r.files
	}
	e.parts.mu.Lock()
	defer e.parts.mu.Unlock()
	e.parts.after.Parts[name] = p
	return p.Files, nil
}

// settingsKey is the digest of what every part may depend on besides runs: texts, and how many runs a source has and what is
// wrong with them, are only of the pages that read everything. It is "" for a preview, which is built once.
func (e *edition) settingsKey() string {
	if e.parts == nil || e.preview != nil {
		return ""
	}
	versions := lists.Map(e.opts.Versions, func(v Version) Version { v.Files = nil; return v })
	sources := lists.Map(e.Data.Sources, func(s data.Source) data.Source {
		s.Runs, s.Domains, s.LeftOut, s.Problems = 0, nil, 0, nil
		if strings.HasPrefix(s.Revision, contentRevision) {
			s.Revision = "" // which the pages of runs leave out
		}
		return s
	})
	declarations := lists.FlatMap(e.Data.Tables, func(t data.Table) []string {
		text, _ := t.Schema().Text() // those that are built in have none, and are of the program
		return []string{t.Schema().Domain, string(text)}
	})
	settings, explained := e.content, ""
	settings.Pages, settings.Posts, settings.Static, settings.Tables, settings.Faults = nil, nil, nil, nil, nil
	for _, text := range e.content.Pages {
		if text.Slug == methodsPage {
			explained = text.Body.Text // any page leads to its headings
		}
	}
	return digest.Of(e.parts.after.Program, settings, explained, e.opts.BaseURL, e.opts.DataDate, e.opts.Version,
		e.opts.DataVersion, e.opts.Frozen, e.opts.Strict, versions, e.opts.Measured, e.earlier(), e.chronicle.dates(), sources, declarations,
		provenance.Address("{run}", e.runs.Len()))
}

// keyOf is the digest of what a part is made from, "" where nothing is kept.
func (e *edition) keyOf(of ...any) string {
	if e.settings == "" {
		return ""
	}
	return digest.Of(of...)
}

// earlier is the history that the site is given, as a file: its values are too many for a digest of each.
func (e *edition) earlier() []byte {
	if e.opts.History == nil {
		return nil
	}
	text, err := e.opts.History.Bytes()
	if err != nil { // made by a program, not read
		return []byte(digest.Of(e.opts.History))
	}
	return text
}

// contentRevision begins a revision that is a digest of the results.
const contentRevision = "sha256:"

// tableKey is the digest of some runs and the settings.
func (e *edition) tableKey(tables ...data.Table) string {
	if e.settings == "" {
		return ""
	}
	var digests []byte
	for _, runs := range tables {
		digests = runs.AppendDigests(digests)
	}
	return digest.Of(e.settings, digests)
}

// keyOfFile is the key of runs that have files.
func (e *edition) keyOfFile(path string) string {
	key, known := e.tableKeys.Load(path)
	if !known {
		panic("site: no file has the runs of " + path) // parts would be kept although their runs change
	}
	return key.(string)
}

// readKeys computes the keys of boards, and of everything, once the files of boards are written.
func (e *edition) readKeys(context.Context, writer) error {
	if e.settings == "" {
		return nil
	}
	all := lists.Map(e.Data.Tables, func(t data.Table) string { return e.keyOfFile("data/all/" + t.Schema().Domain) })
	c := e.content
	e.everything = digest.Of(all, c.Pages, c.Posts, c.Static, c.Tables, e.All(), e.Data.Sources)
	for i, t := range e.Data.Tables {
		for _, b := range e.boards {
			if b.subject.Runs.Schema().Domain == t.Schema().Domain {
				b.key = digest.Of(all[i], b.data, b.lengths)
			}
		}
	}
	for _, own := range e.tasks {
		own.key, own.common = digest.Of(e.keyOfFile("data/tasks/"+own.ID), own.data, own.lengths), e.commonKey(own)
	}
	return nil
}

// readsOfRuns is what the page of a run reads, as digests and texts: the runs around it, what is known of its row and wrong
// with it, and how its board writes numbers.
func (e *edition) readsOfRuns() func(id string) string {
	if e.settings == "" {
		return func(string) string { return "" }
	}
	around, boards := map[int]string{}, map[*task]string{}
	return func(id string) string {
		set, runs := e.runs.Around(id)
		if around[set] == "" || set < 0 {
			around[set] = e.tableKey(runs)
		}
		reads, at := id+around[set], e.rowOfRun[id]
		if problems := e.runs.ProblemsOf(id); len(problems) > 0 {
			reads += digest.Of(problems)
		}
		if at.board == nil {
			return reads
		}
		if boards[at.board] == "" {
			boards[at.board] = digest.Of(formsOf(at.board.board))
		}
		row := at.row()
		low, high, _ := row.Interval() // from the spread of all runs of its board
		b := []byte(reads + boards[at.board])
		for _, text := range []string{e.modelOf(at.board, row), row.GPU, row.Nickname} {
			b = append(binary.LittleEndian.AppendUint64(b, uint64(len(text))), text...)
		}
		for _, x := range []float64{float64(row.NumGPUs), float64(row.Batch), row.PowerLimit, low, high} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return string(b)
	}
}

// frameKey is the digest of what the pages of a site have in common, once all of them are known.
func (e *edition) frameKey() string {
	systems := lists.Map(e.systems, func(s system) system {
		s.tables, s.words, s.Count = nil, nil, leaderboard.Count{}
		if strings.HasPrefix(s.revision, contentRevision) {
			s.revision = ""
		}
		return s
	})
	names := lists.FlatMap(e.kinds, func(k *pageKind) []string {
		return lists.FlatMap(k.groups, func(g *group) []string { return []string{k.Of, g.id, g.name, g.slug} })
	})
	tasks := lists.FlatMap(e.all, func(t *task) []string { return []string{t.ID, t.Name, t.columns} })
	guests := slices.Sorted(maps.Keys(e.guestPages))
	known := lists.Filter(slices.Sorted(maps.Keys(e.known)), func(address string) bool { // runs are of the pages that link to them
		return !strings.HasPrefix(address, provenance.Pages)
	})
	return digest.Of(e.settings, systems, names, tasks, guests, e.gpuMarks, e.modelMarks, e.assets, known)
}

// key is that of a page. A page that names no boards reads everything.
func (n *page) key(frame string) string {
	if n.settings == "" {
		return ""
	}
	n.within = n.keyWithin(frame)
	return digest.Of(n.within, n.addresses())
}

// addresses are those of the data of the page's boards, which its script loads.
func (p *page) addresses() []string {
	return lists.FlatMap(p.of, func(t *task) []string { return []string{t.data, t.lengths} })
}

// filesOf are the files of a board's rows.
func (e *edition) filesOf(t *task) (files []dataFile) {
	for _, format := range []string{"csv", "json", "parquet"} {
		if f := e.file(t.dataPath(format)); f != nil {
			files = append(files, *f)
		}
	}
	return files
}

func (n *page) keyWithin(frame string) string {
	reads, files := []string{n.everything}, n.files
	switch {
	case n.reads != nil:
		reads, files = []string{n.reads()}, nil
	case n.of != nil:
		reads = lists.Map(n.of, func(t *task) string { return t.key })
		files = lists.FlatMap(n.of, n.filesOf)
	}
	about := lists.Map(n.about, func(s system) string {
		if n.twinned() { // whose Markdown says how much the site shows of it
			return s.id + " " + s.extent()
		}
		return s.id
	})
	return digest.Of(frame, reads, about, files, n.path, n.kind, n.task, n.title, n.description, n.script, n.deferred, n.first, n.card,
		n.says)
}
