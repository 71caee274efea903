package browser

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// published is the address of a site of the published data.
func published(t *testing.T) string {
	t.Helper()
	return serve(t, build(t, publishedSource(t)))
}

func publishedSource(t *testing.T) string {
	t.Helper()
	return filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
}

// value is what an expression in the page gives.
func value[T any](t *testing.T, ctx context.Context, expression string) (v T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	evaluate(t, ctx, "(async () => ("+expression+"))().then(v => JSON.stringify(v ?? null))", &v)
	return v
}

// until waits for an expression to be true.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if value[bool](t, ctx, `new Promise(r => requestAnimationFrame(() => r(Boolean(`+expression+`))))`) {
			return
		}
	}
	t.Fatalf("never came true: %s", expression)
}

// violations are axe's in the present state of a page, in light and, of colors, in
// dark. Rows that look alike are gone afterwards.
func violations(t *testing.T, ctx context.Context) []string {
	t.Helper()
	faults := found(ctx, alikeScript+axeSource(t)+";'[]'")
	for _, look := range []struct{ theme, rules string }{{"light", "{}"}, {"dark", `{runOnly: ['color-contrast']}`}} {
		value[any](t, ctx, `document.documentElement.dataset.theme = '`+look.theme+`'`)
		for _, fault := range found(ctx, fmt.Sprintf(axeScript, look.rules)) {
			faults = append(faults, look.theme+": "+fault)
		}
	}
	return faults
}

const (
	pair   = "task=gpqa&models=openai%2Fgpt-oss-20b%2CQwen%2FQwen3-8B"
	models = `[...document.querySelectorAll('.cards li')].map(li => li.dataset.model)`
)

func TestComparisonIsWhatItsAddressSays(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair+"&base=Qwen%2FQwen3-8B&deadline=100&pct=p90&gpu=B200&gpus=1&sort=-max_num_seqs")
	if got := strings.Join(value[[]string](t, ctx, models), " "); got != "openai/gpt-oss-20b Qwen/Qwen3-8B" {
		t.Errorf("compared are %s", got)
	}
	if got := value[string](t, ctx, `document.querySelector('[name=base]:checked').value`); got != "Qwen/Qwen3-8B" {
		t.Errorf("the base is %s", got)
	}
	if got := value[[]string](t, ctx,
		`[...new Set([...document.querySelectorAll('#configurations td[data-field=hardware]')].map(td => td.textContent))]`); strings.Join(got,
		" ") != "1× B200" {
		t.Errorf("rows are on %q", got)
	}
	if !value[bool](t, ctx,
		`[...document.querySelectorAll('#configurations td[data-field=max_num_seqs] data')].every((d, i, all) => !i
			|| +d.value <= +all[i - 1].value)`) {
		t.Error("rows are not by falling batch size")
	}
	// the ratio is that of the energies shown
	if !value[bool](t, ctx, `[...document.querySelectorAll('#ratios tbody tr')].every((tr, _, all) => {
		const energy = (row) => +row.cells[1].querySelector('data').value;
		return Math.abs(energy(tr) / energy(all[1]) - tr.cells[2].querySelector('data').value) < 1e-12;
	})`) {
		t.Error("a ratio is not that of the energies")
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}

