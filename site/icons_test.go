package site

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
)

// wide is a red picture that is twice as wide as high.
func wide(t *testing.T, width int) string {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, width/2))
	for i := range picture.Pix {
		picture.Pix[i] = []uint8{0xff, 0, 0, 0xff}[i%4]
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestIconsOfHomeScreensAreMadeFromWhatThereIs(t *testing.T) {
	svg := content.Logo{Name: "logo.svg", Type: "image/svg+xml", Ratio: 1, Content: `<svg viewBox="0 0 1 1"/>`}
	logo := func(width int) content.Logo {
		return content.Logo{Name: "logo.png", Type: "image/png", Ratio: 2, Content: wide(t, width)}
	}
	for name, c := range map[string]struct {
		logo  content.Logo
		icons content.Icons
		sizes []int
	}{
		"the program's mark":   {sizes: []int{180, 192, 512}},
		"a large icon":         {icons: content.Icons{Large: wide(t, 512)}, logo: svg, sizes: []int{180, 192, 512}},
		"an icon for iOS":      {icons: content.Icons{Touch: wide(t, 180)}, logo: svg, sizes: []int{180}},
		"a PNG logo":           {logo: logo(200), sizes: []int{180, 192}},
		"a PNG logo too small": {logo: logo(64)},
		"an SVG logo":          {logo: svg},
	} {
		t.Run(name, func(t *testing.T) {
			opts := options(t)
			opts.Content.Site.Logo, opts.Content.Site.Icons = c.logo, c.icons
			files := built(t, opts)
			icons := map[int]image.Image{}
			for name, file := range files {
				if strings.HasPrefix(name, "assets/icon-") {
					picture, err := png.Decode(strings.NewReader(file))
					if err != nil {
						t.Fatal(err)
					}
					icons[picture.Bounds().Dx()] = picture
					if size := picture.Bounds().Dx(); size == touchSize != strings.Contains(files["index.html"], name) ||
						size != touchSize != strings.Contains(files[manifestPath], name) {
						t.Errorf("%s is not named where it belongs", name)
					}
				}
			}
			if len(icons) != len(c.sizes) {
				t.Errorf("%d icons, want %v", len(icons), c.sizes)
			}
			for _, size := range c.sizes {
				if icons[size] == nil {
					t.Errorf("no icon of %d px", size)
				}
			}
			if name == "a large icon" {
				for at, want := range map[image.Point]color.NRGBA{{90, 5}: {255, 255, 255, 255}, {90, 90}: {255, 0, 0, 255}} {
					if got := color.NRGBAModel.Convert(icons[180].At(at.X, at.Y)); got != want {
						t.Errorf("the pixel at %v is %v, want %v", at, got, want)
					}
				}
			}
		})
	}
}
