package aggregate

import "github.com/jouleboard/jouleboard/data"

// coded is a column of values of which most are repeated: each distinct one is kept once.
type coded struct {
	of       []int32 // by run, among the distinct ones
	distinct []any
}

func encode(values []any) coded {
	c, known := coded{of: make([]int32, len(values))}, map[any]int32{}
	for i, v := range values {
		code, found := known[v]
		if !found {
			code = int32(len(c.distinct))
			known[v] = code
			c.distinct = append(c.distinct, v)
		}
		c.of[i] = code
	}
	return c
}

// at is the value of a run; nil without values.
func (c coded) at(i int) any {
	if c.of == nil {
		return nil
	}
	return c.distinct[c.of[i]]
}

// evaluated is the value of an expression for every run.
func evaluated(runs data.Table, source string) (coded, error) {
	values, err := runs.Evaluate(source)
	return encode(values), err
}

// valuesOf are those of the field with a role; nil for each run where there is none.
func valuesOf(runs data.Table, role data.Role) coded {
	if name := runs.Schema().Name(role); name != "" {
		return encode(runs.Values(name))
	}
	return coded{}
}
