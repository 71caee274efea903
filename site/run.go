package site

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// measuredRun is a run with the row of a board that it is behind; the board is nil for a run that no board shows.
type measuredRun struct {
	board *task
	index int
}

func (m measuredRun) row() aggregate.Row { return m.board.rows[m.index] }

// rowsOfRuns finds the row of each run: on the first board that shows it.
func rowsOfRuns(boards []*task) map[string]measuredRun {
	rows := map[string]measuredRun{}
	for _, t := range boards {
		for k, r := range t.rows {
			for i := range r.Runs().Len() {
				if id := r.Runs().Run(i); rows[id].board == nil {
					rows[id] = measuredRun{t, k}
				}
			}
		}
	}
	return rows
}

// runAddress is the address of the page that shows a run, "" for one that is not published.
func (e *edition) runAddress(id string) string {
	if !e.runs.Has(id) {
		return ""
	}
	return provenance.Address(id, e.runs.Len())
}

// toRun is the link to a run's page, "" for one that is not published.
func (p *page) toRun(run string) string { return p.toFile(p.runAddress(run)) }

// runEntries are the pages of runs.
func (e *edition) runEntries() (pages []entry) {
	pages = e.page(true, page{path: provenance.Pages, kind: "runs", script: "runs", about: e.systems}, of(templates.RunsPage, (*page).runsPage))
	if e.large() {
		return pages
	}
	reads := e.readsOfRuns()
	for _, t := range e.data.Tables {
		about := []system{e.system(t.Schema().System())}
		for i := range t.Len() {
			id := t.Run(i)
			title := e.runTitle(t, i)
			card, says := cardOfTask(e.boardOfRun(id))
			pages = append(pages, e.entry(page{
				path: e.runAddress(id), kind: "run", reads: reads(id), single: true, about: about, card: card, says: says,
				title: title, description: e.Say("run.description", "run", id, "title", title),
			}, of(templates.OverviewPage, func(p *page) templates.Overview {
				run, _ := e.runs.Run(id)
				return p.runPage(run)
			})))
		}
	}
	return pages
}

// boardOfRun is the board with a run, its repeats and its neighbors; nil for a run that no board shows.
func (e *edition) boardOfRun(id string) []*task {
	if at := e.rowOfRun[id]; at.board != nil {
		return []*task{at.board}
	}
	return nil
}

// runTitle is what ran on what: "Qwen 3 32B: 1× B200, batch size 8".
func (e *edition) runTitle(t data.Table, i int) string {
	id := t.Run(i)
	at := e.rowOfRun[id]
	if at.board == nil {
		return e.Say("run.title", "model", cmp.Or(t.Text(i, t.Schema().Name(data.RoleModel)), id), "where", id)
	}
	return e.Say("run.title", "model", at.row().Nickname, "where", cmp.Or(at.board.where(at.row()), id))
}

// runPage says all that is known of a run; the command show prints the same.
func (p *page) runPage(run provenance.Run) templates.Overview {
	groups, _ := run.Groups()
	v := templates.Overview{
		Frame: p.frame(), Title: p.title, Name: run.Run(0), Source: p.source(), Lede: p.runLede(run), Facts: p.runFacts(run),
		Sections: append(p.runGroups(groups, p.runValue(run)), p.runOrigin(run)),
	}
	if s := p.runRelations(run); len(s.Items) > 0 {
		v.Sections = append(v.Sections, s)
	}
	if s, changed := p.runChanges(run); changed {
		v.Sections = slices.Insert(v.Sections, 0, s)
	}
	if run.Repeats.Len() > 1 {
		s := p.runSection("repeats", "n", run.Repeats.Len())
		listed, more := run.Listed()
		table := p.withMean(p.runTable("repeats-table", p.Say("run.repeats.table"), run, listed), run)
		if more > 0 {
			table.More = templates.Plain(p.Say("posts.more_rows", "n", more))
		}
		s.Tables = []templates.Table{table}
		s.Items = p.runDerived(run)
		v.Sections = append(v.Sections, s)
	}
	if run.Sweep.Len() > 1 {
		s := p.runSection("sweep")
		s.Tables = []templates.Table{p.runTable("sweep-table", p.Say("run.sweep.table"), run, run.Sweep)}
		v.Sections = append(v.Sections, s)
	}
	if s, ok := p.runTrend(run.Run(0)); ok {
		v.Sections = append(v.Sections, s)
	}
	if len(run.Problems) > 0 {
		v.Sections = append(v.Sections, templates.Section{
			ID: "problems", Title: p.Say("run.problems"), Items: lists.Map(run.Problems, func(problem data.Problem) templates.Text {
				return templates.Plain(problem.Error())
			}),
		})
	}
	v.Sections = append(v.Sections, p.citeRun(run))
	v.Jump = jumps(v.Sections)
	return v
}

