package oracle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/view"
)

// viewAsk is a view with the queries that both sides answer.
type viewAsk struct {
	Board   int         `json:"board"`
	View    viewWire    `json:"view"`
	Where   string      `json:"where"`
	Is      []string    `json:"is"`
	Style   *view.Style `json:"style"`
	Queries []string    `json:"queries"`
}

type viewWire struct {
	view.View
	More []string `json:"more"`
}

// viewAnswer is an answer in runs and px.
type viewAnswer struct {
	Rows   []string     `json:"rows"`
	Late   []string     `json:"late"`
	More   int          `json:"more"`
	Front  []string     `json:"front"`
	Best   string       `json:"best"`
	Series []viewSeries `json:"series"`
	Lines  [][]string   `json:"lines"` // of a matrix, late runs after "late "
	Pairs  [][2]string  `json:"pairs"`
	Alone  []string     `json:"alone"`
	Effect *effect      `json:"effect"`
	Marks  [][4]float64 `json:"marks"`
}

type viewSeries struct {
	Name  string   `json:"name"`
	Rows  []string `json:"rows"`
	Front []string `json:"front"`
}

type effect struct {
	Pairs    int     `json:"pairs"`
	Lower    int     `json:"lower"`
	Ties     int     `json:"ties"`
	Reverses bool    `json:"reverses"`
	Median   float64 `json:"median"`
}

// queriesOfEach is how many random queries a view of each kind gets on each board; with JOULEBOARD_LARGE, ten times as
// many, of which these are the first.
const queriesOfEach = 30

// Rows, order, pairs and marks of a view are those of the script, for any query.
func TestTheScriptAnswersViewsAsGoDoes(t *testing.T) {
	for _, from := range []string{"sample:", published()} {
		t.Run(filepath.Base(from), func(t *testing.T) {
			if _, err := os.Stat(from); err != nil && from != "sample:" {
				t.Skip("the published data are not here")
			}
			boards := openBoards(t, from)
			each := queriesOfEach
			if os.Getenv("JOULEBOARD_LARGE") != "" {
				each *= 10
			}
			asks := asksOf(boards, each)
			got := scriptAnswers(t, boards, asks)
			n := 0
			for _, a := range asks {
				for _, query := range a.Queries {
					if err := same(got[n], goAnswer(boards[a.Board], a, query)); err != nil {
						t.Fatalf("%s, %s by %q of %v in %s, ?%s: %v", boards[a.Board].Task.ID, a.View.Kind, a.View.By, a.Is, a.Where, query, err)
					}
					n++
				}
			}
			t.Logf("%d answers of %d views on %d boards", n, len(asks), len(boards))
		})
	}
}

func openBoards(t *testing.T, from string) []board.Shown {
	t.Helper()
	opened, err := source.Open(context.Background(), from)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return board.ShownIn(opened.Dataset, settings)
}

func asksOf(boards []board.Shown, each int) (asks []viewAsk) {
	for i, b := range boards {
		random := rand.New(rand.NewPCG(3, uint64(i)))
		s := b.Rows[0].Schema()
		energy, batch, model, gpu := s.Name(data.RoleEnergy), s.Name(data.RoleBatch), s.Name(data.RoleModel), s.Name(data.RoleGPU)
		latency := s.Latency()
		if energy == "" || batch == "" || len(latency) == 0 {
			continue
		}
		some := func(values []string) []string { return []string{values[random.IntN(len(values))]} }
		ids := lists.Map(b.Rows, func(r aggregate.Row) string { return r.ModelID })
		gpus := b.GPUs()
		views := []viewAsk{
			{View: viewWire{View: view.View{Kind: view.Ranking, By: model, Limit: 5}}},
			{View: viewWire{View: view.View{Kind: view.Ranking, By: "hardware"}}, Where: model, Is: some(ids)},
			{View: viewWire{View: view.View{Kind: view.Ranking, X: latency[0], Y: []string{energy}}}, Where: model, Is: some(ids)},
			{View: viewWire{View: view.View{Kind: view.Tradeoff, By: "hardware", X: latency[0], Y: []string{energy}, Label: batch}}, Where: model, Is: some(ids)},
			{View: viewWire{View: view.View{Kind: view.Tradeoff, By: gpu, X: "throughput_per_gpu", Y: []string{energy}, Label: s.Name(data.RoleModelName), Linear: []string{"throughput_per_gpu"}}, More: []string{"throughput_per_gpu"}}},
			{View: viewWire{View: view.View{Kind: view.Line, By: "hardware", X: batch, Y: []string{energy, "throughput_per_gpu", latency[0]}, Alike: []string{"resolution"}, Linear: []string{"throughput_per_gpu"}}}, Where: model, Is: some(ids)},
			{View: viewWire{View: view.View{Kind: view.Matrix, By: model, Factor: gpu}}},
			{View: viewWire{View: view.View{Kind: view.Change, By: model, Factor: gpu, Base: gpus[0], Alt: gpus[len(gpus)-1], Alike: lists.Map(s.Work(), func(f data.Field) string { return f.Name }), Limit: 6}}},
		}
		for _, a := range views {
			a.Board, a.Style = i, &view.Style{Axes: map[string]string{}, Marks: charts.Marks{}, Wide: 680, Powers: []string{batch}}
			if a.View.Kind == view.Line {
				a.Style.Wide, a.Style.Beside = 1120, 4
			}
			a.Style.Words = content.English()
			random := rand.New(rand.NewPCG(7, uint64(len(asks))))
			for range each {
				a.Queries = append(a.Queries, b.Encode(randomQuery(b.Board, random)))
			}
			asks = append(asks, a)
		}
	}
	return asks
}

