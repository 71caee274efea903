package render

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// Font is the weights that texts of files are set in.
type Font struct {
	regular, bold *typeface
	name          string // in PDF files
	families      string // in SVG files: the font and those that are as wide, for machines that lack it
}

func openFonts(name, families string, regular, bold []byte) (*Font, error) {
	light, err := openTypeface(regular)
	heavy, problem := openTypeface(bold)
	return &Font{light, heavy, name, families}, cmp.Or(err, problem)
}

var sans = sync.OnceValues(func() (*Font, error) {
	return openFonts("LiberationSans", "Liberation Sans, Arimo, Arial, Helvetica, sans-serif", liberationsansregular.TTF, liberationsansbold.TTF)
})

// Serif returns the built-in font with serifs, which is as wide as Times.
var Serif = sync.OnceValues(func() (*Font, error) {
	return openFonts("LiberationSerif", "Liberation Serif, Tinos, Times New Roman, Times, serif", liberationserifregular.TTF, liberationserifbold.TTF)
})

// OpenFont reads a TrueType file, in whose one weight all text is set. Others, such as OpenType with PostScript outlines,
// are an error.
func OpenFont(file []byte) (*Font, error) {
	if !bytes.HasPrefix(file, []byte{0, 1, 0, 0}) && !bytes.HasPrefix(file, []byte("true")) {
		return nil, errors.New("is not a TrueType font; give a .ttf file, or convert it to one")
	}
	face, err := openTypeface(file)
	if err != nil {
		return nil, fmt.Errorf("is a damaged font (%w); give another file", err)
	}
	family, err := face.face.Name(&face.buffer, sfnt.NameIDFamily)
	if err != nil || family == "" {
		family = "sans-serif"
	}
	ascii := strings.Map(func(r rune) rune {
		if r > '0' && r <= 'z' && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, family)
	return &Font{face, face, cmp.Or(ascii, "Font"), family}, nil
}

// fontsOf are those of a chart's files.
func (r *Renderer) fontsOf(c Chart) *Font { return cmp.Or(c.Paper.Font, r.fonts) }

// of is the weight of a text.
func (f *Font) of(t scene.Text) *typeface {
	if t.Bold {
		return f.bold
	}
	return f.regular
}

// typeface is one weight of the font. It is safe for concurrent use.
type typeface struct {
	file  []byte
	face  *sfnt.Font
	perEm fixed.Int26_6 // units of the font
	rise  float64       // of the middle of capitals above the base line, in em

	mu     sync.Mutex
	buffer sfnt.Buffer
	glyphs map[rune]*glyph
	pairs  map[[2]rune]bool // letters that programs may move together, or join to one
}

// glyph is a letter, in units of the font from where its base line begins, y down.
type glyph struct {
	index   sfnt.GlyphIndex
	outline sfnt.Segments
	box     fixed.Rectangle26_6
	width   float64 // to the next letter, in em
}

func openTypeface(file []byte) (*typeface, error) {
	face, err := sfnt.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("charts: font: %w", err)
	}
	perEm := fixed.I(int(face.UnitsPerEm()))
	m, err := face.Metrics(nil, perEm, font.HintingNone)
	rise := float64(m.CapHeight) / float64(perEm) / 2
	return &typeface{file: file, face: face, perEm: perEm, rise: rise, glyphs: map[rune]*glyph{}, pairs: map[[2]rune]bool{}}, err
}

// glyph is the picture of a character, or the one that stands for those that the font lacks.
func (t *typeface) glyph(r rune) *glyph {
	t.mu.Lock()
	defer t.mu.Unlock()
	g, ok := t.glyphs[r]
	if !ok {
		g = t.load(r)
		t.glyphs[r] = g
	}
	return g
}

// parts divides a text between letters that programs which set text may move together. The files of this package have
// letters as wide as they are alone.
func (t *typeface) parts(text string) (parts []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	begin, last, moved := 0, rune(0), false // moved: the space that was last
	for i, r := range text {
		pair := i > 0 && t.pair(last, r)
		if r == ' ' { // a part does not begin with a space, which programs leave out there
			moved, last = pair, r
			continue
		}
		if pair || moved {
			parts, begin = append(parts, text[begin:i]), i
		}
		moved, last = false, r
	}
	return append(parts, text[begin:])
}

// pair reports whether the font has a kerning of two letters or, as fonts have for f, a ligature.
func (t *typeface) pair(a, b rune) bool {
	key := [2]rune{a, b}
	is, known := t.pairs[key]
	if !known {
		first, _ := t.face.GlyphIndex(&t.buffer, a)
		second, _ := t.face.GlyphIndex(&t.buffer, b)
		kern, err := t.face.Kern(&t.buffer, first, second, t.perEm, font.HintingNone)
		is = err == nil && kern != 0 || a == 'f' && strings.ContainsRune("fijl", b)
		t.pairs[key] = is
	}
	return is
}

// load makes a damaged glyph of a pinned font a blank: the others still tell the word.
func (t *typeface) load(r rune) *glyph {
	index, _ := t.face.GlyphIndex(&t.buffer, r)
	box, width, _ := t.face.GlyphBounds(&t.buffer, index, t.perEm, font.HintingNone)
	segments, _ := t.face.LoadGlyph(&t.buffer, index, t.perEm, nil)
	return &glyph{index, append(sfnt.Segments{}, segments...), box, float64(width) / float64(t.perEm)}
}

// width is that of the text in em.
func (t *typeface) width(text string) float64 {
	width := 0.0
	for _, r := range text {
		width += t.glyph(r).width
	}
	return width
}

// before are the parts of a text that stand before its point.
var before = map[scene.Anchor]float64{scene.Middle: 0.5, scene.End: 1}

// along is how far from its point a text begins, in px in the direction in which it reads.
func (t *typeface) along(text scene.Text, shown string) float64 {
	return -before[text.Anchor] * t.width(shown) * em(text)
}

// wrap breaks text into at most so many lines of a width in em. What does not fit is cut off with an ellipsis.
func (t *typeface) wrap(text string, width float64, most int) (lines []string) {
	line := ""
	words := strings.Fields(clean(text))
	for i, word := range words {
		longer := strings.TrimSpace(line + " " + word)
		switch {
		case line == "" || t.width(longer) <= width:
			line = t.cut(longer, width)
		case len(lines)+1 < most:
			lines, line = append(lines, line), t.cut(word, width)
		default:
			return append(lines, t.cut(line+" "+strings.Join(words[i:], " "), width))
		}
	}
	if line != "" && most > 0 {
		lines = append(lines, line)
	}
	return lines
}

// cut shortens text to a width in em.
func (t *typeface) cut(text string, width float64) string {
	if t.width(text) <= width {
		return text
	}
	width -= t.width("…")
	for i, r := range text {
		if width -= t.glyph(r).width; width < 0 {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}
