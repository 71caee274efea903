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
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data/yamltree"
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
var drawing = sync.OnceValue(func() map[string][]string { return yamltree.Embedded[map[string][]string](svgText) })

// draws reports whether a set of svg.yaml has a word.
func draws(set, word string) bool { return slices.Contains(drawing()[set], word) }

// svgSize reads the size that the root states, and refuses everything that is not known to be drawing alone: a file is
// opened by itself too, in the site's own origin.
func svgSize(text []byte) (width, height float64, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	var style *strings.Builder
	copies := svgCopies{named: map[string]int{}, styled: map[string][]string{}}
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
				err = fmt.Errorf("contains the instruction <?%s; remove it", shown(t.Target))
			}
		case xml.Directive:
			err = errors.New("contains a document type; remove <!DOCTYPE …>")
		case xml.StartElement:
			behind := width > 0 && len(copies.open) == 0
			copies.begin(t)
			if err = drawsOnly(t); err == nil && width == 0 {
				width, height, err = sizeOf(t)
			}
			switch {
			case err != nil:
			case behind:
				err = fmt.Errorf("contains the element %s behind its svg element; remove it", shown(t.Name.Local))
			case len(copies.open) > deepestSVG:
				err = fmt.Errorf("its elements nest deeper than %d levels; nest less", deepestSVG)
			case style != nil:
				err = fmt.Errorf("contains the element %s in a style; remove it", shown(t.Name.Local))
			case t.Name.Local == "style":
				style = &strings.Builder{}
			}
		case xml.EndElement:
			copies.open = copies.open[:len(copies.open)-1]
			if style != nil {
				err = styles(style.String())
				copies.style(style.String())
				style = nil
			}
		case xml.CharData:
			if style != nil {
				style.Write(t)
			}
			if len(copies.open) == 0 && len(bytes.TrimSpace(bytes.TrimPrefix(t, []byte("\ufeff")))) > 0 {
				err = errors.New("contains text outside of its svg element; remove it")
			}
		}
		if err != nil {
			return 0, 0, err
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
			_, _, err = pixelsOf(text)
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

// mostCopies are the elements that the references of an SVG file may make a browser draw: copies of copies double with
// each reference.
const mostCopies = 100_000

// deepestSVG are the levels of elements in a file.
const deepestSVG = 200

// svgCopies counts what is drawn again by each “use”, and by each url(#name) of a mask, pattern, clip path, filter or marker.
type svgCopies struct {
	parts  []svgPart           // elements with a name, a class or a reference, and the root; a part comes before those in it
	named  map[string]int      // parts by name
	open   []int               // the part in which each open element is
	styled map[string][]string // names that style sheets refer to, by .class or #id; those for other elements under ""
}

type svgPart struct {
	elements int      // in it and in no other part
	within   []int    // the parts in it
	refers   []string // names of parts
	styled   []string // its .classes and #id
	size     int      // all that is drawn, 0 if it is not known yet
	counting bool
}

var (
	svgReference = regexp.MustCompile(`(?i)url\(\s*["']?#([^"')\s]+)`)
	cssBlock     = regexp.MustCompile(`([^{}]*)\{([^{}]*)\}`)
	cssMark      = regexp.MustCompile(`[.#][^\s.#:\[>+~*]+`)
)

func referencesIn(text string) []string {
	return lists.Map(svgReference.FindAllStringSubmatch(text, -1), func(m []string) string { return m[1] })
}

// style notes what the rules of a style sheet refer to, by the class or name of the elements that they are for.
func (c *svgCopies) style(css string) {
	for _, rule := range cssBlock.FindAllStringSubmatch(cssComment.ReplaceAllString(css, " "), -1) {
		refers := referencesIn(rule[2])
		if refers == nil {
			continue
		}
		for _, selector := range strings.Split(rule[1], ",") {
			selector = strings.TrimSpace(selector)
			last := selector[strings.LastIndexAny(selector, " \t\r\n>+~")+1:]
			mark := cssMark.FindString(last)
			c.styled[mark] = append(c.styled[mark], refers...)
		}
	}
}

func (c *svgCopies) begin(e xml.StartElement) {
	p := svgPart{elements: lists.One(e.Name.Local != "stop")} // which is a color and draws nothing
	id := ""
	for _, a := range e.Attr {
		switch p.refers = append(p.refers, referencesIn(a.Value)...); {
		case a.Name.Local == "href" && e.Name.Local == "use":
			p.refers = append(p.refers, strings.TrimPrefix(a.Value, "#"))
		case a.Name.Local == "id" && a.Name.Space == "":
			id = a.Value
			p.styled = append(p.styled, "#"+id)
		case a.Name.Local == "class":
			p.styled = append(p.styled, lists.Map(strings.Fields(a.Value), func(class string) string { return "." + class })...)
		}
	}
	if len(c.open) > 0 {
		in := &c.parts[c.open[len(c.open)-1]]
		if p.refers == nil && p.styled == nil {
			in.elements += p.elements
			c.open = append(c.open, c.open[len(c.open)-1])
			return
		}
		in.within = append(in.within, len(c.parts))
	}
	if _, first := c.named[id]; !first && id != "" { // of several with one name, browsers take the first
		c.named[id] = len(c.parts)
	}
	c.open = append(c.open, len(c.parts))
	c.parts = append(c.parts, p)
}

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
	add := func(times, part int) (circle bool) {
		more, circle := c.size(part)
		size = min(size+times*more, 1<<40)
		return circle
	}
	partOf := func(name string) (part int, known bool) { part, known = c.named[name]; return part, known }
	refers := slices.Concat(p.refers, lists.FlatMap(p.styled, func(mark string) []string { return c.styled[mark] }))
	for _, k := range slices.Concat(p.within, lists.FilterMap(refers, partOf)) {
		loop = add(1, k) || loop
	}
	for _, k := range lists.FilterMap(c.styled[""], partOf) { // which may be for elements of other names: a circle is none then
		add(p.elements, k)
	}
	p.size, p.counting = size, false
	return size, loop
}
