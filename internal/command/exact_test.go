package command

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tool returns the path of a program, or skips the test where the machine lacks it: make test installs it. That files
// have the structure of PDF is tested everywhere, by package charts/render.
func tool(t *testing.T, name, in string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s, which is in %s", name, in)
	}
	return path
}

// pdfOf draws a block for a column of 3.3 in with text of 8 pt, and returns the paths of its files.
func pdfOf(t *testing.T, block, suffix string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "f"+suffix)
	command(t, "figure", "--spec", block, "--width", "3.3in", "--font-size", "8", "--dpi", "300", "--out", out)
	return out
}

func kindBlocks(t *testing.T) []string {
	t.Helper()
	blocks, err := filepath.Glob("testdata/kinds/*.yaml")
	if err != nil || len(blocks) == 0 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	return blocks
}

// Other programs read the files: Poppler finds every font embedded in part and a page of 237.6 pt, and draws it; QPDF finds
// nothing wrong.
func TestOtherProgramsReadPDF(t *testing.T) {
	fonts, toPixels := tool(t, "pdffonts", "poppler-utils"), tool(t, "pdftoppm", "poppler-utils")
	info, qpdf := tool(t, "pdfinfo", "poppler-utils"), tool(t, "qpdf", "qpdf")
	for _, block := range kindBlocks(t) {
		file := pdfOf(t, block, ".pdf")
		listed := outputOf(t, fonts, file)
		lines := strings.Split(strings.TrimSpace(listed), "\n")
		for _, line := range lines[2:] {
			if !regexp.MustCompile(`^[A-Z]{6}\+\S+ +CID TrueType +\S+ +yes yes yes `).MatchString(line) {
				t.Errorf("%s: a font is not embedded in part with its text: %s", block, line)
			}
		}
		if len(lines) < 3 {
			t.Errorf("%s has no font: %s", block, listed)
		}
		if page := outputOf(t, info, file); !regexp.MustCompile(`Page size: +237\.6 x `).MatchString(page) {
			t.Errorf("%s: %s", block, page)
		}
		outputOf(t, qpdf, "--check", file)
		picture := decode(t, []byte(outputOf(t, toPixels, "-r", "300", "-png", file)))
		if width := picture.Bounds().Dx(); width != 990 {
			t.Errorf("%s: pdftoppm draws %d pixels at 300 dpi, want 990", block, width)
		}
	}
}

func outputOf(t *testing.T, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil || problems.Len() > 0 {
		t.Fatalf("%s %s: %v: %s %s", filepath.Base(name), strings.Join(args, " "), err, out, problems.Bytes())
	}
	return string(out)
}

func decode(t *testing.T, file []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// What another program draws from the SVG or PDF file is in the PNG file at 300 dpi, at most a pixel away, and the other way
// round.
func TestFilesOfAFigureAgreeWithinAPixel(t *testing.T) {
	if testing.Short() {
		t.Skip("draws large pictures")
	}
	rsvg, poppler := tool(t, "rsvg-convert", "librsvg2-bin"), tool(t, "pdftoppm", "poppler-utils")
	drawers := map[string][]string{
		".svg": {rsvg, "--dpi-x", "300", "--dpi-y", "300"},
		".pdf": {poppler, "-r", "300", "-png"},
	}
	for _, block := range kindBlocks(t) {
		file, err := os.ReadFile(pdfOf(t, block, ".png"))
		if err != nil {
			t.Fatal(err)
		}
		own := decode(t, file)
		for suffix, draw := range drawers {
			other := decode(t, []byte(outputOf(t, draw[0], append(draw[1:], pdfOf(t, block, suffix))...)))
			if a, b := own.Bounds().Size(), other.Bounds().Size(); abs(a.X-b.X) > 1 || abs(a.Y-b.Y) > 1 {
				t.Errorf("%s: the PNG file has %v pixels, the %s file %v", block, a, suffix, b)
				continue
			}
			if n, at := apart(own, other); n > 0 {
				t.Errorf("%s: %d pixels of the PNG file are more than one away from those of the %s file, such as %v", block, n, suffix, at)
			}
			if n, at := apart(other, own); n > 0 {
				t.Errorf("%s: %d pixels of the %s file are more than one away from those of the PNG file, such as %v", block, n, suffix, at)
			}
		}
	}
}

func abs(x int) int { return max(x, -x) }

// darkness is by how much a pixel is darker than white, from 0 to 255.
func darkness(picture image.Image, x, y int) int {
	r, g, b, _ := picture.At(x, y).RGBA()
	return 255 - int(min(r, g, b)>>8)
}

// apart counts the dark pixels of a that have no pixel with ink of b within one pixel.
func apart(a, b image.Image) (n int, first image.Point) {
	const dark, ink = 128, 24
	bounds := a.Bounds().Intersect(b.Bounds()).Inset(1)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if darkness(a, x, y) < dark || inked(b, x, y, ink) {
				continue
			}
			if n++; n == 1 {
				first = image.Pt(x, y)
			}
		}
	}
	return n, first
}

func inked(picture image.Image, x, y, least int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if darkness(picture, x+dx, y+dy) >= least {
				return true
			}
		}
	}
	return false
}
