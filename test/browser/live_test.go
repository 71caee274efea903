package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Steps of a reader on a figure. saved is what the page has offered for download; other links are followed.
const figureReader = `
const explore = async (f) => { for (const s of $$('main section')) s.style.contentVisibility = 'visible'; f.scrollIntoView({block: 'center'}); await frame(); f.querySelector('[data-explore]').click(); return until(() => f.dataset.live !== undefined); };
const move = (target, x, y) =>
	target.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse', clientX: x, clientY: y}));
const key = async (target, k) => { target.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
	await frame(); };
const tool = (f, text) => [...f.querySelectorAll('.group button')].find(b => b.textContent === text);
const tip = (f) => f.querySelector('.tip').innerText;
const pixels = (f) => { const c = f.querySelector('canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data; };
// Marks that come back from beyond an axis may lie above a neighbour that they lay below: a few pixels.
const alike = (a, b) => a.length === b.length && a.reduce((n, v, i) => n + (v !== b[i]), 0) < a.length / 10000;
const saved = [], offered = new Map(), create = URL.createObjectURL, follow = HTMLAnchorElement.prototype.click;
URL.createObjectURL = (blob) => { const address = create(blob); offered.set(address, blob); return address; };
HTMLAnchorElement.prototype.click = function () {
	if (this.download) saved.push({name: this.download, blob: offered.get(this.href)});
	else follow.call(this);
};
`

func figurePage(t *testing.T, address string) context.Context {
	t.Helper()
	ctx := start(t)
	open(t, ctx, serve(t, build(t, "sample:"))+address)
	return ctx
}

func explores(t *testing.T, ctx context.Context, steps string, to any) {
	t.Helper()
	needsLibrary(t)
	does(t, ctx, figureReader+steps, to)
}

// model is a page whose task states output lengths.
const model = "models/borealis-lab__Skerry-8B/"

func TestAChartIsLoadedWhenAReaderReachesForIt(t *testing.T) {
	ctx := start(t)
	base, served := serveCounted(t, build(t, "sample:"))
	open(t, ctx, base+"tasks/gpqa/")
	seen := func() [2]int { return [2]int{served("echarts"), served("figure.")} }
	before := seen()
	var got struct {
		Live, Same      bool
		Height, Height2 float64
	}
	explores(t, ctx, `
		const f = $('#tradeoff-figure'), d = f.querySelector('.drawings');
		f.scrollIntoView();
		const box = (e) => JSON.stringify(e.getBoundingClientRect()), Height = f.offsetHeight;
		const svg = [...f.querySelectorAll('svg')].find(s => s.getClientRects().length), r = svg.getBoundingClientRect();
		move(svg, r.x + 9, r.y + 9);
		const Live = await until(() => f.dataset.live !== undefined);
		return {Live, Height, Height2: f.offsetHeight, Same: box(svg) === box(f.querySelector('canvas'))}`, &got)
	if after := seen(); before != [2]int{0, 0} || after != [2]int{1, 1} || !got.Live {
		t.Errorf("library and option loaded %v times before a reader points at the drawing, %v after; live %v", before, after, got.Live)
	}
	if !got.Same || got.Height != got.Height2 {
		t.Errorf("the chart is not where the drawing was: same place %v, height %v → %v", got.Same, got.Height, got.Height2)
	}
}

func TestALiveChartZoomsChangesAxesAndSwitchesSeries(t *testing.T) {
	ctx := figurePage(t, "tasks/gpqa/")
	var got struct {
		Steps      []bool // each step changes the picture
		Back       []bool // and this takes it back
		LogX, LogY []string
	}
	explores(t, ctx, `
		const f = $('#tradeoff-figure');
		await explore(f);
		const first = pixels(f), Steps = [], Back = [], plot = f.querySelector('.plot');
		const step = async (act) => { const before = pixels(f); await act(); await frame(); Steps.push(!alike(pixels(f), before)); };
		const back = async (act) => { await act(); await frame(); Back.push(alike(pixels(f), first)); };
		await step(() => tool(f, '+').click());
		await back(() => tool(f, 'Reset').click());
		const r = plot.getBoundingClientRect();
		await step(() => plot.dispatchEvent(new WheelEvent('wheel',
			{deltaY: -200, ctrlKey: true, clientX: r.x + r.width / 3, clientY: r.y + r.height / 2, cancelable: true})));
		await back(() => key(plot, '0'));
		const LogX = [tool(f, 'Log x').getAttribute('aria-pressed')], LogY = [tool(f, 'Log y').getAttribute('aria-pressed')];
		await step(() => tool(f, 'Log x').click());
		await step(() => tool(f, 'Log y').click());
		LogX.push(tool(f, 'Log x').getAttribute('aria-pressed'));
		LogY.push(tool(f, 'Log y').getAttribute('aria-pressed'));
		tool(f, 'Log x').click();
		await back(() => tool(f, 'Log y').click());
		await step(() => key(plot, '1'));
		await back(() => key(plot, '1'));
		return {Steps, Back, LogX, LogY}`, &got)
	for i, changed := range got.Steps {
		if !changed {
			t.Errorf("step %d changes nothing: %+v", i, got)
		}
	}
	for i, same := range got.Back {
		if !same {
			t.Errorf("step %d does not lead back: %+v", i, got)
		}
	}
	if strings.Join(append(got.LogX, got.LogY...), " ") != "true false true false" {
		t.Errorf("log axes are %v and %v", got.LogX, got.LogY)
	}
}

