package ipw

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// queries are those of one model, added up.
type queries struct {
	tally
	rows, answers   int
	zero, missing   int // energies that are none
	invalid         invalid
	notFinite       int // other values that cannot be
	soc             sum
	basis           string
	means           map[string]*sum // by field
	texts           map[string]string
	prefill, decode map[string]*sum
}

// invalid counts the energies that cannot be, by reason.
type invalid struct{ nan, infinite, negative int }

func (v *invalid) count(x float64) {
	switch {
	case math.IsNaN(x):
		v.nan++
	case math.IsInf(x, 0):
		v.infinite++
	default:
		v.negative++
	}
}

func (v invalid) any() bool { return v != invalid{} }

func (v invalid) String() string {
	return fmt.Sprintf("%d energies are NaN, %d infinite, %d negative", v.nan, v.infinite, v.negative)
}

// seenSeveral stands for texts that differ between queries.
const seenSeveral = "several"

// read adds the rows of a batch that have metrics of the model; root is the struct of
// all models.
func (q *queries) read(root, model *array.Struct) {
	above := []arrow.Array{root}
	rows := lists.Filter(lists.Indices(model.Len()), func(row int) bool { return !root.IsNull(row) && !model.IsNull(row) })
	q.rows += len(rows)
	q.addLeaves(above, model, rows)
	q.addQueries(above, model, rows)
	addComponents(q.prefill, model, "prefill_energy_components_j", rows)
	addComponents(q.decode, model, "decode_energy_components_j", rows)
}

func (q *queries) addLeaves(above []arrow.Array, model *array.Struct, rows []int) {
	for _, l := range leaves() {
		path := l.From[0]
		c := find(above, model, path)
		if c.value == nil {
			// early versions state a mean where later ones state four values
			if short, ok := strings.CutSuffix(path, ".avg"); ok {
				c = find(above, model, short)
			}
		}
		mean := q.means[l.Name]
		if mean == nil {
			mean = &sum{}
			q.means[l.Name] = mean
		}
		for _, row := range rows {
			switch v := c.at(row).(type) {
			case string:
				q.texts[l.Name] = agreed(q.texts[l.Name], data.Public(v))
			case bool:
				mean.add(float64(lists.One(v)))
			case float64:
				if !units.IsFinite(v) {
					q.notFinite += lists.One(path != energyPath)
				} else if v > leastEnergy || v >= 0 && !l.NonZero {
					mean.add(v)
				}
			}
		}
	}
}

// stated is what the queries state, by field.
func (q *queries) stated() map[string]any {
	stated := map[string]any{}
	for _, l := range leaves() {
		if text := q.texts[l.Name]; text != "" && l.Kind == data.String {
			stated[l.Name] = text
		} else if x, ok := data.Finite(q.means[l.Name].mean().Or(math.NaN())).Value(); ok && l.Kind == data.Float {
			stated[l.Name] = x
		}
	}
	return stated
}

func agreed(known, v string) string {
	if known == "" || known == v {
		return v
	}
	return seenSeveral
}

const energyPath = "energy_metrics.per_query_joules"

// addQueries adds what is made of several values of a query.
func (q *queries) addQueries(above []arrow.Array, model *array.Struct, rows []int) {
	get := func(path string) column { return find(above, model, path) }
	c, soc, basis := queryColumnsOf(above, model), get("energy_metrics.soc_per_query_joules"), get("energy_metrics.basis")
	for _, row := range rows {
		one := c.query(row)
		if !one.GPUEnergyJoules.Present() {
			q.noEnergy(c.energy, row)
		}
		q.tally.add(one)
		addKnown(&q.soc, data.Positive(soc.known(row)))
		if b := basis.text(row); b != "" {
			q.basis = agreed(q.basis, data.Public(b))
		}
		q.answers += lists.One(c.answer.text(row) != "")
	}
}

// noEnergy counts an energy that cannot be used, by reason.
func (q *queries) noEnergy(energy column, row int) {
	x, there := energy.number(row)
	switch {
	case !there || x == -1:
		q.missing++
	case !units.IsFinite(x) || x < 0:
		q.invalid.count(x)
	default:
		q.zero++
	}
}

// powerColumns are where the power of a query stands, in order of preference.
func powerColumns(above []arrow.Array, model *array.Struct) []column {
	return lists.Map([]string{".avg", ".median", ".max", ".min", ""}, func(of string) column {
		return find(above, model, "power_metrics.gpu.per_query_watts"+of)
	})
}

// addComponents adds up energies by component, whose names are data.
func addComponents(known map[string]*sum, model *array.Struct, name string, rows []int) {
	around, at := member(nil, model, "phase_metrics."+name)
	parts, ok := at.(*array.Struct)
	if !ok {
		return
	}
	around = append(around, parts)
	for i, f := range parts.DataType().(*arrow.StructType).Fields() {
		c := column{around, valuesOf(parts.Field(i))}
		if inner, ok := parts.Field(i).(*array.Struct); ok { // a component with values of its own
			c = firstNumber(around, inner)
		}
		for _, row := range rows {
			x, ok := c.usable(row)
			if !ok {
				continue
			}
			if key := data.Public(f.Name); known[key] == nil && len(known) < mostComponents {
				known[key] = &sum{}
			}
			if s := known[data.Public(f.Name)]; s != nil {
				s.add(x)
			}
		}
	}
}

const mostComponents = 20

// firstNumber is the first numeric member of a struct.
func firstNumber(above []arrow.Array, s *array.Struct) column {
	for i := range s.NumField() {
		if t := s.Field(i).DataType().ID(); t == arrow.FLOAT64 || t == arrow.INT64 {
			return column{append(slices.Clone(above), s), valuesOf(s.Field(i))}
		}
	}
	return column{}
}

// column is one value of each row of a batch, at whatever depth it lies: types differ
// between files, since a column that was always empty has the type null.
type column struct {
	above []arrow.Array // the structs around it: where one is null, so is the value
	value values
}

// values gives that of a row: a number as float64, a text, or true or false; nil where the row has none.
type values func(row int) any

// at is a float64, a string or a bool; nil where there is no value.
func (c column) at(row int) any {
	if c.value == nil || slices.ContainsFunc(c.above, func(a arrow.Array) bool { return a.IsNull(row) }) {
		return nil
	}
	return c.value(row)
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
	x, ok := c.usable(row)
	return data.When(ok, x)
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
	t := a.DataType().ID()
	if !can || !arrow.IsInteger(t) && !slices.Contains([]arrow.Type{
		arrow.FLOAT64, arrow.FLOAT32, arrow.BOOL, arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW,
	}, t) {
		return nil
	}
	return func(row int) any {
		v := of.ValueAsAny(row)
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
}
