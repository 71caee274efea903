package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// groupPage is the page of one GPU or one architecture: per task, how it compares
// with the others and which models run best on it.
func (p *page) groupPage(ctx context.Context, k groupKind, g *group) (templates.Overview, error) {
	v := templates.Overview{Frame: p.frame(), Title: g.name, Facts: k.facts(p, g), Source: p.source()}
	v.Lede = templates.Plain(p.Say("groups.page_lede", "configurations", p.Say("count.configurations", "n", len(g.rows)),
		"models", p.Say("count.models", "n", len(modelsOf(g.rows))), "tasks", p.Say("count.tasks", "n", len(p.tasksWith(g.rows)))))
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
		{Text: p.Say("groups.all_in_task"), Href: p.to(taskAddress(t.ID))},
	}}
	best := aggregate.Best(of(t, g.rows), t.query)
	s.Text = p.groupLede(t, best)
	if k.matched != nil {
		against, err := k.matched(p, t, g)
		if err != nil {
			return s, err
		}
		s.Items = append(s.Items, lists.Map(against, func(f finding) templates.Text { return p.against(t, f) })...)
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
			f.Table.Note = p.Rich("groups."+k.kind+".nearest", "shown", len(near), "all", len(summaries), "address", p.to(k.path))
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

func (p *page) groupLede(t *task, best []aggregate.Row) templates.Text {
	if len(best) == 0 {
		return templates.Plain(p.Say("groups.none_within", "deadline", t.deadlineText()))
	}
	r := best[0]
	return templates.Plain(p.Say("groups.lowest", "limit", "≤"+space+t.deadlineText(), "model", r.Nickname, "energy", r.Energy,
		"unit", t.perOutput(), "hardware", on(r), "batch", r.Batch))
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
		}, p.content)
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
	v.ID, v.Label = "best-"+t.ID, p.Say("groups.best_label", "task", t.Name, "group", g.name)
	v.Note = templates.Plain(p.Say("groups.best_note", "limit", "≤"+space+t.deadlineText()))
	v.Empty = p.Say("groups.none_within", "deadline", t.deadlineText())
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
	v.ID, v.Label, v.Wide = "all-"+t.ID, p.Say("groups.all_label", "task", t.Name, "group", g.name), true
	v.Title = p.Say("groups.all_configurations", "n", len(rows))
	v.More = p.moreRows(t, len(rows)-len(shown))
	return v
}

// runName is a model's name that leads to the run on the model's page.
func (p *page) runName(t *task) column {
	return column{
		Column: templates.Column{Field: t.nameField(), Label: p.Say("table.model"), Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: r.Nickname, Href: p.to(modelAddress(r.ModelID)) + "#" + r.Run, Tag: units.Precision(r.Precision)}
		},
	}
}

// powerShare is the mean power of a GPU as a share of its power limit, where
// content/ states the limit.
func (p *page) powerShare(show templates.Show) column {
	return p.number(templates.Column{Label: p.Say("groups.power"), Unit: p.Say("groups.of_limit"), Show: show, Help: p.help("power")},
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
	v := templates.Table{ID: "summary-" + t.ID, Label: p.Say("groups."+k.kind+".summary", "task", t.Name), Columns: []templates.Column{
		{Label: p.Say("groups." + k.kind + ".name"), Kind: templates.Name},
		{Label: p.Say("table.models"), Kind: templates.Number},
		{Label: p.Say("table.configurations"), Kind: templates.Number},
		{Label: p.Say("groups.lowest_column"), Unit: unit, Kind: templates.Number},
		{Label: p.Say("groups.lower_quartile"), Unit: unit, Kind: templates.Number},
		{Label: p.Say("groups.median"), Unit: unit, Kind: templates.Number, Main: true, Sorted: "ascending"},
		{Label: p.Say("groups.upper_quartile"), Unit: unit, Kind: templates.Number},
		{Label: p.Say("groups.highest"), Unit: unit, Kind: templates.Number},
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
