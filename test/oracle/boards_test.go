package oracle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/sites"
)

// boardAnswer is what a board shows for a query.
type boardAnswer struct {
	Query  string     `json:"query"`
	Faults int        `json:"faults"`
	Rows   []string   `json:"rows"`
	Best   []string   `json:"best"`
	Late   []string   `json:"late"`
	Ranks  []string   `json:"ranks"` // place and range
	Costs  []*float64 `json:"costs"` // per million outputs
	Answer []string   `json:"answer"`
	Lede   string     `json:"lede"`
}

type boardAsk struct {
	Board int    `json:"board"`
	Query string `json:"query"`
}

// typed are values of parameters as readers type them, well and badly; names of models that a board may not have are among them.
var typed = [][2]string{
	{"deadline", "30 ms"},
	{"deadline", "0.03 s"},
	{"deadline", "2 s"},
	{"deadline", "30 J"},
	{"deadline", "0.01"},
	{"deadline", "1,5"},
	{"rent", "H100 $2.00, B200 $3.70"},
	{"rent", "h100:2 b200:3.7"},
	{"rent", "$2.00"},
	{"rent", "H100 €2"},
	{"rent", "H1000 3; b200 2/h"},
	{"rent", "H100 2 USD per GPU-hour and B200 4 €"},
	{"price", "12 ct"},
	{"price", "$0.12 per kWh"},
	{"price", "0.12 € a kWh"},
	{"ceiling", "$0.10"},
	{"responses", "1.5M per day"},
	{"responses", "1,000,000"},
	{"daily", "2 billion tokens per day"},
	{"kw", "5 MW"},
	{"gpu", "4x H100"},
	{"gpu", "1 × h100, b200 x 1"},
	{"gpu", "1x H100 8x B200"},
	{"gpu", "8 GPUs"},
	{"gpu", "A"},
	{"precision", "BF16"},
	{"precision", "fp8, Bfloat16"},
	{"gpus", "1, 2"},
	{"precision", "FP8"},
	{"reserve", "20%"},
	{"idle", "100 W per GPU"},
	{"grid", "380 g CO2e/kWh"},
	{"currency", "eur"},
	{"q", "Llama 3.1 8B"},
	{"q", "qwen"},
	{"q", "Mixtral"},
	{"q", "Kestrel"},
	{"q", "Reel 1.5"},
	{"q", "wan"},
}

// Rows, ranks, costs and the sentence of a board are those of the script of its page, for any query and prices.
func TestTheScriptAnswersBoardsAsGoDoes(t *testing.T) {
	for _, from := range []string{"sample:", published()} {
		t.Run(filepath.Base(from), func(t *testing.T) {
			if _, err := os.Stat(from); err != nil && from != "sample:" {
				t.Skip("the published data are not here")
			}
			boards, files := builtBoards(t, from)
			random := rand.New(rand.NewPCG(5, 11))
			var asks []boardAsk
			for i, b := range boards {
				for range queriesOfEach {
					asks = append(asks, boardAsk{i, b.Encode(randomPrices(b.Board, random, randomQuery(b.Board, random)))})
				}
			}
			for i := range boards {
				for _, text := range typed {
					asks = append(asks, boardAsk{i, url.Values{text[0]: {text[1]}}.Encode()})
				}
			}
			input := map[string]any{"boards": files, "asks": asks}
			priced := 0
			for i, script := range runScript[boardAnswer](t, "boards.mjs", input) {
				ours := boardAnswerOf(boards[asks[i].Board], asks[i].Query)
				if got, want := jsonOf(script), jsonOf(ours); got != want {
					t.Fatalf("%s?%s: the script has\n%s\nGo\n%s", boards[asks[i].Board].ID, asks[i].Query, got, want)
				}
				if slices.ContainsFunc(ours.Costs, func(x *float64) bool { return x != nil }) {
					priced++
				}
			}
			if priced < len(asks)/4 {
				t.Errorf("only %d of %d answers have costs", priced, len(asks))
			}
		})
	}
}

