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

	found raw.Finding // which Finding tells on the way
}

// trace is one metric over time, thinned to what a chart can show: of each of the
// spans the least and the greatest sample.
type trace struct {
	Metric  string          `json:"metric"`
	Samples []charts.Sample `json:"samples"` // seconds; watts or degrees Celsius
}

func (r reading) encode() (_ string, err error) {
	if r.Finding, err = compile.EncodeFinding(r.found); err != nil {
		return "", err
	}
	text, err := json.Marshal(r)
	return string(text), err
}

// decodeReadings gives what an engine delivers in the order of its places, without the texts of findings, which would
// hold them twice.
func decodeReadings(next func(*string) bool) (readings []reading, err error) {
	for text := ""; next(&text); {
		var r reading
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return nil, err
		}
		if r.found, err = compile.DecodeFinding(r.Finding); err != nil {
			return nil, err
		}
		r.Finding = nil
		readings = append(readings, r)
	}
	slices.SortFunc(readings, byPlace)
	return readings, nil
}

func byPlace(a, b reading) int {
	return cmp.Or(cmp.Compare(a.found.Place.Path, b.found.Place.Path), cmp.Compare(a.found.Place.Root, b.found.Place.Root))
}
