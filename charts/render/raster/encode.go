package raster

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// encode writes the picture as PNG: with a palette where one does it justice, which takes half the bytes and a
// fifth of the time of three levels for every pixel.
func encode(picture *image.RGBA) ([]byte, error) {
	var file bytes.Buffer
	var encoder png.Encoder
	if indexed := withPalette(picture); indexed != nil {
		err := encoder.Encode(&file, indexed)
		return file.Bytes(), err
	}
	encoder.CompressionLevel = png.BestSpeed
	err := encoder.Encode(&file, picture)
	return file.Bytes(), err
}

const (
	// mostColours of a palette, the first ones of which are the most frequent of the picture: grounds, bars, text.
	mostColours = 256
	frequent    = 64
	// mostAstray is by how much a level of a pixel may differ from the picture. It does so only in shades between
	// letters or lines and their ground.
	mostAstray = 8
)

// withPalette is an opaque picture of 256 colours, its own or such as look the same; nil when there are too many.
func withPalette(picture *image.RGBA) *image.Paletted {
	counted := tallyOf(picture)
	if counted == nil {
		return nil
	}
	palette, numbers := choose(counted)
	if palette == nil {
		return nil
	}
	indexed := image.NewPaletted(picture.Rect, palette)
	from := 0
	for _, r := range counted.runs {
		number := numbers[r.colour]
		for i := from; i < r.to; i++ {
			indexed.Pix[i] = number
		}
		from = r.to
	}
	return indexed
}

// choose picks the palette: frequent colours, then always the colour that is farthest from all picked before. numbers
// gives each colour of the picture the nearest in the palette.
func choose(counted *tally) (palette color.Palette, numbers []uint8) {
	ordered := make([]int, len(counted.colours))
	for i := range ordered {
		ordered[i] = i
	}
	slices.SortFunc(ordered, func(a, b int) int {
		return cmp.Or(cmp.Compare(counted.pixels[b], counted.pixels[a]), cmp.Compare(counted.colours[a], counted.colours[b]))
	})
	numbers = make([]uint8, len(ordered))
	away := make([]int, len(ordered)) // from the nearest colour of the palette
	for i := range away {
		away[i] = 256
	}
	for farthest := 0; away[farthest] > 0; {
		if len(palette) == mostColours {
			if away[farthest] > mostAstray {
				return nil, nil
			}
			break
		}
		picked := counted.colours[ordered[farthest]]
		for i, c := range ordered {
			if d := distance(counted.colours[c], picked); d < away[i] {
				away[i], numbers[c] = d, uint8(len(palette))
			}
		}
		palette = append(palette, picked.opaque())
		if farthest = len(palette); farthest >= min(frequent, len(ordered)) {
			farthest = indexOfLargest(away)
		}
	}
	return palette, numbers
}

// distance of two colours is that of their worst level.
func distance(a, b rgb) int {
	r, g, bl := int(a>>16)-int(b>>16), int(a>>8&255)-int(b>>8&255), int(a&255)-int(b&255)
	return max(r, -r, g, -g, bl, -bl)
}

func indexOfLargest(values []int) int {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}
