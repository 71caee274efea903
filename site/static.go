package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/ordered"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/units"
	"golang.org/x/image/draw"
)

// know notes the addresses of pages and files before the first page links to one.
func (e *edition) know(pages []*page) {
	e.known = map[string]bool{feedPath: true}
	for _, p := range pages {
		e.known[p.path] = true
	}
	for _, f := range e.content.Static {
		e.known[f.Name] = true
	}
}

// writeStatic copies the publisher's files. A kept version has its pictures, and not what hosts look for at the top of a site.
func (e *edition) writeStatic(w writer) error {
	for _, f := range e.content.Static {
		if e.opts.Frozen && !strings.Contains(f.Name, ".") || f.Name == ".nojekyll" && e.opts.Frozen {
			continue
		}
		if err := w.Write(f.Name, []byte(f.Content)); err != nil {
			return fmt.Errorf("static/%s: %w; choose another name", f.Name, err)
		}
	}
	return nil
}

// writeOnce leaves the file of a publisher alone.
func (e *edition) writeOnce(w writer, name string, content []byte) error {
	if e.known[name] {
		return nil
	}
	return w.Write(name, content)
}

// CheckAddresses returns the errors that [Build] would find in addresses: pages of authors at the address of another page
// (taken), and links that lead to no page and no file of the publisher (dead). Links to data and figures count as valid.
func CheckAddresses(s Selection, c content.Content) (taken, dead []data.Problem) {
	e := newEdition(s, Options{Content: c})
	pages := e.pages()
	e.know(pages)
	return posts.Problems(e.takenAddresses(pages)), e.deadLinks(func(address string) bool {
		name := strings.TrimPrefix(address, "/")
		return e.known[name] || strings.HasPrefix(name, "data/") || strings.HasPrefix(name, "figures/")
	})
}

// takenAddresses are the authors' pages, and declared ones, at the address of another page of the site, including pages
// that flags add.
func (e *edition) takenAddresses(pages []*page) (faults content.Errors) {
	count := map[string]int{historyPath: 1, versionsPath: 1, changesPath: 1}
	for _, p := range pages {
		count[p.path]++
	}
	for _, text := range e.content.Pages {
		if address := proseAddress(text.Slug); count[address] > 1 {
			faults = append(faults, content.Error{
				File: text.Body.File, Message: fmt.Sprintf("the address /%s belongs to another page of the site; rename the file", address),
			})
		}
	}
	return append(faults, e.faultsOfKinds(count)...)
}

// faultsOfKinds are declared pages at the address of another page, and those that are too many.
func (e *edition) faultsOfKinds(count map[string]int) (faults content.Errors) {
	views := 0
	for _, k := range e.kinds {
		if k.Of != content.OfModel {
			views += len(k.groups) * len(k.Views)
		}
		if views > mostViews {
			faults = append(faults, k.Fault("of", "%s has %s, each with a page: with them, the pages of all fields have more than %d views; "+
				"choose a field with fewer values, or remove views", k.Of, units.Counted(len(k.groups), "value"), mostViews))
			break
		}
		if count[k.Folder] > 1 {
			faults = append(faults, k.Fault("address", "/%s belongs to another page of the site; choose another folder", k.Folder))
		}
	}
	return faults
}

// inTree tells whether an address leads to something in the tree.
func inTree(w writer) func(address string) bool {
	return func(address string) bool {
		name := strings.TrimPrefix(address, "/")
		return w.Has(path.Join(name, "index.html")) && (name == "" || strings.HasSuffix(name, "/")) || w.Has(name)
	}
}

// deadLinks are links of texts and settings to addresses that are not there.
func (e *edition) deadLinks(exists func(address string) bool) []data.Problem {
	dead := append(e.texts.DeadLinks(exists), e.deadColumns()...)
	look := func(address string, at content.Keys) {
		if address, _, _ := strings.Cut(address, "#"); strings.HasPrefix(address, "/") && !exists(address) {
			dead = append(dead, at.Fault("link", "the site has no %s; correct the address, or add a page or a file to static/", address))
		}
	}
	for _, l := range append(e.content.Site.Navigation, e.content.Site.Footer...) {
		if !e.omits(l) {
			look(l.Address, l.Keys)
		}
	}
	for _, a := range e.content.Announcements {
		look(a.Link, a.Keys)
	}
	return posts.Problems(dead)
}

