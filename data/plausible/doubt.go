package plausible

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// The codes of what is suspicious; laws may declare others.
const (
	CodeBusy     = "power-low"
	CodeWeights  = "weights"
	CodeFlat     = "percentiles-equal"
	CodeBeside   = "power-beside"
	CodeSpelling = "spelling"
	CodeWork     = "work"
	CodeUnits    = "energy-throughput"
	CodeRepeats  = "repeats"
	CodeCopied   = "copied"
)

// doubts are the rules whose breach is suspicious.
func (j *judge) doubts(gpus map[string]Limit, drawn rule) []rule {
	copied := sync.OnceValues(j.copies)
	sweeps := sync.OnceValue(func() [][]int {
		_, both := copied()
		return j.sweeps(both)
	})
	compared := lists.MapAtOnce([]func() rule{
		func() rule { return j.beside(sweeps()) }, func() rule { return j.curve(sweeps()) }, j.sizes, j.work, j.repeats,
		func() rule { of, _ := copied(); return known(of) },
	}, func(made func() rule) rule { return made() })
	all := append(lists.Map(j.declared(true), j.law), append([]rule{drawn, j.busy(gpus), j.weights(gpus), j.flat()}, compared...)...)
	for _, names := range []struct {
		role   data.Role
		known  func(string) bool
		remedy string // for one that nobody knows
	}{
		{data.RoleGPU, func(name string) bool { _, is := gpus[name]; return is }, "is unknown; list a new GPU in gpus.yaml"},
		{data.RolePrecision, func(name string) bool { return bytesOf[name] > 0 }, "is unknown"},
		{data.RoleModel, func(string) bool { return false }, ""}, // new ones are usual
	} {
		if f, ok := j.table.Schema().The(names.role); ok {
			all = append(all, j.spelling(f.Name, names.known, names.remedy))
		}
	}
	return all
}

// reader reads the field with a role.
func (j *judge) reader(role data.Role) func(int) (float64, bool) {
	return j.table.Reader(j.table.Schema().Name(role))
}

// busy finds runs whose GPUs draw less than any GPU at work.
func (j *judge) busy(gpus map[string]Limit) rule {
	s := j.table.Schema()
	power, count := j.watts(), j.reader(data.RoleGPUs)
	return func(run int, tell func(Finding)) {
		gpu := j.table.Text(run, s.Name(data.RoleGPU))
		limit, n := gpus[gpu], 1.0
		watts, stated := power(run)
		if x, counted := count(run); counted {
			n = x
		}
		if stated && watts >= n*limit.Least && watts < n*limit.Busy {
			tell(suspicious(CodeBusy, s.Name(data.RolePower),
				fmt.Sprintf("%s W on %g× %s: GPUs at work draw %s W or more", short(watts), n, gpu, short(n*limit.Busy))))
		}
	}
}

// offUnits is the factor from which energy × throughput and power cannot be of the same GPUs and time: that of a wrong unit is
// larger, and that of what is measured besides the GPUs smaller.
const offUnits = 5

