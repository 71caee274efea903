package leaderboard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// recorded is what a source holds of a run that no field does, as it is published.
type recorded struct {
	EnergyInterval *fitting.Interval `json:"energy_interval,omitempty"`
	Series         []series          `json:"series,omitempty"`
}

type series struct {
	Name    string    `json:"name"`
	Label   string    `json:"label"`
	Unit    string    `json:"unit"`
	Seconds []float64 `json:"seconds"`
	Values  []float64 `json:"values"`
}

// RecordedPath is the file with the values recorded during the runs of a record type, relative to the tree.
func RecordedPath(domain string) string { return "all/" + domain + "-recorded.json" }

// Recorded returns the values recorded during the runs, by the id of the run: the interval of its energy per output
// that follows from its own power, and quantities over time. ok is false if the sources contain none.
func Recorded(runs data.Table) (text []byte, ok bool, err error) {
	all := map[string]recorded{}
	for i := range runs.Len() {
		var of recorded
		if within, known := runs.Within(i); known {
			of.EnergyInterval = &within
		}
		for _, s := range runs.Series(i) {
			wire := series{Name: s.Name, Label: s.Label, Unit: s.Unit, Seconds: []float64{}, Values: []float64{}}
			for _, p := range s.Points {
				wire.Seconds, wire.Values = append(wire.Seconds, p.Seconds), append(wire.Values, p.Value)
			}
			of.Series = append(of.Series, wire)
		}
		if of.EnergyInterval != nil || of.Series != nil {
			all[runs.Run(i)] = of
		}
	}
	text, err = json.Marshal(all)
	return append(text, '\n'), len(all) > 0, err
}

// loadRecorded hangs on runs what was recorded during them. A site without the file has
// nothing of it.
func (r *reader) loadRecorded(ctx context.Context, in *data.Intake, places map[string]int) {
	path := RecordedPath(in.Schema().Domain)
	text, err := r.from.read(ctx, path, r.maxBytes)
	if errors.Is(err, errAbsent) {
		return
	}
	all := members{}
	if err == nil {
		r.sum(path, text)
		all, err = parseRecorded(text)
	}
	if err != nil {
		r.note(path, 0, "", "%v; intervals and values over time left out; publish the file again", err)
	}
	for _, run := range sortedKeys(all.values) {
		at, known := places[run]
		of, err := recordedOf(all.values[run])
		if err != nil {
			r.note(path, 0, fmt.Sprintf("%.60s", run), "%v; recorded values of the run left out", err)
		}
		if known && err == nil {
			of.hang(in, at)
		}
	}
}

func parseRecorded(text []byte) (members, error) {
	v, err := parse(text)
	if err != nil {
		return members{}, err
	}
	all, ok := v.(members)
	if !ok || len(all.values) > maxRows {
		return members{}, fmt.Errorf("expected an object of at most %d runs, got %s", maxRows, show(v))
	}
	return all, nil
}

// hang hangs it on the run at a place of the intake.
func (of recorded) hang(in *data.Intake, at int) {
	if of.EnergyInterval != nil {
		in.SetWithin(at, *of.EnergyInterval)
	}
	if of.Series != nil {
		in.SetSeries(at, lists.Map(of.Series, func(s series) data.Series {
			points := lists.Times(len(s.Seconds), func(i int) data.Point { return data.Point{Seconds: s.Seconds[i], Value: s.Values[i]} })
			return data.Series{Name: s.Name, Label: s.Label, Unit: s.Unit, Points: points}
		}))
	}
}

// recordedOf reads what was recorded during one run.
func recordedOf(v any) (of recorded, err error) {
	m, ok := v.(members)
	if !ok {
		return of, errors.New("expected an object, got " + show(v))
	}
	if v, there := m.values["energy_interval"]; there {
		i, ok := intervalOf(v)
		if !ok {
			return of, errors.New("energy_interval: expected a kind, points, level, and numbers low ≤ center ≤ high")
		}
		of.EnergyInterval = &i
	}
	listed, _ := m.values["series"].([]any)
	for _, v := range listed {
		s, ok := seriesOf(v)
		if !ok {
			return of, errors.New("series: expected name, label, unit, ascending seconds and as many values")
		}
		of.Series = append(of.Series, s)
	}
	return of, nil
}

func intervalOf(v any) (i fitting.Interval, ok bool) {
	m, _ := v.(members)
	kind, _ := m.values["kind"].(string)
	i.Kind = fitting.IntervalKind(kind)
	i.Points, ok = count(m.values["points"])
	for key, to := range map[string]*float64{"level": &i.Level, "center": &i.Center, "low": &i.Low, "high": &i.High} {
		x, isNumber := numberIn(m.values[key])
		*to, ok = x, ok && isNumber
	}
	return i, ok && i.Kind == fitting.BlockBootstrap && i.Low <= i.Center && i.Center <= i.High && i.Level >= 0 && i.Level < 1
}

func seriesOf(v any) (s series, ok bool) {
	m, _ := v.(members)
	ok = true
	for key, to := range map[string]*string{"name": &s.Name, "label": &s.Label, "unit": &s.Unit} {
		text, isText := m.values[key].(string)
		*to, ok = text, ok && isText && text == data.Public(text)
	}
	for key, to := range map[string]*[]float64{"seconds": &s.Seconds, "values": &s.Values} {
		listed, _ := m.values[key].([]any)
		for _, v := range listed {
			x, isNumber := numberIn(v)
			*to, ok = append(*to, x), ok && isNumber
		}
	}
	return s, ok && len(s.Seconds) > 0 && len(s.Seconds) == len(s.Values) && slices.IsSorted(s.Seconds)
}
