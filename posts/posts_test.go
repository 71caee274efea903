package posts_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
)

var update = flag.Bool("update", false, "write golden files")

func source(text string) content.Markdown {
	return content.Markdown{Text: text, File: "a.md", Line: 1}
}

// up stands for the caller's link function on a page two levels deep.
func up(address string) string { return "../.." + address }

func TestEverySupportedElementKeepsItsMarkup(t *testing.T) {
	text, err := os.ReadFile("testdata/all.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := posts.Render(source(string(text)), up)
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/all.html"
	if *update {
		if err := os.WriteFile(golden, []byte(page.HTML()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if page.HTML() != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n%s", golden, page.HTML())
	}
}

// The list of what a page may hold must not take a formula apart.
func TestPolicyKeepsEveryPartOfAFormula(t *testing.T) {
	const tex = `\begin{cases} \sqrt[3]{a} & \hat{b} < \underbrace{c}_{d} \\ \frac{e_f^g}{h_m} & \text{i} \end{cases} \sum_{j=1}^n ` +
		`\binom{k}{l}`
	page, err := posts.Render(source("$$"+tex+"$$"), up)
	if err != nil {
		t.Fatal(err)
	}
	for _, element := range []string{
		"math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "mroot", "msub", "msubsup",
		"mover", "munder", "munderover", "mtable", "mtr", "mtd", "mstyle",
	} {
		if !strings.Contains(page.HTML(), "<"+element) || !strings.Contains(page.HTML(), "</"+element+">") {
			t.Errorf("no %s in %s", element, page.HTML())
		}
	}
}

func TestHostileTextIsHarmless(t *testing.T) {
	for name, text := range map[string]string{
		"script":          "<script>alert(1)</script>",
		"inline script":   "a <script>alert(1)</script> b",
		"event handler":   "<img src=x onerror=alert(1)>",
		"svg":             "<svg onload=alert(1)></svg>",
		"style":           `<p style="position:fixed">x</p>`,
		"iframe":          "<iframe src=https://example.org></iframe>",
		"javascript link": "[x](javascript:alert(1))",
		"obscured scheme": "[x](JaVaScRiPt:alert(1))",
		"encoded scheme":  "[x](java&#115;cript:alert(1))",
		"tab in scheme":   "[x](java&Tab;script:alert(1))",
		"data link":       "[x](data:text/html;base64,PHNjcmlwdD4=)",
		"other host":      "[x](//evil.example/)",
		"backslash host":  `[x](/\\evil.example/)`,
		"autolink":        "<javascript:alert(1)>",
		"picture":         "![x](https://evil.example/pixel.png)",
		"data picture":    "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
		"reference":       "[x][y]\n\n[y]: javascript:alert(1)",
		"heading event":   "## x {#y onclick=alert(1) style=\"color:red\"}\n\n<b>",
		"broken out":      "[x](https://example.org/\"onmouseover=alert(1))\n\n<b>",
		"language":        "```\"><script>alert(1)</script>\nx\n```\n\n<b>",
		"title":           "[x](/y \"\\\" onclick=\\\"alert(1)\")\n\n<b>",
		"comment":         "<!-- --><b>",
		"link in TeX":     `$\href{javascript:alert(1)}{x}$`,
		"style in TeX":    `$\htmlStyle{color:red}{x}$`,
		"picture in TeX":  `$\includegraphics{https://evil.example/pixel.png}$`,
		"element in TeX":  `$\text{</math><script>alert(1)</script>}$ <b>`,
		"broken TeX":      `$</code><script>alert(1)</script>\foo$`,
	} {
		t.Run(name, func(t *testing.T) {
			page, err := posts.Render(source(text), up)
			if err == nil {
				t.Error("no fault named")
			}
			if bad := markupFault(page.HTML()); bad != "" {
				t.Errorf("%s in %s", bad, page.HTML())
			}
		})
	}
}

func TestFaultsAreNamedWithFileAndLine(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		line int
		says string
	}{
		"HTML block":         {"a\n\n<div>x</div>\n", 12, "HTML"},
		"inline HTML":        {"a\nb <b>c</b>\n", 11, "HTML"},
		"bad link":           {"a\n\nb\n[c](ftp://d)\n", 13, "ftp://d"},
		"relative link":      {"[c](other.html)\n", 10, "other.html"},
		"far picture":        {"\n![c](https://d/e.png)\n", 11, "d/e.png"},
		"nameless picture":   {"\n![](/e.png)\n", 11, "no description"},
		"first level":        {"a\n\n# b\n", 12, "use ##"},
		"fifth level":        {"##### b\n", 10, "two to four"},
		"left out level":     {"## a\n\n#### b\n", 12, "do not skip levels"},
		"repeated anchor":    {"## a {#x}\n\n## b {#x}\n", 12, "already used on line 10"},
		"anchor with space":  {"## a {#X_y}\n", 10, "X_y"},
		"kind of admonition": {"a\n\n> [!NOET]\n> b\n", 12, `did you mean "note"?`},
		"no first tab":       {"> [!TABS]\n> a\n>\n> **b**\n", 10, "before the first tab"},
		"unknown work":       {"a [@b]\n", 10, `no work "b"`},
		"work in a list":     {"a [@ac]\n\n```bibtex\n@misc{ab, title = {T}}\n```\n", 10, `did you mean "ab"?`},
		"broken BibTeX":      {"```bibtex\n@misc{a,\n title = }\n```\n", 12, "a: title: expected a value"},
		"work twice":         {"```bibtex\n@misc{a, title = {T}}\n@misc{a, title = {T}}\n```\n", 12, "used twice"},
		"work, no title":     {"```bibtex\n\n@misc{a, year = 1}\n```\n", 12, "add title"},
		"formula":            {"a\n\n$$\nx\n\\foo\n$$\n", 14, `formula: undefined control sequence: \foo`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := posts.Render(content.Markdown{Text: tc.text, File: "b.md", Line: 10}, up)
			var faults content.Errors
			if !errors.As(err, &faults) {
				t.Fatalf("got %v, want faults", err)
			}
			first := faults[0]
			if first.File != "b.md" || first.Line != tc.line || !strings.Contains(first.Message, tc.says) {
				t.Errorf("got %v, want b.md:%d: …%s…", first, tc.line, tc.says)
			}
		})
	}
}

func TestOnlyOwnAddressesAreRewritten(t *testing.T) {
	text := "[a](/x/#y) [b](https://example.org/) [c](mailto:d@example.org)\n\n## e\n\n[f](#e) ![g](/h.png)\n"
	page, err := posts.Render(source(text), up)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`href="../../x/#y"`, `href="https://example.org/"`, `href="mailto:d@example.org"`, `href="#e"`, `src="../../h.png"`,
	} {
		if !strings.Contains(page.HTML(), want) {
			t.Errorf("no %s in %s", want, page.HTML())
		}
	}
}

