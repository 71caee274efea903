package browser

import (
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// Pages of other benchmarks have badges, recordings and tables of their own.
func TestBoardsOfOtherBenchmarksAreAccessible(t *testing.T) {
	axe := axeSource(t)
	fixtures := filepath.Join(shared.Dir(t), "fixtures")
	base := serve(t, build(t,
		"llenergymeasure:"+filepath.Join(fixtures, "llenergymeasure", "h100-batch-sweep_2026-05-07T14-32-08"),
		"ipw:"+filepath.Join(fixtures, "ipw", "profile_H100_two_models_large_string")))
	tab := newTab(t, start(t))
	for _, address := range []string{
		"", "boards/", "boards/llenergymeasure-h100-batch-sweep-2026-05-07t14-32-08/", "boards/ipw-supergpqa/", "comparable/",
	} {
		for _, fault := range visit(tab, base+address, axe, false) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
}
