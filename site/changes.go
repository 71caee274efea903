package site

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// changesPath is the page of a preview that says what it changes.
const changesPath = "changes/"

// changeLimits bound the page of changes; the JSON report has more.
var changeLimits = diff.Limits{Rows: 200, Folded: mostTableRows}

// preview is the comparison that a preview shows, with what pages ask of it.
type preview struct {
	*diff.Report
	badges map[string]string // by configuration id
	moved  map[string][]diff.Measure
}

// newPreview is nil for a site that is compared with nothing.
func newPreview(r *diff.Report, w *words.Catalog) *preview {
	if r == nil {
		return nil
	}
	v := &preview{r, map[string]string{}, map[string][]diff.Measure{}}
	for id, g := range r.Moved() {
		s := g.Shifts[0]
		v.badges[id] = w.Say("changes.together", "field", translated(w, *s.Field).Label, "change", s.PercentIn(w), "n", s.Configurations-1)
	}
	for _, c := range r.Changes {
		if text := badgeText(c, w); text != "" {
			v.badges[c.ID] = text
		}
		v.moved[c.ID] = append(v.moved[c.ID], c.Measures...)
	}
	return v
}

// changes are the metrics of the run's configuration that differ from those of the base.
func (p ofRun) changes() []templates.Section {
	if p.preview == nil || len(p.preview.moved[aggregate.ConfigurationID(p.id)]) == 0 {
		return nil
	}
	t := templates.Table{
		ID: "changes-table", Label: p.Say("changes.run"), Fixed: true,
		Columns: p.heads("changes.field name, changes.base number, changes.head number, changes.change number"),
	}
	for _, m := range p.preview.moved[aggregate.ConfigurationID(p.id)] {
		f := p.called(m.Field)
		field := templates.Cell{Text: f.Label, Small: space + f.Unit}
		t.Rows = append(t.Rows, p.row(field, p.side(f.Name, m.Base), p.side(f.Name, m.Head), m.PercentIn(p.content.Words)))
	}
	return []templates.Section{{ID: "changes", Title: p.Say("changes.run"), Tables: []templates.Table{t}}}
}

// side is the mean of a side, which may have no value.
func (p ofRun) side(field string, mean float64) templates.Cell {
	if math.IsNaN(mean) {
		return templates.Cell{}
	}
	return p.shown(field, mean)
}

// badgeText is what a row says of its change, "" for one that a reader need not
// know of.
func badgeText(c diff.Change, w *words.Catalog) string {
	switch c.Class {
	case diff.Added:
		return w.Say("changes.new")
	case diff.Flipped:
		return w.Say("changes.newly_stable")
	case diff.NotComparable:
		return w.Say("changes.not_comparable")
	case diff.Metadata:
		return w.Say("changes.described")
	case diff.Changed:
		for _, m := range c.Measures {
			if m.Material {
				return w.Say("changes.metric", "field", translated(w, *m.Field).Label, "change", m.PercentIn(w))
			}
		}
	}
	return ""
}

// badgesOf are the notes on rows, by run.
func (v *preview) badgesOf(rows []aggregate.Row) map[string]string {
	badges := map[string]string{}
	for _, r := range rows {
		if text := v.badges[r.Configuration()]; text != "" {
			badges[r.Run] = text
		}
	}
	return badges
}

// badges are the notes on a row of a preview.
func (p *page) badges(t *task, r aggregate.Row) (badges []templates.Link) {
	badges = lists.Map(t.warned(r), func(label string) templates.Link { return templates.Link{Text: label, Href: "#" + warningsSection} })
	return append(append(badges, p.doubted(r)...), p.changed(r)...)
}

// doubted says that a row is suspicious, and why.
func (p *page) doubted(r aggregate.Row) []templates.Link {
	if why := r.Doubt(); why != "" {
		return []templates.Link{{Text: p.Say("table.suspicious", "why", why), Href: p.to(problemsPath)}}
	}
	return nil
}

// changed is what a preview says of a row.
func (p *page) changed(r aggregate.Row) []templates.Link {
	if p.preview == nil {
		return nil
	}
	if text := p.preview.badges[r.Configuration()]; text != "" {
		return []templates.Link{{Text: text, Href: p.to(changesPath)}}
	}
	return nil
}

// banner says on every page of a preview or a kept version what it is.
func (p *page) banner() templates.Text {
	if p.opts.Frozen {
		return p.versionBanner()
	}
	if p.preview == nil {
		return nil
	}
	return templates.Text{
		plain(p.Say("changes.banner", "head", sourceNames(p.preview.Head), "base", sourceNames(p.preview.Base)) + " "),
		linked(p.preview.VerdictIn(p.content.Words), p.to(changesPath)),
	}
}

