package posts

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// citation is [@key] or [@key; @other] in a text. The works stand in a fenced block of the language bibtex, in whose
// place the page has the list of references.
type citation struct {
	ownInline
	keys   []string
	offset int // in the text
	places []cited
}

// cited is a reference's number, and whether this is where it is cited first.
type cited struct {
	number int
	first  bool
}

// references is the list of works, in the order in which they are cited.
type references struct {
	ownBlock
	works []*work
	cited int // as many of them are
}

var (
	kindCitation   = ast.NewNodeKind("Citation")
	kindReferences = ast.NewNodeKind("References")
)

func (*citation) Kind() ast.NodeKind   { return kindCitation }
func (*references) Kind() ast.NodeKind { return kindReferences }

var citationForm = regexp.MustCompile(`^\[\s*@[^\s\];@]+(\s*;\s*@[^\s\];@]+)*\s*\]`)

// citationParser takes what a link's brackets would otherwise be.
type citationParser struct{}

func (citationParser) Trigger() []byte { return []byte{'['} }

func (citationParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	found := citationForm.Find(line)
	if rest := line[len(found):]; found == nil || bytes.HasPrefix(rest, []byte{'('}) { // a link's words may begin with @
		return nil
	}
	block.Advance(len(found))
	keys := strings.Split(string(found[1:len(found)-1]), ";")
	return &citation{offset: segment.Start, keys: lists.Map(keys, func(key string) string { return strings.TrimPrefix(strings.TrimSpace(key), "@") })}
}

// bibliography reads the works of a block; its list takes the block's place when all citations are known.
func (d *Document) bibliography(n *ast.FencedCodeBlock) {
	if d.references != nil {
		d.fault(n, "a second bibliography; put all works into one")
		return
	}
	inside := d.inside(n)
	works, line, err := readBibTeX(inside.Text)
	if err != nil {
		d.faultAt(inside.Line+line, "bibliography: %v", err)
	}
	d.references = &references{}
	d.references.SetPos(n.Pos())
	d.bibtex = n
	known := map[string]bool{}
	for i := range works {
		w := &works[i]
		if known[w.key] || w.fields["title"] == "" {
			d.faultAt(inside.Line+w.line, "bibliography: %s", w.fault(known))
			continue
		}
		known[w.key] = true
		d.references.works = append(d.references.works, w)
	}
}

func (w work) fault(known map[string]bool) string {
	if known[w.key] {
		return fmt.Sprintf("the key %q is used twice; choose another", w.key)
	}
	return fmt.Sprintf("%s has no title; add title = {…}", w.key)
}

// cite numbers the works in the order of their first citation, and puts the list in its place.
func (d *Document) cite() {
	numbers := map[string]int{}
	for _, c := range d.citations {
		for _, key := range c.keys {
			if !d.knows(c, key) {
				continue
			}
			first := numbers[key] == 0
			if first {
				numbers[key] = len(numbers) + 1
			}
			c.places = append(c.places, cited{numbers[key], first})
		}
	}
	if d.references == nil {
		return
	}
	d.references.cited = len(numbers)
	slices.SortStableFunc(d.references.works, func(a, b *work) int {
		uncited := len(numbers) + 1
		return cmp.Compare(cmp.Or(numbers[a.key], uncited), cmp.Or(numbers[b.key], uncited))
	})
	d.bibtex.Parent().ReplaceChild(d.bibtex.Parent(), d.bibtex, d.references)
}

// knows names a citation of a work that the bibliography lacks.
func (d *Document) knows(c *citation, key string) bool {
	var known []string
	if d.references != nil {
		known = lists.Map(d.references.works, func(w *work) string { return w.key })
	}
	if slices.Contains(known, key) {
		return true
	}
	d.faultAt(d.lineAt(c.offset), "no work %q in a bibtex block of this text%s", key, nearest.Hint(key, known))
	return false
}

// html is the numbers of the works, which lead to the list.
func (c *citation) html() string {
	if len(c.places) == 0 {
		return "[?]"
	}
	return "[" + strings.Join(lists.Map(c.places, cited.html), ", ") + "]"
}

func (c cited) html() string {
	id := ""
	if c.first {
		id = fmt.Sprintf(` id="cite:%d"`, c.number)
	}
	return fmt.Sprintf(`<a%s href="#ref:%d" role="doc-biblioref">%d</a>`, id, c.number, c.number)
}

// html is the list of works, with ways back.
func (r *references) html() string {
	var b strings.Builder
	b.WriteString("<ol class=\"references\">\n")
	for i, w := range r.works {
		fmt.Fprintf(&b, `<li id="ref:%d">%s`, i+1, w.html())
		if i < r.cited {
			fmt.Fprintf(&b, ` <a href="#cite:%d" class="footnote-backref" role="doc-backlink">↩︎</a>`, i+1)
		}
		b.WriteString("</li>\n")
	}
	return b.String() + "</ol>\n"
}

// html is authors, title, venue and year, as far as they are known.
func (w work) html() string {
	escape := func(s string) string { return string(util.EscapeHTML([]byte(s))) }
	title := "<em>" + escape(w.fields["title"]) + "</em>"
	if address := w.address(); address != "" {
		title = `<a href="` + escape(address) + `">` + title + "</a>"
	}
	known := lists.NonZero([]string{escape(w.authors()), title, escape(w.venue()), escape(w.fields["year"])})
	parts := lists.Map(known, func(part string) string { return strings.TrimSuffix(part, ".") })
	return strings.Join(parts, ". ") + "."
}