// runSection is a section about a run without its content.
func (p *page) runSection(id string, values ...any) templates.Section {
	return templates.Section{ID: id, Title: p.Say("run."+id+".title", values...), Text: templates.Plain(p.Say("run." + id + ".text"))}
}

// runGroups are the fields of a run, a section for each group.
func (p *page) runGroups(groups []provenance.Group, show func(provenance.Value) templates.Value) (sections []templates.Section) {
	for _, g := range groups {
		g.Values = lists.Filter(g.Values, func(v provenance.Value) bool { return !slices.Contains(implied, v.Role) })
		id := strings.ReplaceAll(strings.ToLower(g.Name), " ", "-")
		sections = append(sections, templates.Section{
			ID: id, Title: p.Say("run.groups." + strings.ReplaceAll(id, "-", "_")), Values: lists.Map(g.Values, show),
		})
	}
	return sections
}

// implied are the roles whose values are the same in all published runs, or stand elsewhere on the page.
var implied = []data.Role{data.RoleDomain, data.RoleStable, data.RoleReason}

// runLede says what was measured by whom, with links to each.
func (p *page) runLede(run provenance.Run) templates.Text {
	by, places := p.system(run.Schema().System()), p.runPlaces(run)
	text := templates.Text{{Text: by.name, Href: by.url}}
	if len(places) == 0 {
		return append(text, plain(". "+p.Say("run.unranked")))
	}
	for _, part := range places {
		text = append(text, plain(" · "), part)
	}
	return text
}

// runPlaces are the board that shows a run, its model and its GPU, with links to their pages; none for a run that no board shows.
func (p *page) runPlaces(run provenance.Run) (places []templates.Run) {
	at := p.rowOfRun[run.Run(0)]
	if at.board == nil {
		return nil
	}
	places = append(places, linked(at.board.Title, p.to(at.board.address())), templates.Run{Text: at.row().ModelID, Href: p.modelLink(at.board, at.row())})
	if at.row().GPU != "" {
		places = append(places, p.linkTo(content.OfGPU, at.row().GPU))
	}
	return places
}

// mostResults is how many results tables of runs have room for.
const mostResults = 4

func (p *page) runFacts(run provenance.Run) []templates.Fact {
	at := p.rowOfRun[run.Run(0)]
	return lists.Map(run.Headline(), func(f data.Field) templates.Fact {
		text := p.shown(run, f, run.Value(0, f.Name)).Text + space + p.inWords(run, f).Unit
		if at.board != nil && run.Repeats.Len() < 2 && f.Name == at.row().RankField().Name {
			if low, high, ok := at.row().Interval(); ok {
				end := func(x float64) string { return at.board.cellOf(f.Name, x).Text }
				text += ", " + p.Say("run.interval", "low", end(low), "high", end(high))
			}
		}
		return templates.Fact{Term: p.inWords(run, f).Label, Value: templates.Plain(text)}
	})
}

// inWords is a field as the board of the run calls it.
func (p *page) inWords(run provenance.Run, f data.Field) data.Field {
	if at := p.rowOfRun[run.Run(0)]; at.board != nil {
		return at.board.display(f)
	}
	return translated(p.content.Words, f)
}

// shown is a value of a field of the run, as its board writes it; a count, which is not measured, with all digits.
func (p *page) shown(run provenance.Run, f data.Field, v any) templates.Cell {
	if x, ok := v.(float64); ok && f.Better == data.Neutral && x == math.Trunc(x) && math.Abs(x) < 1e15 {
		v = int(x)
	}
	if at := p.rowOfRun[run.Run(0)]; at.board != nil {
		return at.board.cellOf(f.Name, v)
	}
	return p.cellOf(v)
}