// sourceNames are the sources of a side with their revisions, in short.
func sourceNames(side []diff.Revision) string {
	return strings.Join(lists.Map(side, func(s diff.Revision) string {
		if revision := strings.TrimPrefix(strings.TrimPrefix(s.Revision, "git "), "sha256:"); revision != "" {
			return s.Name + " (" + revision[:min(len(revision), 10)] + ")"
		}
		return s.Name
	}), ", ")
}

// changesPage says the same as the comment on a pull request.
func (p *page) changesPage() templates.Overview {
	to := func(address string) string { return p.toRun(provenance.ID(address)) }
	all := lists.By(p.preview.SectionsIn(p.content.Words, diff.Limits{Rows: math.MaxInt32, Folded: math.MaxInt32}), func(s diff.Section) (string, diff.Section) { return s.ID, s })
	v := changesReport(p.preview.Report, p.content.Words, changeLimits, to, func(s diff.Section) templates.Text {
		file := p.keep(strings.TrimSuffix(changesPath, "/")+"/"+s.ID+".csv", "CSV", sectionCSV(all[s.ID]))
		return p.Rich("changes.rest", "n", s.More, "csv", file.Href)
	})
	v.Frame, v.Title, v.Source = p.frame(), p.title, p.source()
	return v
}

// sectionCSV is a section as a table with a header.
func sectionCSV(s diff.Section) []byte {
	rows := lists.Map(s.Rows, func(row []diff.Cell) []string { return lists.Map(row, diff.Cell.Shown) })
	return rowfile.CSV(append([][]string{s.Columns}, rows...))
}

// changesReport is what a report says, as far as the limits go. to leads from the address of a run in the site to where
// it is listed; rest says how many rows a section leaves out, and where they are.
func changesReport(
	r *diff.Report, w *words.Catalog, l diff.Limits, to func(address string) string, rest func(diff.Section) templates.Text,
) templates.Overview {
	v := templates.Overview{Title: w.Say("changes.report"), Lede: templates.Text{strong(r.VerdictIn(w))}}
	for _, s := range r.SectionsIn(w, l) {
		v.Sections = append(v.Sections, changeSection(s, w, to))
		if s.More > 0 {
			v.Sections[len(v.Sections)-1].Tables[0].More = rest(s)
		}
	}
	v.Jump = jumps(v.Sections)
	v.Sections = append(v.Sections, provenanceSection(r, w))
	return v
}

// reportSteps are what such a report shows, until it fits.
var reportSteps = []diff.Limits{changeLimits, {Rows: 50, Folded: 50}, {Rows: 10, Folded: 10}, {Rows: 1, Folded: 1}, {}}

// WriteChanges writes a report as one self-contained HTML file of at most 2 MiB without a script. version is that of
// the program, and preview the address of the site to whose runs rows link, "" for none.
func WriteChanges(ctx context.Context, w io.Writer, r *diff.Report, version, preview string) error {
	var b bytes.Buffer
	to := func(address string) string {
		if preview == "" {
			return ""
		}
		return preview + address
	}
	catalog := content.English()
	for _, l := range reportSteps {
		v := templates.Report{Styles: assets.Stylesheet(), Made: catalog.Say("changes.made", "program", programName, "version", version)}
		v.Overview = changesReport(r, catalog, l, to, func(s diff.Section) templates.Text {
			return templates.Plain(catalog.Say("changes.rest_of_file", "n", s.More))
		})
		for i := range v.Sections {
			for j := range v.Sections[i].Tables {
				v.Sections[i].Tables[j].Fixed = true
			}
		}
		b.Reset()
		if err := templates.ReportPage(v).Render(templates.WithWords(ctx, catalog), &b); err != nil {
			return err
		}
		if b.Len() <= mostReport {
			break
		}
	}
	_, err := b.WriteTo(w)
	return err
}

