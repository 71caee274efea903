package site

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"
)

// parsed is a page, or a page's twin as readers of Markdown show it.
func parsed(t *testing.T, text string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func shownMarkdown(t *testing.T, text string) *html.Node {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "raw HTML omitted") {
		t.Errorf("the Markdown has HTML in it:\n%s", text)
	}
	return parsed(t, b.String())
}

// foundIn lists the elements of a name.
func foundIn(n *html.Node, name string) (all []*html.Node) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			all = append(all, d)
		}
	}
	return all
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func hrefs(n *html.Node) (all []string) {
	for _, a := range foundIn(n, "a") {
		for _, at := range a.Attr {
			if at.Key == "href" {
				all = append(all, at.Val)
			}
		}
	}
	return all
}

// Every number of every table of a page is in its twin, in the same row, below a header with the same unit.
func TestATwinHasEveryNumberOfItsPage(t *testing.T) {
	opts := options(t)
	opts.BaseURL = "https://lab.example/"
	files, twins := built(t, opts), 0
	for name, page := range files {
		twin := files[path.Dir(name)+"/"+twinName]
		if name == "index.html" {
			twin = files[twinName]
		}
		if path.Base(name) != "index.html" || strings.Contains(name, "embed/") || strings.HasPrefix(name, "runs/") {
			continue
		}
		twins++
		doc, markdown := parsed(t, page), shownMarkdown(t, twin)
		tables, shown := foundIn(doc, "table"), foundIn(markdown, "table")
		if len(tables) != len(shown) {
			t.Fatalf("%s has %d tables, its twin %d", name, len(tables), len(shown))
		}
		for i := range tables {
			sameTable(t, name, tables[i], shown[i])
		}
		address := "https://lab.example/" + strings.TrimSuffix(name, "index.html")
		for _, want := range []string{address, "license: Apache-2.0"} {
			if !strings.Contains(textOf(markdown), want) {
				t.Errorf("the twin of %s does not say %q", name, want)
			}
		}
		top, _, _ := strings.Cut(name, "/")
		prose := slices.Contains([]string{"about", "licenses", "methods", "posts", "search"}, top)
		if cites := strings.Contains(textOf(markdown), "Cite as: The ML.ENERGY Benchmark, on Jouleboard."); cites == prose {
			t.Errorf("the twin of %s cites the benchmark: %t", name, cites)
		}
	}
	if twins < 10 {
		t.Errorf("%d pages have twins", twins)
	}
}

func sameTable(t *testing.T, name string, table, shown *html.Node) {
	t.Helper()
	rows, lines := foundIn(table, "tr"), foundIn(shown, "tr")
	if len(rows) != len(lines) {
		t.Fatalf("%s: a table of %d rows has %d in the twin", name, len(rows), len(lines))
	}
	for i := range rows {
		line := " " + textOf(lines[i])
		for _, small := range foundIn(rows[i], "small") {
			if unit := strings.Trim(textOf(small), " ?"); !strings.Contains(line, unit) {
				t.Errorf("%s: no %q in %q", name, unit, line)
			}
		}
		for _, value := range foundIn(rows[i], "data") {
			number := textOf(value)
			_, after, ok := strings.Cut(line, number)
			if !ok {
				t.Errorf("%s: no %q in %q", name, number, line)
			}
			line = after
		}
	}
}

// Names of results, some of which are written as Markdown or HTML, make no link and no element.
func TestATwinLeadsWhereItsPageLeads(t *testing.T) {
	files := plainSite(t)
	for name, page := range files {
		if path.Base(name) != "index.html" || strings.Contains(name, "embed/") {
			continue
		}
		allowed := map[string]bool{}
		for _, href := range hrefs(parsed(t, page)) {
			if strings.HasPrefix(href, "#") {
				href = "./" + href
			}
			allowed[href] = true
		}
		markdown := shownMarkdown(t, files[strings.TrimSuffix(name, "index.html")+twinName])
		for _, href := range hrefs(markdown) {
			if !allowed[href] {
				t.Errorf("the twin of %s leads to %q", name, href)
			}
		}
		if len(foundIn(markdown, "img")) > len(foundIn(parsed(t, page), "img")) {
			t.Errorf("the twin of %s has a picture of its own", name)
		}
	}
}

func TestTheListOfTwinsHasAllPages(t *testing.T) {
	opts := options(t)
	opts.BaseURL = "https://lab.example/"
	files := built(t, opts)
	list := files[llmsName]
	if !strings.HasPrefix(list, "# Jouleboard\n\n> How much energy") {
		t.Errorf("the list begins with %.80q", list)
	}
	listed := map[string]bool{}
	for _, href := range hrefs(shownMarkdown(t, list)) {
		listed[strings.TrimPrefix(href, "https://lab.example/")] = true
	}
	for name := range files {
		if path.Base(name) == twinName && !listed[name] {
			t.Errorf("the list has no %s", name)
		}
		delete(listed, name)
	}
	if len(listed) > 0 {
		t.Errorf("the list leads to %v, which are not there", listed)
	}
	page := files["embed/gpqa/index.html"]
	if page == "" || strings.Contains(page, twinName) || files["embed/gpqa/"+twinName] != "" {
		t.Error("a page for other sites has a twin")
	}
	if !strings.Contains(files["tasks/gpqa/index.html"], `<link rel="alternate" type="text/markdown" href="index.md">`) {
		t.Error("a page does not name its twin")
	}
}
