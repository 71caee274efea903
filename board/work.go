package board

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// WorkColumn says what the work of a row is on a board whose rows do unequal work.
const WorkColumn = "work"

// Work are the columns of settings that fix how much work an output is, such as the frames of a video.
func (b *Board) Work() []Column {
	settings := b.Rows[0].Schema().Settings()
	return lists.Filter(b.Columns, func(c Column) bool { return slices.Contains(settings, c.Name) })
}

// Grouping are the columns of the work in which the groups of the board differ, as the query ranks its rows; none where all
// rows are one group.
func (b *Board) Grouping(q Query) []Column {
	n, _ := q.Normalized(b.Rows)
	return lists.Filter(b.unequal, func(c Column) bool { return !slices.Contains(n.Levels, c.Name) })
}

// group puts the rows into groups of equal work; where there are several, a column says which.
func (b *Board) group() {
	b.Rows = aggregate.Grouped(b.Rows)
	for _, c := range b.Work() {
		first := c.Value(b.Rows[0])
		if slices.ContainsFunc(b.Rows, func(r aggregate.Row) bool { return c.Value(r) != first }) {
			b.unequal = append(b.unequal, c)
		}
	}
	if len(b.unequal) == 0 {
		return
	}
	inEnglish := Settings{Unknown: "not stated", Name: func(f data.Field) string { return strings.ToLower(f.Label) }}
	b.Columns = append(b.Columns, Column{
		Field: data.Field{
			Name: WorkColumn, Kind: data.String, Label: "Work", Anchor: "work",
			Help: "Settings that fix how much work an output is. Ranks are those among outputs of equal work.",
		},
		value: func(r aggregate.Row) any { return inEnglish.Text(r, b.unequal) },
	})
}

// WorkOf says of which work a row is, "" where all rows of the board are of equal work.
func (b *Board) WorkOf(r aggregate.Row) string {
	if c, ok := b.Column(WorkColumn); ok {
		return c.Text(r)
	}
	return ""
}

// Settings are the words for the settings of a row's work.
type Settings struct {
	Unknown string                  // for a value that is missing
	Name    func(data.Field) string // of a field, in a sentence
}

// Text says what the work of a row is by some columns: "832×480 px, 81 frames".
func (s Settings) Text(r aggregate.Row, columns []Column) string {
	var parts []string
	has := func(role data.Role) bool {
		return slices.ContainsFunc(columns, func(c Column) bool { return c.Role == role })
	}
	size := resolution(r)
	if !has(data.RoleHeight) && !has(data.RoleWidth) {
		size = ""
	}
	if size != "" {
		parts = append(parts, size+" px")
	}
	for _, c := range columns {
		if (c.Role == data.RoleHeight || c.Role == data.RoleWidth) && size != "" {
			continue
		}
		value, name := c.Text(r), s.Name(c.Field)
		_, isNumber := c.Number(r)
		switch {
		case value == "":
			parts = append(parts, name+" "+s.Unknown)
		case isNumber && c.Unit == "":
			parts = append(parts, value+" "+name)
		default:
			parts = append(parts, strings.TrimSpace(name+" "+value+" "+c.Unit))
		}
	}
	return strings.Join(parts, ", ")
}
