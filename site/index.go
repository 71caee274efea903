package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// modelsIndex lists all models.
func (p *page) modelsIndex() templates.Overview {
	name := data.LLMRun{}.Schema().Name // as those of image and video models
	columns := []templates.Column{
		{Field: name(data.RoleModelName), Label: "Model", Kind: templates.Name},
		{Field: name(data.RoleParameters), Label: "Parameters", Unit: "billion", Kind: templates.Number, Help: p.help("parameters")},
		{Field: name(data.RoleActive), Label: "Active", Unit: "billion", Kind: templates.Number, Show: templates.Tablet, Help: p.help("parameters")},
		{Field: name(data.RoleArchitecture), Label: "Architecture", Show: templates.Desktop, Help: p.help("architecture")},
		{Label: "Tasks", Kind: templates.Long, Show: templates.Tablet},
		{Label: "GPUs", Show: templates.Desktop},
		{Label: "Runs", Kind: templates.Number, Show: templates.Desktop},
	}
	columns = append(columns, p.qualityColumns()...)
	t := templates.Table{ID: "models", Label: "All models", Columns: columns, Empty: "There are no models yet."}
	for _, m := range p.models {
		t.Rows = append(t.Rows, p.modelLine(m))
	}
	guests := p.guestSection("Model", p.guestsModel)
	if len(p.models) == 0 && len(guests) > 0 {
		return templates.Overview{
			Frame: p.frame(), Title: "Models", Sections: guests,
			Lede: templates.Plain(units.Plural(len(p.guestsModel), "model") + "; each page shows all configurations of a model, board by board."),
		}
	}
	return templates.Overview{
		Frame: p.frame(), Title: "Models", Source: p.source(),
		Lede: templates.Plain(fmt.Sprintf("%s from %s; each page shows all configurations of a model and its trade-off of energy and latency.",
			units.Plural(len(p.models), "model"), units.Plural(p.organizations(), "organization"))),
		Sections: append([]templates.Section{{ID: "all", Title: "All models", Tables: []templates.Table{t}}}, guests...),
	}
}

func (p *page) modelLine(m *model) templates.Row {
	r := m.rows[0]
	var tasks []string
	for _, t := range p.tasksWith(m.rows) {
		tasks = append(tasks, t.Name)
	}
	names := strings.Join(tasks, ", ")
	return templates.Row{Model: m.id, Cells: append([]templates.Cell{
		{Text: m.name(), Href: p.to(modelAddress(m.id)), Tag: precisionTag(r.Precision), Below: names},
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

// groupIndex lists the GPUs or the architectures and compares them task by task.
func (p *page) groupIndex(ctx context.Context, k groupKind) (templates.Overview, error) {
	t := templates.Table{ID: k.kind + "-list", Label: k.title, Columns: append([]templates.Column{
		{Label: k.noun, Kind: templates.Name},
	}, append(k.columns(p), []templates.Column{
		{Label: "Models", Kind: templates.Number}, {Label: "Runs", Kind: templates.Number, Show: templates.Tablet},
	}...)...)}
	for _, g := range k.groups(p.edition) {
		cells := append([]templates.Cell{{Text: g.name, Href: p.to(k.address(g.name))}}, k.cells(p, g)...)
		t.Rows = append(t.Rows, templates.Row{Cells: append(cells, p.cellOf(len(modelsOf(g.rows))), p.cellOf(len(g.rows)))})
	}
	v := templates.Overview{Frame: p.frame(), Title: k.title, Lede: templates.Plain(k.lede), Source: p.source()}
	v.Sections = []templates.Section{{ID: "all", Title: "All " + k.plural, Tables: []templates.Table{t}}}
	for _, t := range p.tasks {
		summaries := aggregate.Summarize(t.rows, k.name)
		if len(summaries) == 0 {
			continue
		}
		f, err := p.groupFigure(ctx, k, t, summaries)
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, templates.Section{ID: t.ID, Title: t.Name, Figures: []templates.Figure{f}})
	}
	if k.kind == gpuKind.kind {
		if len(p.gpus) == 0 && len(p.guestsGPU) > 0 {
			v.Sections = nil
		}
		v.Sections = append(v.Sections, p.guestSection("GPU", p.guestsGPU)...)
	}
	return v, nil
}

// groupKind is what GPU pages and architecture pages differ in.
type groupKind struct {
	kind, path, noun, plural, title, lede string

	groups  func(*edition) []*group
	name    func(aggregate.Row) string
	address func(name string) string
	columns func(*page) []templates.Column // further columns of the index
	cells   func(*page, *group) []templates.Cell
	facts   func(*page, *group) []templates.Fact
	// matched compares a group with the others in a task; nil where no model is in two groups.
	matched func(*page, *task, *group) ([]finding, error)
}

var gpuKind = groupKind{
	kind: "gpu", path: "gpus/", noun: "GPU", plural: "GPUs", title: "GPUs",
	lede: "Which models run best on which GPU. Comparing all configurations mixes different models: " +
		"each GPU’s page compares the models that were measured on two GPUs.",
	groups:  func(e *edition) []*group { return e.gpus },
	name:    func(r aggregate.Row) string { return r.GPU },
	address: gpuAddress,
	columns: func(p *page) []templates.Column {
		return []templates.Column{
			{Label: "Power limit", Unit: "W", Kind: templates.Number, Help: p.help("power")},
			{Label: "Memory", Unit: "GB", Kind: templates.Number, Show: templates.Tablet},
			{Label: "Bandwidth", Unit: "TB/s", Kind: templates.Number, Show: templates.Desktop},
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
	matched: (*page).againstOthers,
}

var architectureKind = groupKind{
	kind: "architecture", path: "architectures/", noun: "Architecture", plural: "architectures", title: "Architectures",
	lede: "Dense models use every parameter for every token; mixture-of-experts models use a subset; " +
		"hybrid models replace most attention layers. Architecture is not reported for image and video models.",
	groups:  func(e *edition) []*group { return e.architectures },
	name:    func(r aggregate.Row) string { return r.Architecture },
	address: architectureAddress,
	columns: func(*page) []templates.Column { return nil },
	cells:   func(*page, *group) []templates.Cell { return nil },
	facts:   func(*page, *group) []templates.Fact { return nil },
}

func (p *page) gpuFacts(g *group) []templates.Fact {
	f, ok := p.content.GPU(g.name)
	if !ok {
		return nil
	}
	return []templates.Fact{
		{Term: "Full name", Value: templates.Text{linked(f.Name, f.Source)}},
		{Term: "Generation", Value: templates.Plain(fmt.Sprintf("%s, %d", f.Architecture, f.Year))},
		{Term: "Power limit", Value: templates.Plain(units.Short(f.TDP) + " W")},
		{Term: "Memory", Value: templates.Plain(units.Short(f.Memory) + " GB")},
		{Term: "Bandwidth", Value: templates.Plain(units.Short(f.Bandwidth) + " TB/s")},
		{Term: "Power sensor", Value: p.sensorError(f.Sensor)},
	}
}

// sensorError says what is known of the error that all runs on a GPU share.
func (p *page) sensorError(s content.Sensor) templates.Text {
	if s != (content.Sensor{}) {
		return templates.Text{linked(s.String(), s.Source), plain(", for all runs alike")}
	}
	u := p.content.Site.Uncertainty
	return templates.Text{
		linked("no accuracy stated", p.help("uncertainty")), plain("; "),
		linked("± "+units.Short(u.Sensor)+" % assumed", u.SensorSource), plain(" for all runs alike"),
	}
}
