package data

import (
	"fmt"
	"math"
	"strings"
)

// Kind is the type of a field's values.
type Kind int

// The kinds of field. A missing value of any kind is nil.
const (
	String Kind = iota // Go string
	Int                // Go int
	Float              // Go float64
	Bool               // Go bool
)

func (k Kind) String() string {
	return [...]string{"string", "integer", "number", "boolean"}[k]
}

// Direction says which way a metric improves.
type Direction int

// A field is better lower, better higher, or has no better direction.
const (
	Neutral Direction = iota
	Lower
	Higher
)

// Field describes one column of a record type. The name is at once the Parquet
// column, the JSON key, the CSV header and the name in command-line expressions.
type Field struct {
	Name     string
	Label    string // what a table header says
	Unit     string // "" for counts and text
	Help     string // one sentence for a reader who meets the term first here
	Anchor   string // heading of the methods page that explains it, "" if none
	Better   Direction
	Positive bool // a value that is not > 0 makes the row wrong
	Path     bool // names a file of the source, not a result
	Long     bool // a text of any length
	JSON     bool // a text that is JSON: a list or an object, written as one where JSON is written
	Key      bool // part of a configuration's identity; equal keys are repeats
	Protocol bool // tells runs of one configuration apart, such as a seed; published results may leave it out
	Method   bool // says how values came to be; runs that differ in it cannot be compared

	Kind     Kind // derived from the record's Go type
	Nullable bool // derived: the record holds an Opt
}

// FieldOf is a field together with the place where a record of type R keeps it.
type FieldOf[R any] struct {
	Field
	// At is a pointer to the record's string, int, float64, bool or Opt of these;
	// kind and nullability of the field come from its type.
	At func(*R) any
}

// value is what r holds in the column: string, int, float64, bool, or nil when
// missing.
func (c *FieldOf[R]) value(r *R) any {
	switch p := c.At(r).(type) {
	case *string:
		return *p
	case *int:
		return *p
	case *float64:
		return *p
	case *bool:
		return *p
	case *Opt[string]:
		return optValue(p)
	case *Opt[int]:
		return optValue(p)
	case *Opt[float64]:
		return optValue(p)
	case *Opt[bool]:
		return optValue(p)
	}
	panic("data: field " + c.Name + " has an unknown Go type")
}

func optValue[T any](o *Opt[T]) any {
	if v, ok := o.Value(); ok {
		return v
	}
	return nil
}

// set stores v in the column of r. Integers are accepted for numbers, and whole
// numbers for integers (some writers turn integer columns with gaps into
// doubles); nothing else is converted.
func (c *FieldOf[R]) set(r *R, v any) error {
	if v == nil && !c.Nullable {
		return fmt.Errorf("want %s, got nothing", c.Kind)
	}
	ok := true
	switch p := c.At(r).(type) {
	case *string:
		ok = assign(p, v, asString)
	case *int:
		ok = assign(p, v, asInt)
	case *float64:
		ok = assign(p, v, Number)
	case *bool:
		ok = assign(p, v, asBool)
	case *Opt[string]:
		ok = assignOpt(p, v, asString)
	case *Opt[int]:
		ok = assignOpt(p, v, asInt)
	case *Opt[float64]:
		ok = assignOpt(p, v, Number)
	case *Opt[bool]:
		ok = assignOpt(p, v, asBool)
	}
	if !ok {
		return fmt.Errorf("want %s, got %s", c.Kind, show(v))
	}
	return nil
}

func assign[T any](p *T, v any, as func(any) (T, bool)) bool {
	t, ok := as(v)
	if ok {
		*p = t
	}
	return ok
}

func assignOpt[T any](p *Opt[T], v any, as func(any) (T, bool)) bool {
	if v == nil {
		*p = Opt[T]{}
		return true
	}
	t, ok := as(v)
	if ok {
		*p = Some(t)
	}
	return ok
}

func asString(v any) (string, bool) { s, ok := v.(string); return s, ok }

func asBool(v any) (bool, bool) { b, ok := v.(bool); return b, ok }

// Number is a value of a field, or of an expression, as a number: an integer or a
// float, which need not be finite where it was computed. ok is false for all else.
func Number(v any) (x float64, ok bool) {
	switch n := v.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	}
	return 0, false
}

func asInt(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case int64:
		return int(n), true
	case float64:
		// 2^53 bounds the integers that a double holds exactly.
		if n == math.Trunc(n) && math.Abs(n) <= 1<<53 {
			return int(n), true
		}
	}
	return 0, false
}

// show renders a value for a message, cut so that a hostile value cannot flood it.
func show(v any) string {
	const most = 60
	s := fmt.Sprintf("%#v", v)
	if f, ok := v.(float64); ok {
		s = fmt.Sprint(f)
	}
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
