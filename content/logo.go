package content

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"path"
)

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

func (e entry) logo(folder fs.FS) Logo {
	name := e.text("logo")
	if name == "" {
		return Logo{}
	}
	read, err := readLogo(folder, name)
	if err != nil {
		e.fault("logo", "logo: %s: %v", name, err)
		return Logo{}
	}
	return read
}

// Icons are square pictures in PNG, "" for none.
type Icons struct{ Touch, Large string }

func (e entry) icons(folder fs.FS) Icons {
	under := e.under("icons")
	return Icons{under.icon(folder, "touch", 180), under.icon(folder, "large", 512)}
}

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

// static is the content of the file that a key names, "" for none.
func (e entry) static(folder fs.FS, key string, check func(Static) error) string {
	name := e.text(key)
	if name == "" {
		return ""
	}
	s, err := readStatic(folder, name)
	if err == nil {
		err = check(s)
	}
	if err != nil {
		e.fault(key, "%s: %s: %v", key, name, err)
	}
	return s.Content
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
		var width, height float64
		if width, height, err = svgSize(text); err == nil {
			l.Ratio = width / height
		}
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
