package content

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats of pictures
	_ "image/jpeg"
	"image/png"
	"io/fs"
	"math"
	"net/http"
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/units"
	_ "golang.org/x/image/webp" // a format of pictures
)

// Static is a file of the folder static/, which is published at the top of the site.
type Static struct {
	Name          string // its address without the first slash
	Type          string
	Content       string
	Width, Height int // px, of a picture
}

// Limits of static/.
const (
	largestStatic = 10 << 20 // bytes of a file
	mostStatic    = 1000     // files
	largestFolder = 100 << 20

	longestSide      = 16_384 // px of a picture: what a browser unpacks is not bounded by the bytes of its file
	mostStaticPixels = 64 << 20
	bitmapHeader     = 40 // bytes, which begin the header itself
)

// loadStatic reads the folder static/; without one there are no files.
func loadStatic(folder fs.FS, errs *Errors) (files []Static) {
	sum := 0
	err := fs.WalkDir(folder, "static", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if len(files) == mostStatic || sum > largestFolder {
			errs.Add("static", 0, "more than %d files or %d bytes; remove some", mostStatic, largestFolder)
			return fs.SkipAll
		}
		s, err := readStatic(folder, name)
		if err != nil {
			errs.Add(name, 0, "%v", err)
			return nil
		}
		s.Name = strings.TrimPrefix(name, "static/")
		sum += len(s.Content)
		files = append(files, s)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs.Add("static", 0, "%v; make it a folder of files", err)
	}
	return files
}

// readStatic reads a file that a browser may show and does not run.
func readStatic(folder fs.FS, name string) (Static, error) {
	s := Static{Name: name}
	if units.Printable(name) != name {
		return s, errors.New("the file name has characters that do not show; rename it")
	}
	text, err := readOwn(folder, name, largestStatic)
	if err != nil {
		return s, err
	}
	s.Content = string(text)
	s.Type = cmp.Or(declared().Static["/"+path.Base(name)], declared().Static[strings.ToLower(path.Ext(name))])
	switch {
	case s.Type == "":
		return s, errors.New("files of this kind are not published; use a picture, a font, a PDF, a video in MP4, an archive or plain data")
	case s.Type == "image/svg+xml":
		s.Width, s.Height, err = svgPixels(text)
		return s, err
	}
	found, _, _ := strings.Cut(http.DetectContentType(text), ";")
	if s.Type != found && len(text) > 0 {
		return s, fmt.Errorf("contains %s, unlike its name (%s); rename it", found, s.Type)
	}
	if s.Type == "image/x-icon" {
		err = iconFault(text)
	} else if strings.HasPrefix(s.Type, "image/") {
		s.Width, s.Height, err = pixelsOf(text)
	}
	return s, err
}

// iconFault is what is wrong with the pictures that an icon holds: PNG, or bitmaps, of which it lists the places.
func iconFault(text []byte) error {
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
		if _, _, err := pixelsOf(text[at:]); err != nil {
			return err
		}
		text = text[at+len(mark):]
	}
	return nil
}

// pixelsOf is the size that a picture of pixels states.
func pixelsOf(text []byte) (width, height int, err error) {
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
	if width <= longestSide && height <= longestSide && width*height <= mostStaticPixels {
		return nil
	}
	return fmt.Errorf("says that it has %d × %d pixels; make it at most %d on a side, and %d megapixels",
		width, height, longestSide, mostStaticPixels>>20)
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

// svgPixels is the size in px at which an SVG file shows; one that states a ratio alone, such as an icon's, is 300 px wide.
func svgPixels(text []byte) (width, height int, err error) {
	w, h, err := svgSize(text)
	if err != nil {
		return 0, 0, err
	}
	const least, usual, most = 100, 300, 2000
	if w < least || w > most {
		w, h = usual, usual*h/w
	}
	return int(w), int(min(max(h, 1), 10*most)), nil
}

// Logo is a publisher's picture next to the site's name and in the browser's tab. The zero Logo is the built-in one.
type Logo struct {
	Name    string // of the file in the content folder
	Type    string // image/svg+xml or image/png
	Content string
	Ratio   float64 // width divided by height
}

// mostPixels of a PNG logo, whose bytes say little of its size.
const mostPixels = 4 << 20

// largestLogo in bytes keeps pages light: it is on all of them.
const largestLogo = 100_000

// Icons are square pictures in PNG, "" for none.
type Icons struct{ Touch, Large string }

// icon is a square picture of so many pixels a side.
func (e entry) icon(folder fs.FS, key string, size int) string {
	return e.static(folder, key, func(s Static) error {
		if s.Type != "image/png" || s.Width != size || s.Height != size {
			return fmt.Errorf("expected a PNG file of %d × %d pixels", size, size)
		}
		_, err := pngRatio([]byte(s.Content))
		return err
	})
}

// ofFile is what is read from the file that a key names, the zero value for none.
func ofFile[T any](e entry, folder fs.FS, key string, read func(fs.FS, string) (T, error)) (of T) {
	name := e.text(key)
	if name == "" {
		return of
	}
	found, err := read(folder, name)
	if err != nil {
		e.fault(key, "%s: %s: %v", key, name, err)
		return of
	}
	return found
}

// static is the content of the file that a key names, "" for none.
func (e entry) static(folder fs.FS, key string, check func(Static) error) string {
	return ofFile(e, folder, key, func(folder fs.FS, name string) (string, error) {
		s, err := readStatic(folder, name)
		return s.Content, cmp.Or(err, check(s))
	})
}

// Fonts are the contents of font files, "" for the fonts of the system.
type Fonts struct{ Text, Code string }

func (e entry) fonts(folder fs.FS) Fonts {
	under := e.under("fonts")
	check := func(s Static) error {
		if s.Type != "font/woff2" {
			return errors.New("expected a .woff2 file")
		}
		return nil
	}
	return Fonts{under.static(folder, "text", check), under.static(folder, "code", check)}
}

func readLogo(folder fs.FS, name string) (Logo, error) {
	l := Logo{Name: name}
	text, err := readOwn(folder, name, largestLogo)
	if err != nil {
		return l, err
	}
	l.Content = string(text)
	switch path.Ext(name) {
	case ".svg":
		l.Type = "image/svg+xml"
		width, height, fault := svgSize(text)
		l.Ratio, err = width/height, fault
	case ".png":
		l.Type = "image/png"
		l.Ratio, err = pngRatio(text)
	default:
		return l, errors.New("expected an .svg or .png file")
	}
	if err == nil && !(l.Ratio >= 0.2 && l.Ratio <= 8) {
		err = errors.New("expected a width of at most eight times the height, and a height of at most five times the width")
	}
	return l, err
}

func pngRatio(text []byte) (float64, error) {
	size, err := png.DecodeConfig(bytes.NewReader(text))
	if err != nil {
		return 0, errors.New("is not a PNG file")
	}
	if size.Width*size.Height > mostPixels {
		return 0, fmt.Errorf("has %d × %d pixels; make it smaller", size.Width, size.Height)
	}
	if _, err := png.Decode(bytes.NewReader(text)); err != nil {
		return 0, fmt.Errorf("is not a complete PNG file: %w; save it again", err)
	}
	return float64(size.Width) / float64(size.Height), nil
}
