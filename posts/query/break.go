package query

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// breakable are the kinds that show values on lines of one scale. The others count or spread values over the whole axis.
var breakable = []string{"scatter", "line", "trade-off", "bar", "grouped-bar"}

// whole refuses breaks of axes that would hide something, or leave nothing out.
func (p *panel) whole() error {
	if p.axis.right != nil && p.axis.right.Break != nil {
		return p.Fault("y", "break: only the left axis can have one; remove it, or draw the measure in a panel of its own")
	}
	for _, a := range []struct {
		key   string
		axis  charts.PlotAxis
		value func(dot) []float64
	}{
		{"x", p.axis.x, func(d dot) []float64 { return []float64{d.x} }},
		{"y", p.axis.y, dot.reaches},
	} {
		if a.axis.Break == nil {
			continue
		}
		from, to := a.axis.Break[0], a.axis.Break[1]
		switch {
		case !slices.Contains(breakable, p.kind) || a.axis.Categories != nil:
			return p.Fault(a.key, "break: this axis of a %s cannot have one; remove it, or use one of %s", p.kind, strings.Join(breakable, ", "))
		case p.Stacked:
			return p.Fault(a.key, "break: stacked bars are compared by their lengths; remove break, or stack")
		}
		var all []float64
		for _, d := range p.dots {
			if a.key == "y" && d.right {
				continue
			}
			values := a.value(d)
			if i := slices.IndexFunc(values, func(v float64) bool { return v > from && v < to }); i >= 0 {
				return p.Fault(a.key, "break: %s is at %s, between %s and %s; leave out a part without values",
					p.runs.described(d.runs[0]), p.number(values[i]), p.number(from), p.number(to))
			}
			all = append(all, values...)
		}
		for _, n := range p.notes {
			if at := n.X; n.Across == a.key && (a.key == "y" && n.Y > from && n.Y < to || a.key == "x" && at > from && at < to) {
				return p.Fault(a.key, "break: the note %q is between %s and %s; leave out a part without it", n.Text, p.number(from), p.number(to))
			}
		}
		all = append(all, a.axis.Also...)
		if a.axis.Least != nil && from <= *a.axis.Least || a.axis.Most != nil && to >= *a.axis.Most || slices.Max(all) < to || min(0, slices.Min(all)) >= from {
			return p.Fault(a.key, "break: %s to %s is not within the values, %s to %s; remove it, or leave out a part between two values",
				p.number(from), p.number(to), p.number(slices.Min(all)), p.number(slices.Max(all)))
		}
	}
	return nil
}

func (p *panel) number(v float64) string { return p.text.content.Words.Typed(v) }

// reaches are the values that a dot shows along the y axis.
func (d dot) reaches() []float64 {
	if d.spread == nil {
		return []float64{d.shown}
	}
	return []float64{d.shown, d.spread[0], d.spread[1]}
}

// breakNote says which axes are broken.
func (p *panel) breakNote() string {
	broken := lists.Filter([]charts.PlotAxis{p.axis.x, p.axis.y}, func(a charts.PlotAxis) bool { return a.Break != nil })
	return strings.Join(lists.Map(broken, func(a charts.PlotAxis) string {
		return p.text.content.Words.Say("plot.broken", "axis", a.Name, "from", p.number(a.Break[0]), "to", p.number(a.Break[1]))
	}), " ")
}
