package query_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
)

const lines = `name: f
kind: line
title: T
alt: A
where: nickname == "A"
series: gpu_model
x: max_num_seqs
`

func TestAMeasureCanHaveAnAxisOfItsOwn(t *testing.T) {
	f, err := figure(t, runs(), lines+"y: [energy_per_token_joules, {value: avg_power_watts, axis: right, min: 0, max: 400, ticks: [0, 200, 400]}]\n")
	if err != nil {
		t.Fatal(err)
	}
	p := charts.Declared(f.Plot).Wide.Panels[0]
	if p.Y2 == nil || p.Y2.Most != 400 || len(p.Y2.Ticks) != 3 || !strings.Contains(p.Y2.Name, "W") || p.Y.Most > 10 {
		t.Errorf("axes %+v and %+v", p.Y, p.Y2)
	}
	if onRight := slices.IndexFunc(p.Series, func(s charts.Series) bool { _, ok := s.(charts.OnRight); return ok }); onRight < 0 {
		t.Error("no series is on the right axis")
	}
}

func TestALineCanCrossCategories(t *testing.T) {
	f, err := figure(t, runs(), strings.Replace(strings.Replace(lines, "series: gpu_model", "series: max_num_seqs", 1), "x: max_num_seqs", "x: gpu_model", 1)+
		"y: energy_per_token_joules\nsort: gpu_model\n")
	if err != nil {
		t.Fatal(err)
	}
	p := charts.Declared(f.Plot).Wide.Panels[0]
	if want := []string{"B200", "H100"}; !slices.Equal(p.X.Categories, want) {
		t.Errorf("categories %q, want %q", p.X.Categories, want)
	}
	if !strings.Contains(string(f.CSV), ",B200,,Energy per token,3,") {
		t.Errorf("the file is %s", f.CSV)
	}
}

func TestIntervalsAreDrawnAndExplained(t *testing.T) {
	for _, c := range []struct {
		keys, caption string
		want          [2]float64
	}{
		{"statistic: mean\ninterval: range\nseries: gpu_model\nx: num_gpus\n", "Lines show the range of the runs.", [2]float64{2, 4}},
		{"statistic: median\ninterval: quartiles\nseries: gpu_model\nx: num_gpus\n", "Lines show the middle half of the runs.", [2]float64{2.5, 3.5}},
	} {
		f, err := figure(t, runs(), "name: f\nkind: scatter\ntitle: T\nalt: A\nwhere: nickname == \"A\"\ny: energy_per_token_joules\n"+c.keys)
		if err != nil {
			t.Fatal(err)
		}
		pt := f.Plot.Panels[0].Series[0].Points[0]
		if f.Plot.Caption != c.caption || pt.Spread == nil || *pt.Spread != c.want {
			t.Errorf("%q: caption %q, interval %v", c.keys, f.Plot.Caption, pt.Spread)
		}
	}
	f, err := figure(t, runs(), lines+"y: {value: median_itl_ms, low: p50_itl_ms, high: p99_itl_ms * 2, means: median to twice P99, band: true}\n")
	if err != nil {
		t.Fatal(err)
	}
	if pt := f.Plot.Panels[0].Series[0].Points[0]; f.Plot.Caption != "Areas show: median to twice P99." || *pt.Spread != [2]float64{8, 16} {
		t.Errorf("caption %q, interval %v", f.Plot.Caption, pt.Spread)
	}
}

func TestFacetsShareTheirAxes(t *testing.T) {
	f, err := figure(t, runs(), "name: f\nkind: scatter\ntitle: T\nalt: A\nfacet: nickname\nx: max_num_seqs\ny: energy_per_token_joules\n")
	if err != nil {
		t.Fatal(err)
	}
	panels := charts.Declared(f.Plot).Wide.Panels
	if len(panels) != 2 || f.Plot.Panels[1].Title != "B" || panels[0].Y.Most != panels[1].Y.Most || panels[0].Y.Most < 8 {
		t.Errorf("%d panels, %+v", len(panels), panels[0].Y)
	}
}

// Bars on each other end where their sum is; those below zero go the other way.
func TestBarsStandOnEachOther(t *testing.T) {
	f, err := figure(t, runs(), "name: f\nkind: grouped-bar\ntitle: T\nalt: A\nwhere: max_num_seqs == 8\nstack: true\ngroup: nickname\nseries: gpu_model\n"+
		"y: {value: '(nickname == \"B\" && gpu_model == \"B200\" ? -1 : 1) * energy_per_token_joules', label: L, unit: J}\n")
	if err != nil {
		t.Fatal(err)
	}
	var ends [][2]float64
	for _, s := range charts.Declared(f.Plot).Wide.Panels[0].Series {
		if bars, ok := s.(charts.Bars); ok {
			for _, b := range bars.All {
				ends = append(ends, [2]float64{b.From, b.To})
			}
		}
	}
	if want := [][2]float64{{0, 4}, {0, 8}, {4, 7}, {0, -7}}; !slices.Equal(ends, want) {
		t.Errorf("bars %v, want %v", ends, want)
	}
}

