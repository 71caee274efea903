package content

import (
	"fmt"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// kind is what may stand behind a key of a settings file.
type kind struct {
	name string // for the reference
	// fault is what is wrong with a plain value that is not empty; nil for kinds that are no plain value.
	fault  func(k *key, text string) string
	schema func(k *key) map[string]any
}

func pattern(form string) func(*key) map[string]any {
	return func(*key) map[string]any { return map[string]any{"type": "string", "pattern": form} }
}

func anyText(*key) map[string]any {
	return map[string]any{"type": []string{"string", "number", "boolean"}}
}

func fine(*key, string) string { return "" }

// unless refuses texts that do not fit in a sentence about them.
func unless(fits func(string) bool, format string) func(*key, string) string {
	return func(_ *key, s string) string {
		if fits(s) {
			return ""
		}
		return fmt.Sprintf(format, s)
	}
}

func isDate(s string) bool {
	_, ok := units.Day(s)
	return ok
}

// Kinds with one plain value of which more is known than its fault.
var (
	textKind   = &kind{"text", fine, anyText}
	blockKind  = &kind{"Markdown", fine, anyText}
	bibKind    = &kind{"BibTeX", fine, anyText}
	numberKind = &kind{"number", numberFault, numberSchema}
	wordKind   = &kind{
		"one word", func(k *key, s string) string { return wordFault(k.words, s) },
		func(k *key) map[string]any { return map[string]any{"enum": k.words} },
	}
)

// Kinds with a structure of their own.
var (
	flagKind  = &kind{name: "true or false", schema: func(*key) map[string]any { return map[string]any{"type": "boolean"} }}
	wordsKind = &kind{name: "list", schema: wordsSchema}
	underKind = &kind{name: "keys below", schema: func(k *key) map[string]any { return k.under.schema() }}
	listKind  = &kind{name: "list of entries", schema: func(k *key) map[string]any {
		s := map[string]any{"type": "array", "items": k.under.schema()}
		if k.most > 0 {
			s["maxItems"] = k.most
		}
		return s
	}}
	whichKind = &kind{name: "true, false or a list", schema: func(*key) map[string]any {
		return map[string]any{"oneOf": []any{map[string]any{"type": "boolean"}, wordsSchema(nil)}}
	}}
	// freeKind is read by what gives it its meaning; docs/posts.md explains it.
	freeKind = &kind{name: "see [Posts and pages](posts.md)", schema: func(*key) map[string]any { return map[string]any{} }}
)

// kinds are those of declared.yaml by their names there.
var kinds = map[string]*kind{
	"text": textKind, "block": blockKind, "bibtex": bibKind, "number": numberKind, "word": wordKind, "flag": flagKind, "words": wordsKind,
	"under": underKind, "list": listKind, "which": whichKind, "free": freeKind,
	"slug": {
		"name for URLs",
		unless(slugForm.MatchString, "%q is not a valid name for a URL; use a-z, 0-9 and single hyphens"), pattern(slugForm.String()),
	},
	"web": {"URL", unless(isWebAddress, "expected an https:// URL, got %q"), pattern("^https://")},
	"root": {
		"URL", unless(isRoot, "expected an https:// URL without query string and fragment, with which others can begin, got %q"),
		pattern("^https://[^?#]+$"),
	},
	"address": {
		"URL or path", unless(isAddress, "expected https://… or a path on this site such as /methods/, got %q"),
		pattern("^(https://|/)"),
	},
	"date":   {"day", unless(isDate, "expected a date such as 2026-02-16, got %q"), pattern(`^\d{4}-\d{2}-\d{2}$`)},
	"length": {"length", lengthFault, pattern(`^[0-9.]+ ?(in|cm|mm|pt|px)$`)},
	"color":  {"color", unless(hexForm.MatchString, `expected a color such as "#0b57d0", in quotes, got %q`), pattern(hexForm.String())},
	"host":   {"origin", hostFault, pattern("^https://[^/]+$")},
	"file":   {"file in the content folder", fine, pattern(".")},
	"folder": {"folder", unless(fs.ValidPath, "%q is not a folder in the content folder; give a path such as docs"), pattern(".")},
	"time":   {"latency with its unit", fine, pattern(`^[0-9.]+ (ms|s)$`)}, // the unit depends on the task
}

func wordsSchema(*key) map[string]any {
	return map[string]any{"type": []string{"array", "string", "number"}, "items": anyText(nil)}
}

func numberSchema(k *key) map[string]any {
	s := map[string]any{"type": "number", "exclusiveMinimum": 0}
	if k.whole {
		s["type"] = "integer"
	}
	if k.most > 0 {
		delete(s, "exclusiveMinimum")
		s["minimum"], s["maximum"] = k.least, k.most
	}
	return s
}

// longestText in bytes is that of a plain value; a block may be as long as its file.
const longestText = 4096

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// isWebAddress accepts a URL whose host is a plain name: no user before it, which could pass for another host, and nothing
// that another reader could take for the end of the URL.
func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.User == nil && hostForm.MatchString(u.Host) && !strings.ContainsAny(s, " \"<>\\`")
}

