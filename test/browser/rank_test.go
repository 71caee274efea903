package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/sites"
)

// answered is what a task's page shows for a query.
type answered struct {
	Runs                 []string
	Ranks                []string
	Models, Shown, Total int
	Late                 int
	Lede                 string
	Answer               []string // the sentences of its answer
}

const mostRows = 30 // that a page shows at once

// askScript answers queries by going back and forth in the page's history, as a
// reader does, and reads the table after each.
const askScript = `(async () => {
	const look = () => ({
		Runs: [...document.querySelectorAll('#results tr[data-run]')].map(r => r.dataset.run),
		Ranks: [...document.querySelectorAll('#results tbody .rank')].map(r => r.textContent),
		Models: +count.dataset.models, Shown: +count.dataset.shown, Total: +count.dataset.total,
		Late: beyond.hidden ? 0 : beyond.querySelectorAll('li').length,
		Lede: document.querySelector('.lede').textContent,
		Answer: ` + answerLines + `(document.querySelector('#answer .answer')),
	});
	const count = document.querySelector('#count'), beyond = document.querySelector('#beyond');
	const answers = [];
	for (const query of %s) {
		history.replaceState(null, '', query ? '?' + query : location.pathname);
		dispatchEvent(new PopStateEvent('popstate'));
		while (document.documentElement.dataset.state !== 'ready') await new Promise(requestAnimationFrame);
		answers.push(look());
	}
	return JSON.stringify(answers);
})()`

func TestPageAnswersQueriesAsTheCommandDoes(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	answersAsTheCommand(t, serve(t, build(t, source)), boards(t, source))
}

// So does a board of another system, whatever it lacks.
func TestBoardsOfOtherSystemsAnswerQueriesAsTheCommandDoes(t *testing.T) {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	given := []string{"llenergymeasure:" + filepath.Join(fixtures, "llenergymeasure"), "ipw:" + filepath.Join(fixtures, "ipw")}
	all := boards(t, given...)
	if len(all) < 10 {
		t.Fatalf("%d boards", len(all))
	}
	answersAsTheCommand(t, serve(t, build(t, given...)), all)
}

// answersAsTheCommand asks each board fixed and random queries: 40, or 200 with JOULEBOARD_ALL_PAGES. Package oracle asks
// the scripts alone many more.
func answersAsTheCommand(t *testing.T, base string, boards []taskBoard) {
	most := 40
	if everyPage() {
		most = 200
	}
	ctx := start(t)
	random := rand.New(rand.NewPCG(5, 8))
	for _, b := range boards {
		t.Run(b.ID, func(t *testing.T) {
			queries := []string{"", "deadline=none&view=all", "gpu=none", "q=zzz", "sort=none", "deadline=1e400&pct=p12&gpu=X1&sort=color"}
			for len(queries) < most {
				queries = append(queries, b.query(random))
			}
			var got []answered
			ask(t, ctx, base+b.Address, queries, &got)
			for i, query := range queries {
				want := b.answer(query)
				if !slices.Equal(got[i].Answer, want.Answer) {
					t.Fatalf("?%s\n page %s\nwant %s", query, strings.Join(got[i].Answer, "\n"), strings.Join(want.Answer, "\n"))
				}
				if !reflect.DeepEqual(got[i], want) {
					t.Fatalf("?%s\n page %+v\nwant %+v", query, brief(got[i]), brief(want))
				}
			}
		})
	}
}

// The command that a page offers asks the site itself, so it prints the rows that the page shows.
func TestDeepLinkShowsWhatTheCopiedCommandPrints(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	base := serve(t, build(t, source))
	ctx := start(t)
	open(t, ctx, base+"tasks/gpqa/?deadline=120&pct=p95&gpu=B200&sort=-nickname&view=all")
	var got struct {
		Runs    []string
		Command string
	}
	evaluate(t, ctx, `(() => {
		let Command;
		navigator.clipboard.writeText = async (text) => { Command = text; };
		[...document.querySelectorAll('#actions button')].find(b => b.textContent === 'Copy as command').click();
		return JSON.stringify({Command, Runs: [...document.querySelectorAll('#results tr[data-run]')].map(r => r.dataset.run)});
	})()`, &got)
	line, ours := strings.CutPrefix(got.Command, "jouleboard ")
	if !ours || !strings.Contains(line, "--source '"+base+"'") {
		t.Fatalf("the command is %s", got.Command)
	}
	text, err := exec.Command("sh", "-c", sites.Program(t)+" "+line+" --quiet --format json").Output()
	if err != nil {
		t.Fatal(got.Command, err)
	}
	var want struct {
		Rows []struct{ Run string }
	}
	if err := json.Unmarshal(text, &want); err != nil || len(want.Rows) == 0 {
		t.Fatalf("%d rows, %v", len(want.Rows), err)
	}
	for i, row := range want.Rows[:min(len(want.Rows), mostRows)] {
		if i >= len(got.Runs) || got.Runs[i] != row.Run {
			t.Fatalf("row %d of %v: the command says %s", i, got.Runs, row.Run)
		}
	}
	if len(got.Runs) != min(len(want.Rows), mostRows) {
		t.Errorf("the page shows %d rows, the command %d", len(got.Runs), len(want.Rows))
	}
}

// open goes to a page with a board and waits until it is ready.
func open(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	within, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := chromedp.Do(within, chromedp.Navigate(address), chromedp.WaitVisible(`html[data-state=ready]`))
	if err != nil {
		t.Fatalf("%s: %v; the page is %s", address, err, stateOf(ctx))
	}
}

