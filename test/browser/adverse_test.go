package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A slow answer about the task that a reader has left does not take the place of
// the one that the reader went to.
func TestALateAnswerDoesNotReplaceALaterTask(t *testing.T) {
	files := http.FileServer(http.Dir(build(t, "sample:")))
	asked, release, answered := make(chan bool, 1), make(chan bool), make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "/gpqa.") || !strings.HasSuffix(r.URL.Path, ".json") {
			files.ServeHTTP(w, r)
			return
		}
		asked <- true
		<-release
		files.ServeHTTP(w, r)
		answered <- true
	}))
	t.Cleanup(server.Close)
	ctx := start(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/compare/?task=gpqa")); err != nil {
		t.Fatal(err)
	}
	<-asked
	value[any](t, ctx,
		`(() => { const s = document.querySelector('[name=task]'); s.value = 'lm-arena-chat';
			s.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	offered := `[...document.querySelectorAll('[name=add] option')].map(o => o.value).join()`
	until(t, ctx, `document.querySelector('[name=add] option[value]:not([value=""])')`)
	want := value[string](t, ctx, offered)
	close(release)
	<-answered
	if got := value[string](t, ctx,
		`new Promise(r => setTimeout(() => r(`+offered+` + document.querySelector('[name=task]').value), 500))`); got != want+"lm-arena-chat" {
		t.Errorf("offered are %s after the late answer, want %s of lm-arena-chat", got, want)
	}
}

// Without JavaScript a page has its tables, drawings and downloads, and no control
// that would do nothing.
func TestWithoutJavaScriptNothingIsMissingButTheControls(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	off := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
	if err := chromedp.Do(ctx, off, chromedp.Navigate(base+"tasks/gpqa/?gpu=B200"), chromedp.WaitReady("footer")); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{1440, 390} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900)); err != nil {
			t.Fatal(err)
		}
		for want, expression := range map[string]string{
			"no script": `String(document.documentElement.dataset.state === 'static')`,
			"rows": `String(document.querySelectorAll('#results tr[data-run]').length > 1
				&& document.querySelector('#results').checkVisibility({visibilityProperty: true}))`,
			"a drawing":  `String(document.querySelectorAll('#tradeoff-figure svg [data-i]').length > 1)`,
			"all rows":   `String(document.querySelector('#tradeoff-figure [data-rows] .note a[href$="tradeoff.csv"]') !== null)`,
			"a download": `String(document.querySelector('a[href$=".csv"]') !== null)`,
			"no controls": `[...document.querySelectorAll('form, button:not(.sort), .pick')].filter(e => e.checkVisibility())
				.map(e => e.outerHTML.slice(0, 90)).join() || 'true'`,
		} {
			got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
			if err != nil || got != "true" {
				t.Errorf("%d px, %s: got %q, %v", width, want, got, err)
			}
		}
	}
}
