package formula

import (
	"regexp"
	"sync"
)

// Elements lists every element of MathML that a page may contain, with its attributes: those of MathML Core that
// formulas use. None of them loads, links or runs anything.
var Elements = map[string][]string{
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

var values = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([-a-z0-9. ]+|application/x-tex|http://www\.w3\.org/1998/Math/MathML)$`)
})

// IsValue reports whether an attribute of MathML may have a value: lengths, words and numbers, a media type, the
// namespace.
func IsValue(s string) bool { return values().MatchString(s) }
