package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Steps of a reader on a task's page, in the page's own words.
const reader = `
const $ = (s) => document.querySelector(s), $$ = (s) => [...document.querySelectorAll(s)];
const frame = async () => {
	for (let i = 0; i < 3 || document.documentElement.dataset.state === 'loading'; i++) await new Promise(r =>
		requestAnimationFrame(() => setTimeout(r)));
};
const until = async (holds) => { for (let i = 0; i < 1200; i++) { if (holds()) return true;
	await new Promise(requestAnimationFrame); } return false; };
const addressed = (before) => until(() => location.search !== before); // the address follows an input a quarter of a second later
const type = async (name, text) => { const f = $('[name=' + name + ']'); f.value = text;
	f.dispatchEvent(new Event('input', {bubbles: true})); await frame(); };
const press = async (s) => { (typeof s === 'string' ? $(s) : s).click(); await frame(); };
const rows = () => $$('#results tr[data-run]').map(r => r.dataset.run);
const count = () => $('#count').textContent;
const sorted = () => $$('#results th[aria-sort]').map(th => th.dataset.field + ' ' + th.getAttribute('aria-sort')).join();
`

// does runs steps and decodes what they return.
func does(t *testing.T, ctx context.Context, steps string, to any) {
	t.Helper()
	evaluate(t, ctx, "(async () => {"+reader+steps+"})().then(v => JSON.stringify(v ?? null))", to)
}

func taskPage(t *testing.T) (ctx context.Context, address string) {
	t.Helper()
	ctx = start(t)
	address = serve(t, build(t, "sample:")) + "tasks/gpqa/"
	open(t, ctx, address)
	return ctx, address
}

func TestFiltersChangeTableCountAndDrawing(t *testing.T) {
	ctx, _ := taskPage(t)
	for _, c := range []struct{ name, steps string }{
		{"deadline", `await type('deadline', '12')`},
		{
			"slider",
			`const s = $('[data-limit=deadline] input[type=range]'); s.value = 100; s.dispatchEvent(new Event('input', {bubbles: true}));
				await frame()`,
		},
		{"no limit", `await press('[data-limit=deadline] [data-none]')`},
		{"percentile", `await press('[name=pct][value=p99]')`},
		{"GPU", `await press('[name=gpu]')`},
		{"number of GPUs", `await press('[name=gpus]')`},
		{"precision", `await press('[name=precision]')`},
		{"architecture", `await press('[name=arch]')`},
		{"energy", `await type('energy', '0.1')`},
		{"search", `await type('q', 'skerry')`},
	} {
		var got struct {
			Before, After, Reset, Address string
			Drawn                         [2]string // the marks, the area of the deadline, what is said of both
			Rows                          int
			Called                        bool // to a screen reader, as the drawing's title does
		}
		does(t, ctx, `
			const part = (at) => $('#tradeoff-figure ' + at);
			const drawn = () => [$$('#tradeoff-figure [data-width="1120"] [data-i]').length, part('[data-width="1120"] [fill="var(--late)"]')?.getAttribute('d'),
				part('[data-drawn]').textContent, part('h3').textContent].join(' ');
			await press('[type=reset]');
			const from = location.search, Before = count(), f = drawn();
			`+c.steps+`;
			const After = count(), Rows = rows().length, g = drawn();
			const Called = part('.drawings').getAttribute('aria-label').startsWith(part('h3').textContent);
			await addressed(from);
			const Address = location.search;
			await press('[type=reset]');
			return {Before, After, Reset: count(), Rows, Called, Drawn: [f, g], Address}`, &got)
		if got.Before == got.After || got.Drawn[0] == got.Drawn[1] {
			t.Errorf("%s: count %q → %q, drawing %q", c.name, got.Before, got.After, got.Drawn)
		}
		if got.Reset != got.Before {
			t.Errorf("%s: reset gives %q, want %q", c.name, got.Reset, got.Before)
		}
		if !got.Called {
			t.Errorf("%s: a screen reader hears another title", c.name)
		}
		if got.Address == "" {
			t.Errorf("%s: the address did not change", c.name)
		}
	}
}

