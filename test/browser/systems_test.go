package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Models of a board of another benchmark are compared by its metric and on its axes.
func TestModelsOfOtherBenchmarksAreCompared(t *testing.T) {
	base := serve(t, build(t, otherBenchmarks(t)...))
	ctx := start(t)
	open(t, ctx, base+"boards/ipw-supergpqa/")
	until(t, ctx, `document.querySelectorAll('#results td.pick input:not([disabled])').length > 1`)
	value[any](t, ctx, `[...document.querySelectorAll('#results td.pick input')].slice(0, 2).forEach(box => box.click())`)
	link := value[string](t, ctx, `document.querySelector('.compare a').href`)
	open(t, ctx, link)
	for what, holds := range map[string]string{
		"a heading names the axes":  `document.querySelector('#tradeoff-figure-section h2').textContent === 'Accuracy against energy per query'`,
		"the lede names the metric": `document.querySelector('.lede').textContent.includes(' has the highest intelligence per joule')`,
		"no link leads nowhere":     `[...document.querySelectorAll('main a')].every(a => a.getAttribute('href'))`,
		"ratios are those of metric": `[...document.querySelectorAll('#compared tbody tr')].every((tr, _, all) => {
			const metric = (row) => +row.cells[1].querySelector('data').value;
			return Math.abs(metric(tr) / metric(all[0]) - tr.cells[2].querySelector('data').value) < 1e-12;
		})`,
	} {
		if !value[bool](t, ctx, holds) {
			t.Errorf("%s: it does not", what)
		}
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}

// A model's badge loads, fits on a phone and says to everyone what it shows.
func TestARankIsSharedAsABadge(t *testing.T) {
	axe := axeSource(t)
	base := serve(t, build(t, otherBenchmarks(t)...))
	tab := newTab(t, start(t))
	for _, look := range []view{{"light", 1440, allRules}, {"dark", 390, allRules}} {
		if err := look.apply(tab); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(base+"models/google-gemma-3-12b-it/"), chromedp.WaitReady(".share button")); err != nil {
			t.Fatal(err)
		}
		value[any](t, tab, `(document.querySelector('.share').open = true, document.querySelector('.share').scrollIntoView(), 0)`)
		until(t, tab, `document.querySelector('.share img').naturalWidth > 100`)
		for what, holds := range map[string]string{
			"the badge is whole":                `document.querySelector('.share img').getBoundingClientRect().right <= innerWidth`,
			"the badge is named":                `document.querySelector('.share img').alt.includes('rank 1–2 of 2 models')`,
			"the page does not scroll sideways": `document.documentElement.scrollWidth <= innerWidth`,
		} {
			if !value[bool](t, tab, holds) {
				t.Errorf("%s, %d px: not so: %s", look.scheme, look.width, what)
			}
		}
		found(tab, axe+";'[]'")
		for _, fault := range found(tab, fmt.Sprintf(axeScript, look.rules)) {
			t.Errorf("%s, %d px: %s", look.scheme, look.width, fault)
		}
	}
}
