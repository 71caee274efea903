package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// Steps of a reader on the table of a figure that came with a part of its rows.
const tableReader = plainScript + `
const lines = (details) => [...details.querySelector('tbody').rows].map(plain);
const said = (details) => details.querySelector('[role=status]')?.textContent ?? '';
const unfold = async (details) => { details.open = true; return until(() => said(details).includes('are listed')); };
`

// visitFigures opens a page once its script serves figures.
func visitFigures(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitReady(`[data-csv]:enabled`)); err != nil {
		t.Fatal(err)
	}
}

// Rows that the script makes stand between those of the build, which are as they were: marked, linked and in full
// precision. Tables with quantities at their head, groups, recordings and ghosts are among them.
func TestAnOpenedTableOfAFigureHasAllRows(t *testing.T) {
	ctx := start(t)
	sample, texts := serve(t, build(t, "sample:")), serve(t, buildTexts(t))
	seen := 0
	for _, address := range []string{
		sample + "tasks/gpqa/", sample + "tasks/text-to-image/", sample + model,
		texts + "posts/kinds/", serve(t, previewed(t)) + "tasks/" + changedTask + "/",
	} {
		visitFigures(t, ctx, address)
		var got []struct {
			ID, Said            string
			Rows, Links, Missed int
			Busy, Note          bool
		}
		does(t, ctx, tableReader+`
			const came = await asBuilt(), found = [];
			for (const details of $$('[data-rows]')) {
				const { id } = details.querySelector('table');
				await unfold(details);
				const built = lines(came.getElementById(id).closest('details')), made = lines(details);
				let next = 0; // where the built rows were found, one behind the other
				const Missed = built.filter((row) => { const at = made.indexOf(row, next); next = at + 1 || next; return at < 0; }).length;
				found.push({ID: id, Said: said(details), Rows: made.length, Missed, Links: details.querySelectorAll('tbody th a').length,
					Busy: details.querySelector('[aria-busy]') !== null, Note: details.querySelector('.note:not([role])') !== null});
			}
			return found`, &got)
		seen += len(got)
		for _, table := range got {
			if table.Rows <= 10 || table.Missed > 0 || table.Busy || table.Note || !strings.HasPrefix(table.Said, "All ") {
				t.Errorf("%s %+v", address, table)
			}
			if table.ID == "tradeoff-figure-table" && table.Links == 0 {
				t.Errorf("%s: no row leads to its run", address)
			}
		}
	}
	if seen < 8 {
		t.Errorf("%d tables came with a part of their rows; too few for a test", seen)
	}
}

// The rows are those of the file of rows, in its order, and headers sort all of them.
func TestAnOpenedTableIsSortedAndTakenWhole(t *testing.T) {
	ctx := start(t)
	visitFigures(t, ctx, serve(t, build(t, "sample:"))+"tasks/gpqa/")
	var got struct {
		Shown, Filed         []string
		First, Sorted, Taken int
		Falling              []float64
	}
	does(t, ctx, tableReader+`
		const details = $('#tradeoff-figure [data-rows]'), table = details.querySelector('table');
		const sort = table.tHead.rows[0].cells[3].querySelector('.sort'), First = table.tBodies[0].rows.length;
		sort.click();
		await unfold(details);
		const runs = () => [...table.tBodies[0].rows].map((row) => row.dataset.run), Shown = runs();
		const csv = await (await fetch($('#tradeoff-figure .titled a').href)).text();
		const Filed = csv.trim().split('\n').slice(1).map((line) => line.split(',')[1]);
		sort.click(); sort.click();
		const Falling = [...table.tBodies[0].rows].map((row) => Number(row.cells[3].querySelector('data').value)), Sorted = runs().length;
		let taken;
		URL.createObjectURL = (blob) => { taken = blob.text(); return 'blob:none'; };
		HTMLAnchorElement.prototype.click = () => {};
		details.querySelector('[data-csv]').click();
		return {First, Shown, Filed, Sorted, Falling, Taken: (await taken).trim().split('\n').length - 1}`, &got)
	if strings.Join(got.Shown, " ") != strings.Join(got.Filed, " ") || len(got.Shown) <= got.First {
		t.Errorf("came with %d rows; shown are %v, the file has %v", got.First, got.Shown, got.Filed)
	}
	for i := range got.Falling[1:] {
		if got.Falling[i] < got.Falling[i+1] {
			t.Fatalf("row %d is not in order: %v", i+1, got.Falling)
		}
	}
	if got.Sorted != len(got.Shown) || got.Taken != len(got.Shown) {
		t.Errorf("%d rows, of which %d are sorted and %d taken", len(got.Shown), got.Sorted, got.Taken)
	}
}

func TestATableThatCannotBeFilledCanBeTriedAgain(t *testing.T) {
	files := http.FileServer(http.Dir(build(t, "sample:")))
	var broken atomic.Bool
	broken.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/figure.") && broken.Load() {
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	ctx := start(t)
	visitFigures(t, ctx, server.URL+"/tasks/gpqa/")
	var failed struct {
		Said      string
		Rows, Was int
		File      bool
	}
	does(t, ctx, tableReader+`
		const details = $('#tradeoff-figure [data-rows]'), Was = lines(details).length;
		details.open = true;
		await until(() => details.querySelector('[data-retry]'));
		return {Said: said(details), Rows: lines(details).length, Was, File: details.querySelector('.note a[href$=".csv"]') !== null}`, &failed)
	if !strings.Contains(failed.Said, "503") || failed.Rows != failed.Was || failed.Rows == 0 || !failed.File {
		t.Errorf("got %+v", failed)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
	broken.Store(false)
	var now struct {
		Said, Focus string
	}
	does(t, ctx, tableReader+`
		const details = $('#tradeoff-figure [data-rows]'), again = details.querySelector('[data-retry]');
		again.focus();
		again.click();
		await until(() => said(details).includes('are listed'));
		return {Said: said(details), Focus: document.activeElement.className}`, &now)
	if !strings.HasPrefix(now.Said, "All ") || now.Focus != "scroll" {
		t.Errorf("after another try the table says %q, and the focus is on %q", now.Said, now.Focus)
	}
}

// A link to the table opens it.
func TestALinkToATableOpensIt(t *testing.T) {
	ctx := start(t)
	visitFigures(t, ctx, serve(t, build(t, "sample:"))+"tasks/gpqa/")
	var got struct {
		Rows int
		Top  float64
	}
	does(t, ctx, tableReader+`
		const details = $('#tradeoff-figure [data-rows]'), came = lines(details).length;
		const link = $('main').appendChild(document.createElement('a'));
		link.href = '#' + details.querySelector('table').id;
		link.textContent = 'All rows';
		link.click();
		await until(() => said(details).includes('are listed'));
		return {Rows: lines(details).length - came, Top: details.getBoundingClientRect().top}`, &got)
	if got.Rows <= 0 || got.Top < -100 || got.Top > 900 {
		t.Errorf("got %+v", got)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}
