package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// groupPage is the page of one GPU or one architecture: per task, how it compares
// with the others and which models run best on it.
func (p *page) groupPage(ctx context.Context, k groupKind, g *group) (templates.Overview, error) {
	v := templates.Overview{Frame: p.frame(), Title: g.name, Facts: k.facts(p, g), Source: p.source()}
	v.Lede = templates.Plain(fmt.Sprintf("%s of %s in %s.",
		units.Plural(len(g.rows), "configuration"), units.Plural(len(modelsOf(g.rows)), "model"), units.Plural(len(p.tasksWith(g.rows)), "task")))
	for _, t := range p.tasksWith(g.rows) {
		s, err := p.groupTask(ctx, k, g, t)
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, s)
		v.Jump = append(v.Jump, templates.Link{Text: t.Name, Href: "#" + t.ID})
	}
	return v, nil
}

func (p *page) groupTask(ctx context.Context, k groupKind, g *group, t *task) (templates.Section, error) {
	s := templates.Section{ID: t.ID, Title: t.Name, Links: []templates.Link{
		{Text: "All models in this task", Href: p.to(taskAddress(t.ID))},
	}}
	best := aggregate.Best(of(t, g.rows), t.query)
	s.Text = groupLede(t, best)
	if k.matched != nil {
		against, err := k.matched(p, t, g)
		if err != nil {
			return s, err
		}
		for _, f := range against {
			s.Items = append(s.Items, p.against(t, f))
		}
		s.Items, s.Text = append(s.Items, s.Text), nil
	}
	summaries := aggregate.Summarize(t.rows, k.name)
	if len(summaries) > 1 {
		near := around(summaries, g.name)
		f, err := p.groupFigure(ctx, k, t, near)
		if err != nil {
			return s, err
		}
		if len(near) < len(summaries) {
			f.Table.Note = templates.Text{
				plain(fmt.Sprintf("Shown are %d of %s, those nearest in rank. ", len(near), units.Whole(len(summaries)))),
				linked("All "+k.plural, p.to(k.path)), plain("."),
			}
		}
		s.Figures = []templates.Figure{f}
	}
	s.Tables = append(s.Tables, p.groupBest(g, t, best), p.groupRows(g, t))
	return s, nil
}

// around are the summaries nearest to that of a group in their order: each of many groups
// has a page, so that all of them on each would be their square.
func around(summaries []aggregate.Summary, name string) []aggregate.Summary {
	const most = 60
	at := slices.IndexFunc(summaries, func(s aggregate.Summary) bool { return s.Key == name })
	from := max(0, min(at-most/2, len(summaries)-most))
	return summaries[from:min(from+most, len(summaries))]
}

func groupLede(t *task, best []aggregate.Row) templates.Text {
	if len(best) == 0 {
		return templates.Plain("No configuration here meets " + t.deadlineText() + ".")
	}
	r := best[0]
	return templates.Plain(fmt.Sprintf("Lowest energy at ≤%s%s: %s with %s %s, on %s at batch size %s.",
		space, t.deadlineText(), r.Nickname, units.Number(r.Energy), t.perOutput(), on(r), units.Whole(r.Batch)))
}

// mostOthers bounds the GPUs that a page compares its own with.
const mostOthers = 5

// sharing are the other GPUs of a task, those that ran most of the same models first.
func (p *page) sharing(t *task, g *group) (others []*group) {
	mine, shared := map[string]bool{}, map[*group]int{}
	for _, r := range of(t, g.rows) {
		mine[r.ModelID] = true
	}
	for _, other := range p.gpus {
		rows := of(t, other.rows)
		if other == g || len(rows) == 0 {
			continue
		}
		for _, m := range modelsOf(rows) {
			if mine[m.id] {
				shared[other]++
			}
		}
		others = append(others, other)
	}
	slices.SortStableFunc(others, func(a, b *group) int { return shared[b] - shared[a] })
	return others[:min(len(others), mostOthers)]
}

