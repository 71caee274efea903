package posts_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
)

func embedded(t *testing.T) content.Content {
	t.Helper()
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEmbeddedTextsHaveNoFault(t *testing.T) {
	c := embedded(t)
	for what, ds := range map[string]data.Dataset{"sample": sample(t), "no run of ours": {}} {
		texts := posts.Compute(c, query.New(ds, c, nil))
		for _, fault := range slices.Concat(texts.Faults, texts.Warnings) {
			t.Errorf("%s: %v", what, fault)
		}
	}
}

func sample(t *testing.T) data.Dataset {
	t.Helper()
	ds, err := mlenergy.Sample(mlenergy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	published, _ := leaderboard.Publishable(ds)
	return published
}

// The built-in texts say nothing about the ML.ENERGY benchmark where there is none of its runs.
func TestBuiltInPagesFollowTheData(t *testing.T) {
	c := embedded(t)
	words := func(ds data.Dataset) (all string) {
		for _, d := range posts.Compute(c, query.New(ds, c, nil)).All() {
			all += d.Render(up).HTML()
		}
		return all
	}
	ours, others := words(sample(t)), words(data.Dataset{})
	for _, word := range []string{"vLLM", "xDiT", "fewer than 85%", "prefill", "20 seconds", "470 pairs", `id="stability"`} {
		if !strings.Contains(ours, word) || strings.Contains(others, word) {
			t.Errorf("%q: with runs of the benchmark %t, without %t", word, strings.Contains(ours, word), strings.Contains(others, word))
		}
	}
	for _, anchor := range []string{"measured", "deadline", "ties", "units", "uncertainty", "capacity", "plausibility"} {
		if !strings.Contains(others, `id="`+anchor+`"`) {
			t.Errorf("other benchmarks have no %q", anchor)
		}
	}
}

// A publisher's page in the place of a built-in one need not have its sections.
func TestBuiltInTextsReportNoSectionThatAPublisherLeftOut(t *testing.T) {
	c, err := content.Over(fstest.MapFS{"pages/methods.md": {Data: []byte("---\ntitle: M\ndescription: M.\n---\n\n## A {#a}\n")}})
	if err != nil {
		t.Fatal(err)
	}
	texts := posts.Compute(c, query.New(sample(t), c, nil))
	if len(texts.Warnings) > 0 {
		t.Error(texts.Warnings)
	}
	if about := texts.Pages["about"].Render(up).HTML(); strings.Contains(about, "methods/#") || !strings.Contains(about, "methods/") {
		t.Error("about leads to sections that are not there")
	}
}

func TestASectionHasACondition(t *testing.T) {
	body := content.Markdown{
		Text: "## A {#a requires=\"count(llm) > 0\"}\n\none\n\n### B {#b}\n\ntwo\n\n" +
			"## C {#c requires=\"count(llm) == 0\"}\n\nthree\n\n## D {#d requires=\"count(lm) == 0\"}\n\n## E {#e requires=1}\n",
		File: "pages/a.md", Line: 1,
	}
	c := content.Content{Pages: []content.Page{{Slug: "a", Body: body}}}
	texts := posts.Compute(c, query.New(data.Dataset{}, c, nil))
	html := texts.Pages["a"].Render(up).HTML()
	if strings.Contains(html, "one") || strings.Contains(html, "two") || !strings.Contains(html, "three") {
		t.Error(html)
	}
	want := `pages/a.md:13: requires: there is no selection, comparison or function "lm"; did you mean "llm"?
pages/a.md:15: requires: write the condition in quotes, such as {#anchor requires="count(llm) > 0"}`
	if got := texts.Faults.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Column headers and other sites link to these; none may vanish.
func TestMethodsKeepsEveryAnchorThatColumnsLinkTo(t *testing.T) {
	methods := posts.Compute(embedded(t), query.New(sample(t), embedded(t), nil)).Pages["methods"]
	for _, anchor := range []string{
		"energy-per-token", "energy-per-response", "energy-per-generation", "itl", "batch-latency",
		"throughput", "power", "batch-size", "parallelism", "precision", "architecture", "parameters",
		"output-length", "resolution", "denoising-steps", "frames", "stability", "best-configuration",
		"frontier", "ties", "deadline", "provenance", "utilization",
	} {
		if !methods.Has(anchor) {
			t.Errorf("no heading {#%s}", anchor)
		}
	}
}
