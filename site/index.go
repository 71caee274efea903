package site

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// modelsIndex lists all models.
func (p *page) modelsIndex() templates.Overview {
	name := data.LLMRun{}.Schema().Name // as those of image and video models
	columns := []templates.Column{
		{Field: name(data.RoleModelName), Label: p.Say("table.model"), Kind: templates.Name},
		{
			Field: name(data.RoleParameters), Label: p.Say("models.parameters"), Unit: p.Say("models.billion"),
			Kind: templates.Number, Help: p.help("parameters"),
		},
		{
			Field: name(data.RoleActive), Label: p.Say("models.active"), Unit: p.Say("models.billion"),
			Kind: templates.Number, Show: templates.Tablet, Help: p.help("parameters"),
		},
		{Field: name(data.RoleArchitecture), Label: p.Say("models.architecture"), Show: templates.Desktop, Help: p.help("architecture")},
		{Label: p.Say("table.tasks"), Kind: templates.Long, Show: templates.Tablet},
		{Label: p.Say("models.gpus"), Show: templates.Desktop},
		{Label: p.Say("table.configurations"), Kind: templates.Number, Show: templates.Desktop},
	}
	columns = append(columns, p.qualityColumns()...)
	t := templates.Table{ID: "models", Label: p.Say("models.all"), Columns: columns, Empty: p.Say("models.none")}
	t.Rows = append(t.Rows, lists.Map(p.models[:min(len(p.models), mostIndexRows)], p.modelLine)...)
	if n := len(p.models) - len(t.Rows); n > 0 {
		t.More = p.Rich("models.more", "n", n, "href", p.to(searchPath))
	}
	guests := p.guestSection("model", p.guestsModel)
	if len(p.models) == 0 && len(guests) > 0 {
		return templates.Overview{
			Frame: p.frame(), Title: p.title, Sections: guests,
			Lede: templates.Plain(p.Say("models.lede_guests", "n", len(p.guestsModel))),
		}
	}
	return templates.Overview{
		Frame: p.frame(), Title: p.title, Source: p.source(),
		Lede: templates.Plain(p.Say("models.lede", "n", len(p.models),
			"organizations", p.Say("count.organizations", "n", p.organizations()))),
		Sections: append([]templates.Section{{ID: "all", Title: p.Say("models.all"), Tables: []templates.Table{t}}}, guests...),
	}
}

func (p *page) modelLine(m *model) templates.Row {
	r := m.rows[0]
	tasks := lists.Map(p.tasksWith(m.rows), func(t *task) string { return t.Name })
	names := strings.Join(tasks, ", ")
	return templates.Row{Model: m.id, Cells: append([]templates.Cell{
		{Text: m.name(), Href: p.to(modelAddress(m.id)), Tag: units.Precision(r.Precision), Below: names},
		p.exact(r.TotalParams), p.exact(r.ActiveParams),
		{Text: r.Architecture},
		{Text: names},
		{Text: strings.Join(distinct(m.rows, func(r aggregate.Row) string { return r.GPU }), ", ")},
		p.cellOf(len(m.rows)),
	}, p.qualityCells(m.id)...)}
}

func (p *page) organizations() int {
	seen := map[string]bool{}
	for _, m := range p.models {
		organization, _, _ := strings.Cut(m.id, "/")
		seen[organization] = true
	}
	return len(seen)
}

// groupIndex lists the GPUs or the architectures with the best configuration on each, task by task.
func (p *page) groupIndex(_ context.Context, k groupKind) (templates.Overview, error) {
	t := templates.Table{ID: k.kind + "-list", Label: p.title, Columns: append([]templates.Column{
		{Label: p.Say("groups." + k.kind + ".name"), Kind: templates.Name},
	}, append(k.columns(p), []templates.Column{
		{Label: p.Say("table.models"), Kind: templates.Number},
		{Label: p.Say("table.configurations"), Kind: templates.Number, Show: templates.Tablet},
	}...)...)}
	groups := k.groups(p.edition)
	for _, g := range groups[:min(len(groups), mostIndexRows)] {
		cells := append([]templates.Cell{{Text: g.name, Href: p.to(k.address(g.name))}}, k.cells(p, g)...)
		t.Rows = append(t.Rows, templates.Row{Cells: append(cells, p.cellOf(len(modelsOf(g.rows))), p.cellOf(len(g.rows)))})
	}
	v := templates.Overview{Frame: p.frame(), Title: p.title, Lede: templates.Plain(p.description), Source: p.source()}
	v.Sections = []templates.Section{{ID: "all", Title: p.Say("groups." + k.kind + ".all"), Tables: []templates.Table{t}}}
	v.Sections = append(v.Sections, p.leaders(k)...)
	if k.kind == gpuKind.kind {
		if len(p.gpus) == 0 && len(p.guestsGPU) > 0 {
			v.Sections = nil
		}
		v.Sections = append(v.Sections, p.guestSection("gpu", p.guestsGPU)...)
	}
	return v, nil
}

