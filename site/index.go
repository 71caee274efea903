package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// modelsIndex lists all models.
func (p *page) modelsIndex() templates.Overview {
	name := data.LLMRun{}.Schema().Name // as those of image and video models
	columns := p.heads("table.model name, models.parameters number help=parameters, models.active number tablet help=parameters, " +
		"models.architecture desktop help=architecture, table.tasks long tablet, models.gpus desktop, table.configurations number desktop")
	for i, role := range []data.Role{data.RoleModelName, data.RoleParameters, data.RoleActive, data.RoleArchitecture} {
		columns[i].Field = name(role)
	}
	columns[1].Unit, columns[2].Unit = p.Say("models.billion"), p.Say("models.billion")
	columns = append(columns, p.qualityColumns()...)
	t := templates.Table{ID: "models", Label: p.Say("models.all"), Columns: columns, Empty: p.Say("models.none")}
	t.Rows = lists.Map(p.models[:min(len(p.models), mostIndexRows)], p.modelLine)
	t.More = p.further(len(p.models) - mostIndexRows)
	guests := p.guestSection("model", p.guestsModel)
	if len(p.models) == 0 && len(guests) > 0 {
		v := p.overview(templates.Plain(p.Say("models.lede_guests", "n", len(p.guestsModel))), guests)
		v.Source = nil
		return v
	}
	lede := p.Say("models.lede", "n", len(p.models), "organizations", p.Say("count.organizations", "n", p.organizations()))
	return p.overview(templates.Plain(lede), []templates.Section{{ID: "all", Title: p.Say("models.all"), Tables: []templates.Table{t}}}, guests)
}

func (p *page) modelLine(m *group) templates.Row {
	r := m.rows[0]
	tasks := lists.Map(m.boards, func(t *task) string { return t.Name })
	gpus := distinct(m.rows, gpuOf)
	name := p.named(r, p.to(modelAddress(m.id)))
	row := p.row(name, p.exact(r.TotalParams), p.exact(r.ActiveParams), r.Architecture, strings.Join(tasks, ", "), strings.Join(gpus, ", "), len(m.rows))
	row.Model, row.Cells = m.id, append(row.Cells, p.qualityCells(m.id)...)
	return row
}

func (p *page) organizations() int {
	return len(distinct(p.models, func(m *group) string { organization, _, _ := strings.Cut(m.id, "/"); return organization }))
}

// subjectIndex lists what has pages, with the best configuration of each, task by task.
func (p *page) subjectIndex(s *pageKind) templates.Overview {
	if s.Of == content.OfModel {
		return p.modelsIndex()
	}
	var more []templates.Column
	if s.Of == content.OfGPU {
		more = p.gpuColumns()
	}
	t := templates.Table{ID: s.ID + "-list", Label: p.title, Columns: slices.Concat(
		[]templates.Column{{Label: s.Name, Kind: templates.Name}}, more, p.heads("table.models number, table.configurations number tablet"),
	)}
	for _, g := range s.groups[:min(len(s.groups), mostIndexRows)] {
		cells := append([]templates.Cell{{Text: g.name, Href: p.to(s.address(g))}}, p.gpuCells(g.name, len(more))...)
		t.Rows = append(t.Rows, templates.Row{Cells: append(cells, p.cellOf(board.ModelsIn(g.rows)), p.cellOf(len(g.rows)))})
	}
	t.More = p.further(len(s.groups) - mostIndexRows)
	v := p.overview(templates.Plain(p.description))
	if len(s.groups) > 0 {
		title := p.Say("groups.all", "title", p.content.Words.Inside(s.Title))
		v.Sections = []templates.Section{{ID: "all", Title: title, Tables: []templates.Table{t}}}
	}
	v.Sections = append(v.Sections, p.leaders(s)...)
	if s.Of == content.OfGPU {
		v.Sections = append(v.Sections, p.guestSection(content.OfGPU, p.guestsGPU)...)
	}
	return v
}

// further says how many pages a list leaves out, which the search finds.
func (p *page) further(n int) templates.Text {
	return p.rest(n, "index.more", "href", p.to(searchPath))
}

// rest is a message about the n elements that a page leaves out, nil for none.
func (p *page) rest(n int, key string, values ...any) templates.Text {
	if n <= 0 {
		return nil
	}
	return p.Rich(key, append(values, "n", n)...)
}

