package site

import (
	"math"
	"slices"

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
		return templates.Cell{Text: r.Nickname, Tag: units.Precision(r.Precision), Href: p.modelLink(t, r)}
	}
	best := slices.DeleteFunc(slices.Clone(t.best), func(r aggregate.Row) bool { return !hasCapacity(r) })
	server := written(templates.Column{Field: "hardware", Label: t.words.Say("capacity.server")}, t.where)
	s := p.capacity(t, best, append(p.capacityColumns(t, name), server))
	s.ID, s.Title = "capacity", t.words.Say("capacity.title")
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

func (p *page) capacity(t *task, rows []aggregate.Row, columns []column) templates.Section {
	v := p.table(columns, few(rows))
	v.ID, v.Label, v.Wide, v.Kept = "capacity-table", t.words.Say("capacity.table"), true, true
	v.Empty = t.words.Say("task.lede.empty")
	energy := t.words.Say("capacity.energy")
	if t.subject != nil { // what it is of stands on the page
		energy = t.words.Say("capacity.energy_board")
	}
	return templates.Section{
		Text: templates.Text{
			plain(t.words.Say("capacity.text") + " " + energy + " "), p.explained(t.words.Say("capacity.formulas"), "capacity"),
		},
		Demand: append([]templates.Quantity{{
			Name: "daily", Label: capitalized(t.words.Say("capacity.daily", "nouns", t.words.Noun(t.Output, 2))),
			Value: t.words.Typed(t.Daily), Size: 13,
		}}, p.figures()...),
		Tables: []templates.Table{v},
	}
}

// capacityColumns are the answer, then what it is computed from. The page's script
// reads the latter from the cells, by their fields.
func (p *page) capacityColumns(t *task, name column) []column {
	demand := board.Demand{Outputs: t.Daily, PUE: 1}
	answer := func(field, label, unit string, value func(board.Capacity) (float64, bool)) column {
		return p.number(templates.Column{Field: field, Label: label, Unit: unit, Help: p.help("capacity")},
			func(r aggregate.Row) (float64, bool) { return value(demand.Of(r)) })
	}
	count := func(field, label, unit string, value func(board.Capacity) float64) column {
		c := answer(field, label, unit, nil)
		c.cell = func(r aggregate.Row) templates.Cell {
			return p.exact(value(demand.Of(r)))
		}
		return c
	}
	gpus, _ := t.rows[0].Schema().The(data.RoleGPUs)
	each := p.field(t, gpus, templates.Always)
	energy := p.field(t, t.rows[0].EnergyField(), templates.Always)
	energy.Main = true // leads to the run
	each.Label, each.Unit = t.words.Say("capacity.each"), t.words.Say("capacity.per_server")
	return []column{
		name,
		count("servers", t.words.Say("capacity.servers"), "", func(c board.Capacity) float64 { return c.Servers }),
		count("gpus", t.words.Say("capacity.gpus"), t.words.Say("capacity.total"), func(c board.Capacity) float64 { return c.GPUs }),
		answer("power", t.words.Say("capacity.power"), "kW", func(c board.Capacity) (float64, bool) { return c.Power, true }),
		answer("energy", t.words.Say("capacity.yearly"), "kWh", func(c board.Capacity) (float64, bool) { return c.Energy, true }),
		answer("cost", t.words.Say("capacity.cost"), t.words.Say("capacity.cost_unit"),
			func(c board.Capacity) (float64, bool) { return c.Cost.Value() }),
		energy, p.field(t, t.rows[0].ThroughputField(), templates.Always), each,
	}
}