// stateOf describes a page that did not become ready.
func stateOf(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`JSON.stringify([location.href, document.readyState, document.visibilityState,
		{...document.documentElement.dataset}, document.getElementById('error')?.textContent, performance.now()])`))
	if err != nil {
		return err.Error()
	}
	return text
}

// evaluate runs a script whose value is JSON text.
func evaluate(t *testing.T, ctx context.Context, script string, to any) {
	t.Helper()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
}

func ask(t *testing.T, ctx context.Context, address string, queries []string, to *[]answered) {
	t.Helper()
	list, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	open(t, ctx, address)
	evaluate(t, ctx, fmt.Sprintf(askScript, list), to)
}

func brief(a answered) string {
	return fmt.Sprintf("%q, %d models, %d of %d, %d late, ranks %v, rows %v", a.Lede, a.Models, a.Shown, a.Total, a.Late,
		first(a.Ranks), first(a.Runs))
}

func first(s []string) []string { return s[:min(len(s), 12)] }

// taskBoard is a board with random queries.
type taskBoard struct{ site.Leaderboard }

func boards(t *testing.T, given ...string) (all []taskBoard) {
	t.Helper()
	ds, err := source.Open(t.Context(), given...)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range site.Leaderboards(ds.Dataset, texts) {
		all = append(all, taskBoard{b})
	}
	return all
}

func (b taskBoard) answer(query string) answered {
	q, _ := b.Parse(query)
	a := b.Answer(q)
	out := answered{Answer: b.sentences(q), Runs: []string{}, Ranks: []string{}, Models: a.Models, Shown: a.Shown, Total: a.Total, Late: len(a.Late), Lede: b.Lede(a)}
	for i, r := range a.Rows[:min(len(a.Rows), mostRows)] {
		out.Runs = append(out.Runs, r.Run)
		place := ""
		if a.Ranks != nil {
			place = a.Ranks[i].String()
			if allowed := a.Ranges[i]; allowed.First != allowed.Last {
				place += allowed.String() // small, right behind it
			}
		}
		out.Ranks = append(out.Ranks, place)
	}
	return out
}

// sentences are those of the page's answer to a query.
func (b taskBoard) sentences(q board.Query) []string {
	_, said := b.Choice(q)
	return said
}

// query is a random one; some of its values are none that the board has.
func (b taskBoard) query(random *rand.Rand) string {
	row := func() aggregate.Row { return b.Rows[random.IntN(len(b.Rows))] }
	some := func(values ...string) string { return values[random.IntN(len(values))] }
	values := url.Values{}
	sometimes := func(name string, value func() string) {
		if random.IntN(3) == 0 {
			values.Set(name, value())
		}
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 3+random.IntN(14), 64) }
	sometimes("deadline", func() string {
		return some("none", "0", "-1", "1e3", "50ms", number(row().Latency(aggregate.Percentile(random.IntN(4)))),
			number(row().Latency(aggregate.P50)))
	})
	sometimes("pct", func() string { return some("p50", "p90", "p95", "p99", "P90", "p10") })
	sometimes("energy", func() string { return some("0", "1e-400", number(row().Energy), number(row().Energy*2)) })
	sometimes("gpu", func() string { return some("none", row().GPU, row().GPU+",X1", "B200,H100", "b200") })
	sometimes("gpus", func() string { return some("none", strconv.Itoa(row().NumGPUs), "1,2", "1,3", "07") })
	sometimes("precision", func() string { return some(row().Precision, "fp8,bfloat16", "none") })
	sometimes("arch", func() string { return some(row().Architecture, "MoE", "Dense,x") })
	sometimes("q", func() string {
		return some("qwen", "30B a3b", " ", "é", "%", strings.ToUpper(row().Nickname), row().ModelID)
	})
	sometimes("view", func() string { return some("all", "best", "ALL") })
	sometimes("sort", func() string {
		return some("", "-") + some("none", "nothing", b.Columns[random.IntN(len(b.Columns))].Name, "nickname", "hardware", "cost", "latency", "auto")
	})
	sometimes("rent", func() string {
		gpu := func() string { return row().GPU + ":" + number(0.1+5*random.Float64()) }
		return some(gpu(), gpu()+","+gpu(), "H100:2,B200:3.7", "X1:2", "H100")
	})
	sometimes("price", func() string { return some("0", "0.12", number(random.Float64()), "x") })
	sometimes("ceiling", func() string { return some("0", number(random.Float64()), number(10*random.Float64())) })
	sometimes("daily", func() string { return some("1", "0", number(1e9*random.Float64()), number(1e12*random.Float64())) })
	sometimes("responses", func() string { return some("0", number(1e8*random.Float64())) })
	sometimes("kw", func() string { return some("0", number(random.Float64()), number(1000*random.Float64())) })
	sometimes("monthly", func() string { return some("100", number(1e6*random.Float64())) })
	for _, name := range []string{"reserve", "idle", "extra", "extra_server"} {
		sometimes(name, func() string { return some("0", "-1", number(200*random.Float64())) })
	}
	sometimes("pue", func() string { return some("1", "1.2", "0.5") })
	sometimes("between", func() string { return some("1", "yes") })
	sometimes("unit", func() string { return some("Wh", "tok-per-kWh", "x") })
	sometimes("color", func() string { return "blue" })
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range values {
			if !yield(name) {
				return
			}
		}
	})
	var parts []string
	for _, name := range names {
		parts = append(parts, name+"="+url.QueryEscape(values.Get(name)))
	}
	return strings.Join(parts, "&")
}
