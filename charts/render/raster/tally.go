package raster

import (
	"encoding/binary"
	"image"
	"image/color"
)

// rgb is an opaque colour, 0xrrggbb.
type rgb uint32

func colourOf(r, g, b uint8) rgb { return rgb(r)<<16 | rgb(g)<<8 | rgb(b) }

func (c rgb) opaque() color.RGBA { return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} }

// tally is a picture as runs of pixels of one colour, with its colours numbered in the order in which they come.
// A picture has a hundred thousand runs, for which a map takes four times as long as this table.
type tally struct {
	colours []rgb
	pixels  []int // of each colour
	runs    []run

	slots [1 << slotBits]uint16 // by hash, the number of a colour and 1; open addressing
}

// run ends before the pixel to.
type run struct{ colour, to int }

const (
	slotBits = 16
	// mostTallied colours fill less than half of the table. A picture of more has too many for any palette.
	mostTallied = 100 * mostColours
)

// tallyOf is nil where there are too many colours.
func tallyOf(picture *image.RGBA) *tally {
	t := &tally{}
	pixels := len(picture.Pix) / 4
	for from := 0; from < pixels; {
		at := picture.Pix[4*from:]
		to := from + sameColour(at)
		colour := t.number(colourOf(at[0], at[1], at[2]))
		if colour < 0 {
			return nil
		}
		t.pixels[colour] += to - from
		t.runs = append(t.runs, run{colour, to})
		from = to
	}
	return t
}

// sameColour counts the pixels, of which there is one at least, that are as the first is.
func sameColour(pix []byte) int {
	first := binary.LittleEndian.Uint32(pix)
	two := uint64(first)<<32 | uint64(first)
	i := 4
	for i+8 <= len(pix) && binary.LittleEndian.Uint64(pix[i:]) == two {
		i += 8
	}
	for i+4 <= len(pix) && binary.LittleEndian.Uint32(pix[i:]) == first {
		i += 4
	}
	return i / 4
}

// number is the colour's; -1 where the table is full.
func (t *tally) number(c rgb) int {
	const golden = 0x9E3779B1 // spreads neighbouring colours over the table, as Knuth has it
	for slot := uint32(c) * golden >> (32 - slotBits); ; slot = (slot + 1) % (1 << slotBits) {
		taken := int(t.slots[slot])
		switch {
		case taken == 0 && len(t.colours) == mostTallied:
			return -1
		case taken == 0:
			t.colours, t.pixels = append(t.colours, c), append(t.pixels, 0)
			t.slots[slot] = uint16(len(t.colours))
			return len(t.colours) - 1
		case t.colours[taken-1] == c:
			return taken - 1
		}
	}
}
