package browser

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/jouleboard/jouleboard/test/sites"
)

// serving runs the command serve until the test ends, and gives the address of its site.
func serving(t *testing.T, flags ...string) (base string) {
	t.Helper()
	c := exec.Command(sites.Program(t), append([]string{"serve", "--quiet", "--addr", "127.0.0.1:0"}, flags...)...)
	said, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if base = regexp.MustCompile(`http://[^/]+/`).FindString(lines.Text()); base != "" {
			go func() {
				for lines.Scan() { // so that it can say more
				}
			}()
			return base
		}
	}
	t.Fatal("serve ended without an address")
	return ""
}

// comes waits for an expression to be true of a page that may be loaded anew meanwhile.
func comes(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`Boolean(`+expression+`)`)); err == nil && is {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("never came true: %s", expression)
}

func TestAnAuthorSeesAFaultInThePageUntilItIsMended(t *testing.T) {
	ctx := start(t)
	settings := filepath.Join(t.TempDir(), "my.yaml")
	save := func(text string) {
		if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const wrong = "name: First board\n\"<img src=x onerror=alert(1)>\": 1\n"
	save("name: First board\n")
	address := serving(t, "--source", "sample:", "--config", settings) + "tasks/gpqa/"
	messages, stop := console(ctx)
	open(t, ctx, address)
	const panel = `document.querySelector('[data-fault]')?.shadowRoot`
	save(wrong)
	comes(t, ctx, panel+`?.querySelector('pre').textContent.includes('my.yaml:2: unknown key "<img src=x onerror=alert(1)>"')`)
	comes(t, ctx, `getComputedStyle(`+panel+`.querySelector('section')).position === 'fixed'`) // its stylesheet is there
	if value[bool](t, ctx, panel+`.querySelector('img') !== null`) {
		t.Error("the text of the fault is read as HTML")
	}
	if value[bool](t, ctx, `(`+panel+`.querySelector('button').click(), `+panel+` !== undefined)`) {
		t.Error("the panel cannot be hidden")
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	comes(t, ctx, panel) // a page that is opened later shows it too
	save("name: Second board\n")
	comes(t, ctx, `document.title.includes('Second board') && !document.querySelector('[data-fault]')`)
	stop()
	for _, m := range *messages {
		t.Error(m)
	}
	save(wrong)
	comes(t, ctx, panel)
	for _, v := range evenly {
		for _, fault := range v.look(ctx) {
			t.Errorf("%s, %d px: %s", v.scheme, v.width, fault)
		}
		if v.rules == "" { // axe is needed from here on
			found(ctx, alikeScript+axeSource(t)+";'[]'")
		}
	}
}
