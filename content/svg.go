package content

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
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
var drawing = sync.OnceValue(func() map[string]map[string]bool {
	var texts map[string]string
	if err := yaml.Unmarshal(svgText, &texts); err != nil {
		panic(err) // embedded
	}
	sets := map[string]map[string]bool{}
	for name, text := range texts {
		sets[name] = lists.By(strings.Fields(text), func(word string) (string, bool) { return word, true })
	}
	return sets
})

// svgSize reads the size that the root states, and refuses everything that is not known to be drawing alone: a file is
// opened by itself too, in the site's own origin.
func svgSize(text []byte) (width, height float64, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	var style *strings.Builder
	var copies svgCopies
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, 0, fmt.Errorf("is not an SVG file: %w", err)
		}
		switch t := token.(type) {
		case xml.ProcInst:
			if t.Target != "xml" {
				return 0, 0, fmt.Errorf("contains the instruction <?%s; remove it", shown(t.Target))
			}
		case xml.Directive:
			return 0, 0, errors.New("contains a document type; remove <!DOCTYPE …>")
		case xml.StartElement:
			if err := drawsOnly(t); err != nil {
				return 0, 0, err
			}
			if copies.begin(t); len(copies.open) > deepestSVG {
				return 0, 0, fmt.Errorf("its elements nest deeper than %d levels; nest less", deepestSVG)
			}
			if width == 0 {
				if width, height, err = sizeOf(t); err != nil {
					return 0, 0, err
				}
			}
			if style != nil {
				return 0, 0, fmt.Errorf("contains the element %s in a style; remove it", shown(t.Name.Local))
			}
			if t.Name.Local == "style" {
				style = &strings.Builder{}
			}
		case xml.EndElement:
			copies.end()
			if style != nil {
				if err := styles(style.String()); err != nil {
					return 0, 0, err
				}
				style = nil
			}
		case xml.CharData:
			if style != nil {
				style.Write(t)
			}
		}
	}
	if width == 0 {
		return 0, 0, errors.New("is not an SVG file")
	}
	return width, height, copies.fault()
}

// drawsOnly refuses an element, or an attribute of it, that is not known to draw or describe.
func drawsOnly(e xml.StartElement) error {
	name := shown(e.Name.Local)
	if drawing()["editors"][e.Name.Space] {
		return nil
	}
	if e.Name.Space != svgSpace && e.Name.Space != "" || !drawing()["elements"][e.Name.Local] {
		return fmt.Errorf("contains the element %s, which does not only draw; remove it, or save the picture as plain SVG", name)
	}
	for _, a := range e.Attr {
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
	case a.Name.Space == "xmlns", drawing()["editors"][a.Name.Space]:
		return nil
	case isHref && strings.HasPrefix(a.Value, "#"):
		return nil
	case isHref && element == "image" && pixels.MatchString(a.Value):
		_, encoded, _ := strings.Cut(a.Value, ",")
		text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
		if err == nil {
			_, _, err = pixelsOf(text)
		}
		if err != nil {
			return fmt.Errorf("contains a picture that %w", err)
		}
		return nil
	case isHref:
		return fmt.Errorf("refers to %s outside; embed it as a PNG, or refer to an element by #name", shown(a.Value))
	case a.Name.Space == xmlSpace && (local == "space" || local == "lang"), a.Name.Space == xlinkSpace && drawing()["links"][local]:
		return nil
	case a.Name.Space != "" || !drawing()["attributes"][local] && !strings.HasPrefix(local, "aria-") && !strings.HasPrefix(local, "data-"):
		return fmt.Errorf("contains the attribute %s of %s, which does not only draw; remove it, or save the picture as plain SVG",
			shown(local), element)
	}
	return styles(a.Value)
}

var pixels = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$`)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssAddress = regexp.MustCompile(`(?i)\b(url|src|image|image-set|element|cross-fade|expression|attr)\s*\(\s*["']?\s*([^"')]?)`)
	cssRule    = regexp.MustCompile(`(?i)@\s*([a-z-]*)`)
)

// styles refuses what declarations of CSS could load or run, also within what look like comments: those in strings and
// addresses are none.
func styles(css string) error {
	if bare := cssComment.ReplaceAllString(css, ""); bare != css {
		if err := styles(bare); err != nil {
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
	for _, word := range []string{"javascript:", "-moz-binding", "behavior:"} {
		if strings.Contains(strings.ToLower(css), word) {
			return fmt.Errorf("contains %s in a style; remove it", word)
		}
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

// mostCopies are the elements that the references of an SVG file may make a browser draw: copies of copies double with
// each reference.
const mostCopies = 100_000

// deepestSVG are the levels of elements in a file.
const deepestSVG = 200

// svgCopies counts what “use” repeats.
type svgCopies struct {
	parts []svgPart      // elements with a name or a reference, and the root; a part comes before those in it
	named map[string]int // parts by name
	open  []int          // the part in which each open element is
}

type svgPart struct {
	elements int   // in it and in no other part
	within   []int // the parts in it
	use      string
	size     int // all that is drawn, 0 if it is not known yet
	counting bool
}

func (c *svgCopies) begin(e xml.StartElement) {
	stated := lists.By(e.Attr, func(a xml.Attr) (string, string) { return a.Name.Local, a.Value })
	p := svgPart{elements: 1}
	if e.Name.Local == "use" {
		p.use = strings.TrimPrefix(stated["href"], "#")
	}
	if len(c.open) > 0 && p.use == "" && stated["id"] == "" {
		in := c.open[len(c.open)-1]
		c.parts[in].elements++
		c.open = append(c.open, in)
		return
	}
	if len(c.open) > 0 {
		in := &c.parts[c.open[len(c.open)-1]]
		in.within = append(in.within, len(c.parts))
	}
	if c.named == nil {
		c.named = map[string]int{}
	}
	if _, first := c.named[stated["id"]]; !first { // of several with one name, browsers take the first
		c.named[stated["id"]] = len(c.parts)
	}
	c.open = append(c.open, len(c.parts))
	c.parts = append(c.parts, p)
}

func (c *svgCopies) end() { c.open = c.open[:len(c.open)-1] }

func (c *svgCopies) fault() error {
	own := lists.Sum(c.parts, func(p svgPart) int { return p.elements })
	size, loop := c.size(0)
	switch {
	case loop:
		return errors.New("contains an element that uses itself; remove the reference")
	case size > own+mostCopies:
		return fmt.Errorf("repeats elements by references to references more than %d times; draw fewer", mostCopies)
	}
	return nil
}

// size counts what a part draws, up to a number that is too many.
func (c *svgCopies) size(i int) (size int, loop bool) {
	p := &c.parts[i]
	if p.size > 0 || p.counting {
		return p.size, p.counting
	}
	p.counting = true
	size = p.elements
	within := p.within
	if of, known := c.named[p.use]; known && p.use != "" {
		within = append(within[:len(within):len(within)], of)
	}
	for _, k := range within {
		more, circle := c.size(k)
		size = min(size+more, 1<<40)
		loop = loop || circle
	}
	p.size, p.counting = size, false
	return size, loop
}
