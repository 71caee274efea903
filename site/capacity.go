package site

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
)

// taskCapacity says what each model's best configuration would need to serve the
// task's daily outputs. The page's script answers for other demands.
func (p *page) taskCapacity(t *task) []templates.Section {
	if !t.hasCapacity() {
		return nil
	}
	name := p.modelName(t)
	name.cell = func(r aggregate.Row) templates.Cell { return p.named(r, p.modelLink(t, r)) }
	best := slices.DeleteFunc(slices.Clone(t.best), func(r aggregate.Row) bool { return !hasCapacity(r) || r.Doubt() != "" })
	server := written(templates.Column{Field: "hardware", Label: t.words.Say("capacity.server"), Show: templates.Screen}, t.where)
	v := p.table(append(p.capacityColumns(t, name), server), few(best))
	v.ID, v.Label, v.Wide, v.Kept = "capacity-table", t.words.Say("capacity.table"), false, true
	v.Measured = t.basisOf(t.rows[0])
	energy := t.words.Say(variant("capacity.energy", t.subject != nil, "_board")) // what that is of stands on the page
	return []templates.Section{{
		ID: "capacity", Title: t.words.Say("capacity.title"), Demand: p.loadFields(t), Tables: []templates.Table{v},
		Text: templates.Text{
			plain(t.words.Say("capacity.text") + " " + energy + " "), linked(t.words.Say("capacity.formulas"), p.help("capacity")),
		},
	}}
}

// hasCapacity reports whether the energy of an output and the outputs a second of a
// server are known: the throughput of single queries is none of a server.
func (t *task) hasCapacity() bool {
	return t.Output != "query" && slices.ContainsFunc(t.rows, hasCapacity)
}

func hasCapacity(r aggregate.Row) bool {
	return !math.IsNaN(r.Energy) && !math.IsNaN(r.Throughput) && r.NumGPUs > 0
}

// loadFields are what a reader states of the load and of the servers.
func (p *page) loadFields(t *task) []templates.Quantity {
	w := t.words
	field := func(name, value string, size int) templates.Quantity {
		return templates.Quantity{Name: name, Label: w.Say("capacity.in." + name), Unit: w.Say("capacity.in.unit." + name), Value: value, Size: size}
	}
	daily := templates.Quantity{
		Name: "daily", Label: capital(w.Say("capacity.daily", "nouns", w.Noun(t.Output, 2))), Value: w.Typed(t.Daily), Size: 13,
	}
	fields := []templates.Quantity{daily, field("kw", "", 6), field("monthly", "", 8)}
	return append(append(fields, p.figures()...), field("reserve", "0", 4), field("idle", "0", 4), field("extra", "0", 4), field("extra_server", "0", 4))
}

// capacityColumns are the plan, then what it is computed from. The page's script answers for other loads.
func (p *page) capacityColumns(t *task, name column) []column {
	plan := func(show templates.Show, field, label, unit string, cell func(aggregate.Row, board.Plan) templates.Cell) column {
		c := p.number(templates.Column{Field: field, Label: label, Unit: unit, Help: p.help("capacity"), Show: show}, nil)
		c.cell = func(r aggregate.Row) templates.Cell {
			made, _ := t.board.Default.Plan(r, t.Daily)
			return cell(r, made)
		}
		return c
	}
	exact := func(value func(board.Plan) float64) func(aggregate.Row, board.Plan) templates.Cell {
		return func(_ aggregate.Row, made board.Plan) templates.Cell { return p.exact(value(made)) }
	}
	rounded := func(value func(board.Plan) float64) func(aggregate.Row, board.Plan) templates.Cell {
		return func(_ aggregate.Row, made board.Plan) templates.Cell { return p.cellOf(value(made)) }
	}
	servers := func(r aggregate.Row, made board.Plan) templates.Cell {
		cell := p.exact(made.Servers)
		if low, high := t.board.Default.PlanWithin(r, t.Daily); low.Servers != high.Servers {
			cell.Small = " " + t.words.Say("capacity.within", "low", t.words.Short(high.Servers), "high", t.words.Short(low.Servers))
		}
		return cell
	}
	users := func(r aggregate.Row, made board.Plan) templates.Cell {
		if n, ok := t.users(r, made); ok {
			return p.exact(n)
		}
		return templates.Cell{}
	}
	energy := p.field(t, t.rows[0].EnergyField(), templates.Desktop)
	energy.Main = true // leads to the run
	made := []column{
		name,
		plan(templates.Always, "servers", t.words.Say("capacity.servers"), "", servers),
		plan(templates.Always, "gpus", t.words.Say("capacity.gpus"), t.words.Say("capacity.total"), exact(func(p board.Plan) float64 { return p.GPUs })),
		plan(templates.Tablet, "outputs", capital(t.words.Noun(t.Output, 2)), t.words.Say("capacity.per_day", "lot", t.lotText()),
			rounded(func(p board.Plan) float64 { return p.Outputs / float64(t.lot()) })),
	}
	if t.PerToken() && t.name(data.RolePerResponse) != "" {
		made = append(made, plan(templates.Screen, "responses", t.words.Say("capacity.responses"), t.words.Say("capacity.responses_unit"),
			func(r aggregate.Row, made board.Plan) templates.Cell {
				return p.cellOf(made.Outputs / board.OutputsPerResponse(r))
			}))
	}
	if t.PerToken() {
		made = append(made, plan(templates.Screen, "users", t.words.Say("capacity.users"), t.words.Say("capacity.users_unit"), users))
	}
	return append(made,
		plan(templates.Desktop, "power", t.words.Say("capacity.power"), "kW", rounded(func(p board.Plan) float64 { return p.Power })),
		plan(templates.Desktop, "energy", t.words.Say("capacity.yearly"), "kWh", rounded(func(p board.Plan) float64 { return p.Energy })),
		plan(templates.Tablet, "cost", t.words.Say("capacity.cost"), t.words.Say("capacity.cost_unit"), func(aggregate.Row, board.Plan) templates.Cell { return templates.Cell{} }),
		energy,
	)
}
