package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// Report is the result of comparing a head with a base.
type Report struct {
	Base, Head []Revision     // the sources of each side
	Notes      []string       // limitations of the comparison
	Noise      []*SystemNoise // the noise used for metrics, by system
	Counts     map[Class]int
	Changes    []Change // all changed configurations, by domain, then by configuration
	News       []News
	Together   []*Together
	Medians    []Median
	Boards     []BoardChange // the tasks with a difference, in display order
	Texts      []TextChange
	Faults     []Fault           // what a maintainer may reject
	TaskNames  map[string]string // by id, of the tasks in tasks.yaml
	Before     data.Dataset      // the base with the head's names for renamed models, GPUs and tasks
}

// Revision is the origin of a side's runs.
type Revision struct {
	Name      string `json:"source"` // as given by the user, in a form that can be published
	Kind      string `json:"kind"`
	Revision  string `json:"revision"` // content hash or commit
	Date      string `json:"date"`     // of the data, YYYY-MM-DD
	Runs      int    `json:"runs"`
	Synthetic bool   `json:"synthetic"`
}

func revisionsOf(ds data.Dataset) []Revision {
	return lists.Map(ds.Sources, func(s data.Source) Revision {
		return Revision{leaderboard.SourceName(s.Name), s.Kind, s.Revision, s.Date, s.Runs, s.Synthetic}
	})
}

// Class is the kind of change of a configuration.
type Class string

// The classes, in the order in which a reader should see them.
const (
	Flipped       Class = "stability flipped" // stable on one side, unstable on the other
	Removed       Class = "removed"
	LeftOut       Class = "left out because of errors" // its row is still there
	Changed       Class = "changed"                    // a result beyond the floor and beyond noise, or by very much
	Added         Class = "added"
	NotComparable Class = "not comparable" // another method, or no metric in common
	Noise         Class = "within noise"   // a result differs, but not significantly
	Metadata      Class = "metadata only"  // no result differs, but something else does
	Same          Class = "same"
)

// Classes lists all classes in the order of their constants.
func Classes() []Class {
	return []Class{Flipped, Removed, LeftOut, Changed, Added, NotComparable, Noise, Metadata, Same}
}

// Change is a configuration that differs between the sides.
type Change struct {
	Domain, Task string
	Model, Name  string // id and display name
	// ID is the id of the configuration's runs; see aggregate.Row. Configurations that differ only in their seed have
	// the same ID.
	ID                 string
	Key                []KeyValue
	Class              Class
	Unstable           bool // on each side that contains it, so that no board shows it
	BaseRuns, HeadRuns int  // repeats
	Measures           []Measure
	Facts              []Fact
	Why                string // reason for a flip, or for why it cannot be compared
	Method             string // how the values were obtained, on both sides, if that differs
	Page               string // address of its run in the site of the head, "" for none
	Accepted           string // the reason for its approval
}

// key is the value of the field of the identity that plays a role, nil if there is none.
func (c *Change) key(role data.Role) any {
	k, _ := lists.Find(c.Key, func(k KeyValue) bool { return k.Field.Role == role })
	return k.Value
}

// values are those of the identity, by which configurations are ordered.
func (c *Change) values() []any {
	return lists.Map(c.Key, func(k KeyValue) any { return k.Value })
}

// GPU is the type of the GPUs, "" if it is not part of the identity.
func (c *Change) GPU() string { return data.Text(c.key(data.RoleGPU)) }

// KeyValue is a field of a configuration's identity.
type KeyValue struct {
	Field *data.Field
	Value any
}

// Measure is a metric that differs. Base and Head are means over the runs of the configuration, NaN if none has a
// value.
type Measure struct {
	Field      *data.Field
	Base, Head float64
	// Noise is the noise with which the difference is compared, and Q the p-value of that test, corrected for the
	// number of configurations that were compared by this metric. Without a logarithm on both sides there is no test:
	// Noise is unknown and Q is NaN.
	Noise    fitting.Spread
	Q        float64
	Material bool
}

