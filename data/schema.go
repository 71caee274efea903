package data

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Schema is the field table of one record type: filters, columns, headers, expressions and published schemas are all
// derived from it, so that a field is declared once.
type Schema struct {
	Traits
	fields []Field
	stated []Field // those that are not computed
	byName map[string]int
	byRole map[Role]int

	declared    []DeclaredField
	normalizers map[string]func(value func(field string) any) (any, error)
}

// Traits are the properties of a record type other than its fields.
type Traits struct {
	Domain string   // "llm", "diffusion": the value of --domain
	Noun   string   // noun for one output, such as "token"; "" if it depends on the task
	Order  []string // fields of the sort order
	Main   []string // fields of a short table
	Sweep  []string // fields in which the runs of one sweep over the batch size agree
	// Neighbors are the fields that agree between runs of the same order of magnitude.
	Neighbors []string
	// Laws are relations between fields that are true in every run.
	Laws []Law

	// Normalized are measures by which boards compare outputs of unequal work.
	Normalized []Normalized

	// Where is an expression that holds for the rows of files that are runs, "" for all; others are left out silently.
	Where string

	// Basis describes what is measured, and how.
	Basis Basis
	// Board describes the pages of the runs if they have boards of their own; nil for the ML.ENERGY benchmark, whose
	// tasks have pages.
	Board *Board
}

// System names the benchmark of the runs, "" for the ML.ENERGY benchmark.
func (t Traits) System() string {
	if t.Board == nil {
		return ""
	}
	return t.Board.System
}

func newSchema(t Traits, fields []Field) *Schema {
	s := &Schema{Traits: t, fields: fields, byName: map[string]int{}, byRole: map[Role]int{}}
	s.stated = lists.Filter(fields, func(f Field) bool { return !f.Computed })
	for i, f := range fields {
		s.byName[f.Name] = i
		if f.Role != "" {
			s.byRole[f.Role] = i
		}
	}
	return s
}

// Same reports whether the other table has the same fields and traits.
func (s *Schema) Same(o *Schema) bool {
	return s == o || reflect.DeepEqual(s.Traits, o.Traits) && reflect.DeepEqual(s.fields, o.fields)
}

// Fields lists the fields in column order; it may not be changed.
func (s *Schema) Fields() []Field { return s.fields }

// Field returns the field of that name.
func (s *Schema) Field(name string) (Field, bool) {
	if i, ok := s.byName[name]; ok {
		return s.fields[i], true
	}
	return Field{}, false
}

// Has reports whether there is a field of that name.
func (s *Schema) Has(name string) bool { _, ok := s.byName[name]; return ok }

// The returns the field with a role; ok is false if the record type has none.
func (s *Schema) The(r Role) (f Field, ok bool) {
	if i, ok := s.byRole[r]; ok {
		return s.fields[i], true
	}
	return Field{}, false
}

// Name returns the name of the field with a role, "" for none.
func (s *Schema) Name(r Role) string {
	if i, ok := s.byRole[r]; ok {
		return s.fields[i].Name
	}
	return ""
}

// Latency returns the names of the fields with the latency at P50, P90, P95 and P99, or one for all; none if the
// record type has no latency.
func (s *Schema) Latency() (names []string) {
	if names = s.namesOf(RoleLatency); names == nil {
		names = s.namesOf(LatencyRoles...)
	}
	return names
}

// namesOf are the names of the fields with some roles, in their order, as far as the record type has them.
func (s *Schema) namesOf(roles ...Role) []string {
	return lists.Filter(lists.Map(roles, s.Name), func(name string) bool { return name != "" })
}

// Percentiles returns the percentiles at which the latency was measured, such as p50 and p99, in the order of [Schema.Latency];
// none if there is one latency for all.
func (s *Schema) Percentiles() []string {
	return lists.FilterMap(LatencyRoles, func(r Role) (string, bool) {
		return strings.TrimPrefix(string(r), "latency_"), s.Name(r) != "" && s.Name(RoleLatency) == ""
	})
}

// LatencyAt returns the names of the fields that stand for the latency at P50, P90, P95 and P99: those measured there, else at
// the next percentile above, or the highest. It is [Schema.Latency] if that has one field or none.
func (s *Schema) LatencyAt() []string {
	names := s.Latency()
	if len(names) < 2 {
		return names
	}
	at := make([]string, len(LatencyRoles))
	next := names[len(names)-1]
	for i := len(LatencyRoles) - 1; i >= 0; i-- {
		if name := s.Name(LatencyRoles[i]); name != "" {
			next = name
		}
		at[i] = next
	}
	return at
}

// Keys returns the names of the fields that form a configuration's identity.
func (s *Schema) Keys() []string { return namesIn(s.fields, func(f Field) bool { return f.Key }) }

// Stated returns the fields that sources contain, all but the computed ones; they may not be changed.
func (s *Schema) Stated() []Field { return slices.Clip(s.stated) }

// Columns selects fields by name, in that order; no names select all. An unknown
// name is an error.
func (s *Schema) Columns(names ...string) ([]Field, error) {
	if len(names) == 0 {
		return s.fields, nil
	}
	fields := make([]Field, len(names))
	for i, name := range names {
		at, err := s.index(name)
		if err != nil {
			return nil, err
		}
		fields[i] = s.fields[at]
	}
	return fields, nil
}

// index finds a field or explains which names there are.
func (s *Schema) index(name string) (int, error) {
	if i, ok := s.byName[name]; ok {
		return i, nil
	}
	return 0, noField{s, name}
}

// noField says that runs have no field of a name. Which one was meant is looked for
// when somebody reads the error: that takes longer than all of the rows' values.
type noField struct {
	schema *Schema
	name   string
}

func (e noField) Error() string {
	// a word for the part that a field plays means that field
	role := Role(strings.ToLower(e.name))
	if latency := e.schema.Latency(); role == RoleLatency && len(latency) > 0 {
		return e.hint(fmt.Sprintf("; did you mean %q?", latency[0]))
	}
	if f, ok := lists.Find(e.schema.fields, func(f Field) bool { return slices.Contains(f.From, e.name) }); ok {
		return e.columnOf(f).Error()
	}
	if f, ok := e.schema.The(role); ok {
		return e.hint(fmt.Sprintf("; did you mean %q?", f.Name))
	}
	return e.hint(nearest.Among(e.name, e.schema.Names()))
}

// columnOf says that a name is where a field is read.
func (e noField) columnOf(f Field) error {
	return errors.New(e.hint(fmt.Sprintf("; that is the column of the field %q: write the field", f.Name)))
}

// Names returns the names of all fields, in column order.
func (s *Schema) Names() []string { return namesIn(s.fields, func(Field) bool { return true }) }

// namesIn are the names of the fields that fit.
func namesIn(fields []Field, fits func(Field) bool) []string {
	return lists.Map(lists.Filter(fields, fits), func(f Field) string { return f.Name })
}

func (e noField) hint(meant string) string {
	return fmt.Sprintf("%s have no field %q%s", strings.TrimSpace(e.schema.Domain+" runs"), e.name, meant)
}
