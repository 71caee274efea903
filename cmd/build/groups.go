package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// grouping is runs by group: one row a group, one name a column.
type grouping struct {
	names []string
	sheet
}

// printGroups prints the groups of the selected runs.
func printGroups(c *console, runs data.Table, o runsOptions) error {
	g, err := groupRuns(runs, o)
	if err != nil {
		return usageError{err}
	}
	switch o.format {
	case "csv":
		return g.writeCSV(c.stdout)
	case "json":
		return g.writeJSON(c.stdout)
	}
	if len(g.rows) == 0 {
		return nil
	}
	c.note("%s of %s", counted(len(g.rows), "group"), counted(runs.Len(), "run"))
	return g.write(c.stdout)
}

func groupRuns(runs data.Table, o runsOptions) (grouping, error) {
	metrics, err := groupMetrics(runs.Schema(), o)
	if err != nil {
		return grouping{}, fmt.Errorf("--fields: %w", err)
	}
	groups, err := runs.GroupBy(o.groupBy...)
	if err != nil {
		return grouping{}, fmt.Errorf("--group-by: %w", err)
	}
	g := grouping{}
	for _, name := range o.groupBy {
		f, _ := runs.Schema().Field(name)
		g.add(name, fieldColumn(f))
	}
	g.add("count", sheetColumn{label: "Runs"})
	for _, f := range metrics {
		g.add(f.Name+"_least", sheetColumn{"Least " + lowerFirst(f.Label), f.Unit})
		g.add(f.Name+"_median", sheetColumn{"median", ""})
	}
	for _, group := range groups {
		g.rows = append(g.rows, groupRow(group, metrics))
	}
	return g, g.sort(o.sort)
}

func (g *grouping) add(name string, c sheetColumn) {
	g.names = append(g.names, name)
	g.columns = append(g.columns, c)
}

// groupMetrics are the fields whose least and median are told.
func groupMetrics(s *data.Schema, o runsOptions) (metrics []data.Field, err error) {
	if len(o.fields) == 0 {
		for _, f := range s.Fields() {
			if f.Better != data.Neutral && (o.format != "table" || slices.Contains(s.Main, f.Name)) {
				metrics = append(metrics, f)
			}
		}
		return metrics, nil
	}
	metrics, err = s.Columns(o.fields...)
	for _, f := range metrics {
		if f.Kind != data.Int && f.Kind != data.Float {
			return nil, fmt.Errorf("%s is of kind %s, which has no median; name numeric fields", f.Name, f.Kind)
		}
	}
	return metrics, err
}

func groupRow(group data.Group, metrics []data.Field) []any {
	row := append(slices.Clone(group.Key), group.Runs.Len())
	for _, f := range metrics {
		values := numbers(group.Runs, f.Name)
		if len(values) == 0 {
			row = append(row, nil, nil)
			continue
		}
		row = append(row, values[0], aggregate.Quantile(values, 0.5))
	}
	return row
}

// numbers are the values that are there and finite, ascending.
func numbers(runs data.Table, field string) []float64 {
	values := slices.DeleteFunc(runs.Numbers(field), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	slices.Sort(values)
	return values
}

// sort orders the rows by the column of that name, missing values last.
func (g *grouping) sort(by string) error {
	if by == "" {
		return nil
	}
	name, sign := strings.TrimPrefix(by, "-"), 1
	if strings.HasPrefix(by, "-") {
		sign = -1
	}
	i := slices.Index(g.names, name)
	if i < 0 {
		return fmt.Errorf("--sort: the groups have no column %q; they have %s", name, strings.Join(g.names, ", "))
	}
	slices.SortStableFunc(g.rows, func(a, b []any) int { return data.Compare(a[i], b[i], sign) })
	return nil
}

func (g grouping) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(g.names); err != nil {
		return err
	}
	for _, row := range g.rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = data.Text(v)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeJSON writes an array of objects with the columns in order.
func (g grouping) writeJSON(w io.Writer) error {
	objects := make([]json.RawMessage, len(g.rows))
	for n, row := range g.rows {
		parts := make([]string, len(row))
		for i, v := range row {
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			parts[i] = fmt.Sprintf("%q: %s", g.names[i], text)
		}
		objects[n] = json.RawMessage("{" + strings.Join(parts, ", ") + "}")
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(objects)
}

func lowerFirst(label string) string {
	if len(label) > 1 && label[1] >= 'a' && label[1] <= 'z' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}
