package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// experiment is one measured run of a model while it is read: the row of what its files state and of what is derived
// from that. Times are UTC. Energy is GPU energy in joules, summed over the GPUs, including idle power unless a name
// contains adjusted.
type experiment struct{ data.Row }

// fields are values by field.
type fields = map[string]any

func (e experiment) float(field string) data.Opt[float64] { return data.In[float64](e.Row, field) }
func (e experiment) count(field string) data.Opt[int]     { return data.In[int](e.Row, field) }

// text is missing for an empty one, too: a field that is never missing begins with it.
func (e experiment) text(field string) data.Opt[string] {
	if text := data.In[string](e.Row, field); text.Or("") != "" {
		return text
	}
	return data.Opt[string]{}
}

// otherwise stores a value if the field has none.
func (e experiment) otherwise(field string, v any) {
	if x := e.Value(field); x == nil || x == "" {
		e.Take(fields{field: v})
	}
}
