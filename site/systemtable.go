package site

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// shows says from which width on the columns behind the model are shown: two on
// phones, and so on.
func shows(i int) templates.Show {
	switch {
	case i < 2:
		return templates.Always
	case i < 4:
		return templates.Tablet
	case i < 7:
		return templates.Desktop
	}
	return templates.Screen
}

// systemColumn is the column of a field; its header states the denominator.
func (b *systemBoard) systemColumn(name string, show templates.Show) templates.Column {
	f := b.field(name)
	c := templates.Column{Field: f.Name, Label: f.Label, Unit: f.Unit, Show: show}
	if f.Kind == data.Int || f.Kind == data.Float {
		c.Kind = templates.Number
	}
	return c
}

// systemCell is a value, a text in words; one that is not stated is unknown.
func (b *systemBoard) systemCell(name string, v any) templates.Cell {
	f := b.field(name)
	switch {
	case f.Kind == data.String:
		return templates.Cell{Text: b.inWords(name, v)}
	case f.Kind == data.Bool && v == true:
		return templates.Cell{Text: "yes"}
	case f.Kind == data.Bool && v == false:
		return templates.Cell{Text: "no"}
	}
	return fieldCell(v)
}

// classTable ranks the configurations of a class.
func (p *page) classTable(b *systemBoard, c class, i int, warned map[string][]string) templates.Table {
	primary := b.primary()
	t := templates.Table{
		ID: fmt.Sprintf("results-%d", i+1), Label: fmt.Sprintf("Configurations by %s, table %d", lowerFirst(primary.Label), i+1), Wide: true,
		Note: templates.Plain("Repeats of a configuration are one row with their median. “=”: closer than the measurement can tell."),
		Columns: []templates.Column{
			{Label: "Rank", Kind: templates.Rank},
			{Label: "Model", Kind: templates.Name},
		},
		Anchors: true,
	}
	for k, name := range b.Columns {
		column := b.systemColumn(name, shows(k))
		if name == b.Primary {
			column.Main, column.Sorted = true, "ascending"
			if primary.Better == data.Higher {
				column.Sorted = "descending"
			}
		}
		t.Columns = append(t.Columns, column)
	}
	t.Columns = append(t.Columns,
		templates.Column{Label: "Runs", Unit: "± half the range", Show: shows(len(b.Columns))},
	)
	for k, configuration := range c.configurations {
		rank := ""
		if k < len(c.ranks) {
			rank = c.ranks[k].String()
		}
		t.Rows = append(t.Rows, p.classRow(b, configuration, rank, warned))
	}
	return t
}

func (p *page) classRow(b *systemBoard, c aggregate.Row, rank string, warned map[string][]string) templates.Row {
	name := templates.Cell{Text: b.model(c), Below: b.below(c), Badges: b.badges(c.Runs(), warned)}
	if id, _ := p.kin(b, c); id != "" {
		name.Href = p.to(modelAddress(id))
	}
	row := templates.Row{Run: c.Run, Model: b.model(c), Cells: []templates.Cell{{Text: rank}, name}}
	for _, field := range b.Columns {
		row.Cells = append(row.Cells, b.systemCell(field, c.Value(field)))
	}
	row.Cells = append(row.Cells, templates.Cell{Text: b.repeats(c)})
	return row
}

// below repeats on phones what their table has no columns for.
func (b *systemBoard) below(c aggregate.Row) string {
	var parts []string
	for _, name := range b.Columns[min(2, len(b.Columns)):] {
		f := b.field(name)
		switch v := c.Value(name).(type) {
		case string:
			parts = append(parts, v)
		case float64:
			parts = append(parts, strings.TrimSpace(units.Number(v)+space+f.Unit))
		}
		if len(parts) == 3 {
			break
		}
	}
	return strings.Join(parts, " · ")
}

// repeats says how many runs there are, and how far they lie apart in the primary
// metric.
func (b *systemBoard) repeats(c aggregate.Row) string {
	n := units.Whole(c.Runs().Len())
	least, greatest, ok := c.Spread(b.Primary)
	if !ok || least <= 0 {
		return n
	}
	return fmt.Sprintf("%s, ±%s%s%%", n, units.Short(math.Round(5000*(greatest-least)/least)/100), space)
}

// badges are the warnings of some runs, each once, leading to what they mean.
func (b *systemBoard) badges(runs data.Table, warned map[string][]string) []templates.Link {
	var all []string
	for i := range runs.Len() {
		all = append(all, warned[runs.Run(i)]...)
	}
	return b.badgesOf(all)
}

func (b *systemBoard) badgesOf(warnings []string) (badges []templates.Link) {
	for _, w := range warnings {
		badge := templates.Link{Text: b.explain(w).Label, Href: "#warnings"}
		if !slices.Contains(badges, badge) {
			badges = append(badges, badge)
		}
	}
	return badges
}

// allRuns is every run of the page with more of its fields.
func (p *page) allRuns(b *systemBoard, warned map[string][]string) templates.Section {
	t := templates.Table{ID: "runs-table", Label: "All runs", Wide: true, Columns: []templates.Column{{Label: "Run", Kind: templates.Name}}}
	fields := b.shownDetails()
	for k, name := range fields {
		t.Columns = append(t.Columns, b.systemColumn(name, shows(k+1)))
	}
	for i := range min(b.runs.Len(), mostTableRows) {
		t.Rows = append(t.Rows, b.runRow(i, fields, warned))
	}
	if n := b.runs.Len() - len(t.Rows); n > 0 {
		t.More = templates.Plain(units.Whole(n) + " more runs are in the files below.")
	}
	return templates.Section{ID: "runs", Title: "All runs", Tables: []templates.Table{t}}
}

// shownDetails are the detail fields that any run states.
func (b *systemBoard) shownDetails() []string {
	return slices.DeleteFunc(slices.Clone(b.Details), func(name string) bool {
		return len(b.runs.Distinct(name)) == 0
	})
}

func (b *systemBoard) runRow(i int, fields []string, warned map[string][]string) templates.Row {
	row := templates.Row{
		Model: b.the(data.RoleModel, i),
		Cells: []templates.Cell{{Text: b.runName(i), Badges: b.badgesOf(warned[b.runs.Run(i)])}},
	}
	for _, name := range fields {
		row.Cells = append(row.Cells, b.systemCell(name, b.runs.Value(i, name)))
	}
	return row
}