func TestEveryGPUOffShowsNoneAndResetBringsAllBack(t *testing.T) {
	ctx, _ := taskPage(t)
	var got struct {
		Rows  []int
		None  string
		Boxes []bool
	}
	does(t, ctx, `
		const all = rows().length;
		for (const box of $$('[name=gpu]')) await press(box);
		const none = rows().length, None = $('.lede').textContent;
		await press('[type=reset]');
		return {Rows: [all, none, rows().length], None, Boxes: $$('[name=gpu]').map(b => b.checked)}`, &got)
	if got.Rows[1] != 0 || got.Rows[0] == 0 || got.Rows[2] != got.Rows[0] || got.None == "" {
		t.Errorf("got %+v", got)
	}
	for _, on := range got.Boxes {
		if !on {
			t.Error("reset leaves a GPU off")
		}
	}
}

// Labels above controls that stand side by side are on one line, and marks of explanations never stand alone on theirs.
func TestControlsAndHeadersAreInLine(t *testing.T) {
	ctx, _ := taskPage(t)
	for _, width := range []int64{1440, 390} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900)); err != nil {
			t.Fatal(err)
		}
		var got struct{ Labels, Alone []string }
		does(t, ctx, `
			const rest = (box) => Math.round(box.getBoundingClientRect().bottom);
			const line = new Map();
			for (const label of $$('#filters .field > span:first-child, #filters legend:not(.vh)').filter(e => e.checkVisibility())) {
				const place = rest(label.parentElement);
				line.set(place, [...line.get(place) ?? [], label]);
			}
			const Labels = [...line.values()].filter(all => new Set(all.map(l => rest(l))).size > 1)
				.map(all => all.map(l => l.textContent + ' ' + rest(l)).join());
			const Alone = $$('thead .why').filter(why => why.checkVisibility()).filter(why => {
				const range = document.createRange();
				range.setStart(why.closest('th'), 0);
				range.setEndBefore(why);
				return why.getBoundingClientRect().top > Math.max(...[...range.getClientRects()].map(line => line.bottom)) - 4;
			}).map(why => why.closest('th').textContent);
			return {Labels, Alone}`, &got)
		if len(got.Labels) > 0 || len(got.Alone) > 0 {
			t.Errorf("%d px: got %+v", width, got)
		}
	}
}

func TestSortHasThreeStates(t *testing.T) {
	ctx, _ := taskPage(t)
	var got []string
	does(t, ctx, `
		const states = [sorted()], button = () => $('#results th[data-field=nickname] .sort');
		for (let i = 0; i < 3; i++) { await press(button()); states.push(sorted()); }
		return states`, &got)
	want := []string{"energy_per_token_joules ascending", "nickname ascending", "nickname descending", ""}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
}

func TestBackAndReloadKeepTheView(t *testing.T) {
	ctx, address := taskPage(t)
	var got struct{ All, Back, Forward, Address string }
	does(t, ctx, `
		await type('deadline', '20'); await addressed('');
		const Best = location.search;
		await press('[name=view][value=all]');
		const All = count() + rows().length;
		history.back(); await until(() => location.search === Best); await frame();
		const Back = count() + rows().length;
		history.forward(); await addressed(Best); await frame();
		return {All, Back, Forward: count() + rows().length, Address: location.search}`, &got)
	if got.All == got.Back || got.Forward != got.All || got.Address != "?deadline=20&view=all" {
		t.Errorf("got %+v", got)
	}
	open(t, ctx, address+got.Address)
	var reloaded string
	does(t, ctx, `return count() + rows().length`, &reloaded)
	if reloaded != got.All {
		t.Errorf("after a reload %q, before %q", reloaded, got.All)
	}
}

