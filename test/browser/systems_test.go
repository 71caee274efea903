package browser

import "testing"

// Pages of other benchmarks have badges, recordings and tables of their own.
func TestBoardsOfOtherBenchmarksAreAccessible(t *testing.T) {
	axe := axeSource(t)
	base := serve(t, build(t, otherBenchmarks(t)...))
	tab := newTab(t, start(t))
	for _, address := range []string{
		"", "boards/", "boards/llenergymeasure-h100-batch-sweep-2026-05-07t14-32-08/", "boards/ipw-supergpqa/", "comparable/",
	} {
		for _, fault := range visit(tab, base+address, axe, views) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
}

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
