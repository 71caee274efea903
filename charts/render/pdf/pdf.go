// Package pdf answers how a picture becomes a PDF file for papers: a vector.Drawing becomes one page of its size on
// no ground, lines as lines, text as text that can be searched and copied, in embedded fonts of the letters that
// occur. The file holds no date, no name of a machine and nothing random: the same drawing gives the same bytes.
//
// It writes the few parts of PDF 1.4 that charts need itself (the standard is ISO 32000). fpdf, the library that
// comes near, states a date in every file, prints its errors, and knows neither clipping by a path nor gradients of
// more than two colours.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// pointsPerPx is the size of a page: 12 px are 9 pt.
const pointsPerPx = 0.75

// Page is the drawing as a file of one page with a title.
func Page(d vector.Drawing, fonts vector.Fonts, title string) ([]byte, error) {
	w := &file{}
	c := newContent(d, fonts)
	for _, s := range d.Shapes {
		c.shape(s)
	}
	catalog, pages, page := w.reserve(), w.reserve(), w.reserve()
	resources, err := c.resources(w)
	if err != nil {
		return nil, err
	}
	content := w.stream("", c.out.Bytes())
	w.write(catalog, "<< /Type /Catalog /Pages %d 0 R >>", pages)
	w.write(pages, "<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", page)
	w.write(page, "<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s] /Resources %s /Contents %d 0 R >>",
		pages, number(d.Width*pointsPerPx), number(d.Height*pointsPerPx), resources, content)
	info := w.add("<< /Title %s /Producer (Jouleboard) >>", textString(title))
	return w.finish(catalog, info), nil
}

// file is a PDF file under construction: numbered objects, the first one number 1.
type file struct {
	objects [][]byte
}

// reserve gives a number to an object that is written later.
func (w *file) reserve() int {
	w.objects = append(w.objects, nil)
	return len(w.objects)
}

func (w *file) write(object int, format string, values ...any) {
	w.objects[object-1] = fmt.Appendf(nil, format, values...)
}

func (w *file) add(format string, values ...any) int {
	object := w.reserve()
	w.write(object, format, values...)
	return object
}

// stream adds compressed bytes with further entries of its dictionary.
func (w *file) stream(entries string, content []byte) int {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(content) // a buffer takes everything
	_ = z.Close()
	return w.add("<< %s/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", entries, packed.Len(), packed.Bytes())
}

// finish is the file with its table of where each object begins.
func (w *file) finish(catalog, info int) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n") // the second line says that the file is not text
	var table strings.Builder
	for i, object := range w.objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	begin := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n%s", len(w.objects)+1, table.String())
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.objects)+1, catalog, info, begin)
	return out.Bytes()
}

// textString is text for the file's data, as hexadecimal UTF-16 so that nothing in it can end it.
func textString(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}