func TestTheTradeOffSwitchesItsAxes(t *testing.T) {
	ctx, address := taskPage(t)
	const said = `
		const figure = $('#tradeoff-figure'), axis = () => [...figure.querySelectorAll('[data-width="1120"] text')].map(t => t.textContent).join();
		const said = () => [figure.closest('section').querySelector('h2'), figure.querySelector('h3')].map(h => h.textContent).join(': ');
		const state = () => ({Said: said(), Axis: axis(), Marks: figure.querySelectorAll('[data-width="1120"] [data-i]').length, Address: location.search});`
	type state struct {
		Said, Axis, Address string
		Marks               int
	}
	var got []state
	does(t, ctx, said+`
		const before = state();
		await press('[data-switch]'); await until(() => said() !== before.Said && figure.querySelector('h3').textContent.includes('per user'));
		const after = state();
		await press('[data-switch]'); await until(() => said() === before.Said);
		return [before, after, state()]`, &got)
	before, after := got[0], got[1]
	if !strings.HasPrefix(after.Said, "Throughput per GPU against throughput per user: Highest throughput per GPU ") ||
		!strings.Contains(after.Axis, "Throughput per user") || after.Marks != before.Marks || after.Address != "?axes=throughput_per_gpu" {
		t.Errorf("after the switch %+v, before %+v", after, before)
	}
	if got[2].Said != before.Said || got[2].Address != "" {
		t.Errorf("switched back %+v, before %+v", got[2], before)
	}
	open(t, ctx, address+after.Address+"&gpu=H100")
	var filtered state
	does(t, ctx, said+`await until(() => figure.querySelector('h3').textContent.includes('per user')); return state()`, &filtered)
	if filtered.Marks == 0 || filtered.Marks >= after.Marks || !strings.Contains(filtered.Axis, "Throughput per user") {
		t.Errorf("of one GPU model %+v, of all %+v", filtered, after)
	}
}

// The links of a figure give what it draws: under a query whose rows are those of the build the same bytes as the file, under
// others its own rows and axes. So do those of comparisons and models.
// svgTitle is the title of a file, which names the filters before what the page's title says.
var svgTitle = regexp.MustCompile(`<title>[^<]*`)

func TestTheFilesOfAFigureAreWhatItDraws(t *testing.T) {
	ctx, base := start(t), serve(t, build(t, "sample:"))
	const take = `
		const figure = $('figure[data-chart=trade-off]'), links = [...figure.querySelectorAll('.titled a[download]')];
		figure.scrollIntoView();
		const marks = () => new Set([...figure.querySelectorAll('[data-width] [data-i]')].filter(m => m.checkVisibility()).map(({dataset}) => dataset.i)).size;
		const files = [], names = [], make = URL.createObjectURL, built = await (await fetch(links[0].href)).text();
		URL.createObjectURL = (blob) => { files.push(blob); return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
		for (const link of links) link.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
		await until(() => names.length === links.length && marks() > 0);
		const csv = files.find(({type}) => type === 'text/csv'), svg = files.find(({type}) => type.includes('svg'));
		return {CSV: await csv.text(), Built: built, SVG: await svg.text(), Names: names.sort().join(), Marks: marks(), Title: figure.querySelector('h3').textContent}`
	for address, want := range map[string]struct{ names, head string }{
		"tasks/gpqa/?deadline=45":                                 {"gpqa-tradeoff.csv,gpqa-tradeoff.png,gpqa-tradeoff.svg", ""},
		"tasks/text-to-image/?deadline=9":                         {"text-to-image-tradeoff.csv,text-to-image-tradeoff.png,text-to-image-tradeoff.svg", ""},
		"tasks/gpqa/?gpu=H100":                                    {"gpqa-tradeoff.csv,gpqa-tradeoff.png,gpqa-tradeoff.svg", "energy_per_token_joules,median_itl_ms,measured"},
		"tasks/gpqa/?axes=throughput_per_gpu":                     {"gpqa-tradeoff.csv,gpqa-tradeoff.png,gpqa-tradeoff.svg", "throughput_per_gpu,throughput_per_user,measured"},
		"compare/?axes=throughput_per_gpu":                        {"compare-tradeoff.csv,compare-tradeoff.svg", "throughput_per_gpu,throughput_per_user,measured"},
		"models/aurora__Lumen-8B/?gpus=1&axes=throughput_per_gpu": {"", "throughput_per_gpu,throughput_per_user,measured"},
	} {
		open(t, ctx, base+address)
		var got struct {
			CSV, Built, SVG, Names, Title string
			Marks                         int
		}
		does(t, ctx, take, &got)
		lines := strings.Split(strings.TrimSpace(got.CSV), "\n")
		switch {
		case want.head == "" && got.CSV != got.Built:
			t.Errorf("%s: the file is %.200s, that of the build %.200s", address, got.CSV, got.Built)
		case !strings.HasSuffix(lines[0], want.head) || len(lines)-1 != got.Marks:
			t.Errorf("%s: %d rows for %d marks, head %s", address, len(lines)-1, got.Marks, lines[0])
		case want.names != "" && got.Names != want.names, !strings.Contains(svgTitle.FindString(got.SVG), got.Title[:20]):
			t.Errorf("%s: files %s, picture %.300s", address, got.Names, got.SVG)
		}
	}
}

