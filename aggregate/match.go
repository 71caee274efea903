package aggregate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/content"
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

// MatchOf returns the match in energy that settings declare for the runs of a schema. The error of sensors is the larger one
// of the GPU models that are its sides: published, or assumed by the publisher.
func MatchOf(c content.Comparison, s *data.Schema, settings content.Content) Match {
	return Match{
		Factor: c.Factor, Base: c.Base, Alt: c.Alt, Hold: c.Hold, Metric: s.Name(data.RoleEnergy),
		DeadlineField: c.Deadline, Deadlines: c.At, SensorError: 100 * max(settings.SensorShare(c.Base, 0), settings.SensorShare(c.Alt, 0)),
	}
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
	Claim              // at the first deadline
	ByDeadline []Claim // in the order of Match.Deadlines; a single one without deadlines
	ByBatch    []Claim // the claim for small, medium and large batches, if the batch size is held
	// OtherModels reports that no held field identifies the model, so the two sides may be different models.
	OtherModels bool
}

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
		same := func(pair Pair) bool { return len(pair.Unequal) == 0 }
		claim.Pairs, claim.OtherWork = lists.Filter(pairs, same), lists.Filter(pairs, func(pair Pair) bool { return !same(pair) })
		claim.Effect = EffectOf(claim.Pairs, sensor)
		c.ByDeadline = append(c.ByDeadline, claim)
	}
	c.Claim = c.ByDeadline[0]
	if at := slices.Index(m.Hold, schema.Name(data.RoleBatch)); at >= 0 {
		c.ByBatch = c.byBatch(at, sensor)
	}
	return c, nil
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
	runs               data.Table // that may have a side
	sides              []run
	held               []coded          // by the key of Hold
	model              int              // of the key of Hold that names the model, −1 for none
	free               []string         // settings that Hold leaves open, without the factor
	work               []string         // fields of the work, for sides that are one model; other models do work of their own
	settings           map[string]coded // values of the free ones, and of the work
	models, tasks, gpu coded
	families           map[any]string // of models
}

// run is a configuration that may stand on a side of a pair; row is its first run.
type run struct {
	row             int
	group           int // equal where all held values are
	factor          any
	metric, latency float64 // means of its repeats
	repeats         int
}

func newPairing(runs data.Table, m Match) (*pairing, error) {
	p := &pairing{Match: m, runs: runs, model: -1, settings: map[string]coded{}}
	if err := p.evaluate(); err != nil {
		return nil, err
	}
	schema, named := runs.Schema(), map[string]bool{m.Factor: true}
	for i, source := range m.Hold {
		fields, err := schema.Named(source)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			named[f.Name] = true
			if p.model < 0 && (f.Role == data.RoleModel || f.Role == data.RoleModelName) {
				p.model = i
			}
		}
	}
	for _, f := range Settings(schema) {
		if !named[f.Name] && !(f.Role == data.RoleModel && named[schema.Name(data.RoleModelName)]) {
			p.free = append(p.free, f.Name)
			p.settings[f.Name] = codedField(p.runs, f.Name)
		}
	}
	for _, f := range schema.Work() {
		if f.Name != m.Factor {
			p.work = append(p.work, f.Name)
			p.settings[f.Name] = codedField(p.runs, f.Name)
		}
	}
	p.models, p.tasks, p.gpu = valuesOf(p.runs, data.RoleModel), valuesOf(p.runs, data.RoleTask), valuesOf(p.runs, data.RoleGPU)
	p.families = lists.By(p.models.distinct, func(model any) (any, string) { return model, Family(data.Text(model)) })
	return p, nil
}

// evaluate finds the runs that have a side, and computes their values. Many comparisons are of few of all runs, so the
// held values are only read of these.
func (p *pairing) evaluate() error {
	factors, err := evaluated(p.runs, p.Factor)
	if err != nil {
		return err
	}
	metric, err := p.runs.EvaluateNumbers(p.Metric)
	if err != nil {
		return err
	}
	if p.Each {
		if err := data.Numeric(factors.distinct, p.Factor); err != nil {
			return err
		}
	}
	compared := lists.Map(factors.distinct, p.compares)
	p.sides = make([]run, 0, lists.Count(factors.of, func(factor int32) bool { return compared[factor] }))
	p.runs = p.runs.Select(func(i int) bool {
		metric, ok := metric(i)
		if ok = ok && metric > 0 && compared[factors.of[i]]; ok {
			p.sides = append(p.sides, run{row: len(p.sides), factor: factors.at(i), metric: metric, repeats: 1})
		}
		return ok
	})
	for _, source := range p.Hold {
		held, err := evaluated(p.runs, source)
		if err != nil {
			return err
		}
		p.held = append(p.held, held)
	}
	return p.inTime()
}

