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
	none            map[string]int // energies that are none, by what they are
	notFinite       int            // other values that cannot be
	soc             sum
	basis           string
	means           map[string]*sum // by field
	texts           map[string]string
	prefill, decode map[string]*sum
}

// invalid says how many energies cannot be, "" if none.
func (q *queries) invalid() string {
	nan, infinite, negative := q.none["NaN"], q.none["infinite"], q.none["negative"]
	return data.When(nan+infinite+negative > 0, fmt.Sprintf("among %d queries, %d energies are NaN, %d infinite, %d negative",
		q.rows, nan, infinite, negative)).Or("")
}

// seenSeveral stands for texts that differ between queries.
const seenSeveral = "several"

// read adds the rows of a batch that have metrics of the model; root is the struct of
// all models.
func (q *queries) read(root, model *array.Struct) {
	of := columns{}
	of.add("", model, []arrow.Array{root})
	rows := lists.Filter(lists.Indices(model.Len()), func(row int) bool { return !root.IsNull(row) && !model.IsNull(row) })
	q.rows += len(rows)
	q.addLeaves(of, rows)
	q.addQueries(of, rows)
	of.addComponents(q.prefill, "phase_metrics.prefill_energy_components_j", rows)
	of.addComponents(q.decode, "phase_metrics.decode_energy_components_j", rows)
}

func (q *queries) addLeaves(of columns, rows []int) {
	for _, l := range leaves() {
		path := l.From[0]
		c := of[path]
		if c.plain == nil { // early versions state a mean where later ones state four values
			c = of[strings.TrimSuffix(path, ".avg")]
		}
		mean := q.means[l.Name]
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
		} else if x, ok := q.means[l.Name].mean().Value(); ok && l.Kind == data.Float {
			stated[l.Name] = x
		}
	}
	return stated
}

func agreed(known, v string) string { return data.When(known == "" || known == v, v).Or(seenSeveral) }

const energyPath, answerPath = "energy_metrics.per_query_joules", "lm_response"

// addQueries adds what is made of several values of a query.
func (q *queries) addQueries(of columns, rows []int) {
	for _, row := range rows {
		one := of.query(row)
		if !one.GPUEnergyJoules.Present() {
			q.none[noEnergy(of[energyPath].at(row))]++
		}
		q.tally.add(one)
		addKnown(&q.soc, data.Positive(of["energy_metrics.soc_per_query_joules"].known(row)))
		if b := of["energy_metrics.basis"].text(row); b != "" {
			q.basis = agreed(q.basis, data.Public(b))
		}
		q.answers += lists.One(of[answerPath].text(row) != "")
	}
}

// noEnergy is what an energy is that cannot be used.
func noEnergy(v any) string {
	x, there := v.(float64)
	switch {
	case !there || x == -1:
		return "missing"
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 0):
		return "infinite"
	case x < 0:
		return "negative"
	}
	return "zero"
}

// addComponents adds up energies by component, whose names are data.
func (of columns) addComponents(known map[string]*sum, path string, rows []int) {
	parts, ok := of[path].of.(*array.Struct)
	if !ok {
		return
	}
	for _, f := range fieldsOf(parts) {
		c := of[path+"."+f.Name]
		if inner, ok := c.of.(*array.Struct); ok { // a component with values of its own
			first, _ := lists.Find(fieldsOf(inner), func(f arrow.Field) bool { return f.Type.ID() == arrow.FLOAT64 || f.Type.ID() == arrow.INT64 })
			c = of[path+"."+f.Name+"."+first.Name]
		}
		key := data.Public(f.Name)
		for _, row := range rows {
			x := c.known(row)
			if x.Present() && known[key] == nil && len(known) < mostComponents {
				known[key] = &sum{}
			}
			if s := known[key]; s != nil {
				addKnown(s, x)
			}
		}
	}
}

func fieldsOf(s *array.Struct) []arrow.Field { return s.DataType().(*arrow.StructType).Fields() }

const mostComponents = 20

// column is one value of each row of a batch, at whatever depth it lies: types differ
// between files, since a column that was always empty has the type null.
type column struct {
	above []arrow.Array // the structs around it: where one is null, so is the value
	of    arrow.Array
	plain interface{ ValueAsAny(row int) any } // of a number, a text, or true or false; nil for a type that holds none of interest
}

// columns are those of a batch, or of a struct in it, by their paths.
type columns map[string]column

// add adds an array, and, if it is a struct, its members.
func (all columns) add(path string, a arrow.Array, above []arrow.Array) {
	c := column{above: above, of: a}
	if t := a.DataType().ID(); arrow.IsInteger(t) || slices.Contains(plainTypes, t) {
		c.plain, _ = a.(interface{ ValueAsAny(row int) any })
	}
	all[path] = c
	if s, is := a.(*array.Struct); is {
		above = append(slices.Clip(above), s)
		for i, f := range fieldsOf(s) {
			all.add(strings.TrimPrefix(path+"."+f.Name, "."), s.Field(i), above)
		}
	}
}

var plainTypes = []arrow.Type{arrow.FLOAT64, arrow.FLOAT32, arrow.BOOL, arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW}

// at is a float64, a string or a bool; nil where there is no value.
func (c column) at(row int) any {
	if c.plain == nil || slices.ContainsFunc(c.above, func(a arrow.Array) bool { return a.IsNull(row) }) {
		return nil
	}
	v := c.plain.ValueAsAny(row)
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

// known is a value that may be added up, finite and not negative; missing for another. -1 stands for what could not be
// measured.
func (c column) known(row int) data.Opt[float64] {
	x, ok := c.at(row).(float64)
	return data.When(ok && x >= 0 && !math.IsInf(x, 0), x)
}

func (c column) text(row int) string { s, _ := c.at(row).(string); return s }

func (c column) flag(row int) data.Opt[bool] { is, ok := c.at(row).(bool); return data.When(ok, is) }
