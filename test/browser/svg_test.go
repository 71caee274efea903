package browser

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"
	"github.com/jouleboard/jouleboard/content"
)

// Pictures that a site publishes run no script, on a host that sends no header but their type. That a script would be seen
// is shown with a picture that is refused.
func TestPublishedPicturesRunNoScript(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "internal", "pictures", "testdata", "svg", "*", "*.svg"))
	if err != nil || len(files) < 80 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	served, published := fstest.MapFS{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		site, _ := content.Over(fstest.MapFS{"static/" + name: {Data: text}})
		for _, s := range site.Static {
			served[s.Name], published[s.Name] = &fstest.MapFile{Data: []byte(s.Content)}, true
		}
	}
	if len(published) < 30 {
		t.Fatalf("published only %v", slices.Sorted(maps.Keys(published)))
	}
	script, err := os.ReadFile(filepath.Join("..", "..", "internal", "pictures", "testdata", "svg", "refused", "script.svg"))
	if err != nil {
		t.Fatal(err)
	}
	served["refused.svg"] = &fstest.MapFile{Data: script}
	server := httptest.NewServer(http.FileServerFS(served))
	t.Cleanup(server.Close)
	ctx := start(t)
	ran := func(name string) bool {
		t.Helper()
		if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/"+name)); err != nil {
			t.Fatal(err)
		}
		ran, err := chromedp.Run(ctx, chromedp.Evaluate[bool](
			`["ran", "1"].includes(document.title) || document.getElementsByTagNameNS("*", "script").length > 0`))
		if err != nil {
			t.Fatal(err)
		}
		return ran
	}
	if !ran("refused.svg") {
		t.Error("no script of a picture is seen")
	}
	for _, name := range slices.Sorted(maps.Keys(published)) {
		if ran(name) {
			t.Errorf("%s runs a script", name)
		}
		if !strings.HasSuffix(name, ".svg") {
			t.Errorf("%s is no picture", name)
		}
	}
}
