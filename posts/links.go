package posts

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/yuin/goldmark/ast"
)

// reference is a link or a picture in a text.
type reference struct {
	address string
	line    int
	rewrite func(string)
}

// own tells addresses of the site's pages from its anchors and the web.
func (r *reference) own() bool { return content.IsOwnAddress(r.address) }

func (d *Document) link(n ast.Node, address string, rewrite func(string)) {
	if !isAllowed(address) {
		d.fault(n,
			"the link %q; use https://…, mailto:…, #anchor, the file of a page or a post, or an address of this site that begins with /",
			address)
		d.refused = append(d.refused, n)
		return
	}
	if rewrite != nil {
		d.links = append(d.links, &reference{address, d.line(n), rewrite})
	}
}

func isAllowed(address string) bool {
	if content.IsOwnAddress(address) || strings.HasPrefix(address, "#") {
		return true
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	web := (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
	return web || u.Scheme == "mailto" && u.Opaque != ""
}

// image keeps pictures of the site alone: the page's policy loads no other, and
// one without a description is nothing to who cannot see it.
func (d *Document) image(n *ast.Image) {
	address := d.Address(string(n.Destination))
	if !content.IsOwnAddress(address) {
		d.fault(n, "the picture %q is not in the site; put it into static/ and give its file or an address that begins with /", address)
		d.refused = append(d.refused, n)
		return
	}
	if textIn(n, d.source) == "" {
		d.warnings = append(d.warnings,
			fault(d.Markdown, d.line(n), "the picture %q has no description; write it between the brackets of ![ ]", address))
	}
	d.pictures = append(d.pictures, n)
	d.links = append(d.links, &reference{address, d.line(n), func(s string) { n.Destination = []byte(s) }})
}

// unlink replaces what was refused by its words.
func (d *Document) unlink() {
	for _, n := range d.refused {
		parent := n.Parent()
		if auto, ok := n.(*ast.AutoLink); ok {
			words := ast.NewString(auto.Label(d.source))
			words.SetRaw(true) // escaped once, by the renderer
			parent.InsertBefore(parent, n, words)
		}
		for n.FirstChild() != nil {
			parent.InsertBefore(parent, n, n.FirstChild())
		}
		parent.RemoveChild(parent, n)
	}
}

// measure gives pictures the size of their files, so that a page does not move when they come.
func (d *Document) measure(files []content.Static) {
	for _, n := range d.pictures {
		for _, f := range files {
			if "/"+f.Name == d.Address(string(n.Destination)) && f.Width > 0 {
				n.SetAttributeString("width", []byte(strconv.Itoa(f.Width)))
				n.SetAttributeString("height", []byte(strconv.Itoa(f.Height)))
			}
		}
	}
}

// DeadLinks returns the links and pictures of all texts whose address does not exist on the site. In built-in texts
// they are ignored, because a publisher may have removed the targets.
func (t Texts) DeadLinks(exists func(address string) bool) (dead content.Errors) {
	texts := slices.Clone(t.asides)
	for _, d := range t.All() {
		texts = append(texts, d)
	}
	for _, d := range texts {
		for _, l := range d.links {
			if address, _, _ := strings.Cut(l.address, "#"); l.own() && !exists(address) && !d.BuiltIn() {
				dead = append(dead, fault(d.Markdown, l.line, "the site has no %s; correct the link, or add a page or a file to static/", address))
			}
		}
	}
	return dead.Sorted()
}
