package llenergymeasure

import (
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// layouts of times; one without a zone is UTC.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999",
}

func parseTime(s string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 0 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// timesOf fills in the times of a result. Some are written with a zone and some
// without, by different clocks; only start and end, of one clock, are subtracted.
func timesOf(e data.Row, result jsontree.Object) {
	at := func(path string) (time.Time, data.Opt[string]) {
		t, ok := parseTime(jsontree.Text(result, path))
		if !ok {
			return t, data.Opt[string]{}
		}
		return t, data.Some(t.Format(time.RFC3339Nano))
	}
	start, from := at("start_time")
	end, to := at("end_time")
	_, baseline := at("energy_breakdown.baseline_timestamp")
	e.Take(fields{"start_time": from, "end_time": to, "energy_breakdown_baseline_timestamp": baseline})
	if from.Present() && to.Present() && !end.Before(start) {
		e.Take(fields{"duration_sec": data.Some(end.Sub(start).Seconds())})
	}
}