func TestAddressThatAsksForTheImpossibleIsToldSo(t *testing.T) {
	ctx, address := taskPage(t)
	open(t, ctx, address+"?deadline=soon&gpu=X1&color=blue")
	var got string
	does(t, ctx, `return $('#faults').textContent`, &got)
	if !strings.Contains(got, "“soon” for Max latency") || !strings.Contains(got, "“X1” for GPU") || !strings.Contains(got, "“color” is not a setting of this page") {
		t.Errorf("got %q", got)
	}
}

func TestThemeIsKept(t *testing.T) {
	ctx, address := taskPage(t)
	var got []string
	does(t, ctx, `
		const seen = [document.documentElement.dataset.theme ?? ''];
		for (let i = 0; i < 3; i++) { await press('[data-theme-button]'); seen.push(document.documentElement.dataset.theme ?? ''); }
		await press('[data-theme-button]'); await press('[data-theme-button]');
		return seen`, &got)
	if strings.Join(got, "|") != "|light|dark|" {
		t.Errorf("got %q", got)
	}
	open(t, ctx, address)
	var kept string
	does(t, ctx, `const t = document.documentElement.dataset.theme; localStorage.clear(); return t`, &kept)
	if kept != "dark" {
		t.Errorf("after a reload the theme is %q", kept)
	}
}

