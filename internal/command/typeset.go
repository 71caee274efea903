package command

import (
	"bufio"
	"io"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tex"
)

// sheetFormats are those that every command that prints a table has besides its own.
var sheetFormats = []string{"markdown", "latex", "arrow"}

// tableFormats are those of a command whose rows have names.
var tableFormats = append([]string{"table", "csv", "json"}, sheetFormats...)

// typeset writes the sheet for a text: as Markdown, or as LaTeX with booktabs and siunitx.
func (s sheet) markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	escaped := strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`)
	line := func(cells []string) { out.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	head, rule := make([]string, len(s.columns)), make([]string, len(s.columns))
	for i, c := range s.columns {
		if head[i] = c.label; c.unit != "" {
			head[i] += ", " + c.unit
		}
		head[i], rule[i] = escaped.Replace(head[i]), "---"
		if s.numeric(i) {
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
	kinds := ""
	labels, unitNames := make([]string, len(s.columns)), make([]string, len(s.columns))
	for i, c := range s.columns {
		labels[i], unitNames[i] = "{"+tex.Escape(c.label)+"}", "{"+tex.Escape(c.unit)+"}"
		if s.numeric(i) {
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
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = s.texCell(i, v)
		}
		line(cells)
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	return out.Flush()
}

// texCell is a number that siunitx reads, or text, which it leaves alone in braces.
func (s sheet) texCell(column int, v any) string {
	switch v.(type) {
	case int, float64:
		return strings.NewReplacer(",", "", "−", "-").Replace(cell(v))
	}
	text := tex.Escape(cell(v))
	if s.numeric(column) {
		return "{" + text + "}"
	}
	return text
}

// writeArrow writes an Arrow IPC stream, in full precision.
func (g grouping) writeArrow(w io.Writer) error {
	if isTerminal(w) {
		return usagef("an Arrow stream cannot be printed to a terminal; add > rows.arrow")
	}
	columns := make([]rowfile.Column, len(g.names))
	for i, name := range g.names {
		columns[i] = rowfile.Column{Name: name, Kind: g.kind(i), Optional: true}
	}
	out, err := rowfile.New("arrow", w, columns)
	if err != nil {
		return err
	}
	for _, row := range g.rows {
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
func (g grouping) kind(column int) rowfile.Kind {
	seen := map[rowfile.Kind]bool{}
	for _, row := range g.rows {
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
