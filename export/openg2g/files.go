package openg2g

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/jouleboard/jouleboard/fitting"
)

// File is one file of an export; the name has slashes.
type File struct {
	Name    string
	Content []byte
}

// mixtureName is what the simulator calls the distribution of latencies.
const mixtureName = "lognormal_mixture_2"

// parameters are named values, written in their order.
type parameters []struct {
	name  string
	value number
}

// with is the parameters and one more.
func (p parameters) with(name string, value float64) parameters {
	return append(p, struct {
		name  string
		value number
	}{name, number(value)})
}

func mixtureParameters(m fitting.ITLMixture) (p parameters) {
	for _, v := range m.Parameters() {
		p = p.with(v.Name, v.Value)
	}
	return p
}

func logisticParameters(m fitting.Logistic) parameters {
	return parameters{}.with("L", m.L).with("x0", m.X0).with("k", m.K).with("b0", m.B0)
}

// texts are the values as the cells of a line.
func (p parameters) texts() (cells []string) {
	for _, v := range p {
		cells = append(cells, v.value.String())
	}
	return cells
}

// MarshalJSON writes an object.
func (p parameters) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, v := range p {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(strconv.AppendQuote(text, v.name), ':')
		text = append(text, v.value.String()...)
	}
	return append(text, '}'), nil
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

func csvFile(name string, lines [][]string) (File, error) {
	var text bytes.Buffer
	if err := csv.NewWriter(&text).WriteAll(lines); err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	return File{name, text.Bytes()}, nil
}

// traceLines are the points of a trace, each behind the cells before.
func (s sizeFit) traceLines(before ...string) (lines [][]string) {
	for i, w := range s.watts {
		at := number(float64(i) * stepSeconds)
		lines = append(lines, append(before[:len(before):len(before)], at.String(), number(w).String()))
	}
	return lines
}