func randomQuery(b *board.Board, random *rand.Rand) board.Query {
	q := b.Default
	r := b.Rows[random.IntN(len(b.Rows))]
	if random.IntN(2) == 0 {
		q.Deadline = []float64{0, r.Latency(aggregate.P50), r.Latency(aggregate.P99) * 1.5, 20, 80}[random.IntN(5)]
	}
	if math.IsInf(q.Deadline, 1) {
		q.Deadline = 0
	}
	if measured := b.Percentiles(); len(measured) > 0 {
		q.Percentile = measured[random.IntN(len(measured))]
	}
	if random.IntN(4) == 0 {
		q.EnergyBudget = r.Energy
	}
	if random.IntN(3) == 0 {
		q.GPUs = []string{r.GPU}
	}
	if random.IntN(4) == 0 {
		q.GPUCounts = []int{r.NumGPUs}
	}
	if random.IntN(4) == 0 && r.Precision != "" {
		q.Precisions = []string{r.Precision}
	}
	if random.IntN(4) == 0 {
		q.Search = r.Nickname[:min(3, len(r.Nickname))]
	}
	if random.IntN(4) == 0 && b.Server() {
		q.Rents = lists.Map(b.GPUs(), func(gpu string) board.Rent { return board.Rent{GPU: gpu, Price: 1 + float64(random.IntN(50))/10} })
		q.Sort = board.Sort{Field: []string{board.ByCost, board.ByLatency}[random.IntN(2)]}
	} else if random.IntN(3) == 0 {
		q.Sort = board.Sort{Field: b.Columns[random.IntN(len(b.Columns))].Name, Descending: random.IntN(2) == 0}
	}
	return q
}

func goAnswer(b board.Shown, a viewAsk, text string) viewAnswer {
	q, _ := b.Parse(text)
	rows := b.Rows
	if a.Where != "" {
		c, _ := b.Column(a.Where)
		rows = lists.Filter(rows, func(r aggregate.Row) bool { return slices.Contains(a.Is, c.Text(r)) })
	}
	subject := view.Subject{Board: b.Board, Rows: rows}
	answer := a.View.Answer(subject, q)
	made := viewAnswer{
		Rows: runsOf(answer.Rows), Late: runsOf(answer.Late), More: answer.More, Front: runsOf(answer.Front), Alone: runsOf(answer.Alone),
	}
	if answer.Best != nil {
		made.Best = answer.Best.Run
	}
	for _, one := range answer.Series {
		made.Series = append(made.Series, viewSeries{one.Name, runsOf(one.Rows), runsOf(one.Front)})
	}
	for _, line := range answer.Lines {
		made.Lines = append(made.Lines, lists.Map(line.Spots, spotText))
	}
	if a.View.Kind == view.Change {
		made.Effect = &effect{answer.Effect.Pairs, answer.Effect.Lower, answer.Effect.Ties, answer.Effect.Reverses, answer.Effect.Median}
		for _, p := range answer.Pairs {
			made.Pairs = append(made.Pairs, [2]string{p.Base.Run, p.Alt.Run})
		}
	}
	if len(answer.Series) > 0 {
		made.Marks = marksIn(charts.Declared(answer.Plot(subject, *a.Style)).Wide)
	}
	return made
}

