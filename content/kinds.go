package content

import (
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/units"
)

// unless refuses texts that do not fit in a sentence about them.
func unless(fits func(string) bool, format string) func(*key, string) string {
	return func(_ *key, s string) string {
		if fits(s) {
			return ""
		}
		return fmt.Sprintf(format, s)
	}
}

// kinds are those of declared.yaml by their names there.
var kinds = map[string]*kind{
	"text": yamltree.TextKind, "block": yamltree.BlockKind, "number": yamltree.NumberKind, "word": yamltree.WordKind,
	"flag": yamltree.FlagKind, "words": yamltree.WordsKind, "under": yamltree.UnderKind, "list": yamltree.ListKind,
	"numbers": yamltree.NumbersKind, "which": yamltree.WhichKind, "free": yamltree.FreeKind, "parts": yamltree.PartsKind,
	"bibtex": {Name: "BibTeX", Fault: fine, Schema: yamltree.AnyText, Long: true},
	"slug": formed("name for URLs", unless(slugForm.MatchString, "%q is not a valid name for a URL; use a-z, 0-9 and single hyphens"),
		slugForm.String()),
	"web": formed("URL", unless(isWebAddress, "expected an https:// URL, got %q"), "^https://"),
	"root": formed("URL", unless(isRoot, "expected an https:// URL without query string and fragment, with which others can begin, got %q"),
		"^https://[^?#]+$"),
	"address": formed("URL or path", unless(isAddress, "expected https://… or a path on this site such as /methods/, got %q"), "^(https://|/)"),
	"date":    formed("day", unless(func(s string) bool { _, is := units.Day(s); return is }, "expected a date such as 2026-02-16, got %q"), `^\d{4}-\d{2}-\d{2}$`),
	"length":  formed("length", lengthFault, `^[0-9.]+ ?(in|cm|mm|pt|px)$`),
	"color":   formed("color", unless(hexForm.MatchString, `expected a color such as "#0b57d0", in quotes, got %q`), hexForm.String()),
	"currency": formed("text", unless(currencyForm.MatchString, "expected three capital letters, such as EUR, got %q"),
		currencyForm.String()),
	"attribute": formed("text", unless(attributeForm.MatchString, "expected data- and a word, such as data-domain, got %q"),
		attributeForm.String()),
	"folder of pages": formed("text",
		unless(pagesForm.MatchString, `expected a folder and the value, such as "precisions/{slug}/", got %q`), pagesForm.String()),
	"host": formed("origin", unless(isHost, "expected https:// and only a host name, such as https://example.org, got %q"),
		"^https://[^/]+$"),
	"file":   formed("file in the content folder", fine, "."),
	"folder": formed("folder", unless(fs.ValidPath, "%q is not a folder in the content folder; give a path such as docs"), "."),
	"time":   formed("latency with its unit", fine, `^[0-9.]+ (ms|s)$`), // the unit depends on the task
}

// formed is a kind of plain value with a form.
func formed(name string, fault func(*key, string) string, form string) *kind {
	return &kind{Name: name, Fault: fault, Schema: func(*key) map[string]any {
		return map[string]any{"type": "string", "pattern": form}
	}}
}

func fine(*key, string) string { return "" }

func number(text string) (float64, bool) {
	v, err := units.ParseNumber(text)
	return v, err == nil
}

var (
	slugForm      = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	attributeForm = regexp.MustCompile(`^data-[a-z0-9]+(-[a-z0-9]+)*$`)
	pagesForm     = regexp.MustCompile(`^([a-z0-9]+(?:-[a-z0-9]+)*/)+\{slug\}/$`)
	currencyForm  = regexp.MustCompile(`^[A-Z]{3}$`)
)

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

func isHost(s string) bool {
	u, err := url.Parse(s)
	return err == nil && isWebAddress(s) && s == "https://"+u.Host
}
