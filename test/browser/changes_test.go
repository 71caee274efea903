package browser

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/test/sites"
)

// changedTask is the task whose runs a preview has of every kind.
const changedTask = "lm-arena-chat"

// previewed builds, once for all tests, a preview of changed results against the
// sample.
func previewed(t *testing.T) (dir string) {
	t.Helper()
	head, err := changedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return sites.Of(t, "--source", head, "--compare-to", "sample:", "--base-url", "https://preview.example/")
}

var changedOnce = sync.OnceValues(func() (string, error) {
	head := filepath.Join(directory, "changed")
	return head, writeChanged(head)
})

// writeChanged writes the sample's language models with changes: one model needs more
// energy and one less, one is gone, one has markup in its new name, one is on another
// GPU too, and one has become unstable.
func writeChanged(dir string) error {
	ds, err := mlenergy.Sample(mlenergy.Options{})
	if err != nil {
		return err
	}
	models := slices.Compact(data.Column(ds.LLM().Task(changedTask).Stable().InOrder(), func(r data.LLMRun) string { return r.ModelID }))
	if len(models) < 6 {
		return fmt.Errorf("the sample has %d models", len(models))
	}
	var runs []data.LLMRun
	for r := range ds.LLM().All() {
		runs = append(runs, edited(r, models)...)
	}
	if err := os.MkdirAll(filepath.Join(dir, "runs"), 0o755); err != nil {
		return err
	}
	var file bytes.Buffer
	if err := data.NewRuns(runs, false).WriteParquet(&file, map[string]string{"synthetic": "true"}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "runs", "llm.parquet"), file.Bytes(), 0o600)
}

// scaled is the run with its energy times a factor, at the same power.
func scaled(r data.LLMRun, factor float64) data.LLMRun {
	r.EnergyPerTokenJoules *= factor
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * factor)
	r.OutputThroughputTokensPerSec /= factor
	r.RequestThroughputReqPerSec = data.Some(r.RequestThroughputReqPerSec.Or(0) / factor)
	return r
}

// edited is what becomes of a run: nothing, itself changed, or that and another.
func edited(r data.LLMRun, models []string) []data.LLMRun {
	switch r.ModelID {
	case models[0]:
		return nil
	case models[1]:
		r = scaled(r, 1.6)
	case models[2]:
		r = scaled(r, 0.5)
	case models[3]:
		r.Nickname = "A <b>new</b> | name"
	case models[4]:
		twin := r
		twin.GPUModel = "X100"
		return []data.LLMRun{r, twin}
	case models[5]:
		if r.IsStable && r.MaxNumSeqs >= 64 {
			r.IsStable, r.UnstableReason = false, "short_steady_state:3.000000"
		}
	}
	return []data.LLMRun{r}
}

func TestThePageOfChangesIsAccessibleAndItsLinksResolve(t *testing.T) {
	axe := axeSource(t)
	tab := newTab(t, start(t))
	dir := previewed(t)
	base := serve(t, dir)
	for _, fault := range visit(tab, base+"changes/", axe, evenly) {
		t.Error(fault)
	}
	documents := map[string]document{}
	for _, address := range pages(t, dir) {
		documents[address] = parse(t, file(dir, address))
	}
	for _, link := range documents["changes/"].links {
		if why := broken(dir, documents, "changes/", link); why != "" {
			t.Errorf("links to %s: %s", link, why)
		}
	}
	ids := documents["changes/"].ids
	for _, section := range []string{"news", "groups", "ranks", "frontier", "changed", "stability-flipped", "removed", "added", "sides"} {
		if !ids[section] {
			t.Errorf("there is no section %s", section)
		}
	}
}

func TestAReportInOneFileIsAccessible(t *testing.T) {
	axe := axeSource(t)
	tab := newTab(t, start(t))
	dir := previewed(t)
	out := t.TempDir()
	sites.Do(t, "diff", "sample:", filepath.Join(dir, "data"), "--format", "html", "--out", filepath.Join(out, "index.html"))
	for _, fault := range visit(tab, serve(t, out), axe, oddly) {
		t.Error(fault)
	}
	for _, link := range parse(t, file(out, "")).links {
		if !strings.HasPrefix(link, "#") {
			t.Errorf("the file needs %s", link)
		}
	}
}

// filterScript chooses the last model and gives the rows of tables that name models: those shown, those of that model.
const filterScript = `(() => {
	const choice = document.querySelector('select[name=Model]')
	choice.selectedIndex = choice.options.length - 1
	choice.dispatchEvent(new Event('input', { bubbles: true }))
	const tables = [...document.querySelectorAll('main table')].filter((t) =>
		[...t.tHead.rows[0].cells].some((c) => c.textContent.trim() === 'Model'))
	const rows = tables.flatMap((t) => [...t.tBodies[0].rows])
	const names = (list) => list.map((row) => row.textContent).join('\n')
	return [names(rows.filter((row) => !row.hidden)),
		names(rows.filter((row) => [...row.cells].some((c) => c.textContent.trim() === choice.value)))]
})()`

// A preview is read from files as well, where no module runs.
func TestChangesAreFilteredInAFile(t *testing.T) {
	ctx := start(t)
	address := "file://" + file(previewed(t), "changes/")
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitVisible(`select[name=Model]`)); err != nil {
		t.Fatal(err)
	}
	got := value[[]string](t, ctx, filterScript)
	if got[0] != got[1] || got[0] == "" {
		t.Errorf("shown are\n%s\nof the model are\n%s", got[0], got[1])
	}
}

// badgesScript gives the badges of the table's rows by run.
const badgesScript = `Object.fromEntries([...document.querySelectorAll('#results tbody tr')]
	.map(tr => [tr.dataset.run, [...tr.querySelectorAll('th a.tag')].map(a => a.textContent + ' ' + a.getAttribute('href')).join()]))`

func TestBadgesStayOnRowsThatTheScriptMakes(t *testing.T) {
	ctx := start(t)
	dir := previewed(t)
	base := serve(t, dir)
	open(t, ctx, base+"tasks/"+changedTask+"/")
	built := value[map[string]string](t, ctx, badgesScript)
	// another unit has all rows made anew
	open(t, ctx, base+"tasks/"+changedTask+"/?unit=Wh")
	if made := value[map[string]string](t, ctx, badgesScript); !maps.Equal(made, built) {
		t.Errorf("the script made\n%v\nthe build\n%v", made, built)
	}
	open(t, ctx, base+"tasks/"+changedTask+"/?unit=Wh&view=all&deadline=none")
	var all bool
	does(t, ctx, `
		const more = () => $$('button').find((b) => !b.hidden && b.textContent.startsWith('Show ') && b.textContent.includes('total'));
		for (let button = more(); button; button = more()) {
			button.click();
			await until(() => document.documentElement.dataset.state === 'ready');
		}
		return true`, &all)
	kinds := map[string]bool{}
	for _, badge := range value[map[string]string](t, ctx, badgesScript) {
		kinds[badge] = true
	}
	for _, want := range []string{
		"new ../../changes/", "Energy per token +60.0%, together with 33 others ../../changes/", "Energy per token −50.0% ../../changes/",
		"name or description changed ../../changes/", "",
	} {
		if !kinds[want] {
			t.Errorf("no row has the badge %q, of %v", want, kinds)
		}
	}
}