// how says where a value comes from, in the words of the page: fields by their labels.
func (p *page) how(of *data.Schema, v provenance.Value) string {
	return fieldNames.ReplaceAllStringFunc(v.How(), func(name string) string {
		if f, ok := of.Field(name); ok {
			return translated(p.content.Words, f).Label
		}
		return name
	})
}

// fieldNames are names of several words.
var fieldNames = regexp.MustCompile(`[a-z0-9]+(_[a-z0-9]+)+`)

func (p *page) runValue(run provenance.Run) func(provenance.Value) templates.Value {
	return func(v provenance.Value) templates.Value {
		f := p.inWords(run, v.Field)
		cell := p.shown(run, f, v.Value)
		shown := templates.Value{Label: f.Label, Text: cell.Text, Unit: f.Unit, Help: p.help(f.Anchor), Note: p.how(run.Schema(), v)}
		if cell.Value != cell.Text {
			shown.Full = cell.Value
		}
		switch {
		case f.Kind == data.Bool:
			shown.Text = p.Say("run.flag." + cell.Text)
		case f.Role == data.RolePrecision:
			shown.Text = units.Precision(cell.Text)
		case f.Role == data.RoleTask && p.rowOfRun[run.Run(0)].board != nil:
			shown.Text, shown.Note = p.rowOfRun[run.Run(0)].board.Title, cell.Text
		}
		return shown
	}
}

// runOrigin says where the run was read, and what the source does not say.
func (p *page) runOrigin(run provenance.Run) templates.Section {
	by := p.system(run.Schema().System())
	s := p.originOf(run.Schema(), run.Sources)
	if run.Place.File != "" {
		s.Values = append(s.Values, templates.Value{
			Label: p.Say("run.origin.file"), Text: data.Public(run.Place.File),
			Note: p.Say("run.origin.row", "row", p.content.Words.Whole(run.Place.Row)),
		})
	}
	if model := run.Schema().Name(data.RoleModel); by.models != "" && model != "" {
		s.Links = append(s.Links, templates.Link{Text: p.Say("run.elsewhere.model"), Href: by.models + run.Text(0, model)})
	}
	unstated := lists.Filter(run.Unstated, func(u provenance.Unstated) bool { return u != provenance.Published || by.date == "" })
	silent := lists.Map(unstated, func(u provenance.Unstated) string { return p.Say("run.unstated." + string(u)) })
	if len(silent) > 0 {
		s.Text = templates.Plain(p.Say("run.silent", "what", p.content.Words.Either(silent)))
	}
	return s
}

// originOf is where the runs of a record type come from, with the pages of others about their benchmark.
func (p *page) originOf(s *data.Schema, sources []data.Source) templates.Section {
	made := templates.Section{ID: "origin", Title: p.Say("run.origin.title")}
	add := func(key, text, note string) {
		if text != "" {
			made.Values = append(made.Values, templates.Value{Label: p.Say("run.origin." + key), Text: text, Note: note})
		}
	}
	by := p.system(s.System())
	add("dataset", by.name, by.license)
	add("date", by.date, p.opts.DataVersion)
	for _, source := range sources {
		name := leaderboard.SourceName(source.Name)
		if name == source.Kind || filepath.IsAbs(source.Name) { // a folder of the one who built the site
			name, source.Kind = source.Kind, ""
		}
		add("source", name, source.Kind)
		if !strings.HasPrefix(source.Revision, contentRevision) { // a digest of all results changes with each; the data page has it
			add("revision", data.Public(source.Revision), "")
		}
	}
	for _, l := range [][2]string{{"benchmark", by.url}, {"paper", by.paper}, {"data", by.dataset}} {
		if l[1] != "" {
			made.Links = append(made.Links, templates.Link{Text: p.Say("run.elsewhere." + l[0]), Href: l[1]})
		}
	}
	return made
}

// runRelations are the formulas of the record type with the numbers of the run.
func (p *page) runRelations(run provenance.Run) templates.Section {
	s := p.runSection("computed")
	for _, r := range run.Relations() {
		names, numbers := r.Text(p.content.Words.Short, func(v provenance.Value) string { return p.inWords(run, v.Field).Label }, func(v provenance.Value) string {
			f := p.inWords(run, v.Field)
			return strings.TrimSpace(p.shown(run, f, v.Value).Text + space + f.Unit)
		})
		s.Items = append(s.Items, templates.Text{strong(names), plain(": " + numbers)})
	}
	if run.Repeats.Len() < 2 {
		s.Items = append(s.Items, p.runDerived(run)...)
	}
	return s
}

