package data

import (
	"fmt"
	"strings"
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
