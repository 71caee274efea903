package data

import (
	"errors"
	"fmt"
	"sync"

	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Schema is the field table of one record type: filters, columns, headers,
// expressions and published schemas are all read from it, so that a field is
// declared in one line.
type Schema[R any] struct {
	Traits
	columns []FieldOf[R]
	byName  map[string]int
	any     *Schema[AnyRun] // the same table for the records as AnyRun
	lent    sync.Pool       // records of type *R, see lend
}

// Traits say of a record type what its fields alone do not.
type Traits struct {
	Domain string   // "llm", "diffusion": the value of --domain
	Noun   string   // what one of the many outputs is: "token", or "" when the task says
	Order  []string // fields to sort by
	Main   []string // fields that a short table shows
	Sweep  []string // fields in which the runs of one sweep over the batch size agree

	// The fields that play the part which every benchmark has one of; "" where a
	// type has none.
	Model, GPU, Batch, Energy, Throughput, Power string
	// Latency holds the field at P50, P90, P95 and P99, or one field for all.
	Latency []string

	// Basis says what the numbers are.
	Basis Basis
	// Board is how pages show the runs where they have a board of their own; nil for
	// the ML.ENERGY benchmark, whose tasks have pages.
	Board *Board
}

// NewSchema is a field table with these columns. The kind of each comes from the
// Go type of the record's field.
func NewSchema[R any](t Traits, columns []FieldOf[R]) *Schema[R] {
	s := &Schema[R]{Traits: t, columns: columns, byName: make(map[string]int, len(columns))}
	zero := new(R) // one for all: a record of hundreds of columns is kilobytes
	for i := range columns {
		c := &columns[i]
		c.Kind, c.Nullable = kindOf(c.At(zero))
		s.byName[c.Name] = i
	}
	s.any = anySchema(s)
	return s
}

func kindOf(p any) (kind Kind, nullable bool) {
	switch p.(type) {
	case *string:
		return String, false
	case *int:
		return Int, false
	case *float64:
		return Float, false
	case *bool:
		return Bool, false
	case *Opt[string]:
		return String, true
	case *Opt[int]:
		return Int, true
	case *Opt[float64]:
		return Float, true
	case *Opt[bool]:
		return Bool, true
	}
	panic(fmt.Sprintf("data: no kind for %T", p))
}

// Fields lists the fields in column order.
func (s *Schema[R]) Fields() []Field {
	fields := make([]Field, len(s.columns))
	for i, c := range s.columns {
		fields[i] = c.Field
	}
	return fields
}

// Field is the field of that name.
func (s *Schema[R]) Field(name string) (Field, bool) {
	c := s.lookUp(name)
	if c == nil {
		return Field{}, false
	}
	return c.Field, true
}

// Value is what r holds under that name: string, int, float64 or bool, nil when
// it is missing or the name is unknown.
func (s *Schema[R]) Value(r R, name string) any {
	c := s.lookUp(name)
	if c == nil {
		return nil
	}
	return s.lend(r, c.value)
}

// lend gives do a place where the record r stands, until it returns. Fields are found
// by pointer, and a place of its own for each value would be kilobytes of garbage.
func (s *Schema[R]) lend(r R, do func(*R) any) any {
	place, ok := s.lent.Get().(*R)
	if !ok {
		place = new(R)
	}
	defer s.lent.Put(place)
	*place = r
	return do(place)
}

// text is what r holds under that name, if that is text.
func (s *Schema[R]) text(r *R, name string) (string, bool) {
	c := s.lookUp(name)
	if c == nil {
		return "", false
	}
	text, ok := c.value(r).(string)
	return text, ok
}

// Set stores v (string, int, float64, bool, or nil for missing) under that name.
// A value of another kind is an error that names both kinds.
func (s *Schema[R]) Set(r *R, name string, v any) error {
	c, err := s.column(name)
	if err != nil {
		return err
	}
	if any(s) == any(s.any) { // its At points into a copy
		return errors.New("a run of any type is read only; set the field of the record itself")
	}
	return c.set(r, v)
}

// lookUp finds a field, nil if there is none of that name.
func (s *Schema[R]) lookUp(name string) *FieldOf[R] {
	i, ok := s.byName[name]
	if !ok {
		return nil
	}
	return &s.columns[i]
}

// column finds a field or explains which names there are.
func (s *Schema[R]) column(name string) (*FieldOf[R], error) {
	c := s.lookUp(name)
	if c == nil {
		return nil, noField[R]{s, name}
	}
	return c, nil
}

// noField says that runs have no field of a name. Which one was meant is looked for
// when somebody reads the error: that takes longer than all of the rows' values.
type noField[R any] struct {
	schema *Schema[R]
	name   string
}

func (e noField[R]) Error() string {
	names := make([]string, len(e.schema.columns))
	for i, c := range e.schema.columns {
		names[i] = c.Name
	}
	return fmt.Sprintf("%s runs have no field %q%s", e.schema.Domain, e.name, nearest.Hint(e.name, names))
}
