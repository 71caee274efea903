package browser

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

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
	models = `[...document.querySelectorAll('#chosen li')].map(li => li.dataset.model)`
)

func TestComparisonIsWhatItsAddressSays(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair+"&base=Qwen%2FQwen3-8B&deadline=100&pct=p90&gpu=B200&gpus=1&sort=-output_throughput_tokens_per_sec")
	if got := strings.Join(value[[]string](t, ctx, models), " "); got != "openai/gpt-oss-20b Qwen/Qwen3-8B" {
		t.Errorf("compared are %s", got)
	}
	if got := value[string](t, ctx, `document.querySelector('[name=base]:checked').value`); got != "Qwen/Qwen3-8B" {
		t.Errorf("the base is %s", got)
	}
	if got := value[[]string](t, ctx, `[...new Set([...document.querySelectorAll('#compared td[data-field=hardware]')]
		.map(td => td.textContent))]`); strings.Join(got, " ") != "1× B200" {
		t.Errorf("rows are on %q", got)
	}
	if !value[bool](t, ctx, `[...document.querySelectorAll('#configurations-gpqa td[data-field=throughput_tokens_per_sec] data, '
		+ '#configurations-gpqa td[data-field=output_throughput_tokens_per_sec] data')].every((d, i, all) => !i || +d.value <= +all[i - 1].value)`) {
		t.Error("rows are not by falling throughput")
	}
	// the ratio is that of the energies shown
	if !value[bool](t, ctx, `[...document.querySelectorAll('#compared tbody tr')].every((tr, _, all) => {
		const energy = (row) => +row.cells[1].querySelector('data').value, base = all.find((row) => row.dataset.model === 'Qwen/Qwen3-8B');
		return Math.abs(energy(tr) / energy(base) - tr.cells[2].querySelector('data').value) < 1e-12;
	})`) {
		t.Error("a ratio is not that of the energies")
	}
	for _, fault := range violations(t, ctx) {
		t.Error(fault)
	}
}

func TestAComparisonByAnotherMeasureSaysWhatIsLowest(t *testing.T) {
	base := published(t)
	ctx := start(t)
	for query, column := range map[string]string{"sort=latency": "median_itl_ms", "sort=cost&rent=H100:2,B200:3.7&price=0": "cost"} {
		open(t, ctx, base+"compare/?"+pair+"&"+query)
		lede := value[string](t, ctx, `document.querySelector('.lede').innerText`)
		lowest := value[string](t, ctx, `document.querySelector('#compared tbody td[data-field=`+column+`] data').textContent`)
		if strings.Contains(lede, "energy") || !strings.Contains(lede, "lowest") || !strings.Contains(lede, lowest) {
			t.Errorf("%s: %s beside %s in the column %s", query, lede, lowest, column)
		}
		if value[bool](t, ctx, `[...document.querySelectorAll('#compared td[data-field=against]')].some(td => td.textContent.includes('='))`) {
			t.Errorf("%s: energies are tied by another measure", query)
		}
	}
}

func TestComparisonChangesAndBackUndoesThem(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair)
	do := func(script string) { value[any](t, ctx, script) }
	do(`(() => { const s = document.querySelector('[data-add]'); s.value = 'Qwen/Qwen3-32B';
		s.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	do(`document.querySelector('[name=base][value="Qwen/Qwen3-32B"]').click()`)
	do(`(() => { const b = document.querySelector("#chosen li button"); b.focus(); b.click(); })()`)
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
	for address, want := range map[string]struct {
		says  string
		looks bool // the others have the same parts
	}{
		"":                                       {"uses the least energy", true},
		"?task=gpqa&models=none":                 {"Choose 2 to 8 models", true},
		"?task=gpqa&models=openai%2Fgpt-oss-20b": {"Choose 2 to 8 models", false},
		"?" + pair + "%2Cno%2Fbody":              {"“no/body” for Models, not found here", true},
		"?task=nothing&models=openai%2Fgpt-oss-20b":     {"“nothing” for Task, which should be a task of this site", true},
		"?" + pair + "&deadline=soon":                   {"“soon” for Max latency", false},
		"?" + pair + "&gpu=B200&gpu=H100":               {"all but the first “gpu”", false},
		"?task=gpqa&models=Qwen%2FQwen3-8B&gpu=NVIDIAX": {"“NVIDIAX” for GPU", false},
	} {
		open(t, ctx, base+"compare/"+address)
		if text := value[string](t, ctx, `document.querySelector('main').innerText`); !strings.Contains(text, want.says) {
			t.Errorf("%s: no %q in\n%s", address, want.says, text)
		}
		if !want.looks {
			continue
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

func TestComparisonIsResetAndAnotherTaskHasItsOwnPage(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair+"&base=Qwen%2FQwen3-8B&deadline=100&pct=p90&gpu=B200&sort=-avg_power_watts&price=0.3&rent=B200:4&grid=400")
	value[any](t, ctx, `document.querySelector('#choose [type=reset]').click()`)
	// what the form does not have stays: the task, the models and the carbon intensity
	if got := value[string](t, ctx, `location.search`); got != "?task=gpqa&models=openai%2Fgpt-oss-20b%2CQwen%2FQwen3-8B&grid=400" {
		t.Errorf("after a reset the address is %s", got)
	}
	if got := value[string](t, ctx,
		`[...document.querySelectorAll('[name=gpu], [name=gpus]')].every(box => box.checked) + ' '
			+ ['[name=pct]:checked', '[name=deadline]', '[name=price]', '[data-of=B200]'].map(one => document.querySelector(one).value).join()`); got != "true p50,50,," {
		t.Errorf("after a reset the form says %s", got)
	}
	value[any](t, ctx, `history.back()`)
	until(t, ctx, `document.querySelector('[name=pct]:checked').value === 'p90' && document.querySelector('[name=price]').value === '0.3'`)
	open(t, ctx, base+"compare/?task=image-chat&models=Qwen%2FQwen3-VL-8B-Instruct%2COpenGVLab%2FInternVL3_5-8B&pct=p90")
	until(t, ctx, `document.documentElement.dataset.state === 'ready'`)
	if got := value[string](t, ctx, `location.pathname + location.search`); !strings.HasPrefix(got, "/compare/image-chat/?models=Qwen%2FQwen3-VL-8B-Instruct") {
		t.Errorf("another task is compared at %s", got)
	}
}

// The page compares without a script, and with one draws the responses of what is compared.
func TestComparisonShowsTheResponsesOfWhatIsCompared(t *testing.T) {
	base := published(t)
	ctx := start(t)
	open(t, ctx, base+"compare/?"+pair)
	until(t, ctx, `document.querySelectorAll('#answers figure').length === 2`)
	const told = `[...document.querySelectorAll('#answers figure[data-run]')].map(f => f.dataset.run).sort().join()`
	const best = `[...document.querySelectorAll('#compared tbody tr')].map(tr => tr.dataset.run).sort().join()`
	if got, want := value[string](t, ctx, told), value[string](t, ctx, best); got != want {
		t.Errorf("responses of %s, the best are %s", got, want)
	}
	if value[int](t, ctx, `document.querySelectorAll('#tradeoff-figure [data-width="1120"] [data-i]').length`) < 20 {
		t.Error("the trade-off has hardly any marks")
	}
}
