package browser

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/test/sites"
)

var screenshots = flag.String("screenshots", "", "write the pictures of the documentation to this `directory`")

// largestPicture is in bytes.
const largestPicture = 120_000

// Screenshots of the documentation are made again by make screenshots; without the flag this looks at those that are there.
func TestScreenshotsOfTheDocumentation(t *testing.T) {
	const folder = "../../docs/static"
	if *screenshots != "" {
		takeScreenshots(t)
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.png"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Size() > largestPicture {
			t.Errorf("%s: %d bytes, %v; at most %d", name, info.Size(), err, largestPicture)
		}
	}
}

func takeScreenshots(t *testing.T) {
	ctx := start(t)
	if err := (view{"light", 1200, ""}).apply(ctx); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1200, 760)); err != nil {
		t.Fatal(err)
	}
	begun, lab := tutorial(t)
	for name, page := range map[string]struct{ dir, address string }{
		"task":           {build(t, "sample:"), "tasks/gpqa/"},
		"tutorial-home":  {begun, ""},
		"tutorial-board": {lab, "boards/lab-chat/"},
		"tutorial-post":  {lab, "posts/first-look/"},
	} {
		picture := photograph(t, ctx, serve(t, page.dir)+page.address)
		if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// tutorial is the site that a reader of the tutorial has after its first step, and at its end.
func tutorial(t *testing.T) (begun, ended string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "my-board")
	sites.Do(t, "init", dir, "--name", "Lab energy", "--repo", "lab/energy", "--license", "CC-BY-4.0")
	begun = sites.Of(t, "--content", filepath.Join(dir, "content"))
	text, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	files := regexp.MustCompile("(?ms)^```(?:csv|yaml) (\\S+)$(.*?)^```$|^````markdown (\\S+)$(.*?)^````$").FindAllSubmatch(text, -1)
	for _, f := range files {
		name, content := filepath.Join(dir, string(f[1])+string(f[3])), append(f[2], f[4]...)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, bytes.TrimLeft(content, "\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) != 3 {
		t.Fatalf("%d files in the tutorial", len(files))
	}
	return begun, sites.Of(t, "--content", filepath.Join(dir, "content"), "--source", filepath.Join(dir, "results"))
}

// photograph is a picture of the window with 256 colors.
func photograph(t *testing.T, ctx context.Context, address string) []byte {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[string](ready, chromedp.EvalAwaitPromise)); err != nil {
		t.Fatal(err)
	}
	whole, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	taken, err := png.Decode(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	few := image.NewPaletted(taken.Bounds(), commonest(taken, 256))
	draw.Draw(few, few.Rect, taken, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, few); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// commonest are the colors that most pixels have, without those that look like one that more pixels have.
func commonest(m image.Image, n int) (colors color.Palette) {
	pixels := map[color.Color]int{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			pixels[m.At(x, y)]++
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(pixels), func(a, b color.Color) int { return cmp.Compare(pixels[b], pixels[a]) }) {
		if len(colors) < n && (len(colors) == 0 || apart(c, colors.Convert(c)) > 12) {
			colors = append(colors, c)
		}
	}
	return colors
}

// apart is the largest difference between two colors in a channel, of 255.
func apart(a, b color.Color) (most int) {
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	for _, d := range []int{int(r) - int(r2), int(g) - int(g2), int(bl) - int(bl2)} {
		most = max(most, d>>8, -d>>8)
	}
	return most
}
