package view

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Words are the parameters of an address that say which view of a board a reader explores, beside those of its query:
//
//	board     ID of the board
//	kind      trade-off, line or bar
//	rows      configurations, or best per COLUMN
//	x, y      columns, measures or expressions; the bars are named by x
//	color     separates the series
//	facet     each of its values has a panel
//	label     stands beside the marks of frontiers
//	log       the logarithmic axes: x, y, or none
//	frontier  none leaves them out
//	models    IDs of the models, separated by commas; all without
var Words = []string{"board", "kind", "rows", "x", "y", "color", "facet", "label", "log", "frontier", "models"}

// ExploredKinds are the kinds that an address can name, the default first.
var ExploredKinds = []Kind{Tradeoff, Line, Bar}

// perPrefix begins what rows are if they are the best of each value.
const perPrefix = "best per "

// Explored is the view that an address asks for, with its subject: the board with the columns that the view computes.
type Explored struct {
	View
	Subject
	Query  board.Query
	Unused bool // the address says rows or panels, which bars do not have
}

// Explore reads the address of a view of a board. What cannot be used falls back to the default and is reported.
func Explore(b *board.Board, address string) (Explored, []board.Fault) {
	values, _ := url.ParseQuery(strings.TrimPrefix(address, "?"))
	e, r := Explored{Subject: Subject{b, b.Rows}}, reader{board.Reader{Values: values}}
	e.Query, r.Faults = b.Parse(address)
	kind := board.Word(&r.Reader, "kind", ExploredKinds, ExploredKinds[0])
	e.View = usual(b, kind)
	if text := values.Get("models"); text != "" {
		named := board.ReadList(text)
		e.Rows = lists.Filter(b.Rows, func(r aggregate.Row) bool { return slices.Contains(named, r.ModelID) })
		if len(e.Rows) == 0 {
			e.Rows = b.Rows
			r.Fault("models", "IDs of models of the board, separated by commas")
		}
	}
	r.per(&e.View)
	r.axis("x", &e.X)
	r.axis("y", &e.Y[0])
	e.X, e.Y[0] = called(b, e.X), called(b, e.Y[0])
	r.text("color", &e.By)
	r.text("facet", &e.Facet)
	r.text("label", &e.Label)
	if e.Kind == Bar { // the best of each value of x, side by side
		e.Unused = e.Facet != "" || e.Per != ""
		e.Facet, e.Per = "", ""
	}
	log, standard := board.Word(&r.Reader, "log", []string{"x,y", "x", "y", board.None}, "x,y"), usual(b, kind)
	for _, part := range []struct {
		name   string
		value  *string
		usual  string
		number bool // alone can be drawn
	}{
		{"x", &e.X, standard.X, kind != Bar},
		{"y", &e.Y[0], standard.Y[0], true},
		{"color", &e.By, standard.By, false},
		{"facet", &e.Facet, "", false},
		{"label", &e.Label, standard.Label, false},
		{"rows", &e.Per, "", false},
	} {
		made, err := e.Board.Computing(e.Query, *part.value)
		if err != nil {
			r.Faults = append(r.Faults, board.Fault{Parameter: part.name, Value: *part.value, Want: columnWanted + ": " + namesOf(b)})
			*part.value = part.usual
			continue
		}
		e.Board = made
		if c, _ := made.Column(*part.value); *part.value != part.usual && part.number && c.Kind != data.Int && c.Kind != data.Float {
			r.Fault(part.name, "a column of numbers; only bars can have texts on their x axis")
			*part.value = part.usual
		}
	}
	e.View.logs(log, e.Subject, e.Query.Percentile)
	e.Plain = board.Word(&r.Reader, "frontier", []string{board.None}, "") == board.None || !e.directed()
	return e, r.Faults
}

// called is the column or measure of an axis that a reader calls by what formulas may contain: the latency and the cost.
func called(b *board.Board, name string) string {
	if _, own := b.Column(name); own {
		return name
	}
	switch latency := b.Rows[0].Schema().LatencyAt(); {
	case name == "latency" && len(latency) > 0:
		return latency[0]
	case name == "cost":
		return "cost_per_million"
	}
	return name
}