// againstOthers compares a GPU with others in a task: the same models, each at its best
// within the deadline.
func (p *page) againstOthers(t *task, g *group) (against []finding, err error) {
	schema, table := t.rows[0].Schema(), p.data.LLM().Table
	if schema.Domain != table.Schema().Domain {
		table = p.data.Diffusion().Table
	}
	table = table.Filter(fmt.Sprintf("%s == %q", schema.Name(data.RoleTask), t.ID))
	for _, other := range p.sharing(t, g) {
		f, err := compare(table, content.Comparison{
			Domain: schema.Domain, Factor: schema.Name(data.RoleGPU), Base: other.name, Alt: g.name,
			Deadline: t.rows[0].LatencyField(t.query.Percentile).Name, At: []float64{t.Deadline},
		}, p.content.Site.Uncertainty.Sensor)
		if err != nil {
			return nil, err
		}
		against = append(against, f)
	}
	return against, nil
}

// groupBest is the table of the models' best configurations within the group.
func (p *page) groupBest(g *group, t *task, best []aggregate.Row) templates.Table {
	columns := []column{p.modelName(t), p.energy(t), p.latency(t, templates.Tablet)}
	columns = append(columns, p.columns(t, templates.Tablet, "hardware")...)
	columns = append(columns, p.batch(t, templates.Desktop), p.powerShare(templates.Desktop))
	columns[1].Sorted = "ascending"
	v := table(columns, best)
	v.ID, v.Label = "best-"+t.ID, t.Name+": models by energy, "+g.name
	v.Note = templates.Plain("Each model’s lowest-energy configuration at ≤" + space + t.deadlineText() + ".")
	v.Empty = "No configuration meets " + t.deadlineText() + "."
	return v
}

// groupRows is the table of all configurations within the group, each leading to
// its run.
func (p *page) groupRows(g *group, t *task) templates.Table {
	rows := slices.Clone(of(t, g.rows))
	slices.SortStableFunc(rows, func(a, b aggregate.Row) int { return cmp.Compare(a.Energy, b.Energy) })
	shown := listedRows(rows)
	columns := []column{p.runName(t), p.energy(t), p.latency(t, templates.Always)}
	columns = append(columns, p.columns(t, templates.Always, "hardware")...)
	columns = append(columns, p.batch(t, templates.Always))
	columns[1].Sorted = "ascending"
	v := table(columns, shown)
	v.ID, v.Label, v.Wide = "all-"+t.ID, t.Name+": all configurations, "+g.name, true
	v.Title = "All " + units.Plural(len(rows), "configuration")
	v.More = p.moreRows(t, len(rows)-len(shown))
	return v
}

// runName is a model's name that leads to the run on the model's page.
func (p *page) runName(t *task) column {
	return column{
		Column: templates.Column{Field: t.nameField(), Label: "Model", Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: r.Nickname, Href: p.to(modelAddress(r.ModelID)) + "#" + r.Run, Tag: precisionTag(r.Precision)}
		},
	}
}

// powerShare is the mean power of a GPU as a share of its power limit, where
// content/ states the limit.
func (p *page) powerShare(show templates.Show) column {
	return p.number(templates.Column{Label: "Power", Unit: "% of the limit", Show: show, Help: p.help("power")},
		func(r aggregate.Row) (float64, bool) {
			f, ok := p.content.GPU(r.GPU)
			if !ok || f.TDP <= 0 {
				return 0, false
			}
			return 100 * r.Power / (f.TDP * float64(r.NumGPUs)), true
		})
}

// summaryTable is how the energies of each group are spread.
func (p *page) summaryTable(k groupKind, t *task, summaries []aggregate.Summary) templates.Table {
	unit := t.perOutput()
	v := templates.Table{ID: "summary-" + t.ID, Label: t.Name + ": energy by " + k.noun, Columns: []templates.Column{
		{Label: k.noun, Kind: templates.Name},
		{Label: "Models", Kind: templates.Number},
		{Label: "Runs", Kind: templates.Number},
		{Label: "Least", Unit: unit, Kind: templates.Number},
		{Label: "Lower quartile", Unit: unit, Kind: templates.Number},
		{Label: "Median", Unit: unit, Kind: templates.Number, Main: true, Sorted: "ascending"},
		{Label: "Upper quartile", Unit: unit, Kind: templates.Number},
		{Label: "Most", Unit: unit, Kind: templates.Number},
	}, Wide: true}
	for _, s := range summaries {
		cells := []templates.Cell{{Text: s.Key, Href: p.to(k.address(s.Key))}, p.cellOf(s.Models), p.cellOf(s.Configurations)}
		for _, x := range []float64{s.Least, s.Lower, s.Median, s.Upper, s.Most} {
			cells = append(cells, p.cellOf(x))
		}
		v.Rows = append(v.Rows, templates.Row{Cells: cells})
	}
	return v
}
