package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A page with known faults: what the other tests rest on is that these are seen.
const faulty = `<!doctype html><html><head><title>x</title></head><body><main>
<img src="missing.png"><p style="color:#ccc;background:#fff">pale</p><div style="width:3000px">wide</div>
</main></body></html>`

func TestAPageWithFaultsIsNoticed(t *testing.T) {
	axe := axeSource(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(faulty))
	}))
	defer server.Close()
	found := strings.Join(visit(start(t), server.URL+"/", axe, inFull), "\n")
	for _, want := range []string{"image-alt", "color-contrast", "html-has-lang", "console:", "wider than the window"} {
		if !strings.Contains(found, want) {
			t.Errorf("%s was not noticed", want)
		}
	}
}
