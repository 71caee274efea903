package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"
)

func TestBlocksAndPhrases(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{
			"headings and paragraphs",
			"<main><h1>A  page</h1><p class=\"lede\">At <strong>50 ms </strong>or <em>faster</em>.</p></main>",
			"# A page\n\nAt **50 ms** or *faster*.\n",
		},
		{"a heading keeps its last sign", "<h2>In C #</h2>", "## In C \\#\n"},
		{
			"what begins a block elsewhere",
			"<p>1. one</p><p># two</p><p>- three</p><p>-5 and 1.5</p>",
			"1\\. one\n\n\\# two\n\n\\- three\n\n-5 and 1.5\n",
		},
		{
			"lists",
			`<p>Two:</p><ul class="items"><li>one</li><li><p>two</p><p>more</p></li></ul><ol start="3"><li>x<ul><li>y</li></ul></li></ol><p>end</p>`,
			"Two:\n\n- one\n- two\n\n  more\n\n3. x\n\n   - y\n\nend\n",
		},
		{
			"links of one line",
			`<ul class="links"><li><a href="a.csv">CSV</a></li><li><a href="b">SVG</a></li></ul>`,
			"[CSV](a.csv) · [SVG](b)\n",
		},
		{"links side by side", `<a href="a">x</a><a href="#b">y</a>`, "[x](a) [y](./#b)\n"},
		{"addresses end where they end", `<a href="a (b)&amp;lt;|c">x</a>`, "[x](a%20%28b%29&amp;lt;%7Cc)\n"},
		{
			"facts",
			`<dl class="facts"><div><dt>Size</dt><dd>8 B</dd></div><div><dt>GPU</dt><dd><a href="g/">B200</a></dd></div></dl>`,
			"- **Size:** 8 B\n- **GPU:** [B200](g/)\n",
		},
		{
			"banners",
			`<header class="top"><p class="banner"><span>Synthetic.</span></p><p class="banner announcement">News</p></header><h1>T</h1>`,
			"> Synthetic.\n\n# T\n",
		},
		{
			"code",
			"<p>Use <code>a|`b`</code></p><pre><code class=\"language-sh\">one\n```\n\ntwo</code></pre>",
			"Use `` a|`b` ``\n\n````\none\n```\n\ntwo\n````\n",
		},
		{
			"formulas are TeX",
			`<p><math><mi>x</mi><annotation encoding="application/x-tex">x_1 &lt;b</annotation></math> is <math></math>.</p>`,
			"$x_1 \\lt b$ is .\n",
		},
		{
			"quantities that numbers depend on",
			`<form data-demand><legend>What</legend><label><span>PUE</span> <span><input value="1.2"> <span>×</span></span></label></form><p>x</p>`,
			"- PUE: 1.2 ×\n\nx\n",
		},
		{"pictures", `<p><img src="a.png" alt="A [picture]"><img src="b.png" alt=""></p>`, "![A \\[picture\\]](a.png)\n"},
		{
			"notes of authors",
			`<div class="admonition about-note" role="note"><p>First.</p><p>Second.</p></div><blockquote><p>Q</p></blockquote>`,
			"> First.\n>\n> Second.\n\n> Q\n",
		},
		{
			"what is worked with is left out",
			`<nav><a href="x">n</a></nav><form><label>f</label></form><button>b</button><svg><text>s</text></svg>` +
				`<p hidden>h</p><span aria-hidden="true">a</span><p>t</p>`,
			"t\n",
		},
		{
			"a table",
			`<p>T:</p><div><table><thead><tr><th>Model</th>` +
				`<th class="n"><button class="sort">Energy</button> <small>J <a class="why" href="m">?</a></small></th>` +
				`<th class="pick">Compare</th></tr></thead>` +
				`<tbody><tr><th><a href="m/">a|b</a> <span class="tag">FP8</span><span class="below">phones</span></th>` +
				`<td class="n"><data value="0.0618371">0.0618</data> <small>(0.06 to 0.07)</small></td><td class="pick"><input></td></tr>` +
				`<tr><th>c<p>d</p></th><td><span class="vh">n/a</span><span aria-hidden="true">–</span></td><td class="pick"></td></tr>` +
				`</tbody></table></div><p>End</p>`,
			"T:\n\n| Model | Energy (J) |\n| --- | --- |\n| [a\\|b](m/) FP8 | 0.0618 (0.06 to 0.07) |\n| c d | n/a |\n\nEnd\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(Of([]byte(c.page))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// shown is what readers of Markdown see of it: its text, and the elements around it.
func shown(t *testing.T, source string) (text string, elements []string) {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Convert([]byte(source), &b); err != nil {
		t.Fatal(err)
	}
	z := html.NewTokenizer(&b)
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		switch token := z.Token(); kind {
		case html.TextToken:
			text += token.Data
		case html.StartTagToken, html.SelfClosingTagToken, html.CommentToken:
			elements = append(elements, token.Data)
		}
	}
	return strings.Join(strings.Fields(text), " "), elements
}

// FuzzTextsStayText writes a text everywhere where a page has one: Markdown must show it as it is, and make no element of it.
func FuzzTextsStayText(f *testing.F) {
	for _, s := range []string{
		"GPT OSS 20B", "Qwen__Qwen3-8B", "a_b_ _c_", "<script>alert(1)</script>", "](http://x) [y](z)", "![i](j)", "*a* **b**", "`c` ``",
		"a | b || c", "&lt;&#60;&copy;", "# h #", "> q", "- i", "1) j", "---", "===", "~~x~~", "$x$", "a\\", "\\|", "x!", "[r]: /u",
		"\u00a0x", "https://example.org/a_b", "+", "<!-- c -->", "|---|",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsAny(s, "\x00\r") || !strings.EqualFold(strings.ToValidUTF8(s, ""), s) {
			t.Skip("HTML shows these as something else")
		}
		e := html.EscapeString(s)
		want := strings.Join(strings.Fields(s), " ")
		for _, c := range []struct {
			name, page string
			elements   string
		}{
			{"paragraph", "<p>" + e + "</p>", "p"},
			{"heading", "<h2>" + e + "</h2>", "h2"},
			{"link", "<p>x <a href=\"u\">" + e + "</a></p>", "p a"},
			{"emphasis before a link", "<p>x " + e + "<a href=\"u\">v</a></p>", "p a"},
			{"item", "<ul><li>" + e + "</li></ul>", "ul li"},
			{"cell", "<table><tr><th>H</th></tr><tr><td>" + e + "</td></tr></table>", "table thead tr th tbody tr td"},
		} {
			text, elements := shown(t, string(Of([]byte(c.page))))
			if want == "" {
				continue
			}
			if got := strings.Join(elements, " "); got != c.elements {
				t.Errorf("%s of %q has the elements %s, want %s", c.name, s, got, c.elements)
			}
			if !strings.Contains(text, want) {
				t.Errorf("%s shows %q, want %q", c.name, text, want)
			}
		}
	})
}

// FuzzPages: whatever stands in a page, reading it ends, and its Markdown is not much longer.
func FuzzPages(f *testing.F) {
	f.Add("<p>a<table><tr><td>b</table><ul><li><pre>c")
	f.Add("<dl><dt>a<dd>b</dl></li></tr><math><annotation>x")
	f.Fuzz(func(t *testing.T, page string) {
		if got := Of([]byte(page)); len(got) > 100+20*len(page)+len(page)*len(page)/4 {
			t.Errorf("%d bytes of %d", len(got), len(page))
		}
	})
}
