package content

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

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
