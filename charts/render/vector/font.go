package vector

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is a typeface of one weight. It is safe for concurrent use.
type Font struct {
	TTF  []byte // the file, for formats that embed it
	Name string // without spaces: "LiberationSans-Bold"
	Metrics

	face   *sfnt.Font
	perEm  fixed.Int26_6
	mu     sync.Mutex
	glyphs map[rune]Glyph
}

// Metrics are a font's measures in em.
type Metrics struct {
	Ascent    float64    // of letters above the base line
	Descent   float64    // of letters below it
	XHeight   float64    // of a small x
	CapHeight float64    // of a capital
	Box       [4]float64 // around all glyphs: left, bottom, right, top, y up
}

// Glyph is a character's picture at a size of 1 px, its base line at y = 0.
type Glyph struct {
	Outline Path
	Advance float64 // to the next character
}

// ParseFont reads a TrueType or OpenType file.
func ParseFont(file []byte) (*Font, error) {
	face, err := sfnt.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("font is no TrueType file: %w", err)
	}
	f := &Font{TTF: file, face: face, perEm: fixed.I(int(face.UnitsPerEm())), glyphs: map[rune]Glyph{}}
	if f.Name, err = face.Name(nil, sfnt.NameIDPostScript); err != nil {
		return nil, fmt.Errorf("font without a name: %w", err)
	}
	f.Metrics, err = f.measure()
	return f, err
}

func (f *Font) measure() (Metrics, error) {
	m, err := f.face.Metrics(nil, f.perEm, font.HintingNone)
	if err != nil {
		return Metrics{}, fmt.Errorf("font without metrics: %w", err)
	}
	box, err := f.face.Bounds(nil, f.perEm, font.HintingNone)
	if err != nil {
		return Metrics{}, fmt.Errorf("font without bounds: %w", err)
	}
	return Metrics{
		Ascent: f.em(m.Ascent), Descent: f.em(m.Descent), XHeight: f.em(m.XHeight), CapHeight: f.em(m.CapHeight),
		Box: [4]float64{f.em(box.Min.X), -f.em(box.Max.Y), f.em(box.Max.X), -f.em(box.Min.Y)},
	}, nil
}

func (f *Font) em(length fixed.Int26_6) float64 { return float64(length) / float64(f.perEm) }

// Glyph is the picture of a character, or of one that stands for those that the font lacks.
func (f *Font) Glyph(r rune) (Glyph, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if g, ok := f.glyphs[r]; ok {
		return g, nil
	}
	g, err := f.load(r)
	if err == nil {
		f.glyphs[r] = g
	}
	return g, err
}

func (f *Font) load(r rune) (Glyph, error) {
	var b sfnt.Buffer
	index, err := f.face.GlyphIndex(&b, r)
	if err != nil {
		return Glyph{}, fmt.Errorf("font has no picture of %q: %w", r, err)
	}
	segments, err := f.face.LoadGlyph(&b, index, f.perEm, nil)
	if err != nil {
		return Glyph{}, fmt.Errorf("font has no picture of %q: %w", r, err)
	}
	g := Glyph{Outline: f.outline(segments)}
	advance, err := f.face.GlyphAdvance(&b, index, f.perEm, font.HintingNone)
	if err != nil {
		return Glyph{}, fmt.Errorf("font has no width of %q: %w", r, err)
	}
	g.Advance = f.em(advance)
	return g, nil
}

func (f *Font) outline(segments sfnt.Segments) Path {
	var p Path
	at := func(q fixed.Point26_6) Point { return Point{f.em(q.X), f.em(q.Y)} }
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				p.Close()
			}
			p.MoveTo(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			p.LineTo(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			p.QuadTo(at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			p.CurveTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	if len(p) > 0 {
		p.Close()
	}
	return p
}

// Index is the glyph's number in the file, 0 for the one that stands for those that the font lacks.
func (f *Font) Index(r rune) uint16 {
	index, err := f.face.GlyphIndex(nil, r)
	if err != nil {
		return 0
	}
	return uint16(index)
}

// Width is that of the text at a size of 1 px.
func (f *Font) Width(text string) float64 {
	width := 0.0
	for _, r := range text {
		if g, err := f.Glyph(r); err == nil {
			width += g.Advance
		}
	}
	return width
}

// Fonts are the weights that labels are set in. Where there is no italic, the upright letters are slanted.
type Fonts struct{ Regular, Bold *Font }

// Of is the font of a label.
func (f Fonts) Of(l *Label) *Font {
	if l.Bold {
		return f.Bold
	}
	return f.Regular
}

// Slant is how far italic letters lean to the right, per px of height.
const Slant = 0.2

// Origin is where the base line of a label begins.
func (f Fonts) Origin(l *Label) Point {
	return Point{l.X + l.Anchor.shift(f.Of(l).Width(l.Text)*l.Size), l.Y}
}

// Outline is the label's text as a path, in the label's coordinates.
func (f Fonts) Outline(l *Label) Path {
	var p Path
	at := f.Origin(l)
	lean := 0.0
	if l.Italic {
		lean = -Slant
	}
	for _, r := range l.Text {
		g, err := f.Of(l).Glyph(r)
		if err != nil {
			continue // a damaged glyph of a pinned font; the others still tell the word
		}
		m := Matrix{A: l.Size, D: l.Size, C: lean * l.Size, E: at.X, F: at.Y}
		p = append(p, g.Outline.Transform(m)...)
		at.X += g.Advance * l.Size
	}
	return p
}
