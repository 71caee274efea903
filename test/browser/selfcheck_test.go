package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A page with known faults: what the other tests rest on is that these are seen.
const faulty = `<!doctype html><html><head><title>x</title></head><body><main>
<img src="missing.png"><p style="color:#ccc;background:#fff">pale</p><div style="width:3000px">wide</div>
</main></body></html>`

func TestAPageWithFaultsIsNoticed(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: run make test, or npm ci in test/browser")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(faulty))
	}))
	defer server.Close()
	tab, cancel := chromedp.NewContext(start(t))
	defer cancel()
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	found := strings.Join(visit(tab, server.URL+"/", "", string(axe)), "\n")
	for _, want := range []string{"image-alt", "color-contrast", "html-has-lang", "console:", "wider than the window"} {
		if !strings.Contains(found, want) {
			t.Errorf("%s was not noticed", want)
		}
	}
}
