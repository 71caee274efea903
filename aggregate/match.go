package aggregate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Match declares a matched comparison: the effect of one factor on a metric with all other relevant settings equal.
type Match struct {
	Factor    string // field that differs, such as gpu_model
	Base, Alt string // its values on the two sides
	// Each pairs every lower with every higher number of the factor instead.
	Each bool
	// Hold are the fields or expressions that are equal within a pair; if empty, the fields of [Match.held].
	Hold   []string
	Metric string // numeric field to compare; the lower value wins
	// DeadlineField and Deadlines compare at equal latency: each side is the lowest metric among the runs whose field
	// is at most the deadline. The comparison is summarized at the first deadline. Without deadlines each side is its
	// lowest metric.
	DeadlineField string
	Deadlines     []float64
	// SensorError is the percentage by which all energies of one GPU type may be wrong together; 0 is no error. It
	// applies if the factor is the GPU and the metric is an energy or a power.
	SensorError float64
}

// Pair is one matched pair.
type Pair struct {
	Hold        []any // values of Match.Hold
	Base, Alt   Side
	Model, Task any       // the model and task held, otherwise those of the base's run: pairs with equal values form a group
	AltModel    any       // of the alternative's run
	Family      string    // of the model; see [Family]
	Change      float64   // (alternative − base) / base, in percent
	Differs     []string  // settings that are not held and in which the sides differ
	Unequal     []Unequal // what keeps the sides from being compared: fields of the work, or of near pairs held ones
}

// Unequal is a field with its different values on both sides.
type Unequal struct {
	Field     string
	Base, Alt any
}

// Side is one side of a pair: the configuration with the lowest metric on that side, as the mean of its repeats. Run
// is the first of these repeats.
type Side struct {
	Value  any // of the factor
	Metric float64
	Run    string
	Runs   int // number of runs it was chosen from
	Models int // number of models among these
}

// Claim is the result of some pairs: the content of a sentence about a comparison, which can be recomputed from its
// pairs.
type Claim struct {
	Deadline    float64 // 0 without deadlines
	Above, UpTo float64 // the range of the pairs' batch sizes; both 0 if there is no restriction
	Pairs       []Pair  // by the values of Hold, then by those of the factor
	OtherWork   []Pair  // of one model that did different work on the two sides: they are no evidence, and left out
	Near        []Pair  // of models without a pair: the sides that differ in the fewest held fields; no evidence either
	Effect
}

// Comparison is the result of a Match.
type Comparison struct {
	Match
	Claim              // at the first deadline: each group counts once
	ByDeadline []Claim // in the order of Match.Deadlines; a single one without deadlines
	ByBatch    []Claim // the claim for small, medium and large batches, if the batch size is held
	// OtherModels reports that no held field identifies the model, so the two sides may be different models.
	OtherModels bool
}

// batchBounds part small, middle and large batches.
var batchBounds = []float64{16, 64}

// mostValues bounds the values of a factor that are paired each with each.
const mostValues = 64

// Matched compares runs in pairs. Runs without a value of the factor, the metric or the deadline's field, or with a
// metric that is not positive, are left out, as are groups that lack a side.
func Matched(runs data.Table, m Match) (Comparison, error) {
	schema := runs.Schema()
	if len(m.Hold) == 0 {
		m.Hold = m.held(schema)
	}
	p, err := newPairing(runs, m)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{Match: m, OtherModels: p.model < 0}
	deadlines := m.Deadlines
	if len(deadlines) == 0 {
		deadlines = []float64{0}
	}
	sensor := m.sensorError(schema)
	for _, deadline := range deadlines {
		pairs, err := p.pairsAt(deadline)
		if err != nil {
			return Comparison{}, err
		}
		claim := Claim{Deadline: deadline, Near: p.near(pairs, deadline)}
		for _, pair := range pairs {
			if len(pair.Unequal) > 0 {
				claim.OtherWork = append(claim.OtherWork, pair)
			} else {
				claim.Pairs = append(claim.Pairs, pair)
			}
		}
		claim.Effect = EffectOf(claim.Pairs, sensor)
		c.ByDeadline = append(c.ByDeadline, claim)
	}
	c.Claim = c.ByDeadline[0]
	if at := slices.Index(m.Hold, schema.Name(data.RoleBatch)); at >= 0 {
		c.ByBatch = c.byBatch(at, sensor)
	}
	return c, nil
}

