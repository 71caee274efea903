// Package pictures checks pictures that publishers give, which a browser also opens by themselves, in the site's own origin:
// SVG files draw and do nothing else, and no picture unpacks to more than a browser holds.
package pictures

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xlinkSpace = "http://www.w3.org/1999/xlink"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
)

//go:embed svg.yaml
var svgText []byte

// drawing are the sets of words of svg.yaml.
var drawing = sync.OnceValue(func() (sets map[string][]string) {
	if err := yaml.Unmarshal(svgText, &sets); err != nil {
		panic(err) // tests read it
	}
	return sets
})

// draws reports whether a set of svg.yaml has a word.
func draws(set, word string) bool { return slices.Contains(drawing()[set], word) }

// SVG returns the size that the root of an SVG file states, and refuses everything that is not known to be drawing alone.
func SVG(text []byte) (width, height float64, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	f := file{copies: copies{named: map[string]int{}, styled: map[string][]string{}}}
	for {
		token, err := d.Token()
		switch {
		case err == io.EOF && f.width > 0:
			return f.width, f.height, f.fault()
		case err == io.EOF:
			return 0, 0, errors.New("is not an SVG file")
		case err != nil:
			return 0, 0, fmt.Errorf("is not an SVG file: %w", err)
		}
		if err := f.take(token); err != nil {
			return 0, 0, err
		}
	}
}

// file is what was read of an SVG file.
type file struct {
	copies
	width, height float64          // 0 before the root
	style         *strings.Builder // the style that is open, nil for none
}

func (f *file) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.ProcInst:
		if t.Target != "xml" {
			return fmt.Errorf("contains the instruction <?%s; remove it", shown(t.Target))
		}
	case xml.Directive:
		return errors.New("contains a document type; remove <!DOCTYPE …>")
	case xml.StartElement:
		return f.begins(t)
	case xml.EndElement:
		f.open = f.open[:len(f.open)-1]
		if style := f.style; style != nil {
			f.style = nil
			f.styles(style.String())
			return drawingStyles(style.String())
		}
	case xml.CharData:
		if f.style != nil {
			f.style.Write(t)
		}
		if len(f.open) == 0 && len(bytes.TrimSpace(bytes.TrimPrefix(t, []byte("\ufeff")))) > 0 {
			return errors.New("contains text outside of its svg element; remove it")
		}
	}
	return nil
}

// begins takes an element, of which the first is the root.
func (f *file) begins(e xml.StartElement) (err error) {
	root, behind := f.width == 0, f.width > 0 && len(f.open) == 0
	f.begin(e)
	if err := drawsOnly(e); err != nil {
		return err
	}
	switch {
	case root:
		f.width, f.height, err = sizeOf(e)
	case behind:
		err = fmt.Errorf("contains the element %s behind its svg element; remove it", shown(e.Name.Local))
	case len(f.open) > deepestSVG:
		err = fmt.Errorf("its elements nest deeper than %d levels; nest less", deepestSVG)
	case f.style != nil:
		err = fmt.Errorf("contains the element %s in a style; remove it", shown(e.Name.Local))
	case e.Name.Local == "style":
		f.style = &strings.Builder{}
	}
	return err
}

// drawsOnly refuses an element, or an attribute of it, that is not known to draw or describe.
func drawsOnly(e xml.StartElement) error {
	name := shown(e.Name.Local)
	switch {
	case draws("editors", e.Name.Space):
		return nil
	case e.Name.Space == "":
		return fmt.Errorf(`contains the element %s without a namespace; add xmlns="%s" to its svg element`, name, svgSpace)
	case e.Name.Space != svgSpace || !draws("elements", e.Name.Local):
		return fmt.Errorf("contains the element %s, which does not only draw; remove it, or save the picture as plain SVG", name)
	}
	for i, a := range e.Attr {
		if slices.ContainsFunc(e.Attr[:i], func(before xml.Attr) bool { return before.Name == a.Name }) {
			return fmt.Errorf("contains the attribute %s of %s twice; remove one", shown(a.Name.Local), name)
		}
		if err := attribute(e.Name.Local, a); err != nil {
			return err
		}
	}
	return nil
}