func TestSeriesHaveTheStatedColorsShapesAndLines(t *testing.T) {
	f, err := figure(t, runs(), lines+"y: energy_per_token_joules\npalette: {H100: \"#112233\"}\nmarkers: [triangle, diamond]\ndashes: {B200: dashed}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Plot.Panels[0].Series {
		if s.Name == "H100" && (s.Mark.Color != "#112233" || s.Mark.Shape != "triangle" || s.Mark.Dash != "") || s.Name == "B200" && s.Mark.Dash != "dashed" {
			t.Errorf("%s is %+v", s.Name, s.Mark)
		}
	}
}

func TestABrokenAxisSaysSo(t *testing.T) {
	f, err := figure(t, runs(), lines+"y: {value: energy_per_token_joules, break: [2.2, 2.8]}\n")
	if err != nil {
		t.Fatal(err)
	}
	const want = "The axis Energy per token, J is broken: it leaves out 2.2 to 2.8."
	if !strings.HasSuffix(f.Plot.Caption, want) || !strings.HasSuffix(f.Plot.Description, "A. "+want) {
		t.Errorf("caption %q, description %q", f.Plot.Caption, f.Plot.Description)
	}
	a := charts.Declared(f.Plot).Wide.Panels[0].Y
	length := a.From - a.To
	if part := (a.At(2.2) - a.At(2.8)) / length; part < 0.039 || part > 0.041 {
		t.Errorf("the gap takes %.3f of the axis", part)
	}
	if below, above := (a.At(1)-a.At(2))/length, (a.At(2.8)-a.At(3))/length; below < 4.99*above || below > 5.01*above {
		t.Errorf("1 is %.4f of the axis below the gap, 0.2 are %.4f above", below, above)
	}
	for _, tick := range a.Ticks {
		if tick.At > 2.2 && tick.At < 2.8 {
			t.Errorf("a tick at %v", tick.At)
		}
	}
}

func TestFaultsOfAxesNameTheirRemedy(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"y: {value: energy_per_token_joules, min: 3, max: 2}", `max: 2 is not above min, 3; exchange them`},
		{"y: {value: energy_per_token_joules, log: true, min: 0}", `min: a logarithmic axis has only numbers above 0`},
		{"y: {value: energy_per_token_joules, max: 1}", `beyond the limits of the axes; widen min and max`},
		{"y: {value: energy_per_token_joules, low: p50_itl_ms}", `low and high: an interval has both ends`},
		{"y: [energy_per_token_joules, avg_power_watts]", `y: Energy per token is in .* draw them in panels`},
		{"y: energy_per_token_joules\nnotes: [{text: a, x: 5, where: num_gpus == 1}]", `where, x and y: a note at points is beside them, or at both x and y; give both`},
		{"y: energy_per_token_joules\nnotes: [{text: a, x: 5, y: 6, to: 9}]", `to: an area begins at x or at y; give one of them`},
		{"y: {value: energy_per_token_joules, min: 0, max: 9}\nnotes: [{text: a, x: 5, y: 16}]", `y: 16 is beyond the axis; choose another y, or widen min and max`},
		{"y: {value: energy_per_token_joules, log: true}\nnotes: [{text: a, y: 0}]", `y: 0 is beyond the axis`},
		{"y: {value: energy_per_token_joules, break: [1]}", `break: expected two numbers such as \[20, 100\], got 1`},
		{"y: {value: energy_per_token_joules, break: [3, 1]}", `break: 3 is not below 1; exchange them`},
		{"y: {value: energy_per_token_joules, break: [1, 3], log: true}", `break: a logarithmic axis has none`},
		{"y: {value: energy_per_token_joules, break: [1, 3.5]}", `break: .* is at 3, between 1 and 3.5; the widest part without values is from 1 to 2`},
		{"y: {value: energy_per_token_joules, break: [10, 20]}", `break: 10 to 20 is not within the values`},
		{"y: energy_per_token_joules\ninterval: sd", `interval: requires a statistic`},
		{"y: energy_per_token_joules\npalette: [red]", `palette: expected colors such as "#0b57d0"`},
		{"y: energy_per_token_joules\nmarkers: circel", `markers: unknown "circel".*did you mean "circle"`},
		{"y: energy_per_token_joules\ndashes: {H100: dash}", `dashes: unknown "dash"; use one of solid, dashed`},
	} {
		_, err := figure(t, runs(), lines+c.keys+"\n")
		if err == nil || !regexp.MustCompile(`^posts/a.md:1[6-9]: .*`+c.want).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", c.keys, err, c.want)
		}
	}
}

// Neighbors of each set are apart in print, and in each kind of color vision by a test of package charts.
func TestPalettesAreColors(t *testing.T) {
	for name := range content.Palettes() {
		if _, err := figure(t, runs(), lines+"y: energy_per_token_joules\npalette: "+name+"\n"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
