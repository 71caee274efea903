package posts_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/content"
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
	sample, err := mlenergy.Sample(mlenergy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	published, _ := leaderboard.Publishable(sample)
	for _, fault := range posts.Compute(c, query.New(published, c, nil)).Faults {
		t.Error(fault)
	}
}

// Column headers and other sites link to these; none may vanish.
func TestMethodsKeepsEveryAnchorThatColumnsLinkTo(t *testing.T) {
	page, ok := embedded(t).Page("methods")
	if !ok {
		t.Fatal("no methods page")
	}
	text, err := posts.Render(page.Body, up)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, h := range text.Headings {
		found[h.ID] = true
	}
	for _, anchor := range []string{
		"energy-per-token", "energy-per-response", "energy-per-generation", "itl", "batch-latency",
		"throughput", "power", "batch-size", "parallelism", "precision", "architecture", "parameters",
		"output-length", "resolution", "denoising-steps", "frames", "stability", "best-configuration",
		"frontier", "ties", "deadline", "provenance", "utilization", "synthetic-sample",
	} {
		if !found[anchor] {
			t.Errorf("no heading {#%s}", anchor)
		}
	}
}
