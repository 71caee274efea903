package site

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// taskCapacity says what each model's best configuration would need to serve the
// task's daily outputs. The page's script answers for other demands.
func (p *page) taskCapacity(t *task) templates.Section {
	name := p.modelName(t)
	name.cell = func(r aggregate.Row) templates.Cell {
		return templates.Cell{Text: r.Nickname, Tag: precisionTag(r.Precision), Href: p.modelLink(t, r)}
	}
	best := slices.DeleteFunc(slices.Clone(t.best), func(r aggregate.Row) bool { return !hasCapacity(r) })
	s := p.capacity(t, best, name)
	s.ID, s.Title = "capacity", "What a day’s "+t.Output+"s take: servers, power and cost"
	return s
}

// hasCapacity reports whether the energy of an output and the outputs a second of a
// server are known: the throughput of single queries is none of a server.
func (t *task) hasCapacity() bool {
	return t.Output != "query" && slices.ContainsFunc(t.rows, hasCapacity)
}

func hasCapacity(r aggregate.Row) bool {
	return !math.IsNaN(r.Energy) && !math.IsNaN(r.Throughput) && r.NumGPUs > 0
}

// modelCapacity does so for the best configuration of a model on each hardware
// within the deadline.
func (p *page) modelCapacity(m *model, t *task, rows []aggregate.Row) (s templates.Section, ok bool) {
	seen := map[string]bool{}
	var best []aggregate.Row
	for _, r := range t.query.InOrder(rows) {
		if !seen[on(r)] {
			best = append(best, r)
		}
		seen[on(r)] = true
	}
	if len(best) == 0 {
		return s, false
	}
	s = p.capacity(t, best, p.configurationName())
	s.ID, s.Title = t.ID+"-capacity", "Servers, power and cost of a day’s "+t.Output+"s: "+strings.ToLower(t.Name)
	s.Tables[0].ID, s.Tables[0].Label = t.ID+"-capacity-table", "Capacity of "+m.name()+" in "+t.Name
	return s, true
}

func (p *page) capacity(t *task, rows []aggregate.Row, name column) templates.Section {
	v := table(p.capacityColumns(t, name), rows)
	v.ID, v.Label, v.Wide, v.Kept = "capacity-table", "Capacity by configuration", true, true
	v.Empty = "No configuration passes the filters."
	energy := "Energy is the GPUs’ at steady state times PUE; waiting, reserve and everything beside the GPUs are not counted. "
	if t.subject != nil { // what it is of stands on the page
		energy = "Energy is the GPUs’ as this benchmark measures it times PUE; reserve and everything beside the GPUs are not counted. "
	}
	return templates.Section{
		Text: templates.Text{
			plain("If every server runs the configuration shown, the load is even over the day and servers are added whole. " + energy),
			p.explained("The formulas", "capacity"), plain("."),
		},
		Demand: []templates.Quantity{
			{Name: "daily", Label: "Outputs a day", Unit: t.Output + "s", Value: units.Short(t.Daily), Size: 13},
			{Name: "price", Label: "Electricity price", Unit: "per kWh"},
			{Name: "pue", Label: "PUE", Unit: "× the GPUs’ energy", Value: "1"},
		},
		Tables: []templates.Table{v},
	}
}

// capacityColumns are the answer, then what it is computed from. The page's script
// reads the latter from the cells, by their fields.
func (p *page) capacityColumns(t *task, name column) []column {
	demand := board.Demand{Outputs: t.Daily, PUE: 1}
	answer := func(field, label, unit string, value func(board.Capacity) (float64, bool)) column {
		return number(templates.Column{Field: field, Label: label, Unit: unit, Help: p.help("capacity")},
			func(r aggregate.Row) (float64, bool) { return value(demand.Of(r)) })
	}
	count := func(field, label, unit string, value func(board.Capacity) float64) column {
		c := answer(field, label, unit, nil)
		c.cell = func(r aggregate.Row) templates.Cell {
			x := value(demand.Of(r))
			return templates.Cell{Text: units.Short(x), Value: data.Text(x)}
		}
		return c
	}
	gpus, _ := t.rows[0].Schema().The(data.RoleGPUs)
	each := p.field(gpus, templates.Always)
	each.Label, each.Unit = "GPUs", "per server"
	return []column{
		name,
		count("servers", "Servers", "", func(c board.Capacity) float64 { return c.Servers }),
		count("gpus", "GPUs", "in all", func(c board.Capacity) float64 { return c.GPUs }),
		answer("power", "Mean power", "kW", func(c board.Capacity) (float64, bool) { return c.Power, true }),
		answer("energy", "Energy", "kWh a year", func(c board.Capacity) (float64, bool) { return c.Energy, true }),
		answer("cost", "Cost", "a year, by the price", func(c board.Capacity) (float64, bool) { return c.Cost.Value() }),
		p.energy(t), p.field(t.rows[0].ThroughputField(), templates.Always), each,
		written(templates.Column{Field: "hardware", Label: "Each server"}, serverText),
	}
}

func serverText(r aggregate.Row) string {
	batch := ""
	if r.Batch > 0 {
		batch = "batch" + space + units.Whole(r.Batch)
	}
	return joined(board.Hardware(r), batch)
}
