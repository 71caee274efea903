package browser

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestSearchFindsSectionsByTheirWords(t *testing.T) {
	base := serve(t, buildDocs(t))
	ctx := start(t)
	first := `document.querySelector('#found a')`
	visit := func(address string) {
		if err := chromedp.Do(ctx, chromedp.Navigate(base+address)); err != nil {
			t.Fatal(err)
		}
	}
	visit("search/?q=deadline")
	until(t, ctx, first)
	if text := value[string](t, ctx, first+`.textContent`); text != "Glossary: Deadline" {
		t.Errorf("the first result is %q", text)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
	if link := value[string](t, ctx, first+`.href`); link != base+"glossary/#deadline" {
		t.Errorf("it leads to %s", link)
	}

	// from another page, by keyboard
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900)); err != nil { // phones have the chapters in a fold
		t.Fatal(err)
	}
	visit("install/")
	value[any](t, ctx, `document.querySelector('.chapters input').focus()`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent("hugging fa"+kb.Enter), chromedp.WaitVisible("#found a")); err != nil {
		t.Fatal(err)
	}
	if text := value[string](t, ctx, first+`.textContent`); text != "Datasets on the Hugging Face Hub" {
		t.Errorf("the first result is %q", text)
	}
	visit("search/?q=xyzzy")
	until(t, ctx, `document.querySelector('#count').textContent`)
	if text := value[string](t, ctx, `document.querySelector('#count').textContent`); !strings.Contains(text, "No page contains xyzzy") {
		t.Errorf("of a word that no page has it says %q", text)
	}
}

// A site that is read as files or without a script has the list.
func TestAllPagesAreListedWithoutAScript(t *testing.T) {
	dir := build(t, "sample:")
	links := strings.Join(parse(t, file(dir, "search/")).links, "\n")
	for _, address := range pages(t, dir) {
		if strings.HasPrefix(address, "embed/") || strings.HasPrefix(address, "runs/") || address == "404.html" || address == "explore/embed/" || address == "search/" {
			continue
		}
		if !strings.Contains(links, "../"+address) {
			t.Errorf("search/ does not list /%s", address)
		}
	}
}

// The search of the header, opened by the key /, leads to the right page among the first three; its script and its index
// come when it is used.
func TestTheSearchOfTheHeaderFindsWhatReadersType(t *testing.T) {
	site := build(t, publishedSource(t))
	base, ctx := serve(t, site), start(t)
	open(t, ctx, base+"tasks/gpqa/")
	loaded := func() []string {
		return value[[]string](t, ctx, `performance.getEntriesByType('resource').map(e => e.name.slice(location.origin.length + 1))`)
	}
	before := loaded()
	if err := chromedp.Do(ctx, chromedp.KeyEvent("/")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `document.querySelector('dialog.seeker[open]')`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent("qwen3 32b")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `document.querySelector('dialog.seeker li a')`)
	if text := value[string](t, ctx, `document.querySelector('dialog.seeker li').textContent`); !strings.Contains(text, "J per token") {
		t.Errorf("the first result has no number: %s", text)
	}
	size := 0
	for _, name := range loaded() {
		if !slices.Contains(before, name) {
			size += packed(t, site, name)
		}
	}
	if size == 0 || size > 30_000 {
		t.Errorf("the search loads %d bytes", size)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
	text, err := os.ReadFile("testdata/searches.txt")
	if err != nil {
		t.Fatal(err)
	}
	missed, n := []string{}, 0
	for line := range strings.Lines(string(text)) {
		asked, want, is := strings.Cut(strings.TrimSpace(line), " = ")
		if !is {
			continue
		}
		n++
		got := value[[]string](t, ctx, `(() => { const i = document.querySelector('dialog.seeker input'); i.value = `+strconv.Quote(asked)+`;
			i.dispatchEvent(new Event('input')); return [...document.querySelectorAll('dialog.seeker li a')].slice(0, 3).map(a => a.href); })()`)
		if !slices.Contains(got, base+want) {
			missed = append(missed, fmt.Sprintf("%s: %s", asked, got))
		}
	}
	if n < 60 || 20*len(missed) > n {
		t.Errorf("of %d searches are missed %s", n, strings.Join(missed, "\n"))
	}
	if run := value[string](t, ctx, `(() => { const i = document.querySelector('dialog.seeker input'); i.value = document.querySelector('#results tbody tr').dataset.run;
		i.dispatchEvent(new Event('input')); return document.querySelector('dialog.seeker li a').href; })()`); !strings.Contains(run, "/runs/") {
		t.Errorf("the ID of a run leads to %s", run)
	}
	until(t, ctx, `(() => { const i = document.querySelector('dialog.seeker input'), runs = [...document.querySelectorAll('#results tbody tr')].map(tr => tr.dataset.run);
		const run = runs.find(id => /\d/.test(id.slice(0, 5))), begin = run.slice(0, 5);
		if (i.value !== begin) { i.value = begin; i.dispatchEvent(new Event('input')); }
		return document.querySelector('dialog.seeker li a')?.href.includes('/runs/' + run); })()`)
}

// packed is the size of a file of a site, compressed.
func packed(t *testing.T, site, name string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
