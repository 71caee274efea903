package render

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// readInline reads back a drawing that write wrote, from the cache perhaps. Elements of text hold it; nothing is
// judged here, since parse did that before, but the bounds hold again.
func readInline(svg string) (*node, error) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	root := &node{}
	open := []*node{root}
	for count := 0; ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("drawing is no XML: %w", err)
		}
		innermost := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > mostElements || len(open) > deepest {
				return nil, fmt.Errorf("drawing has more than %d elements or is nested more than %d deep", mostElements, deepest)
			}
			n := startNode(t)
			innermost.children = append(innermost.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			innermost.text += string(t)
		}
	}
	if len(root.children) != 1 || root.children[0].name != "svg" {
		return nil, errors.New("drawing is not one svg")
	}
	return root.children[0], nil
}

func startNode(start xml.StartElement) *node {
	n := &node{name: start.Name.Local}
	for _, a := range start.Attr {
		n.attrs = append(n.attrs, attr{a.Name.Local, a.Value})
	}
	return n
}

// flatten gives every shape the whole style that it inherits, as it was before merge. Groups remain where they clip.
func flatten(n *node, style attrs) {
	var kept []*node
	for _, child := range n.children {
		switch child.name {
		case "g":
			flatten(child, inherit(style, child.attrs))
			if child.attrs.get("clip-path") == "" {
				kept = append(kept, child.children...)
				continue
			}
			child.attrs = attrs{{"clip-path", child.attrs.get("clip-path")}}
		case "path", "circle", "text":
			child.attrs = append(outside(child.attrs), inherit(style, child.attrs)...)
			dropWithout(child)
		}
		kept = append(kept, child)
	}
	n.children = kept
}

// inherit is a style as an element inside changes it.
func inherit(style, own attrs) attrs {
	style = slices.Clone(style)
	for _, a := range own {
		if slices.Contains(inherited, a.name) {
			style.set(a.name, a.value)
		}
	}
	return style
}

// outside are the attributes that are not inherited.
func outside(own attrs) attrs {
	return slices.DeleteFunc(slices.Clone(own), func(a attr) bool { return slices.Contains(inherited, a.name) })
}
