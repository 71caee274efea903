package render_test

import (
	"strings"
	"testing"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

func chartFont(t *testing.T, file []byte) *sfnt.Font {
	t.Helper()
	face, err := sfnt.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	return face
}

func TestChartFontsNameTheirLicense(t *testing.T) {
	regular, bold := liberationsansregular.TTF, liberationsansbold.TTF
	for _, file := range [][]byte{regular, bold} {
		license, err := chartFont(t, file).Name(nil, sfnt.NameIDLicense)
		if err != nil || !strings.Contains(license, "SIL Open Font License") {
			t.Errorf("license %q, %v", license, err)
		}
	}
}

// Charts are laid out with the widths of Arial, here in units of 2048 per em.
func TestChartFontsAreAsWideAsArial(t *testing.T) {
	regular, bold := liberationsansregular.TTF, liberationsansbold.TTF
	for name, c := range map[string]struct {
		file   []byte
		widths map[rune]int
	}{
		"regular": {regular, map[rune]int{
			' ': 569, '.': 569, '0': 1139, 'A': 1366, 'W': 1933, 'a': 1139, 'i': 455, 'm': 1706, '−': 1196, '×': 1196,
		}},
		"bold": {bold, map[rune]int{
			' ': 569, '.': 569, '0': 1139, 'A': 1479, 'W': 1933, 'a': 1139, 'i': 569, 'm': 1821, '−': 1196, '×': 1196,
		}},
	} {
		face := chartFont(t, c.file)
		for letter, want := range c.widths {
			index, err := face.GlyphIndex(nil, letter)
			if err != nil || index == 0 {
				t.Errorf("%s: no %q: %v", name, letter, err)
			}
			if got, err := face.GlyphAdvance(nil, index, fixed.I(2048), font.HintingNone); err != nil || got != fixed.I(want) {
				t.Errorf("%s: %q is %v wide, %v; want %d", name, letter, got, err, want)
			}
		}
	}
}