// inTime keeps the sides that have a latency, and puts repeats together.
func (p *pairing) inTime() error {
	latency := func(int) (float64, bool) { return 0, true }
	if p.DeadlineField != "" {
		var err error
		if latency, err = p.runs.EvaluateNumbers(p.DeadlineField); err != nil {
			return err
		}
	}
	group := make([]int32, len(p.sides))
	for _, held := range p.held {
		if len(held.distinct) > 1 { // no key is built from text, which takes long and joins values that print alike
			lists.Tell(group, held.of)
		}
	}
	repeated, first, kept := repeatedIn(p.runs), map[string]int{}, p.sides[:0]
	for _, r := range p.sides {
		var ok bool
		if r.latency, ok = latency(r.row); !ok {
			continue
		}
		r.group = int(group[r.row])
		if id := ConfigurationID(p.runs.Run(r.row)); repeated[id] {
			if at, known := first[id]; known && kept[at].repeated(r) {
				continue
			}
			first[id] = len(kept)
		}
		kept = append(kept, r)
	}
	p.sides = kept
	return nil
}

// hold are the held values of a run.
func (p *pairing) hold(r *run) []any {
	return lists.Map(p.held, func(values coded) any { return values.at(r.row) })
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

// place is where runs stand together, the least of which makes a side.
type place struct {
	least  *run
	runs   int
	model  any          // of the first run
	others map[any]bool // other models, of which most places have none
}

// pairsAt pairs the least of each side within a deadline; 0 is none.
func (p *pairing) pairsAt(deadline float64) ([]Pair, error) {
	var order []int
	groups := make([][]*place, 1+lists.Most(p.sides, func(r run) int { return r.group }))
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
			places = append(places, &place{least: r, model: p.models.at(r.row)})
			groups[r.group] = places
		}
		places[at].add(r, p.models.at(r.row))
	}
	var pairs []*Pair // which are large
	for _, group := range order {
		pairs = append(pairs, p.pairs(groups[group])...)
	}
	slices.SortStableFunc(pairs, func(a, b *Pair) int {
		return cmp.Or(data.CompareKeys(a.Hold, b.Hold), data.Compare(a.Base.Value, b.Base.Value, 1), data.Compare(a.Alt.Value, b.Alt.Value, 1))
	})
	return lists.Map(pairs, func(pair *Pair) Pair { return *pair }), nil
}

func (s *place) add(r *run, model any) {
	s.runs += r.repeats
	if model != s.model {
		if s.others == nil {
			s.others = map[any]bool{}
		}
		s.others[model] = true
	}
	if r.metric < s.least.metric {
		s.least = r
	}
}

// pairs are those of the places of a group.
func (p *pairing) pairs(places []*place) (pairs []*Pair) {
	for _, base := range places {
		for _, alt := range places {
			x, _ := data.Number(base.least.factor)
			y, _ := data.Number(alt.least.factor)
			if p.Each && x < y || !p.Each && data.Text(base.least.factor) == p.Base && data.Text(alt.least.factor) == p.Alt {
				pair := p.pair(base, alt)
				pairs = append(pairs, &pair)
			}
		}
	}
	return pairs
}

func (p *pairing) pair(base, alt *place) Pair {
	pair := Pair{
		Hold: p.hold(base.least), Base: p.side(base), Alt: p.side(alt),
		Model: p.models.at(base.least.row), Task: p.tasks.at(base.least.row), AltModel: p.models.at(alt.least.row),
		Family: p.families[p.models.at(base.least.row)], Change: (alt.least.metric - base.least.metric) / base.least.metric * 100,
	}
	if p.model >= 0 {
		pair.Model = pair.Hold[p.model]
	}
	pair.Differs = lists.Filter(p.free, func(name string) bool {
		values := p.settings[name].of
		return values[base.least.row] != values[alt.least.row]
	})
	for _, name := range p.work {
		if a, b := p.settings[name].at(base.least.row), p.settings[name].at(alt.least.row); data.SameWork(a, b) {
			continue
		} else if p.model >= 0 {
			pair.Unequal = append(pair.Unequal, Unequal{name, a, b})
		} else if !slices.Contains(pair.Differs, name) { // different models do different work
			pair.Differs = append(pair.Differs, name)
		}
	}
	return pair
}

func (p *pairing) side(s *place) Side {
	return Side{Value: s.least.factor, Metric: s.least.metric, Run: p.runs.Run(s.least.row), Runs: s.runs, Models: 1 + len(s.others)}
}
