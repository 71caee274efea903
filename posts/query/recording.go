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

// recorded are the samples of the panel's recording, in place of the runs: each has the fields of its run.
func (p *panel) recorded(runs table) (table, error) {
	if p.Recording == "" {
		return runs, nil
	}
	var rows []int
	var seconds, values []any
	var kept data.Series
	var names []string
	read, err := p.recordings(runs)
	if err != nil {
		return runs, p.Fault("recording", "%v", err)
	}
	most := max(charts.MostMarks/max(runs.Len(), 1), 2)
	for i := range runs.Len() {
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
	if len(rows) == 0 {
		names = lists.Ascending(names)
		if len(names) == 0 {
			return runs, p.Fault("recording", "no selected run has a recording; use a source that keeps them")
		}
		return runs, p.Fault("recording", "no selected run has a recording %q; use %s", p.Recording, strings.Join(names, ", "))
	}
	if p.X == nil {
		p.X = &content.Measure{Value: secondsField}
	}
	if len(p.Y) == 0 {
		p.Y = []content.Measure{{Value: recordedField}}
	}
	w := p.text.content.Words
	wider, err := runs.Repeated(rows).With(
		data.Added{Field: data.Field{Name: secondsField, Label: w.Say("plot.seconds"), Unit: "s", Kind: data.Float, Nullable: true}, Values: seconds},
		data.Added{Field: data.Field{Name: recordedField, Label: kept.Label, Unit: kept.Unit, Kind: data.Float, Nullable: true}, Values: values},
	)
	if err != nil {
		return runs, p.Fault("recording", "%v", err)
	}
	return table{wider}, nil
}

// mostRecorded is how many runs a figure may show whose recordings are in files of their own, each of which is read.
const mostRecorded = 20

// recordings are those of each run, as the tables have them or files of their own.
func (p *panel) recordings(runs table) (func(run int) []data.Series, error) {
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
	read, err := p.text.data.Recordings(runs.Table, p.Recording)
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
