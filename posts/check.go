package posts

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/posts/query"
)

// PageAddress is the address of an author's page.
func PageAddress(slug string) string {
	if slug == content.HomePage {
		return "/"
	}
	return "/" + slug + "/"
}

// check gathers the faults of all texts, and links to anchors that no page has.
func (t *Texts) check(c content.Content, results *query.Results) {
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
	tasks := results.Tasks()
	for _, task := range c.Tasks {
		if !slices.Contains(tasks, task.ID) { // no page shows it
			t.unknown(task, results)
			continue
		}
		d := Read(task.About, nil)
		t.gather(d, pages)
		t.asides = append(t.asides, d)
	}
}

// unknown names a publisher's task that no result has.
func (t *Texts) unknown(task content.Task, results *query.Results) {
	if task.Added == nil {
		return
	}
	why := "no result is of this task"
	if known := results.Tasks(); len(known) > 0 {
		why += "; the results have " + data.Clip(strings.Join(known, ", "))
	}
	if len(results.Boards()) > len(results.Tasks()) {
		why += "; boards of a benchmark.yaml are described by its key board"
	}
	t.Warnings = append(t.Warnings, task.Added.Fault("", "id: %q: %s", task.ID, why))
}

func (t *Texts) gather(d *Document, pages map[string]*Document) {
	if d.BuiltIn() {
		d.aim(pages)
	}
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
		if _, page, anchor := d.section(l, pages); page != nil && !page.Has(anchor) {
			faults = append(faults, fault(d.Markdown, l.line, "%s has no anchor %q; add {#%s} to a heading there", page.File, anchor, anchor))
		}
	}
	return faults
}

// section is the address of the text to whose section a link leads, the text and the section's anchor; nil without one.
func (d *Document) section(l *reference, pages map[string]*Document) (address string, page *Document, anchor string) {
	address, anchor, _ = strings.Cut(l.address, "#")
	if page = pages[address]; address == "" {
		page = d
	}
	if anchor == "" {
		page = nil
	}
	return address, page, anchor
}

// Anchors of figures and tables begin so, apart from those of headings and of the page itself.
const (
	FigureAnchor = "figure-"
	TableAnchor  = "table-"
)

// Has reports whether a heading, a figure or a table has the anchor.
func (d *Document) Has(anchor string) bool {
	if _, heading := d.ids[anchor]; heading {
		return true
	}
	for _, kind := range []string{FigureAnchor, TableAnchor} {
		if name, ok := strings.CutPrefix(anchor, kind); ok {
			_, block := d.names[name]
			return block
		}
	}
	return false
}
