package posts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
)

// hostile are texts for which the parser would take from seconds to hours.
var hostile = map[string]struct{ text, want string }{
	"quotations":     {"a\n\n" + strings.Repeat(">", 100_000), "a.md:3: quotations and lists nest deeper than 16"},
	"lists":          {strings.Repeat("- ", 50_000), "a.md:1: quotations and lists nest deeper than 16"},
	"numbered lists": {strings.Repeat("1. ", 40_000), "a.md:1: quotations and lists nest deeper than 16"},
	"staircase":      {staircase(100), "a.md:22: a list or a quotation is indented"},
	"links":          {strings.Repeat("[a](", 30_000), "a.md:1: the paragraph has more than 4000 characters"},
	"pictures":       {"b\n" + strings.Repeat("![a](", 20_000), "a.md:2: the paragraph has more than 4000 characters"},
	"emphasis":       {strings.Repeat("*a _b", 25_000), "a.md:1: the paragraph has more than 4000 characters"},
	"lines of links": {strings.Repeat("[a](b\n", 20_000), "a.md:2001: the paragraph has more than 4000 characters"},
	"short rows": {
		strings.Repeat("|a", 100) + "\n" + strings.Repeat("|-", 100) + "\n" + strings.Repeat("|\n", 5000),
		"a.md:201: the tables have",
	},
	"footnotes": {strings.Repeat("a[^b]\n\n", 600), "a.md:801: the text has more than 400 marks of footnotes; split it"},
	"length":    {strings.Repeat("a\n\n", 50_000), "a.md:1: the text is too long"},
}

func staircase(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func TestTextsBeyondTheLimitsAreNotRead(t *testing.T) {
	for name, c := range hostile {
		page, err := posts.Render(source(c.text), up)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || page.HTML() != "" {
			t.Errorf("%s: got %v, want %s…; %d bytes of HTML", name, err, c.want, len(page.HTML()))
		}
	}
}

func TestTextsWithinTheLimitsAreReadInTime(t *testing.T) {
	const size = 128 << 10
	filled := func(unit, fill string) string {
		units := strings.Repeat(unit, 4000/strings.Count(unit, "[")/2)
		return units + strings.Repeat(fill, (size-len(units))/len(fill))
	}
	for name, text := range map[string]string{
		"links":       filled("[a](", "a\n"),
		"pictures":    filled("![a](", "a "),
		"paragraphs":  strings.Repeat(strings.Repeat("[a](", 1990)+"\n\n", 16),
		"staircase":   staircase(21) + strings.Repeat("\n", size-1000),
		"quotations":  strings.Repeat(strings.Repeat("> ", 16)+"a\n", size/34),
		"headings":    strings.Repeat("## a\n", size/5),
		"definitions": "[a]: /" + strings.Repeat("b", 1000) + "\n\n" + strings.Repeat(strings.Repeat("[a] ", 1900)+"\n\n", 16),
		"table":       strings.Repeat("|a", 199) + "\n" + strings.Repeat("|-", 199) + "\n" + strings.Repeat("|\n", 98),
		"citations": "```bibtex\n" + strings.Repeat("@a{k,title={b}}\n", 400) + "```\n\n" +
			strings.Repeat(strings.Repeat("[@kx]", 1900)+"\n\n", 12),
	} {
		if len(text) > size {
			t.Fatalf("%s: %d bytes", name, len(text))
		}
		shared.Bounded(func() {
			if _, err := posts.Render(source(text), up); err != nil && strings.Contains(err.Error(), " more than ") {
				t.Errorf("%s: %.200s", name, err)
			}
		})
	}
}

func TestABibliographyIsBounded(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("@a{k,title={b}}\n", 600):         "more than 500 works",
		"@a{" + strings.Repeat("k", 200) + ",title={b}}": "a key of 200 bytes",
	} {
		_, err := posts.Render(source("```bibtex\n"+text+"\n```\n"), up)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %.200v, want %s", err, want)
		}
	}
}

// When the purse of a site is spent, one line says so and one counts what it does not pay for, however many parts there are.
func TestASpentPurseIsSaidOnce(t *testing.T) {
	c := content.Content{}
	text := strings.Repeat("a", 80<<20)
	for i := range 1000 {
		slug := fmt.Sprintf("p%03d", i)
		c.Pages = append(c.Pages, content.Page{Slug: slug, Body: content.Markdown{Text: text, File: slug + ".md", Line: 4}})
	}
	texts := posts.Compute(c, query.New(data.Dataset{}, c, nil))
	got := texts.Faults.Error()
	if len(texts.Faults) != 2 || !strings.Contains(got, "p000.md:4") || !strings.Contains(got, "more than they may together") ||
		!strings.Contains(got, "999 further parts of the texts cannot be made for the same reason") {
		t.Errorf("%d errors: %.500s", len(texts.Faults), got)
	}
}
