package yamltree

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// Kind is what may stand behind a key.
type Kind struct {
	Name string // for the reference
	Long bool   // as long as its file may be
	// Fault is what is wrong with a plain value that is not empty; nil for kinds that are no plain value.
	Fault  func(k *Key, text string) string
	Schema func(k *Key) map[string]any
	// Check reports what is wrong with a value of a kind that has a form of its own; nil for others.
	Check func(k *Key, v *Node, bad func(at *Node, format string, args ...any))
}

// Kinds with one plain value of which more is known than its fault.
var (
	TextKind   = &Kind{Name: "text", Fault: fine, Schema: AnyText}
	BlockKind  = &Kind{Name: "Markdown", Long: true, Fault: fine, Schema: AnyText}
	NumberKind = &Kind{Name: "number", Fault: numberFault, Schema: numberSchema}
	WordKind   = &Kind{Name: "one word", Fault: wordOf, Schema: words}
	// exactKind is text whose spaces count.
	exactKind = &Kind{Name: "text", Long: true, Fault: wordOf, Schema: func(k *Key) map[string]any {
		if k.Words != nil {
			return words(k)
		}
		return AnyText(k)
	}}
)

// Kinds with a structure of their own.
var (
	FlagKind  = &Kind{Name: "true or false", Check: checkFlag, Schema: typed("boolean")}
	WordsKind = &Kind{Name: "list", Check: checkWords, Schema: wordsSchema}
	// NumbersKind is a list of numbers, or one alone.
	NumbersKind = &Kind{Name: "list", Schema: wordsSchema, Check: func(k *Key, v *Node, bad func(*Node, string, ...any)) {
		for _, n := range v.List() {
			if why := numberFault(k, n.Text); why != "" {
				bad(n, "%s", why)
			}
		}
	}}
	UnderKind = &Kind{Name: "keys below", Schema: func(k *Key) map[string]any { return k.Under.Schema() }}
	ListKind  = &Kind{Name: "list of entries", Schema: func(k *Key) map[string]any {
		s := map[string]any{"type": "array", "items": k.element().schema()}
		if k.Most > 0 {
			s["maxItems"] = k.Most
		}
		return s
	}}
	WhichKind = &Kind{
		Name: "true, false or a list",
		Check: func(k *Key, v *Node, bad func(*Node, string, ...any)) {
			if v.Kind != Truth {
				checkWords(k, v, bad)
			}
		},
		Schema: func(*Key) map[string]any {
			return map[string]any{"oneOf": []any{typed("boolean")(nil), wordsSchema(nil)}}
		},
	}
	// PartsKind is a mapping, a list of mappings, or texts that stand for the first key of one.
	PartsKind = &Kind{Name: FreeKind.Name, Schema: FreeKind.Schema}
	// FreeKind is read by what gives it its meaning.
	FreeKind = &Kind{
		Name:   "see [Posts and pages](posts.md)",
		Check:  func(*Key, *Node, func(*Node, string, ...any)) {},
		Schema: func(*Key) map[string]any { return map[string]any{} },
	}
)

func typed(name string) func(*Key) map[string]any {
	return func(*Key) map[string]any { return map[string]any{"type": name} }
}

// AnyText is the schema of a text, which may look like something else without quotes.
func AnyText(*Key) map[string]any {
	return map[string]any{"type": []string{"string", "number", "boolean"}}
}

func fine(*Key, string) string { return "" }

func words(k *Key) map[string]any { return map[string]any{"enum": k.Words} }

func wordsSchema(*Key) map[string]any {
	return map[string]any{"type": []string{"array", "string", "number"}, "items": AnyText(nil)}
}

func numberSchema(k *Key) map[string]any {
	s := map[string]any{"type": "number", "exclusiveMinimum": 0}
	if k.Whole {
		s["type"] = "integer"
	}
	if k.Most > 0 || k.Signed {
		delete(s, "exclusiveMinimum")
	}
	if k.Most > 0 {
		s["minimum"], s["maximum"] = k.Least, k.Most
	}
	return s
}

// greatest is far beyond what anything measures, so that sums and differences are numbers too.
const greatest = 1e200

// numberFault has bounds that belong to what is allowed where there is a greatest; else
// a number is above 0, and percentages are below 100.
func numberFault(k *Key, s string) string {
	v, err := units.ParseNumber(s)
	_, whole := strconv.Atoi(s)
	called := map[bool]string{true: "a whole number", false: "a number"}[k.Whole]
	switch {
	case k.Most > 0 && (err != nil || !(v >= k.Least && v <= k.Most) || k.Whole && v != math.Trunc(v)):
		return fmt.Sprintf("expected %s from %v to %v, got %q", called, k.Least, k.Most, s)
	case k.Most == 0 && k.Signed && (err != nil || !(math.Abs(v) <= greatest) || k.Whole && (whole != nil || s[0] == '0' && s != "0")):
		return fmt.Sprintf("expected %s, got %q; write it without quotes, a unit or “_”", called, units.Shown(s))
	case !k.Signed && (err != nil || !(v > 0) || math.IsInf(v, 0)):
		return fmt.Sprintf("expected a number above 0, got %q", s)
	case k.Below > 0 && v >= k.Below:
		return fmt.Sprintf("expected a number below %v, got %v", k.Below, v)
	}
	return ""
}

func wordOf(k *Key, s string) string {
	if k.Words == nil {
		return ""
	}
	return WordFault(k.Words, s)
}

// WordFault is what is wrong with a word that should be one of some, "" for nothing.
func WordFault(words []string, s string) string {
	if slices.Contains(words, s) {
		return ""
	}
	hint := nearest.Hint(s, words)
	if hint != "" && len(words) > 20 {
		return fmt.Sprintf("unknown %q%s", units.Shown(s), hint)
	}
	return fmt.Sprintf("unknown %q; use one of %s%s", units.Shown(s), strings.Join(lists.Map(words, shown), ", "), hint)
}

// shown is a word of which some are marks.
func shown(word string) string {
	if strings.ContainsAny(word, ",;.|' \t") {
		return strconv.Quote(word)
	}
	return word
}

func checkFlag(_ *Key, v *Node, bad func(*Node, string, ...any)) {
	if v.Kind != Truth {
		bad(v, "expected true or false, got %s", v.got())
	}
}

func checkWords(k *Key, v *Node, bad func(*Node, string, ...any)) {
	for _, n := range v.List() {
		s, ok := n.Scalar()
		if !ok || s == "" {
			bad(n, "expected a plain value, or a list such as %s", k.Example)
		} else if len(s) > LongestText {
			bad(n, "longer than %d bytes; shorten it", LongestText)
		} else if why := wordOf(k, s); why != "" {
			bad(n, "%s", why)
		}
	}
}