// runDerived are further numbers that pages show of a run that a board has.
func (p *page) runDerived(run provenance.Run) []templates.Text {
	at := p.rowOfRun[run.Run(0)]
	if at.board == nil {
		return nil
	}
	return lists.Map(run.Derived(p.content.Words, at.board.translated, at.board.Output, at.row().PowerLimit), templates.Said)
}

// runTable lists runs beside one, which is marked. What differs between them names them.
func (p *page) runTable(id, label string, run provenance.Run, runs data.Table) templates.Table {
	fields := run.Headline()
	fields = fields[:min(len(fields), mostResults)]
	name := p.runNames(run, runs)
	v := templates.Table{ID: id, Label: label, Fixed: true, Columns: []templates.Column{{Label: p.Say("run.run"), Kind: templates.Name}}}
	for i, f := range fields {
		f = p.inWords(run, f)
		v.Columns = append(v.Columns, templates.Column{
			Label: f.Label, Unit: f.Unit, Kind: templates.Number, Main: i == 0,
		})
	}
	for i := range runs.Len() {
		own := runs.Run(i)
		row := templates.Row{Cells: []templates.Cell{{Text: name(i)}}}
		if own == run.Run(0) {
			row.Mark = p.Say("run.this")
		} else {
			row.Cells[0].Href = p.toRun(own)
		}
		for _, f := range fields {
			row.Cells = append(row.Cells, templates.Cell{Text: p.shown(run, f, runs.Value(i, f.Name)).Text})
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// withMean ends the table of a run's repeats with their mean, which is what boards show.
func (p *page) withMean(v templates.Table, run provenance.Run) templates.Table {
	mean, row := run.Row(), templates.Row{Cells: []templates.Cell{{Text: p.Say("run.repeats.mean")}}}
	for _, f := range run.Headline()[:len(v.Columns)-1] {
		row.Cells = append(row.Cells, p.shown(run, f, mean.Value(f.Name)))
	}
	v.Rows = append(v.Rows, row)
	return v
}

// runNames name each of some runs by what differs between them: "Batch size 64, Seed 2".
func (p *page) runNames(run provenance.Run, runs data.Table) func(i int) string {
	differ := lists.Filter(runs.Schema().Stated(), func(f data.Field) bool {
		return (f.Key || f.Protocol || f.Role == data.RoleBatch) && len(runs.Distinct(f.Name)) > 1
	})
	return func(i int) string {
		parts := lists.Map(differ, func(f data.Field) string {
			return p.inWords(run, f).Label + " " + cmp.Or(p.cellOf(runs.Value(i, f.Name)).Text, "–")
		})
		return cmp.Or(strings.Join(parts, ", "), runs.Run(i))
	}
}

// citeRun is how to print, cite and report the run.
func (p *page) citeRun(run provenance.Run) templates.Section {
	id := run.Run(0)
	from := ""
	if run.Place.Source < len(p.data.Sources) {
		from = p.data.Sources[run.Place.Source].Name
	}
	s := p.citeCalled(run.Schema(), id, from)
	if report := p.content.Site.ReportURL(id); report != "" {
		s.Links = append(s.Links, templates.Link{Text: p.Say("model.problem"), Href: report})
	}
	if at := p.rowOfRun[id]; at.board != nil {
		s.Links = append(s.Links, templates.Link{Text: p.Say("run.data"), Href: p.to(at.board.dataPath("csv"))})
	}
	return s
}

// citeCalled is how to print and cite a run of a record type, which the command reads from the site, or where that has no
// address yet from a source.
func (p *page) citeCalled(of *data.Schema, id, source string) templates.Section {
	s := templates.Section{ID: "cite", Title: p.Say("run.cite"), Text: templates.Plain(p.citeHint())}
	command := "jouleboard show " + id + " -s " + cmp.Or(p.opts.BaseURL, leaderboard.SourceName(source))
	s.Snippets = append(s.Snippets, templates.Snippet{Title: p.Say("run.command"), Code: command})
	s.Snippets = append(s.Snippets, p.citations(p.system(of.System()), p.title, p.Say("run.called", "run", id))...)
	return s
}
