package command

import (
	"bytes"
	"image"
	"image/color"
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

// Other programs read the files of a figure: Poppler finds every font embedded in part and a page of 237.6 pt, QPDF finds
// nothing wrong, and what they draw from the SVG or PDF file is in the PNG file at 300 dpi, at most a pixel away, and the
// other way round.
func TestOtherProgramsReadFilesOfFigures(t *testing.T) {
	fonts, poppler := tool(t, "pdffonts", "poppler-utils"), tool(t, "pdftoppm", "poppler-utils")
	info, qpdf, rsvg := tool(t, "pdfinfo", "poppler-utils"), tool(t, "qpdf", "qpdf"), tool(t, "rsvg-convert", "librsvg2-bin")
	blocks, err := filepath.Glob("testdata/kinds/*.yaml")
	if err != nil || len(blocks) == 0 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	for _, block := range blocks {
		name := filepath.Join(t.TempDir(), "f")
		command(t, "figure", "--spec", block, "--width", "3.3in", "--font-size", "8", "--dpi", "300",
			"--out", name+".pdf,"+name+".png,"+name+".svg")
		readsPDF(t, block, outputOf(t, fonts, name+".pdf"), outputOf(t, info, name+".pdf"))
		outputOf(t, qpdf, "--check", name+".pdf")
		file, err := os.ReadFile(name + ".png")
		if err != nil {
			t.Fatal(err)
		}
		own := inkOf(decode(t, file))
		for suffix, draw := range map[string][]string{".svg": {rsvg, "--dpi-x", "300", "--dpi-y", "300"}, ".pdf": {poppler, "-r", "300", "-png"}} {
			other := inkOf(decode(t, []byte(outputOf(t, draw[0], append(draw[1:], name+suffix)...))))
			if suffix == ".pdf" && other.Bounds().Dx() != 990 {
				t.Errorf("%s: pdftoppm draws %d pixels at 300 dpi, want 990", block, other.Bounds().Dx())
			}
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

func readsPDF(t *testing.T, block, fonts, page string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(fonts), "\n")
	for _, line := range lines[2:] {
		if !regexp.MustCompile(`^[A-Z]{6}\+\S+ +CID TrueType +\S+ +yes yes yes `).MatchString(line) {
			t.Errorf("%s: a font is not embedded in part with its text: %s", block, line)
		}
	}
	if len(lines) < 3 {
		t.Errorf("%s has no font: %s", block, fonts)
	}
	if !regexp.MustCompile(`Page size: +237\.6 x `).MatchString(page) {
		t.Errorf("%s: %s", block, page)
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

func abs(x int) int { return max(x, -x) }

// inkOf is by how much each pixel is darker than white, from 0 to 255.
func inkOf(picture image.Image) *image.Gray {
	bounds := picture.Bounds()
	ink := image.NewGray(bounds)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			ink.SetGray(x, y, color.Gray{Y: 255 - uint8(min(r, g, b)>>8)})
		}
	}
	return ink
}

// apart counts the dark pixels of a that have no pixel with ink of b within one pixel.
func apart(a, b *image.Gray) (n int, first image.Point) {
	const dark = 128
	bounds := a.Bounds().Intersect(b.Bounds()).Inset(1)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if a.GrayAt(x, y).Y < dark || inked(b, x, y) {
				continue
			}
			if n++; n == 1 {
				first = image.Pt(x, y)
			}
		}
	}
	return n, first
}

func inked(b *image.Gray, x, y int) bool {
	const ink = 24
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if b.GrayAt(x+dx, y+dy).Y >= ink {
				return true
			}
		}
	}
	return false
}
