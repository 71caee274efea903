package board

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Measure is what views can show besides the columns: a formula over them and over the names of a reader's assumptions.
type Measure struct {
	data.Field
	Formula string
}

// Measures are those of the board. Formulas may contain the columns and
//
//	latency  that of the query's percentile, in the unit of the board's
//	cost     of an output at the reader's prices
//	price    of a kWh
//	grid     g CO2e per kWh
//	pue      power usage effectiveness
//
// of which those that the query does not state are missing.
func (b *Board) Measures() (all []Measure) {
	s := b.Rows[0].Schema()
	add := func(name, label, unit string, better data.Direction, formula string) {
		f := data.Field{Name: name, Label: label, Unit: unit, Better: better, Kind: data.Float, Nullable: true}
		if !slices.Contains(b.names(), name) {
			all = append(all, Measure{f, formula})
		}
	}
	if f := b.Rows[0].LatencyField(aggregate.P50); s.Noun == "token" && f.Unit == "ms" {
		add("throughput_per_user", "Throughput per user", cmp.Or(b.Rows[0].ThroughputField().Unit, "tok/s")+" per user", data.Higher, "1000 / latency")
	}
	if energy := s.Name(data.RoleEnergy); energy != "" {
		add("outputs_per_joule", "Outputs per joule", "", data.Higher, "1 / "+energy)
		add("carbon_per_million", "Carbon per million outputs", "g CO2e", data.Lower, energy+" * pue * grid / 3.6")
	}
	add("cost_per_million", "Cost per million outputs", "", data.Lower, "1000000 * cost")
	return all
}

// Naming is the column of what people call a row's model.
func (b *Board) Naming() string {
	s := b.Rows[0].Schema()
	return cmp.Or(s.Name(data.RoleModelName), s.Name(data.RoleModel))
}

// assumed are the numbers of a query that formulas may contain, for a row; missing ones are nil.
var assumed = map[string]func(Query, aggregate.Row) any{
	"latency": Query.latencyOrNil,
	"cost":    Query.costOrNil,
	"price":   func(q Query, _ aggregate.Row) any { return q.Price.Any() },
	"grid":    func(q Query, _ aggregate.Row) any { return q.Grid.Any() },
	"pue":     func(q Query, _ aggregate.Row) any { return q.PUE },
}

const longestText = 300 // bytes of a computed value

// Assumed are the names that formulas may contain besides columns.
func Assumed() []string { return slices.Sorted(maps.Keys(assumed)) }

// Computing returns the board with columns for what is none of its columns: measures by name, other texts as expressions in the
// language of [data.Table.Filter]. The error is that of an expression that cannot be computed.
func (b *Board) Computing(q Query, names ...string) (*Board, error) {
	more := *b
	more.Columns, more.byName = slices.Clone(b.Columns), maps.Clone(b.byName)
	for _, name := range names {
		if _, known := more.Column(name); known || name == "" {
			continue
		}
		c, err := b.computed(q, name)
		if err != nil {
			return b, err
		}
		more.byName[name] = len(more.Columns)
		more.Columns = append(more.Columns, c)
	}
	return &more, nil
}

// computed is the column of a measure or an expression.
func (b *Board) computed(q Query, name string) (Column, error) {
	made := Measure{data.Field{Name: name, Label: name, Kind: data.Float, Nullable: true}, name}
	if i := slices.IndexFunc(b.Measures(), func(m Measure) bool { return m.Name == name }); i >= 0 {
		made = b.Measures()[i]
	}
	fields := lists.Map(b.Columns, func(c Column) data.Field { return data.Field{Name: c.Name, Kind: c.Kind, Nullable: true} })
	free := lists.Filter(Assumed(), func(name string) bool { _, taken := b.Column(name); return !taken })
	fields = append(fields, lists.Map(free, func(name string) data.Field { return data.Field{Name: name, Kind: data.Float, Nullable: true} })...)
	formula, err := data.Formula(fields, made.Formula)
	if err != nil {
		return Column{}, err
	}
	values := make(map[string]any, len(b.Rows))
	for _, r := range b.Rows {
		v, err := formula(func(name string) any {
			if c, ok := b.Column(name); ok {
				return c.Value(r)
			}
			return assumed[name](q, r)
		})
		if err != nil {
			return Column{}, err
		}
		switch x := v.(type) {
		case string:
			if len(x) > longestText {
				return Column{}, fmt.Errorf("a text of %d bytes is too long", len(x))
			}
			made.Kind, values[r.Run] = data.String, x
		case float64, int:
			if n, _ := data.Number(x); units.IsFinite(n) {
				values[r.Run] = x
			}
		case bool:
			made.Kind, values[r.Run] = data.String, data.Text(x)
		}
	}
	return Column{Field: made.Field, value: func(r aggregate.Row) any { return values[r.Run] }}, nil
}
