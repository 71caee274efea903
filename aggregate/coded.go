package aggregate

import "github.com/jouleboard/jouleboard/data"

// coded is a column of values of which most are repeated: each distinct one is kept once.
type coded struct {
	of       []int32 // by run, among the distinct ones
	distinct []any
}

// codedField is a field of all runs.
func codedField(runs data.Table, field string) coded {
	of, distinct := runs.Coded(field)
	return coded{of, distinct}
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
	of, distinct, err := runs.EvaluateCoded(source)
	return coded{of, distinct}, err
}

// valuesOf are those of the field with a role; nil for each run where there is none.
func valuesOf(runs data.Table, role data.Role) coded {
	if name := runs.Schema().Name(role); name != "" {
		return codedField(runs, name)
	}
	return coded{}
}
