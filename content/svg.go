package content

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xlinkSpace = "http://www.w3.org/1999/xlink"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
)

// editorSpaces are the namespaces in which editors keep their own notes: browsers make nothing of them.
var editorSpaces = set(
	"http://www.inkscape.org/namespaces/inkscape", "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
	"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://creativecommons.org/ns#", "http://web.resource.org/cc/",
	"http://purl.org/dc/elements/1.1/", "http://www.bohemiancoding.com/sketch/ns", "http://www.figma.com/figma/ns",
	"http://www.serif.com/", "http://vectornator.io", "http://www.openswatchbook.org/uri/2009/osb", "https://boxy-svg.com",
	"http://www.corel.com/coreldraw/odm/2003", "http://krita.org/namespaces/svg/krita",
	"http://schemas.microsoft.com/visio/2003/SVGExtensions/",
	"http://ns.adobe.com/AdobeIllustrator/10.0/", "http://ns.adobe.com/AdobeSVGViewerExtensions/3.0/",
	"http://ns.adobe.com/Extensibility/1.0/", "http://ns.adobe.com/Flows/1.0/", "http://ns.adobe.com/GenericCustomNamespace/1.0/",
	"http://ns.adobe.com/Graphs/1.0/", "http://ns.adobe.com/ImageReplacement/1.0/", "http://ns.adobe.com/SaveForWeb/1.0/",
	"http://ns.adobe.com/Variables/1.0/", "http://ns.adobe.com/XPath/1.0/", "http://ns.adobe.com/pdf/1.3/",
)

// svgElements draw or describe, and do nothing else: no script, link, page, event or animation.
var svgElements = set(strings.Fields(`
	svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon text tspan textPath image
	linearGradient radialGradient stop clipPath mask pattern marker filter switch
	feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
	feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
	feSpecularLighting feSpotLight feTile feTurbulence`)...)

// svgAttributes are those without a namespace, besides aria-… and data-….
var svgAttributes = set(strings.Fields(`
	id class style lang role tabindex version baseProfile width height viewBox preserveAspectRatio x y x1 x2 y1 y2 cx cy r rx ry dx dy
	d points pathLength transform transform-origin fx fy fr gradientUnits gradientTransform spreadMethod offset patternUnits
	patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY orient
	filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order
	kernelMatrix kernelUnitLength divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
	specularExponent limitingConeAngle azimuth elevation z pointsAtX pointsAtY pointsAtZ scale xChannelSelector yChannelSelector
	stdDeviation baseFrequency numOctaves seed stitchTiles radius rotate textLength lengthAdjust startOffset method spacing side media
	href requiredExtensions requiredFeatures systemLanguage xmlns enable-background contentStyleType contentScriptType zoomAndPan t p-id
	font-feature-settings font-kerning font-variant-ligatures font-variant-numeric font-optical-sizing text-decoration-line
	alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering
	cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
	font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
	image-rendering isolation kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode
	opacity overflow paint-order pointer-events shape-rendering solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray
	stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration
	text-rendering unicode-bidi vector-effect visibility white-space word-spacing writing-mode line-height focusable`)...)

func set(names ...string) map[string]bool {
	return lists.By(names, func(name string) (string, bool) { return name, true })
}

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
	if editorSpaces[e.Name.Space] {
		return nil
	}
	if e.Name.Space != svgSpace && e.Name.Space != "" || !svgElements[e.Name.Local] {
		return fmt.Errorf("contains the element %s, which does not only draw; remove it, or save the picture as plain SVG", name)
	}
	for _, a := range e.Attr {
		if err := attribute(e.Name.Local, a); err != nil {
			return err
		}
	}
	return nil
}

// linkNotes are attributes of xlink that tell readers about a reference.
var linkNotes = set("title", "type", "role", "arcrole", "show", "actuate")

func attribute(element string, a xml.Attr) error {
	local := a.Name.Local
	isHref := local == "href" && (a.Name.Space == "" || a.Name.Space == xlinkSpace)
	switch {
	case a.Name.Space == "xmlns", editorSpaces[a.Name.Space]:
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
	case a.Name.Space == xmlSpace && (local == "space" || local == "lang"), a.Name.Space == xlinkSpace && linkNotes[local]:
		return nil
	case a.Name.Space != "" || !svgAttributes[local] && !strings.HasPrefix(local, "aria-") && !strings.HasPrefix(local, "data-"):
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
