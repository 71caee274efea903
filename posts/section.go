package posts

import "github.com/yuin/goldmark/ast"

// conditionKey is the attribute of a heading with the condition for its section: {#anchor requires="count(llm) > 0"}.
const conditionKey = "requires"

// leaveOut removes the sections whose condition the data do not meet, up to the next heading of their level.
func (d *Document) leaveOut() {
	level := 0 // of the section that is being removed
	for n := d.tree.FirstChild(); n != nil; {
		next := n.NextSibling()
		if h, ok := n.(*ast.Heading); ok && (level == 0 || h.Level <= level) {
			if level = 0; !d.required(h) {
				level = h.Level
			}
		}
		if level > 0 {
			d.tree.RemoveChild(d.tree, n)
		}
		n = next
	}
}

// required reports whether the data meet the condition of a heading; one that cannot be computed is a fault.
func (d *Document) required(h *ast.Heading) bool {
	condition, ok := h.AttributeString(conditionKey)
	if !ok {
		return true
	}
	text, isText := condition.([]byte)
	switch {
	case !isText:
		d.fault(h, `%s: write the condition in quotes, such as {#anchor requires="count(llm) > 0"}`, conditionKey)
	case d.query == nil:
		d.fault(h, "a section with a condition belongs in a page or a post")
	default:
		met, err := d.query.Meets(string(text))
		if err != nil {
			d.fault(h, "%s: %v", conditionKey, err)
		}
		return met && err == nil
	}
	return true
}

// aim makes the links of a built-in text to sections that a page does not have lead to the page.
func (d *Document) aim(pages map[string]*Document) {
	for _, l := range d.links {
		if address, page, anchor := d.section(l, pages); page != nil && page != d && !page.Has(anchor) {
			l.address = address
		}
	}
}
