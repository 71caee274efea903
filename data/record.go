package data

import (
	"fmt"
	"reflect"
	"sync"
)

// Record is a run of one benchmark as a Go struct: a plain value whose fields of kinds
// string, int, float64, bool, and [Opt] of these, name their column in a tag, such as
//
//	Seed Opt[int] `run:"seed"`
//
// Fields of embedded structs are included.
type Record interface {
	comparable
	Schema() *Schema
}

// bindings are the places of columns in records, by the record's type.
var bindings sync.Map

// binding is where a record keeps each column: the path of a field of the struct.
type binding []place

type place struct {
	column int
	path   []int
}

func bindingOf[R Record]() binding {
	var zero R
	t := reflect.TypeOf(zero)
	if known, ok := bindings.Load(t); ok {
		return known.(binding)
	}
	b := placesIn(t, zero.Schema(), nil)
	bindings.Store(t, b)
	return b
}

func placesIn(t reflect.Type, s *Schema, above []int) (places binding) {
	for i := range t.NumField() {
		f := t.Field(i)
		path := append(above[:len(above):len(above)], i)
		name, tagged := f.Tag.Lookup("run")
		if !tagged {
			if f.Type.Kind() == reflect.Struct {
				places = append(places, placesIn(f.Type, s, path)...)
			}
			continue
		}
		column, err := s.index(name)
		if err != nil {
			panic(fmt.Sprintf("data: %s.%s: %v", t, f.Name, err))
		}
		places = append(places, place{column, path})
	}
	return places
}

// RowOf converts a record to a row.
func RowOf[R Record](record R) Row {
	row := NewRow(record.Schema())
	from := reflect.ValueOf(&record).Elem()
	for _, p := range bindingOf[R]() {
		row.values[p.column] = valueIn(from.FieldByIndex(p.path))
	}
	return row
}

// Set stores a value in the field of a record; see [Row.Set].
func Set[R Record](record *R, field string, v any) error {
	column, v, err := (*record).Schema().convert(field, v)
	if err != nil {
		return err
	}
	for _, p := range bindingOf[R]() {
		if p.column == column {
			setIn(reflect.ValueOf(record).Elem().FieldByIndex(p.path), v)
		}
	}
	return nil
}

// fill copies row i of the values into a record.
func (b binding) fill(record reflect.Value, v *values, i int) {
	for _, p := range b {
		setIn(record.FieldByIndex(p.path), v.column(p.column).at(i))
	}
}

// optional is an [Opt] of any type.
type optional interface {
	Any() any
	set(v any)
}

func valueIn(field reflect.Value) any {
	if o, is := field.Addr().Interface().(optional); is {
		return o.Any()
	}
	return field.Interface()
}

// setIn stores a value, or nothing where it is missing.
func setIn(field reflect.Value, v any) {
	if o, is := field.Addr().Interface().(optional); is {
		o.set(v)
	} else if v == nil {
		field.SetZero()
	} else {
		field.Set(reflect.ValueOf(v))
	}
}