func TestALiveChartNamesItsMarksToPointerAndKeys(t *testing.T) {
	ctx := figurePage(t, model)
	var got struct {
		First, Next, Last, Pointed string
		Closed                     bool
		Focus                      string
	}
	explores(t, ctx, `
		const f = $('figure[data-chart=line]'), plot = () => f.querySelector('.plot');
		await explore(f);
		const focused = document.activeElement === plot();
		await key(plot(), 'ArrowRight');
		const First = tip(f), ring = f.querySelector('.tip-ring').getBoundingClientRect();
		await key(plot(), 'ArrowRight');
		const Next = tip(f);
		await key(plot(), 'End');
		const Last = tip(f);
		move(plot(), ring.x + 8, ring.y + 8);
		const Pointed = tip(f);
		await key(plot(), 'Escape');
		await until(() => f.dataset.live === undefined);
		return {First, Next, Last, Pointed, Closed: !f.querySelector('canvas') && focused, Focus: document.activeElement.textContent}`, &got)
	if got.First == "" || got.First == got.Next || got.Next == got.Last || got.Pointed != got.First {
		t.Errorf("marks are %q, %q … %q; pointed at the first: %q", got.First, got.Next, got.Last, got.Pointed)
	}
	for _, want := range []string{"×", "Batch", "sequence", "J per"} {
		if !strings.Contains(got.First, want) {
			t.Errorf("a mark says %q, without %q", got.First, want)
		}
	}
	if !got.Closed || got.Focus != "Zoom" {
		t.Errorf("Escape leaves the chart: %v, to %q", got.Closed, got.Focus)
	}
}

func TestALiveChartIsSavedAsSVGAndPNG(t *testing.T) {
	ctx := figurePage(t, model)
	var got struct {
		Names []string
		SVG   string
		PNG   []int
	}
	explores(t, ctx, `
		const f = $('figure[data-chart=line]');
		await explore(f);
		tool(f, 'SVG').click();
		tool(f, 'PNG').click();
		await until(() => saved.length === 2);
		const bytes = new Uint8Array(await saved[1].blob.arrayBuffer());
		return {Names: saved.map(s => s.name), SVG: await saved[0].blob.text(), PNG: [...bytes.slice(1, 4), bytes.length]}`, &got)
	if len(got.Names) != 2 || !strings.HasSuffix(got.Names[0], ".svg") || !strings.HasSuffix(got.Names[1], ".png") {
		t.Fatalf("saved %q", got.Names)
	}
	if !strings.HasPrefix(got.SVG, "<svg") || strings.Contains(got.SVG, "var(") || !strings.Contains(got.SVG, "<title>") {
		t.Errorf("the SVG file has no title or names colors that only the page has: %.300s", got.SVG)
	}
	wellFormed(t, got.SVG)
	if got.PNG[0] != 'P' || got.PNG[1] != 'N' || got.PNG[2] != 'G' || got.PNG[3] < 2000 {
		t.Errorf("the PNG file begins with %v", got.PNG)
	}
}

func TestALiveChartFollowsTheTheme(t *testing.T) {
	ctx := figurePage(t, model)
	var changed bool
	explores(t, ctx, `
		const f = $('figure[data-chart=line]');
		await explore(f);
		document.documentElement.dataset.theme = 'light';
		await frame();
		const light = pixels(f);
		document.documentElement.dataset.theme = 'dark';
		await frame();
		return !alike(pixels(f), light)`, &changed)
	if !changed {
		t.Error("a live chart stays light on a dark page")
	}
}

