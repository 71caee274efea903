package browser

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// executable is the path of Chromium, "" if there is none.
func executable() string {
	if path := os.Getenv("CHROME_PATH"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// chromium is the one browser of all tests; close ends it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(executable()), chromedp.WindowSize(1300, 900), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	closeBrowser = func() {
		_ = chromedp.Cancel(ctx)
		cancel()
	}
	return ctx, chromedp.Do(ctx)
})

var closeBrowser = func() {}

// start opens a tab with a storage of its own. The test runs beside others: most of
// what it does is waiting for its page.
func start(t *testing.T) context.Context {
	t.Helper()
	if executable() == "" {
		t.Skip("no browser: run make test, which installs one, or set CHROME_PATH")
	}
	t.Parallel()
	ctx, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	return newTab(t, ctx, chromedp.WithNewBrowserContext())
}

// newTab opens a tab that behaves as if it were the one in front.
func newTab(t *testing.T, browser context.Context, options ...chromedp.ContextOption) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, options...)
	t.Cleanup(cancel)
	// the first action opens the tab, which lives as long as its context
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}
