package posts

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
)

// Check reads every text of the site and returns what Render would name, and
// links to anchors that no page has. Its error is of type [content.Errors].
func Check(c content.Content) error {
	var faults content.Errors
	pages := map[string]*document{}
	all := texts(c, pages)
	for _, d := range all {
		faults = append(faults, d.faults...)
		faults = append(faults, d.deadAnchors(pages)...)
	}
	return orNil(faults)
}

// texts reads every text and remembers pages by their address.
func texts(c content.Content, pages map[string]*document) (all []*document) {
	for _, p := range c.Pages {
		d := read(p.Body)
		pages["/"+p.Slug+"/"] = d
		all = append(all, d)
	}
	for _, t := range c.Tasks {
		all = append(all, read(t.About))
	}
	return all
}

// deadAnchors looks at links into pages of prose only: which other pages exist
// depends on the results.
func (d *document) deadAnchors(pages map[string]*document) (faults content.Errors) {
	for _, l := range d.links {
		address, anchor, _ := strings.Cut(l.address, "#")
		page, known := pages[address]
		if address == "" {
			page, known = d, true
		}
		if !known || anchor == "" {
			continue
		}
		if _, ok := page.ids[anchor]; !ok {
			faults = append(faults, fault(d.Markdown, l.line, "%s has no anchor %q; add {#%s} to a heading there", page.File, anchor, anchor))
		}
	}
	return faults
}
