package ipw

import (
	"math"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/jouleboard/jouleboard/data"
)

// column is one value of each row of a batch, at whatever depth it lies: types differ
// between files, since a column that was always empty has the type null.
type column struct {
	above []arrow.Array // the structs around it: where one is null, so is the value
	values
}

// values are the values of an array of some type.
type values interface{ at(row int) any }

// at is a float64, a string or a bool; nil where there is no value.
func (c column) at(row int) any {
	if c.values == nil {
		return nil
	}
	for _, a := range c.above {
		if a.IsNull(row) {
			return nil
		}
	}
	return c.values.at(row)
}

// number is a numeric value, finite or not.
func (c column) number(row int) (float64, bool) { x, ok := c.at(row).(float64); return x, ok }

// usable is a value that may be added up: finite and not negative. -1 stands for what
// could not be measured.
func (c column) usable(row int) (float64, bool) {
	x, ok := c.number(row)
	return x, ok && x >= 0 && !math.IsInf(x, 0)
}

// known is a usable value, missing for another.
func (c column) known(row int) data.Opt[float64] {
	if x, ok := c.usable(row); ok {
		return data.Some(x)
	}
	return data.Opt[float64]{}
}

func (c column) text(row int) string { s, _ := c.at(row).(string); return s }

// find is the column at a path below a struct; one without values where there is
// none.
func find(above []arrow.Array, s *array.Struct, path string) column {
	name, rest, deeper := strings.Cut(path, ".")
	i, ok := s.DataType().(*arrow.StructType).FieldIdx(name)
	if !ok {
		return column{}
	}
	above = append(above[:len(above):len(above)], s)
	child := s.Field(i)
	inner, isStruct := child.(*array.Struct)
	switch {
	case deeper && isStruct:
		return find(above, inner, rest)
	case deeper || isStruct:
		return column{}
	}
	return column{above, valuesOf(child)}
}

// child is the struct of that name in a struct, nil if there is none.
func child(s *array.Struct, name string) *array.Struct {
	i, ok := s.DataType().(*arrow.StructType).FieldIdx(name)
	if !ok {
		return nil
	}
	inner, _ := s.Field(i).(*array.Struct)
	return inner
}

// valuesOf are an array's values, nil for a type that holds none of interest.
func valuesOf(a arrow.Array) values {
	switch a := a.(type) {
	case *array.Float64:
		return numbers[float64]{a}
	case *array.Float32:
		return numbers[float32]{a}
	case *array.Int64:
		return numbers[int64]{a}
	case *array.Int32:
		return numbers[int32]{a}
	case *array.Int16:
		return numbers[int16]{a}
	case *array.Int8:
		return numbers[int8]{a}
	case *array.Uint64:
		return numbers[uint64]{a}
	case *array.Uint32:
		return numbers[uint32]{a}
	case *array.Uint16:
		return numbers[uint16]{a}
	case *array.Uint8:
		return numbers[uint8]{a}
	case *array.Boolean:
		return flags{a}
	case *array.String:
		return texts{a}
	case *array.LargeString:
		return texts{a}
	case *array.StringView:
		return texts{a}
	}
	return nil
}

// numeric are the Go types of numbers in an array.
type numeric interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

type numbers[T numeric] struct {
	a interface {
		arrow.Array
		Value(int) T
	}
}

func (n numbers[T]) at(row int) any {
	if n.a.IsNull(row) {
		return nil
	}
	return float64(n.a.Value(row))
}

type flags struct{ a *array.Boolean }

func (f flags) at(row int) any {
	if f.a.IsNull(row) {
		return nil
	}
	return f.a.Value(row)
}

type texts struct {
	a interface {
		arrow.Array
		Value(int) string
	}
}

func (t texts) at(row int) any {
	if t.a.IsNull(row) {
		return nil
	}
	return t.a.Value(row)
}