// byBatch states the claim for each range of batch sizes that has pairs.
func (c Claim) byBatch(at int, sensor float64) (claims []Claim) {
	above := 0.0
	for i := range len(batchBounds) + 1 {
		part := Claim{Deadline: c.Deadline, Above: above}
		if i < len(batchBounds) {
			part.UpTo = batchBounds[i]
		}
		for _, pair := range c.Pairs {
			if size, ok := data.Number(pair.Hold[at]); ok && size > above && (part.UpTo == 0 || size <= part.UpTo) {
				part.Pairs = append(part.Pairs, pair)
			}
		}
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

// sensorError is that of the match where it counts.
func (m Match) sensorError(s *data.Schema) float64 {
	metric, _ := s.Field(m.Metric)
	if m.Factor == s.Name(data.RoleGPU) && slices.Contains([]data.Role{data.RoleEnergy, data.RolePerResponse, data.RolePower}, metric.Role) {
		return m.SensorError
	}
	return 0
}

// pairing is what a comparison needs of each run.
type pairing struct {
	Match
	runs          data.Table
	sides         []run
	named         map[string]bool // fields that Hold names
	model         int             // of the key of Hold that names the model, −1 for none
	free          []string        // settings that Hold leaves open, without the factor
	work          []string        // fields of the work, for sides that are one model; other models do work of their own
	models, tasks func(row int) any
}

// run is a configuration that may stand on a side of a pair; row is its first run.
type run struct {
	row             int
	hold            []any
	group           int // equal where all of hold is
	factor          any
	metric, latency float64 // means of its repeats
	repeats         int
}

func newPairing(runs data.Table, m Match) (*pairing, error) {
	p := &pairing{Match: m, runs: runs, model: -1, named: map[string]bool{m.Factor: true}}
	schema := runs.Schema()
	for i, source := range m.Hold {
		fields, err := schema.Named(source)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			p.named[f.Name] = true
			if p.model < 0 && (f.Role == data.RoleModel || f.Role == data.RoleModelName) {
				p.model = i
			}
		}
	}
	for _, f := range Settings(schema) {
		if !p.named[f.Name] && !(f.Role == data.RoleModel && p.named[schema.Name(data.RoleModelName)]) {
			p.free = append(p.free, f.Name)
		}
	}
	for _, f := range schema.Work() {
		if p.model >= 0 && f.Name != m.Factor {
			p.work = append(p.work, f.Name)
		}
	}
	p.models, p.tasks = runs.At(schema.Name(data.RoleModel)), runs.At(schema.Name(data.RoleTask))
	return p, p.evaluate()
}

// evaluate computes the values of the runs that have a side.
func (p *pairing) evaluate() error {
	needed := append([]string{p.Factor, p.Metric}, p.Hold...)
	if p.DeadlineField != "" {
		needed = append(needed, p.DeadlineField)
	}
	columns := make([]func(i int) any, len(needed))
	for i, source := range needed {
		values, err := p.runs.Evaluated(source)
		if err != nil {
			return err
		}
		number := i == 0 && p.Each || i == 1 || source == p.DeadlineField
		if columns[i] = values; number && !p.numeric(values) {
			return fmt.Errorf("%s is not numeric: use a field such as energy_per_token_joules or num_gpus", source)
		}
	}
	groups, sides := map[step]int{}, map[string]int{}
	for i := range p.runs.Len() {
		r := run{row: i, factor: columns[0](i), repeats: 1}
		metric, ok := data.Number(columns[1](i))
		if p.DeadlineField != "" && ok {
			r.latency, ok = data.Number(columns[len(columns)-1](i))
		}
		if !ok || !(metric > 0) || !p.compares(r.factor) {
			continue
		}
		r.metric = metric
		for j := range p.Hold {
			r.hold = append(r.hold, columns[2+j](i))
			r.group = groupOf(groups, step{r.group, r.hold[j]})
		}
		id := configurationID(p.runs.Run(i))
		if at, known := sides[id]; known && p.sides[at].repeated(r) {
			continue
		}
		sides[id] = len(p.sides)
		p.sides = append(p.sides, r)
	}
	return nil
}

// repeated takes a repeat into the means, unless it differs in what pairs are made by.
func (r *run) repeated(by run) bool {
	if r.group != by.group || r.factor != by.factor {
		return false
	}
	r.repeats++
	r.metric += (by.metric - r.metric) / float64(r.repeats)
	r.latency += (by.latency - r.latency) / float64(r.repeats)
	return true
}

// compares reports whether runs with that value of the factor have a side.
func (p *pairing) compares(factor any) bool {
	if p.Each {
		return factor != nil
	}
	text := data.Text(factor)
	return text == p.Base || text == p.Alt
}

// step is a value behind those that a group number stands for.
type step struct {
	before int
	value  any
}

// groupOf numbers lists of values step by step: no key is built from text, which
// takes long and joins values that print alike.
func groupOf(groups map[step]int, s step) int {
	n, known := groups[s]
	if !known {
		n = len(groups) + 1
		groups[s] = n
	}
	return n
}

// numeric reports whether what is no number is missing, in all runs.
func (p *pairing) numeric(values func(i int) any) bool {
	for i := range p.runs.Len() {
		if v := values(i); v != nil {
			if _, ok := data.Number(v); !ok {
				return false
			}
		}
	}
	return true
}

// place is where runs stand together, the least of which makes a side.
type place struct {
	least  *run
	runs   int
	models map[any]bool
}

// pairsAt pairs the least of each side within a deadline; 0 is none.
func (p *pairing) pairsAt(deadline float64) ([]Pair, error) {
	var order []int
	groups := map[int][]*place{}
	for i := range p.sides {
		r := &p.sides[i]
		if deadline > 0 && r.latency > deadline {
			continue
		}
		places := groups[r.group]
		if places == nil {
			order = append(order, r.group)
		}
		at := slices.IndexFunc(places, func(o *place) bool { return o.least.factor == r.factor })
		if at < 0 {
			if at = len(places); at == mostValues {
				return nil, fmt.Errorf("%s has more than %d values among runs with equal held fields: hold more fields, or choose --base and --alt",
					p.Factor, mostValues)
			}
			places = append(places, &place{least: r, models: map[any]bool{}})
			groups[r.group] = places
		}
		places[at].add(r, p.models(r.row))
	}
	pairs := lists.FlatMap(order, func(group int) []Pair { return p.pairs(groups[group]) })
	slices.SortStableFunc(pairs, func(a, b Pair) int {
		return cmp.Or(data.CompareKeys(a.Hold, b.Hold), data.Compare(a.Base.Value, b.Base.Value, 1), data.Compare(a.Alt.Value, b.Alt.Value, 1))
	})
	return pairs, nil
}

func (s *place) add(r *run, model any) {
	s.runs += r.repeats
	s.models[model] = true
	if r.metric < s.least.metric {
		s.least = r
	}
}

// pairs are those of the places of a group.
func (p *pairing) pairs(places []*place) (pairs []Pair) {
	for _, base := range places {
		for _, alt := range places {
			x, _ := data.Number(base.least.factor)
			y, _ := data.Number(alt.least.factor)
			if p.Each && x < y || !p.Each && data.Text(base.least.factor) == p.Base && data.Text(alt.least.factor) == p.Alt {
				pairs = append(pairs, p.pair(base, alt))
			}
		}
	}
	return pairs
}

func (p *pairing) pair(base, alt *place) Pair {
	pair := Pair{
		Hold: base.least.hold, Base: p.side(base), Alt: p.side(alt),
		Model: p.models(base.least.row), Task: p.tasks(base.least.row), AltModel: p.models(alt.least.row),
		Family: Family(data.Text(p.models(base.least.row))), Change: (alt.least.metric - base.least.metric) / base.least.metric * 100,
	}
	if p.model >= 0 {
		pair.Model = pair.Hold[p.model]
	}
	for _, name := range p.free {
		if p.runs.Value(base.least.row, name) != p.runs.Value(alt.least.row, name) {
			pair.Differs = append(pair.Differs, name)
		}
	}
	for _, name := range p.work {
		if a, b := p.runs.Value(base.least.row, name), p.runs.Value(alt.least.row, name); !data.SameWork(a, b) {
			pair.Unequal = append(pair.Unequal, Unequal{name, a, b})
		}
	}
	return pair
}

func (p *pairing) side(s *place) Side {
	return Side{Value: s.least.factor, Metric: s.least.metric, Run: p.runs.Run(s.least.row), Runs: s.runs, Models: len(s.models)}
}
