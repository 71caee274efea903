package mlenergy

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

// lengthFields are the columns of the sidecar: how many answers of the run with
// this results_path had this length in tokens.
var lengthFields = []data.Field{
	{Name: "results_path", Kind: data.String},
	{Name: "output_len", Kind: data.Int},
	{Name: "count", Kind: data.Int},
}

// lengths reads the sidecar; a bad row is a problem and the others count.
func (l *loader) lengths(name string, file *columnfile.File) {
	if len(l.paths) == 0 {
		l.note(data.Problem{File: name, Message: "no LLM run with a results_path was read, so the lengths belong to no run; file left out"})
		return
	}
	rows, noted, wrong := data.OpenStored(name, file, lengthFields, nil)
	l.note(noted...)
	if len(wrong) > 0 {
		l.note(wrong...)
		return
	}
	counts := lengthCounts{byPath: map[string]map[int]int{}, unknown: map[string]bool{}}
	var problems []data.Problem
	var excess data.Excess
	for row := range file.Rows {
		if field, message := counts.add(cells(rows, row), l.paths); message != "" {
			problems = append(problems, data.Problem{File: name, Row: row + 1, Field: field, Message: message + "; row left out"})
			excess.Fold(&problems)
		}
	}
	l.note(append(problems, excess.Summary(name)...)...)
	for path, counted := range counts.byPath {
		for _, run := range l.byPath[path] {
			l.llmRuns.SetLengths(run, data.LengthsOf(counted))
		}
	}
}

func cells(rows *data.Stored, row int) (cells [3]any) {
	for i, f := range lengthFields {
		cells[i] = rows.At(row, f.Name)
	}
	return cells
}

// lengthCounts gathers the sidecar's rows by path.
type lengthCounts struct {
	byPath  map[string]map[int]int
	unknown map[string]bool // paths of no run, told once each

	path    string // that of the row before, which most rows share
	counted map[int]int
}

// add takes a row, or says which field is wrong and why.
func (c *lengthCounts) add(cells [3]any, known map[string]bool) (field, message string) {
	path, ok := cells[0].(string)
	if !ok {
		return "results_path", "expected a path, got nothing"
	}
	length, ok := whole(cells[1])
	if !ok {
		return "output_len", fmt.Sprintf("expected a number of tokens from 0 to %d, got %v", mostTokens, shown(cells[1]))
	}
	count, ok := whole(cells[2])
	if !ok {
		return "count", fmt.Sprintf("expected a number of responses from 0 to %d, got %v", mostTokens, shown(cells[2]))
	}
	if path != c.path || c.counted == nil {
		if !known[path] {
			if c.unknown[path] {
				return "", ""
			}
			c.unknown[path] = true
			return "results_path", "no run has the path " + data.ClipName(path)
		}
		if c.byPath[path] == nil {
			c.byPath[path] = map[int]int{}
		}
		c.path, c.counted = path, c.byPath[path]
	}
	if _, twice := c.counted[length]; twice {
		return "output_len", fmt.Sprintf("repeated length %d of %s", length, data.ClipName(path))
	}
	c.counted[length] = count
	return "", ""
}

// mostTokens is far above any length or count and keeps sums from overflowing.
const mostTokens = 1 << 30

func whole(v any) (int, bool) {
	n, ok := v.(int)
	if x, isFloat := v.(float64); isFloat && x == float64(int(x)) {
		n, ok = int(x), true
	}
	return n, ok && n >= 0 && n <= mostTokens
}

func shown(v any) any {
	if v == nil {
		return "nothing"
	}
	return v
}