// usual is the view of a kind that says nothing else.
func usual(b *board.Board, kind Kind) View {
	axes := b.Tradeoff()
	own := func(role data.Role) string { c, _ := b.Column(b.Rows[0].Schema().Name(role)); return c.Name }
	v := View{ID: "explored", Kind: kind, Y: []string{axes.Y}, By: own(data.RoleGPU), Label: b.Naming()}
	if axes.Y == "" {
		v.Y[0] = b.Rows[0].RankField().Name
	}
	if kind == Line {
		v.Alike = lists.Map(b.Grouping(b.Default), func(c board.Column) string { return c.Name })
	}
	switch {
	case kind == Line && own(data.RoleBatch) != "":
		v.X = own(data.RoleBatch)
	case kind == Bar:
		v.X = b.Naming()
	case len(axes.X) > 0:
		v.X = axes.X[0]
	default:
		v.X = cmp.Or(own(data.RoleBatch), b.Naming())
	}
	return v
}

// logs sets which axes are logarithmic. Bars begin at zero.
func (v *View) logs(axes string, s Subject, p aggregate.Percentile) {
	v.Linear = nil
	if v.Kind == Bar {
		axes = board.None
	}
	for axis, column := range map[string]string{"x": v.X, "y": v.Y[0]} {
		if !strings.Contains(axes, axis) {
			v.Linear = append(v.Linear, column, s.Axis(column, p))
		}
	}
	slices.Sort(v.Linear)
}

// directed reports whether less or more is better on both axes.
func (e Explored) directed() bool {
	return lists.All([]string{e.X, e.Y[0]}, func(name string) bool {
		c, ok := e.Board.Column(name)
		return ok && c.Better != data.Neutral
	})
}

// reader reads the words of an address.
type reader struct{ board.Reader }

// axis sets what an address says; no axis is without a column.
func (r *reader) axis(name string, to *string) {
	if r.Get(name) == board.None {
		r.Fault(name, columnWanted)
		return
	}
	*to = cmp.Or(r.Get(name), *to)
}

const columnWanted = "a column, a measure or an expression over them"

// namesOf lists the columns of a board.
func namesOf(b *board.Board) string {
	return strings.Join(lists.Map(b.Columns, func(c board.Column) string { return c.Name }), ", ")
}

// text sets what an address says; none switches it off.
func (r *reader) text(name string, to *string) {
	switch text := r.Get(name); text {
	case "":
	case board.None:
		*to = ""
	default:
		*to = text
	}
}

// per sets what a row stands for.
func (r *reader) per(v *View) {
	text := r.Get("rows")
	if per, ok := strings.CutPrefix(text, perPrefix); ok && per != "" {
		v.Per = per
	} else if text != "" && text != "configurations" {
		r.Fault("rows", "configurations, or best per a column")
	}
}

// Answer answers the view. Its rows are in the order of the query.
func (e Explored) Answer() Answer {
	a := e.View.Answer(e.Subject, e.Query)
	kept := lists.By(a.Rows, func(r aggregate.Row) (string, bool) { return r.Run, true })
	own := lists.Filter(e.Query.Ordered(e.Subject.Rows), func(r aggregate.Row) bool { return kept[r.Run] }) // in the groups of the board
	a.Rows = e.Query.Unhurried().InOrder(own)
	if e.Query.Sort != e.Board.Default.Sort {
		a.Rows = e.Board.Sorted(a.Rows, e.Query)
	}
	return a
}

// eachPer keeps the best row of each value of a column.
func (v View) eachPer(s Subject, q board.Query) Subject {
	if v.Per == "" {
		return s
	}
	best := lists.By(s.best(v.Per, q), func(r aggregate.Row) (string, bool) { return r.Run, true })
	return Subject{s.Board, lists.Filter(s.Rows, func(r aggregate.Row) bool { return best[r.Run] })} // with their own scores
}

// best is the best row of each value of a column, none of them suspicious.
func (s Subject) best(column string, q board.Query) []aggregate.Row {
	return aggregate.BestBy(aggregate.Trusted(q.Ordered(s.Rows)), q.Query, s.text(column))
}