// builtBoards are the boards of a source and the files that the scripts of their pages read.
func builtBoards(t *testing.T, from string) (boards []site.Leaderboard, files []json.RawMessage) {
	t.Helper()
	dir := sites.Of(t, "--source", from)
	opened, err := source.Open(context.Background(), from)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	published, _ := leaderboard.Publishable(opened.Dataset)
	for _, b := range site.Leaderboards(published, settings) {
		found, err := filepath.Glob(filepath.Join(dir, "assets", b.ID+"*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var file struct{ Task struct{ ID string } }
			if json.Unmarshal(text, &file) == nil && file.Task.ID == b.ID {
				boards, files = append(boards, b), append(files, text)
			}
		}
	}
	if len(boards) < 2 {
		t.Fatalf("%d boards with files", len(boards))
	}
	return boards, files
}

// randomPrices adds prices to a query, and sometimes the order of cost.
func randomPrices(b *board.Board, random *rand.Rand, q board.Query) board.Query {
	price := func() float64 { return []float64{0, 0.5, 2, 3.7, 12.25}[random.IntN(5)] }
	if random.IntN(3) > 0 && b.Server() {
		for _, gpu := range b.GPUs() {
			if random.IntN(4) > 0 {
				q.Rents = append(q.Rents, board.Rent{GPU: gpu, Price: price()})
			}
		}
	}
	if random.IntN(2) == 0 {
		q.Price, q.PUE = data.Some([]float64{0, 0.12, 3}[random.IntN(3)]), []float64{1, 1.3}[random.IntN(2)]
	}
	if random.IntN(4) == 0 {
		q.Currency = "EUR"
	}
	if q.Charged() && random.IntN(3) > 0 {
		q.Sort = board.Sort{Field: board.ByCost, Descending: random.IntN(4) == 0}
	}
	if random.IntN(3) == 0 {
		q.Listing = board.All
	}
	if random.IntN(3) == 0 {
		q.Outputs = data.Some([]float64{1, 1e6, 2.5e9}[random.IntN(3)])
	}
	return q
}

func boardAnswerOf(b site.Leaderboard, text string) boardAnswer {
	q, faults := b.Parse(text)
	a := b.Answer(q)
	query, _ := url.ParseQuery(b.Encode(q))
	made := boardAnswer{
		Query: query.Encode(), Faults: len(faults), Rows: runsOf(a.Rows), Best: runsOf(a.Best), Late: runsOf(a.Late), Lede: b.Lede(a),
	}
	_, made.Answer = b.Choice(q)
	for i := range a.Ranks {
		place := ""
		if a.Ranks[i].Place > 0 {
			place = a.Ranks[i].String() + " " + ends(a.Ranges[i])
		}
		made.Ranks = append(made.Ranks, place)
	}
	made.Costs = lists.Map(a.Rows, func(r aggregate.Row) *float64 {
		c, ok := q.Cost(r)
		if !ok {
			return nil
		}
		x := c.Total() * board.Million
		return &x
	})
	return made
}

func ends(r aggregate.Range) string {
	text, _ := json.Marshal([]int{r.First, r.Last})
	return string(bytes.ReplaceAll(bytes.Trim(text, "[]"), []byte(","), []byte("–")))
}

// jsonOf is an answer as text: parameters in one order, costs in twelve digits, for the sums of two languages.
func jsonOf(a boardAnswer) string {
	if values, err := url.ParseQuery(a.Query); err == nil {
		a.Query = values.Encode()
	}
	for i, x := range a.Costs {
		if x != nil && *x != 0 {
			size := math.Pow(10, 12-math.Ceil(math.Log10(*x)))
			rounded := math.Round(*x*size) / size
			a.Costs[i] = &rounded
		}
	}
	text, _ := json.Marshal(a)
	return string(normal(text))
}
