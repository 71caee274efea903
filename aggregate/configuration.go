package aggregate

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// Configuration is the runs that share every key field: one run, or repeats of it.
type Configuration struct {
	ID   string // of the first run
	Runs data.Table
}

// Configurations groups runs by their key fields, in order of the first run of each.
func Configurations(runs data.Table) []Configuration {
	groups, err := runs.GroupBy(runs.Schema().Keys()...)
	if err != nil {
		return nil // the collection is empty for the reason in its Err
	}
	configurations := make([]Configuration, len(groups))
	for i, g := range groups {
		configurations[i] = Configuration{g.Runs.Run(0), g.Runs}
	}
	return configurations
}

// Value is a field of the configuration: of a number the median over the runs that
// state it, of another kind the first value; nil if none does.
func (c Configuration) Value(field string) any {
	f, _ := c.Runs.Schema().Field(field)
	if values := c.numbers(field); f.Kind == data.Float || f.Kind == data.Int && len(values) > 1 {
		if len(values) == 0 {
			return nil
		}
		return Quantile(values, 0.5)
	}
	for i := range c.Runs.Len() {
		if v := c.Runs.Value(i, field); v != nil {
			return v
		}
	}
	return nil
}

// Float is a numeric field of the configuration; ok is false when it is missing.
func (c Configuration) Float(field string) (x float64, ok bool) { return data.Number(c.Value(field)) }

// Spread is the least and the greatest value of a field over the repeats; ok is false
// with fewer than two.
func (c Configuration) Spread(field string) (least, greatest float64, ok bool) {
	values := c.numbers(field)
	if len(values) < 2 {
		return 0, 0, false
	}
	return values[0], values[len(values)-1], true
}

// numbers are the values of a field over the repeats, ascending.
func (c Configuration) numbers(field string) []float64 {
	values := c.Runs.Numbers(field)
	slices.Sort(values)
	return values
}

// Order sorts configurations by a metric, the better first; those that lack it come
// last, in the order they had.
func Order(configurations []Configuration, metric data.Field) []Configuration {
	sorted := slices.Clone(configurations)
	slices.SortStableFunc(sorted, func(a, b Configuration) int {
		x, okX := a.Float(metric.Name)
		y, okY := b.Float(metric.Name)
		switch {
		case !okX || !okY:
			return rankMissing(okX) - rankMissing(okY)
		case better(x, y, metric.Better):
			return -1
		case better(y, x, metric.Better):
			return 1
		}
		return 0
	})
	return sorted
}

func rankMissing(there bool) int {
	if there {
		return 0
	}
	return 1
}

// Places are the ranks of configurations that are sorted by the metric; those that
// lack it have none. See [Ranks] for ties.
func Places(sorted []Configuration, metric data.Field) []Rank {
	var values []Row
	for _, c := range sorted {
		x, ok := c.Float(metric.Name)
		if !ok {
			break
		}
		if metric.Better == data.Higher { // the relative margin of a tie stays the same
			x = 1 / x
		}
		values = append(values, Row{Energy: x})
	}
	return Ranks(values)
}
