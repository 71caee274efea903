package render_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

var (
	streamForm = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length (\d+)>>\nstream\n`)
	shown      = regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) Tj`)
)

// pageTexts is what the page of a file says, text by text.
func pageTexts(tb testing.TB, file []byte) (texts []string) {
	tb.Helper()
	for _, found := range shown.FindAllSubmatch(content(tb, file), -1) {
		texts = append(texts, fromUTF16(found[1]))
	}
	return texts
}

// content is the operators of a file's page.
func content(tb testing.TB, file []byte) []byte {
	tb.Helper()
	at := streamForm.FindSubmatchIndex(file)
	if at == nil {
		tb.Fatal("file without a page")
	}
	length, _ := strconv.Atoi(string(file[at[2]:at[3]]))
	r, err := zlib.NewReader(bytes.NewReader(file[at[1] : at[1]+length]))
	if err != nil {
		tb.Fatal(err)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil {
		tb.Fatal(err)
	}
	return unpacked
}

func fromUTF16(literal []byte) string {
	literal = []byte(strings.NewReplacer(`\r`, "\r", `\\`, `\`, `\(`, "(", `\)`, ")").Replace(string(literal)))
	var units []uint16
	for ; len(literal) > 1; literal = literal[2:] {
		units = append(units, binary.BigEndian.Uint16(literal))
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
	path := "0.043 0.420 0.310 rg\n0.00 45.00 m\n7.50 45.00 l\n7.50 30.00 l\nf"
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
