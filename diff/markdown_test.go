package diff

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	xhtml "golang.org/x/net/html"
)

// hostile are texts that mean something to Markdown, HTML or GitHub.
var hostile = []string{
	"<script>alert(1)</script>", "</code></details><img src=x onerror=alert(1)>", "a | b | c", "`code` ``` fence", "*bold* _it_ ~~gone~~",
	"[link](https://evil.example)", "https://evil.example www.evil.example", "@everyone #1 lab/repo#2", "<!-- -->",
	"\\| \\` &lt;b&gt; &#60;b>",
	"a\u202eb\u2066c\u200b", "$x^2$ :tada: <https://evil.example>",
}

// asGitHub renders Markdown with tables and raw HTML, as GitHub does before it
// takes out what it finds dangerous.
func asGitHub(t *testing.T, text string) *xhtml.Node {
	t.Helper()
	var b bytes.Buffer
	m := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := m.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := xhtml.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestACommentShowsForeignTextAsItIsAndDoesNothingElse(t *testing.T) {
	var before, after []data.LLMRun
	for i, text := range hostile {
		r := run(fmt.Sprint("m", i), 8, 1)
		r.Nickname, r.WeightPrecision, r.GPUModel = text, text, text
		before, after = append(before, r), append(after, scaled(r, 2))
		r.ModelID += "x"
		r.IsStable, r.UnstableReason = false, text
		before = append(before, r)
		r.IsStable, r.UnstableReason = true, ""
		after = append(after, r)
	}
	base, head := side(before...), side(after...)
	base.Data.Sources[0].Name, base.Data.Sources[0].Revision = hostile[1], hostile[5]
	r := compare(base, head)
	doc := asGitHub(t, r.Markdown("v1"))
	allowed := map[string]bool{}
	for name := range strings.FieldsSeq("html head body h3 h4 strong p table thead tbody tr th td details summary code sub br") {
		allowed[name] = true
	}
	var codes []string
	columns := 0
	for n := range doc.Descendants() {
		if n.Type == xhtml.ElementNode && !allowed[n.Data] {
			t.Errorf("the comment has an element %s", n.Data)
		}
		switch {
		case n.Type == xhtml.ElementNode && n.Data == "tr":
			columns = 0
			for range n.ChildNodes() {
				columns++
			}
			if columns > 8*2+1 {
				t.Errorf("a row of %d cells", columns)
			}
		case n.Type == xhtml.ElementNode && n.Data == "code" && n.FirstChild != nil:
			codes = append(codes, n.FirstChild.Data)
		case n.Type == xhtml.TextNode && n.Parent.Data != "code" && strings.Contains(n.Data, "evil"):
			t.Errorf("foreign text outside code: %q", n.Data)
		}
	}
	all := strings.Join(codes, "\n")
	for _, text := range hostile {
		if !strings.Contains(all, clean(text, longestCell)) {
			t.Errorf("%q is not shown", text)
		}
	}
	if strings.ContainsAny(all, "\u202e\u2066\u200b") {
		t.Error("marks that reverse text are in the comment")
	}
}

// Very many changes with names as long and as bad as they come.
func TestACommentAlwaysFits(t *testing.T) {
	bad := strings.Repeat("|*<&\u20ac", 50)
	var before, after []data.LLMRun
	for i := range 5_000 {
		r := run(fmt.Sprint("m", i%100), 8, 1)
		r.Seed = data.Some(i)
		r.Nickname, r.WeightPrecision, r.GPUModel = bad, bad, bad
		before, after = append(before, r), append(after, scaled(r, 2+float64(i)/1e5))
		if i > 0 { // a value that one side lacks is a change
			after[i].EnergyPerRequestJoules = data.Opt[float64]{}
		}
	}
	base, head := side(before...), side(after...)
	base.Data.Sources = nil
	for range 100 {
		base.Data.Sources = append(base.Data.Sources, data.Source{Name: bad, Revision: bad})
	}
	r := compare(base, head)
	if n := r.Counts[Changed]; n != 5_000 {
		t.Fatalf("%d changed", n)
	}
	text := r.Markdown(bad)
	if n := utf8.RuneCountInString(text); n >= CommentLimit || n < 5000 {
		t.Errorf("%d characters", n)
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b, bad); err != nil || b.Len() > 100e6 {
		t.Errorf("%d bytes of JSON, %v", b.Len(), err)
	}
}
