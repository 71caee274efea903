package aggregate

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"

	"gonum.org/v1/gonum/stat/distuv"
)

// resamples is how often groups are drawn anew for the interval of a median.
const resamples = 2000

// leastGroups have an interval: of fewer values even the range from the least to the
// greatest covers the median in less than 95 % of cases.
const leastGroups = 6

// Effect summarizes pairs. Numbers without sufficient data are nil.
type Effect struct {
	Count  int `json:"pairs"`
	Wins   int `json:"wins"`   // pairs whose alternative has the lower metric; ties are not wins
	Groups int `json:"groups"` // of pairs: those of one model and task
	// GroupWins are the groups whose median change is below zero.
	GroupWins   int             `json:"group_wins"`
	Models      int             `json:"models"`                // among the runs of the base
	AltModels   int             `json:"-"`                     // of the alternative
	Families    int             `json:"families"`              // of the models of the base
	AltFamilies int             `json:"-"`                     // of those of the alternative
	Median      *float64        `json:"median_change_percent"` // of the pairs, as the next two
	Min         *float64        `json:"min_change_percent"`
	Max         *float64        `json:"max_change_percent"`
	Interval    *MedianInterval `json:"interval"`
	Differs     Differences     `json:"differs"`
	Merged      int             `json:"pairs_of_several_models"` // with a side that was chosen from several
	Sensor      *SensorDoubt    `json:"sensor"`
}

// Differences are settings that are not held, but differ.
type Differences []Difference

// MarshalJSON writes the number of pairs by field.
func (d Differences) MarshalJSON() ([]byte, error) {
	return json.Marshal(lists.By(d, func(one Difference) (string, int) { return one.Field, one.Pairs }))
}

// MedianInterval is the 95% interval of a median change in percent. Pairs of one group depend on each other, so whole
// groups are drawn with replacement; the interval is between quantiles of the medians of these samples.
type MedianInterval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Difference is a setting with the number of pairs whose sides differ in it.
type Difference struct {
	Field string
	Pairs int
}

// SensorDoubt describes a claim if all energies of one side were wrong by Percent: its wins and its median if the
// alternative were higher or lower by that much.
type SensorDoubt struct {
	Percent    float64 `json:"error_percent"`
	FewestWins int     `json:"fewest_wins"`
	MostWins   int     `json:"most_wins"`
	LowMedian  float64 `json:"low_median_change_percent"`
	HighMedian float64 `json:"high_median_change_percent"`
	Turns      bool    `json:"turns"` // the sign of the median or the majority depends on it
}

// Reverses reports whether the sign of the median depends on the error.
func (d SensorDoubt) Reverses() bool { return d.LowMedian < 0 != (d.HighMedian < 0) }

// EffectOf summarizes pairs; a sensor error of 0% omits the doubt.
func EffectOf(pairs []Pair, sensorError float64) Effect {
	e := Effect{Count: len(pairs)}
	if len(pairs) == 0 {
		return e
	}
	groups := groupsIn(pairs)
	changes := make([]change, len(pairs))
	e.Groups = len(groups)
	base, alt, families, others := map[any]bool{}, map[any]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range pairs {
		if p.Alt.Metric < p.Base.Metric {
			e.Wins++
		}
		if p.Base.Models > 1 || p.Alt.Models > 1 {
			e.Merged++
		}
		base[p.Model], alt[p.AltModel], families[p.Family], others[Family(data.Text(p.AltModel))] = true, true, true, true
	}
	for group, members := range groups {
		for _, i := range members {
			changes[i] = change{pairs[i].Change, group}
		}
		if medianOf(lists.Map(members, func(i int) float64 { return pairs[i].Change })) < 0 {
			e.GroupWins++
		}
	}
	e.Models, e.AltModels, e.Families, e.AltFamilies = len(base), len(alt), len(families), len(others)
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.percent, b.percent) })
	e.Min, e.Max = &changes[0].percent, &changes[len(changes)-1].percent
	median := (changes[(len(changes)-1)/2].percent + changes[len(changes)/2].percent) / 2
	e.Median, e.Differs = &median, differences(pairs)
	e.Interval = medianInterval(changes, e.Groups)
	if sensorError > 0 {
		d := DoubtOf(lists.Map(changes, func(c change) float64 { return c.percent }), sensorError)
		e.Sensor = &d
	}
	return e
}

// change is that of a pair, with the number of its group.
type change struct {
	percent float64
	group   int
}

// groupsIn are the indices of pairs by model and task.
func groupsIn(pairs []Pair) [][]int {
	return lists.Group(lists.Indices(len(pairs)), func(i int) [2]any { return [2]any{pairs[i].Model, pairs[i].Task} })
}