// changeSection shows a section of a report.
func changeSection(s diff.Section, w *words.Catalog, to func(address string) string) templates.Section {
	t := templates.Table{ID: s.ID + "-table", Label: s.Title, Wide: true}
	if s.Note != "" {
		t.Note = templates.Plain(s.Note)
	}
	for i, name := range s.Columns {
		t.Columns = append(t.Columns, templates.Column{Label: diff.Column(name, w), Kind: kindOfColumn(s, i)})
	}
	for n, row := range s.Rows {
		cells := lists.Map(row, func(c diff.Cell) templates.Cell { return templates.Cell{Text: c.Shown()} })
		if address := s.Link(n); address != "" {
			cells[slices.Index(s.Columns, s.Linked)].Href = to(address)
		}
		t.Rows = append(t.Rows, templates.Row{Cells: cells})
	}
	return templates.Section{ID: s.ID, Title: s.Title, Tables: []templates.Table{t}}
}

func kindOfColumn(s diff.Section, i int) templates.Kind {
	switch name := s.Columns[i]; {
	case i == max(slices.Index(s.Columns, "Model"), 0): // what a row is about
		return templates.Name
	case slices.Contains([]string{
		"Reason", "Where", "Configuration", "Name", "Largest change", "Base → head", "Metric", "Dominated by", "Note", "Changes", "Status",
	}, name), i > 0 && (name == "Base" || name == "Head"):
		return templates.Long
	}
	return templates.Words
}

func provenanceSection(r *diff.Report, w *words.Catalog) templates.Section {
	s := templates.Section{ID: "sides", Title: w.Say("changes.sides")}
	s.Items = append(s.Items, lists.Map(r.Noise, func(n *diff.SystemNoise) templates.Text { return templates.Plain(n.TextIn(w)) })...)
	for _, side := range []struct {
		name string
		of   []diff.Revision
	}{{w.Say("changes.base"), r.Base}, {w.Say("changes.head"), r.Head}} {
		for _, line := range diff.Provenance(side.of, w) {
			s.Items = append(s.Items, templates.Plain(side.name+": "+line))
		}
	}
	return s
}

// haunt gives the tasks of a preview the configurations that changed or are gone, as
// they were in the base. What differs by no more than noise, alone and together, has none, and what does
// not compare would be at a place that says nothing.
func (e *edition) haunt() {
	if e.preview == nil {
		return
	}
	classes := lists.By(e.preview.Changes, func(c diff.Change) (string, diff.Class) { return c.ID, c.Class })
	for id := range e.preview.Moved() {
		classes[id] = diff.Changed
	}
	rows := lists.FlatMap(e.tasks, func(t *task) []aggregate.Row { return t.rows })
	now := lists.By(rows, func(r aggregate.Row) (string, bool) { return r.Run, true })
	published, _ := leaderboard.Publishable(e.preview.Before)
	for _, r := range aggregate.RowsIn(published, e.content) {
		t, known := lists.Find(e.tasks, func(t *task) bool { return t.ID == r.Task })
		if !known {
			continue
		}
		g := charts.Ghost{Row: r}
		switch classes[r.Configuration()] {
		case diff.Changed:
			if now[r.Run] {
				g.To = r.Run
			}
		case diff.Removed, diff.LeftOut, diff.Flipped:
		default:
			continue
		}
		t.ghosts = append(t.ghosts, g)
	}
	for _, t := range e.tasks {
		t.layGhosts()
	}
}

// layGhosts orders the ghosts and keeps as many as are drawn: as if by chance, since
// run ids are hashes.
func (t *task) layGhosts() {
	lists.Sort(t.ghosts, func(a, b charts.Ghost) int { return cmp.Compare(a.Row.Run, b.Row.Run) })
	if n := len(t.ghosts); n > mostGhosts {
		t.ghosts, t.moreGhosts = t.ghosts[:mostGhosts], n-mostGhosts
	}
	lists.Sort(t.ghosts, func(a, b charts.Ghost) int { return cmp.Compare(a.Row.Energy, b.Row.Energy) })
}

// boardGhosts are the ghosts of a task as its script needs them: a board of their
// own, and the row of the task's board that each has become, -1 for none.
type boardGhosts struct {
	Board board.Wire `json:"board"`
	To    []int      `json:"to"`
}

func (t *task) boardGhosts() *boardGhosts {
	if len(t.ghosts) == 0 {
		return nil
	}
	index := lists.By(lists.Indices(len(t.rows)), func(i int) (string, int) { return t.rows[i].Run, i })
	rows := lists.Map(t.ghosts, func(g charts.Ghost) aggregate.Row { return g.Row })
	g := boardGhosts{Board: board.New(rows, t.Deadline, t.query.Percentile).Wire()}
	for _, ghost := range t.ghosts {
		at, ok := index[ghost.To]
		if !ok {
			at = -1
		}
		g.To = append(g.To, at)
	}
	return &g
}
