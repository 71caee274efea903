package oracle_test

import (
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// exploreAsk is a view by its address, with the width in px at which it is drawn.
type exploreAsk struct {
	Board   int    `json:"board"`
	Address string `json:"address"`
	Width   int    `json:"width"`
}

type exploreAnswer struct {
	Rows   []string     `json:"rows"`
	More   int          `json:"more"`
	Faults int          `json:"faults"`
	Front  []string     `json:"front"`
	Series [][2]string  `json:"series"`
	Marks  [][4]float64 `json:"marks"`
}

// combinations are how many views of each board the test explores.
const combinations = 40

// A view by its address has the same rows, order, series, panels and marks in the script and in Go, whatever its axes, rows,
// color and facet are.
func TestExploredViewsOfScriptAndGoAgree(t *testing.T) {
	for _, from := range []string{"sample:", published()} {
		t.Run(filepath.Base(from), func(t *testing.T) {
			if _, err := os.Stat(from); err != nil && from != "sample:" {
				t.Skip("the published data are not here")
			}
			boards := openBoards(t, from)
			var asks []exploreAsk
			for i, b := range boards {
				random := rand.New(rand.NewPCG(11, uint64(i)))
				for range combinations {
					asks = append(asks, exploreAsk{i, someView(b.Board, random).Encode(), []int{680, 1120, 350}[random.IntN(3)]})
				}
			}
			wires := lists.Map(boards, func(b board.Shown) board.Wire { return b.Wire() })
			got := runScript[exploreAnswer](t, "explore.mjs", map[string]any{"boards": wires, "asks": asks})
			drawn, kinds := 0, map[view.Kind]int{}
			for i, ask := range asks {
				want, kind := goExplored(boards[ask.Board].Board, ask)
				if err := sameExplored(got[i], want); err != nil {
					t.Fatalf("%s ?%s at %d px: %v", boards[ask.Board].Task.ID, ask.Address, ask.Width, err)
				}
				if len(want.Rows) > 0 {
					drawn++
					kinds[kind]++
				}
			}
			if drawn < len(asks)/2 || len(kinds) < 3 {
				t.Errorf("of %d views %d have rows, of kinds %v", len(asks), drawn, kinds)
			}
			t.Logf("%d views, %d of them with rows: %v", len(asks), drawn, kinds)
		})
	}
}

// someView is the address of a view with axes, rows, color, facet, label and a query by chance.
func someView(b *board.Board, random *rand.Rand) url.Values {
	s := b.Rows[0].Schema()
	energy, batch := s.Name(data.RoleEnergy), s.Name(data.RoleBatch)
	numbers := []string{
		"", "throughput_per_gpu", "power_share", "throughput_per_user", "outputs_per_joule", "cost_per_million", "carbon_per_million",
		energy + " / num_gpus", batch, "1000 / latency", "avg_power_watts / num_gpus ?? 1", "nonsense +", "num_gpus ^ 2",
	}
	texts := []string{
		"", "none", s.Name(data.RoleGPU), s.Name(data.RoleModel), "hardware", s.Name(data.RoleGPUs), s.Name(data.RolePrecision),
		"gpu_model + ' ' + string(num_gpus)", "num_gpus > 1", batch,
	}
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	values, _ := url.ParseQuery(b.Encode(randomQuery(b, random)))
	values.Set("kind", pick([]string{"", "trade-off", "line", "bar", "bar"}))
	values.Set("x", pick(numbers))
	if values.Get("kind") == "bar" || random.IntN(8) == 0 {
		values.Set("x", pick(texts))
	}
	values.Set("y", pick(numbers))
	values.Set("color", pick(texts))
	values.Set("facet", pick(append(texts, "", "", "")))
	values.Set("label", pick(texts))
	values.Set("rows", pick([]string{"", "configurations", "best per " + s.Name(data.RoleModel), "best per hardware", "best per num_gpus + 1", "all"}))
	values.Set("log", pick([]string{"", "x", "y", "x,y", "none", "z"}))
	values.Set("frontier", pick([]string{"", "", "none"}))
	values.Set("price", pick([]string{"", "0.12"}))
	if random.IntN(4) == 0 {
		values.Set("models", board.ListText([]string{b.Rows[0].ModelID, b.Rows[len(b.Rows)-1].ModelID, "nobody/none"}))
	}
	values.Set("grid", pick([]string{"", "300"}))
	return values
}

func goExplored(b *board.Board, ask exploreAsk) (made exploreAnswer, kind view.Kind) {
	e, faults := view.Explore(b, ask.Address)
	answer := e.Answer()
	made = exploreAnswer{Rows: runsOf(answer.Rows), More: answer.More, Faults: len(faults), Front: runsOf(answer.Front)}
	for _, one := range answer.Series {
		made.Series = append(made.Series, [2]string{one.Facet, one.Name})
	}
	style := view.Style{
		Words: content.English(), Axes: map[string]string{e.Facet: e.Facet}, Marks: charts.Marks{}, Wide: ask.Width,
		Powers: []string{b.Rows[0].Schema().Name(data.RoleBatch)},
		Names:  lists.By(b.Rows, func(r aggregate.Row) (string, string) { return r.Precision, units.Precision(r.Precision) }),
	}
	for _, name := range []string{e.X, e.Y[0]} {
		style.Axes[name] = name
	}
	if len(answer.Rows) > 0 {
		plot := answer.Plot(e.Subject, style)
		made.Marks = marksIn(drawingAt(charts.Declared(plot), ask.Width))
	}
	return made, e.Kind
}

// drawingAt is the drawing of a figure for a frame of that width.
func drawingAt(f charts.Figure, width int) charts.Drawing {
	for _, d := range append(slices.Clone(f.Smaller), f.Wide) {
		if d.Width == width {
			return d
		}
	}
	return f.Wide
}

func sameExplored(script, ours exploreAnswer) error {
	return same(
		viewAnswer{Rows: script.Rows, More: script.More*1000 + script.Faults, Front: script.Front, Pairs: script.Series, Marks: script.Marks},
		viewAnswer{Rows: ours.Rows, More: ours.More*1000 + ours.Faults, Front: ours.Front, Pairs: ours.Series, Marks: ours.Marks},
	)
}
