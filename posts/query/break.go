package query

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// breakable reports whether a kind shows values on lines of one scale. The others count or spread values over the whole axis.
func breakable(k charts.PlotKind) bool {
	return k.Shape == charts.AtPlaces || k.Shape == charts.PerCategory
}

// whole refuses breaks of axes that would hide something, or leave nothing out.
func (p *panel) whole() {
	if p.axis.right != nil && p.axis.right.Break != nil {
		p.fault("y", "break: only the left axis can have one; remove it, or draw the measure in a panel of its own")
	}
	p.wholeBut("x", p.axis.x)
	p.wholeBut("y", p.axis.y)
}

// wholeBut refuses the break of an axis.
func (p *panel) wholeBut(key string, axis charts.PlotAxis) {
	switch {
	case axis.Break == nil || p.err != nil:
		return
	case !breakable(p.kind) || axis.Categories != nil:
		names := lists.Map(lists.Filter(charts.PlotKinds, breakable), func(k charts.PlotKind) string { return k.Name })
		p.fault(key, "break: this axis of a %s cannot have one; remove it, or use one of %s", p.kind.Name, strings.Join(names, ", "))
		return
	case p.Stacked:
		p.fault(key, "break: stacked bars are compared by their lengths; remove break, or stack")
		return
	}
	shown, runs := p.valuesAlong(key)
	all := slices.Sorted(slices.Values(shown))
	from, to := axis.Break[0], axis.Break[1]
	remedy := "remove break"
	if gap := widestGap(all); gap[0] < gap[1] {
		remedy = fmt.Sprintf("the widest part without values is from %s to %s", p.number(gap[0]), p.number(gap[1]))
	}
	if i := slices.IndexFunc(shown, func(v float64) bool { return v > from && v < to }); i >= 0 {
		p.fault(key, "break: %s is at %s, between %s and %s; %s", runs[i], p.number(shown[i]), p.number(from), p.number(to), remedy)
	}
	if least, most := min(0, all[0]), all[len(all)-1]; from <= least || to > most {
		p.fault(key, "break: %s to %s is not within the values, %s to %s; %s",
			p.number(from), p.number(to), p.number(least), p.number(most), remedy)
	}
	if axis.Least != nil && from <= *axis.Least || axis.Most != nil && to >= *axis.Most {
		p.fault(key, "break: %s to %s is not between min and max; widen them, or remove break", p.number(from), p.number(to))
	}
}

// valuesAlong are all values that are shown along an axis, and what each of them is of.
func (p *panel) valuesAlong(key string) (values []float64, of []string) {
	add := func(name string, all ...float64) {
		for _, v := range all {
			values, of = append(values, v), append(of, name)
		}
	}
	for _, d := range p.dots {
		name := p.described(d)
		switch {
		case key == "x":
			add(name, d.x)
		case !d.right:
			add(name, d.shown)
			if d.spread != nil {
				add(name, d.spread[:]...)
			}
		}
	}
	for _, n := range p.notes {
		if n.Across == key || n.Apart {
			add(fmt.Sprintf("the note %q", n.Text), map[string]float64{"x": n.X, "y": n.Y}[key])
		}
	}
	return values, of
}

// widestGap is between two neighbors, rounded to the inside.
func widestGap(sorted []float64) (gap [2]float64) {
	for i := 1; i < len(sorted); i++ {
		if sorted[i]-sorted[i-1] > gap[1]-gap[0] {
			gap = [2]float64{sorted[i-1], sorted[i]}
		}
	}
	if gap[0] == gap[1] {
		return gap
	}
	digits := math.Pow10(2 - int(math.Floor(math.Log10(gap[1]-gap[0]))))
	return [2]float64{math.Ceil(gap[0]*digits) / digits, math.Floor(gap[1]*digits) / digits}
}

// number is a value as a reader types it, with the digits that tell it from others.
func (p *panel) number(v float64) string { return p.text.content.Words.Typed(units.Round(v, 4)) }

// breakNote says which axes are broken.
func (p *panel) breakNote() string {
	broken := lists.Filter([]charts.PlotAxis{p.axis.x, p.axis.y}, func(a charts.PlotAxis) bool { return a.Break != nil })
	return strings.Join(lists.Map(broken, func(a charts.PlotAxis) string {
		return p.text.content.Words.Say("plot.broken", "axis", a.Name, "from", p.number(a.Break[0]), "to", p.number(a.Break[1]))
	}), " ")
}
