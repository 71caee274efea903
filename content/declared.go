package content

import (
	"cmp"
	_ "embed"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

//go:embed declared.yaml
var declaredText []byte

// declared is what declared.yaml holds.
var declared = sync.OnceValue(func() declarations { return yamltree.Embedded[declarations](declaredText) })

type declarations struct {
	Files   []declaredFile
	Objects map[string]struct {
		ID, Owner string
		Also      []string
		Keys      []declaredKey
	}
	Forms  map[string]declaredForm
	Panels map[string]struct{ Need, Also []string }

	OfFigures, OfPanels []string
	Tokens              map[string][]string
	Static              map[string]string
	Presets             map[string]Look
	Palettes            map[string][]string
}

// declaredFile is a YAML file of the content folder.
type declaredFile struct{ Name, Keys, Help string }

// object declares the keys of the file: those of words.yaml are read from the English texts, when they are needed.
func (f declaredFile) object() *object {
	if f.Name == wordsName {
		return wordsKeys()
	}
	return keysOf(f.Keys)
}

type declaredKey struct {
	Name, Kind, Under, Example, Help string
	Is, Words                        []string
	Least, Most, Below               float64
}

// declaredForm is a kind of texts: its name for the reference, its form, and what is said of a text without it.
type declaredForm struct {
	Name, Fault string
	Form        yamltree.Pattern
}

// objects are the declared ones by name.
var objects = sync.OnceValue(func() map[string]*object {
	all := map[string]*object{}
	for name, from := range declared().Objects {
		all[name] = &object{ID: from.ID, Owner: from.Owner}
	}
	for name, from := range declared().Objects {
		keys := slices.Clone(from.Keys)
		for _, more := range from.Also {
			keys = joined(keys, declared().Objects[more].Keys)
		}
		all[name].Keys = lists.Map(keys, func(k declaredKey) key { return k.in(all) })
	}
	return all
})

// joined adds keys to those of an object, which may already have an example or an explanation of its own for one of them.
func joined(own, more []declaredKey) []declaredKey {
	for _, k := range more {
		if i := slices.IndexFunc(own, func(o declaredKey) bool { return o.Name == k.Name }); i >= 0 {
			k.Example, k.Help = cmp.Or(own[i].Example, k.Example), cmp.Or(own[i].Help, k.Help)
			own = slices.Delete(own, i, i+1)
		}
		own = append(own, k)
	}
	return own
}

func keysOf(name string) *object { return objects()[name] }

func (k declaredKey) in(all map[string]*object) key {
	is := func(word string) bool { return slices.Contains(k.Is, word) }
	return key{
		Name: k.Name, Kind: kindOf(k.Kind), Example: k.Example, Help: k.Help, Words: k.Words, Under: all[k.Under],
		Need: is("need"), Identity: is("identity"), Single: is("single"), Whole: is("whole"), Signed: is("signed"),
		Least: k.Least, Most: k.Most, Below: k.Below,
	}
}

// kinds are those of declared.yaml by their names there that have no form, or one of which more is to be said.
var kinds = map[string]*kind{
	"text": yamltree.TextKind, "block": yamltree.BlockKind, "number": yamltree.NumberKind, "word": yamltree.WordKind,
	"flag": yamltree.FlagKind, "words": yamltree.WordsKind, "under": yamltree.UnderKind, "list": yamltree.ListKind,
	"numbers": yamltree.NumbersKind, "which": yamltree.WhichKind, "free": yamltree.FreeKind, "parts": yamltree.PartsKind,
	"bibtex": {Name: "BibTeX", Fault: yamltree.TextKind.Fault, Schema: yamltree.AnyText, Long: true},
	"length": formed("length", lengthFault, `^[0-9.]+ ?(in|cm|mm|pt|px)$`),
	"time":   formed("latency with its unit", yamltree.TextKind.Fault, `^[0-9.]+ (ms|s)$`), // the unit depends on the task
}

// formed is a kind of plain value with a form.
func formed(name string, fault func(*key, string) string, form string) *kind {
	return &kind{Name: name, Fault: fault, Schema: func(*key) map[string]any {
		return map[string]any{"type": "string", "pattern": form}
	}}
}

// kindOf is a kind by its name in declared.yaml. A text of a form is refused in a sentence about it.
func kindOf(name string) *kind {
	form, is := declared().Forms[name]
	if !is {
		return kinds[name]
	}
	return formed(form.Name, func(_ *key, text string) string {
		if isOf(name, text) {
			return ""
		}
		return fmt.Sprintf(form.Fault, text)
	}, form.Form.String())
}

// isOf reports whether a text has a form of declared.yaml.
func isOf(form, text string) bool {
	if fits := fitting[form]; fits != nil {
		return fits(text)
	}
	return declared().Forms[form].Form.MatchString(text)
}

// fitting are the forms that regular expressions tell editors only roughly.
var fitting = map[string]func(string) bool{
	"web": isWebAddress, "host": isHost, "folder": fs.ValidPath,
	"root":    func(s string) bool { return isWebAddress(s) && !strings.ContainsAny(s, "?#") },
	"address": func(s string) bool { return isWebAddress(s) || IsOwnAddress(s) },
	"date":    func(s string) bool { _, is := units.Day(s); return is },
}

func number(text string) (float64, bool) {
	v, err := units.ParseNumber(text)
	return v, err == nil
}

// isWebAddress accepts a URL whose host is a plain name: no user before it, which could pass for another host, and nothing
// that another reader could take for the end of the URL.
func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.User == nil && hostForm.MatchString(u.Host) && !strings.ContainsAny(s, " \"<>\\`")
}

var hostForm = regexp.MustCompile(`^([\pL\pN._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// IsOwnAddress reports whether a text is a path on the site. It excludes "//host", which leaves the site; browsers read "/\" so too.
func IsOwnAddress(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, `/\`)
}

func isHost(s string) bool {
	u, err := url.Parse(s)
	return err == nil && isWebAddress(s) && s == "https://"+u.Host
}
