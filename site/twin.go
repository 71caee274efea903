package site

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/templates/markdown"
)

// Pages have a twin in Markdown, and the site has a list of them, for programs that read and quote.

const (
	twinName = "index.md"
	llmsName = "llms.txt"
)

// twinned tells whether a page has a twin: it can be found on its own, and there are not very many like it.
func (p *page) twinned() bool { return p.path != notFoundPath && !p.part && !p.single }

// twin is the page as Markdown, with what to say where it is quoted.
func (p *page) twin(page []byte) []byte {
	var b bytes.Buffer
	b.Write(markdown.Of(page))
	b.WriteString("\n***\n\n")
	note := func(label, text string) { fmt.Fprintf(&b, "- **%s:** %s\n", p.Say(label), markdown.Text(text)) }
	note("twin.page", cmp.Or(p.opts.BaseURL, "/")+p.path)
	for _, s := range p.about {
		note("twin.data", s.terms())
		if !p.prosaic { // those have authors of their own
			note("twin.cite", p.citationText(s, p.title, "", p.permanent()))
		}
	}
	return b.Bytes()
}

// terms are whose the data are, how many, of when, and under which license.
func (s system) terms() string { return s.name + ": " + s.facts() + "." }

// llmsSections are those of the list: which kinds of pages stand under which title. Programs with little room skip what
// is optional, where all other pages are.
var llmsSections = []struct {
	title string // key of its text
	kinds []string
}{
	{"twin.list.boards", []string{"home", "task", "board", "boards", "comparable"}},
	{"twin.list.models", []string{"models", "model"}},
	{"twin.list.groups", []string{"gpus", "gpu", "architectures", "architecture"}},
	{"twin.list.data", []string{"data", "methods", "findings", "history", "versions", "quality"}},
	{"twin.list.optional", nil},
}

// llmsAnswers lists the answers for programs.
func (e *edition) llmsAnswers(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", e.Say("twin.list.answers"), e.Say("twin.list.answers_about", "models", "`"+answersPath+"{task}/{model}.json`"))
	for _, t := range slices.Concat(e.tasks, e.boards) {
		fmt.Fprintf(b, "- [%s](%s)\n", markdown.Text(t.Name), markdown.Address(e.opts.BaseURL+answersPath+t.ID+".json"))
	}
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
		fmt.Fprintf(&b, "- %s\n", markdown.Text(s.terms()))
	}
	b.WriteString("\n" + e.Say("twin.list.about", "file", "`"+twinName+"`") + "\n")
	e.llmsAnswers(&b)
	known := map[string]bool{}
	for _, s := range llmsSections {
		fmt.Fprintf(&b, "\n## %s\n\n", e.Say(s.title))
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
