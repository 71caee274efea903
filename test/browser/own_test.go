package browser

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// ownFiles are files that a reader may drop on the board of a task of the sample, as expressions of the page's language, and
// what is told of each: a place, or an error that names the remedy. run(changes) is a valid row.
var ownFiles = []struct{ name, content, want string }{
	{"run.json", `JSON.stringify(run())`, `place \d+ of`},
	{"list.json", `JSON.stringify([run(), run({nickname: 'Other', energy_per_token_joules: 0.9, avg_power_watts: null})])`, `2 runs of yours, 0 errors`},
	{"published.json", `JSON.stringify({task: 'gpqa', configurations: [run()]})`, `place \d+ of`},
	{"lines.jsonl", `JSON.stringify(run()) + '\n' + JSON.stringify(run({nickname: 'Other'}))`, `2 runs of yours, 0 errors`},
	{"spaces.json", `'  \n' + JSON.stringify(run(), null, 2) + '\n\n'`, `place \d+ of`},
	{"nan.json", `JSON.stringify(run()).replace('{', '{"mean_itl_ms": NaN, "avg_batch_size": -Infinity, ')`, `place \d+ of`},
	{"run.csv", `csv([run()])`, `place \d+ of`},
	{"crlf.csv", `csv([run()]).replaceAll('\n', '\r\n')`, `place \d+ of`},
	{"bom.csv", `'\ufeff' + csv([run()])`, `place \d+ of`},
	{"semicolons.csv", `csv([run()], ';')`, `place \d+ of`},
	{"tabs.tsv", `csv([run()], '\t')`, `place \d+ of`},
	{"quoted.csv", `csv([run({nickname: '"A, ""B"""'})])`, `A, "B" \(yours\).*place \d+ of`},
	{"two.csv", `csv([run(), run({nickname: 'Other'})])`, `2 runs of yours, 0 errors`},
	{"half.csv", `csv([run(), run({energy_per_token_joules: 'x'})])`, `1 run of yours, 1 error\..*must be a number`},
	{"few.csv", `'nickname,energy_per_token_joules,median_itl_ms,gpu_model\nMine,0.2,20,H100'`, `Mine \(yours\).*place \d+ of`},
	{"german.csv", `'nickname,energy_per_token_joules,median_itl_ms,gpu_model\nKöln 語,0.2,20,H100'`, `Köln 語 \(yours\).*place \d+ of`},
	{"best.json", `JSON.stringify({nickname: 'Tiny', energy_per_token_joules: 0.0001, median_itl_ms: 1, gpu_model: 'Toaster'})`, `place 1 of`},
	{"worst.json", `JSON.stringify({nickname: 'Huge', energy_per_token_joules: 90000, median_itl_ms: 1, gpu_model: 'Toaster'})`, `place [1-9]\d* of`},
	{"slow.json", `JSON.stringify(run({median_itl_ms: 90000, p50_itl_ms: 90000, p90_itl_ms: null, p95_itl_ms: null, p99_itl_ms: null, avg_batch_size: null}))`, `above .*raise the limit`},
	{"unknown-latency.json", `JSON.stringify({nickname: 'No', energy_per_token_joules: 0.3, gpu_model: 'H100'})`, `median ITL is not known; remove the limit`},
	{"result.json", `JSON.stringify(result())`, `configuration most like it in`},
	{"result-2.json", `JSON.stringify(result({energy_per_token_joules: 0.25, steady_state_energy_per_token: undefined}), null, 2)`, `place \d+ of`},
	{"large.json", `JSON.stringify(result({pad: 'x'.repeat(50e6)}))`, `place \d+ of`},
	{"same-model.json", `JSON.stringify(run({nickname: document.querySelector('#results tbody th a').textContent}))`, `\(yours\).*place \d+ of`},
	// laws
	{"power.json", `JSON.stringify(run({avg_power_watts: 900}))`, `no place.*does not equal.*Check the units`},
	{"percentiles.json", `JSON.stringify(run({p90_itl_ms: 5}))`, `no place.*exceeds.*Check the units`},
	{
		"watts.json", `JSON.stringify({nickname: 'Hot', energy_per_token_joules: 1, median_itl_ms: 20, avg_power_watts: 5000, gpu_model: 'H100', num_gpus: 1})`,
		`highest plausible power.*Check the units`,
	},
	{
		"idle.json", `JSON.stringify({nickname: 'Cold', energy_per_token_joules: 1, median_itl_ms: 20, avg_power_watts: 1, gpu_model: 'H100', num_gpus: 1})`,
		`below the idle power.*Check the units`,
	},
	{"itl.json", `JSON.stringify(run({p50_itl_ms: 50}))`, `does not equal.*Check the units`},
	// other benchmarks
	{"vllm.json", `JSON.stringify({backend: 'vllm', request_throughput: 3, output_throughput: 800, mean_tpot_ms: 20})`, `other columns .*open the board of its benchmark`},
	{"lm-eval.json", `JSON.stringify({results: {mmlu: {acc: 0.5}}, config: {model: 'x'}})`, `other columns .*open the board`},
	{"llama-bench.csv", `'build_commit,model_type,n_gen,avg_ts\nabc,llama,128,30'`, `other columns .*open the board`},
	{"diffusion.json", `JSON.stringify({batch_size: 1, iteration_energy_measurements: [{time: 2, gpu_energy: {0: 500}}]})`, `other columns .*open the board`},
	{"package.json", `'{"name": "x", "version": "1.0.0"}'`, `other columns .*open the board`},
	{"other-task.json", `JSON.stringify(run({task: 'image-chat'}))`, `is of the task image-chat; drop it on the board of that task`},
	{"unstable.json", `JSON.stringify(run({is_stable: false, unstable_reason: 'short_steady_state:3'}))`, `not stable .*Send more requests`},
	{"no-energy.csv", `'nickname,median_itl_ms,gpu_model,num_gpus\nA,3,H100,1'`, `lacks what this board ranks.*add the column energy_per_token_joules`},
	{"null-energy.json", `JSON.stringify(run({energy_per_token_joules: null}))`, `add it`},
	// broken
	{"empty.json", `''`, `no rows; choose the file`},
	{"blank.csv", `'  \n \n'`, `no rows; choose the file`},
	{"list-of-none.json", `'[]'`, `no rows; choose the file`},
	{"header.csv", `csv([run()]).split('\n')[0]`, `no rows; choose the file`},
	{"cut.json", `JSON.stringify(run()).slice(0, 90)`, `not valid JSON .*wait until it ends`},
	{"numbers.json", `'[1, 2, 3]'`, `each row must be an object`},
	{"text.txt", `'hello'`, `not a table; the first line must name`},
	{"open.csv", `'nickname,energy_per_token_joules\n"A,3'`, `every quote must be closed`},
	{"uneven.csv", `'nickname,energy_per_token_joules\nA,3,4'`, `3 cells, but the header has 2; quote`},
	{"twice.csv", `'nickname,energy_per_token_joules,nickname\nA,3,B'`, `two columns named nickname; remove one`},
	{"unit.csv", `'nickname,energy_per_token_joules\nA,0.3 J'`, `must be a number, not “0.3 J”; write it without a unit`},
	{"negative.json", `JSON.stringify(run({energy_per_token_joules: -1}))`, `must be above 0.*leave it empty`},
	{"zero.json", `JSON.stringify(run({energy_per_token_joules: 0}))`, `must be above 0`},
	{"beyond.json", `JSON.stringify(run({median_itl_ms: 1e300}))`, `must be from .*check the unit`},
	{"fraction.json", `JSON.stringify(run({num_gpus: 1.5}))`, `must be a whole number`},
	{"nested.json", `JSON.stringify(run({energy_per_token_joules: {joules: 3}}))`, `list or an object; write one value`},
	{"short.json", `JSON.stringify(result({steady_state_duration: 3}))`, `must last 20 s or longer; send more requests`},
	{"no-gaps.json", `JSON.stringify(result({results: []}))`, `lacks results.*run the benchmark to its end`},
	{"gaps.json", `JSON.stringify(result({results: [{success: true, itl: ['x']}]}))`, `itl must be a list of numbers; run`},
	{"many.csv", `csv(Array.from({length: 300}, () => run()))`, `more than 200 rows; leave only`},
	// hostile
	{"script.json", `JSON.stringify(run({nickname: '<img src=x onerror=document.title=1><script>document.title=1</script>'}))`, `<img src=x.*place \d+ of`},
	{"proto.json", `JSON.stringify(run()).replace('{', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, ')`, `place \d+ of`},
	{"reversed.json", `JSON.stringify(run({nickname: 'a\u202eb'}))`, `invisible or reversing characters; type it again`},
	{"long.json", `JSON.stringify(run({nickname: 'a'.repeat(1e6)}))`, `longer than 200 characters; shorten`},
	{"deep.json", `'['.repeat(200000)`, `not valid JSON`},
	{"deep-closed.json", `'{"a":'.repeat(5000) + '1' + '}'.repeat(5000)`, `other columns`},
	{"archive.zip", `new Uint8Array([80, 75, 3, 4, 0, 0, 1])`, `not text; save the results as CSV or JSON`},
	{"latin.csv", `new Uint8Array([110, 44, 101, 10, 233, 44, 49])`, `not text; save the results .*UTF-8`},
	{"formula.csv", `csv([run({nickname: '=HYPERLINK(1)'})])`, `=HYPERLINK\(1\) \(yours\).*place \d+ of`},
	{"keys.json", `JSON.stringify(run({gpu_model: '__proto__'}))`, `place \d+ of`},
}