func TestComparisonChangesAndBackUndoesThem(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair)
	do := func(script string) { value[any](t, ctx, script) }
	do(`(() => { const s = document.querySelector('[name=add]'); s.value = 'Qwen/Qwen3-32B';
		s.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	do(`document.querySelector('[name=base][value="Qwen/Qwen3-32B"]').click()`)
	do(`(() => { const b = document.querySelector(".cards li button"); b.focus(); b.click(); })()`)
	if got := value[[]string](t, ctx, models); strings.Join(got, " ") != "Qwen/Qwen3-8B Qwen/Qwen3-32B" {
		t.Fatalf("compared are %q", got)
	}
	if !value[bool](t, ctx, `document.activeElement.textContent === 'Remove'`) {
		t.Error("the focus is lost when a model is removed")
	}
	address, _ := url.Parse(value[string](t, ctx, `location.href`))
	if q := address.Query(); q.Get("models") != "Qwen/Qwen3-8B,Qwen/Qwen3-32B" || q.Get("base") != "Qwen/Qwen3-32B" {
		t.Errorf("the address is %s", address)
	}
	do(`history.back()`)
	until(t, ctx, models+`.length === 3`)
	do(`history.go(-2)`)
	until(t, ctx, models+`.length === 2`)
	if got := value[[]string](t, ctx, models); got[0] != "openai/gpt-oss-20b" {
		t.Errorf("back leads to %q", got)
	}
}

func TestComparisonThatCannotBeMadeSaysWhatToDo(t *testing.T) {
	base := published(t)
	ctx := start(t)
	for address, want := range map[string]string{
		"":                                       "uses the least energy",
		"?task=gpqa&models=none":                 "Add two to eight",
		"?task=gpqa&models=openai%2Fgpt-oss-20b": "Add at least one more",
		"?" + pair + "%2Cno%2Fbody":              "“models=no/body” is not a model of this task",
		"?task=nothing&models=openai%2Fgpt-oss-20b":     "“task=nothing” is not a task of this site",
		"?" + pair + "&deadline=soon":                   "“deadline=soon” must be a number above 0, or “none”",
		"?task=gpqa&models=Qwen%2FQwen3-8B&gpu=NVIDIAX": "gpu=NVIDIAX",
	} {
		open(t, ctx, base+"compare/"+address)
		if text := value[string](t, ctx, `document.querySelector('main').innerText`); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", address, want, text)
		}
		for _, fault := range violations(t, ctx) {
			t.Errorf("%s: %s", address, fault)
		}
	}
}

func TestComparisonFitsAPhone(t *testing.T) {
	base := published(t)
	ctx := start(t)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(320, 800)); err != nil {
		t.Fatal(err)
	}
	open(t, ctx, base+"compare/?"+pair)
	if value[bool](t, ctx, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the page is wider than the window")
	}
}

func TestComparisonIsResetAndKeepsWhatHoldsForAllTasks(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair+"&base=Qwen%2FQwen3-8B&deadline=100&pct=p90&gpu=B200&sort=-max_num_seqs&price=0.3")
	value[any](t, ctx,
		`(() => { const d = document.querySelector('[name=deadline]'); d.value = 'soon';
			d.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	value[any](t, ctx, `document.querySelector('#comparison [type=reset]').click()`)
	if got := value[string](t, ctx,
		`location.search`); got != "?task=gpqa&models=openai%2Fgpt-oss-20b%2CQwen%2FQwen3-8B&base=Qwen%2FQwen3-8B" {
		t.Errorf("after a reset the address is %s", got)
	}
	if got := value[string](t, ctx,
		`[...document.querySelectorAll('[name=gpu], [name=gpus]')].every(box => box.checked) + ' '
			+ document.querySelector('[name=pct]:checked').value + ' ' + document.querySelector('[name=deadline]').value + ' '
			+ document.querySelector('[name=deadline]').ariaInvalid`); got != "true p50 50 null" {
		t.Errorf("after a reset the form says %s", got)
	}
	value[any](t, ctx, `history.back()`)
	until(t, ctx, `document.querySelector('[name=pct]:checked').value === 'p90'`)
	value[any](t, ctx,
		`(() => { const s = document.querySelector('[name=task]'); s.value = 'image-chat';
			s.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	until(t, ctx, `document.querySelector('.lede').textContent && !document.querySelector('#view').ariaBusy`)
	if got := value[string](t, ctx,
		`location.search + ' ' + document.querySelector('[name=pct]:checked').value`); got != "?task=image-chat&pct=p90&price=0.3 p90" {
		t.Errorf("another task is asked for as %s", got)
	}
}

func TestComparisonTellsMoreOfWhatAReaderPointsAt(t *testing.T) {
	needsLibrary(t)
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair)
	const (
		told  = `[...document.querySelectorAll('#answers figure[data-run]')].map(f => f.dataset.run)`
		rows  = `[...document.querySelectorAll('#configurations tr.on')].map(tr => tr.dataset.run)`
		alive = `document.querySelector('#tradeoff-figure[data-live] .plot')`
	)
	best := value[[]string](t, ctx, told)
	value[any](t, ctx, `document.querySelector('#tradeoff-figure [data-explore]').click()`)
	until(t, ctx, alive+` === document.activeElement`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent(kb.Home)); err != nil {
		t.Fatal(err)
	}
	pointed := value[[]string](t, ctx, rows)
	if len(pointed) != 1 || slices.Contains(best, pointed[0]) || !slices.Contains(value[[]string](t, ctx, told), pointed[0]) {
		t.Errorf("the fastest mark is %q in the table, the answers are of %q", pointed, value[[]string](t, ctx, told))
	}
	other := value[string](t, ctx, `document.querySelector('#configurations tr[data-run]:not(.on)').dataset.run`)
	value[any](t, ctx, `document.querySelector('#configurations tr[data-run="`+other+`"] a').focus()`)
	if got := value[[]string](t, ctx, rows); len(got) != 1 || got[0] != other {
		t.Errorf("a row of the table with the focus is not pointed at, but %q", got)
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
	// another query leaves the chart alive and points at nothing
	value[any](t, ctx,
		`(() => { const d = document.querySelector('[name=deadline]'); d.value = '20';
			d.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	if !value[bool](t, ctx, `Boolean(`+alive+`)`) || len(value[[]string](t, ctx, rows)) > 0 {
		t.Error("another deadline ends the chart or leaves a row pointed at")
	}
}