// mostIndexRows bounds the lists of an index.
const mostIndexRows = 200

// leaders are, task by task, the best configuration of each group.
func (p *page) leaders(k groupKind) (sections []templates.Section) {
	for _, t := range p.tasks[:min(len(p.tasks), mostSections)] {
		rows := lists.Filter(t.rows, func(r aggregate.Row) bool { return k.name(r) != "" })
		a := t.answerTo(ask{View: view.View{ID: "leaders-" + t.ID, Kind: view.Ranking, By: t.name(k.role)}, rows: rows})
		if len(a.Rows) == 0 {
			continue
		}
		columns := append([]column{p.groupName(k), p.modelCell(t), p.energy(t)}, p.columns(t, templates.Tablet, hardwareColumn)...)
		v := p.rankingTable(view.Answer{View: a.View, Rows: a.Rows}, append(columns, p.batch(t, templates.Desktop)))
		v.Wide, v.Label = false, p.Say("groups."+k.kind+".leaders", "task", t.Name)
		v.Note = templates.Plain(p.Say("groups.leaders_note"))
		sections = append(sections, templates.Section{ID: t.ID, Title: t.Name, Tables: []templates.Table{v}})
	}
	return sections
}

// groupName is a group's name, which leads to its page.
func (p *page) groupName(k groupKind) column {
	return column{
		Column: templates.Column{Label: p.Say("groups." + k.kind + ".name"), Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: k.name(r), Href: p.to(k.address(k.name(r))), Below: r.Nickname}
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

// groupKind is what GPU pages and architecture pages differ in.
type groupKind struct {
	kind, path string // the kind is also a part of the keys of its words

	groups  func(*edition) []*group
	name    func(aggregate.Row) string
	address func(name string) string
	columns func(*page) []templates.Column // further columns of the index
	cells   func(*page, *group) []templates.Cell
	facts   func(*page, *group) []templates.Fact
	role    data.Role
	matched bool // whether a model can be in two groups
	// query selects a group on a task's page.
	query func(name string) string
}

var gpuKind = groupKind{
	kind: "gpu", path: "gpus/",
	groups:  func(e *edition) []*group { return e.gpus },
	name:    func(r aggregate.Row) string { return r.GPU },
	address: gpuAddress,
	columns: func(p *page) []templates.Column {
		return []templates.Column{
			{Label: p.Say("groups.power_limit"), Unit: "W", Kind: templates.Number, Help: p.help("power")},
			{Label: p.Say("groups.memory"), Unit: "GB", Kind: templates.Number, Show: templates.Tablet},
			{Label: p.Say("groups.bandwidth"), Unit: "TB/s", Kind: templates.Number, Show: templates.Desktop},
		}
	},
	cells: func(p *page, g *group) []templates.Cell {
		f, ok := p.content.GPU(g.name)
		if !ok {
			return make([]templates.Cell, 3)
		}
		return []templates.Cell{p.exact(f.TDP), p.exact(f.Memory), p.exact(f.Bandwidth)}
	},
	facts:   (*page).gpuFacts,
	role:    data.RoleGPU,
	matched: true,
	query:   func(name string) string { return "?" + url.Values{"gpu": {board.ListText([]string{name})}}.Encode() },
}

var architectureKind = groupKind{
	kind: "architecture", path: "architectures/",
	groups:  func(e *edition) []*group { return e.architectures },
	name:    func(r aggregate.Row) string { return r.Architecture },
	address: architectureAddress,
	columns: func(*page) []templates.Column { return nil },
	cells:   func(*page, *group) []templates.Cell { return nil },
	facts:   func(*page, *group) []templates.Fact { return nil },
	role:    data.RoleArchitecture,
	query:   func(name string) string { return "?" + url.Values{"arch": {board.ListText([]string{name})}}.Encode() },
}

func (p *page) gpuFacts(g *group) []templates.Fact {
	f, ok := p.content.GPU(g.name)
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
