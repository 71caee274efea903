package render

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf16"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// objects are those of a PDF file, each with a number, in the order in which they are written.
type objects struct {
	out   []byte
	begin []int // of each object in the file
}

// next is the number of the object that is written next.
func (f *objects) next() int { return len(f.begin) + 1 }

// object writes an object and returns its number.
func (f *objects) object(form string, args ...any) int {
	n := f.next()
	f.begin = append(f.begin, len(f.out))
	f.out = fmt.Appendf(f.out, "%d 0 obj\n", n)
	f.out = append(fmt.Appendf(f.out, form, args...), "\nendobj\n"...)
	return n
}

// stream writes content, compressed, with more entries of its dictionary.
func (f *objects) stream(more string, content []byte) int {
	packed := deflate(content)
	return f.object("<<%s/Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream", more, len(packed), packed)
}

// end is the file with the table of its objects.
func (f *objects) end(catalog, information int) []byte {
	table := len(f.out)
	f.out = fmt.Appendf(f.out, "xref\n0 %d\n0000000000 65535 f \n", f.next())
	for _, at := range f.begin {
		f.out = fmt.Appendf(f.out, "%010d 00000 n \n", at)
	}
	return fmt.Appendf(f.out, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", f.next(), catalog, information, table)
}

// literal is a text in UTF-16, which all characters have.
func literal(text string) string {
	return "<FEFF" + units(text) + ">"
}

func units(text string) (digits string) {
	for _, unit := range utf16.Encode([]rune(text)) {
		digits += fmt.Sprintf("%04X", unit)
	}
	return digits
}

// font writes the part of a font that has the letters, which texts name by their codes from 1 on, and returns the
// number of its object.
func (f *objects) font(face *typeface, name string, letters map[rune]int) (int, error) {
	widths, glyphs, unicode := []byte{}, make([]byte, 2), []byte{}
	var used []sfnt.GlyphIndex
	for _, r := range slices.SortedFunc(maps.Keys(letters), func(a, b rune) int { return letters[a] - letters[b] }) {
		g := face.glyph(r)
		used = append(used, g.index)
		widths = fmt.Appendf(widths, "%g ", math.Round(1e5*g.width)/100)
		glyphs = binary.BigEndian.AppendUint16(glyphs, uint16(g.index))
		unicode = fmt.Appendf(unicode, "1 beginbfchar <%04X> <%s> endbfchar\n", letters[r], units(string(r)))
	}
	file, err := subset(face.file, used)
	if err != nil {
		return 0, err
	}
	name = "JOULBD+" + name // fonts that are embedded in part have a tag of six capitals
	const thousand = 1000   // units per em in descriptions
	box, _ := face.face.Bounds(nil, fixed.I(thousand), font.HintingNone)
	described := f.object("<</Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 /Ascent %d /Descent %d"+
		" /CapHeight %.0f /StemV 80 /FontFile2 %d 0 R>>", name, box.Min.X.Round(), -box.Max.Y.Round(), box.Max.X.Round(), -box.Min.Y.Round(),
		-box.Min.Y.Round(), -box.Max.Y.Round(), 2*thousand*face.rise, f.stream(fmt.Sprintf("/Length1 %d ", len(file)), file))
	descendant := f.object("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity)"+
		" /Supplement 0>> /FontDescriptor %d 0 R /W [1 [%s]] /CIDToGIDMap %d 0 R>>", name, described, widths, f.stream("", glyphs))
	read := f.stream("", fmt.Appendf(nil, toUnicode, unicode))
	return f.object("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>",
		name, descendant, read), nil
}

// toUnicode is what the numbers of letters are read as.
const toUnicode = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
%sendcmap
CMapName currentdict /CMap defineresource pop
end
end
`
