package posts

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
)

// PageAddress is the address of an author's page.
func PageAddress(slug string) string {
	if slug == content.HomePage {
		return "/"
	}
	return "/" + slug + "/"
}

// check gathers the faults of all texts, and links to anchors that no page has.
func (t *Texts) check(c content.Content) {
	pages := map[string]*Document{}
	for slug, d := range t.Pages {
		pages[PageAddress(slug)] = d
	}
	for _, p := range t.Posts {
		pages["/posts/"+p.Slug+"/"] = p.Document
	}
	files := map[string]string{}
	for slug, d := range t.All() {
		d.measure(c.Static)
		t.gather(d, pages)
		t.uniqueFiles(slug, d, files)
	}
	for _, task := range c.Tasks {
		d := Read(task.About, nil)
		t.gather(d, pages)
		t.asides = append(t.asides, d)
	}
}

func (t *Texts) gather(d *Document, pages map[string]*Document) {
	t.Faults = append(t.Faults, d.faults...)
	t.Warnings = append(t.Warnings, append(d.warnings, d.deadAnchors(pages)...)...)
}

// uniqueFiles sees that no two figures of all texts share their files.
func (t *Texts) uniqueFiles(slug string, d *Document, files map[string]string) {
	for n, part := range d.blocks {
		if part.Figure == nil {
			continue
		}
		name := slug + "-" + part.Figure.Name
		if other, taken := files[name]; taken {
			t.Faults = append(t.Faults,
				fault(d.Markdown, d.line(n), "the file names %s.* are used by a figure in %s; choose another name", name, other))
			d.blocks[n] = Part{Message: "This figure has the name of another."}
		}
		files[name] = d.File
	}
}

// deadAnchors looks at links into texts only: which other pages exist depends on
// the results.
func (d *Document) deadAnchors(pages map[string]*Document) (faults content.Errors) {
	for _, l := range d.links {
		address, anchor, _ := strings.Cut(l.address, "#")
		page, known := pages[address]
		if address == "" {
			page, known = d, true
		}
		if !known || anchor == "" || page.Has(anchor) {
			continue
		}
		faults = append(faults, fault(d.Markdown, l.line, "%s has no anchor %q; add {#%s} to a heading there", page.File, anchor, anchor))
	}
	return faults
}

// Has reports whether a heading, a figure or a table has the anchor.
func (d *Document) Has(anchor string) bool {
	if _, heading := d.ids[anchor]; heading {
		return true
	}
	for _, kind := range []string{"figure", "table"} {
		if name, ok := strings.CutPrefix(anchor, kind+"-"); ok {
			_, block := d.names[name]
			return block
		}
	}
	return false
}