// ownHelpers are functions of the page that drop files on it.
const ownHelpers = `
	const row = $('#results tbody tr').dataset.run;
	const run = (changes) => ({task: 'gpqa', nickname: 'Mine', model_id: 'me/mine', gpu_model: 'H100', num_gpus: 1, max_num_seqs: 16, weight_precision: 'bfloat16',
		energy_per_token_joules: 0.5, output_throughput_tokens_per_sec: 1000, avg_power_watts: 500, median_itl_ms: 15, p50_itl_ms: 15, p90_itl_ms: 16,
		p95_itl_ms: 17, p99_itl_ms: 18, ...changes});
	const result = (changes) => ({model_id: 'me/mine', gpu_model: 'H100', num_gpus: 1, max_num_seqs: 16, steady_state_duration: 100, steady_state_energy: 50000,
		steady_state_energy_per_token: 0.5, total_output_tokens: 100000, completed: 100, total_input_tokens: 5000, median_ttft_ms: 40,
		results: [{success: true, output_len: 5, itl: [0, 0.02, 0.03, 0, 0.02]}, {success: false, itl: [9]}], ...changes});
	const csv = (rows, separator = ',') => [Object.keys(rows[0]), ...rows.map(Object.values)].map(line => line.map(x => x ?? '').map(
		x => typeof x === 'string' && x.includes(separator) && !x.startsWith('"') ? '"' + x + '"' : x).join(separator)).join('\n');
	const text = () => document.querySelector('#own')?.textContent ?? '';
	const drop = async (name, content) => {
		const files = new DataTransfer();
		files.items.add(new File([content], name));
		document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}));
		await until(() => /\d+ runs? of yours/.test($('#own [role=status]')?.textContent ?? ''));
		await until(() => document.documentElement.dataset.state === 'ready');
		return text();
	};`

