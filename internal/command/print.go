package command

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tex"
	"github.com/jouleboard/jouleboard/units"
)

// sheet is a table: for people two header lines, then one line a row.
type sheet struct {
	columns []sheetColumn
	rows    [][]any                    // string, int, float64, bool, or nil when missing
	forms   map[sheetColumn]units.Form // of columns that a board writes
}

// columnGap is the number of spaces between columns.
const columnGap = 2

// sheetColumn has a label for people, and a name for programs; most columns are for both.
type sheetColumn struct{ label, unit, name string }

func fieldColumn(f data.Field) sheetColumn { return sheetColumn{f.Label, f.Unit, f.Name} }

// dropEmpty removes a column, if there is one, in which no row has a value.
func (s *sheet) dropEmpty(label string) {
	i := slices.IndexFunc(s.columns, func(c sheetColumn) bool { return c.label == label })
	if i < 0 || slices.ContainsFunc(s.rows, func(row []any) bool { return row[i] != nil && row[i] != "" }) {
		return
	}
	s.columns = slices.Delete(s.columns, i, i+1)
	for k := range s.rows {
		s.rows[k] = slices.Delete(s.rows[k], i, i+1)
	}
}

// write aligns the columns: text left, numbers right.
func (s sheet) write(w io.Writer) error {
	lines := s.lines()
	widths := make([]int, len(s.columns))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	shown := len(widths)
	if screen, ok := w.(*screen); ok {
		shown = screen.fit(widths)
		screen.lacks(s.columns[shown:])
	}
	right := s.numbers()
	out := bufio.NewWriter(w)
	for _, line := range lines {
		var b strings.Builder
		for i, cell := range line[:shown] {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if right[i] {
				b.WriteString(pad + cell + "  ")
			} else {
				b.WriteString(cell + pad + "  ")
			}
		}
		out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
	return out.Flush()
}

// fit is how many columns of these widths have room; at least one is shown.
func (s *screen) fit(widths []int) int {
	total := -columnGap
	for i, width := range widths {
		total += width + columnGap
		if s.columns > 0 && total > s.columns && i > 0 {
			return i
		}
	}
	return len(widths)
}

// lacks notes columns that had no room, those of several tables once.
func (s *screen) lacks(columns []sheetColumn) {
	for _, c := range columns {
		if !slices.Contains(s.dropped, c.label) {
			s.dropped = append(s.dropped, c.label)
		}
	}
}

func (s sheet) lines() [][]string {
	labels, unitNames := make([]string, len(s.columns)), make([]string, len(s.columns))
	forms := make([]units.Form, len(s.columns))
	for i, c := range s.columns {
		forms[i] = s.formOf(i)
		labels[i], unitNames[i] = c.label, forms[i].Unit(c.unit)
	}
	lines := [][]string{labels, unitNames}
	for _, row := range s.rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = cell(v)
			if x, ok := v.(float64); ok {
				line[i] = units.Style{}.In(forms[i], x)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// formOf is how the values of a column are written: as its board does, or as their size asks for.
func (s sheet) formOf(i int) units.Form {
	if form, ok := s.forms[s.columns[i]]; ok {
		return form
	}
	least, most := math.Inf(1), 0.0
	for _, row := range s.rows {
		if x, ok := row[i].(float64); ok && x > 0 {
			least, most = min(least, x), max(most, x)
		}
	}
	return units.FormOf(s.columns[i].unit, least, most, 0)
}

// numbers are the columns that hold numbers, as the first value of each tells.
func (s sheet) numbers() []bool {
	found := make([]bool, len(s.columns))
	for i := range found {
		for _, row := range s.rows {
			if row[i] != nil {
				_, text := row[i].(string)
				_, truth := row[i].(bool)
				found[i] = !text && !truth
				break
			}
		}
	}
	return found
}

// cell is a value as people read it. Text comes from result files: what a
// terminal could take for a command, or what reverses its direction, is masked.
func cell(v any) string {
	switch x := v.(type) {
	case nil:
		return "-"
	case float64:
		return units.Number(x)
	case string:
		return units.Printable(x)
	}
	return data.Text(v)
}

// versioned is how an answer in JSON begins. The number rises when a key changes its
// meaning or goes away; see docs/compatibility.md.
type versioned struct {
	Version int `json:"version"`
}

var thisVersion = versioned{1}

func writeJSON(w io.Writer, answer any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(answer)
}

// sheetFormats are those of a table that most commands have besides their own.
var sheetFormats = []string{"markdown", "latex", "arrow"}

// tableFormats are those of a command whose rows have names.
var tableFormats = append([]string{"table", "csv", "json"}, sheetFormats...)

// markdown writes the sheet as a table for a text.
func (s sheet) markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	escaped := strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`)
	line := func(cells []string) { out.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	right := s.numbers()
	head, rule := make([]string, len(s.columns)), make([]string, len(s.columns))
	for i, c := range s.columns {
		if head[i] = c.label; c.unit != "" {
			head[i] += ", " + c.unit
		}
		head[i], rule[i] = escaped.Replace(head[i]), "---"
		if right[i] {
			rule[i] = "---:"
		}
	}
	line(head)
	line(rule)
	for _, row := range s.rows {
		line(lists.Map(row, func(v any) string { return escaped.Replace(cell(v)) }))
	}
	return out.Flush()
}

func (s sheet) latex(w io.Writer) error {
	out := bufio.NewWriter(w)
	kinds, right := "", s.numbers()
	labels, unitNames := make([]string, len(s.columns)), make([]string, len(s.columns))
	for i, c := range s.columns {
		labels[i], unitNames[i] = "{"+tex.Escape(c.label)+"}", "{"+tex.Escape(c.unit)+"}"
		if right[i] {
			kinds += "S"
		} else {
			kinds += "l"
		}
	}
	line := func(cells []string) { out.WriteString(strings.Join(cells, " & ") + ` \\` + "\n") }
	out.WriteString("% \\usepackage{booktabs, siunitx}\n\\begin{tabular}{" + kinds + "}\n\\toprule\n")
	line(labels)
	line(unitNames)
	out.WriteString("\\midrule\n")
	for _, row := range s.rows {
		line(lists.Times(len(row), func(i int) string { return texCell(right[i], row[i]) }))
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	return out.Flush()
}

// texCell is a number that siunitx reads, or text, which it leaves alone in braces.
func texCell(number bool, v any) string {
	switch v.(type) {
	case int, float64:
		return strings.NewReplacer(",", "", "−", "-").Replace(cell(v))
	}
	text := tex.Escape(cell(v))
	if number {
		return "{" + text + "}"
	}
	return text
}

// writeRows writes the rows in full precision, in a format of package rowfile.
func (s sheet) writeRows(w io.Writer, format string) error {
	columns := lists.Times(len(s.columns), func(i int) rowfile.Column {
		return rowfile.Column{Name: s.columns[i].name, Kind: s.kind(i), Optional: true}
	})
	out, err := rowfile.New(format, w, columns)
	if err != nil {
		return err
	}
	for _, row := range s.rows {
		for i, v := range row {
			out.Value(i, of(columns[i].Kind, v))
		}
		if err := out.Next(); err != nil {
			return err
		}
	}
	return out.Close()
}

// kind is what all values of a column are: text where they differ.
func (s sheet) kind(column int) rowfile.Kind {
	seen := map[rowfile.Kind]bool{}
	for _, row := range s.rows {
		switch row[column].(type) {
		case nil:
		case int:
			seen[rowfile.Integer] = true
		case float64:
			seen[rowfile.Number] = true
		case bool:
			seen[rowfile.Truth] = true
		default:
			seen[rowfile.Text] = true
		}
	}
	switch {
	case seen[rowfile.Text] || seen[rowfile.Truth] && len(seen) > 1:
		return rowfile.Text
	case seen[rowfile.Number] || len(seen) == 0: // what is missing everywhere is a number elsewhere
		return rowfile.Number
	case seen[rowfile.Truth]:
		return rowfile.Truth
	}
	return rowfile.Integer
}

// of is a value as a column of a kind has it.
func of(kind rowfile.Kind, v any) any {
	if x, whole := v.(int); whole && kind == rowfile.Number {
		return float64(x)
	}
	if kind == rowfile.Text && v != nil {
		return data.Text(v)
	}
	return v
}