// drawn finds runs whose energy × throughput is not their power, nor what their GPUs can draw.
func (j *judge) drawn(gpus map[string]Limit) rule {
	s := j.table.Schema()
	w, _ := data.ParseUnit("W")
	rate, product, called := j.rate()
	if product = j.unit(data.RoleEnergy).Times(product, 1); !product.Fits(w) {
		return func(int, func(Finding)) {}
	}
	energy, power, count := j.reader(data.RoleEnergy), j.reader(data.RolePower), j.reader(data.RoleGPUs)
	quotient := func(run int) (float64, bool) { // of the energy in a time and the power
		joules, measured := energy(run)
		outputs, counted := rate(run)
		watts, stated := power(run)
		return joules * outputs * product.Factor / w.Factor / watts, measured && counted && stated && watts > 0
	}
	limits := map[int]float64{} // of the quotients of a source
	for source, runs := range lists.Under(j.runs, func(run int) int { return j.table.Place(run).Source }) {
		all := lists.FilterMap(runs, quotient)
		limits[source] = map[bool]float64{true: unequal, false: offUnits}[10*fitting(all) >= 9*len(all)]
	}
	return func(run int, tell func(Finding)) {
		joules, measured := energy(run)
		outputs, counted := rate(run)
		if !measured || !counted {
			return
		}
		x := joules * outputs * product.Factor / w.Factor
		say := func(but string) {
			field := s.Name(data.RoleEnergy)
			tell(suspicious(CodeUnits, field, fmt.Sprintf("%s × %s is %s W, but %s: check their units and columns", field, called, short(x), but)))
		}
		if watts, stated := power(run); stated {
			if off := limits[j.table.Place(run).Source]; x > off*watts || x*off < watts {
				say(s.Name(data.RolePower) + " is " + short(watts) + " W")
			}
			return
		}
		gpu := j.table.Text(run, s.Name(data.RoleGPU))
		limit, listed := gpus[gpu]
		if n, stated := count(run); listed && stated && (j.above(run, x, offUnits*n*limit.Most) || x*offUnits < n*limit.Least) {
			say(fmt.Sprintf("%g× %s draws %s to %s W", n, gpu, short(n*limit.Least), short(n*limit.Most)))
		}
	}
}

// rate reads the outputs in a time, by the throughput or else the outputs and the duration; called is what that is.
func (j *judge) rate() (read func(run int) (float64, bool), unit data.Unit, called string) {
	s := j.table.Schema()
	if name := s.Name(data.RoleThroughput); name != "" {
		return j.reader(data.RoleThroughput), j.unit(data.RoleThroughput), name
	}
	outputs, duration := j.reader(data.RoleOutputTokens), j.reader(data.RoleDuration)
	read = func(run int) (float64, bool) {
		n, counted := outputs(run)
		d, timed := duration(run)
		return n / d, counted && timed && d > 0
	}
	called = s.Name(data.RoleOutputTokens) + " / " + s.Name(data.RoleDuration)
	return read, j.unit(data.RoleOutputTokens).Times(j.unit(data.RoleDuration), -1), called
}

// unit is that of the field with a role.
func (j *judge) unit(role data.Role) data.Unit {
	f, _ := j.table.Schema().The(role)
	u, _ := data.ParseUnit(f.Unit)
	return u
}

// mostApart is how many times the energy of one run of a configuration can be that of another, and apartAtAll that of each of several
// batch sizes. Published runs have 1.2.
const mostApart, apartAtAll = 2, 1.5

// repeats finds runs of one configuration whose energy is not that of the same work: a setting that differs is not known.
// Where several batch sizes tell runs apart, the curve over them names the wrong one of two, unless those of all sizes are apart; one size
// that all state and that tells none apart may be another column.
func (j *judge) repeats() rule {
	s := j.table.Schema()
	field, energy, why := s.Name(data.RoleEnergy), j.reader(data.RoleEnergy), map[int]Finding{}
	batch, sized := j.reader(data.RoleBatch), s.Name(data.RoleBatch) != ""
	for _, group := range j.groups(j.sameButBatch()) {
		sizes, all := [][]int{}, true
		for i, run := range group {
			x, stated := batch(run)
			all = all && stated == sized
			if before, _ := batch(group[max(0, i-1)]); i == 0 || x != before {
				sizes = append(sizes, nil)
			}
			if _, measured := energy(run); measured && !j.odd[run] {
				sizes[len(sizes)-1] = append(sizes[len(sizes)-1], run)
			}
		}
		repeated := lists.Filter(sizes, func(runs []int) bool { return len(runs) > 1 })
		limit, also := float64(mostApart), ""
		if len(sizes) > 1 {
			limit, also = apartAtAll, fmt.Sprintf(", and as far apart at all of %d batch sizes", len(repeated))
		}
		spans := lists.Map(repeated, func(runs []int) [2]float64 {
			values := lists.Map(runs, func(run int) float64 { x, _ := energy(run); return x })
			return [2]float64{slices.Min(values), slices.Max(values)}
		})
		isApart := func(span [2]float64) bool { return span[1] > limit*span[0] }
		if !all || len(sizes) > 1 && len(repeated) < fewestAlike || !lists.All(spans, isApart) {
			continue
		}
		for i, runs := range repeated {
			for _, run := range runs {
				why[run] = suspicious(CodeRepeats, field, fmt.Sprintf("%s to %s in runs of one configuration%s: state the setting that tells them apart",
					short(spans[i][0]), short(spans[i][1]), also))
			}
		}
	}
	return known(why)
}

