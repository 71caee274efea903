package compile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// wireFinding is a finding as a line of JSON. Records are written by the names
// of the field table, numbers of kind Float as text: the shortest that reads
// back as the same bits, NaN and infinities included.
type wireFinding struct {
	Place     raw.Place          `json:"place"`
	LLM       map[string]any     `json:"llm,omitempty"`
	Diffusion map[string]any     `json:"diffusion,omitempty"`
	Lengths   *wireOutputLengths `json:"lengths,omitempty"`
	Reason    string             `json:"reason,omitempty"`
	Problems  []wireProblem      `json:"problems,omitempty"`
}

// wireOutputLengths are output lengths, which are exact in a finding.
type wireOutputLengths struct {
	Lengths []int     `json:"lengths"`
	Edges   []float64 `json:"-"`
	Counts  []int     `json:"counts"`
}

// wireProblem is a problem with what its published form leaves out.
type wireProblem struct {
	data.Problem
	LeftOut int `json:"left_out"`
}

func toWire(problems []data.Problem) []wireProblem {
	return lists.Map(problems, func(p data.Problem) wireProblem { return wireProblem{p, p.LeftOut} })
}

func fromWire(wire []wireProblem) []data.Problem {
	return lists.Map(wire, func(w wireProblem) data.Problem {
		w.Problem.LeftOut = w.LeftOut
		return w.Problem
	})
}

// encodeFindings is one line a finding.
func encodeFindings(findings []raw.Finding) ([]byte, error) {
	var out bytes.Buffer
	for _, f := range findings {
		line, err := EncodeFinding(f)
		if err != nil {
			return nil, err
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes(), nil
}

// EncodeFinding returns a finding as JSON, without loss.
func EncodeFinding(f raw.Finding) ([]byte, error) {
	w := wireFinding{Place: f.Place, Lengths: (*wireOutputLengths)(f.Lengths), Reason: f.Reason, Problems: toWire(f.Problems)}
	if f.LLM != nil {
		w.LLM = toFields(*f.LLM)
	}
	if f.Diffusion != nil {
		w.Diffusion = toFields(*f.Diffusion)
	}
	line, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Place.Path, err)
	}
	return line, nil
}

func decodeFindings(text []byte) (findings []raw.Finding, err error) {
	lines := json.NewDecoder(bytes.NewReader(text))
	lines.UseNumber()
	for lines.More() {
		var w wireFinding
		if err := lines.Decode(&w); err != nil {
			return nil, err
		}
		f, err := w.finding()
		if err != nil {
			return nil, err
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// DecodeFinding reads what EncodeFinding wrote.
func DecodeFinding(line []byte) (raw.Finding, error) {
	findings, err := decodeFindings(line)
	if err == nil && len(findings) != 1 {
		err = fmt.Errorf("expected one finding, got %d", len(findings))
	}
	if err != nil {
		return raw.Finding{}, err
	}
	return findings[0], nil
}

func (w wireFinding) finding() (f raw.Finding, err error) {
	f = raw.Finding{Place: w.Place, Lengths: (*data.OutputLengths)(w.Lengths), Reason: w.Reason, Problems: fromWire(w.Problems)}
	if f.LLM, err = fromFields[data.LLMRun](w.LLM); err != nil {
		return f, err
	}
	if f.Diffusion, err = fromFields[data.DiffusionRun](w.Diffusion); err != nil {
		return f, err
	}
	if o := w.Lengths; o != nil && len(o.Lengths) != len(o.Counts) {
		return f, fmt.Errorf("%s: %d output lengths with %d counts", w.Place.Path, len(o.Lengths), len(o.Counts))
	}
	return f, nil
}

// toFields is a record by field name.
func toFields[R data.Record](r R) map[string]any {
	fields := map[string]any{}
	row := data.RowOf(r)
	for _, f := range r.Schema().Stated() {
		v := row.Value(f.Name)
		if x, ok := v.(float64); ok {
			v = strconv.FormatFloat(x, 'g', -1, 64)
		}
		fields[f.Name] = v
	}
	return fields
}

// fromFields is the record, nil for none. Each field must be there: a part that
// lacks one was made for another field table.
func fromFields[R data.Record](fields map[string]any) (*R, error) {
	if fields == nil {
		return nil, nil
	}
	r := new(R)
	for _, f := range (*r).Schema().Stated() {
		v, there := fields[f.Name]
		if !there {
			return nil, fmt.Errorf("%s is missing", f.Name)
		}
		v, err := fieldValue(f, v)
		if err == nil {
			err = data.Set(r, f.Name, v)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return r, nil
}

func fieldValue(f data.Field, v any) (any, error) {
	switch x := v.(type) {
	case json.Number:
		n, err := strconv.Atoi(x.String())
		return n, err
	case string:
		if f.Kind != data.Float {
			return x, nil
		}
		n, err := strconv.ParseFloat(x, 64)
		if math.IsNaN(n) {
			n = math.NaN() // of one bit pattern, whatever the writer's was
		}
		return n, err
	}
	return v, nil
}
