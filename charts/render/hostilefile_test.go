package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// TestHostileNamesStayTextInFiles: whatever a model is called, its files hold shapes and text and nothing else.
func TestHostileNamesStayTextInFiles(t *testing.T) {
	for _, name := range hostileNames {
		chart := named(t, name)
		all, err := drawn(t, common(t), chart).Files(t.Context(), "x")
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		for _, f := range all {
			switch filepath.Ext(f.Name) {
			case ".svg":
				onlyShapes(t, name, f.Bytes)
			case ".png":
				if _, err := png.Decode(bytes.NewReader(f.Bytes)); err != nil {
					t.Errorf("%q: %v", name, err)
				}
			case ".pdf":
				noAction(t, name, f.Bytes)
			}
		}
	}
}

func onlyShapes(t *testing.T, name string, svg []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !drawingElements[strings.ToLower(start.Name.Local)] {
			t.Errorf("%q became the element %s", name, start.Name.Local)
		}
		for _, a := range start.Attr {
			attribute := strings.ToLower(a.Name.Local)
			if !drawingAttributes[attribute] && attribute != "xmlns" && attribute != "width" && attribute != "height" && attribute != "font-family" {
				t.Errorf("%q became the attribute %s", name, a.Name.Local)
			}
		}
	}
}

// noAction: text in a PDF is hexadecimal, so that nothing of it can be a name of PDF's.
func noAction(t *testing.T, name string, page []byte) {
	t.Helper()
	for _, word := range []string{"/JavaScript", "/JS", "/URI", "/Launch", "/OpenAction", "/AA", "/Annots", "/EmbeddedFile", "Date", "<script", "alert"} {
		if bytes.Contains(page, []byte(word)) {
			t.Errorf("%q: the file has %s", name, word)
		}
	}
}

// TestReadersUnderstandThePDF asks another program, where there is one.
func TestReadersUnderstandThePDF(t *testing.T) {
	pdftotext, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext: install poppler-utils")
	}
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, files(t, common(t), golden[0])[4].Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), pdftotext, path, "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, text := range []string{"Median inter-token latency, ms (log)", "over the deadline", "frontier", "B200"} {
		if !strings.Contains(string(out), text) {
			t.Errorf("no %q in %q", text, out)
		}
	}
}

func TestPictureThatIsTooLargeSaysSo(t *testing.T) {
	chart := small(0)
	chart.Width, chart.Height = 9000, 9000
	d := drawn(t, common(t), chart)
	if _, err := d.PNG(t.Context(), render.Light, 2); err == nil || !strings.Contains(err.Error(), "chart small-0: png file: picture of 18000 × 18000 pixels") {
		t.Errorf("error %v", err)
	}
}