func spotText(s view.Spot) string {
	switch {
	case s.Row == nil:
		return ""
	case s.Late:
		return "late " + s.Row.Run
	}
	return s.Row.Run
}

func runsOf(rows []aggregate.Row) []string {
	return lists.Map(rows, func(r aggregate.Row) string { return r.Run })
}

// marksIn are the places of all marks and ticks.
func marksIn(d charts.Drawing) (marks [][4]float64) {
	for i, panel := range d.Panels {
		put := func(at [][2]float64, rows []int) {
			for k, v := range at {
				if k < len(rows) {
					marks = append(marks, [4]float64{float64(i), float64(rows[k]), panel.X.At(v[0]), panel.Y.At(v[1])})
				}
			}
		}
		for _, s := range panel.Series {
			switch s := s.(type) {
			case charts.Points:
				put(s.At, s.Rows)
			case charts.Line:
				put(s.At, s.Rows)
			case charts.Bars:
				for _, bar := range s.All {
					marks = append(marks, [4]float64{float64(i), float64(bar.Row), panel.X.At(bar.To), panel.Y.At(bar.At) + s.Offset})
				}
			}
		}
		for _, tick := range panel.X.Ticks {
			marks = append(marks, [4]float64{float64(i), -1, panel.X.At(tick.At), float64(panel.Bottom)})
		}
		for _, tick := range panel.Y.Ticks {
			marks = append(marks, [4]float64{float64(i), -2, float64(panel.Left), panel.Y.At(tick.At)})
		}
	}
	return marks
}

// same compares answers: equal but for marks, which may be 1 px apart.
func same(script, ours viewAnswer) error {
	byPlace := func(a, b [4]float64) int {
		return slices.Compare([]float64{a[0], a[1], math.Round(a[2]), a[3]}, []float64{b[0], b[1], math.Round(b[2]), b[3]})
	}
	theirs := script.Marks
	slices.SortFunc(theirs, byPlace)
	slices.SortFunc(ours.Marks, byPlace)
	if len(theirs) != len(ours.Marks) {
		return fmt.Errorf("the script has %d marks and ticks, Go %d:\n%.0f\n%.0f", len(theirs), len(ours.Marks), theirs, ours.Marks)
	}
	for i, m := range ours.Marks {
		if theirs[i][0] != m[0] || theirs[i][1] != m[1] || math.Hypot(theirs[i][2]-m[2], theirs[i][3]-m[3]) > 1 {
			return fmt.Errorf("the script's mark is %v, that of Go %v", theirs[i], m)
		}
	}
	if (script.Effect == nil) != (ours.Effect == nil) || script.Effect != nil && math.Abs(script.Effect.Median-ours.Effect.Median) > 1e-9 {
		return fmt.Errorf("the script's effect is %+v, that of Go %+v", script.Effect, ours.Effect)
	}
	if script.Effect != nil {
		script.Effect.Median = ours.Effect.Median
	}
	script.Marks, ours.Marks = nil, nil
	got, _ := json.Marshal(script)
	want, _ := json.Marshal(ours)
	if !bytes.Equal(normal(got), normal(want)) {
		return fmt.Errorf("the script has\n%s\nGo\n%s", got, want)
	}
	return nil
}

// normal makes empty lists of both languages the same.
func normal(text []byte) []byte { return bytes.ReplaceAll(text, []byte("[]"), []byte("null")) }

func scriptAnswers(t *testing.T, boards []board.Shown, asks []viewAsk) []viewAnswer {
	t.Helper()
	wires := lists.Map(boards, func(b board.Shown) board.Wire { return b.Wire() })
	return runScript[viewAnswer](t, "views.mjs", map[string]any{"boards": wires, "asks": asks})
}

// runScript runs a script of this directory under Node with an input; it prints one JSON a line.
func runScript[T any](t *testing.T, name string, given any) (answers []T) {
	t.Helper()
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "node_modules", "yaml")); err != nil {
		t.Skip("the packages of npm are not installed: run make test, or npm ci")
	}
	input, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "asks.json")
	if err := os.WriteFile(file, input, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join("test", "oracle", name), file)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var a T
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		answers = append(answers, a)
	}
	return answers
}
