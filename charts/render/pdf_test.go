package render_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/sfnt"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

var (
	streamForm = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length (\d+)>>\nstream\n`)
	contents   = regexp.MustCompile(`/Contents (\d+) 0 R`)
	reading    = regexp.MustCompile(`/Encoding /Identity-H .*?/ToUnicode (\d+) 0 R`)
	meaning    = regexp.MustCompile(`<([0-9A-F]{4})> <([0-9A-F]+)> endbfchar`)
	fontNamed  = regexp.MustCompile(`/F(\d) (\d+) 0 R`)
	shown      = regexp.MustCompile(`(?s)BT /F(\d).*?<([0-9A-F]*) ?> Tj`)
)

// pageTexts is what the page of a file says, text by text: as its fonts say that the numbers of letters are read.
func pageTexts(tb testing.TB, file []byte) (texts []string) {
	tb.Helper()
	letters := map[string]map[string]string{}
	for _, font := range fontNamed.FindAllSubmatch(file, -1) {
		letters[string(font[1])] = map[string]string{}
		object := number(string(reading.FindSubmatch(object(tb, file, number(string(font[2]))))[1]))
		for _, m := range meaning.FindAllSubmatch(stream(tb, file, object), -1) {
			letters[string(font[1])][string(m[1])] = fromUTF16(string(m[2]))
		}
	}
	for _, found := range shown.FindAllSubmatch(content(tb, file), -1) {
		text := ""
		for digits := string(found[2]); digits != ""; digits = digits[4:] {
			text += letters[string(found[1])][digits[:4]]
		}
		texts = append(texts, text)
	}
	return texts
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// content is the operators of a file's page.
func content(tb testing.TB, file []byte) []byte {
	tb.Helper()
	at := contents.FindSubmatch(file)
	if at == nil {
		tb.Fatal("file without a page")
	}
	return stream(tb, file, number(string(at[1])))
}

// object is an object of a file, found as programs do: by the table at its end.
func object(tb testing.TB, file []byte, n int) []byte {
	tb.Helper()
	table := number(regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(string(file))[1])
	if !bytes.HasPrefix(file[table:], []byte("xref\n0 ")) {
		tb.Fatal("no table where the end says")
	}
	first := table + bytes.IndexByte(file[table+5:], '\n') + 6
	at := number(string(file[first+20*n : first+20*n+10]))
	if !bytes.HasPrefix(file[at:], fmt.Appendf(nil, "%d 0 obj\n", n)) {
		tb.Fatalf("no object %d at %d", n, at)
	}
	return file[at : at+bytes.Index(file[at:], []byte("\nendobj\n"))]
}

// stream is the unpacked content of an object.
func stream(tb testing.TB, file []byte, n int) []byte {
	tb.Helper()
	o := object(tb, file, n)
	at := streamForm.FindSubmatchIndex(o)
	if at == nil {
		tb.Fatalf("object %d is no stream", n)
	}
	length := number(string(o[at[2]:at[3]]))
	if !bytes.Equal(o[at[1]+length:], []byte("\nendstream")) {
		tb.Errorf("object %d does not end where its length says", n)
	}
	r, err := zlib.NewReader(bytes.NewReader(o[at[1] : at[1]+length]))
	if err != nil {
		tb.Fatal(err)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil {
		tb.Fatal(err)
	}
	return unpacked
}

func fromUTF16(digits string) string {
	var units []uint16
	for ; len(digits) > 3; digits = digits[4:] {
		n, _ := strconv.ParseUint(digits[:4], 16, 16)
		units = append(units, uint16(n))
	}
	return string(utf16.Decode(units))
}

// texts are those of a scene in the order in which they are drawn.
func texts(s scene.Scene) (all []string) {
	for _, l := range s.Layers {
		for _, t := range l.Texts {
			all = append(all, t.Text)
		}
	}
	return all
}

// TestEveryTextIsInThePage reads the PDF's text back as a reader would find and copy it.
func TestEveryTextIsInThePage(t *testing.T) {
	for _, chart := range append(golden(), called("Größe (№) \\ 7")) {
		page, err := renderer(t).PDF(chart, render.Light)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := pageTexts(t, page), texts(chart.Scene); !slices.Equal(got, want) || !bytes.Contains(page, []byte("/ToUnicode")) {
			t.Errorf("%s: the page says %q, want %q with a map to Unicode", chart.ID, got, want)
		}
	}
}

func TestPagesHaveNoActionsAndTheirFonts(t *testing.T) {
	for _, chart := range golden() {
		page, err := renderer(t).PDF(chart, render.Light)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"/JavaScript", "/JS", "/URI", "/Launch", "/OpenAction", "/AA", "/Annots"} {
			if bytes.Contains(page, []byte(word)) {
				t.Errorf("%s: the file has %s", chart.ID, word)
			}
		}
		size := []byte("/MediaBox [0 0 225.00 150.00]") // 300 × 200 px
		if !bytes.Contains(page, size) || !bytes.Contains(page, []byte("/FontFile2")) || len(page) > 40_000 {
			t.Errorf("%s: size, embedded font or subset is missing in %d bytes", chart.ID, len(page))
		}
	}
}

// TestPageHasNoGround: the first thing drawn is the chart's own.
func TestPageHasNoGround(t *testing.T) {
	page, err := renderer(t).PDF(drawnOn(scene.Layer{
		Style: scene.Style{Fill: "var(--accent)"}, Paths: []scene.Path{{Lines: [][]scene.Point{{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 20}}}}},
	}), render.Light)
	if err != nil {
		t.Fatal(err)
	}
	operators := string(content(t, page))
	path := "0.043 0.420 0.310 rg\n0 0 m\n7.5 0 l\n7.5 15 l\nf"
	if strings.Count(operators, "\nf\n") != 1 || !strings.Contains(operators, path) {
		t.Errorf("the page draws %s", operators)
	}
}

func TestPagesAreTheSameInEveryRun(t *testing.T) {
	first, err := renderer(t).PDF(golden()[0], render.Light)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // which maps would be iterated in another order in
		again, err := renderer(t).PDF(golden()[0], render.Light)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("the page differs from run to run, or %v", err)
		}
	}
}

// TestAFontInAPageHasItsLetters reads the embedded font back: what is drawn has the outlines of the whole font.
func TestAFontInAPageHasItsLetters(t *testing.T) {
	page, err := renderer(t).PDF(called("Ägyptisch é"), render.Light)
	if err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(`/FontFile2 (\d+) 0 R`).FindSubmatch(page)
	part := stream(t, page, number(string(at[1])))
	got, err := sfnt.Parse(withCharacters(part, liberationsansregular.TTF))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range "Ägyptisch é" {
		index, _ := whole.GlyphIndex(nil, r)
		want, _ := whole.LoadGlyph(&sfnt.Buffer{}, index, 1000, nil)
		if is, err := got.LoadGlyph(&sfnt.Buffer{}, index, 1000, nil); err != nil || !slices.Equal(is, want) {
			t.Errorf("%c: %v, %v, want %v", r, is, err, want)
		}
	}
	if index, _ := whole.GlyphIndex(nil, 'W'); len(part) > len(liberationsansregular.TTF)/5 {
		t.Errorf("%d bytes", len(part))
	} else if is, _ := got.LoadGlyph(&sfnt.Buffer{}, index, 1000, nil); len(is) > 0 {
		t.Error("a letter that is not used is in the file")
	}
}

// withCharacters adds the tables of a font that a PDF file has no use for, and the reader of fonts asks for.
func withCharacters(part, whole []byte) []byte {
	tables := map[string][]byte{}
	for _, file := range [][]byte{whole, part} {
		for i := range int(binary.BigEndian.Uint16(file[4:])) {
			e := file[12+16*i:]
			tables[string(e[:4])] = file[binary.BigEndian.Uint32(e[8:]):][:binary.BigEndian.Uint32(e[12:])]
		}
	}
	names := slices.Sorted(maps.Keys(tables))
	file := binary.BigEndian.AppendUint16([]byte{0, 1, 0, 0}, uint16(len(names)))
	file = append(file, 0, 0, 0, 0, 0, 0)
	at := len(file) + 16*len(names)
	var all []byte
	for _, name := range names {
		file = append(append(file, name...), 0, 0, 0, 0)
		file = binary.BigEndian.AppendUint32(file, uint32(at+len(all)))
		file = binary.BigEndian.AppendUint32(file, uint32(len(tables[name])))
		all = append(all, tables[name]...)
		all = append(all, make([]byte, -len(all)&3)...)
	}
	return append(file, all...)
}

// FuzzFont: a font of an author, however damaged, is drawn with or is an error.
func FuzzFont(f *testing.F) {
	f.Add(uint32(0), byte(0))
	f.Add(uint32(300), byte(255))
	chart := called("Äé fi")
	f.Fuzz(func(t *testing.T, at uint32, value byte) {
		file := slices.Clone(liberationsansregular.TTF)
		at %= uint32(2 * len(file))
		if int(at) < len(file) {
			file[at] = value
		} else {
			file = file[:at-uint32(len(file))]
		}
		font, err := render.OpenFont(file)
		if err != nil {
			return
		}
		chart.Paper = render.Paper{Width: 200, Height: 100, Unit: 0.5, Font: font}
		if page, err := renderer(t).PDF(chart, render.Light); err == nil {
			pageTexts(t, page)
		}
	})
}
