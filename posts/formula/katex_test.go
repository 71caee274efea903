package formula

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// different has what we write in another way than KaTeX, for the reasons in the
// package's comment.
var different = map[string]string{
	`E_{\max}`:   "<mrow><msub><mi>E</mi><mrow><mi>max</mi><mo>\u2061</mo></mrow></msub></mrow>",
	`a \vdots b`: `<mrow><mi>a</mi><mi mathvariant="normal">⋮</mi><mi>b</mi></mrow>`,
	`a ⋮ b`:      `<mrow><mi>a</mi><mi mathvariant="normal">⋮</mi><mi>b</mi></mrow>`,
	`\boldsymbol{aB1+\alpha\Gamma} + \boldsymbol x`: bold,
	`\bm{aB1+\alpha\Gamma} + \bm x`:                 bold,
}

const bold = `<mrow><mrow><mi mathvariant="bold-italic">a</mi><mi mathvariant="bold-italic">B</mi><mn mathvariant="bold">1</mn>` +
	`<mo>+</mo><mi mathvariant="bold-italic">α</mi><mi mathvariant="bold">Γ</mi></mrow><mo>+</mo><mi mathvariant="bold-italic">x</mi></mrow>`

// answer is what KaTeX makes of a formula on lines of its own and within a line,
// where that differs; it is empty where KaTeX refuses.
type answer struct {
	TeX, Block string
	Line       *string
}

func answers(t testing.TB) (all []answer) {
	t.Helper()
	content, err := os.ReadFile("testdata/katex.json")
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err != nil || len(all) < 800 {
		t.Fatalf("%d formulas, want at least one for each name of the table: %v", len(all), err)
	}
	return all
}

func TestFormulasAreWrittenAsByKaTeX(t *testing.T) {
	for _, a := range answers(t) {
		line := a.Block
		if a.Line != nil {
			line = *a.Line
		}
		same(t, a.TeX, true, a.Block)
		if line != "" { // some environments are only for lines of their own there
			same(t, a.TeX, false, line)
		}
	}
}

func same(t *testing.T, tex string, block bool, want string) {
	t.Helper()
	if ours, differs := different[tex]; differs {
		if ours == normal(want) {
			t.Errorf("%s: no difference any more; take it out of the list", tex)
		}
		want = ours
	}
	attribute := map[bool]string{true: ` display="block"`}[block]
	want = fmt.Sprintf(`<math xmlns="http://www.w3.org/1998/Math/MathML"%s><semantics>%s<annotation encoding="application/x-tex">%s`+
		`</annotation></semantics></math>`, attribute, normal(want), html.EscapeString(tex))
	got, err := mathML(tex, block)
	if err != nil || got != want {
		t.Errorf("%s, block %t: %v\ngot  %s\nwant %s", tex, block, err, got, want)
	}
}

// normal escapes as we do.
func normal(markup string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(markup))
	for z.Next() != html.ErrorToken {
		b.WriteString(z.Token().String())
	}
	return b.String()
}

func TestAnswersAreWhatKaTeXSays(t *testing.T) {
	if _, err := os.Stat("../../test/browser/node_modules/katex"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("KaTeX is not installed: run npm ci --prefix test/browser")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command(node, "testdata/katex.mjs", "--check").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestEveryNameIsTried keeps the table and the answers together.
func TestEveryNameIsTried(t *testing.T) {
	var tried strings.Builder
	for _, a := range answers(t) {
		tried.WriteString(a.TeX + "\n")
	}
	for name := range symbols() {
		if strings.HasPrefix(name, `\`) && !strings.Contains(tried.String(), name) {
			t.Errorf("%s is in no formula of testdata/katex.json", name)
		}
	}
}

// TestDocumentedCommandsAreKnown holds the table of docs/posts.md against the one
// that is read.
func TestDocumentedCommandsAreKnown(t *testing.T) {
	docs, err := os.ReadFile("../../docs/posts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(docs), "\n### Formulas\n")
	section, _, _ = strings.Cut(section, "\n## ")
	named := regexp.MustCompile(`\\[a-zA-Z]+`).FindAllString(section, -1)
	environments, _, _ := strings.Cut(section[strings.Index(section, "| tables |"):], "\n")
	for _, name := range regexp.MustCompile("`[a-zA-Z]+\\*?`").FindAllString(environments, -1) {
		named = append(named, `\begin{`+strings.Trim(name, "`")+"}")
	}
	if len(named) < 120 {
		t.Fatalf("%d commands, want the table", len(named))
	}
	for _, name := range named {
		if _, known := symbols()[name]; !known && name != `\right` && name != `\limits` && name != `\nolimits` {
			t.Errorf("docs/posts.md names %s, which no formula may use", name)
		}
	}
}
