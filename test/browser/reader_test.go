package browser

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestEmbeddedTableAnswersItsAddress(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	open(t, ctx, base+"tasks/gpqa/?gpu=B200&sort=-nickname")
	rows := `[...document.querySelectorAll('#results tr[data-run]')].map(r => r.dataset.run).join()`
	want := value[string](t, ctx, rows)
	open(t, ctx, base+"embed/gpqa/?gpu=B200&sort=-nickname")
	if got := value[string](t, ctx, rows); got != want || got == "" {
		t.Errorf("embedded rows are %s, want %s", got, want)
	}
	if value[bool](t, ctx,
		`Boolean(document.querySelector('header, nav, footer')) || !document.querySelector('meta[name=robots][content=noindex]')`) {
		t.Error("the embedded page has the site's frame, or may be indexed")
	}
	link := value[string](t, ctx,
		`(document.querySelector('#full').addEventListener('click', e => e.preventDefault()), document.querySelector('#full').click(),
			document.querySelector('#full').href)`)
	if link != base+"tasks/gpqa/?gpu=B200&sort=-nickname" {
		t.Errorf("it leads to %s", link)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}

func TestEmbeddedTableWorksInAFrame(t *testing.T) {
	files := http.FileServer(http.Dir(build(t, "sample:")))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/blog" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>A page of others</title><iframe src="/embed/gpqa/?gpu=H100" width="700" ` +
			`height="500"></iframe>`))
	}))
	t.Cleanup(server.Close)
	ctx := start(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/blog")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `frames[0].document.documentElement.dataset.state === 'ready'`)
	if !value[bool](t, ctx, `[...frames[0].document.querySelectorAll('#results td[data-field=hardware]')].every((td, i, all) => all.length
		&& td.textContent.includes('H100'))
		&& frames[0].document.querySelectorAll('#results tr[data-run]').length > 0`) {
		t.Error("the framed table does not answer its address")
	}
}

func TestDismissedAnnouncementStaysAway(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	shown := `document.querySelector('.announcement').getClientRects().length > 0`
	open(t, ctx, base+"tasks/gpqa/")
	if !value[bool](t, ctx, shown) {
		t.Fatal("there is no announcement")
	}
	value[any](t, ctx, `document.querySelector('[data-dismiss]').click()`)
	if value[bool](t, ctx, shown) {
		t.Error("it stays after it is dismissed")
	}
	open(t, ctx, base+"tasks/lm-arena-chat/")
	if value[bool](t, ctx, shown) {
		t.Error("it comes back on another page")
	}
	value[any](t, ctx, `localStorage.announcement = '2020-01-01'`)
	open(t, ctx, base+"tasks/gpqa/")
	if !value[bool](t, ctx, shown) {
		t.Error("a newer one is not shown")
	}
}

func TestColumnsAreExplainedByKeyboard(t *testing.T) {
	ctx, _ := taskPage(t)
	value[any](t, ctx, `document.querySelector('th[data-field=median_itl_ms] .why').focus()`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	box := `document.querySelector('.explanation:popover-open')`
	until(t, ctx, box)
	if text := value[string](t, ctx, box+`.textContent`); !strings.Contains(text, "token") {
		t.Errorf("the explanation is %q", text)
	}
	if link := value[string](t, ctx, `document.activeElement.getAttribute('href')`); !strings.HasSuffix(link, "methods/#itl") {
		t.Errorf("the focus is on %s", link)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent(kb.Escape)); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `!document.querySelector('.explanation')`)
	if !value[bool](t, ctx, `document.activeElement.matches('th[data-field=median_itl_ms] .why')`) {
		t.Error("the focus does not return to the mark")
	}
}

func TestAnyTableIsSortedAndTaken(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	open := func(address string) {
		if err := chromedp.Do(ctx, chromedp.Navigate(base+address), chromedp.WaitReady(`.sort:enabled`)); err != nil {
			t.Fatal(err)
		}
	}
	open("models/")
	var got struct {
		Came, Rising, Falling, Again []string
		Sorts                        []string
		CSV                          string
	}
	does(t, ctx, `
		const table = $('main table'), th = [...table.tHead.rows[0].cells].find(c => c.classList.contains('n')), i = th.cellIndex;
		const column = () => [...table.tBodies[0].rows].map(r => r.cells[i].querySelector('data')?.value ?? '');
		const Sorts = [], look = () => { Sorts.push(th.getAttribute('aria-sort') ?? ''); return column(); };
		const Came = look(); th.querySelector('.sort').click();
		const Rising = look(); th.querySelector('.sort').click();
		const Falling = look(); th.querySelector('.sort').click();
		const Again = look();
		let CSV;
		const url = URL.createObjectURL;
		URL.createObjectURL = (blob) => { CSV = blob.text(); return url.call(URL, blob); };
		$('[data-csv]').click();
		return {Came, Rising, Falling, Again, Sorts, CSV: await CSV};`, &got)
	if strings.Join(got.Came, " ") != strings.Join(got.Again, " ") {
		t.Errorf("a third press does not restore the order: %v", got.Again)
	}
	if !ordered(got.Rising, 1) || !ordered(got.Falling, -1) {
		t.Errorf("rising %v, falling %v", got.Rising, got.Falling)
	}
	if got.Sorts[1] != "ascending" || got.Sorts[2] != "descending" || got.Sorts[3] != got.Sorts[0] {
		t.Errorf("aria-sort says %q", got.Sorts)
	}
	if lines := strings.Split(strings.TrimSpace(got.CSV), "\r\n"); len(lines) != len(got.Came)+1 {
		t.Errorf("the file has %d lines for %d rows", len(lines), len(got.Came))
	}
}

// ordered reports whether numbers rise (1) or fall (-1), the missing ones last.
func ordered(texts []string, sign float64) bool {
	last, missing := 0.0, false
	for i, text := range texts {
		if text == "" {
			missing = true
			continue
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || missing || i > 0 && sign*x < sign*last {
			return false
		}
		last = x
	}
	return true
}
