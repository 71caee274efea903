package leaderboard

import (
	"reflect"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

func TestWhatWasRecordedIsReadBack(t *testing.T) {
	in := data.NewIntake(data.LLMRun{}.Schema())
	in.Add(data.RowOf(llmRun("gpqa", "org/a", 1, 8, 1)), "", 1)
	in.Add(data.RowOf(llmRun("gpqa", "org/b", 1, 8, 2)), "", 2)
	interval := fitting.Interval{Kind: fitting.BlockBootstrap, Points: 7, Level: 0.95, Center: 0.1 + 0.2, Low: 0.1, High: 1e-3 + 0.5}
	points := []data.Point{{Seconds: 0, Value: 1.0 / 3}, {Seconds: 0.1, Value: 400}}
	series := []data.Series{{Name: "power_w", Label: "Power", Unit: "W", Points: points}}
	in.SetWithin(1, interval)
	in.SetSeries(1, series)
	runs := in.Table(true)
	text, ok, err := Recorded(runs)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	all, err := parseRecorded(text)
	if err != nil || len(all.values) != 1 {
		t.Fatal(all, err)
	}
	of, err := recordedOf(all.values[runs.Run(1)])
	if err != nil {
		t.Fatal(err)
	}
	fresh := data.NewIntake(data.LLMRun{}.Schema())
	fresh.Add(data.RowOf(llmRun("gpqa", "org/b", 1, 8, 2)), "", 1)
	of.hang(fresh, 0)
	got, _ := fresh.Table(true).Within(0)
	if got != interval || !reflect.DeepEqual(fresh.Table(true).Series(0), series) {
		t.Errorf("got %+v, %+v", got, fresh.Table(true).Series(0))
	}
	if _, ok, _ := Recorded(fresh.Table(true).Slice(0, 0)); ok {
		t.Error("a file for runs of which nothing was recorded")
	}
}

func TestWrongRecordingsAreRefused(t *testing.T) {
	interval := `{"energy_interval": {"kind": "block-bootstrap", "points": 20, "level": 0.95, "center": 2, "low": 1, "high": 3}}`
	series := `{"series": [{"name": "p", "label": "P", "unit": "W", "seconds": [0, 1], "values": [2, 3]}]}`
	for _, right := range []string{interval, series, "{}"} {
		if _, err := recordedOf(parsed(t, right)); err != nil {
			t.Errorf("%s: %v", right, err)
		}
	}
	for _, wrong := range []string{
		"3", strings.Replace(interval, "block-bootstrap", "guess", 1), strings.Replace(interval, `"low": 1`, `"low": 9`, 1),
		strings.Replace(interval, `"level": 0`, `"level": 1`, 1), strings.Replace(interval, `"level": 0.95`, `"level": 1`, 1),
		strings.Replace(interval, `"center": 2`, `"center": NaN`, 1),
		strings.Replace(series, "[0, 1]", "[1, 0]", 1), strings.Replace(series, "[0, 1]", "[0]", 1),
		strings.Replace(series, `"P"`, `"/home/somebody/P"`, 1), strings.Replace(series, "[2, 3]", "[2, Infinity]", 1),
	} {
		if _, err := recordedOf(parsed(t, wrong)); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Whatever stands in the file, what is taken of it is written and read back the same.
func FuzzRecorded(f *testing.F) {
	f.Add(`{"energy_interval": {"kind": "block-bootstrap", "points": 20, "level": 0.95, "center": 2, "low": 1, "high": 3}}`)
	f.Add(`{"series": [{"name": "p", "label": "P", "unit": "W", "seconds": [0, 1e-300], "values": [2, -0.0]}]}`)
	f.Add(`{"series": [[], 1, {"seconds": [NaN]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := parse([]byte(text))
		if err != nil {
			return
		}
		of, err := recordedOf(v)
		if err != nil || of.EnergyInterval == nil && of.Series == nil {
			return
		}
		in := data.NewIntake(data.LLMRun{}.Schema())
		in.Add(data.RowOf(llmRun("gpqa", "org/a", 1, 8, 1)), "", 1)
		of.hang(in, 0)
		runs := in.Table(true)
		written, ok, err := Recorded(runs)
		if !ok || err != nil {
			t.Fatalf("%s is not written: %v", text, err)
		}
		all, err := parseRecorded(written)
		if err != nil {
			t.Fatal(err)
		}
		again, err := recordedOf(all.values[runs.Run(0)])
		if err != nil || !reflect.DeepEqual(again, of) {
			t.Fatalf("%s: got %+v, want %+v, %v", text, again, of, err)
		}
	})
}
