package source

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// recordings are the timelines of raw files, by the names that texts use for them.
var recordings = map[string]struct{ metric, label, unit string }{
	"power": {"power.device_instant", "Power", "W"}, "temperature": {"temperature", "Temperature", "°C"},
}

// recorded is what raw files say over time of each run: see [data.Dataset]. Nothing is downloaded.
func (d *Dataset) recorded(runs data.Table, name string) ([]data.Series, error) {
	of, known := recordings[name]
	if !known {
		return nil, fmt.Errorf("there is no recording %q; use one of %s", name, strings.Join(slices.Sorted(maps.Keys(recordings)), ", "))
	}
	var points [][]data.Point
	var err error
	switch runs.Schema().Domain {
	case data.LLMRun{}.Schema().Domain:
		points, err = pointsOf(d, data.As[data.LLMRun](runs), of.metric)
	case data.DiffusionRun{}.Schema().Domain:
		points, err = pointsOf(d, data.As[data.DiffusionRun](runs), of.metric)
	}
	return lists.Map(points, func(p []data.Point) data.Series {
		return data.Series{Name: name, Label: of.label, Unit: of.unit, Points: p}
	}), err
}

func pointsOf[R data.Record](d *Dataset, runs data.Runs[R], metric string) (points [][]data.Point, err error) {
	for i, path := range runs.Values(runs.Schema().Name(data.RoleResultsFile)) {
		if !d.HasFetched(data.Text(path)) {
			return nil, fmt.Errorf("the raw file of run %s was not downloaded; run jouleboard fetch for it", runs.Run(i))
		}
	}
	places := map[R]int{}
	for i := range runs.Len() {
		places[runs.At(i)] = i
	}
	points = make([][]data.Point, runs.Len())
	for t, problem := range Timelines(context.Background(), d, runs, metric) {
		err = cmp.Or(err, problem)
		points[places[t.Run]] = append(points[places[t.Run]],
			lists.Map(t.Samples, func(s raw.Sample) data.Point { return data.Point{Seconds: s.RelativeSeconds, Value: s.Value} })...)
	}
	return points, err
}
