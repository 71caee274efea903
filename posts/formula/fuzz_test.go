package formula

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// FuzzTeX holds what is written of any text against the list of a page: nothing
// else, nothing open, and no more than a bounded number of bytes for each byte.
func FuzzTeX(f *testing.F) {
	for _, a := range answers(f) {
		f.Add(a.TeX, true)
	}
	for _, tex := range []string{
		`\text{</math><script>alert(1)</script>}`, `\href{javascript:alert(1)}{x}`, `\begin{array}{l|c}a\end{array}`,
		"a\x00b", "\xff", "x\u202ey", `\left(\right.`, `\frac`, `x^`, `_`, `''`, `{,}`, `\\`, `\sqrt[`, `\not`, `%`, `\`,
		`\text{$`, `\text{\text{'`, "\\ ~", `\sum\limits\limits`,
	} {
		f.Add(tex, false)
	}
	f.Fuzz(func(t *testing.T, tex string, block bool) {
		var written string
		var err error
		shared.Bounded(func() { written, err = mathML(tex, block) })
		if err != nil {
			if line := LineOf(err); line < 0 || line > strings.Count(tex, "\n") || err.Error() == "" {
				t.Fatalf("%q: line %d: %v", tex, line, err)
			}
			return
		}
		if len(written) > 400*(len(tex)+1) {
			t.Errorf("%q: %d bytes", tex, len(written))
		}
		if fault := markupFault(written); fault != "" {
			t.Errorf("%q: %s in %s", tex, fault, written)
		}
	})
}

// markupFault names what a page may not hold, or what is not closed.
func markupFault(markup string) string {
	var open []string
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		kind := z.Next()
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			return strings.Join(open, " ")
		case html.StartTagToken:
			open = append(open, token.Data)
			fallthrough
		case html.SelfClosingTagToken:
			attributes, known := Elements[token.Data]
			for _, a := range token.Attr {
				known = known && slices.Contains(attributes, a.Key) && IsValue(a.Val)
			}
			if !known {
				return token.String()
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				return token.String()
			}
			open = open[:len(open)-1]
		case html.CommentToken, html.DoctypeToken:
			return token.String()
		}
	}
}

func TestHostileFormulasAreBounded(t *testing.T) {
	for name, tex := range map[string]string{
		"groups":       strings.Repeat("{", 5000) + strings.Repeat("}", 5000),
		"open groups":  strings.Repeat("{", 10_000),
		"scripts":      strings.Repeat("x^", 5000),
		"roots":        strings.Repeat(`\sqrt[`, 1600),
		"fences":       strings.Repeat(`\left(`, 1600),
		"styles":       strings.Repeat(`\displaystyle `, 700),
		"tables":       strings.Repeat(`\begin{matrix}`, 700),
		"fonts":        strings.Repeat(`\mathbf`, 1400),
		"strikes":      strings.Repeat(`\not`, 2000),
		"text in text": strings.Repeat(`\text{$`, 1400),
		"too long":     strings.Repeat("x", maxBytes+1),
	} {
		if _, err := mathML(tex, true); err == nil || len(err.Error()) > 200 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, tex := range map[string]string{
		"letters": strings.Repeat("x", maxBytes),
		"digits":  strings.Repeat("1", maxBytes),
		"names":   strings.Repeat(`\R`, maxBytes/2),
		"primes":  strings.Repeat("'", maxBytes),
		"columns": `\begin{aligned}` + strings.Repeat("&", maxBytes-30) + `\end{aligned}`,
		"rows":    `\begin{aligned}` + strings.Repeat(`\\`, maxBytes/2-20) + `\end{aligned}`,
	} {
		if mathML, err := mathML(tex, true); err != nil || markupFault(mathML) != "" {
			t.Errorf("%s: %v %s", name, err, markupFault(mathML))
		}
	}
}
