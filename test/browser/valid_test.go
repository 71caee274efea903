package browser

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

const validator = "node_modules/html-validate/bin/html-validate.mjs"

// invalid is what the checker finds in HTML files, a line each.
func invalid(t *testing.T, files ...string) []string {
	t.Helper()
	if _, err := os.Stat(validator); err != nil {
		t.Skip("html-validate is not installed: run make test, or npm ci in test/browser")
	}
	command := exec.Command("node", append([]string{validator, "--config", "htmlvalidate.mjs", "--formatter", "text"}, files...)...)
	text, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(text) == 0 || err != nil && exit == nil {
		t.Fatalf("html-validate: %v", err)
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// somePages are the files of a site's pages, the first where a pattern matches several.
func somePages(t *testing.T, dir string, patterns ...string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(file(dir, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no page /%s: %v", pattern, err)
		}
		files = append(files, found[0])
	}
	return files
}

// One page of each kind, with whatever Markdown becomes in them.
func TestPagesAreValid(t *testing.T) {
	files := somePages(t, build(t, "sample:"),
		"", "404.html", "tasks/gpqa/", "tasks/text-to-image/", "models/", "models/*/", "gpus/*/", "architectures/*/",
		"compare/", "posts/", "posts/*/", "findings/", "methods/", "data/", "about/", "search/", "embed/gpqa/")
	files = append(files, somePages(t, buildDocs(t), "", "tutorial/", "settings/")...)
	files = append(files, somePages(t, buildTexts(t), "posts/kinds/", "quality/")...)
	preview := previewed(t)
	files = append(files, somePages(t, preview, "changes/", "tasks/"+changedTask+"/")...)
	report := filepath.Join(t.TempDir(), "index.html")
	sites.Do(t, "diff", "sample:", filepath.Join(preview, "data"), "--format", "html", "--out", report)
	for _, fault := range invalid(t, append(files, report)...) {
		t.Error(fault)
	}
}

func TestBoardsOfOtherBenchmarksAreValid(t *testing.T) {
	dir := build(t, otherBenchmarks(t)...)
	for _, fault := range invalid(t, somePages(t, dir, "", "boards/", "boards/llenergymeasure-*/", "boards/ipw-*/", "comparable/")...) {
		t.Error(fault)
	}
}

// otherBenchmarks are the sources of a site without boards of ML.ENERGY.
func otherBenchmarks(t *testing.T) []string {
	t.Helper()
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	return []string{
		"llenergymeasure:" + filepath.Join(fixtures, "llenergymeasure", "h100-batch-sweep_2026-05-07T14-32-08"),
		"ipw:" + filepath.Join(fixtures, "ipw", "profile_H100_two_models_large_string"),
	}
}

// What the tests above rest on: faults are seen.
func TestInvalidMarkupIsNoticed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "faulty.html")
	text := `<!doctype html><html lang="en"><head><title>x</title></head><body>
<figure><svg></svg><figcaption>c</figcaption><details><summary>s</summary></details></figure>
<p><div>d</div></p><i id="a"></i><i id="a"></i></body></html>`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found := strings.Join(invalid(t, name), "\n")
	for _, want := range []string{"element-permitted-order", "close-order", "no-dup-id"} {
		if !strings.Contains(found, want) {
			t.Errorf("%s was not noticed in\n%s", want, found)
		}
	}
}
