package browser

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// kindsOfPages has one page of each kind of the sample's site; of a folder with a star, one of its pages.
var kindsOfPages = []string{
	"", "tasks/gpqa/", "tasks/text-to-image/", "models/", model, "gpus/", "gpus/b200/", "architectures/", "architectures/*", "compare/", "compare/*",
	"explore/", "explore/?kind=bar", "explore/embed/", "findings/", "findings/*", "posts/", "posts/*", "methods/", "about/", "data/", "embed/gpqa/",
	"embed/text-to-image/", "runs/", "runs/*", "search/", "search/?q=energy", "licenses/", "404.html",
}

// laidOut are pages of a site.
type laidOut struct {
	dir   string
	kinds []string
}

// allKinds are the pages of the sample's site, of one with a history and of a preview.
func allKinds(t *testing.T) []laidOut {
	t.Helper()
	dated, run := datedSite(t)
	return []laidOut{
		{build(t, "sample:"), kindsOfPages},
		{dated, []string{"", "history/", "history/gpqa/", "history/text-to-image/", "models/" + modelWithTrend(t, dated), run}},
		{previewed(t), []string{"changes/", "tasks/" + changedTask + "/"}},
	}
}

// one is the address of a kind of page: the first of a folder, if it ends with a star.
func (l laidOut) one(t *testing.T, kind string) string {
	t.Helper()
	folder, of := strings.CutSuffix(kind, "*")
	if !of {
		return kind
	}
	for _, path := range pages(t, l.dir) {
		if strings.HasPrefix(path, folder) && strings.Count(path, "/") == 2 {
			return path
		}
	}
	t.Fatalf("no page below %s", folder)
	return ""
}

// onPaper is as wide as A4 with margins of 10 mm.
const onPaper = 718

// layoutFaults are what testdata/widths.js finds in the window as it is.
const layoutFaults = `(async () => {
	for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done)); // drawings of another size come with a frame
	for (const place of document.querySelectorAll('svg[data-apart]')) {
		if (!place.checkVisibility()) continue;
		const text = await (await fetch(place.dataset.apart)).text();
		place.replaceWith(new DOMParser().parseFromString(text.slice(text.indexOf('<svg', 1)), 'text/html').querySelector('svg'));
	}
	%s
	return JSON.stringify(faults({least: %g, paper: %t}));
})()`

// Every width has its layout: no column is lost without a fold, no texts lie over each other, none is too small, and nothing is
// wider than its frame.
func TestEveryWidthHasItsLayout(t *testing.T) {
	ctx := start(t)
	script, err := os.ReadFile("testdata/widths.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, site := range allKinds(t) {
		base := serve(t, site.dir)
		for _, kind := range site.kinds {
			t.Run(cmp.Or(strings.TrimSuffix(kind, "/"), "home"), func(t *testing.T) {
				emulate(t, ctx, 1280, "")
				load(t, ctx, base+site.one(t, kind))
				for _, width := range []int{320, 390, 600, 768, 900, 1024, 1280, 1440, 1920, 0} {
					paper := width == 0
					least, media := 11.0, ""
					if paper {
						width, least, media = onPaper, 28.0/3, "print"
					}
					emulate(t, ctx, width, media)
					var found []string
					evaluate(t, ctx, fmt.Sprintf(layoutFaults, script, least, paper), &found)
					for _, fault := range found {
						t.Errorf("%d px %s: %s", width, media, fault)
					}
				}
			})
		}
	}
}

// load waits for a page without asking that its script is done: many have none.
func load(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitReady(`html:not([data-state=loading]) body[data-page]`)); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
}

func emulate(t *testing.T, ctx context.Context, width int, media string) {
	t.Helper()
	err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), 1000), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
}

// A task prints on few sheets, as does a model with its charts of two tasks, with all their drawings.
func TestPagesPrintOnFewSheets(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, "sample:"))
	type printed struct {
		path, paper   string
		width, height float64 // inches
		most          int
	}
	for _, c := range []printed{
		{"tasks/gpqa/", "A4", 8.27, 11.69, 3}, {"tasks/gpqa/", "Letter", 8.5, 11, 3}, {model, "A4", 8.27, 11.69, 8}, {model, "Letter", 8.5, 11, 9},
	} {
		open(t, ctx, base+c.path)
		var sheets int
		err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			printed, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: c.width, PaperHeight: c.height})
			sheets = strings.Count(string(printed.Data), "/Type /Page\n")
			return err
		}))
		if err != nil {
			t.Fatal(err)
		}
		var missing int
		evaluate(t, ctx, `String(document.querySelectorAll('svg[data-apart]').length)`, &missing)
		if sheets == 0 || sheets > c.most || missing > 0 {
			t.Errorf("%s prints on %d sheets of %s, at most %d; %d drawings are missing", c.path, sheets, c.paper, c.most, missing)
		}
	}
}
