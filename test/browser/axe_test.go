package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
)

// axeSource is the script that finds what hinders readers with assistive technology.
func axeSource(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: run make test, or npm ci in test/browser")
	}
	return string(text)
}

func TestEveryPageIsAccessibleAndQuiet(t *testing.T) {
	axe := axeSource(t)
	ctx := start(t)
	tabs := []context.Context{newTab(t, ctx), newTab(t, ctx)}
	type page struct {
		address string
		looks   []view
	}
	known := kinds{}
	for _, site := range append(allSites(t), otherSites(t)...) {
		base := serve(t, site.dir) // until all are done: what a page preloads may come late
		t.Run(site.name, func(t *testing.T) {
			work := make(chan page)
			var visits sync.WaitGroup
			for _, tab := range tabs {
				visits.Go(func() {
					for p := range work {
						for _, fault := range visit(tab, base+p.address, axe, p.looks) {
							t.Errorf("/%s: %s", p.address, fault)
						}
					}
				})
			}
			for i, address := range site.visited(t) {
				work <- page{address, looks(known.has(t, site.dir, address), i)}
			}
			close(work)
			visits.Wait()
		})
	}
}

// visit opens a page and returns what is wrong with it.
func visit(tab context.Context, address, axe string, looks []view) []string {
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	defer cancel()
	messages, stop := console(ctx)
	faults := inspect(ctx, address, axe, looks)
	stop()
	return append(faults, *messages...)
}

// view is a way to look at a page.
type view struct {
	scheme string
	width  int64
	rules  string // of axe: options beside those of all views; "" for the width alone, after which axe is loaded
}

// A page is opened once and then looked at in each way: at 320 px only whether it fits, which comes first, while all rows
// are there. Colors are all that differs between light and dark, so pages are looked at in one of them on a phone and in the
// other on a screen, the next page the other way round; with JOULEBOARD_ALL_PAGES colors in both.
var (
	narrow  = view{"light", 320, ""}
	evenly  = []view{narrow, {"dark", 390, allRules}, {"light", 1440, allRules}}
	oddly   = []view{narrow, {"light", 390, allRules}, {"dark", 1440, allRules}}
	inFull  = append(slices.Clone(evenly), view{"dark", 1440, colors}, view{"light", 390, colors})
	sampled = []view{narrow, {"light", 1440, `{rules: {'color-contrast': {enabled: false}}}`}}
	// Pages that are made of familiar parts are opened and measured; of every fourth axe looks at what does not depend on
	// colors, once.
	familiar = []view{{"light", 320, none}, {"light", 1440, none}}
)

const colors = `{runOnly: ['color-contrast']}`

// looks are those at a page with something new, or at the i-th page of a site without.
func looks(new bool, i int) []view {
	switch {
	case everyPage():
		return inFull
	case new && i%2 == 0:
		return evenly
	case new:
		return oddly
	case i%4 == 0:
		return sampled
	}
	return familiar
}

// none stands for axe's rules where it does not look.
const none = "none"

// allRules are axe's own choice, and that targets are 24 px high and wide or have that much room, which it leaves out.
const allRules = `{rules: {'target-size': {enabled: true}}}`

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

// ready waits until a page's script has made it answer, where it has one that does.
const ready = `new Promise((resolve) => {
	const look = () => {
		const { state } = document.documentElement.dataset;
		if (state === 'ready' || state === 'error' || !document.querySelector('#filters, #choose')) resolve(state ?? '');
		else requestAnimationFrame(look);
	};
	look();
})`

// foreignScript lists the requests to other hosts.
const foreignScript = `JSON.stringify(performance.getEntriesByType('resource').map(e => 'request to ' + e.name)
	.filter(n => !n.includes(location.origin)))`

// alikeScript leaves two of each kind of row, of mark in drawings of a width, and of paragraph, item and sign of a formula
// in the text, beside the first row of every table: what differs in nothing but text, numbers, addresses and place looks
// alike, and looking at it is what takes axe its time.
const alikeScript = `{
	const kind = (e) => e.outerHTML
		.replace(/<svg([^>]*)>.*?<\/svg>/gs, '<svg$1>')
		.replace(/ (id|for|href|value|title|aria-label|aria-labelledby|aria-describedby|data-[a-z-]+)="[^"]+"/g, ' $1')
		.replace(/ (d|points|transform|[xyr]|[xy][12]|c[xy]|width|height)="[^"]+"/g, ' $1')
		.replace(/>[^<]*[^<\s][^<]*/g, '>text');
	const thin = (all, width = () => '') => {
		const kinds = Map.groupBy(all, (e) => [width(e), e.checkVisibility(), kind(e)].join());
		for (const alike of kinds.values()) for (const e of alike.slice(2)) e.remove();
	};
	thin([...document.querySelectorAll('tbody')].flatMap((body) => [...body.rows].slice(1)));
	thin(document.querySelectorAll('svg :not(:has(*), title, desc)'), (e) => e.closest('[data-width]')?.dataset.width);
	thin(document.querySelectorAll('main :is(p, li, pre):not([id], :has([id]))'));
	for (let depth = 0; depth < 5; depth++) thin(document.querySelectorAll('main math :not(:has(*))'));
}`

// axeScript takes options and gives what violates a rule.
const axeScript = `axe.run(document, {resultTypes: ['violations'], preload: false, ...%s}).then(r => JSON.stringify(
	r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(' | '))))`

// inspect looks at a page in some views.
func inspect(ctx context.Context, address, axe string, views []view) []string {
	if err := views[0].apply(ctx); err != nil {
		return []string{err.Error()}
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return []string{err.Error()}
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[string](ready, chromedp.EvalAwaitPromise)); err != nil {
		return []string{err.Error()}
	}
	faults := found(ctx, foreignScript)
	for _, v := range views {
		for _, fault := range v.look(ctx) {
			faults = append(faults, fmt.Sprintf("%s, %d px: %s", v.scheme, v.width, fault))
		}
		if v.rules == "" {
			faults = append(faults, found(ctx, alikeScript+axe+";'[]'")...)
		}
	}
	return faults
}

// apply sets the window's width and the reader's choice of colors.
func (v view) apply(ctx context.Context) error {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}}}
	return chromedp.Do(ctx,
		chromedp.EmulateViewport(v.width, 900),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
			return err
		}),
	)
}

// look looks at the page that is open.
func (v view) look(ctx context.Context) []string {
	if err := v.apply(ctx); err != nil {
		return []string{err.Error()}
	}
	faults := found(ctx, `JSON.stringify(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])`)
	if v.rules != "" && v.rules != none {
		faults = append(faults, found(ctx, fmt.Sprintf(axeScript, v.rules))...)
	}
	return faults
}

// found is the list of faults that a script gives as JSON text.
func found(ctx context.Context, script string) (faults []string) {
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err == nil {
		err = json.Unmarshal([]byte(text), &faults)
	}
	if err != nil {
		return []string{err.Error()}
	}
	return faults
}
