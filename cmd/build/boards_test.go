package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// private are texts of the fixtures that nothing published may hold: hosts,
// addresses, paths, prompts, answers, messages of tools.
var private = []string{
	"bench-node-07", "mbp.local", "localhost", "/data/runs", "/Users/", "ghcr.io",
	"pick the right option", "Which river is longer", "River A", "How many moons", "27 moons", "Read the PDF", "tool failed",
	"Sum the table", "minimal trace", "Crashed before", "ConnectionError", "ToolTimeout", "pdf_reader", "web_search", "exact_match",
	"container.log", "judge-small", "CUDA out of memory",
}

// One command makes a site of three benchmarks; nothing private is in any of its
// bytes, and names of results stay text.
func TestASiteOfSeveralSystemsHoldsNothingPrivate(t *testing.T) {
	root := shared.Dir(t)
	if _, err := assets.ChartEngine(); err != nil {
		t.Skip(err)
	}
	out := filepath.Join(t.TempDir(), "public")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	command(t, "build", "--out", out, "--tasks", "gpqa",
		"--source", filepath.Join(root, "data", "mlenergy-v3", "compiled"),
		"--source", "llenergymeasure:"+filepath.Join(root, "fixtures", "llenergymeasure"),
		"--source", "ipw:"+filepath.Join(root, "fixtures", "ipw"))
	pages := 0
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(out, path)
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, secret := range private {
			if bytes.Contains(unpacked(t, name, content), []byte(secret)) {
				t.Errorf("%s holds %q", name, secret)
			}
		}
		if strings.HasPrefix(filepath.ToSlash(name), "boards/") && strings.HasSuffix(name, ".html") {
			pages++
			staysText(t, name, content)
		}
		return nil
	})
	if err != nil || pages < 8 {
		t.Errorf("%d pages of boards, %v", pages, err)
	}
}

// unpacked is a file's content with the values of a Parquet file in front, which are
// compressed in it.
func unpacked(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	if !strings.HasSuffix(name, ".parquet") {
		return content
	}
	file, err := columnfile.Open(content)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var text bytes.Buffer
	for _, c := range file.Columns {
		values, err := file.Read(c)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, c.Name, err)
		}
		for row := range file.Rows {
			fmt.Fprintln(&text, values.At(row))
		}
	}
	return append(text.Bytes(), content...)
}

func staysText(t *testing.T, name string, page []byte) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "img" {
			t.Errorf("%s: a model's name became an element", name)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("%s: <%s> has the attribute %s", name, n.Data, a.Key)
			}
		}
		if n.Data == "script" && n.FirstChild != nil && strings.Contains(n.FirstChild.Data, "alert") {
			t.Errorf("%s: a warning became a script", name)
		}
	}
}
