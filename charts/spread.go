package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/aggregate"
)

// spread is how energies are spread in groups of one task's configurations.
type spread struct {
	task   Task
	by     Grouping
	groups []aggregate.Summary
	metrics
}

// Grouping is the field by which a chart groups configurations.
type Grouping string

// ByGPU and ByArchitecture are the groupings that have a chart.
const (
	ByGPU          Grouping = "gpu"
	ByArchitecture Grouping = "architecture"
)

// EnergyByGroup draws a quartile box for each group of one task's configurations
// from [aggregate.Summarize].
func EnergyByGroup(groups []aggregate.Summary, t Task, by Grouping) Figure {
	s := spread{task: t, by: by, groups: groups}
	if len(groups) == 0 {
		return Figure{Chart: "energy-by-group", Title: t.Words.Say("charts.empty")}
	}
	s.metrics = metricsOf(groups[0].Best, t.Percentile)
	return s.figure()
}

func (s spread) figure() Figure {
	w := s.task.Words
	fig := Figure{Chart: "energy-by-group", Title: s.title(), Caption: s.caption(), Wide: s.draw()}
	fig.Description = w.Say("charts.spread.description", "title", fig.Title)
	fig.Columns = []Column{
		{Label: w.Say("charts.spread.column." + string(s.by))},
		{Label: w.Say("charts.column.configurations"), Number: true},
		{Label: w.Say("charts.column.models"), Number: true},
	}
	unit := s.task.Unit(s.energy)
	for _, label := range []string{
		w.Say("charts.column.minimum"), w.Say("charts.column.lower_quartile"), w.Say("charts.column.median"),
		w.Say("charts.column.upper_quartile"), w.Say("charts.column.maximum"),
	} {
		fig.Columns = append(fig.Columns, Column{Label: label, Unit: unit, Number: true})
	}
	for _, g := range s.groups {
		row := Row{Cells: []Cell{textCell(g.Key), whole(w, g.Configurations), whole(w, g.Models)}}
		for _, x := range []float64{g.Least, g.Lower, g.Median, g.Upper, g.Most} {
			row.Cells = append(row.Cells, number(w, x))
		}
		fig.Rows = append(fig.Rows, row)
	}
	return fig
}

func (s spread) draw() Drawing {
	const rowHeight = 48
	c := &canvas{words: s.task.Words, width: 340, left: 8, right: 332, top: 4, unnamed: true}
	c.xName = logAxis(c.words, s.task.Axis(s.energy))
	c.bottom = c.top + rowHeight*len(s.drawn())
	c.height = c.bottom + 42
	c.names = numbered(len(s.drawn()))
	var ends []float64
	boxes := Boxes{Width: 12, Style: scene.Style{Stroke: bar, Width: 1.6}}
	for i, g := range s.drawn() {
		ends = append(ends, g.Least, g.Most)
		boxes.All = append(boxes.All, [5]float64{g.Least, g.Lower, g.Median, g.Upper, g.Most})
		boxes.Rows = append(boxes.Rows, i)
	}
	c.x = logScale(ends, 0.03, 0.03)
	c.layout()
	c.add(boxes)
	c.add(s.names(c.x.min))
	return c.drawing()
}

// names stand above the boxes.
func (s spread) names(x float64) Texts {
	names := Texts{Color: labelInk}
	for i, g := range s.drawn() {
		count := " · " + s.task.Words.Say("count.configurations", "n", g.Configurations)
		text := plain(g.Key, fontSize, 320-textWidth(count, fontSize)) + count
		names.All = append(names.All, Label{At: [2]float64{x, float64(i)}, Text: text, Size: fontSize, Side: "right", DY: -17})
	}
	return names
}

// mostGroups is how many boxes the chart has at most; the table has all groups.
const mostGroups = 60

func (s spread) drawn() []aggregate.Summary { return s.groups[:min(len(s.groups), mostGroups)] }

// title names what is drawn: groups hold different models, so their boxes compare nothing.
func (s spread) title() string {
	return s.task.Words.Say("charts.spread.title."+string(s.by), "label", s.task.label(s.energy))
}

func (s spread) caption() string {
	text := s.task.Words.Say("charts.spread.caption")
	if more := len(s.groups) - len(s.drawn()); more > 0 {
		text += " " + s.task.Words.Say("charts.spread.more", "n", more)
	}
	return text
}
