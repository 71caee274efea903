package browser

import (
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
		if strings.HasPrefix(address, "embed/") || strings.HasPrefix(address, "runs/") || address == "404.html" || address == "search/" {
			continue
		}
		if !strings.Contains(links, "../"+address) {
			t.Errorf("search/ does not list /%s", address)
		}
	}
}
