package openg2g

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/ordered"
)

// File is one file of an export; the name has slashes.
type File struct {
	Name    string
	Content []byte
}

// mixtureName is what the simulator calls the distribution of latencies.
const mixtureName = "lognormal_mixture_2"

type object = ordered.Object

// texts are the values as the cells of a line.
func texts(o object) (cells []string) {
	for i := 1; i < len(o); i += 2 {
		cells = append(cells, fmt.Sprint(o[i]))
	}
	return cells
}

func mixtureParameters(m fitting.ITLMixture) object {
	return lists.FlatMap(m.Parameters(), func(p fitting.Parameter) []any { return []any{p.Name, number(p.Value)} })
}

func logisticParameters(m fitting.Logistic) object {
	return object{"L", number(m.L), "x0", number(m.X0), "k", number(m.K), "b0", number(m.B0)}
}

func jsonFile(name string, v any) (File, error) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(v); err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	return File{name, text.Bytes()}, nil
}

func csvFile(name string, lines [][]string) File {
	var text bytes.Buffer
	_ = csv.NewWriter(&text).WriteAll(lines) // a buffer takes everything
	return File{name, text.Bytes()}
}

// traceLines are the points of a trace, each behind the cells before.
func (s sizeFit) traceLines(before ...string) (lines [][]string) {
	for i, w := range s.watts {
		at := number(float64(i) * stepSeconds)
		lines = append(lines, append(before[:len(before):len(before)], at.String(), number(w).String()))
	}
	return lines
}
