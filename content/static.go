package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/internal/pictures"
	"github.com/jouleboard/jouleboard/units"
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
		err = pictures.Icon(text)
	} else if strings.HasPrefix(s.Type, "image/") {
		s.Width, s.Height, err = pictures.Pixels(text)
	}
	return s, err
}

// svgPixels is the size in px at which an SVG file shows; one that states a ratio alone, such as an icon's, is 300 px wide.
func svgPixels(text []byte) (width, height int, err error) {
	w, h, err := pictures.SVG(text)
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
		_, _, err := pictures.PNG([]byte(s.Content))
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
		width, height, fault := pictures.SVG(text)
		l.Type, l.Ratio, err = "image/svg+xml", width/height, fault
	case ".png":
		width, height, fault := pictures.PNG(text)
		l.Type, l.Ratio, err = "image/png", float64(width)/float64(height), fault
	default:
		return l, errors.New("expected an .svg or .png file")
	}
	if err == nil && !(l.Ratio >= 0.2 && l.Ratio <= 8) {
		err = errors.New("expected a width of at most eight times the height, and a height of at most five times the width")
	}
	return l, err
}
