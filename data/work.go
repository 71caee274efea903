package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Normalized is the energy of an amount of output, such as a megapixel: outputs compare by it that differ in the settings of
// their work by which it divides.
type Normalized struct {
	Name, Label, Unit, Help string
	Value                   string   // an expression over the fields
	Levels                  []string // the settings of the work that it levels out
	Accuracy                bool     // it divides by the share of correct answers, whose error is one of the measure, too
}

// Normalize computes a measure of [Traits.Normalized] from the values of fields; ok is false where it has none.
func (s *Schema) Normalize(name string, value func(field string) any) (x float64, ok bool) {
	compute := s.normalizers[name]
	if compute == nil {
		return 0, false
	}
	v, _ := compute(value)
	x, ok = Number(v)
	return x, ok && units.IsFinite(x)
}

// NormalizedBy is the measure of that name.
func (s *Schema) NormalizedBy(name string) (Normalized, bool) {
	return lists.Find(s.Normalized, func(n Normalized) bool { return n.Name == name })
}

// Field is the measure as a column.
func (n Normalized) Field() Field {
	return Field{Name: n.Name, Kind: Float, Label: n.Label, Unit: n.Unit, Help: n.Help, Better: Lower, Nullable: true}
}

// normalize prepares the measures of a declaration.
func (s *Schema) normalize(faults *Faults) {
	s.normalizers = map[string]func(func(string) any) (any, error){}
	for i, n := range s.Normalized {
		of, err := Formula(s.fields, n.Value)
		fault := func(key, format string, args ...any) {
			faults.Add([]any{"normalized", i, key}, s.Domain+"."+ClipName(n.Name)+": "+format, args...)
		}
		if !fieldName.MatchString(n.Name) || s.Has(n.Name) {
			fault("name", "expected a name of lower-case letters, digits and underscores that no field has")
		}
		if err != nil {
			fault("value", "%v", err)
			continue
		}
		for _, text := range []string{n.Label, n.Unit, n.Help} {
			if (&Field{Long: true}).wrongText(text) != "" {
				fault("label", "expected printable text")
			}
		}
		for k, name := range n.Levels {
			faults.If(!slices.Contains(s.Settings(), name), []any{"normalized", i, "levels", k},
				"%s.%s: %s is no setting of the work; declare it with “is: [key, work]”", s.Domain, ClipName(n.Name), fmt.Sprintf("%q", ClipName(name)))
		}
		s.normalizers[n.Name] = of
	}
}

// workFactor is up to which ratio two amounts of work count as equal. Output lengths of one model in one task vary by a few
// percent between runs.
const workFactor = 1.25

// SameWork reports whether outputs with two values of a field of work took the same work: equal texts, or numbers that are
// at most a quarter apart. What is missing is not known to differ.
func SameWork(a, b any) bool {
	if a == nil || b == nil || a == "" || b == "" {
		return true
	}
	x, ok := Number(a)
	y, also := Number(b)
	if !ok || !also {
		return Text(a) == Text(b)
	}
	return x == y || x > 0 && y > 0 && math.Max(x/y, y/x) <= workFactor
}

// Work returns the fields that say how much work an output is.
func (s *Schema) Work() []Field { return lists.Filter(s.fields, func(f Field) bool { return f.Work }) }

// Settings are the fields of the work that a configuration states, such as the frames of a video: not those that are
// results, such as the length of a response.
func (s *Schema) Settings() []string { return namesIn(s.Work(), func(f Field) bool { return f.Key }) }
