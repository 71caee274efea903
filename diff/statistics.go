package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"gonum.org/v1/gonum/stat/distuv"
)

// significance is the share of false discoveries that is accepted among the changes of
// one metric.
const significance = 0.05

// outlying is the chance below which repeats of one configuration are too far apart for
// the noise of all.
const outlying = 0.001

// judging is the noise that decides about one configuration: that of all, unless its own
// repeats scatter more than chance allows (F test), and then theirs.
func judging(own, all fitting.Spread) fitting.Spread {
	if own.SD <= all.SD || assumed(all) {
		return all
	}
	f := distuv.F{D1: own.Freedom, D2: all.Freedom}
	if all.SD > 0 && f.Survival(own.SD*own.SD/(all.SD*all.SD)) >= outlying {
		return all
	}
	return own
}

// apart is the spread of the difference of two means of so many values.
func apart(noise fitting.Spread, base, head int) fitting.Spread {
	noise.SD *= math.Sqrt(1/float64(base) + 1/float64(head))
	return noise
}

// chance is the two-sided p-value of a difference whose own standard deviation is given, on
// a log scale: by Student's distribution, or the normal one where the noise is assumed.
func chance(difference float64, deviation fitting.Spread) float64 {
	if deviation.SD == 0 {
		return 0
	}
	t := math.Abs(difference) / deviation.SD
	if assumed(deviation) {
		return math.Erfc(t / math.Sqrt2)
	}
	return 2 * distuv.StudentsT{Sigma: 1, Nu: deviation.Freedom}.Survival(t)
}

// discover turns the p-values of a family of tests into q-values, in two stages. It gives the p-value of there being no
// change at all in it: the least q-value before the second stage (Simes, Biometrika 73, 1986).
func discover(chances []*float64) float64 {
	correct(chances)
	least := *chances[0]
	sharpen(chances)
	return least
}

// correct turns p-values into q-values: the least share of false discoveries at which each is one (Benjamini and Hochberg,
// J. R. Stat. Soc. B 57, 1995).
func correct(values []*float64) {
	slices.SortFunc(values, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	least := 1.0
	for i := len(values) - 1; i >= 0; i-- {
		least = min(least, *values[i]*float64(len(values))/float64(i+1))
		*values[i] = least
	}
}

// sharpen takes what q-values find out of the number of tests that may be false, in a
// second stage (Benjamini, Krieger and Yekutieli, Biometrika 93, 2006, definition 6).
func sharpen(values []*float64) {
	left := lists.Count(values, func(q *float64) bool { return *q*(1+significance) > significance })
	for _, q := range values {
		*q = min(1, *q*(1+significance)*float64(max(left, 1))/float64(len(values)))
	}
}

// rankedShare is the share of all false alarms that the metric has by which boards rank; the others divide the rest.
const rankedShare = 0.8

// weigh corrects p-values of there being no change at all in a metric for the number of metrics (weighted tests:
// Genovese, Roeder and Wasserman, Biometrika 93, 2006).
func weigh(all []*comparing, of func(c *comparing, metric string) *float64) {
	var others []*float64
	for _, c := range all {
		ranked := aggregate.RankField(c.schema).Name
		for _, f := range c.schema.Fields() {
			p := of(c, f.Name)
			switch {
			case p == nil:
			case f.Name == ranked:
				*p = min(1, *p/rankedShare)
			default:
				*p = min(1, *p/(1-rankedShare))
				others = append(others, p)
			}
		}
	}
	correct(others)
}

// screen keeps a metric from finding anything in which nothing may have changed.
func screen(all []*comparing) {
	weigh(all, func(c *comparing, metric string) *float64 { return c.families[metric] })
	for _, c := range all {
		for _, p := range c.pairs {
			for f, least := range c.families {
				if m := p.change.tested(c.fields[f]); m != nil {
					m.Q = max(m.Q, *least)
				}
			}
		}
	}
}
