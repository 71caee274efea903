package plausible

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// CodeCurve is the code of a run that is not on the curve of its batch sizes.
const CodeCurve = "curve"

// offCurve is how many times a value may differ from the curve through the runs with the next batch sizes, offEnd at an end
// of the curve, where there are such runs on one side alone. That the batch size explains less than a factor of two is the
// premise; published values are within 1.9 and 2.4 of the curve.
const offCurve, offEnd = 2, 2.5

// curved is a metric over the batch size: the power of the batch size that it rises with, at the least and at the most.
type curved struct {
	fields []string // a run is off the curve if all of them are, in the same direction
	rises  [2]float64
}

// curve finds runs whose energy or latencies are far from the curve through the runs that differ in their batch size alone.
func (j *judge) curve(sweeps [][]int) rule {
	s := j.table.Schema()
	metrics := [2]curved{{lists.NonZero([]string{s.Name(data.RoleEnergy)}), [2]float64{-1, 0}}, {s.Latency(), [2]float64{0, 1}}}
	why := map[int]Finding{}
	for _, group := range sweeps {
		for _, m := range metrics {
			j.offCurve(group, m, metrics, why)
		}
	}
	return known(why)
}

// sameButBatch are the fields in which runs agree that differ in their batch size alone.
func (j *judge) sameButBatch() []string {
	fields := lists.Filter(j.table.Schema().Fields(), func(f data.Field) bool { return f.Key && f.Role != data.RoleBatch })
	return lists.Map(fields, func(f data.Field) string { return f.Name })
}

// sweeps are the runs that differ in their batch size alone, two and more in a group, by batch size. A run that breaks a law, or of which one
// with another batch size is a copy, ends a group: what those on either side of it would be compared with is not known.
func (j *judge) sweeps(copies map[int]bool) (all [][]int) {
	for _, group := range j.groups(append(j.sameButBatch(), j.table.Schema().Sweep...)) {
		for len(group) > 0 {
			end := slices.IndexFunc(group, func(run int) bool { return j.odd[run] || copies[run] })
			if end < 0 {
				end = len(group)
			}
			if end > 1 {
				all = append(all, group[:end:end])
			}
			group = group[min(end+1, len(group)):]
		}
	}
	return all
}

// mostOff bounds how many runs of one group are judged one after the other.
const mostOff = 8

// offCurve notes the runs of a group, by batch size, that are off the curve of a metric. A wrong value bends the curve for
// those beside it, so the runs are judged one after the other: first the one without which the others fit best.
func (j *judge) offCurve(group []int, m curved, both [2]curved, why map[int]Finding) {
	for range mostOff {
		all := j.apart(group, m)
		worst, over := worstOf(group, all)
		if over <= 0 {
			return
		}
		blame, rest := worst, math.Inf(1)
		for at := max(worst-1, 0); at < min(worst+2, len(group)); at++ {
			if all[at].over() <= 0 {
				continue
			}
			fewer := without(group, at)
			_, left := worstOf(fewer, j.apart(fewer, m))
			if math.IsInf(left, -1) { // too few are left to tell
				left = 0
			}
			if left < rest || left == rest && at == worst {
				blame, rest = at, left
			}
		}
		why[group[blame]] = j.isOff(group, blame, m.fields[0], math.Exp(all[blame].curve), both)
		group = without(group, blame)
	}
}

// isOff says how the run at a place of a group is off a curve, on which the field would be as stated, or which batch size it has instead.
func (j *judge) isOff(group []int, at int, field string, curve float64, both [2]curved) Finding {
	if size := j.elsewhere(group, at, both); size != "" {
		of, _ := j.reader(data.RoleBatch)(group[at])
		return suspicious(CodeCurve, j.table.Schema().Name(data.RoleBatch), fmt.Sprintf(
			"%s, but %s are those of a %s one, by the curves of the runs with the next batch sizes",
			short(of), strings.Join(slices.Concat(both[0].fields, both[1].fields), ", "), size))
	}
	x, _ := j.table.Reader(field)(group[at])
	return suspicious(CodeCurve, field, fmt.Sprintf("%s, but about %s would lie on the curve of the runs with the next batch sizes%s",
		short(x), short3(curve), j.otherUnit(field, x/curve)))
}

// A batch size that is stated wrong moves the energy of a run from its curve, and all latencies by this factor or more to the
// other side.
const misplaced = 1.35

// elsewhere says how the batch size would differ at which the energy and all latencies of a run lie on their curves, "" if one
// of them does as it is.
func (j *judge) elsewhere(group []int, at int, both [2]curved) string {
	energy, latency := j.apart(group, both[0]), j.apart(group, both[1])
	if energy == nil || latency == nil {
		return ""
	}
	e, l, least := energy[at], latency[at], math.Log(misplaced)
	smaller, larger := e.least > least && l.most < -least, e.most < -least && l.least > least
	return data.When(smaller, "smaller").Or(data.When(larger, "larger").Or(""))
}

