package render_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// drawAll draws the charts from as many goroutines as there are processors, in no fixed order.
func drawAll(tb testing.TB, r *render.Renderer, charts []render.Chart) []string {
	tb.Helper()
	drawn, err := tryAll(tb.Context(), r, charts)
	if err != nil {
		tb.Fatal(err)
	}
	return drawn
}

func tryAll(ctx context.Context, r *render.Renderer, charts []render.Chart) ([]string, error) {
	drawn, errs := make([]string, len(charts)), make([]error, len(charts))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				drawn[i], errs[i] = r.SVG(ctx, charts[i])
			}
		})
	}
	for i := range charts {
		next <- i
	}
	close(next)
	workers.Wait()
	return drawn, errors.Join(errs...)
}

// mixed is every golden drawing several times over, so that each worker draws many kinds in changing order.
func mixed(tb testing.TB) []render.Chart {
	tb.Helper()
	var charts []render.Chart
	for range 4 {
		for _, chart := range golden {
			chart.Option = option(tb, chart.ID)
			charts = append(charts, chart)
		}
	}
	return charts
}

func TestDrawingIsTheSameWhoeverDrawsItAndWhen(t *testing.T) {
	charts := mixed(t)
	want := drawAll(t, renderer(t, render.Options{Workers: 1}), charts)
	got := drawAll(t, renderer(t, render.Options{Workers: 3}), charts)
	for i, chart := range charts {
		if got[i] != want[i] || got[i] != got[i%len(golden)] {
			t.Errorf("%s differs between workers or from one time to the next", chart.ID)
		}
	}
}

func TestJitterLiesTheSameEveryTime(t *testing.T) {
	chart := render.Chart{ID: "jitter", Title: "Jitter", Width: 300, Height: 220, Option: []byte(`{"xAxis":{"type":"category","data":["a","b"],"jitter":40},
		"yAxis":{"type":"value"},"series":[{"type":"scatter","data":[[0,1],[0,1],[0,1],[1,1],[1,1]]}]}`)}
	r := renderer(t, render.Options{Workers: 1})
	first, second := draw(t, r, chart), draw(t, r, chart)
	if first != second {
		t.Error("two drawings of one jittered chart differ")
	}
}

func TestTimeAxisKnowsNoLocalTime(t *testing.T) {
	chart := render.Chart{ID: "time", Title: "Time", Width: 300, Height: 220, Option: []byte(`{"xAxis":{"type":"time"},"yAxis":{"type":"value"},
		"series":[{"type":"line","data":[["2026-01-01T00:00:00Z",1],["2026-01-01T06:00:00Z",2]]}]}`)}
	t.Setenv("TZ", "Asia/Kathmandu")
	first := draw(t, renderer(t, render.Options{Workers: 1}), chart)
	t.Setenv("TZ", "America/New_York")
	if second := draw(t, renderer(t, render.Options{Workers: 1}), chart); first != second {
		t.Error("the drawing depends on the machine's time zone")
	}
}
