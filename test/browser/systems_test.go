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
		for _, fault := range visit(tab, base+address, axe, false) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
}
