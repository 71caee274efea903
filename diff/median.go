package diff

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Median is what became of the metric that ranks, in the configurations of a task that were measured again, or those of them
// on a GPU or of a model.
type Median struct {
	Task, GPU, Model string // GPU and Model are "" for all
	Field            *data.Field
	// Ratio is the median of head / base; its 95% interval allows for noise and for an error that all runs of one side share.
	Ratio, Low, High float64
	Up, Down         int // configurations
}

// medians are those of a record type: of each task, then of its GPUs and models where there are several.
func (c *comparing) medians() (list []Median) {
	field := c.fields[aggregate.RankField(c.schema).Name]
	members, order := map[Median][]*Change{}, []Median{}
	for _, change := range c.found {
		if change.tested(field) == nil || change.Unstable {
			continue
		}
		for _, at := range []Median{{Task: change.Task}, {Task: change.Task, GPU: change.GPU()}, {Task: change.Task, Model: change.Name}} {
			if at.Field = field; members[at] == nil {
				order = append(order, at)
			}
			members[at] = append(members[at], change)
		}
	}
	slices.SortStableFunc(order, func(a, b Median) int {
		return slices.Compare([]string{a.Task, a.Model, a.GPU}, []string{b.Task, b.Model, b.GPU})
	})
	for i, at := range order {
		if i > 0 && at.GPU+at.Model != "" && len(members[at]) == len(members[Median{Task: at.Task, Field: field}]) {
			continue // they are all
		}
		ratios := lists.Map(members[at], func(c *Change) float64 { return math.Log(c.tested(field).Ratio()) })
		slices.Sort(ratios)
		// the variance of a median is π/2 times that of the mean
		margin := math.Sqrt(math.Pi/2) * shiftOf(field, members[at], c.shared).Noise.Margin(1-significance, 1)
		middle := middle(ratios)
		at.Ratio, at.Low, at.High = math.Exp(middle), math.Exp(middle-margin), math.Exp(middle+margin)
		at.Up = lists.Count(ratios, func(x float64) bool { return x > 0 })
		at.Down = len(ratios) - at.Up
		list = append(list, at)
	}
	return list
}
