package live_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// sample is a drawing with a series of every kind.
func sample(name string) charts.Drawing {
	at := [][2]float64{{1, 2}, {3, 4}}
	axis := charts.Axis{Least: 0, Most: 5, From: 10, To: 90, Name: name, Ticks: []charts.Tick{{At: 2, Text: "2"}}}
	categories := charts.Axis{Least: -0.5, Most: 1.5, From: 10, To: 90, Categories: []string{name, "b"}, Every: 1}
	return charts.Drawing{
		Width: 100, Height: 200,
		Panels: []charts.Panel{
			{Left: 10, Top: 10, Right: 90, Bottom: 90, X: axis, Y: axis, Series: []charts.Series{
				charts.Span{From: 3, To: 5, Text: name},
				charts.Area{Outline: append(at, [2]float64{3, 2}, [2]float64{1, 2}), Style: scene.Style{Fill: "#123456", Opacity: 0.5}},
				charts.Line{Name: charts.Name(name), At: at, Style: scene.Style{Stroke: "#123456", Dash: []float64{4, 2}}},
				charts.Points{
					Name: charts.Name(name), At: at, Rows: []int{0, 1}, Shape: scene.Circle, W: 6, H: 6,
					Style: scene.Style{Fill: "#123456"},
				},
				charts.Texts{Color: "#123456", All: []charts.Label{{At: at[0], Text: name, Place: charts.Place{Side: "right"}}}},
			}},
			{Left: 10, Top: 110, Right: 90, Bottom: 190, X: axis, Y: categories, Series: []charts.Series{
				charts.Bars{Lying: true, Width: 9, Gap: 1, Offset: -5, All: []charts.Bar{{At: 1, To: 4, Row: 2}}, Style: scene.Style{Fill: "#123456"}},
				charts.Boxes{Width: 9, All: [][5]float64{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}}, Style: scene.Style{Stroke: "#123456"}},
			}},
		},
		Legend: []charts.Entry{{X: 4, Y: 6, Sample: 9, Name: name, Text: name}},
		Titles: []charts.Title{{X: 4, Y: 16, Text: name}},
	}
}

type option struct {
	Series []struct {
		Type, Name string
		Data       []json.RawMessage
		Z          int
		XAxisIndex int
		Silent     bool
	}
	XAxis, YAxis []struct{ Type string }
}

func read(t *testing.T, c live.Chart) (o option) {
	t.Helper()
	if err := json.Unmarshal(c.Option, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// The page's script finds a datum's row by its place in the series.
func TestEveryDatumHasARowOrNone(t *testing.T) {
	c := live.Of(sample("a"))
	o := read(t, c)
	if len(c.Rows) != len(o.Series) {
		t.Fatalf("%d lists of rows for %d series", len(c.Rows), len(o.Series))
	}
	for i, rows := range c.Rows {
		if rows != nil && len(rows) != len(o.Series[i].Data) {
			t.Errorf("series %d has %d data and %d rows", i, len(o.Series[i].Data), len(rows))
		}
		if o.Series[i].Silent != (rows == nil) {
			t.Errorf("series %d of rows %v is silent: %v", i, rows, o.Series[i].Silent)
		}
	}
}

// The legend shows the sample of the first series of a name; which series covers which is told by its layer.
func TestMarksComeFirstAndCoverWhatIsBelow(t *testing.T) {
	o := read(t, live.Of(sample("a")))
	if first := o.Series[0]; first.Type != "scatter" || first.Name != "a" {
		t.Errorf("the first series is %s of %q", first.Type, first.Name)
	}
	layer := map[string]int{}
	for _, s := range o.Series {
		if s.XAxisIndex == 0 && s.Name == "a" {
			layer[s.Type] = s.Z
		}
	}
	if layer["scatter"] <= layer["line"] {
		t.Errorf("layers are %v", layer)
	}
	if o.YAxis[1].Type != "category" || o.XAxis[1].Type != "value" {
		t.Errorf("axes are %+v and %+v", o.XAxis, o.YAxis)
	}
}

func TestNamesStayInTheirStrings(t *testing.T) {
	c := live.Of(sample(`</script><svg onload="x">`))
	read(t, c)
	if bytes.ContainsAny(c.Option, "<>") {
		t.Errorf("the option holds markup: %s", c.Option)
	}
}

func TestTheSameDrawingGivesTheSameBytes(t *testing.T) {
	if a, b := live.Of(sample("a")), live.Of(sample("a")); !bytes.Equal(a.Option, b.Option) {
		t.Error("two options differ")
	}
}

// Charts of a figure share most of their series; put together again, each is the chart of its drawing.
func TestAFileHoldsWhatDrawingsShareOnce(t *testing.T) {
	drawings := []charts.Drawing{sample("a"), sample("b"), sample("a")}
	f := live.FileOf(drawings)
	seen := map[string]bool{}
	for _, part := range f.Parts {
		if seen[string(part)] {
			t.Errorf("twice: %s", part)
		}
		seen[string(part)] = true
	}
	whole, err := f.Whole()
	if err != nil || len(whole) != len(drawings) {
		t.Fatalf("%d charts of %d drawings, %v", len(whole), len(drawings), err)
	}
	for i, d := range drawings {
		var got, want any
		if json.Unmarshal(whole[i].Option, &got) != nil || json.Unmarshal(live.Of(d).Option, &want) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("chart %d is %s", i, whole[i].Option)
		}
	}
	f.Parts = f.Parts[:1]
	if _, err := f.Whole(); err == nil {
		t.Error("parts that are missing are not noticed")
	}
}
