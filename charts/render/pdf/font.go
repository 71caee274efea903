package pdf

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// usedFont is a font with the glyphs that the page shows, and what each stands for.
type usedFont struct {
	font  *vector.Font
	name  string // in the page's resources
	texts map[uint16]rune
}

// encode is the text as the hexadecimal numbers of its glyphs.
func (u *usedFont) encode(text string) string {
	var b strings.Builder
	for _, r := range text {
		index := u.font.Index(r)
		if _, ok := u.texts[index]; !ok {
			u.texts[index] = r
		}
		fmt.Fprintf(&b, "%04X", index)
	}
	return b.String()
}

// embed adds the font to the file, with the glyphs that are used.
func (u *usedFont) embed(w *file) (int, error) {
	glyphs := slices.Sorted(maps.Keys(u.texts))
	program, err := subset(u.font.TTF, glyphs)
	if err != nil {
		return 0, err
	}
	name := tag(program) + "+" + u.font.Name
	m := u.font.Metrics
	data := w.stream(fmt.Sprintf("/Length1 %d ", len(program)), program)
	descriptor := w.add("<< /Type /FontDescriptor /FontName /%s /Flags 32 /FontBBox [%s] /ItalicAngle 0 /Ascent %s /Descent %s /CapHeight %s /StemV 80 /FontFile2 %d 0 R >>",
		name, thousandths(m.Box[:]...), thousandths(m.Ascent), thousandths(-m.Descent), thousandths(m.CapHeight), data)
	descendant := w.add("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor %d 0 R /W [%s] >>",
		name, descriptor, u.widths(glyphs))
	unicode := w.stream("", u.toUnicode(glyphs))
	return w.add("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>",
		name, descendant, unicode), nil
}

// tag marks a font as a part of the whole one: six letters, different ones for different parts.
func tag(program []byte) string {
	sum := sha256.Sum256(program)
	letters := make([]byte, 6)
	for i := range letters {
		letters[i] = 'A' + sum[i]%26
	}
	return string(letters)
}

// thousandths of the em are PDF's unit for fonts.
func thousandths(ems ...float64) string {
	parts := make([]string, len(ems))
	for i, em := range ems {
		parts[i] = number(em * 1000)
	}
	return strings.Join(parts, " ")
}

func (u *usedFont) widths(glyphs []uint16) string {
	var b strings.Builder
	for _, g := range glyphs {
		fmt.Fprintf(&b, "%d [%s] ", g, thousandths(u.font.Width(string(u.texts[g]))))
	}
	return b.String()
}

// mostMapped is how many lines one block of a character map may have.
const mostMapped = 100

// toUnicode says which character each glyph is, for those who search and copy.
func (u *usedFont) toUnicode(glyphs []uint16) []byte {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for block := range slices.Chunk(glyphs, mostMapped) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(block))
		for _, g := range block {
			fmt.Fprintf(&b, "<%04X> <", g)
			for _, unit := range utf16.Encode([]rune{u.texts[g]}) {
				fmt.Fprintf(&b, "%04X", unit)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return []byte(b.String())
}