// counting serves a site and counts what is asked of it.
func counting(t *testing.T, dir string) (base string, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", asked
}

func TestEachFileGetsAPlaceOrAnErrorWithItsRemedyAndNothingIsSent(t *testing.T) {
	ctx := start(t)
	base, asked := counting(t, build(t, "sample:"))
	open(t, ctx, base+"tasks/gpqa/")
	until(t, ctx, `document.documentElement.dataset.shown === ''`)
	if len(ownFiles) < 60 {
		t.Errorf("%d files", len(ownFiles))
	}
	before := asked.Load()
	for _, f := range ownFiles {
		var got struct {
			Text, Title string
			Markup, Own int
		}
		does(t, ctx, ownHelpers+`
			const told = await drop(`+"`"+f.name+"`"+`, `+f.content+`);
			return {Text: told, Title: document.title, Markup: $$('#own img, #own script, #results img, #results script').length,
				Own: $$('#results tr.yours').length}`, &got)
		if !regexp.MustCompile(f.want).MatchString(got.Text) {
			t.Errorf("%s: got %.900q, want %q", f.name, strings.TrimPrefix(got.Text, "Your own run"), f.want)
		}
		if got.Markup > 0 || got.Title == "1" {
			t.Errorf("%s: the page has markup of the file", f.name)
		}
	}
	if n := asked.Load() - before; n != 0 {
		t.Errorf("%d requests left the page", n)
	}
	if n := value[int](t, ctx, `performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).length`); n != 0 {
		t.Errorf("%d requests to other hosts", n)
	}
}