func medianOf(values []float64) float64 {
	slices.Sort(values)
	return lists.Quantile(values, 0.5)
}

// medianInterval draws groups with a fixed seed: equal pairs have an equal interval.
func medianInterval(changes []change, groups int) *MedianInterval {
	if groups < leastGroups {
		return nil
	}
	half := len(changes) / 2
	sizes, halves := make([]int, groups), make([]int, groups) // of groups: their changes, and those in the first half
	for i, c := range changes {
		sizes[c.group]++
		if i < half {
			halves[c.group]++
		}
	}
	rng := rand.New(rand.NewPCG(1, uint64(groups)))
	medians, times := make([]float64, resamples), make([]int, groups)
	of := lists.Map(changes, func(c change) int32 { return int32(c.group) }) // close together
	for i := range medians {
		clear(times)
		total, before := 0, 0
		for range groups {
			g := rng.IntN(groups)
			times[g]++
			total += sizes[g]
			before += halves[g]
		}
		medians[i] = weightedMedian(changes, of, times, total, half, before)
	}
	slices.Sort(medians)
	tail := tailOf(groups)
	return &MedianInterval{lists.Quantile(medians, tail), lists.Quantile(medians, 1-tail)}
}

// weightedMedian is the median of ascending changes of which each counts as often as its group does; total is how many they are
// then, one or more. Of an even number it is the mean of the middle two. It is sought from the index at, before which changes
// count before times: resamples have their medians near that of all.
func weightedMedian(changes []change, groups []int32, times []int, total, at, before int) float64 {
	lower, upper := (total-1)/2, total/2
	for before > lower {
		at--
		before -= times[groups[at]]
	}
	for ; before+times[groups[at]] <= lower; at++ {
		before += times[groups[at]]
	}
	first := changes[at].percent
	for ; before+times[groups[at]] <= upper; at++ {
		before += times[groups[at]]
	}
	return (first + changes[at].percent) / 2
}

// tailOf is the share of medians beyond each end of the interval. Resamples of few groups
// scatter too little: Hesterberg, What Teachers Should Know About the Bootstrap (2015),
// takes the tails of the normal distribution at Student's quantile instead.
func tailOf(groups int) float64 {
	n := float64(groups)
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 - Level) / 2)
	return distuv.UnitNormal.CDF(t * math.Sqrt(n/(n-1)))
}

// differences counts what differs, in the order of the fields in the pairs.
func differences(pairs []Pair) (all []Difference) {
	for _, p := range pairs {
		for _, name := range p.Differs {
			i := slices.IndexFunc(all, func(d Difference) bool { return d.Field == name })
			if i < 0 {
				i = len(all)
				all = append(all, Difference{Field: name})
			}
			all[i].Pairs++
		}
	}
	slices.SortStableFunc(all, func(a, b Difference) int { return cmp.Or(b.Pairs-a.Pairs, cmp.Compare(a.Field, b.Field)) })
	return all
}

// DoubtOf moves the alternatives of ascending changes, in percent, up and down together by an error in percent.
func DoubtOf(changes []float64, percent float64) SensorDoubt {
	up, down := 1+percent/100, 1-percent/100
	median := lists.Quantile(changes, 0.5)
	d := SensorDoubt{Percent: percent, LowMedian: (100+median)*down - 100, HighMedian: (100+median)*up - 100}
	for _, change := range changes {
		if (100+change)*up < 100 {
			d.FewestWins++
		}
		if (100+change)*down < 100 {
			d.MostWins++
		}
	}
	d.Turns = d.Reverses() || 2*d.FewestWins > len(changes) != (2*d.MostWins > len(changes))
	return d
}

// batchBounds part small, middle and large batches.
var batchBounds = []float64{16, 64}

// byBatch states the claim for each range of batch sizes that has pairs.
func (c Claim) byBatch(at int, sensor float64) (claims []Claim) {
	above := 0.0
	for i := range len(batchBounds) + 1 {
		part := Claim{Deadline: c.Deadline, Above: above}
		if i < len(batchBounds) {
			part.UpTo = batchBounds[i]
		}
		part.Pairs = lists.Filter(c.Pairs, func(pair Pair) bool {
			size, ok := data.Number(pair.Hold[at])
			return ok && size > above && (part.UpTo == 0 || size <= part.UpTo)
		})
		if above = part.UpTo; len(part.Pairs) > 0 {
			part.Effect = EffectOf(part.Pairs, sensor)
			claims = append(claims, part)
		}
	}
	return claims
}

// Turns reports whether the median of the change has different signs for different batch sizes.
func (c Comparison) Turns() bool {
	less, more := false, false
	for _, part := range c.ByBatch {
		less = less || *part.Median < 0
		more = more || *part.Median > 0
	}
	return less && more
}