// otherUnit says which unit a value may be in that is so many times what is right, "" if none.
func (j *judge) otherUnit(field string, ratio float64) string {
	const about, far = 1.7, 20 // less than the factor from one unit to the next, and to most
	if max(ratio, 1/ratio) <= far {
		return ""
	}
	f, _ := j.table.Schema().Field(field)
	if units := f.UnitsBy(1/(about*ratio), about/ratio); len(units) > 0 {
		return ", as if it were in " + units[0]
	}
	return ""
}

// inUnit says which unit a value may be in that is far above or below what it can be, "" if none.
func (j *judge) inUnit(field string, x, least, most float64) string {
	const far = 20
	f, _ := j.table.Schema().Field(field)
	if units := f.UnitsBy(least/x, most/x); (x > far*most || far*x < least) && len(units) > 0 {
		return ", as if it were in " + units[0]
	}
	return ""
}

func without(group []int, at int) []int { return slices.Concat(group[:at], group[at+1:]) }

// apart is how far the values of a run are from a curve, as logarithms: the one that is furthest above, and below.
type apart struct {
	measured    bool
	most, least float64
	atEnd       bool
	curve       float64 // of the first field
}

var logCurve, logEnd, logStep = math.Log(offCurve), math.Log(offEnd), math.Log(mostStep)

// over is by how much all values are beyond the limit, on the same side; negative within. An end counts less: what is wrong
// beside it moves the curve there further than itself.
func (a apart) over() float64 {
	far := max(-a.most, a.least)
	switch {
	case !a.measured:
		return math.Inf(-1)
	case a.atEnd:
		return 0.7 * (far - logEnd)
	}
	return far - logCurve
}

// worstOf is the position of the run that is furthest beyond the limit; of equals that of the first run of the table.
func worstOf(group []int, all []apart) (worst int, over float64) {
	over = math.Inf(-1)
	for at, a := range all {
		if o := a.over(); o > over || o == over && group[at] < group[worst] {
			worst, over = at, o
		}
	}
	return worst, over
}

// apart returns how far each run of a group is from the curves of a metric; none of too few runs.
func (j *judge) apart(group []int, m curved) []apart {
	all := make([]apart, len(group))
	for k, field := range m.fields {
		points := j.points(group, j.table.Reader(field))
		for i, p := range points {
			low, high, atEnd, ok := predicted(points, i, m.rises)
			if !ok {
				return nil
			}
			for _, x := range p.runs {
				y := min(max(x.value, low), high)
				d := x.value - y
				a := apart{true, d, d, atEnd, y}
				if before := all[x.at]; before.measured && k > 0 {
					a = apart{true, max(before.most, d), min(before.least, d), atEnd, before.curve}
				}
				all[x.at] = a
			}
		}
	}
	return all
}

// point is the runs of a group with one batch size: its logarithm, and the mean logarithm of a metric.
type point struct {
	batch, value float64
	runs         []pointRun
}

// pointRun is the logarithm of the metric of a run, and the run's position in the group.
type pointRun struct {
	at    int
	value float64
}

func (j *judge) points(group []int, read func(int) (float64, bool)) []point {
	batch, last := j.reader(data.RoleBatch), 0.0
	points, runs := make([]point, 0, len(group)), make([]pointRun, 0, len(group)) // of all points, side by side
	for at, run := range group {
		b, stated := batch(run)
		x, measured := read(run)
		if !stated || !measured || b <= 0 || x <= 0 {
			continue
		}
		if b != last {
			points, last = append(points, point{batch: math.Log(b)}), b
		}
		p, value := &points[len(points)-1], math.Log(x)
		runs = append(runs, pointRun{at, value})
		p.value += (value - p.value) / float64(len(p.runs)+1)
		p.runs = runs[len(runs)-len(p.runs)-1:]
	}
	return points
}

// mostStep is how many times a batch size is the last one where the curve between and beyond them is taken to be straight.
const mostStep = 4

// predicted is between which values the i-th point would lie on the curve through those beside it: between them, or beyond the
// two before an end, with a slope within limits. Where the steps are larger than [mostStep], all is possible that rises so
// within the limits, at an end only what bends as latency does that is a constant and a part for each of a batch, and as
// energy does that levels off. ok is false for fewer than three points.
func predicted(points []point, i int, rises [2]float64) (low, high float64, atEnd, ok bool) {
	n := len(points)
	if n < 3 {
		return 0, 0, false, false
	}
	a, b := points[max(i-1, 0)], points[min(i+1, n-1)]
	switch atEnd = i == 0 || i == n-1; {
	case i == 0:
		a, b = points[1], points[2]
	case atEnd:
		a, b = points[n-2], points[n-3]
	}
	slope := (b.value - a.value) / (b.batch - a.batch)
	if atEnd {
		slope = min(max(slope, rises[0]), rises[1])
	}
	da, db := points[i].batch-a.batch, points[i].batch-b.batch
	y := a.value + slope*da
	least, most := a.value+rises[0]*da, a.value+rises[1]*da
	switch {
	case max(math.Abs(da), min(math.Abs(db), math.Abs(b.batch-a.batch))) < logStep+rounding:
		return y, y, atEnd, true
	case i == 0:
		return y, least, atEnd, true
	case atEnd:
		return y, most, atEnd, true
	}
	low, high = max(least, b.value+rises[1]*db), min(most, b.value+rises[0]*db)
	return min(low, y), max(high, y), atEnd, true
}
