package render_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

var page = render.Chart{ID: "c", Title: "T", Width: 100, Height: 50}

const (
	opening = `<svg width="100" height="50" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" baseProfile="full" viewBox="0 0 100 50">`
	head    = `<svg viewBox="0 0 100 50" role="img" aria-labelledby="c-title"><title id="c-title">T</title>`
)

// rewrites holds what the engine draws in one form and what the page gets.
var rewrites = map[string]struct{ drawn, want string }{
	"style becomes attributes": {
		`<text style="font-size:12px;font-family:sans-serif;font-weight:bold;" x="1" y="2" fill="var(--fg)">a</text>`,
		`<text font-size="12" font-weight="bold" fill="var(--fg)" x="1" y="2">a</text>`,
	},
	"font shorthand is split": {
		`<text style="font: italic 600 13.5px 'A B', sans-serif" fill="red" x="1" y="2">a</text>`,
		`<text font-style="italic" font-weight="600" font-size="13.5" fill="red" x="1" y="2">a</text>`,
	},
	"classes, metadata and hover styles go": {
		`<style><![CDATA[.a:hover {fill:red}]]></style><path class="a" ecmeta_series_index="0" ecmeta_ssr_type="chart" pointer-events="visible" fill="red" d="M0 0L1 1"></path>`,
		`<path fill="red" d="M0 0 1 1"/>`,
	},
	"row mark becomes data-i": {
		`<path ecmeta_row="7" fill="red" d="M0 0L1 1"></path>`,
		`<path data-i="7" fill="red" d="M0 0 1 1"/>`,
	},
	"symbol becomes a circle with its stroke": {
		`<path d="M1 0A1 1 0 1 1 1 -0.1A1 1 0 0 1 1 0" transform="matrix(3.5,0,0,3.5,10.04,20)" fill="red" stroke="blue" stroke-width="0.5714"></path>`,
		`<circle fill="red" stroke="blue" stroke-width="2" cx="10" cy="20" r="3.5"/>`,
	},
	"arc stays an arc": {
		`<path d="M1 0A1 1 0 1 1 0 -1" fill="red"></path>`,
		`<path fill="red" d="M1 0A1 1 0 1 1 0-1"/>`,
	},
	"turned text keeps its turn": {
		`<text y="-6" transform="matrix(0,-1,1,0,16,95)" fill="red">a</text>`,
		`<text fill="red" transform="matrix(0 -1 1 0 10 95)">a</text>`,
	},
	"uneven scale goes into coordinates": {
		`<path d="M0 0L1 1" transform="matrix(2,0,0,3,0,0)" fill="red"></path>`,
		`<path fill="red" d="M0 0 2 3"/>`,
	},
	"uneven scale of a pen stays": {
		`<path d="M0 0L1 1" transform="matrix(2,0,0,3,0,0)" fill="none" stroke="red"></path>`,
		`<path transform="matrix(2 0 0 3 0 0)" fill="none" stroke="red" d="M0 0 1 1"/>`,
	},
	"equal lines become one": {
		`<path d="M0 1.5L9 1.5" fill="none" stroke="red"></path><path d="M0 2.5L9 2.5" fill="none" stroke="red"></path>`,
		`<path fill="none" stroke="red" d="M0 1.5H9M0 2.5H9"/>`,
	},
	"lines that let others through stay apart": {
		`<path d="M0 1L9 1" fill="none" stroke="red" stroke-opacity="0.5"></path><path d="M1 0L1 9" fill="none" stroke="red" stroke-opacity="0.5"></path>`,
		`<g fill="none" stroke="red" stroke-opacity=".5"><path d="M0 1H9"/><path d="M1 0V9"/></g>`,
	},
	"marks of rows stay apart": {
		`<path d="M0 1L9 1" ecmeta_row="0" fill="none" stroke="red"></path><path d="M1 0L1 9" ecmeta_row="1" fill="none" stroke="red"></path>`,
		`<g fill="none" stroke="red"><path data-i="0" d="M0 1H9"/><path data-i="1" d="M1 0V9"/></g>`,
	},
	"what does not show goes": {
		`<rect width="100" height="50" x="0" y="0" fill="none"></rect><path d="" fill="red"></path><text fill="red"> </text><path d="M0 0L1 1" fill="none" stroke="red" stroke-width="0"></path><rect width="1" height="1" fill="red" fill-opacity="0"></rect><path d="M0 0L1 1" fill="red"></path>`,
		`<path fill="red" d="M0 0 1 1"/>`,
	},
	"clipping that cuts nothing goes": {
		`<g clip-path="url(#zr1-c0)"><path d="M1 1L9 9" fill="none" stroke="red"></path></g><defs><clipPath id="zr1-c0"><path d="M0 0l10 0l0 10l-10 0Z" fill="#000"></path></clipPath></defs>`,
		`<path fill="none" stroke="red" d="M1 1 9 9"/>`,
	},
	"clipping that cuts stays, with an id of the chart": {
		`<g clip-path="url(#zr1-c0)"><path d="M1 1L19 9" fill="none" stroke="red"></path></g><defs><clipPath id="zr1-c0"><path d="M0 0l10 0l0 10l-10 0Z" fill="#000"></path></clipPath></defs>`,
		`<g clip-path="url(#c-1)"><path fill="none" stroke="red" d="M1 1 19 9"/></g><defs><clipPath id="c-1"><path d="M0 0H10V10H0z"/></clipPath></defs>`,
	},
	"text is text": {
		`<text fill="red" x="0" y="0">&lt;/svg&gt;&lt;script&gt; &amp;amp; "q"</text>`,
		`<text fill="red" x="0" y="0">&lt;/svg&gt;&lt;script&gt; &amp;amp; &quot;q&quot;</text>`,
	},
}