var hostForm = regexp.MustCompile(`^([\pL\pN._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// isRoot accepts a URL with which others can begin.
func isRoot(s string) bool { return isWebAddress(s) && !strings.ContainsAny(s, "?#") }

func isAddress(s string) bool { return isWebAddress(s) || IsOwnAddress(s) }

// IsOwnAddress reports whether a text is a path on the site. It excludes "//host", which leaves the site; browsers read "/\" so too.
func IsOwnAddress(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, `/\`)
}

func hostFault(_ *key, s string) string {
	u, err := url.Parse(s)
	if err == nil && isWebAddress(s) && s == "https://"+u.Host {
		return ""
	}
	return fmt.Sprintf("expected https:// and only a host name, such as https://example.org, got %q", s)
}

func number(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// numberFault has bounds that belong to what is allowed where there is a greatest; else
// a number is above 0, and percentages are below 100.
func numberFault(k *key, s string) string {
	v, ok := number(s)
	switch {
	case k.most > 0 && (!ok || !(v >= k.least && v <= k.most) || k.whole && v != math.Trunc(v)):
		return fmt.Sprintf("expected %s from %v to %v, got %q", map[bool]string{true: "a whole number", false: "a number"}[k.whole], k.least, k.most, s)
	case !ok || !(v > 0) || math.IsInf(v, 0):
		return fmt.Sprintf("expected a number above 0, got %q", s)
	case k.below > 0 && v >= k.below:
		return fmt.Sprintf("expected a number below %v, got %v", k.below, v)
	}
	return ""
}

func wordFault(words []string, s string) string {
	if slices.Contains(words, s) {
		return ""
	}
	return fmt.Sprintf("unknown %q; use %s%s", s, strings.Join(words, ", "), nearest.Hint(s, words))
}

// check reports every fault of a mapping against its declaration.
func (o *object) check(n *node, errs *Errors) {
	for i := range o.keys {
		k := &o.keys[i]
		if v := n.values[k.name]; v != nil {
			k.check(v, errs)
		} else if k.need {
			k.missing(n, errs)
		}
	}
	names := o.names()
	for _, name := range slices.Sorted(maps.Keys(n.values)) {
		if !slices.Contains(names, name) {
			v := n.values[name]
			errs.at(v, "unknown key %q; use %s%s", name, strings.Join(names, ", "), nearest.Hint(name, names))
		}
	}
}

func (k *key) missing(n *node, errs *Errors) {
	errs.at(n, "%s is missing; add “%s: %s”", k.name, k.name, k.example)
}

func (k *key) check(v *node, errs *Errors) {
	bad := func(at *node, format string, args ...any) {
		errs.at(at, "%s: %s", k.name, fmt.Sprintf(format, args...))
	}
	switch k.kind {
	case freeKind:
		if k.need && v.kind == absent {
			k.missing(v, errs)
		}
	case messageKind:
		k.checkMessage(v, bad)
	case flagKind:
		if v.kind != truth {
			bad(v, "expected true or false")
		}
	case underKind:
		if v.kind != mappingNode {
			bad(v, "expected “key: value” lines below it")
			return
		}
		k.under.check(v, errs)
	case listKind:
		k.checkList(v, errs)
	case wordsKind:
		k.checkWords(v, bad)
	case whichKind:
		if v.kind != truth {
			k.checkWords(v, bad)
		}
	default:
		k.checkPlain(v, errs, bad)
	}
}

func (k *key) checkPlain(v *node, errs *Errors, bad func(*node, string, ...any)) {
	s, ok := v.scalar()
	s = strings.TrimSpace(s)
	switch {
	case !ok:
		bad(v, "expected text; put it in quotes")
	case s == "" && (k.need || k.kind != textKind):
		errs.at(v, "%s is empty; write “%s: %s”", k.name, k.name, k.example)
	case s == "":
	case len(s) > longestText && k.kind != blockKind && k.kind != bibKind:
		bad(v, "longer than %d bytes; shorten it", longestText)
	default:
		if why := k.kind.fault(k, s); why != "" {
			bad(v, "%s", why)
		}
	}
}

func (k *key) checkWords(v *node, bad func(*node, string, ...any)) {
	for _, n := range v.list() {
		s, ok := n.scalar()
		if !ok || s == "" {
			bad(n, "expected a plain value, or a list such as %s", k.example)
		} else if len(s) > longestText {
			bad(n, "longer than %d bytes; shorten it", longestText)
		} else if len(k.words) > 0 {
			if why := wordFault(k.words, s); why != "" {
				bad(n, "%s", why)
			}
		}
	}
}

func (k *key) checkList(v *node, errs *Errors) {
	if v.kind != listNode {
		errs.at(v, "expected a list: begin every entry with “- ”")
		return
	}
	if k.most > 0 && len(v.items) > int(k.most) {
		n := v.items[int(k.most)]
		errs.at(n, "%s: more than %v entries; remove some", k.name, k.most)
	}
	for _, n := range v.items {
		if n.kind != mappingNode {
			errs.at(n, "expected “key: value” lines")
			continue
		}
		k.under.check(n, errs)
	}
}