// Tested reports whether the change was tested against noise.
func (m Measure) Tested() bool { return m.Noise.Known() }

// tested is the measure of a metric that was tested against noise; nil if there is none.
func (c *Change) tested(f *data.Field) *Measure {
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.Measures, func(m Measure) bool { return m.Field == f && m.Tested() })
	if i < 0 {
		return nil
	}
	return &c.Measures[i]
}

// Ratio is head divided by base; NaN if it does not exist.
func (m Measure) Ratio() float64 {
	if m.Base*m.Head > 0 {
		return m.Head / m.Base
	}
	return math.NaN()
}

// Size is the difference between the two sides, the same in both directions.
func (m Measure) Size() float64 {
	if ratio := m.Ratio(); !math.IsNaN(ratio) {
		return math.Abs(math.Log(ratio))
	}
	return math.Inf(1)
}

// unit is the factor between two units, a power of ten or of hours and seconds, by which the sides differ; 0 for none.
func (m Measure) unit() float64 {
	factor, _ := lists.Find([]float64{10, 100, 1000, 3600, 1e6, 3.6e6}, func(f float64) bool { return math.Abs(m.Size()-math.Log(f)) < 1e-3 })
	return factor
}

// Worse reports whether head is worse than base; a missing value is neither better nor worse, and neither is a result
// without a direction.
func (m Measure) Worse() bool {
	switch m.Field.Better {
	case data.Higher:
		return m.Head < m.Base
	case data.Lower:
		return m.Head > m.Base
	}
	return false
}

// Better is the opposite of Worse.
func (m Measure) Better() bool {
	m.Base, m.Head = m.Head, m.Base
	return m.Worse()
}

// Fact is a field other than a metric that differs, as text.
type Fact struct {
	Field      *data.Field
	Base, Head string
}

// Of lists the changes of a class.
func (r *Report) Of(class Class) []Change {
	return lists.Filter(r.Changes, func(c Change) bool { return c.Class == class })
}

// count is the number of configurations of some classes.
func (r *Report) count(classes ...Class) int {
	return lists.Sum(classes, func(c Class) int { return r.Counts[c] })
}

// SameResults reports whether nothing on boards, in tables and in texts has changed beyond noise.
func (r *Report) SameResults() bool {
	return r.count(Flipped, Removed, LeftOut, Changed, Added, NotComparable)+len(r.Boards)+len(r.Together) == 0
}

// Worst returns the configurations of boards with a metric that is materially worse, the worst first; Best those with
// one that is materially better.
func (r *Report) Worst() []Ranked { return r.ranked(Measure.Worse) }

// Best is the opposite of Worst.
func (r *Report) Best() []Ranked { return r.ranked(Measure.Better) }

// Otherwise returns the configurations whose results changed and are neither worse nor better.
func (r *Report) Otherwise() []Ranked {
	return slices.DeleteFunc(r.ranked(func(Measure) bool { return true }), func(c Ranked) bool {
		_, worse := c.furthest(Measure.Worse)
		_, better := c.furthest(Measure.Better)
		return worse || better
	})
}

// Ranked is a change with the measure by which it is listed.
type Ranked struct {
	*Change
	By Measure
}

func (r *Report) ranked(counts func(Measure) bool) []Ranked {
	var list []Ranked
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Class != Changed || c.Unstable {
			continue
		}
		if m, ok := c.furthest(counts); ok {
			list = append(list, Ranked{c, m})
		}
	}
	// differences in the last digits are no order
	size := func(m Measure) float64 { return math.Round(m.Size()*1e9) / 1e9 }
	slices.SortStableFunc(list, func(a, b Ranked) int { return cmp.Compare(size(b.By), size(a.By)) })
	return list
}

// furthest is the material measure that counts and is furthest from its base; of
// those that say the same, the first in the field table.
func (c *Change) furthest(counts func(Measure) bool) (far Measure, ok bool) {
	for _, m := range c.Measures {
		if m.Material && counts(m) && (!ok || m.Size() > far.Size()*(1+1e-9)) {
			far, ok = m, true
		}
	}
	return far, ok
}
