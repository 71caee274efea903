package pipeline

import (
	"encoding/json"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/fitting"
)

// reading is all that one file tells, on its way between the steps.
type reading struct {
	Finding json.RawMessage `json:"finding"`
	Verdict string          `json:"verdict,omitempty"`
	Traces  []trace         `json:"traces,omitempty"`
	// Latencies is the mixture fitted to the inter-token latencies, nil if there
	// are none.
	Latencies *fitting.ITLMixture `json:"latencies,omitempty"`
}

// trace is one metric over time, thinned to what a chart can show: of each of the
// spans the least and the greatest sample.
type trace struct {
	Metric  string          `json:"metric"`
	Samples []charts.Sample `json:"samples"` // seconds; watts or degrees Celsius
}

func (r reading) finding() (raw.Finding, error) { return compile.DecodeFinding(r.Finding) }

func (r reading) encode() (string, error) {
	text, err := json.Marshal(r)
	return string(text), err
}

func decodeReading(text string) (r reading, err error) {
	err = json.Unmarshal([]byte(text), &r)
	return r, err
}
