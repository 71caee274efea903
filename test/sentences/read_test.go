package sentences

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// page is what a reader sees of a page's sentences.
type page struct {
	Scope, Lede, Count, Note, Beyond string
	Items                            []string // of what is too slow
	Sections                         map[string]section
	Figures                          []figure
	Tables                           []listed
}

type section struct {
	Heading, Text string
	Items         []string
}

type figure struct {
	ID, Section, Title, Caption string
	Marks                       int
}

type listed struct {
	ID, Section, Note, None, Output, More string
	Rows                                  []shown
}

type shown struct {
	Run, Model, Rank, Range string
	Late, On                bool
	Cells                   map[string]string
}

const readScript = `(async () => {
	const said = (e) => e && e.checkVisibility() ? e.textContent.replace(/[\s\u00a0]+/g, ' ').trim() : '';
	const all = (s, of = document) => [...of.querySelectorAll(s)];
	const one = (s, of = document) => said(of.querySelector(s));
	const around = (e) => e.closest('[role=region]') ?? e;
	const marks = (f) => { // of the drawing for the frame that the figure has
		const seen = all('.drawings svg', f).filter((svg) => svg.checkVisibility() && !svg.closest('.live'));
		return new Set(seen.flatMap((svg) => all('[data-i]', svg).map((m) => m.dataset.i))).size;
	};
	const read = () => ({
		Scope: one('#scope'), Lede: one('.lede'), Count: one('#count'), Note: one('#results-note'), Beyond: one('#beyond h2'),
		Items: all('#beyond li').map(said).filter(Boolean),
		Sections: Object.fromEntries(all('section[id]').map((s) => [s.id, {
			Heading: one('h2', s), Text: said(all('.text', s).find((p) => !p.closest('figure'))), Items: all(':scope > ul > li, :scope > details > .answer > li', s).map(said) }])),
		Figures: all('figure[data-chart]').map((f) => ({
			ID: f.id, Section: f.closest('section')?.id ?? '', Title: said(f.querySelector('h3, h2') ?? f.closest('section')?.querySelector('h2')),
			Caption: one('figcaption', f), Marks: marks(f) })),
		Tables: all('table[id]').map((t) => ({
			ID: t.id, Section: t.closest('section')?.id ?? '', Note: said(document.getElementById(t.id + '-note')),
			None: said(document.getElementById(t.id + '-none')), Output: t.checkVisibility() ? said(around(t).parentElement.querySelector('output')) : '',
			More: all('p.note', around(t).parentElement).map(said).find((text) => text.includes('more row')) ?? '',
			Rows: t.checkVisibility() ? all('tbody tr[data-run]', t).map((r) => ({
				Run: r.dataset.run, Model: r.dataset.model ?? '', Late: r.classList.contains('late'), On: r.classList.contains('on') || r.querySelector('.mark') !== null,
				Rank: r.querySelector('.rank')?.firstChild?.textContent ?? '', Range: r.querySelector('.range .vh')?.textContent.replace(/[\s\u00a0]+/g, ' ') ?? '',
				Cells: Object.fromEntries(all('td[data-field]', r).map((c) => [c.dataset.field, said(c)])) })) : [] })),
	});
	const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	const pages = [];
	const html = document.documentElement;
	for (const fold of all('section > details')) fold.open = true;
	scrollTo(0, document.querySelector('figure')?.offsetTop ?? 0);
	for (const query of %s) {
		history.replaceState(null, '', query ? '?' + query : location.pathname);
		if (query || pages.length) html.dataset.state = 'asked';
		dispatchEvent(new PopStateEvent('popstate'));
		for (let i = 0; i < 600 && html.dataset.state !== 'ready'; i++) await frame();
		for (let i = 0; i < 5; i++) await frame();
		if (html.dataset.state === 'error') throw new Error('for ?' + query + ' the page is ' + html.dataset.state);
		pages.push(read());
	}
	return JSON.stringify(pages);
})()`

