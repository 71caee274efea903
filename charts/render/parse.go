package render

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// node is an element of a drawing that passed the allow-list.
type node struct {
	name     string
	attrs    attrs
	children []*node
	text     string // of a text element
	path     path   // of a path, in place of d
}

const (
	svgSpace = "http://www.w3.org/2000/svg"
	xmlSpace = "http://www.w3.org/XML/1998/namespace"

	// Bounds on a drawing; those of 2,000 marks have some 3,000 elements, 6 deep.
	mostElements = 50_000
	deepest      = 32
)

// reader builds the tree. It is the only way from text to nodes, and so the only gate.
type reader struct {
	decoder  *xml.Decoder
	elements int
}

// parse reads what the engine drew and lets through what the allow-list names. Anything else is an error: ECharts
// is pinned and what it writes is known, so that something unknown is an attack or a fault, and a drawing with a
// part left out would be wrong without a word.
func parse(drawn string) (*node, error) {
	r := &reader{decoder: xml.NewDecoder(strings.NewReader(drawn))}
	start, err := r.root()
	if err != nil {
		return nil, err
	}
	root, err := r.element(start, 0)
	if err != nil {
		return nil, err
	}
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("drawing goes on after its end")
	}
	return root, nil
}

func (r *reader) root() (xml.StartElement, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return xml.StartElement{}, fmt.Errorf("drawing is no XML: %w", err)
	}
	start, ok := token.(xml.StartElement)
	if !ok || start.Name.Local != "svg" {
		return xml.StartElement{}, errors.New("drawing does not begin with svg")
	}
	return start, nil
}

// element reads one element up to its end.
func (r *reader) element(start xml.StartElement, depth int) (*node, error) {
	if r.elements++; r.elements > mostElements {
		return nil, fmt.Errorf("drawing has more than %d elements", mostElements)
	}
	n, err := admit(start)
	if err != nil {
		return nil, err
	}
	if depth > deepest {
		return nil, fmt.Errorf("drawing is nested more than %d deep", deepest)
	}
	return n, r.content(n, depth)
}

func (r *reader) content(n *node, depth int) error {
	for {
		token, err := r.decoder.Token()
		if err != nil {
			return fmt.Errorf("drawing is no XML: %w", err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.CharData:
			if err := n.addText(string(t)); err != nil {
				return err
			}
		case xml.StartElement:
			if err := r.child(n, t, depth+1); err != nil {
				return err
			}
		default:
			return fmt.Errorf("drawing has something else than elements and text in %s", n.name)
		}
	}
}

func (r *reader) child(n *node, start xml.StartElement, depth int) error {
	if start.Name.Space == svgSpace && start.Name.Local == "style" {
		// What stands there is for hover and animation, which a still picture has none of.
		return r.decoder.Skip()
	}
	if start.Name.Local == "svg" || !elements[n.name].holds {
		return fmt.Errorf("drawing has %s inside %s", start.Name.Local, n.name)
	}
	child, err := r.element(start, depth)
	if err != nil {
		return err
	}
	n.children = append(n.children, child)
	return nil
}

func (n *node) addText(text string) error {
	if n.name == "text" {
		n.text += text
		return nil
	}
	if strings.TrimSpace(text) != "" {
		return fmt.Errorf("drawing has text in %s", n.name)
	}
	return nil
}
