package pictures

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats of pictures
	_ "image/jpeg"
	"image/png"
	"math"

	_ "golang.org/x/image/webp" // a format of pictures
)

// What a browser unpacks is not bounded by the bytes of its file.
const (
	longestSide = 16_384 // px
	mostPixels  = 64 << 20
	mostWhole   = 4 << 20 // pixels of a PNG file that is decoded

	bitmapHeader = 40 // bytes, which begin the header itself
)

// Pixels returns the size that a picture of pixels states; that of a GIF file reaches as far as its frames.
func Pixels(text []byte) (width, height int, err error) {
	size, format, err := image.DecodeConfig(bytes.NewReader(text))
	if err != nil {
		return 0, 0, fmt.Errorf("is not a picture: %w", err)
	}
	width, height = size.Width, size.Height
	if format == "gif" {
		width, height = gifReach(text, width, height)
	}
	return width, height, tooManyPixels(width, height)
}

func tooManyPixels(width, height int) error {
	if width <= longestSide && height <= longestSide && width*height <= mostPixels {
		return nil
	}
	return fmt.Errorf("says that it has %d × %d pixels; make it at most %d on a side, and %d megapixels",
		width, height, longestSide, mostPixels>>20)
}

// gifReach is how far the frames of a GIF file reach, at least its stated size: browsers enlarge a picture whose first frame
// is larger.
func gifReach(text []byte, width, height int) (int, int) {
	colors := func(packed byte) int { return 3 << (packed&7 + 1) * int(packed>>7) } // bytes of a table
	two := func(at int) int { return int(binary.LittleEndian.Uint16(text[at:])) }
	at := 13 + colors(text[10])
	for at+10 <= len(text) && (text[at] == ',' || text[at] == '!') {
		if text[at] == ',' { // a frame; else an extension
			width, height = max(width, two(at+1)+two(at+5)), max(height, two(at+3)+two(at+7))
			at += 9 + colors(text[at+9])
		}
		for at += 2; at < len(text) && text[at] > 0; at += 1 + int(text[at]) { // blocks of data
		}
		at++
	}
	return width, height
}

// Icon returns what is wrong with the pictures that an icon holds: PNG, or bitmaps, of which it lists the places.
func Icon(text []byte) error {
	if len(text) < 6 {
		return nil
	}
	for at := 6; at < 6+16*int(binary.LittleEndian.Uint16(text[4:])) && at+16 <= len(text); at += 16 {
		place := int(binary.LittleEndian.Uint32(text[at+12:]))
		if place+12 > len(text) || binary.LittleEndian.Uint32(text[place:]) != bitmapHeader {
			continue
		}
		side := func(at int) int { return int(math.Abs(float64(int32(binary.LittleEndian.Uint32(text[place+at:]))))) }
		if err := tooManyPixels(side(4), side(8)/2); err != nil { // twice as high, for the mask
			return err
		}
	}
	mark := []byte("\x89PNG\r\n\x1a\n")
	for at := bytes.Index(text, mark); at >= 0; at = bytes.Index(text, mark) {
		if _, _, err := Pixels(text[at:]); err != nil {
			return err
		}
		text = text[at+len(mark):]
	}
	return nil
}

// PNG returns the size of a complete PNG file, which is decoded as a whole.
func PNG(text []byte) (width, height int, err error) {
	size, err := png.DecodeConfig(bytes.NewReader(text))
	if err != nil {
		return 0, 0, errors.New("is not a PNG file")
	}
	if size.Width*size.Height > mostWhole {
		return 0, 0, fmt.Errorf("has %d × %d pixels; make it smaller", size.Width, size.Height)
	}
	if _, err := png.Decode(bytes.NewReader(text)); err != nil {
		return 0, 0, fmt.Errorf("is not a complete PNG file: %w; save it again", err)
	}
	return size.Width, size.Height, nil
}
