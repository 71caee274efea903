package site

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// measuredRun is a run with the row of a board that it is behind; the board is nil for a run that no board shows.
type measuredRun struct {
	board *task
	index int
}

func (m measuredRun) row() aggregate.Row { return m.board.rows[m.index] }

// rowsOfRuns finds the row of each run: on the first board that shows it.
func rowsOfRuns(boards []*task) map[string]measuredRun {
	rows := make(map[string]measuredRun, lists.Sum(boards, func(t *task) int { return len(t.rows) }))
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
func (e *edition) runEntries() (pages []*page) {
	pages = e.page(true, page{path: provenance.Pages, kind: "runs", script: "runs", about: e.systems}, of(templates.RunsPage, (*page).runsPage))
	if e.large() {
		return pages
	}
	reads := e.readsOfRuns()
	for _, t := range e.Data.Tables {
		about := []system{e.system(t.Schema().System())}
		for i := range t.Len() {
			id := t.Run(i)
			own := reads(id)
			title := e.runTitle(t, i)
			card, says := cardOfTask(lists.NonZero([]*task{e.rowOfRun[id].board}))
			pages = append(pages, e.entry(page{
				path: e.runAddress(id), kind: "run", reads: func() string { return own }, single: true, about: about, card: card, says: says,
				title: title, description: e.Say("run.description", "run", id, "title", title),
			}, of(templates.OverviewPage, func(p *page) templates.Overview {
				run, _ := e.runs.Run(id)
				return p.ofRun(run).shows()
			})))
		}
	}
	return pages
}

// runTitle is what ran on what: "Qwen 3 32B: 1× B200, batch size 8".
func (e *edition) runTitle(t data.Table, i int) string {
	id := t.Run(i)
	at := e.rowOfRun[id]
	if at.board == nil {
		return cmp.Or(t.Text(i, t.Schema().Name(data.RoleModel)), id)
	}
	if where := at.board.where(at.row()); where != "" {
		return e.Say("run.title", "model", at.row().Nickname, "where", where)
	}
	return at.row().Nickname
}

// ofRun is a run on a page, in the words of the board that shows it.
type ofRun struct {
	*page
	id     string
	run    provenance.Run
	at     measuredRun
	fields map[string]fieldOfRun
}

// fieldOfRun is a field as pages of runs call it, and how its values follow from others.
type fieldOfRun struct {
	data.Field
	whole data.Field // in the unit of the data
	how   string
}

func (p *page) ofRun(run provenance.Run) ofRun {
	id := run.Run(0)
	at := p.rowOfRun[id]
	return ofRun{p, id, run, at, p.fieldsOfRuns(at.board, run.Schema())}
}

// fieldsOfRuns are the fields of a record type by name, in the words of a board, nil for those of no board: once for all runs.
func (e *edition) fieldsOfRuns(t *task, s *data.Schema) map[string]fieldOfRun {
	type of struct {
		*task
		*data.Schema
	}
	known, is := e.runFields.Load(of{t, s})
	if !is {
		known, _ = e.runFields.LoadOrStore(of{t, s}, lists.By(s.Fields(), func(f data.Field) (string, fieldOfRun) {
			own := fieldOfRun{Field: translated(e.content.Words, f), how: e.how(s, provenance.Value{Field: &f})}
			if t != nil {
				own.Field, own.whole = t.display(f), t.translated(f)
			}
			return f.Name, own
		}))
	}
	return known.(map[string]fieldOfRun)
}

// shows says all that is known of a run; the command show prints the same.
func (p ofRun) shows() templates.Overview {
	groups, _ := p.run.Groups()
	v := p.overview(p.lede(), p.changes(), p.runGroups(groups, p.stated), []templates.Section{p.origin()}, p.relations(), p.repeats(), p.sweep(),
		p.runTrend(), p.problems(), []templates.Section{p.cite()})
	v.Name, v.Facts, v.Jump = p.id, p.facts(), jumps(v.Sections)
	return v
}

// repeats are the runs of the same configuration with their mean; none for a single run.
func (p ofRun) repeats() []templates.Section {
	n := p.run.Repeats.Len()
	if n < 2 {
		return nil
	}
	s := p.runSection("repeats", "n", n)
	listed, more := p.run.Listed()
	table := p.withMean(p.listing("repeats-table", p.Say("run.repeats.table"), listed))
	table.More = p.rest(more, "posts.more_rows")
	s.Tables, s.Items = []templates.Table{table}, p.derived()
	return []templates.Section{s}
}

// sweep is the runs at other batch sizes; none where there is no other.
func (p ofRun) sweep() []templates.Section {
	if p.run.Sweep.Len() < 2 {
		return nil
	}
	s := p.runSection("sweep")
	s.Tables = []templates.Table{p.listing("sweep-table", p.Say("run.sweep.table"), p.run.Sweep)}
	return []templates.Section{s}
}

func (p ofRun) problems() []templates.Section {
	if len(p.run.Problems) == 0 {
		return nil
	}
	texts := lists.Map(p.run.Problems, func(problem data.Problem) templates.Text { return templates.Plain(problem.Error()) })
	return []templates.Section{{ID: "problems", Title: p.Say("run.problems"), Items: texts}}
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

// lede says what was measured by whom, with links to each.
func (p ofRun) lede() templates.Text {
	by, places := p.system(p.run.Schema().System()), p.shownOn()
	text := templates.Text{{Text: by.name, Href: by.about.URL}}
	if len(places) == 0 {
		return append(text, plain(". "+p.Say("run.unranked")))
	}
	if places[0].Text == by.name { // a board that is called as its system
		text = templates.Text{places[0]}
		places = places[1:]
	}
	for _, part := range places {
		text = append(text, plain(" · "), part)
	}
	return text
}

// shownOn are the board that shows a run, its model and its GPU, with links to their pages; none for a run that no board shows.
func (p ofRun) shownOn() (places []templates.Run) {
	t := p.at.board
	if t == nil {
		return nil
	}
	row := p.at.row()
	places = append(places, linked(t.Title, p.to(t.address())), templates.Run{Text: row.ModelID, Href: p.modelLink(t, row)})
	if row.GPU != "" {
		places = append(places, p.linkTo(content.OfGPU, row.GPU))
	}
	return places
}

func (p ofRun) facts() []templates.Fact {
	t := p.at.board
	return lists.Map(p.run.Headline(), func(f data.Field) templates.Fact {
		called := p.called(&f)
		text := p.content.Words.Measured(p.shown(f.Name, p.run.Value(0, f.Name)).Text, space, called.Unit)
		if t != nil && p.run.Repeats.Len() < 2 && f.Name == p.at.row().RankField().Name {
			if low, high, ok := p.at.row().Interval(); ok {
				end := func(x float64) string { return t.cellOf(f.Name, x).Text }
				text += ", " + p.Say("run.interval", "low", end(low), "high", end(high))
			}
		}
		return templates.Fact{Term: called.Label, Value: templates.Plain(text)}
	})
}

// called is a field as the board of the run calls it. The base of a preview may have other fields.
func (p ofRun) called(f *data.Field) data.Field {
	if own, known := p.fields[f.Name]; known {
		return own.Field
	}
	return translated(p.content.Words, *f)
}

// shown is a value of a field of the run, as its board writes it; a count, which is not measured, with all digits.
func (p ofRun) shown(field string, v any) templates.Cell {
	v = inUTC(p.run.Schema(), field, v)
	x, ok := v.(float64)
	if f, known := p.fields[field]; ok && known && f.Better == data.Neutral && p.isWhole(field) && x == math.Trunc(x) && math.Abs(x) < 1e15 {
		v = int(x)
	}
	cell := p.cellOf(v)
	if p.at.board != nil {
		cell = p.at.board.cellOf(field, v)
	}
	if _, text := v.(string); text {
		cell.Text = readable(p.content.Words, cell.Text)
	}
	return cell
}

// isWhole reports whether numbers of a field are shown in its own unit, not in a multiple.
func (p ofRun) isWhole(field string) bool {
	return p.at.board == nil || p.at.board.board.Form(field).Size == 0
}

// headline are the fields that sum up the run in a table, by their names.
func (p ofRun) headline() []string {
	names := lists.Map(p.run.Headline(), func(f data.Field) string { return f.Name })
	return names[:min(len(names), mostResults)]
}

// listing is a table of runs beside the one, which is marked. What differs between them names them.
func (p ofRun) listing(id, label string, runs data.Table) templates.Table {
	fields, name := p.headline(), p.names(runs)
	v := templates.Table{ID: id, Label: label, Fixed: true, Columns: []templates.Column{{Label: p.Say("run.run"), Kind: templates.Name}}}
	for i, field := range fields {
		f := p.fields[field]
		v.Columns = append(v.Columns, templates.Column{Label: f.Label, Unit: f.Unit, Kind: templates.Number, Main: i == 0})
	}
	v.Rows = make([]templates.Row, runs.Len())
	for i := range v.Rows {
		own, row := runs.Run(i), &v.Rows[i]
		row.Cells = make([]templates.Cell, 1+len(fields))
		if row.Cells[0].Text = name(i); own == p.id {
			row.Mark = p.Say("run.this")
		} else {
			row.Cells[0].Href = p.toRun(own)
		}
		for k, field := range fields {
			row.Cells[1+k].Text = p.shown(field, runs.Value(i, field)).Text
		}
	}
	return v
}

// withMean ends the table of a run's repeats with their mean, which is what boards show.
func (p ofRun) withMean(v templates.Table) templates.Table {
	mean, row := p.run.Row(), templates.Row{Cells: []templates.Cell{{Text: p.Say("run.repeats.mean")}}}
	row.Cells = append(row.Cells, lists.Map(p.headline(), func(field string) templates.Cell { return p.shown(field, mean.Value(field)) })...)
	v.Rows = append(v.Rows, row)
	return v
}

// names name each of some runs by what differs between them: "Batch size 64, Seed 2".
func (p ofRun) names(runs data.Table) func(i int) string {
	differ := lists.Filter(runs.Schema().Stated(), func(f data.Field) bool {
		return (f.Key || f.Protocol || f.Role == data.RoleBatch) && runs.Varies(f.Name)
	})
	return func(i int) string {
		parts := lists.Map(differ, func(f data.Field) string {
			return p.called(&f).Label + " " + cmp.Or(p.cellOf(runs.Value(i, f.Name)).Text, "–")
		})
		return cmp.Or(strings.Join(parts, ", "), runs.Run(i))
	}
}

// cite is how to print, cite and report the run.
func (p ofRun) cite() templates.Section {
	s := p.citeCalled(p.run.Schema(), p.id)
	if report := p.content.Site.ReportURL(p.id); report != "" {
		s.Links = append(s.Links, templates.Link{Text: p.Say("model.problem"), Href: report})
	}
	if p.at.board != nil {
		s.Links = append(s.Links, templates.Link{Text: p.Say("run.data"), Href: p.to(p.at.board.dataPath("csv"))})
	}
	return s
}

// citeCalled is how to print and cite a run of a record type, which the command reads from the site, if that knows its address.
func (p *page) citeCalled(of *data.Schema, id string) templates.Section {
	s := templates.Section{ID: "cite", Title: p.Say("run.cite"), Text: templates.Plain(p.citeHint())}
	if p.opts.BaseURL != "" {
		s.Snippets = append(s.Snippets, templates.Snippet{Title: p.Say("run.command"), Code: "jouleboard show " + id + " -s " + p.opts.BaseURL})
	}
	s.Snippets = append(s.Snippets, p.citations(p.system(of.System()), p.title, p.Say("run.called", "run", id))...)
	return s
}
