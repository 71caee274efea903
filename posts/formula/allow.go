package formula

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// elements is every element of MathML that a page may hold, with its attributes:
// those of MathML Core that formulas are written with. Nothing on it loads,
// links or runs.
var elements = map[string][]string{
	"math":       {"display", "xmlns"},
	"semantics":  nil,
	"annotation": {"encoding"},
	"mrow":       nil, "mphantom": nil,
	"mi": {"mathvariant"}, "mn": {"mathvariant"}, "mtext": {"mathvariant"},
	"mo":     {"fence", "lspace", "mathvariant", "maxsize", "minsize", "rspace", "separator", "stretchy"},
	"mspace": {"width"},
	"mstyle": {"displaystyle", "scriptlevel"},
	"mfrac":  {"linethickness"}, "msqrt": nil, "mroot": nil,
	"msub": nil, "msup": nil, "msubsup": nil,
	"munder": {"accentunder"}, "mover": {"accent"}, "munderover": nil,
	"mtable": {"columnalign", "columnspacing", "rowspacing"}, "mtr": nil, "mtd": nil,
}

// value is what an attribute may say: lengths, words and numbers, a media type,
// the namespace.
var value = regexp.MustCompile(`^([-a-z0-9. ]+|application/x-tex|http://www\.w3\.org/1998/Math/MathML)$`)

// Allow puts what formulas are made of on the list of a page.
func Allow(p *bluemonday.Policy) {
	for element, attributes := range elements {
		p.AllowNoAttrs().OnElements(element)
		if attributes != nil {
			p.AllowAttrs(attributes...).Matching(value).OnElements(element)
		}
	}
}
