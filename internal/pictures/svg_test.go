package pictures_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/pictures"
	"github.com/jouleboard/jouleboard/internal/shared"
)

const (
	svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 2 1">`
	svgFoot = `</svg>`
)

func TestPicturesThatOnlyDrawAreAccepted(t *testing.T) {
	for _, inside := range []string{
		``,
		`<!-- a --><title>A</title><desc>B</desc><path fill="#1f77b4" d="M0 0h2v1z"/>`,
		`<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#g)" width="2" height="1"/>`,
		`<style>.a{fill:#123;stroke:url(#g)} @media (prefers-color-scheme: dark){.a{fill:#fff}}</style><g class="a"><circle cx="1" cy="1" r="1"/></g>`,
		`<style type="text/css"><![CDATA[ /* a comment */ .b{opacity:.5} ]]></style>`,
		`<symbol id="s" viewBox="0 0 1 1"><path d="M0 0"/></symbol><use href="#s"/><use xlink:href="#s" x="1"/>`,
		`<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>`,
		`<text x="0" y="1" font-family="Arial, sans-serif" xml:space="preserve"><tspan dx="1">A</tspan></text>`,
		`<clipPath id="c"><rect width="1" height="1"/></clipPath><g clip-path="url(#c)" style="mix-blend-mode:multiply;isolation:isolate"/>`,
		`<filter id="f" x="0"><feGaussianBlur stdDeviation="1" in="SourceAlpha"/><feMerge><feMergeNode/></feMerge></filter><g filter='url("#f")'/>`,
		`<mask id="m"><rect width="1" height="1" fill="white"/></mask><path mask="url( #m )" d="M0 0" aria-hidden="true" data-name="x"/>`,
		`<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" id="base" pagecolor="#fff"/>`,
		`<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#"><cc:Work rdf:about=""/></rdf:RDF></metadata>`,
		`<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="Layer 1" inkscape:groupmode="layer"/>`,
		`<marker id="a" orient="auto" refX="1"><polygon points="0,0 1,1"/></marker><polyline points="0,0 1,1" marker-end="url(#a)"/>`,
		`<g id="logo@2x" class="a@b" data-name="C:\art\Logo @2x" aria-label="Lab, info@example.org"><feOffset dy="3" input="SourceAlpha"/></g>`,
		`<style>.a{fill:url(#g)} path{clip-path:url(#c)}</style><linearGradient id="g"/><clipPath id="c"><path class="a"/></clipPath>`,
		`<pattern id="p" patternUnits="userSpaceOnUse" width="1" height="1"><ellipse rx="1" ry="1"/></pattern>`,
	} {
		if width, height, err := pictures.SVG([]byte(`<?xml version="1.0" encoding="UTF-8"?>` + svgHead + inside + svgFoot)); err != nil || width != 2 || height != 1 {
			t.Errorf("%s: %v × %v, %v", inside, width, height, err)
		}
	}
}

// chained are elements of which each draws the one before twelve times.
func chained(element, reference string) (all string) {
	for i := 1; i < 10; i++ {
		all += fmt.Sprintf(element, i, strings.Repeat(fmt.Sprintf(reference, i-1), 12))
	}
	return `<g id="0"/>` + all + fmt.Sprintf(reference, 9)
}