// From the address bar to a comparison with Tab, Space and Enter alone.
func TestKeyboardReachesTheComparison(t *testing.T) {
	ctx, _ := taskPage(t)
	key := func(keys string) {
		t.Helper()
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	tabTo := func(selector string) {
		t.Helper()
		for range 150 {
			key("\t")
			var there bool
			does(t, ctx, `return document.activeElement.matches('`+selector+`')`, &there)
			if there {
				return
			}
		}
		t.Fatalf("Tab does not reach %s", selector)
	}
	tabTo(`#results th[data-field=nickname] .sort`)
	key("\r")
	tabTo(`.pick input`)
	key(" ")
	tabTo(`.pick input`)
	key(" ")
	var sort string
	does(t, ctx, `return sorted()`, &sort)
	if sort != "nickname ascending" {
		t.Errorf("Enter on a header sorts by %q", sort)
	}
	tabTo(`#actions .compare a`)
	var link string
	does(t, ctx, `return new URL(document.activeElement.href).search`, &link)
	if !strings.HasPrefix(link, "?models=") || !strings.Contains(link, "%2C") {
		t.Errorf("the link is %q", link)
	}
}

func TestDownloadHoldsTheRowsShown(t *testing.T) {
	ctx, _ := taskPage(t)
	var got struct {
		CSV, JSON string
		Rows      []string
	}
	does(t, ctx, `
		const files = [];
		URL.createObjectURL = (blob) => { files.push(blob.text()); return 'blob:none'; };
		HTMLAnchorElement.prototype.click = () => {};
		await press('[name=gpu]');
		for (const b of $$('#actions button').slice(0, 2)) b.click();
		const [CSV, JSON] = await Promise.all(files);
		return {CSV, JSON, Rows: rows()}`, &got)
	lines := strings.Split(strings.TrimSpace(got.CSV), "\r\n")
	if len(lines) != len(got.Rows)+1 ||
		!strings.HasPrefix(lines[0], "run,model_id") && !strings.Contains(lines[0], "energy_per_token_joules") {
		t.Errorf("%d lines for %d rows; head %.80s", len(lines), len(got.Rows), lines[0])
	}
	var objects []map[string]any
	if err := json.Unmarshal([]byte(got.JSON), &objects); err != nil || len(objects) != len(got.Rows) {
		t.Fatalf("%d objects for %d rows, %v", len(objects), len(got.Rows), err)
	}
	for i, o := range objects {
		if o["run"] != got.Rows[i] || !strings.HasPrefix(lines[i+1], got.Rows[i]+",") {
			t.Errorf("row %d: %v", i, o["run"])
		}
	}
}

// A failed request for data says so, the page stays as it came, and a second try
// works.
func TestFailedDataCanBeTriedAgain(t *testing.T) {
	files := http.FileServer(http.Dir(build(t, "sample:")))
	var broken atomic.Bool
	broken.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) == ".json" && broken.Load() {
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithTimeout(start(t), time.Minute)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/tasks/gpqa/?deadline=20"),
		chromedp.WaitVisible(`html[data-state=error] #error button[data-retry]`))
	if err != nil {
		t.Fatal(err)
	}
	var failed struct {
		Message string
		Rows    int
		Visible bool
	}
	does(t, ctx,
		`return {Message: $('#error').textContent, Rows: rows().length, Visible: $('#results').checkVisibility({visibilityProperty: true})}`,
		&failed)
	if !strings.Contains(failed.Message, "503") || failed.Rows == 0 || !failed.Visible {
		t.Errorf("got %+v", failed)
	}
	broken.Store(false)
	if err := chromedp.Do(ctx, chromedp.Click(`#error button[data-retry]`), chromedp.WaitVisible(`html[data-state=ready]`)); err != nil {
		t.Fatal(err)
	}
	var ready struct{ Message, Count string }
	does(t, ctx, `return {Message: $('#error').textContent, Count: count()}`, &ready)
	if ready.Message != "" || !strings.Contains(ready.Count, "20") {
		t.Errorf("got %+v", ready)
	}
}

func TestWhatHoldsForAllTasksIsTakenAlong(t *testing.T) {
	ctx, address := taskPage(t)
	open(t, ctx, address+"?deadline=100&pct=p90&gpus=1&unit=Wh&price=0.3&grid=400&pue=1.2&q=a&sort=-gpu_model")
	var got []string
	does(t, ctx, `
		const tabs = () => [...new Set([...document.querySelectorAll('nav.tasks a:not([aria-current])')].map(a => a.search))].join(' ');
		const got = [tabs(), document.querySelector('nav.tasks [aria-current]').search];
		document.querySelector('#filters [type=reset]').click();
		await frame();
		got.push(tabs());
		document.querySelector('#results th[data-field=median_itl_ms] .sort').click(); // images are not made token by token
		await frame();
		await frame();
		return [...got, tabs()]`, &got)
	if strings.Join(got, "|") != "?pct=p90&sort=-gpu_model&unit=Wh&price=0.3&grid=400&pue=1.2|||?sort=median_itl_ms " {
		t.Errorf("tabs ask for %q", got)
	}
}

// Notes of tables follow the filters of a page, also where models did different work.
func TestTheNoteOfModelsByGPUFollowsTheFilters(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	for _, task := range []string{"lm-arena-chat", "video-chat"} {
		open(t, ctx, base+"tasks/"+task+"/?deadline=80")
		until(t, ctx, `/on each GPU at ≤\s80\sms per token/.test(document.querySelector('main').textContent)`)
		if !value[bool](t, ctx, `document.querySelector('main').textContent.includes('differ too much')`) {
			t.Errorf("%s: the note names no models whose work differs", task)
		}
	}
}