// bytesOf are the bytes of a weight by precision.
var bytesOf = map[string]float64{
	"float32": 4, "tf32": 4, "bfloat16": 2, "float16": 2, "fp8": 1, "mxfp8": 1, "int8": 1, "fp4": 0.5, "mxfp4": 0.5, "nvfp4": 0.5, "int4": 0.5,
}

// weights finds runs whose model does not fit into the memory of the GPUs, or is read faster than that memory allows: each
// token needs all active parameters.
func (j *judge) weights(gpus map[string]Limit) rule {
	s := j.table.Schema()
	total, active, count, latency := j.reader(data.RoleParameters), j.reader(data.RoleActive), j.reader(data.RoleGPUs), j.reader(data.RoleP50)
	return func(run int, tell func(Finding)) {
		limit := gpus[j.table.Text(run, s.Name(data.RoleGPU))]
		size := bytesOf[j.table.Text(run, s.Name(data.RolePrecision))]
		n, counted := count(run)
		if size == 0 || !counted {
			return
		}
		if billions, stated := total(run); stated && limit.Memory > 0 && billions*size > n*limit.Memory {
			tell(suspicious(CodeWeights, s.Name(data.RoleGPUs),
				fmt.Sprintf("weights of %s GB do not fit into %s GB of memory", short(billions*size), short(n*limit.Memory))))
		}
		billions, stated := active(run)
		ms, measured := latency(run)
		if stated && measured && limit.Bandwidth > 0 && ms < billions*size/(n*limit.Bandwidth) {
			tell(suspicious(CodeWeights, s.Name(data.RoleP50), fmt.Sprintf("%s ms is too fast: to read the active weights takes %s ms",
				short(ms), short(billions*size/(n*limit.Bandwidth)))))
		}
	}
}

// flat finds runs whose percentiles of latency are all the same.
func (j *judge) flat() rule {
	percentiles := lists.Map(data.LatencyRoles, j.reader)
	return func(run int, tell func(Finding)) {
		first, stated := percentiles[0](run)
		for _, read := range percentiles[1:] {
			x, measured := read(run)
			if !stated || !measured || x != first {
				return
			}
		}
		tell(suspicious(CodeFlat, j.table.Schema().Name(data.RoleP99), "P50, P90, P95 and P99 are all "+short(first)))
	}
}

// Of runs that differ in their batch size alone, the power is at least these shares of the lower one beside it. Published
// runs have 0.8 and more, and 0.63 and more at an end.
const leastBeside, leastBesideEnd = 0.65, 0.58

// beside finds runs that draw far less than those with the next batch sizes.
func (j *judge) beside(sweeps [][]int) rule {
	s := j.table.Schema()
	read, batch := j.watts(), j.reader(data.RoleBatch)
	why := map[int]Finding{}
	for _, group := range sweeps {
		group = slices.DeleteFunc(slices.Clone(group), func(run int) bool { _, stated := read(run); return !stated })
		for i, run := range group {
			at, _ := batch(run)
			var beside []float64 // power, of batch sizes that are not far from this one
			for _, other := range slices.Concat(group[max(0, i-1):i], group[i+1:min(i+2, len(group))]) {
				if b, _ := batch(other); max(b/at, at/b) <= mostStep {
					watts, _ := read(other)
					beside = append(beside, watts)
				}
			}
			if len(beside) == 0 {
				continue
			}
			lower, share := slices.Min(beside), leastBeside
			if len(beside) == 1 {
				share = leastBesideEnd
			}
			if watts, _ := read(run); len(group) >= fewestNeighbors && watts < share*lower {
				why[run] = suspicious(CodeBeside, s.Name(data.RolePower),
					fmt.Sprintf("%s W, but the runs with the next batch sizes draw %s W or more", short(watts), short(lower)))
			}
		}
	}
	return known(why)
}

