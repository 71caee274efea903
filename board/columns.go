package board

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// columnsOf lists the columns in which any row has a value: the fields of the records but for paths, long texts and those
// that say the same in every row of a board, then what is computed from them.
func columnsOf(rows []aggregate.Row) []Column {
	columns := lists.FilterMap(rows[0].Schema().Stated(), func(f data.Field) (Column, bool) {
		return Column{Field: f}, !f.Path && !f.Long && !f.JSON && !slices.Contains(constant, f.Role)
	})
	return slices.DeleteFunc(append(columns, computed(rows[0])...), func(c Column) bool {
		return !slices.ContainsFunc(rows, func(r aggregate.Row) bool { return c.Value(r) != nil })
	})
}

// Names are the columns that boards of rows like one can have, and the roles by which declarations name them.
func Names(r aggregate.Row) []string {
	names := append(data.Roles(), lists.Map(r.Schema().Fields(), func(f data.Field) string { return f.Name })...)
	return append(names, lists.Map(computed(r), func(c Column) string { return c.Name })...)
}

// constant fields are the same for all rows of a board that are published.
var constant = []data.Role{data.RoleDomain, data.RoleTask, data.RoleStable, data.RoleReason}

// computed are the columns that no record holds.
func computed(r aggregate.Row) []Column {
	throughput := r.ThroughputField()
	normalized := lists.Map(r.Schema().Normalized, func(n data.Normalized) Column {
		return Column{Field: n.Field(), value: func(r aggregate.Row) any {
			x, ok := r.Normalized(n.Name)
			return data.When(ok, x).Any()
		}}
	})
	return slices.Concat(normalized, lists.FlatMap(r.Schema().Normalized, normalizedInterval), uncertainty(r.RankField()), []Column{
		{
			Field: data.Field{
				Name: "throughput_per_gpu", Kind: data.Float, Label: throughput.Label + " per GPU", Unit: throughput.Unit + " per GPU",
				Anchor: throughput.Anchor, Better: data.Higher, Help: "Throughput divided by the number of GPUs.",
			},
			value: throughputPerGPU,
		},
		{
			Field: data.Field{
				Name: "power_share", Kind: data.Float, Label: "Power", Unit: "% of the limit", Anchor: "power", Nullable: true,
				Help: "Mean power of the GPUs as a share of their power limit.",
			},
			value: powerShare,
		},
		{
			Field: data.Field{Name: "hardware", Kind: data.String, Label: "GPUs", Help: "Number and model of the GPUs."},
			value: func(r aggregate.Row) any { return textOrNil(Hardware(r)) },
		},
		{
			Field: data.Field{
				Name: "parallelism", Kind: data.String, Label: "Parallelism", Anchor: "parallelism", Nullable: true,
				Help: "Parallelism of the GPUs: tensor (TP), data (DP) or expert (EP) parallelism, Ulysses (U) or ring (R) attention.",
			},
			value: func(r aggregate.Row) any { return textOrNil(parallelism(r)) },
		},
		{
			Field: data.Field{
				Name: "resolution", Kind: data.String, Label: "Resolution", Unit: "px", Anchor: "resolution", Nullable: true,
				Help: "Width and height of the output.",
			},
			value: func(r aggregate.Row) any { return textOrNil(resolution(r)) },
		},
	})
}

func throughputPerGPU(r aggregate.Row) any {
	return data.When(!math.IsNaN(r.Throughput) && r.NumGPUs != 0, r.Throughput/float64(r.NumGPUs)).Any()
}

func powerShare(r aggregate.Row) any {
	return data.When(!math.IsNaN(r.Power) && r.PowerLimit > 0, 100*r.Power/r.PowerLimit).Any()
}

// Hardware returns the number and model of the GPUs, if known.
func Hardware(r aggregate.Row) string {
	if r.NumGPUs == 0 || r.GPU == "" {
		return r.GPU
	}
	return fmt.Sprintf("%d× %s", r.NumGPUs, r.GPU)
}

func textOrNil(s string) any { return data.When(s != "", s).Any() }

// parallelism says how the GPUs share the work: "TP8", "TP2 DP4", "U4 R2"; ""
// when nothing is split.
func parallelism(r aggregate.Row) string {
	var parts []string
	for _, degree := range aggregate.Parallelism {
		if n, ok := r.The(degree).(int); ok && n > 1 {
			parts = append(parts, fmt.Sprintf("%s%d", strings.TrimPrefix(string(degree), "parallel_"), n))
		}
	}
	return strings.Join(parts, " ")
}

// resolution is width × height: "1360×768".
func resolution(r aggregate.Row) string {
	height, okH := r.The(data.RoleHeight).(int)
	width, okW := r.The(data.RoleWidth).(int)
	if !okH || !okW {
		return ""
	}
	return fmt.Sprintf("%d×%d", width, height)
}

// Form is how the values of a column are written, on all pages alike; that of a column which the board does not have is the
// zero value.
func (b *Board) Form(name string) units.Form {
	c, _ := b.Column(name)
	return c.Form
}

// formOf chooses the form of a column's values; margin is that of the rows, 0 where it is not of this column.
func formOf(c Column, rows []aggregate.Row, margin float64) units.Form {
	if c.Kind != data.Float {
		return units.Form{}
	}
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		if x, ok := c.Number(r); ok && x > 0 {
			least, most = min(least, x), max(most, x)
		}
	}
	return units.FormOf(c.Unit, least, most, margin)
}

// usualMargin is the median of the rows' margins, 0 where none is known.
func usualMargin(rows []aggregate.Row) float64 {
	known := lists.FilterMap(rows, func(r aggregate.Row) (float64, bool) { return r.Margin, r.Margin > 0 })
	if len(known) == 0 {
		return 0
	}
	slices.Sort(known)
	return known[len(known)/2]
}
