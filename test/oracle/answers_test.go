package oracle_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/test/sites"
)

// question is what a reader asks, in words of its own: nothing here is shared with the program but the published files.
type question struct {
	model, gpu string // "" for any
	limit      float64
	percentile string
	rents      map[string]float64
	price, pue float64 // price below 0 is none
	byCost     bool
	bestRun    string
	best       float64
}

// 200 random answers equal what a few lines compute from the CSV files that a site publishes.
func TestAnswersAreThoseOfTheFiles(t *testing.T) {
	dir := published()
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the published data are not here")
	}
	ds, err := leaderboard.Read(context.Background(), dir, leaderboard.Options{})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	out := sites.Of(t, "--source", dir)
	random := rand.New(rand.NewPCG(17, 4))
	var boards []site.Leaderboard
	tables := map[string][]map[string]string{}
	for _, b := range site.Leaderboards(ds, settings) {
		if b.Rows[0].Domain == "llm" {
			boards, tables[b.ID] = append(boards, b), tableIn(t, filepath.Join(out, "data", "tasks", b.ID+".csv"))
		}
	}
	answered := 0
	for range 200 {
		b := boards[random.IntN(len(boards))]
		q := randomQuestion(tables[b.ID], random)
		query, faults := b.Parse(q.address())
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		a := b.Answered(query)
		q.solve(tables[b.ID])
		switch {
		case q.bestRun == "" && a.Answer == nil:
			continue
		case q.bestRun == "" || a.Answer == nil:
			t.Fatalf("%s?%s: the files have %q, the answer %v", b.ID, q.address(), q.bestRun, a.Answer)
		}
		answered++
		got := a.Answer.Energy.Or(math.NaN())
		if q.byCost {
			got = a.Answer.Cost.Or(math.NaN())
		}
		if a.Answer.Run != q.bestRun || !(math.Abs(got/q.best-1) <= 1e-9) {
			t.Errorf("%s?%s: the files have %s, %v; the answer %s, %v", b.ID, q.address(), q.bestRun, q.best, a.Answer.Run, got)
		}
	}
	t.Logf("%d of 200 questions have an answer", answered)
	if answered < 100 {
		t.Error("too few")
	}
}

func tableIn(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func randomQuestion(rows []map[string]string, random *rand.Rand) question {
	row := rows[random.IntN(len(rows))]
	q := question{
		limit: []float64{20, 30, 50, 75, 100}[random.IntN(5)], price: -1, pue: 1, rents: map[string]float64{},
		percentile: []string{"p50", "p90", "p95", "p99"}[random.IntN(4)],
	}
	if random.IntN(2) == 0 {
		q.model = row["model_id"]
	}
	if random.IntN(3) == 0 {
		q.gpu = row["gpu_model"]
	}
	if random.IntN(3) > 0 {
		q.byCost = true
		for _, gpu := range []string{"H100", "B200"} {
			q.rents[gpu] = math.Round(random.Float64()*500) / 100
		}
		if random.IntN(2) == 0 {
			q.price, q.pue = 0.12, 1.3
		}
	}
	return q
}

func (q *question) address() string {
	values := url.Values{"deadline": {fmt.Sprint(q.limit)}, "pct": {q.percentile}}
	if q.model != "" {
		values.Set("q", q.model)
	}
	if q.gpu != "" {
		values.Set("gpu", q.gpu)
	}
	if q.byCost {
		values.Set("rent", fmt.Sprintf("H100:%v,B200:%v", q.rents["H100"], q.rents["B200"]))
		values.Set("sort", "cost")
	}
	if q.price >= 0 {
		values.Set("price", fmt.Sprint(q.price))
		values.Set("pue", fmt.Sprint(q.pue))
	}
	return values.Encode()
}

// solve finds the best configuration, whose repeats count by their means.
func (q *question) solve(rows []map[string]string) {
	type sums struct{ n, energy, rate, latency float64 }
	repeats, first, order := map[string]*sums{}, map[string]map[string]string{}, []string{}
	for _, row := range rows {
		id, _, _ := strings.Cut(row["run"], "-")
		if repeats[id] == nil {
			repeats[id], first[id], order = &sums{}, row, append(order, id)
		}
		s := repeats[id]
		s.n++
		s.energy += number(row["energy_per_token_joules"])
		s.rate += number(row["output_throughput_tokens_per_sec"])
		s.latency += number(row[map[string]string{"p50": "median", "p90": "p90", "p95": "p95", "p99": "p99"}[q.percentile]+"_itl_ms"])
	}
	q.best = math.Inf(1)
	for _, id := range order {
		row, s := first[id], repeats[id]
		if q.model != "" && !strings.Contains(strings.ToLower(row["model_id"]), strings.ToLower(q.model)) ||
			q.gpu != "" && row["gpu_model"] != q.gpu || !(s.latency/s.n <= q.limit) {
			continue
		}
		value := s.energy / s.n
		if q.byCost {
			hours := 1e6 / (s.rate / s.n) / 3600 * number(row["num_gpus"])
			value = hours * q.rents[row["gpu_model"]]
			if q.price >= 0 {
				value += s.energy / s.n * 1e6 / 3.6e6 * q.pue * q.price
			}
		}
		if value < q.best {
			q.best, q.bestRun = value, row["run"]
		}
	}
}

func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}
