package formula_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// write renders Markdown with formulas and joins what was wrong with them.
func write(t *testing.T, markdown string) (page string, faults []string) {
	t.Helper()
	md := goldmark.New(goldmark.WithExtensions(formula.Extension))
	source := []byte(markdown)
	tree := md.Parser().Parse(text.NewReader(source))
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		f, ok := n.(interface{ Write() error })
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if err := f.Write(); err != nil {
			line := 1 + strings.Count(markdown[:n.Pos()], "\n") + formula.LineOf(err)
			faults = append(faults, fmt.Sprintf("%d: %v", line, err))
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, tree); err != nil {
		t.Fatal(err)
	}
	return out.String(), faults
}

// inner leaves the elements that every formula has out.
func inner(mathML string) string {
	mathML = strings.ReplaceAll(mathML, ` xmlns="http://www.w3.org/1998/Math/MathML"`, "")
	mathML = strings.NewReplacer("<semantics>", "", "</semantics>", "").Replace(mathML)
	for {
		before, rest, found := strings.Cut(mathML, "<annotation")
		if !found {
			return mathML
		}
		_, after, _ := strings.Cut(rest, "</annotation>")
		mathML = before + after
	}
}

func TestFormulasBecomeMathML(t *testing.T) {
	const x = "<math><mrow><mi>x</mi></mrow></math>"
	const shown = `<div class="formula" tabindex="0"><math display="block"><mrow><mi>x</mi></mrow></math></div>`
	for name, c := range map[string]struct{ text, want string }{
		"in a line":          {"a $x$, b", "<p>a " + x + ", b</p>\n"},
		"over two lines":     {"a $x +\ny$", "<p>a <math><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow></math></p>\n"},
		"two in a line":      {"$x$ $x$", "<p>" + x + " " + x + "</p>\n"},
		"on a line":          {"$$x$$", shown + "\n"},
		"on lines":           {"$$\nx\n$$", shown + "\n"},
		"ends with its text": {"$$\nx $$\na", shown + "\n<p>a</p>\n"},
		"after a paragraph":  {"a\n$$x$$\nb", "<p>a</p>\n" + shown + "\n<p>b</p>\n"},
		"in a list":          {"- $$\n  x\n  $$", "<ul>\n<li>\n" + shown + "\n</li>\n</ul>\n"},
		"prices":             {"from $5 to $6, or 7", "<p>from $5 to $6, or 7</p>\n"},
		"a range of prices":  {"$5–$6", "<p>$5–$6</p>\n"},
		"escaped":            {`\$x\$`, "<p>$x$</p>\n"},
		"escaped within":     {`$\$$`, "<p><math><mrow><mi mathvariant=\"normal\">$</mi></mrow></math></p>\n"},
		"code":               {"`$x$`", "<p><code>$x$</code></p>\n"},
		"emphasis": {
			"$a_b c_d$",
			"<p><math><mrow><msub><mi>a</mi><mi>b</mi></msub><msub><mi>c</mi><mi>d</mi></msub></mrow></math></p>\n",
		},
		"comparison": {"$a < b$", "<p><math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math></p>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			page, faults := write(t, c.text)
			if got := inner(page); got != c.want || faults != nil {
				t.Errorf("got  %q\nwant %q\nfaults %q", got, c.want, faults)
			}
		})
	}
}

func TestFaultsNameLineAndRemedy(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown command":     {"a\n$\\foo$", `2: undefined control sequence: \foo; docs/posts.md lists`},
		"on a later line":     {"a\n\n$$\nx\ny + \\bar} +\nz\n$$", "5: "},
		"open group":          {"${x$", "1: the end comes before }; close open groups"},
		"no end":              {"a\n\n$$\nx\n\ny\n", "3: the formula has no end; close it with $$"},
		"within a line":       {"a $$x$$ b", "1: $$ within a line; put the formula between $$"},
		"text after":          {"$$x$$ b", "1: $$ within a line; put the formula between $$"},
		"empty":               {"$$\n\n$$", "1: an empty formula"},
		"frame":               {"$\\boxed{x}$", `1: undefined control sequence: \boxed; docs/posts.md lists`},
		"color":               {"$\\color{red}x$", `1: undefined control sequence: \color; docs/posts.md lists`},
		"link":                {"$\\href{javascript:alert(1)}{x}$", "1: "},
		"markup":              {"$\\htmlClass{x}{y}$", "1: "},
		"letters of prose":    {"$größe$", "1: "},
		"endless macro":       {"$\\def\\a{\\a\\a}\\a$", `1: undefined control sequence: \def`},
		"environment":         {"$$\nx \\begin{align}\ny\n\\end{align}\n$$", `2: undefined control sequence: \begin{align}`},
		"open environment":    {"$$\n\\begin{cases} x\n$$", `3: the end comes before \end{cases}`},
		"other end":           {"$$\n\\begin{cases}\nx \\end{matrix}\n$$", `3: \end{matrix} comes before \end{cases}`},
		"lines of a table":    {"$\\begin{array}{l|c} x \\end{array}$", `1: \begin{array}{l∣c}; write l, c or r`},
		"two scripts":         {"$x^a^b$", "1: a second script at one place"},
		"no argument":         {"$\\frac{1}$", "1: the end instead of a symbol or group"},
		"no operator":         {"$x\\limits_a$", `1: undefined control sequence: \limits`},
		"no delimiter":        {"$\\left x \\right)$", `1: \left before no delimiter; write one such as`},
		"no right":            {"$\\left( x$", `1: the end comes before \right`},
		"too many ends":       {"$x } y$", "1: } comes before the end"},
		"command in text":     {"$\\text{a \\alpha}$", `1: \alpha within text; end the text before it`},
		"script in text":      {"$\\text{a_b}$", "1: _ instead of a symbol or group"},
		"name of an operator": {"$\\operatorname{\\frac12}$", `1: \operatorname of more than letters`},
		"comment to the end":  {"$x % y$", "1: '%' has no meaning there"},
		"turned text":         {"$x \u202e y$", "1: '\\u202e' has no meaning there"},
		"comment":             {"$$\nx % \\foo\n+ \\foo\n$$", `3: undefined control sequence: \foo`},
	} {
		t.Run(name, func(t *testing.T) {
			page, faults := write(t, c.text)
			if len(faults) == 0 || !strings.HasPrefix(faults[0], c.want) {
				t.Errorf("got %q, want %q…", faults, c.want)
			}
			if strings.Contains(page, "<math") {
				t.Errorf("a formula is shown: %s", page)
			}
		})
	}
}

func TestFormulaAfterOneThatIsTooLargeIsWritten(t *testing.T) {
	deep := strings.Repeat("{", 20_000) + strings.Repeat("}", 20_000)
	if _, faults := write(t, "$"+deep+"$"); len(faults) != 1 {
		t.Fatalf("got %d faults, want 1", len(faults))
	}
	if _, faults := write(t, "$x$"); faults != nil {
		t.Errorf("the next formula fails: %q", faults)
	}
}

func TestErrorWithoutALineCountsFromTheFirst(t *testing.T) {
	if got := formula.LineOf(errors.New("other")); got != 0 {
		t.Errorf("got %d", got)
	}
}
