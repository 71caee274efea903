package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
)

// browser is the path of Chromium, "" if there is none.
func browser() string {
	if path := os.Getenv("CHROME_PATH"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func start(t *testing.T) context.Context {
	t.Helper()
	path := browser()
	if path == "" {
		t.Skip("no browser: run make test, which installs one, or set CHROME_PATH")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

func TestEveryPageIsAccessibleAndQuiet(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: run make test, or npm ci in test/browser")
	}
	ctx := start(t)
	for _, site := range sites(t) {
		base := serve(t, site.dir)
		work := make(chan string)
		var tabs sync.WaitGroup
		for range 2 {
			tab, cancel := chromedp.NewContext(ctx)
			t.Cleanup(cancel)
			// the first action opens the tab, which lives as long as its context
			if err := chromedp.Do(tab); err != nil {
				t.Fatal(err)
			}
			tabs.Go(func() {
				for address := range work {
					for _, fault := range visit(tab, base, address, string(axe)) {
						t.Errorf("%s: /%s: %s", site.name, address, fault)
					}
				}
			})
		}
		for _, address := range site.visited(t) {
			work <- address
		}
		close(work)
		tabs.Wait()
	}
}

// visit opens a page at a desktop's and at a phone's width, in light and in dark,
// and returns what is wrong.
func visit(tab context.Context, base, address, axe string) []string {
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	defer cancel()
	var faults []string
	for _, v := range views {
		messages, stop := console(ctx)
		found := v.inspect(ctx, base+address, axe)
		stop()
		for _, fault := range append(found, *messages...) {
			faults = append(faults, fmt.Sprintf("%s, %d px: %s", v.scheme, v.width, fault))
		}
	}
	return faults
}

// view is a way to look at a page.
type view struct {
	scheme string
	width  int64
	rules  string // options of axe
}

// Colours are all that differs between light and dark, so there only contrast is
// looked at twice; at 320 px only whether the page still fits.
var views = []view{
	{"light", 1440, `{resultTypes: ['violations']}`},
	{"dark", 1440, `{resultTypes: ['violations'], runOnly: ['color-contrast']}`},
	{"dark", 390, `{resultTypes: ['violations']}`},
	{"light", 320, `{resultTypes: ['violations'], runOnly: ['document-title']}`},
}

// console gathers what the browser reports as errors (refused styles and
// scripts, files that are missing) until it is stopped.
func console(ctx context.Context) (messages *[]string, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	messages = new([]string)
	var reading sync.WaitGroup
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		events := cdp.Events(ctx, t, log.EntryAdded)
		reading.Go(func() {
			for e, err := range events {
				if err == nil && string(e.Entry.Level) == "error" {
					*messages = append(*messages, "console: "+e.Entry.Text+" "+e.Entry.URL)
				}
			}
		})
		_, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{})
		return err
	}))
	return messages, func() {
		cancel()
		reading.Wait()
		if err != nil {
			*messages = append(*messages, err.Error())
		}
	}
}

// look is what a script in the page finds.
type look struct {
	Violations []string // of axe
	Foreign    []string // requests to other hosts
	Wide       bool     // the page is wider than the window
}

// Sections out of sight are laid out first: axe asks for the place of everything,
// and each question would lay them out anew.
const lookScript = `;const all = new CSSStyleSheet();
all.replaceSync('main section { content-visibility: visible !important }');
document.adoptedStyleSheets = [all];
axe.run(document, %s).then(r => JSON.stringify({
	Violations: r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 2).map(n => n.target.join(' ')).join(' | ')),
	Foreign: performance.getEntriesByType('resource').map(e => e.name).filter(n => new URL(n).origin !== location.origin),
	Wide: document.documentElement.scrollWidth > innerWidth,
}))`

// inspect is one look at a page.
func (v view) inspect(ctx context.Context, address, axe string) []string {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}}}
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(v.width, 900),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
			return err
		}),
		chromedp.Navigate(address),
	)
	if err != nil {
		return []string{err.Error()}
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](axe+fmt.Sprintf(lookScript, v.rules), chromedp.EvalAwaitPromise))
	if err != nil {
		return []string{err.Error()}
	}
	var seen look
	if err := json.Unmarshal([]byte(text), &seen); err != nil {
		return []string{err.Error()}
	}
	faults := seen.Violations
	for _, name := range seen.Foreign {
		faults = append(faults, "request to "+name)
	}
	if seen.Wide {
		faults = append(faults, "the page is wider than the window")
	}
	return faults
}
