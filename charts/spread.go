package charts

import (
	"fmt"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// spread is how energies are spread in groups of one task's configurations.
type spread struct {
	task   Task
	noun   string
	groups []aggregate.Summary
	metrics
}

// EnergyByGroup draws a quartile box for each group of one task's configurations
// from [aggregate.Summarize]; noun says what the groups are: "GPU", "architecture".
func EnergyByGroup(groups []aggregate.Summary, t Task, noun string) Figure {
	s := spread{task: t, noun: noun, groups: groups}
	if len(groups) == 0 {
		return Figure{Chart: "energy-by-group", Title: "No configuration to show"}
	}
	s.metrics = metricsOf(groups[0].Best, t.Percentile)
	return s.figure()
}

func (s spread) figure() Figure {
	fig := Figure{Chart: "energy-by-group", Title: s.title(), Caption: s.caption(), Description: s.description(), Wide: s.draw()}
	unit := s.task.inWords(s.energy.Unit)
	fig.Columns = []Column{{Label: capital(s.noun)}, {Label: "Configurations", Number: true}, {Label: "Models", Number: true}}
	for _, label := range []string{"Least", "Lower quartile", "Median", "Upper quartile", "Most"} {
		fig.Columns = append(fig.Columns, Column{Label: label, Unit: unit, Number: true})
	}
	for _, g := range s.groups {
		fig.Rows = append(fig.Rows, Row{Cells: []Cell{
			words(g.Key), whole(g.Configurations), whole(g.Models),
			number(g.Least), number(g.Lower), number(g.Median), number(g.Upper), number(g.Most),
		}})
	}
	return fig
}

func (s spread) draw() Drawing {
	const rowHeight = 48
	c := &canvas{width: 340, left: 8, right: 332, top: 4, unnamed: true, xName: s.task.axis(s.energy) + " (log)"}
	c.bottom = c.top + rowHeight*len(s.drawn())
	c.height = c.bottom + 42
	c.names = numbered(len(s.drawn()))
	var ends []float64
	boxes := Boxes{Tag: Tag{Name: s.noun}, Width: 12, Style: scene.Style{Stroke: bar, Width: 1.6}}
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
		count := " · " + units.Plural(g.Configurations, "configuration")
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
	return s.task.label(s.energy) + " by " + s.noun
}

func (s spread) caption() string {
	text := "Box: interquartile range and median; whiskers: minimum and maximum. " +
		"The groups contain different models and batch sizes, so they are not directly comparable."
	if more := len(s.groups) - len(s.drawn()); more > 0 {
		text += fmt.Sprintf(" %s more are in the table only.", units.Whole(more))
	}
	return text
}

func (s spread) description() string {
	return fmt.Sprintf("Box plot of energies on a logarithmic axis, one box for each %s.", s.noun)
}