func TestRefusedLinksKeepTheirWords(t *testing.T) {
	page, err := posts.Render(source("[a *b*](javascript:c) <ftp://d?e&f> ![g](http://h/i.png)\n"), up)
	if err == nil {
		t.Error("no fault named")
	}
	if want := "<p>a <em>b</em> ftp://d?e&amp;f g</p>\n"; page.HTML() != want {
		t.Errorf("got %q, want %q", page.HTML(), want)
	}
}

func TestHeadingsFormATableOfContents(t *testing.T) {
	page, err := posts.Render(source("## A *b* `c` & d {#one}\n\n### Two words\n"), up)
	if err != nil {
		t.Fatal(err)
	}
	want := []posts.Heading{{Level: 2, ID: "one", Title: "A b c & d"}, {Level: 3, ID: "two-words", Title: "Two words"}}
	if len(page.Headings) != 2 || page.Headings[0] != want[0] || page.Headings[1] != want[1] {
		t.Errorf("got %+v, want %+v", page.Headings, want)
	}
}

func TestCheckNamesLinksToAnchorsThatNoPageHas(t *testing.T) {
	body := content.Markdown{Text: "## b {#b}\n\n[b](#b) [c](#c)\n", File: "pages/a.md", Line: 5}
	about := content.Markdown{Text: "[b](/a/#b) [data](/data/#x)\n[d](/a/#d)\n", File: "tasks.yaml", Line: 8}
	c := content.Content{
		Pages: []content.Page{{Slug: "a", Body: body}},
		Tasks: []content.Task{{ID: "t", About: about}},
	}
	measured := data.NewRuns([]data.LLMRun{{Domain: "llm", Task: "t", ModelID: "a/b", Nickname: "B"}}, true).Table
	faults := posts.Compute(c, query.New(data.NewDataset(data.Source{}, measured), c, nil)).Warnings
	want := "pages/a.md:7: pages/a.md has no anchor \"c\"; add {#c} to a heading there\n" +
		"tasks.yaml:9: pages/a.md has no anchor \"d\"; add {#d} to a heading there"
	if faults.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", faults, want)
	}
}

func FuzzRender(f *testing.F) {
	text, err := os.ReadFile("testdata/all.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("$x$ $$\n\\frac{a}{b}<\n$$ \\$")
	f.Add("$'$ $\\bm{1}\\mathbf{a}\\text{b}$")
	f.Add("## a {#b onclick=c}\n<script>[d](javascript:e)![f](//g)")
	for _, c := range hostile {
		f.Add(c.text[:min(len(c.text), 4000)])
	}
	f.Fuzz(func(t *testing.T, text string) {
		var page posts.Text
		shared.Bounded(func() { page, _ = posts.Render(source(text), up) })
		if bad := markupFault(page.HTML()); bad != "" {
			t.Errorf("%s in %q from %q", bad, page.HTML(), text)
		}
	})
}

// A table of many columns has a frame that scrolls, named by its heading; one of few has none.
func TestWideTablesHaveFrames(t *testing.T) {
	page, err := posts.Render(source("## One {#one}\n\nText\n\n| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |\n\nText\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"), up)
	if err != nil {
		t.Fatal(err)
	}
	frame := `<div class="scroll" role="group" aria-labelledby="one" tabindex="0">`
	if html := page.Parts[0].HTML; strings.Count(html, frame) != 1 || strings.Count(html, "<div") != 1 || strings.Count(html, "<table>") != 2 {
		t.Error(html)
	}
}