// leaders are, task by task, the best configuration of each value.
func (p *page) leaders(s *pageKind) (sections []templates.Section) {
	for _, t := range p.tasks[:min(len(p.tasks), mostSections)] {
		by := t.column(s.Of)
		text := t.text(by)
		rows := lists.Filter(t.rows, func(r aggregate.Row) bool { return text(r) != "" })
		a := t.answerTo(ask{View: view.View{ID: "leaders-" + t.ID, Kind: view.Ranking, By: by}, rows: rows})
		if by == "" || len(a.Rows) == 0 {
			continue
		}
		columns := append([]column{p.groupName(s, text), p.modelCell(t), p.energy(t)}, p.columns(t, templates.Tablet, hardwareColumn)...)
		v := p.rankingTable(t, view.Answer{View: a.View, Rows: a.Rows}, append(columns, p.field(t, t.field(t.name(data.RoleBatch)), templates.Desktop)))
		v.Label = p.Say("groups.leaders", "task", t.Name, "name", p.content.Words.Inside(s.Name))
		at := t.at(t.board.Default)
		note := t.words.Say("views.note.values", "metric", t.metric(), "at", at)
		if slices.ContainsFunc(a.Rows, func(r aggregate.Row) bool { return r.ModelID != aggregate.InGroup(a.Rows, r.Group)[0].ModelID }) {
			note += " " + p.Say("groups.leaders_differ")
		}
		if note = strings.TrimSpace(note + t.inGroups(a.Rows)); note != "" {
			v.Note = templates.Plain(note)
		}
		sections = append(sections, templates.Section{ID: t.ID, Title: t.Name, Tables: []templates.Table{v}})
	}
	return sections
}

// groupName is a value, which leads to its page.
func (p *page) groupName(s *pageKind, text func(aggregate.Row) string) column {
	return column{
		Column: templates.Column{Label: s.Name, Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			value := text(r)
			return templates.Cell{Text: called(s.Of, value), Href: p.to(s.Folder + slug(value) + "/")}
		},
	}
}

// modelCell is a model beside the thing that a row is about.
func (p *page) modelCell(t *task) column {
	return column{
		Column: templates.Column{Label: t.words.Say("table.model"), Kind: templates.Long, Show: templates.Tablet},
		cell:   func(r aggregate.Row) templates.Cell { return templates.Cell{Text: r.Nickname, Href: p.modelLink(t, r)} },
	}
}

// gpuColumns are what the list of GPUs says of each, and gpuCells the values, as many as there are columns.
func (p *page) gpuColumns() []templates.Column {
	return p.heads("groups.power_limit number unit=W help=power, groups.memory number tablet unit=GB, groups.bandwidth number desktop unit=TB/s")
}

func (p *page) gpuCells(name string, n int) []templates.Cell {
	f, ok := p.content.GPU(name)
	if !ok || n == 0 {
		return make([]templates.Cell, n)
	}
	return []templates.Cell{p.exact(f.TDP), p.exact(f.Memory), p.exact(f.Bandwidth)}
}

func (p *page) gpuFacts(name string) []templates.Fact {
	f, ok := p.content.GPU(name)
	if !ok {
		return nil
	}
	amount := func(x float64, unit string) templates.Text {
		return templates.Plain(p.content.Words.Short(x) + space + unit)
	}
	facts := []templates.Fact{
		{Term: p.Say("groups.full_name"), Value: templates.Text{linked(f.Name, f.Source)}},
		{Term: p.Say("groups.generation"), Value: templates.Plain(fmt.Sprintf("%s, %d", f.Architecture, f.Year))},
		{Term: p.Say("groups.power_limit"), Value: amount(f.TDP, "W")},
		{Term: p.Say("groups.memory"), Value: amount(f.Memory, "GB")},
		{Term: p.Say("groups.bandwidth"), Value: amount(f.Bandwidth, "TB/s")},
		{Term: p.Say("sensor.term"), Value: p.sensorError(f.Sensor)},
	}
	if f.Note != "" {
		facts = append(facts, templates.Fact{Term: p.Say("groups.note"), Value: templates.Plain(f.Note)})
	}
	return facts
}

// sensorError says what is known of the error that all runs on a GPU share.
func (p *page) sensorError(s content.Sensor) templates.Text {
	if s == (content.Sensor{}) {
		u := p.content.Site.Uncertainty
		assumed := p.accuracy(content.Sensor{Percent: u.Sensor})
		return p.Rich("sensor.assumed", "methods", p.help("uncertainty"), "accuracy", assumed, "source", u.SensorSource)
	}
	return p.Rich("sensor.stated", "accuracy", p.accuracy(s), "source", s.Source)
}

// accuracy is a sensor's error in words: "±5% or ±5 W per GPU, whichever is larger".
func (e *edition) accuracy(s content.Sensor) string {
	percent, watts := e.content.Words.Short(s.Percent), e.content.Words.Short(s.Watts)
	switch {
	case s.Watts == 0:
		return e.Say("sensor.percent", "percent", percent)
	case s.Percent == 0:
		return e.Say("sensor.watts", "watts", watts)
	}
	return e.Say("sensor.larger", "percent", percent, "watts", watts)
}