// A link holds what was typed; the row, the drawing and the sentence follow it, and removing it brings the page back.
func TestALinkHoldsTypedNumbers(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, "sample:"))
	open(t, ctx, base+"tasks/gpqa/?own=0.5,15,1000,500,H100,1")
	until(t, ctx, `document.querySelector('#results tr.yours')`)
	var got struct {
		Text, Lede, Search, After string
		Values                    []string
		Marks, Rows, Left         int
	}
	does(t, ctx, ownHelpers+`
		const before = {Text: text(), Search: location.search, Values: $$('#own .own-numbers input').map(i => i.value),
			Marks: $$('#tradeoff-figure [data-width="1120"] [data-i]').length, Rows: $$('#results tr.yours').length};
		$('#own [type=reset]').click();
		await until(() => !location.search.includes('own'));
		return {...before, After: location.search, Left: $$('#results tr.yours').length}`, &got)
	if !regexp.MustCompile(`place \d+ of .*configuration most like it`).MatchString(got.Text) || strings.Join(got.Values, " ") != "0.5 15 1000 500 H100 1" ||
		got.Rows != 1 || got.Left != 0 || got.After != "" || got.Marks == 0 {
		t.Errorf("got %+v", got)
	}
}

// A run without a place says why: for the one reason that holds, in the words of the form where it was typed.
func TestATypedRunWithoutAPlaceSaysWhy(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, "sample:"))
	for address, want := range map[string]string{
		"tasks/gpqa/?own=0.5,15,,,B200,1&rent=H100:2&sort=cost": "its cost is not known; that takes its throughput and a price of its GPU",
		"tasks/gpqa/?own=0.5,,,,H100,1&sort=latency":            "it is not ranked here, since its median ITL is not known",
		"tasks/gpqa/?own=0.5,,,,H100,1&pct=p99":                 "its P99 ITL is not known; remove the limit of 50",
		"tasks/gpqa/?own=0.5,15,,,H100,1&gpu=B200":              "it does not pass the filters.",
		"tasks/gpqa/?own=0.5,15,100,500,H100,1":                 "because it breaks a rule:Energy per token × throughput (50) does not equal power (500). Check the numbers",
		"tasks/gpqa/?own=,15,,,H100,1":                          "Enter the energy per token: this board ranks by it.",
		"tasks/text-to-video/?own=10000,100,,,B200,1":           "it is compared with no other model, since none did the same work",
	} {
		open(t, ctx, base+address)
		until(t, ctx, `document.querySelector('#own li')`)
		var got string
		does(t, ctx, ownHelpers+`return text()`, &got)
		if !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), want) {
			t.Errorf("%s: %q does not say %q", address, got, want)
		}
	}
}

// Files of declared benchmarks, as their tools write them, get the numbers that the build reads from them.
func TestFilesOfDeclaredBenchmarksAreReadAsByTheBuild(t *testing.T) {
	ctx := start(t)
	for file, runs := range map[string]int{
		"ai-energy-score/text_generation.csv": 2, "inferencex/agg_runs.json": 3, "llama-bench/tiny.csv": 1, "llama-bench/tiny.json": 1,
		"llama-bench/tiny.jsonl": 1, "codecarbon/emissions.csv": 2, "trtllm-bench/report_c16.json": 1, "sglang/sglang_0201_random.jsonl": 2,
		"optimum-benchmark/perf-df-pytorch-cuda-unquantized-1xA100.csv": 1,
	} {
		results := filepath.Join("../../data/declared/testdata", file)
		content, err := os.ReadFile(results)
		if err != nil {
			t.Fatal(err)
		}
		quoted, _ := json.Marshal(string(content))
		site := build(t, "table:"+filepath.Dir(results))
		boards, err := filepath.Glob(site + "/boards/*/index.html")
		if err != nil || len(boards) == 0 {
			t.Fatalf("%s: no boards, %v", file, err)
		}
		open(t, ctx, serve(t, site)+"boards/"+filepath.Base(filepath.Dir(boards[0]))+"/?view=all&deadline=none")
		until(t, ctx, `document.documentElement.dataset.shown === ''`)
		var got struct {
			Text         string
			Yours, There []string
		}
		does(t, ctx, ownHelpers+`
			const Text = await drop('`+filepath.Base(file)+`', `+string(quoted)+`);
			const values = (rows) => $$(rows).map(tr => tr.querySelector('td.main data, td.n data').value);
			return {Text, Yours: values('#results tbody tr.yours'), There: values('#results tbody tr:not(.yours)')}`, &got)
		if len(got.Yours) != runs {
			t.Errorf("%s: %d runs, want %d: %s", file, len(got.Yours), runs, got.Text)
		}
		for _, x := range got.Yours {
			if !slices.Contains(got.There, x) {
				t.Errorf("%s: %s is not among %s", file, x, got.There)
			}
		}
	}
}
