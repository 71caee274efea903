package raster

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
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

type rgb [3]uint8

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
	palette, numbers := choose(count(picture))
	if palette == nil {
		return nil
	}
	indexed := image.NewPaletted(picture.Rect, palette)
	each(picture, func(c rgb, from, to int) {
		number := numbers[c]
		for i := from; i < to; i++ {
			indexed.Pix[i] = number
		}
	})
	return indexed
}

// choose picks the palette: frequent colours, then always the colour that is farthest from all picked before. numbers
// gives each colour of the picture the nearest in the palette.
func choose(counts map[rgb]int) (palette color.Palette, numbers map[rgb]uint8) {
	if len(counts) > 100*mostColours {
		return nil, nil
	}
	ordered := slices.SortedFunc(maps.Keys(counts), func(a, b rgb) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), slices.Compare(a[:], b[:]))
	})
	numbers = make(map[rgb]uint8, len(ordered))
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
		picked := ordered[farthest]
		for i, c := range ordered {
			if d := distance(c, picked); d < away[i] {
				away[i], numbers[c] = d, uint8(len(palette))
			}
		}
		palette = append(palette, color.RGBA{picked[0], picked[1], picked[2], 255})
		if farthest = len(palette); farthest >= min(frequent, len(ordered)) {
			farthest = indexOfLargest(away)
		}
	}
	return palette, numbers
}

// distance of two colours is that of their worst level.
func distance(a, b rgb) int {
	worst := 0
	for i := range a {
		worst = max(worst, int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return worst
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

func count(picture *image.RGBA) map[rgb]int {
	counts := map[rgb]int{}
	each(picture, func(c rgb, from, to int) { counts[c] += to - from })
	return counts
}

// each calls do for every run of pixels of one colour.
func each(picture *image.RGBA, do func(c rgb, from, to int)) {
	pixels := len(picture.Pix) / 4
	for from := 0; from < pixels; {
		c := rgb(picture.Pix[4*from:])
		to := from + 1
		for to < pixels && rgb(picture.Pix[4*to:]) == c {
			to++
		}
		do(c, from, to)
		from = to
	}
}