func TestPicturesThatCouldDoMoreAreRefused(t *testing.T) {
	for inside, want := range map[string]string{
		`<script>alert(1)</script>`: "element script",
		`<SCRIPT/>`:                 "element SCRIPT",
		`<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>`:      "element script",
		`<x:element xmlns:x="http://www.w3.org/1999/XSL/Transform" name="script"/>`: "element element",
		`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>`:  "element foreignObject",
		`<path onload="alert(1)"/>`:                                                                "attribute onload",
		`<path ONLOAD="alert(1)"/>`:                                                                "attribute ONLOAD",
		`<a href="javascript:alert(1)"><path/></a>`:                                                "element a",
		`<a xlink:href="https://example.org"><path/></a>`:                                          "element a",
		`<animate attributeName="href" values="javascript:alert(1)"/>`:                             "element animate",
		`<set attributeName="onmouseover" to="alert(1)"/>`:                                         "element set",
		`<animateTransform attributeName="transform"/>`:                                            "element animateTransform",
		`<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>`: "element handler",

		`<listener/>`:                                                             "element listener",
		`<iframe src="https://example.org"/>`:                                     "element iframe",
		`<use href="https://example.org/a.svg#a"/>`:                               "outside",
		`<use href="b.svg#a"/>`:                                                   "outside",
		`<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>`:                "outside",
		`<image href="https://example.org/a.png"/>`:                               "outside",
		`<image href="//example.org/a.png"/>`:                                     "outside",
		`<image xlink:href="data:image/svg+xml,&lt;svg/&gt;"/>`:                   "outside",
		`<image href="data:text/html,&lt;script/&gt;"/>`:                          "outside",
		`<feImage href="https://example.org/a.png"/>`:                             "element feImage",
		`<style>@import url(https://example.org/a.css);</style>`:                  "url(…)",
		`<style>@import "https://example.org/a.css";</style>`:                     "@import",
		`<style>@im/**/port "a.css";</style>`:                                     "@import",
		`<style>@font-face{font-family:a;src:local(b)}</style>`:                   "@font-face",
		`<style>.a{fill:url(https://example.org/a.svg#a)}</style>`:                "url(…)",
		`<style>.a{fill:URL( "//example.org/a" )}</style>`:                        "URL(…)",
		`<style>.a{fill:u\72l(https://example.org)}</style>`:                      "backslash",
		`<style>.a{background:image-set("https://example.org/a.png" 1x)}</style>`: "image-set(…)",
		`<style><![CDATA[.a{fill:url(a.svg#x)}]]></style>`:                        "url(…)",
		`<path fill="url(https://example.org/a.svg#a)"/>`:                         "url(…)",
		`<path style="fill:url('x.svg#a')"/>`:                                     "url(…)",
		`<path style="behavior:url(#default)"/>`:                                  "behavior",
		`<path style="width:expression(alert(1))"/>`:                              "expression(…)",
		`<g xml:base="https://example.org/"><use href="#a"/></g>`:                 "attribute base",
		`<?xml-stylesheet type="text/xsl" href="z.svg"?>`:                         "xml-stylesheet",
		`<style><title/>@import "a.css";</style>`:                                 "in a style",
		`<embed src="a"/>`:                                                        "element embed",
		`<video src="a"/>`:                                                        "element video",
		`<math xmlns="http://www.w3.org/1998/Math/MathML"/>`:                      "element math",
		`<path e:onload="a" xmlns:e="urn:e"/>`:                                    "attribute onload",
		`<path d="" d=""/>`:                                                       "twice",
		`<g xmlns=""/>`:                                                           "namespace",

		chained(`<pattern id="%d">%s</pattern>`, `<path fill="url(#%d)"/>`):                                                  "repeats elements",
		chained(`<mask id="%d"><g>%s</g></mask>`, `<g style="mask:url('#%d')"/>`):                                            "repeats elements",
		chained(`<style>.a%[1]d{mask:url(#%[1]d)}</style><mask id="%[1]d">%s</mask>`, `<path class="b a%d"/>`):               "repeats elements",
		chained(`<style>@media all{ g>#i%[1]d, x {mask:url(#%[1]d)}}</style><mask id="%[1]d">%s</mask>`, `<path id="i%d"/>`): "repeats elements",

		`<style>.a{mask:url(#m)}</style><mask id="m"><path class="a"/></mask>`: "uses itself",
		`<cursor href="https://example.org/a.cur"/>`:                           "element cursor",
	} {
		if _, _, err := pictures.SVG([]byte(svgHead + inside + svgFoot)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want …%s…", inside, err, want)
		}
	}
	for whole, want := range map[string]string{
		`<!DOCTYPE svg [<!ENTITY a "b">]>` + svgHead + svgFoot:                          "document type",
		`<?xml-stylesheet href="z.svg"?>` + svgHead + svgFoot:                           "xml-stylesheet",
		svgHead + svgFoot + `<?php x ?>`:                                                "php",
		svgHead + svgFoot + svgHead + svgFoot:                                           "behind its svg element",
		`a` + svgHead + svgFoot:                                                         "text outside",
		`<svg viewBox="0 0 1 1"/>`:                                                      "add xmlns",
		`<html xmlns="http://www.w3.org/1999/xhtml"/>`:                                  "element html",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="alert(1)"/>`: "attribute onload",
		`<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>`:                "element stylesheet",
		`<g xmlns="http://www.w3.org/2000/svg"><svg viewBox="0 0 1 1"/></g>`:            "not an SVG file",
		`<svg xmlns="http://www.w3.org/2000/svg"/>`:                                     "no size",
		``: "not an SVG file",
	} {
		if _, _, err := pictures.SVG([]byte(whole)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want …%s…", whole, err, want)
		}
	}
}

// Files of testdata are logos as drawing programs write them, and pictures that run scripts or load what is elsewhere.
func TestPicturesOfPrograms(t *testing.T) {
	for folder, accepted := range map[string]bool{"accepted": true, "refused": false} {
		files, err := filepath.Glob(filepath.Join("testdata", "svg", folder, "*.svg"))
		if err != nil || len(files) < map[bool]int{true: 20, false: 40}[accepted] {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err = pictures.SVG(text); (err == nil) != accepted {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestDrawingsAreMeasured(t *testing.T) {
	for text, want := range map[string]float64{
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>`:                          2,
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="5" height="10px"/>`: 0.5,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,3,3" width="9"><g/></svg>`:         1,
	} {
		if w, h, err := pictures.SVG([]byte(text)); err != nil || w/h != want {
			t.Errorf("%s: %v × %v, %v, want a ratio of %v", text, w, h, err, want)
		}
	}
	for _, text := range []string{
		"", "<html/>", "<svg/>", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><a onclick="x"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><a href="javascript:x"/></svg>`,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><a href=\"java&#9;script:x\"/></svg>",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><foreignObject/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 0"/>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">`, "GIF89a",
	} {
		if w, h, err := pictures.SVG([]byte(text)); err == nil {
			t.Errorf("%s: %v × %v, want an error", text, w, h)
		}
	}
}

// FuzzPictures: whatever a file holds, it is measured or refused within bounded time and memory, and what is measured is no larger
// than a browser holds.
func FuzzPictures(f *testing.F) {
	for _, text := range []string{
		svgHead + `<path d="M0 0"/>` + svgFoot, `<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>`, strings.Repeat("<g>", 1000),
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00", "RIFF\x00\x00\x00\x00WEBPVP8 ",
		"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x00;",
		"\x00\x00\x01\x00\x01\x0012345678\x40\x00\x00\x00\x16\x00\x00\x00\x28\x00\x00\x00\xe8\xfd\x00\x00\x20\x00\x00\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		shared.Bounded(func() {
			if w, h, err := pictures.SVG(text); err == nil && !(w > 0 && h > 0) {
				t.Errorf("a drawing of %v × %v", w, h)
			}
			if w, h, err := pictures.Pixels(text); err == nil && (w < 0 || h < 0 || w > 16_384 || h > 16_384) {
				t.Errorf("a picture of %d × %d", w, h)
			}
			_ = pictures.Icon(text)
			if w, h, err := pictures.PNG(text); err == nil && (w <= 0 || h <= 0) {
				t.Errorf("a PNG file of %d × %d", w, h)
			}
		})
	})
}
