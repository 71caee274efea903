package data

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/units"
)

// Row is a run while it is read: one value per field.
type Row struct {
	schema *Schema
	values []any
}

// NewRow returns a run without values. A field that is never missing begins with the zero value of its kind.
func NewRow(s *Schema) Row {
	r := Row{s, make([]any, len(s.fields))}
	for i, f := range s.fields {
		if !f.Nullable {
			r.values[i] = f.Kind.zero()
		}
		if f.Role == RoleDomain {
			r.values[i] = s.Domain
		}
	}
	return r
}

// Schema is the field table of the run.
func (r Row) Schema() *Schema { return r.schema }

// Value returns the value of a field, nil if it is missing.
func (r Row) Value(field string) any {
	if i, ok := r.schema.byName[field]; ok {
		return r.values[i]
	}
	return nil
}

// Set stores v (string, int, float64, bool, or nil for missing) in a field. A value of
// another kind is an error that names both kinds.
func (r Row) Set(field string, v any) error {
	i, v, err := r.schema.convert(field, v)
	if err == nil {
		r.values[i] = v
	}
	return err
}

// Take stores values of the fields' kinds, or an [Opt] of them. Another value, which only an error in code can bring
// here, panics.
func (r Row) Take(values map[string]any) {
	for field, v := range values {
		if o, ok := v.(interface{ Any() any }); ok {
			v = o.Any()
		}
		if err := r.Set(field, v); err != nil {
			panic(fmt.Sprintf("data: %s: %v", field, err))
		}
	}
}

// Otherwise stores a value as [Row.Take] does, unless the field has one. An empty text, with which a field that is never
// missing begins, is none.
func (r Row) Otherwise(field string, v any) {
	if known := r.Value(field); known == nil || known == "" {
		r.Take(map[string]any{field: v})
	}
}

// Float returns the value of a field of numbers.
func (r Row) Float(field string) (v Opt[float64]) { v.set(r.Value(field)); return v }

// Number returns the value of a field of numbers, whole or not; NaN, with which no comparison holds, for a missing one.
func (r Row) Number(field string) float64 {
	if x, ok := Number(r.Value(field)); ok {
		return x
	}
	return math.NaN()
}

// Count returns the value of a field of whole numbers.
func (r Row) Count(field string) (v Opt[int]) { v.set(r.Value(field)); return v }

// Text returns the value of a field of text, missing for an empty one.
func (r Row) Text(field string) (v Opt[string]) {
	if text := r.Value(field); text != "" {
		v.set(text)
	}
	return v
}

// Put is [Row.Set] for the field at an index of the field table, for fast reading of many rows.
func (r Row) Put(field int, v any) error {
	v, err := r.schema.fields[field].convert(v)
	if err == nil {
		r.values[field] = v
	}
	return err
}

// convert is the index of a field and a value of its kind.
func (s *Schema) convert(field string, v any) (int, any, error) {
	i, err := s.index(field)
	if err != nil {
		return 0, nil, err
	}
	v, err = s.fields[i].convert(v)
	return i, v, err
}

// convert is a value as one of the field's kind.
func (f *Field) convert(v any) (any, error) {
	if v == nil && f.Nullable {
		return nil, nil
	}
	converted, ok := f.Kind.convert(v)
	switch {
	case v == nil:
		return nil, fmt.Errorf("expected %s, got nothing", f.Kind)
	case !ok:
		return nil, fmt.Errorf("expected %s, got %s", f.Kind, show(v))
	}
	return converted, nil
}

// Refused says why an [Intake] would leave the row out for the value of a field, "" if it would not.
func (r Row) Refused(field string) string {
	i, known := r.schema.byName[field]
	if !known {
		return ""
	}
	_, why := r.schema.fields[i].wrong(r.values[i], r.the(RoleStable) != false)
	return why
}

// the is the value of the field that plays a role.
func (r Row) the(role Role) any {
	if i, ok := r.schema.byRole[role]; ok {
		return r.values[i]
	}
	return nil
}

func (r Row) text(role Role) string { s, _ := r.the(role).(string); return strings.TrimSpace(s) }

// Opt is a value that may be missing in a source. The zero Opt is missing, which is never the same as a zero value.
type Opt[T any] struct {
	value   T
	present bool
}

// Some returns a present value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, present: true} }

// When returns a value that is present under a condition.
func When[T any](is bool, v T) (o Opt[T]) {
	if is {
		o = Some(v)
	}
	return o
}

// Finite returns a number that JSON can contain, missing for NaN and infinities.
func Finite(x float64) Opt[float64] { return Opt[float64]{x, units.IsFinite(x)} }

// Value returns the value and whether it is present.
func (o Opt[T]) Value() (T, bool) { return o.value, o.present }

// Present reports whether there is a value.
func (o Opt[T]) Present() bool { return o.present }

// Or returns the value, or fallback if it is missing.
func (o Opt[T]) Or(fallback T) T {
	if o.present {
		return o.value
	}
	return fallback
}

// Any returns the value, nil if it is missing, as [Row.Set] takes it.
func (o Opt[T]) Any() any {
	if !o.present {
		return nil
	}
	return o.value
}

// set stores a value of the type, or none for any other.
func (o *Opt[T]) set(v any) { o.value, o.present = v.(T) }

// MarshalJSON writes a missing value as null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.Any())
}

// Remarks are what a reader adds to a run that its readers should know, each as “code: text”.
type Remarks []string

// Say adds a remark where it is one.
func (r *Remarks) Say(is bool, code, format string, args ...any) {
	if is {
		*r = append(*r, code+": "+fmt.Sprintf(format, args...))
	}
}

// List returns texts as a JSON list, missing for none.
func List(texts []string) Opt[string] {
	text, err := json.Marshal(texts)
	return When(err == nil && len(texts) > 0, string(text))
}

// Positive returns a number that is greater than zero and finite, missing for any other.
func Positive[T int | float64](x Opt[T]) Opt[T] {
	if v := x.Or(0); v > 0 && !math.IsInf(float64(v), 0) {
		return x
	}
	return Opt[T]{}
}

// Ratio returns x / y if both and their quotient are positive and finite, otherwise missing.
func Ratio(x, y Opt[float64]) Opt[float64] {
	if y.Or(0) <= 0 {
		return Opt[float64]{}
	}
	return Positive(Some(x.Or(0) / y.Or(0)))
}
