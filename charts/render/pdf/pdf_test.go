package pdf

import (
	"bytes"
	"errors"
	"image/color"
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render/vector"
)

func fonts(tb testing.TB) vector.Fonts {
	tb.Helper()
	regular, bold := assets.ChartFonts()
	var (
		f   vector.Fonts
		err error
	)
	if f.Regular, err = vector.ParseFont(regular); err != nil {
		tb.Fatal(err)
	}
	if f.Bold, err = vector.ParseFont(bold); err != nil {
		tb.Fatal(err)
	}
	return f
}

func label(text string) vector.Shape {
	return vector.Shape{
		Label:  &vector.Label{Text: text, X: 10, Y: 20, Size: 12},
		Matrix: vector.Identity, Fill: vector.Paint{Color: color.NRGBA{A: 255}},
	}
}

var entry = regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`)

// TestTablePointsAtObjects: readers find every object where the table says it begins.
func TestTablePointsAtObjects(t *testing.T) {
	gradient := vector.Paint{Gradient: &vector.Gradient{X2: 9, Stops: []vector.Stop{{Color: color.NRGBA{255, 0, 0, 128}}, {Offset: 0.3}, {Offset: 1}}}}
	page, err := Page(vector.Drawing{Width: 100, Height: 50, Shapes: []vector.Shape{
		label("Ünïcode − 𝕏"), {Path: vector.Circle(5, 5, 5), Matrix: vector.Scale(2), Fill: gradient, Stroke: gradient, Pen: vector.Pen{Width: 1}},
	}}, fonts(t), `(title) \ with ) signs`)
	if err != nil {
		t.Fatal(err)
	}
	found := entry.FindAllSubmatch(page, -1)
	if len(found) < 8 {
		t.Fatalf("%d objects", len(found))
	}
	for i, f := range found {
		at, _ := strconv.Atoi(string(f[1]))
		if want := strconv.Itoa(i+1) + " 0 obj\n"; !bytes.HasPrefix(page[at:], []byte(want)) {
			t.Errorf("object %d is not at %d", i+1, at)
		}
	}
	for _, reference := range regexp.MustCompile(`(\d+) 0 R`).FindAllSubmatch(page, -1) {
		if n, _ := strconv.Atoi(string(reference[1])); n < 1 || n > len(found) {
			t.Errorf("reference to object %d of %d", n, len(found))
		}
	}
}

// TestSubsetHasTheUsedGlyphs: letters are drawn as in the whole font, composite ones too, and others take no room.
func TestSubsetHasTheUsedGlyphs(t *testing.T) {
	whole := fonts(t).Regular
	var used []uint16
	for _, r := range "Energie für é" {
		used = append(used, whole.Index(r))
	}
	part, err := subset(whole.TTF, used)
	if err != nil {
		t.Fatal(err)
	}
	if len(part) > len(whole.TTF)/5 {
		t.Errorf("%d bytes of %d", len(part), len(whole.TTF))
	}
	a, err := sfnt.Parse(whole.TTF)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sfnt.Parse(withTables(t, whole.TTF, part))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range used {
		if !equalOutlines(t, a, b, g) {
			t.Errorf("glyph %d differs", g)
		}
	}
	if equalOutlines(t, a, b, whole.Index('W')) {
		t.Error("W is there, though nobody uses it")
	}
}

// withTables adds to a part of a font the tables that PDF does without and sfnt wants to see.
func withTables(t *testing.T, whole, part []byte) []byte {
	t.Helper()
	a, err := openTTF(whole)
	if err != nil {
		t.Fatal(err)
	}
	b, err := openTTF(part)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cmap", "post", "name", "OS/2"} {
		b.tables[name] = a.tables[name]
	}
	return assemble(b.tables)
}

func equalOutlines(t *testing.T, a, b *sfnt.Font, g uint16) bool {
	t.Helper()
	var buffer sfnt.Buffer
	outline := func(f *sfnt.Font) []sfnt.Segment {
		segments, err := f.LoadGlyph(&buffer, sfnt.GlyphIndex(g), fixed.I(100), nil)
		if err != nil {
			t.Fatal(err)
		}
		return append([]sfnt.Segment{}, segments...)
	}
	x, y := outline(a), outline(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

func TestDamagedFontIsAnError(t *testing.T) {
	whole := fonts(t).Regular.TTF
	for _, size := range []int{0, 5, 11, 40, 300, len(whole) / 2} {
		if _, err := subset(whole[:size], []uint16{5}); !errors.Is(err, errTTF) {
			t.Errorf("cut to %d bytes: error %v", size, err)
		}
	}
	if _, err := subset(whole, []uint16{65535}); !errors.Is(err, errTTF) {
		t.Errorf("glyph that is not there: error %v", err)
	}
}

func FuzzSubset(f *testing.F) {
	whole := fonts(f).Regular.TTF
	part, err := subset(whole, []uint16{20, 30, 200})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(part, uint16(200))
	f.Fuzz(func(_ *testing.T, ttf []byte, glyph uint16) {
		_, _ = subset(ttf, []uint16{glyph}) // no panic
	})
}
