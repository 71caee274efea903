package command

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

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
	root := shared.Small(t)
	out := filepath.Join(t.TempDir(), "public")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	command(t, "build", "--out", out, "--tasks", "sourcegraph-fim",
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

const systemsPost = `---
title: Accuracy against energy
summary: What a query costs.
date: 2026-11-20
authors: [Jouleboard]
select:
  profiles: {domain: ipw, where: 'accuracy != nil && energy_per_query_j != nil'}
  runs: {domain: llenergymeasure, where: 'gpu != nil'}
---

The dearest query costs {{ max(profiles.energy_per_query_j) }} J.

` + "```figure" + `
name: tradeoff
kind: scatter
title: Accuracy against energy
caption: Each mark is a model.
alt: A mark a model.
from: profiles
label: model
x: energy_per_query_j
y: accuracy
frontier: true
` + "```" + `

` + "```table" + `
name: experiments
title: Energy per output token
from: runs
columns: [model, engine, energy_per_output_token_j, mj_per_tok_adjusted]
` + "```" + `
`

// An author's text names runs and fields of other systems as it does the benchmark's.
func TestTextsHoldFiguresOfOtherSystems(t *testing.T) {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	texts, out := t.TempDir(), filepath.Join(t.TempDir(), "public")
	if err := os.MkdirAll(filepath.Join(texts, "posts"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(texts, "posts", "systems.md"), []byte(systemsPost), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	command(t, "build", "--out", out, "--content", texts,
		"--source", "ipw:"+filepath.Join(fixtures, "ipw", "profile_H100_two_models_large_string"),
		"--source", "llenergymeasure:"+filepath.Join(fixtures, "llenergymeasure", "h100-batch-sweep_2026-05-07T14-32-08"))
	holds(t, filepath.Join(out, "index.html"), "8 runs", "on 4 boards", `href="boards/ipw-supergpqa/"`)
	holds(t, filepath.Join(out, "posts", "systems", "index.html"), ">1,520<", "Energy per query", "gemma-3-12b-it",
		"share of scored queries", "mJ per token, input + output", "gpt-oss-20b")
}

func holds(t *testing.T, file string, texts ...string) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range texts {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("%s lacks %q", file, want)
		}
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
