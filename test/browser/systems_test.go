package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// unmeasured is a benchmark that measures no energy.
const unmeasured = `domain: speeds
rows: [{files: [runs.csv]}]
fields:
- {name: model, role: model}
- {name: gpu, role: gpu}
- {name: gpus, role: gpu_count}
- {name: batch, role: batch}
- {name: throughput, role: throughput, from: [tps]}
- {name: latency, role: latency_p50, from: [itl], unit: ms}
board: {primary: throughput}
`

const speeds = `model,gpu,gpus,batch,tps,itl
acme/Alpha-7B,H100,1,8,1403.2,9.36
acme/Alpha-7B,H100,2,32,3256.7,10.44
acme/Alpha-7B,B200,1,8,1903.2,7.36
acme/Beta-70B,H100,2,8,403.2,19.36
acme/Beta-70B,B200,1,32,1256.7,14.44
acme/Gamma-8B,B200,2,64,5256.7,12.5
`

// Each control of a board without energy changes the page as its address does.
func TestControlsOfABoardWithoutEnergyAnswer(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"benchmark.yaml": unmeasured, "runs.csv": speeds} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	site := build(t, dir)
	ctx, board := start(t), ""
	for _, path := range pages(t, site) {
		if strings.HasPrefix(path, "boards/speeds") {
			board = serve(t, site) + path
		}
	}
	const said = `[...document.querySelectorAll('.lede, .answer li, #results tbody tr, #count')].map(part => part.textContent).join('\n')`
	for name, act := range map[string]string{
		"a GPU":            `document.querySelector('[name=gpu][value=H100]').click()`,
		"a number of GPUs": `document.querySelector('[name=gpus][value="1"]').click()`,
		"all":              `document.querySelector('[name=view][value=all]').click()`,
		"a search":         `type(document.querySelector('[name=q]'), 'beta')`,
		"a limit":          `type(document.querySelector('[name=deadline]'), '10')`,
		"a price":          `type(document.querySelector('[name=rent]'), '2.5')`,
	} {
		open(t, ctx, board)
		before := value[string](t, ctx, said)
		value[any](t, ctx, `(() => {
			const type = (field, text) => { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})); };
			`+act+`; return 0; })()`)
		until(t, ctx, `location.search !== '' && !location.search.includes('undefined')`)
		value[any](t, ctx, `new Promise(done => requestAnimationFrame(() => setTimeout(() => done(0), 50)))`)
		after, address := value[string](t, ctx, said), value[string](t, ctx, `location.href`)
		open(t, ctx, address)
		if again := value[string](t, ctx, said); after == before || after != again {
			t.Errorf("%s: %s shows\n%s\nand was\n%s", name, address, again, after)
		}
	}
}
