package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// The columns of samples: time since the beginning of the recording, and what was recorded.
const (
	secondsField  = "seconds"
	recordedField = "recorded"
)

// record puts the samples of the panel's recording in the place of the runs: each has the fields of
// its run.
func (p *panel) record() {
	if p.Recording == "" {
		return
	}
	read, err := p.recordings()
	if err != nil {
		p.fault("recording", "%v", err)
		return
	}
	var rows []int
	var seconds, values []any
	var kept data.Series
	var names []string
	most := max(charts.MostMarks/max(p.runs.Len(), 1), 2)
	for i := range p.runs.Len() {
		for _, s := range read(i) {
			if names = append(names, s.Name); s.Name != p.Recording {
				continue
			}
			kept = s
			for _, at := range peaks(s.Points, most) {
				rows, seconds, values = append(rows, i), append(seconds, at.Seconds), append(values, at.Value)
			}
		}
	}
	switch names = lists.Ascending(names); {
	case len(rows) > 0:
	case len(names) == 0:
		p.fault("recording", "no selected run has a recording; use a source that keeps them")
		return
	default:
		p.fault("recording", "no selected run has a recording %q; use %s",
			p.Recording, strings.Join(names, ", "))
		return
	}
	if p.X == nil {
		p.X = &content.Measure{Value: secondsField}
	}
	if len(p.Y) == 0 {
		p.Y = []content.Measure{{Value: recordedField}}
	}
	column := func(name, label, unit string, values []any) data.Added {
		f := data.Field{Name: name, Label: label, Unit: unit, Kind: data.Float, Nullable: true}
		return data.Added{Field: f, Values: values}
	}
	p.runs, err = p.runs.Repeated(rows).With(
		column(secondsField, p.text.content.Words.Say("plot.seconds"), "s", seconds),
		column(recordedField, kept.Label, kept.Unit, values),
	)
	if err != nil {
		p.fault("recording", "%v", err)
	}
}

// mostRecorded is how many runs a figure may show whose recordings are in files of their own, each of which is read.
const mostRecorded = 20

// recordings are those of each run, as the tables have them or files of their own.
func (p *panel) recordings() (func(run int) []data.Series, error) {
	runs := p.runs
	for i := range runs.Len() {
		if len(runs.Series(i)) > 0 || p.text.data.Recordings == nil {
			return runs.Series, nil
		}
	}
	if runs.Len() > mostRecorded {
		return nil, fmt.Errorf("%d runs are selected, and the recordings of at most %d can be read; select fewer with where or pick",
			runs.Len(), mostRecorded)
	}
	if err := p.text.Take(runs.Len() * recordingCost); err != nil {
		return nil, err
	}
	read, err := p.text.data.Recordings(runs, p.Recording)
	return func(run int) []data.Series { return read[run : run+1] }, err
}

// peaks are at most so many of the points, in order of time: of each stretch of time the least and the greatest.
func peaks(points []data.Point, most int) (kept []data.Point) {
	if len(points) <= most {
		return points
	}
	stretches := most / 2
	for i := range stretches {
		part := points[i*len(points)/stretches : (i+1)*len(points)/stretches]
		byValue := func(a, b data.Point) int { return cmp.Compare(a.Value, b.Value) }
		ends := []data.Point{slices.MinFunc(part, byValue), slices.MaxFunc(part, byValue)}
		slices.SortFunc(ends, func(a, b data.Point) int { return cmp.Compare(a.Seconds, b.Seconds) })
		kept = append(kept, slices.CompactFunc(ends, func(a, b data.Point) bool { return a.Seconds == b.Seconds })...)
	}
	return lists.Filter(kept, func(at data.Point) bool { return at.Value == at.Value }) // not NaN
}
