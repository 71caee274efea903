package content

import (
	"io/fs"

	"github.com/goccy/go-yaml/ast"
)

// Comparison declares a matched comparison; what its terms mean is package
// aggregate's business.
type Comparison struct {
	ID     string // anchor
	Title  string
	Domain string // llm or diffusion
	Note   string

	Factor, Base, Alt string
	Hold              []string  // none for all settings
	Deadline          string    // field, "" for none
	At                []float64 // in its unit
}

func loadComparisons(fsys fs.FS, errs *Errors) (comparisons []Comparison) {
	m, ok := parseFile(fsys, "comparisons.yaml", errs)
	if !ok {
		return nil
	}
	ids := unique{}
	for _, e := range m.list("comparisons") {
		c := comparison(e)
		ids.check(e, "id", c.ID)
		comparisons = append(comparisons, c)
		e.done()
	}
	m.done()
	return comparisons
}

func comparison(e *mapping) Comparison {
	id, title, note := e.slug("id", "b200-h100"), e.text("title", "B200 instead of H100"), e.optional("note")
	c := sides(e)
	c.ID, c.Title, c.Note = id, title, note
	return c
}

// sides is what is compared.
func sides(e *mapping) Comparison {
	c := Comparison{
		Domain: e.oneOf("domain", "llm", "diffusion"),
		Factor: e.text("factor", "gpu_model"), Base: e.text("base", "H100"), Alt: e.text("alt", "B200"),
		Hold: e.optionalWords("hold"), Deadline: e.optional("deadline"),
	}
	if c.Deadline == "" {
		return c
	}
	for _, text := range e.words("at", "[50, 100]") {
		x, ok := number(text)
		if !ok || x <= 0 {
			e.fault(e.at("at"), "at: want numbers above 0, got %q", text)
		}
		c.At = append(c.At, x)
	}
	return c
}

// words is a required list of plain values.
func (m *mapping) words(key, example string) []string {
	v, ok := m.take(key)
	if !ok {
		m.missing(key, example)
		return nil
	}
	list, ok := v.(*ast.SequenceNode)
	if !ok {
		m.fault(v, "%s: want a list such as %s", key, example)
		return nil
	}
	var words []string
	for _, n := range list.Values {
		text, ok := scalar(n)
		if !ok || text == "" {
			m.fault(n, "%s: want a plain value", key)
			continue
		}
		words = append(words, text)
	}
	return words
}