func attribute(element string, a xml.Attr) error {
	local := a.Name.Local
	isHref := local == "href" && (a.Name.Space == "" || a.Name.Space == xlinkSpace)
	switch {
	case a.Name.Space == "xmlns", draws("editors", a.Name.Space), isHref && strings.HasPrefix(a.Value, "#"):
		return nil
	case isHref && element == "image" && pixels.MatchString(a.Value):
		_, encoded, _ := strings.Cut(a.Value, ",")
		text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
		if err == nil {
			_, _, err = Pixels(text)
		}
		if err != nil {
			return fmt.Errorf("contains a picture that %w", err)
		}
		return nil
	case isHref:
		return fmt.Errorf("refers to %s outside; embed it as a PNG, or refer to an element by #name", shown(a.Value))
	case a.Name.Space == "" && (local == "id" || local == "class" || strings.HasPrefix(local, "aria-") || strings.HasPrefix(local, "data-")):
		return nil // texts, which are no styles
	case a.Name.Space == xmlSpace && (local == "space" || local == "lang"), a.Name.Space == xlinkSpace && draws("links", local):
		return nil
	case a.Name.Space != "" || !draws("attributes", local):
		return fmt.Errorf("contains the attribute %s of %s, which does not only draw; remove it, or save the picture as plain SVG",
			shown(local), element)
	}
	return drawingStyles(a.Value)
}

var pixels = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$`)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssAddress = regexp.MustCompile(`(?i)\b(url|src|image|image-set|element|cross-fade|expression|attr)\s*\(\s*["']?\s*([^"')]?)`)
	cssRule    = regexp.MustCompile(`(?i)@\s*([a-z-]*)`)
)

// drawingStyles refuses what declarations of CSS could load or run, also within what look like comments: those in strings and
// addresses are none.
func drawingStyles(css string) error {
	if bare := cssComment.ReplaceAllString(css, ""); bare != css {
		if err := drawingStyles(bare); err != nil {
			return err
		}
	}
	if strings.ContainsRune(css, '\\') {
		return errors.New("contains a backslash in a style; write the character itself")
	}
	for _, m := range cssAddress.FindAllStringSubmatch(css, -1) {
		if strings.ToLower(m[1]) != "url" || m[2] != "#" {
			return fmt.Errorf("contains %s(…) in a style; refer to an element of the file by url(#name)", m[1])
		}
	}
	for _, m := range cssRule.FindAllStringSubmatch(css, -1) {
		if rule := strings.ToLower(m[1]); rule != "media" && rule != "keyframes" {
			return fmt.Errorf("contains @%s in a style; remove it", shown(m[1]))
		}
	}
	runs := func(word string) bool { return strings.Contains(strings.ToLower(css), word) }
	if word, is := lists.Find([]string{"javascript:", "-moz-binding", "behavior:"}, runs); is {
		return fmt.Errorf("contains %s in a style; remove it", word)
	}
	return nil
}

// sizeOf is the width and height that the root states.
func sizeOf(root xml.StartElement) (width, height float64, err error) {
	if root.Name.Local != "svg" {
		return 0, 0, errors.New("is not an SVG file")
	}
	stated := lists.By(root.Attr, func(a xml.Attr) (string, string) { return a.Name.Local, a.Value })
	sides := []string{stated["width"], stated["height"]}
	if box := strings.FieldsFunc(stated["viewBox"], func(r rune) bool { return r == ' ' || r == ',' }); len(box) == 4 {
		sides = box[2:]
	}
	width, errWidth := strconv.ParseFloat(strings.TrimSuffix(sides[0], "px"), 64)
	height, errHeight := strconv.ParseFloat(strings.TrimSuffix(sides[1], "px"), 64)
	if errWidth != nil || errHeight != nil || !(width > 0) || !(height > 0) {
		return 0, 0, errors.New("has no size; add a viewBox to its svg element")
	}
	return width, height, nil
}

// shown is a name from a file as a message has it.
func shown(name string) string { return units.Clip(units.Printable(name), 60) }