const manifestPath = "manifest.webmanifest"

// writeManifest writes what a phone's home screen shows of the site.
func (e *edition) writeManifest(w writer) error {
	icons := []ordered.Object{{"src", e.assets.icon, "sizes", "any", "type", e.assets.iconType}}
	for _, size := range homeSizes {
		if address := e.assets.home[size]; address != "" {
			icons = append(icons, ordered.Object{"src", address, "sizes", fmt.Sprintf("%dx%d", size, size), "type", "image/png"})
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"name": e.content.Site.Name, "description": e.content.Site.Description, "start_url": ".", "display": "browser", "icons": icons,
	}, "", "  ")
	return writeMade(w, manifestPath, append(text, '\n'), err)
}

// writeFonts writes the publisher's fonts, and notes where.
func (e *edition) writeFonts(w writer) error {
	for _, f := range []struct{ name, content string }{{"text", e.content.Site.Fonts.Text}, {"code", e.content.Site.Fonts.Code}} {
		if f.content == "" {
			continue
		}
		address, err := writeHashed(w, scriptsPath+f.name+".woff2", []byte(f.content))
		if err != nil {
			return err
		}
		const rule = `@font-face{font-family:publisher-%s;src:url(%s) format("woff2");font-weight:100 900;font-display:swap}`
		e.assets.fonts += fmt.Sprintf(rule+"\n", f.name, path.Base(address))
	}
	return nil
}

// tokens are the stylesheet's custom properties that the publisher changes.
func (e *edition) tokens() map[string]string {
	tokens := maps.Clone(e.content.Site.Colors.Tokens())
	if e.content.Site.Fonts.Text != "" {
		tokens["--font"] = "publisher-text, system-ui, sans-serif"
	}
	if e.content.Site.Fonts.Code != "" {
		tokens["--mono"] = "publisher-code, ui-monospace, monospace"
	}
	return tokens
}

// Home screens want square pictures in PNG: iOS one of 180 px, manifests those of homeSizes.
const touchSize = 180

var homeSizes = []int{192, 512}

// writeIcons writes them, and notes where. They are made from the publisher's large icon, else from a logo in PNG, else
// they are the program's mark. Of an SVG logo there are none: the program draws no SVG of others.
func (e *edition) writeIcons(ctx context.Context, w writer) error {
	e.assets.home = map[int]string{}
	for _, size := range append([]int{touchSize}, homeSizes...) {
		content, err := e.homeIcon(ctx, size)
		if err != nil {
			return err
		}
		if content == nil {
			continue
		}
		if e.assets.home[size], err = writeHashed(w, fmt.Sprintf("%sicon-%d.png", scriptsPath, size), content); err != nil {
			return err
		}
	}
	return nil
}

func (e *edition) homeIcon(ctx context.Context, size int) ([]byte, error) {
	site := e.content.Site
	switch {
	case size == touchSize && site.Icons.Touch != "":
		return []byte(site.Icons.Touch), nil
	case site.Icons.Large != "":
		return squared(site.Icons.Large, size)
	case site.Logo.Name == "":
		return e.opts.Charts.Icon(ctx, size)
	case site.Logo.Type == "image/png":
		return squared(site.Logo.Content, size)
	}
	return nil, nil
}

// squared is a picture in a square of so many pixels, nil where it has fewer. That of iOS, which shows transparent pixels as
// black, gets a white ground.
func squared(content string, size int) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader([]byte(content)))
	if err != nil {
		return nil, fmt.Errorf("logo or icon: %w; save it as PNG again", err)
	}
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	if max(width, height) < size {
		return nil, nil
	}
	to := image.NewNRGBA(image.Rect(0, 0, size, size))
	if size == touchSize {
		draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	longer := max(width, height)
	width, height = width*size/longer, height*size/longer
	place := image.Rect(0, 0, width, height).Add(image.Pt((size-width)/2, (size-height)/2))
	draw.CatmullRom.Scale(to, place, from, from.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	err = png.Encode(&b, to)
	return b.Bytes(), err
}