// A name is rare in at most this many of at least so many runs.
const rareIn, amongAtLeast = 2, 20

// spelling finds rare names of a GPU or precision that nobody knows, and those of these and of models that differ from another one in case, spaces
// or signs alone.
func (j *judge) spelling(field string, known func(string) bool, remedy string) rule {
	runs, plain := map[string]int{}, map[string]string{}
	for _, run := range j.runs {
		runs[j.table.Text(run, field)]++
	}
	common, odd := 0, map[string]string{}
	for name, n := range runs {
		bare := letters(name)
		before := plain[bare]
		rarer := runs[before] < n || runs[before] == n && name < before
		if before == "" || known(name) && !known(before) || known(name) == known(before) && rarer {
			plain[bare] = name
		}
		if known(name) {
			common += n
		}
	}
	for name, n := range runs {
		switch usual := plain[letters(name)]; {
		case name == "" || known(name):
		case usual != name:
			odd[name] = fmt.Sprintf("%q may be %q", name, usual)
		case n <= rareIn && common >= amongAtLeast:
			odd[name] = fmt.Sprintf("%q %s", name, remedy)
		}
	}
	return func(run int, tell func(Finding)) {
		if len(odd) == 0 {
			return
		}
		if why := odd[j.table.Text(run, field)]; why != "" {
			tell(suspicious(CodeSpelling, field, why))
		}
	}
}

// letters are what a name consists of, whatever its case, spaces and signs.
func letters(name string) string {
	return oneName.Replace(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name))
}

// oneName are other names of one precision.
var oneName = strings.NewReplacer("bfloat16", "bf16", "float16", "fp16", "float32", "fp32")

// otherWork is how many times as long the responses of a model are on one side, on average, that did other work. Pairs are
// held to less, run by run; see [data.SameWork].
const otherWork = 1.5

// work finds models whose responses in one task have other lengths on other GPUs or in other precisions, each once: they did
// not do the same work.
func (j *judge) work() rule {
	s := j.table.Schema()
	read, field := j.reader(data.RoleOutputLength), s.Name(data.RoleOutputLength)
	by := func(role, and data.Role) func(run int) [2]string {
		return func(run int) [2]string {
			return [2]string{j.table.Text(run, s.Name(role)), j.table.Text(run, s.Name(and))}
		}
	}
	mean := func(runs []int) float64 {
		return lists.Sum(runs, func(run int) float64 { x, _ := read(run); return x }) / float64(len(runs))
	}
	stated := lists.Filter(j.runs, func(run int) bool { _, is := read(run); return is })
	why := map[int]Finding{}
	for _, model := range lists.Group(stated, by(data.RoleTask, data.RoleModel)) {
		sides := lists.Group(model, by(data.RoleGPU, data.RolePrecision))
		slices.SortStableFunc(sides, func(a, b []int) int { return cmp.Compare(mean(a), mean(b)) })
		brief, long := sides[0], sides[len(sides)-1]
		if least, most := mean(brief), mean(long); most > otherWork*least {
			f, _ := s.Field(field)
			side, in := data.RoleGPU, ""
			if j.table.Text(long[0], s.Name(side)) == j.table.Text(brief[0], s.Name(side)) {
				side = data.RolePrecision
			}
			if task := j.table.Text(long[0], s.Name(data.RoleTask)); task != "" {
				in = " in " + task
			}
			on := func(runs []int) string { return j.table.Text(runs[0], s.Name(side)) }
			whole := func(x float64) string { return units.Whole(int(math.Round(x))) }
			found := suspicious(CodeWork, field, fmt.Sprintf("the mean %s of %s%s is %s %s on %s, but %s on %s: the work differs, so these results are not compared",
				strings.ToLower(f.Label), j.table.Text(long[0], s.Name(data.RoleModel)), in, whole(most), f.Unit, on(long), whole(least), on(brief)))
			found.Ranked = true
			why[long[0]] = found
		}
	}
	return known(why)
}
