package site

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/templates/markdown"
)

// Pages have a twin in Markdown, and the site has a list of them, for programs that read and quote.

const (
	twinName = "index.md"
	llmsName = "llms.txt"
)

// twinned tells whether a page has a twin: it can be found on its own.
func (p *page) twinned() bool { return p.path != notFoundPath && !p.part }

// twin is the page as Markdown, with what to say where it is quoted.
func (p *page) twin(page []byte) []byte {
	var b bytes.Buffer
	b.Write(markdown.Of(page))
	b.WriteString("\n***\n\n")
	fmt.Fprintf(&b, "- **Page:** %s\n", markdown.Text(cmp.Or(p.opts.BaseURL, "/")+p.path))
	for _, s := range p.about {
		fmt.Fprintf(&b, "- **Data:** %s\n", markdown.Text(strings.TrimSpace(spoken(s.terms()))))
		fmt.Fprintf(&b, "- **Cite as:** %s\n", markdown.Text(p.citationText(s, p.title, "", p.permanent())))
	}
	return b.Bytes()
}

// llmsSections are those of the list: which kinds of pages stand under which title. Programs with little room skip what
// is optional, where all other pages are.
var llmsSections = []struct {
	title string
	kinds []string
}{
	{"Leaderboards", []string{"home", "task", "board", "boards", "comparable"}},
	{"Models", []string{"models", "model"}},
	{"Hardware and architectures", []string{"gpus", "gpu", "architectures", "architecture"}},
	{"Data and methods", []string{"data", "methods", "findings", "history", "versions", "quality"}},
	{"Optional", nil},
}

// llms is the list of the twins in the form that llmstxt.org describes.
func (e *edition) llms(pages []entry) []byte {
	var b bytes.Buffer
	site := e.content.Site
	fmt.Fprintf(&b, "# %s\n\n> %s\n\n", markdown.Text(site.Name), markdown.Text(site.Description))
	if e.data.Synthetic() {
		fmt.Fprintf(&b, "**%s**\n\n", markdown.Text(site.Synthetic))
	}
	for _, s := range e.systems {
		fmt.Fprintf(&b, "- %s\n", markdown.Text(strings.TrimSpace(spoken(s.terms()))))
	}
	b.WriteString("\nEach page has a twin in Markdown: `" + twinName + "` in the folder of the page. " +
		"Its tables have their units in the headers, and its last lines say how to cite it. " +
		"A value that is missing was not measured or not reported; it is not zero. " +
		"The files of the data page have all numbers in full precision.\n")
	known := map[string]bool{}
	for _, s := range llmsSections {
		fmt.Fprintf(&b, "\n## %s\n\n", s.title)
		for _, p := range pages {
			if p.twinned() && (slices.Contains(s.kinds, p.kind) || s.kinds == nil && !known[p.kind]) {
				address := markdown.Address(e.opts.BaseURL + p.path + twinName)
				fmt.Fprintf(&b, "- [%s](%s): %s\n", markdown.Text(p.title), address, markdown.Text(p.description))
			}
		}
		for _, kind := range s.kinds {
			known[kind] = true
		}
	}
	return b.Bytes()
}
