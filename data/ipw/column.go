package ipw

import (
	"math"
	"reflect"
	"slices"
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

// values are numbers, as float64, texts, or true and false; nil where a row has none.
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
	above, at := member(above, s, path)
	if _, isStruct := at.(*array.Struct); at == nil || isStruct {
		return column{}
	}
	return column{above, valuesOf(at)}
}

// member is what stands at a path below a struct, with the structs around it; nil where there is nothing.
func member(above []arrow.Array, s *array.Struct, path string) (around []arrow.Array, at arrow.Array) {
	name, rest, deeper := strings.Cut(path, ".")
	i, ok := s.DataType().(*arrow.StructType).FieldIdx(name)
	if !ok {
		return nil, nil
	}
	above = append(above[:len(above):len(above)], s)
	inner, isStruct := s.Field(i).(*array.Struct)
	switch {
	case deeper && isStruct:
		return member(above, inner, rest)
	case deeper:
		return nil, nil
	}
	return above, s.Field(i)
}

// valuesOf are an array's values, nil for a type that holds none of interest.
func valuesOf(a arrow.Array) values {
	of, can := a.(interface{ ValueAsAny(row int) any })
	switch t := a.DataType().ID(); {
	case can && (arrow.IsInteger(t) || slices.Contains([]arrow.Type{
		arrow.FLOAT64, arrow.FLOAT32, arrow.BOOL, arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW,
	}, t)):
		return plain{of.ValueAsAny}
	}
	return nil
}

type plain struct{ value func(row int) any }

func (p plain) at(row int) any {
	v := p.value(row)
	switch r := reflect.ValueOf(v); {
	case r.CanFloat():
		return r.Float()
	case r.CanInt():
		return float64(r.Int())
	case r.CanUint():
		return float64(r.Uint())
	}
	return v
}
