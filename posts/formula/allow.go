package formula

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// elements is every element of MathML that a page may hold, with its attributes:
// those of MathML Core that KaTeX writes. Nothing on it loads, links or runs.
var elements = map[string][]string{
	"math":       {"display", "xmlns"},
	"semantics":  nil,
	"annotation": {"encoding"},
	"mrow":       nil, "mi": {"mathvariant"}, "mn": nil, "mtext": nil, "mphantom": nil,
	"mo":     {"fence", "form", "lspace", "maxsize", "minsize", "movablelimits", "rspace", "separator", "stretchy"},
	"mspace": {"width"}, "mpadded": {"height", "width", "depth", "lspace", "voffset"},
	"mstyle": {"displaystyle", "scriptlevel"},
	"mfrac":  {"linethickness"}, "msqrt": nil, "mroot": nil,
	"msub": nil, "msup": nil, "msubsup": nil,
	"munder": {"accentunder"}, "mover": {"accent"}, "munderover": nil,
	"mtable": {"columnalign", "columnspacing", "rowspacing"}, "mtr": nil, "mtd": nil,
}

// value is what an attribute may say: lengths, words and numbers, a media type,
// the namespace.
var value = regexp.MustCompile(`^([-a-z0-9. ]{1,200}|application/x-tex|http://www\.w3\.org/1998/Math/MathML)$`)

// Allow puts what formulas are made of on the list of a page.
func Allow(p *bluemonday.Policy) {
	for element, attributes := range elements {
		p.AllowNoAttrs().OnElements(element)
		if attributes != nil {
			p.AllowAttrs(attributes...).Matching(value).OnElements(element)
		}
	}
}

// allowed takes style attributes out, which the site's policy forbids and which
// only restate what the stylesheet says, and refuses everything else that is not
// on the list: a page would lose it without a word.
func allowed(mathML string) (string, error) {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(mathML))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if z.Err() == io.EOF {
				return b.String(), nil
			}
			return "", z.Err()
		}
		token := z.Token()
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if err := check(&token); err != nil {
				return "", err
			}
		}
		b.WriteString(token.String())
	}
}

func check(tag *html.Token) error {
	attributes, known := elements[tag.Data]
	if !known {
		return Error{Message: fmt.Sprintf("a command that makes <%s>, which pages do not show; write it another way", tag.Data)}
	}
	tag.Attr = slices.DeleteFunc(tag.Attr, func(a html.Attribute) bool { return a.Key == "style" })
	for _, a := range tag.Attr {
		if !slices.Contains(attributes, a.Key) || !value.MatchString(a.Val) {
			return Error{Message: fmt.Sprintf("a command that sets %s=%q, which pages do not show; write it another way", a.Key, a.Val)}
		}
	}
	return nil
}
