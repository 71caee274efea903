package browser

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// A citation follows the view; a kept version and the list of versions are pages like
// all others.
func TestVersionsAreAccessibleAndViewsAreCited(t *testing.T) {
	axe := axeSource(t)
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	tab := newTab(t, start(t))
	dir, versions := filepath.Join(t.TempDir(), "site"), filepath.Join(t.TempDir(), "versions")
	sites.Do(t, "build", "--source", source, "--data-version", "3.0", "--versions", versions, "--out", dir)
	base := serve(t, dir)
	for i, address := range []string{"v/", "v/3.0/", "v/3.0/tasks/gpqa/", "data/"} {
		for _, fault := range visit(tab, base+address, axe, looks(true, i)) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
	cited := func(query string) string {
		t.Helper()
		if err := chromedp.Do(tab, chromedp.Navigate(base+"tasks/gpqa/"+query)); err != nil {
			t.Fatal(err)
		}
		text, err := chromedp.Run(tab,
			chromedp.Evaluate[string](ready+`.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))) // they follow the paint
				.then(() => [...document.querySelectorAll('#cite pre')].map((p) => p.textContent).join('\n'))`,
				chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for query, wants := range map[string][]string{
		"": {"Data version 3.0, 2026-02-16. Lowest energy of each model at ≤", " " + base + "tasks/gpqa/\n", `\url{` + base + `tasks/gpqa/}`},
		"?deadline=100&gpu=B200": {
			"Filters and settings: deadline=100, gpu=B200. " + base + "tasks/gpqa/?deadline=100&gpu=B200\n", "Filters and settings: deadline=100, gpu=B200}",
			`\url{` + base + `tasks/gpqa/?deadline=100&gpu=B200}`,
		},
		"?q=%3Cscript%3E&gpu=nil": {"Filters and settings: "},
	} {
		text := cited(query)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s is cited as\n%s\nwithout %q", query, text, want)
			}
		}
	}
}
