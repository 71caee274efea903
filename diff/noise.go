package diff

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// SystemNoise is the variation between runs of one configuration in a system, on a log scale.
type SystemNoise struct {
	Domains []string       // its record types
	Spread  fitting.Spread // of all metrics together, combined with the assumption
	// Repeated is the number of configurations with two or more runs on one side, regardless of their seeds, and
	// Freedom the degrees of freedom of these repeats.
	Repeated int
	Freedom  float64
	Assumed  fitting.Spread // the publisher's assumption
}

// noises are those of the systems of some record types, in their order. Record types
// without a board of their own belong to one system.
func noises(all []*comparing, assumed fitting.Spread) []*SystemNoise {
	system := func(c *comparing) string {
		if c.schema.Board == nil {
			return ""
		}
		return c.schema.Board.System
	}
	return lists.Map(lists.Group(all, system), func(own []*comparing) *SystemNoise {
		n := &SystemNoise{Assumed: assumed, Spread: assumed}
		squares, freedom := 0.0, 0.0
		for _, c := range own {
			c.system = n
			c.addNoise()
			for _, f := range c.schema.Fields() {
				s := c.noise[f.Name]
				squares, freedom = squares+s.Freedom*s.SD*s.SD, freedom+s.Freedom
			}
		}
		if freedom > 0 { // metrics are of the same runs, so that their number adds no degrees of freedom
			n.Spread = fitting.Spread{SD: math.Sqrt(squares / freedom), Freedom: n.Freedom}.FilledUp(assumed)
		}
		return n
	})
}

// addNoise adds what the repeats of a record type tell.
func (c *comparing) addNoise() {
	c.system.Domains = append(c.system.Domains, c.schema.Domain)
	c.system.Repeated += c.repeated
	c.system.Freedom += lists.Sum(c.repeats, func(runs []int32) float64 { return float64(len(runs) - 1) })
	for _, f := range c.schema.Fields() {
		if len(c.repeats) == 0 || !isResult(f) || !hasLogarithm(f) {
			continue
		}
		c.noise[f.Name] = spreadOf(c.column(f.Name), c.repeats...)
	}
}

// spreadOf is the spread within groups of runs. These are sorted, so that their order and
// side have no say in a sum.
func spreadOf(values []any, groups ...[]int32) fitting.Spread {
	samples := lists.Map(groups, func(runs []int32) []float64 { return sample(values, runs) })
	slices.SortFunc(samples, slices.Compare)
	return fitting.PooledSpread(samples)
}

// assumed reports whether a spread rests on no repeats.
func assumed(s fitting.Spread) bool { return math.IsInf(s.Freedom, 1) }

// isResult reports whether the field is a result of runs, whose changes count.
func isResult(f data.Field) bool { return f.Better != data.Neutral || f.Result }

// hasLogarithm reports whether values of the field differ by ratio; a condition has none.
func hasLogarithm(f data.Field) bool { return f.Kind != data.Bool }
