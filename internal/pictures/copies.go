package pictures

import (
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostCopies are the elements that the references of an SVG file may make a browser draw: copies of copies double with
// each reference.
const mostCopies = 100_000

// deepestSVG are the levels of elements in a file.
const deepestSVG = 200

// copies counts what is drawn again by each “use”, and by each url(#name) of a mask, pattern, clip path, filter or marker.
type copies struct {
	parts  []part              // elements with a name, a class or a reference, and the root; a part comes before those in it
	named  map[string]int      // parts by name
	open   []int               // the part in which each open element is
	styled map[string][]string // names that style sheets refer to, by .class or #id; those for other elements under ""
}

type part struct {
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

// styles notes what the rules of a style sheet refer to, by the class or name of the elements that they are for.
func (c *copies) styles(css string) {
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

func (c *copies) begin(e xml.StartElement) {
	p := part{elements: lists.One(e.Name.Local != "stop")} // which is a color and draws nothing
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

func (c *copies) fault() error {
	own := lists.Sum(c.parts, func(p part) int { return p.elements })
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
func (c *copies) size(i int) (size int, loop bool) {
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
