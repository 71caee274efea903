package diff

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// floor is the relative difference up to which two values count as equal, however sure it is.
const floor = 0.05

// measures compares the results of each configuration, metric by metric: the tests of one
// metric are a family, so that those of metrics without a change do not weaken it.
func (c *comparing) measures() {
	shared := false
	for f := range c.both(rankedFirst(c.schema), " and was not compared", isResult) {
		shared = shared || states(c.base, f.Name) || states(c.head, f.Name)
		c.metric(f, c.column(f.Name))
	}
	for p := range c.onBoth() {
		if !shared && p.class() == "" {
			p.decide(NotComparable, "the two sides have no metric in common")
		}
	}
}

// rankedFirst are the fields, with the one that boards are ranked by before the others: what is told of a change
// begins with it.
func rankedFirst(s *data.Schema) []data.Field {
	ranked, fields := aggregate.RankField(s), slices.Clone(s.Fields())
	if i := slices.IndexFunc(fields, func(f data.Field) bool { return f.Name == ranked.Name }); i > 0 {
		copy(fields[1:i+1], fields[:i])
		fields[0] = ranked
	}
	return fields
}

// metric compares one metric of all configurations. Equal values were not measured again: they are no tests, and tell
// nothing of noise.
func (c *comparing) metric(f *data.Field, values []any) {
	noise := c.noise[f.Name].FilledUp(c.system.Spread)
	var trials []trial
	repeated := true
	for p := range c.onBoth() {
		if p.class() == NotComparable {
			continue
		}
		base, baseN := mean(values, p.base)
		head, headN := mean(values, p.head)
		if baseN+headN == 0 || baseN > 0 && headN > 0 && close(base, head) {
			continue
		}
		change := p.noted()
		change.Measures = append(change.Measures, Measure{Field: f, Base: base, Head: head, Q: math.NaN()})
		if !(hasLogarithm(*f) && base > 0 && head > 0) {
			continue
		}
		m := &change.Measures[len(change.Measures)-1]
		m.Noise = judging(p.ownSpread(values), noise)
		repeated = repeated && min(baseN, headN) > 1
		trials = append(trials, trial{
			Measure: m, difference: math.Log(head / base), deviation: apart(m.Noise, baseN, headN), campaign: c.campaign(p.base[0]),
		})
	}
	if len(trials) > 0 {
		basis := basis{assumed: c.noise[f.Name].Freedom < fitting.Enough && f.Name == aggregate.RankField(c.schema).Name, repeated: repeated}
		c.families[f.Name] = new(judge(trials, c.shared, basis))
	}
}

// campaign is the model and the GPU of a run.
func (c *comparing) campaign(run int32) [2]string {
	return [2]string{data.Text(c.the(data.RoleModel, run)), data.Text(c.the(data.RoleGPU, run))}
}

// ownSpread is the noise that the repeats of a configuration show by themselves.
func (p *pair) ownSpread(values []any) fitting.Spread {
	if len(p.base) == 1 && len(p.head) == 1 {
		return fitting.Spread{}
	}
	return spreadOf(values, p.base, p.head)
}

// decide says whether a measure is a change. Where a value has no logarithm, the floor
// alone decides, and a value that one side lacks is a change.
func (m *Measure) decide() {
	switch {
	case math.IsNaN(m.Base) || math.IsNaN(m.Head):
		m.Material = true
	case m.Tested():
		m.Material = m.Q <= significance && beyond(m.Base, m.Head)
	default:
		m.Material = beyond(m.Base, m.Head)
	}
}

// mean is the mean of the values that there are and their number; NaN of none.
func mean(values []any, runs []int32) (mean float64, n int) {
	if len(runs) == 1 {
		x, ok := number(values[runs[0]])
		if !ok {
			return x, 0
		}
		return x, 1
	}
	numbers := sample(values, runs)
	mean = lists.Sum(numbers, func(x float64) float64 { return x })
	return mean / float64(len(numbers)), len(numbers)
}

// sample is the values that there are, sorted, so that the order of runs has no
// say in a sum.
func sample(values []any, runs []int32) []float64 {
	numbers := lists.FilterMap(runs, func(r int32) (float64, bool) { return number(values[r]) })
	slices.Sort(numbers)
	return numbers
}

// number is a value of a metric; a condition counts as 0 or 1, so that its mean is a
// share.
func number(v any) (float64, bool) {
	switch v {
	case true:
		return 1, true
	case false:
		return 0, true
	}
	if x, ok := data.Number(v); ok {
		return x, true
	}
	return math.NaN(), false
}

// close reports whether two numbers differ by no more than a way through text or
// a sum costs.
func close(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b))
}

// beyond reports whether two values are further apart than the floor, relative to the smaller one, so that the answer is the same
// in both directions.
func beyond(a, b float64) bool {
	low, high := min(math.Abs(a), math.Abs(b)), max(math.Abs(a), math.Abs(b))
	return !close(a, b) && (a*b <= 0 || high > low*(1+floor))
}

// classify decides what is not decided yet. Another number of repeats is no other
// result.
func (c *Change) classify() {
	if c.Class != "" {
		return
	}
	for i := range c.Measures {
		c.Measures[i].decide()
	}
	switch {
	case slices.ContainsFunc(c.Measures, func(m Measure) bool { return m.Material }):
		c.Class = Changed
	case len(c.Measures) > 0:
		c.Class = Noise
	case len(c.Facts) > 0 || c.BaseRuns != c.HeadRuns:
		c.Class = Metadata
	default:
		c.Class = Same
	}
}

// take counts the changes of all record types and keeps those that are any.
func (r *Report) take(all []*comparing) {
	r.Counts = map[Class]int{}
	for _, f := range all { // with other versions nothing else compares
		r.News = append(r.News, about(newVersion, f.found, (*Change).versions)...)
	}
	for _, f := range all {
		r.Notes = append(r.Notes, f.notes...)
		r.News = append(r.News, f.newsOf()...)
		r.Medians = append(r.Medians, f.medians()...)
		r.Counts[Same] += f.same
		for _, c := range f.found {
			r.Counts[c.Class]++
			if c.Class != Same {
				r.Changes = append(r.Changes, *c)
			}
		}
	}
}
