package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// subset is a TrueType file with the outlines of the given glyphs and of those that they are put together from.
// All keep their numbers, so that nothing else has to change; the others become empty.
func subset(ttf []byte, glyphs []uint16) ([]byte, error) {
	f, err := openTTF(ttf)
	if err != nil {
		return nil, err
	}
	keep := map[uint16]bool{0: true}
	for _, g := range glyphs {
		if err := f.collect(g, keep, 0); err != nil {
			return nil, err
		}
	}
	var outlines []byte
	places := make([]byte, 0, 4*(f.count+1))
	for g := range f.count {
		places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
		if keep[uint16(g)] {
			outline, err := f.outline(uint16(g))
			if err != nil {
				return nil, err
			}
			outlines = append(outlines, outline...)
			for len(outlines)%4 != 0 {
				outlines = append(outlines, 0)
			}
		}
	}
	places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
	head := append([]byte{}, f.tables["head"]...)
	binary.BigEndian.PutUint16(head[50:], 1) // places are whole offsets of 32 bits
	return assemble(map[string][]byte{
		"cvt ": f.tables["cvt "], "fpgm": f.tables["fpgm"], "glyf": outlines, "head": head, "hhea": f.tables["hhea"],
		"hmtx": f.tables["hmtx"], "loca": places, "maxp": f.tables["maxp"], "prep": f.tables["prep"],
	}), nil
}

// ttf is a TrueType file by its tables.
type ttf struct {
	tables map[string][]byte
	count  int  // of glyphs
	long   bool // offsets of outlines have 32 bits
}

var errTTF = errors.New("font is not a whole TrueType file")

func openTTF(file []byte) (*ttf, error) {
	f := &ttf{tables: map[string][]byte{}}
	if len(file) < 12 {
		return nil, errTTF
	}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		if len(file) < 28+16*i {
			return nil, errTTF
		}
		entry := file[12+16*i : 28+16*i]
		begin, length := uint64(binary.BigEndian.Uint32(entry[8:])), uint64(binary.BigEndian.Uint32(entry[12:]))
		if begin+length > uint64(len(file)) {
			return nil, errTTF
		}
		f.tables[string(entry[:4])] = file[begin : begin+length]
	}
	if len(f.tables["head"]) < 54 || len(f.tables["maxp"]) < 6 || f.tables["glyf"] == nil {
		return nil, errTTF
	}
	f.count = int(binary.BigEndian.Uint16(f.tables["maxp"][4:]))
	f.long = binary.BigEndian.Uint16(f.tables["head"][50:]) == 1
	return f, nil
}

// outline is a glyph's own data, empty for a blank.
func (f *ttf) outline(g uint16) ([]byte, error) {
	place := func(i int) (uint64, bool) {
		places := f.tables["loca"]
		switch {
		case f.long && len(places) >= 4*i+4:
			return uint64(binary.BigEndian.Uint32(places[4*i:])), true
		case !f.long && len(places) >= 2*i+2:
			return 2 * uint64(binary.BigEndian.Uint16(places[2*i:])), true
		}
		return 0, false
	}
	begin, ok := place(int(g))
	end, ok2 := place(int(g) + 1)
	if !ok || !ok2 || int(g) >= f.count || begin > end || end > uint64(len(f.tables["glyf"])) {
		return nil, fmt.Errorf("%w: glyph %d lies outside", errTTF, g)
	}
	return f.tables["glyf"][begin:end], nil
}

// Flags of a part of a composite glyph (OpenType, table glyf).
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

// mostNested is how deep glyphs are made of glyphs; fonts have one or two levels.
const mostNested = 8

// collect adds a glyph and its parts.
func (f *ttf) collect(g uint16, keep map[uint16]bool, depth int) error {
	if keep[g] && g != 0 {
		return nil
	}
	keep[g] = true
	outline, err := f.outline(g)
	if err != nil || len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return err // a simple glyph, or none
	}
	if depth == mostNested {
		return fmt.Errorf("%w: glyph %d is nested too deep", errTTF, g)
	}
	for rest := outline[10:]; ; {
		if len(rest) < 4 {
			return fmt.Errorf("%w: glyph %d is cut short", errTTF, g)
		}
		flags := binary.BigEndian.Uint16(rest)
		if err := f.collect(binary.BigEndian.Uint16(rest[2:]), keep, depth+1); err != nil {
			return err
		}
		size := partSize(flags)
		if flags&moreParts == 0 {
			return nil
		}
		if len(rest) < size {
			return fmt.Errorf("%w: glyph %d is cut short", errTTF, g)
		}
		rest = rest[size:]
	}
}

func partSize(flags uint16) int {
	size := 6
	if flags&wordArguments != 0 {
		size += 2
	}
	switch {
	case flags&oneScale != 0:
		size += 2
	case flags&twoScales != 0:
		size += 4
	case flags&fourScales != 0:
		size += 8
	}
	return size
}