// look reads a page for queries.
func look(t *testing.T, ctx context.Context, address string, queries []string) (pages []page) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitVisible(`html[data-state=ready]`)); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	list, _ := json.Marshal(queries)
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(readScript, list), chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	if err := json.Unmarshal([]byte(text), &pages); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	for i := range pages {
		pages[i].spread()
	}
	return pages
}

// spread puts what a page says once of its filters before all that it says of rows.
func (p *page) spread() {
	said := among.FindString(p.Scope + " " + p.Lede)
	if p.Scope == "" {
		said = among.FindString(p.Lede)
	}
	if said == "" {
		return
	}
	said = ofWork.ReplaceAllString(said, "") // of the lede alone
	if said == "Compared: configurations. " {
		return
	}
	before := func(text string) string {
		if text == "" {
			return ""
		}
		return said + text
	}
	p.Note, p.Beyond = before(p.Note), before(p.Beyond)
	for id, s := range p.Sections {
		s.Heading, s.Text = before(s.Heading), before(s.Text)
		p.Sections[id] = s
	}
	for i := range p.Figures {
		p.Figures[i].Title = before(p.Figures[i].Title)
	}
	for i := range p.Tables {
		p.Tables[i].Note, p.Tables[i].None = before(p.Tables[i].Note), before(p.Tables[i].None)
	}
}

var ofWork = regexp.MustCompile(`,? of equal work \(.+?\)`)

// browser opens a tab.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROME_PATH")
	if path == "" {
		path, _ = exec.LookPath("chromium")
	}
	if path == "" {
		t.Skip("no browser: set CHROME_PATH")
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true))...)
	t.Cleanup(end)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1440, 900)); err != nil {
		t.Fatal(err)
	}
	return ctx
}

func serve(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// filters is what a reader asks of a board; queries of all pages understand it.
type filters struct {
	values     url.Values
	deadline   float64 // 0 for none
	percentile int
}

// passes reports whether a row passes all filters but the limit.
func (f filters) passes(r row) bool {
	list := func(name, value string) bool {
		text := f.values.Get(name)
		return text == "" || slices.Contains(strings.Split(text, ","), value)
	}
	for word := range strings.FieldsSeq(f.values.Get("q")) {
		if !r.isCalled(word) {
			return false
		}
	}
	energy, _ := strconv.ParseFloat(f.values.Get("energy"), 64)
	return list("gpu", r.gpu) && list("gpus", itoa(r.gpus)) && (energy == 0 || r.energy <= energy)
}

func (f filters) scope() scope {
	return scope{passes: f.passes, deadline: f.deadline, percentile: f.percentile}
}

// random is a filter near the rows of a board.
func random(t table, rows []row, rnd *rand.Rand) filters {
	f := filters{values: url.Values{}, deadline: t.limit}
	r := rows[rnd.IntN(len(rows))]
	if rnd.IntN(2) == 0 {
		f.percentile = rnd.IntN(4)
		f.values.Set("pct", []string{"p50", "p90", "p95", "p99"}[f.percentile])
	}
	switch rnd.IntN(5) {
	case 0:
		f.deadline = 0
		f.values.Set("deadline", "none")
	case 1, 2:
		f.deadline = []float64{r.latency[f.percentile], 20, 5, 100, 0.001}[rnd.IntN(5)]
		f.values.Set("deadline", strconv.FormatFloat(f.deadline, 'f', -1, 64))
	}
	set := func(name, value string, one int) {
		if rnd.IntN(one) == 0 {
			f.values.Set(name, value)
		}
	}
	set("gpu", r.gpu, 3)
	set("gpus", itoa(r.gpus), 4)
	set("energy", strconv.FormatFloat(r.energy*1.2345, 'f', -1, 64), 6)
	words := strings.Fields(lower(r.name))
	set("q", words[rnd.IntN(len(words))], 5)
	set("q", strings.Join([]string{words[len(words)-1], words[0]}, " "), 12)
	set("gpu", "none", 20)
	return f
}

func itoa(n int) string { return strconv.Itoa(n) }
