package content

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestStaticFilesAreWhatTheirNamesSay(t *testing.T) {
	good := fstest.MapFS{
		"static/a/us.png": {Data: picture(t, 30, 20)}, "static/CNAME": {Data: []byte("example.org\n")}, "static/.nojekyll": {},
		"static/d.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"/>`)}, "static/t.json": {Data: []byte("{}")},
		"static/f.woff2": {Data: []byte("wOF2\x00\x01\x00\x00")},
	}
	var errs Errors
	files := loadStatic(good, &errs)
	if len(errs) > 0 || len(files) != len(good) {
		t.Fatalf("%d files, %v", len(files), errs)
	}
	for _, f := range files {
		if f.Name == "a/us.png" && (f.Width != 30 || f.Height != 20) || f.Name == "d.svg" && (f.Width != 400 || f.Height != 100) {
			t.Errorf("%s is %d × %d", f.Name, f.Width, f.Height)
		}
	}
	for name, text := range map[string]string{
		"a.html": "<p>", "a.js": "x", "a.txt": "<html><script>", "a.png": "GIF89a", "a.jpg": string(picture(t, 1, 1)), "a.gif": "GIF89a",
		"a.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script/></svg>`, "noextension": "x", "a\n::error::b.txt": "x", "a\x1b[2J.txt": "x", "a\u202etxt.png": "x", "\xe9.txt": "x", "a.pdf": "text", "big.txt": strings.Repeat("a", largestStatic+1),
	} {
		errs = nil
		if files := loadStatic(fstest.MapFS{"static/" + name: {Data: []byte(text)}}, &errs); len(files) > 0 || len(errs) != 1 {
			t.Errorf("%s: %d files, %v", name, len(files), errs)
		}
	}
}

// The header of a picture of gigabytes fits into a hundred bytes.
func TestPicturesHaveALargestSize(t *testing.T) {
	b := picture(t, 30, 20)
	binary.BigEndian.PutUint32(b[16:], 65_000)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	var errs Errors
	loadStatic(fstest.MapFS{"static/a.png": {Data: b}}, &errs)
	icon := append([]byte("\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x01\x00\x20\x00\xff\x00\x00\x00\x16\x00\x00\x00"), b...)
	loadStatic(fstest.MapFS{"static/a.ico": {Data: icon}}, &errs)
	for name, text := range map[string]string{ // a picture that is smaller than its first frame, and bitmaps in icons
		"b.gif": "GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x00;",
		"c.gif": "GIF89a\x01\x00\x01\x00\x80\x00\x00123456!\xf9\x04abcd\x00,\x00\xf0\x00\xf0\x01\x00\x01\x00\x00\x02\x00;",
		"d.ico": "\x00\x00\x01\x00\x01\x0012345678" + "\x40\x00\x00\x00\x16\x00\x00\x00" + "\x28\x00\x00\x00\xe8\xfd\x00\x00\x20\x00\x00\x00",
		"e.ico": "\x00\x00\x01\x00\x01\x0012345678" + "\x40\x00\x00\x00\x16\x00\x00\x00" + "\x28\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x80",
		"f.ico": "\x00\x00\x01\x00",
	} {
		var own Errors
		loadStatic(fstest.MapFS{"static/" + name: {Data: []byte(text)}}, &own)
		if large := len(own) == 1 && strings.Contains(own.Error(), "says that it has "); large != (name != "f.ico") {
			t.Errorf("%s: %v", name, own)
		}
	}
	if len(errs) != 2 || !strings.Contains(errs.Error(), "static/a.ico: says that it has 65000") || !strings.Contains(errs.Error(), "static/a.png: says that it has 65000 × 20 pixels; make it at most 16384 on a side") {
		t.Error(errs)
	}
}

func TestTheScriptOfAnalyticsIsAnAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://x.example/y.js?a=1": true, "https://u:p@x.example/y.js": false, "https://x.example/y.js; script-src *": false,
		"https://a.example@x.example/y.js": false, "https://x.example|y/z.js": false, "https://x.example(y/z.js": false, "https://x.example<y/z.js": false,
		"https://x.example:123456/y.js": false, "https://x.example/y.js#`": false, "https://bücher.example:8443/y.js": true, "https://[::1]/y.js": true,
		"https://x.example/*": false, "https://x.example;/y.js": false, "http://x.example/y.js": false, "//x.example/y.js": false,
	} {
		_, err := Over(fstest.MapFS{"site.yaml": {Data: []byte("analytics: {script: \"" + address + "\"}\n")}})
		if (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestFontsAndIconsAreChecked(t *testing.T) {
	folder := fstest.MapFS{
		"site.yaml": {Data: []byte("icons: {touch: a.png, large: b.png}\nfonts: {text: a.png, code: c.woff2}\n")},
		"a.png":     {Data: picture(t, 180, 180)}, "b.png": {Data: picture(t, 511, 512)}, "c.woff2": {Data: []byte("wOF2\x00\x01\x00\x00")},
	}
	c, err := Over(folder)
	want := "site.yaml:1: large: b.png: expected a PNG file of 512 × 512 pixels\nsite.yaml:2: text: a.png: expected a .woff2 file"
	if err == nil || err.Error() != want || c.Site.Icons.Touch == "" || c.Site.Fonts.Code == "" {
		t.Errorf("got %v", err)
	}
}

func TestPicturesThatIconsAreMadeFromAreWhole(t *testing.T) {
	logo := picture(t, 200, 200)
	for want, text := range map[string][]byte{
		"site.yaml:1: logo: logo.png: is not a complete PNG file: png: invalid format: unexpected EOF; save it again": logo[:len(logo)-20],
		"site.yaml:1: logo: logo.png: has 2100 × 2100 pixels; make it smaller":                                        picture(t, 2100, 2100),
	} {
		_, err := Over(fstest.MapFS{"site.yaml": {Data: []byte("logo: logo.png\n")}, "logo.png": {Data: text}})
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func FuzzStatic(f *testing.F) {
	f.Add("a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00"))
	f.Add("a.webp", []byte("RIFF\x00\x00\x00\x00WEBPVP8 "))
	f.Add("a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>`))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		shared.Bounded(func() {
			s, err := readStatic(fstest.MapFS{name: {Data: text}}, name)
			if err == nil && (s.Type == "" || s.Width < 0 || s.Height < 0) {
				t.Errorf("%q: %+v", name, s)
			}
		})
	})
}
