package pipeline

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// judgeFn applies the stability rules to the runs of a group, which needs all of
// them and no other.
type judgeFn struct {
	Plan Plan
}

// ProcessElement emits the group's readings with their verdicts, in the order of
// their places, and writes the group's traces.
func (f *judgeFn) ProcessElement(ctx context.Context, group string, next func(*string) bool, judged func(string)) error {
	readings, err := f.gather(next)
	if err != nil {
		return err
	}
	if err := f.writeTraces(ctx, group, readings); err != nil {
		return err
	}
	for _, r := range readings {
		r.Traces = nil
		text, err := r.encode()
		if err != nil {
			return err
		}
		judged(text)
	}
	return nil
}

// gather reads and judges a group. A file that an engine delivers twice counts
// once.
func (f *judgeFn) gather(next func(*string) bool) (readings []reading, err error) {
	if readings, err = decodeReadings(next); err != nil {
		return nil, err
	}
	readings = slices.CompactFunc(readings, func(a, b reading) bool { return byPlace(a, b) == 0 })
	for i, j := range raw.JudgeFindings(lists.Map(readings, func(r reading) raw.Finding { return r.found })) {
		readings[i].Verdict = j.Verdict
	}
	return readings, nil
}
