package render

import (
	"encoding/binary"
	"errors"
	"slices"

	"golang.org/x/image/font/sfnt"
)

var errDamaged = errors.New("the font is damaged: a table is missing or too short")

// glyphTables are those of TrueType that a PDF file needs, by name; the first may be missing.
var glyphTables = []string{"cvt ", "fpgm", "prep", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}

const optional = 3

// subset is a TrueType file with the used glyphs and those that they consist of. The others are empty, so that all
// keep their numbers. The error is that the file is damaged.
func subset(file []byte, used []sfnt.GlyphIndex) ([]byte, error) {
	tables := map[string][]byte{}
	for i := range int(uint16At(file, 4)) {
		entry := 12 + 16*i
		if content, ok := within(file, uint32At(file, entry+8), uint32At(file, entry+12)); ok && len(file) >= entry+16 {
			tables[string(file[entry:entry+4])] = content
		}
	}
	for _, name := range glyphTables[optional:] {
		if tables[name] == nil {
			return nil, errDamaged
		}
	}
	glyphs := glyphs{tables["glyf"], tables["loca"], uint16At(tables["head"], 50) == 1}
	kept, err := glyphs.closure(used)
	if err != nil {
		return nil, err
	}
	count := int(uint16At(tables["maxp"], 4))
	places, outlines := make([]byte, 0, 4*count+4), []byte(nil)
	for i := range count {
		places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
		outlines = append(outlines, kept[sfnt.GlyphIndex(i)]...)
		for len(outlines)%4 != 0 {
			outlines = append(outlines, 0)
		}
	}
	tables["loca"] = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
	tables["glyf"] = outlines
	tables["head"] = slices.Clone(tables["head"])
	copy(tables["head"][50:], []byte{0, 1}) // places have four bytes
	tables["hmtx"] = blanked(tables["hmtx"], int(uint16At(tables["hhea"], 34)), kept)
	return assembled(tables), nil
}

// blanked is the widths of glyphs, of which count have one of their own, without those that are not kept.
func blanked(widths []byte, count int, kept map[sfnt.GlyphIndex][]byte) []byte {
	widths = slices.Clone(widths)
	for i := range min(count-1, len(widths)/4) { // the last one is that of all others
		if _, is := kept[sfnt.GlyphIndex(i)]; !is {
			clear(widths[4*i : 4*i+4])
		}
	}
	return widths
}

// assembled is a file of the tables in the order of their names.
func assembled(tables map[string][]byte) []byte {
	names := slices.DeleteFunc(slices.Sorted(slices.Values(glyphTables)), func(name string) bool { return tables[name] == nil })
	n, power := len(names), 0
	for 2<<power <= n {
		power++
	}
	file := []byte{0, 1, 0, 0}
	for _, x := range []int{n, 16 << power, power, 16*n - 16<<power} {
		file = binary.BigEndian.AppendUint16(file, uint16(x))
	}
	at := len(file) + 16*n
	var content []byte
	for _, name := range names {
		table := tables[name]
		padded := append(slices.Clip(table), make([]byte, -len(table)&3)...)
		sum := uint32(0)
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		file = append(file, name...)
		for _, x := range []uint32{sum, uint32(at + len(content)), uint32(len(table))} {
			file = binary.BigEndian.AppendUint32(file, x)
		}
		content = append(content, padded...)
	}
	return append(file, content...)
}

// glyphs are the outlines of a font.
type glyphs struct {
	outlines, places []byte
	long             bool // places have four bytes
}

// outline is that of a glyph, empty for a space.
func (g glyphs) outline(i sfnt.GlyphIndex) ([]byte, error) {
	at := func(i int) int {
		if g.long {
			return uint32At(g.places, 4*i)
		}
		return 2 * int(uint16At(g.places, 2*i))
	}
	from, to := at(int(i)), at(int(i)+1)
	outline, ok := within(g.outlines, from, to-from)
	if !ok {
		return nil, errDamaged
	}
	return outline, nil
}

// closure is the outlines of the used glyphs, of the one that stands for missing ones, and of their parts.
func (g glyphs) closure(used []sfnt.GlyphIndex) (map[sfnt.GlyphIndex][]byte, error) {
	kept := map[sfnt.GlyphIndex][]byte{}
	for open := append([]sfnt.GlyphIndex{0}, used...); len(open) > 0; {
		i := open[0]
		open = open[1:]
		if _, known := kept[i]; known {
			continue
		}
		outline, err := g.outline(i)
		if err != nil {
			return nil, err
		}
		kept[i] = outline
		open = append(open, parts(outline)...)
	}
	return kept, nil
}

// parts are the glyphs that a glyph consists of, as the specification of the table glyf describes them; none for one
// with an outline of its own.
func parts(outline []byte) (parts []sfnt.GlyphIndex) {
	const (
		words, scale, more, twoScales, matrix = 1 << 0, 1 << 3, 1 << 5, 1 << 6, 1 << 7
	)
	if len(outline) == 0 || outline[0] < 0x80 { // its number of contours is negative
		return nil
	}
	for at, flags := 10, uint16(more); flags&more != 0 && at+4 <= len(outline); {
		flags = uint16At(outline, at)
		parts = append(parts, sfnt.GlyphIndex(uint16At(outline, at+2)))
		at += 6
		for _, longer := range []struct{ flag, by uint16 }{{words, 2}, {scale, 2}, {twoScales, 4}, {matrix, 8}} {
			if flags&longer.flag != 0 {
				at += int(longer.by)
			}
		}
	}
	return parts
}

// within is a part of a file, if it has one there.
func within(file []byte, from, length int) ([]byte, bool) {
	if from < 0 || length < 0 || from > len(file) || length > len(file)-from {
		return nil, false
	}
	return file[from : from+length], true
}

// uint16At and uint32At are 0 beyond the end of a file.
func uint16At(file []byte, at int) uint16 {
	if b, ok := within(file, at, 2); ok {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func uint32At(file []byte, at int) int {
	if b, ok := within(file, at, 4); ok {
		return int(binary.BigEndian.Uint32(b))
	}
	return 0
}