func TestRewriteSaysTheSameInLess(t *testing.T) {
	for name, test := range rewrites {
		t.Run(name, func(t *testing.T) {
			got, err := render.Rewrite(opening+test.drawn+`</svg>`, page)
			if err != nil {
				t.Fatal(err)
			}
			if want := head + test.want + "</svg>"; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestWhatMostShareStandsOnTheRoot(t *testing.T) {
	drawn := opening + `<text style="font-size:12px" fill="red" dominant-baseline="central" x="1" y="1">a</text><path d="M0 0L1 1" fill="red"></path>` +
		`<text style="font-size:12px" fill="blue" dominant-baseline="central" x="1" y="1">b</text><text style="font-size:9px" fill="red" x="1" y="1">c</text></svg>`
	got, err := render.Rewrite(drawn, page)
	if err != nil {
		t.Fatal(err)
	}
	want := `<svg viewBox="0 0 100 50" role="img" aria-labelledby="c-title" fill="red" font-size="12" dominant-baseline="central">`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, part := range []string{`<text x="1" y="1">a</text>`, `<path d="M0 0 1 1"/>`, `<text fill="blue" x="1" y="1">b</text>`} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in %s", part, got)
		}
	}
}

// refused holds what no chart has.
var refused = []string{
	`<script>alert(1)</script>`,
	`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>`,
	`<p xmlns="http://www.w3.org/1999/xhtml">x</p>`,
	`<a href="https://example.org"><path d="M0 0"></path></a>`,
	`<image href="x.png"></image>`, `<use href="#a"></use>`, `<animate></animate>`, `<svg></svg>`, `<title>x</title>`,
	`<path d="M0 0L1 1" onload="alert(1)"></path>`,
	`<path d="M0 0L1 1" href="#a"></path>`,
	`<path d="M0 0L1 1" xlink:href="#a"></path>`,
	`<path d="M0 0L1 1" id="a"></path>`,
	`<path d="M0 0L1 1" fill="url(https://example.org/a)"></path>`,
	`<path d="M0 0L1 1" fill="url(#a) url(https://example.org/a)"></path>`,
	`<path d="M0 0L1 1" fill="rgb(1,2,3);x"></path>`,
	`<path d="M0 0L1 1" fill="expression(alert)"></path>`,
	`<path d="M0 0L1 1" fill="var(--a) url (x)"></path>`,
	`<path d="M0 0L1 1" fill="url(#missing)"></path>`,
	`<path d="M0 0L1 1" style="background:url(x)"></path>`,
	`<path d="M0 0L1 1" style="fill:url(https://example.org/a)"></path>`,
	`<path d="M0 0L1 NaN"></path>`, `<path d="M0 0L1"></path>`, `<path d="L0 0"></path>`, `<path d="M0 0L1e99 1"></path>`,
	`<path d="M0 0X"></path>`, `<rect x="Infinity" y="0" width="1" height="1"></rect>`, `<circle cx="1" cy="0x10" r="1"></circle>`,
	`<path d="M0 0" transform="rotate(3)"></path>`, `<path d="M0 0" transform="matrix(1,2)"></path>`,
	`<text style="font: bold">x</text>`, `<text style="font-size: calc(1px)">x</text>`,
	`<g onclick="x"></g>`, `<g fill="red"></g>`, `stray`, `<path d="M0 0">x</path>`, `<path d="M0 0"><path d="M0 0"></path></path>`,
	`<?xml version="1.0"?>`, `<!-- x -->`, `<g>`, `&nbsp;`,
	`<defs><clipPath id="a"></clipPath><clipPath id="a"></clipPath></defs><g clip-path="url(#a)"><text x="1" y="1">x</text></g>`,
	strings.Repeat(`<g>`, 40) + `<path d="M0 0L1 1"></path>` + strings.Repeat(`</g>`, 40),
	strings.Repeat(`<path d="M0 0L1 1"></path>`, 50_001),
}

func TestRewriteRefusesWhatNoChartHas(t *testing.T) {
	for _, drawn := range refused {
		got, err := render.Rewrite(opening+drawn+`</svg>`, page)
		if err == nil {
			t.Errorf("%.200s became %.400s", drawn, got)
		}
	}
}

func TestRewriteRefusesWhatIsNoDrawing(t *testing.T) {
	for _, drawn := range []string{"", "text", `<html></html>`, `<svg></svg>`, opening, opening + `</svg><script></script>`} {
		if got, err := render.Rewrite(drawn, page); err == nil {
			t.Errorf("%q became %q", drawn, got)
		}
	}
}

func TestThemeColoursPass(t *testing.T) {
	for _, colour := range []string{
		"var(--fg)", "var(--c3, #0b6b4f)", "light-dark(#fcfcfb, rgb(20 22 26 / 50%))", "color-mix(in srgb, var(--accent) 45%, transparent)",
		"#0b6b4f60", "#fff", "rgba(1,2,3,0.5)", "oklch(70% 0.1 200)", "currentColor", "red",
	} {
		got, err := render.Rewrite(opening+`<path d="M0 0L1 1" fill="`+colour+`"></path></svg>`, page)
		if err != nil || !strings.Contains(got, `fill="`+colour+`"`) {
			t.Errorf("%s: %v, %s", colour, err, got)
		}
	}
}

// FuzzRewrite holds the rewriter to its promise: whatever it is given, it returns an error or a drawing that may
// stand in a page.
func FuzzRewrite(f *testing.F) {
	for _, test := range rewrites {
		f.Add(opening + test.drawn + `</svg>`)
	}
	for _, drawn := range refused {
		f.Add(opening + drawn + `</svg>`)
	}
	f.Add(opening + `<g clip-path="url(#a)"><path d="M1 0A1 1 0 1 1 1 -0.1A1 1 0 0 1 1 0" style="fill:red" transform="matrix(3,0,0,3,1,2)"></path></g>` +
		`<defs><clipPath id="a"><rect width="1" height="2"></rect></clipPath><linearGradient id="b"><stop offset="1%" stop-color="red"></stop></linearGradient></defs>` +
		`<text style="font: bold 12px x" fill="url(#b)" x="1">a&lt;b</text><polygon points="1 2 3 4"></polygon></svg>`)
	f.Fuzz(func(t *testing.T, drawn string) {
		got, err := render.Rewrite(drawn, page)
		if err != nil {
			return
		}
		inPage(t, got)
		again, err := render.Rewrite(drawn, page)
		if err != nil || again != got {
			t.Errorf("the second time: %v, %s", err, again)
		}
	})
}
