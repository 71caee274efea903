package pipeline

import (
	"cmp"
	"encoding/json"
	"slices"

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

func (r reading) encode() (string, error) {
	text, err := json.Marshal(r)
	return string(text), err
}

// placed is a reading with its finding.
type placed struct {
	reading
	found raw.Finding
}

// decodeReadings gives what an engine delivers in the order of its places. Those
// that are not sent on drop the text of their finding, which it would hold twice.
func decodeReadings(next func(*string) bool, sentOn bool) (readings []placed, err error) {
	for text := ""; next(&text); {
		var p placed
		if err := json.Unmarshal([]byte(text), &p.reading); err != nil {
			return nil, err
		}
		if p.found, err = compile.DecodeFinding(p.Finding); err != nil {
			return nil, err
		}
		if !sentOn {
			p.Finding = nil
		}
		readings = append(readings, p)
	}
	slices.SortFunc(readings, byPlace)
	return readings, nil
}

func byPlace(a, b placed) int {
	return cmp.Or(cmp.Compare(a.found.Place.Path, b.found.Place.Path), cmp.Compare(a.found.Place.Root, b.found.Place.Root))
}
