package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

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