func TestAChartThatCannotBeLoadedLeavesTheDrawing(t *testing.T) {
	dir := build(t, "sample:")
	down := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down && strings.Contains(r.URL.Path, "echarts") {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	ctx := start(t)
	open(t, ctx, server.URL+"/tasks/gpqa/")
	var got struct {
		Said  string
		Drawn bool
	}
	explores(t, ctx, `
		const f = $('#tradeoff-figure'), said = () => f.querySelector('.said')?.textContent ?? '';
		f.querySelector('[data-explore]').click();
		await until(() => said().includes('could not'));
		const svg = [...f.querySelectorAll('svg')].find(s => s.getClientRects().length);
		return {Said: said(), Drawn: getComputedStyle(svg).visibility === 'visible'}`, &got)
	if !strings.Contains(got.Said, "Could not load the interactive chart") || !got.Drawn {
		t.Errorf("got %+v", got)
	}
	down = false
	var live bool
	explores(t, ctx, `return explore($('#tradeoff-figure'))`, &live)
	if !live {
		t.Error("a second attempt does not load the chart")
	}
}

func TestLiveChartsAreAccessible(t *testing.T) {
	ctx := figurePage(t, model)
	var live int
	explores(t, ctx, `
		for (const f of $$('figure[data-option]')) await explore(f);
		await key($('.plot'), 'ArrowRight');
		return $$('figure[data-live]').length`, &live)
	if live == 0 {
		t.Fatal("no chart is live")
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}

// One declaration makes the drawing of a page and its live chart: every kind of figure becomes live, names its marks
// to the arrow keys, and throws nothing.
func TestEveryKindOfFigureOfATextBecomesLive(t *testing.T) {
	needsLibrary(t)
	ctx := start(t)
	messages, stop := console(ctx)
	address := serve(t, buildTexts(t)) + "posts/kinds/"
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitVisible(`[data-explore]`)); err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	explores(t, ctx, `
		const thrown = [], said = {};
		addEventListener('error', (e) => thrown.push(e.message));
		addEventListener('unhandledrejection', (e) => thrown.push(String(e.reason)));
		for (const f of $$('figure[data-option]')) {
			await explore(f);
			await key(f.querySelector('.plot'), 'ArrowRight');
			said[f.id] = thrown.splice(0).join() || (f.dataset.live === undefined ? 'not live' : tip(f));
		}
		return said`, &got)
	stop()
	if len(got) != 9 {
		t.Errorf("%d live figures, want 9", len(got))
	}
	for name, said := range got {
		if !strings.ContainsAny(said, "0123456789") {
			t.Errorf("%s: its first mark says %q", name, said)
		}
	}
	for _, message := range *messages {
		t.Error(message)
	}
}

func TestAMarkOfATaskLeadsToItsRun(t *testing.T) {
	ctx := figurePage(t, "tasks/gpqa/")
	var got struct{ Tip, Tapped, Tapped2, Entered, Name string }
	explores(t, ctx, `
		let opened = '';
		window.open = (address) => { opened = address; };
		const f = $('#tradeoff-figure');
		await explore(f);
		const plot = f.querySelector('.plot'), take = () => { const is = opened; opened = ''; return is; };
		await key(plot, 'Home');
		const Tip = tip(f);
		await key(plot, 'Enter');
		const Entered = take();
		await key(plot, 'End');
		const [, x, y] = f.querySelector('.tip-ring').style.transform.match(/(\d+)px, (\d+)px/), r = plot.getBoundingClientRect();
		await key(plot, 'Home');
		const tap = async () => { plot.dispatchEvent(new PointerEvent('click',
			{pointerType: 'touch', clientX: r.x + Number(x), clientY: r.y + Number(y), bubbles: true})); await frame(); return take(); };
		const Tapped = await tap(), Tapped2 = await tap();
		const run = Entered.split('/').at(-2), Name = document.querySelector('#results tr[data-run="' + run + '"] th a')?.textContent ?? '';
		return {Tip, Entered, Tapped, Tapped2, Name}`, &got)
	if !strings.Contains(got.Entered, "runs/") ||
		got.Name != "" && !strings.HasPrefix(got.Tip, got.Name) {
		t.Errorf("Enter on a mark leads to %q of %q; the tip is %q", got.Entered, got.Name, got.Tip)
	}
	if got.Tapped != "" || !strings.Contains(got.Tapped2, "runs/") {
		t.Errorf("a tap leads to %q, a second one to %q", got.Tapped, got.Tapped2)
	}
}

// A live chart of a filtered view shows what its drawing shows, in the same place.
func TestALiveChartShowsTheFilteredView(t *testing.T) {
	ctx := figurePage(t, model+"?pct=p99&gpus=1")
	var got struct {
		Tips   []string
		Drawn  int
		Before string
		After  string
	}
	explores(t, ctx, `
		await until(() => document.documentElement.dataset.state === 'ready');
		const f = $('figure[data-chart=trade-off]');
		const Drawn = f.querySelectorAll('[data-width="680"] [data-i]').length;
		await explore(f);
		const plot = f.querySelector('.plot'), Tips = [];
		for (let i = 0; i < Drawn; i++) {
			await key(plot, 'ArrowRight');
			Tips.push(tip(f));
		}
		const Before = tip(f);
		await key(plot, 'ArrowRight');
		return {Tips, Drawn, Before, After: tip(f)}`, &got)
	if got.Drawn == 0 || got.Before != got.After {
		t.Errorf("%d marks are drawn; behind the last is another: %q, %q", got.Drawn, got.Before, got.After)
	}
	seen := map[string]bool{}
	for _, said := range got.Tips {
		if !strings.Contains(said, "1×") || !strings.Contains(said, "P99") {
			t.Errorf("a mark says %q", said)
		}
		seen[said] = true
	}
	if len(seen) != got.Drawn {
		t.Errorf("%d marks say %d things", got.Drawn, len(seen))
	}
}
