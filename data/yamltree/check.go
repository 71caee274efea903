package yamltree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// Fault is what is wrong with a value.
type Fault struct {
	At      *Node
	Path    []any  // keys and indexes that lead to it
	Key     string // that the message is about, "" if it names one itself
	Message string
}

// LongestText in bytes is that of a plain value; a block may be as long as its file.
const LongestText = 4096

// check reports every fault of a mapping.
func (o *Object) check(n *Node, path []any, say func(Fault)) {
	names := slices.Sorted(slices.Values(o.Names()))
	unknown := slices.ContainsFunc(n.Keys, func(name string) bool { return o.Each == nil && !slices.Contains(names, name) })
	for i := range o.Keys {
		k := &o.Keys[i]
		if v := n.Values[k.Name]; v != nil {
			o.checkKey(k, v, join(path, k.Name), say)
		} else if k.Need && !unknown { // which may be what is missing
			k.Missing(n, join(path, k.Name), say)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(n.Values)) {
		v, at := n.Values[name], join(path, name)
		switch {
		case slices.Contains(names, name):
		case o.Each != nil:
			o.Each.Check(v, at, say)
		default:
			hint := nearest.Hint(name, o.alike(v))
			if hint == "" {
				hint = nearest.Hint(name, names)
			}
			above := lists.Filter(o.Keys, func(k Key) bool { return k.Under != nil && slices.Contains(k.Under.Names(), name) })
			if len(above) > 0 {
				hint = "; it belongs under " + strings.Join(lists.Map(above, func(k Key) string { return k.Name }), " or ")
			} else if strings.ContainsAny(name, "()") {
				hint = "; put a text with a comma and brackets in quotes"
			} else if hint == "" {
				hint = "; keys are " + strings.Join(names, ", ")
			}
			say(Fault{v, at, "", fmt.Sprintf("unknown key %q%s", units.Shown(name), hint)})
		}
	}
}

// checkKey looks first for a list in place of one value, which may be meant for another key.
func (o *Object) checkKey(k *Key, v *Node, path []any, say func(Fault)) {
	if v.Kind == List && k.Kind.Fault != nil {
		meant := func(other string) bool { return len(other) == len(k.Name) }
		hint := nearest.Hint(k.Name, lists.Filter(o.alike(v), meant))
		if hint == "" {
			hint = "; write one value"
		}
		say(Fault{v, path, k.Name, fmt.Sprintf("expected %s, got a list%s", k.wanted(), hint)})
		return
	}
	k.Check(v, path, say)
}

// alike are the keys under which a list stands as it does here, or none does.
func (o *Object) alike(v *Node) []string {
	keys := lists.Filter(o.Keys, func(k Key) bool { return (v.Kind == List) == (k.Kind == ListKind || k.Kind == WordsKind) })
	return slices.Sorted(slices.Values(lists.Map(keys, func(k Key) string { return k.Name })))
}

// Missing reports that a mapping lacks the key.
func (k *Key) Missing(n *Node, path []any, say func(Fault)) {
	say(Fault{n, path, "", fmt.Sprintf("%s is missing; add “%s: %s”", k.Name, k.Name, k.Example)})
}

// Check reports every fault of the value behind the key.
func (k *Key) Check(v *Node, path []any, say func(Fault)) {
	bad := func(at *Node, format string, args ...any) {
		say(Fault{at, path, lastKey(path), fmt.Sprintf(format, args...)})
	}
	switch {
	case v.Kind == Absent && k.Blank:
	case v.Kind == Absent && k.Kind == PartsKind && k.Need:
		k.Missing(v, path, say)
	case k.Kind == PartsKind:
		for i, n := range k.parts(v) {
			k.element().Check(n, join(path, i), say)
		}
	case k.Kind.Check != nil:
		k.Kind.Check(k, v, bad)
	case k.Kind == UnderKind && v.Kind == Mapping:
		k.Under.check(v, path, say)
	case k.Kind == UnderKind:
		bad(v, "expected lines “key: value”, got %s%s", v.got(), k.Under.hint(lastKey(path)))
	case k.Kind == ListKind:
		k.checkList(v, path, say, bad)
	default:
		k.checkPlain(v, path, say, bad)
	}
}

// hint says what stands in a mapping.
func (o *Object) hint(name string) string {
	if o.Each != nil {
		return fmt.Sprintf("; write “%s: {NAME: …}”", name)
	}
	return "; keys are " + strings.Join(slices.Sorted(slices.Values(o.Names())), ", ")
}

func (k *Key) wanted() string {
	switch {
	case k.Kind == NumberKind && k.Whole:
		return "a whole number"
	case k.Kind == NumberKind:
		return "a number"
	}
	return "text"
}

func (k *Key) checkPlain(v *Node, path []any, say func(Fault), bad func(*Node, string, ...any)) {
	s, ok := k.plain(v)
	switch {
	case !ok && k.Kind == NumberKind:
		bad(v, "expected %s, got %s; write it without quotes, a unit or “_”", k.wanted(), v.got())
	case !ok:
		bad(v, "expected text, got %s; put a text with a colon or brackets in quotes", v.got())
	case s == "" && (k.Need || k.Kind != TextKind) && !k.Blank:
		say(Fault{v, path, "", fmt.Sprintf("%s is empty; write “%s: %s”", k.Name, k.Name, k.Example)})
	case s == "" && (k.Kind == TextKind || k.Kind == exactKind):
	case len(s) > LongestText && !k.Kind.Long:
		bad(v, "longer than %d bytes; shorten it", LongestText)
	default:
		if why := k.Kind.Fault(k, s); why != "" {
			bad(v, "%s", why)
		}
	}
}

// plain is the text of a plain value; spaces around it count only where they can be meant.
func (k *Key) plain(v *Node) (text string, ok bool) {
	text, ok = v.Scalar()
	if k.Kind != exactKind {
		text = strings.TrimSpace(text)
	}
	return text, ok
}

// Text is the value behind a key, "" where there is none or, with a false ok, it is wrong.
func (k *Key) Text(v *Node) (text string, ok bool) {
	text, ok = k.plain(v)
	if !ok || text != "" && k.Kind.Fault(k, text) != "" {
		return "", false
	}
	return text, text != "" || k.Kind != NumberKind
}

// element is a key that each entry of a list stands for.
func (k *Key) element() *Key {
	if k.Item != nil {
		return k.Item
	}
	return &Key{Name: k.Name, Kind: UnderKind, Under: k.Under, Blank: k.Blank}
}

func (k *Key) checkList(v *Node, path []any, say func(Fault), bad func(*Node, string, ...any)) {
	if v.Kind != List {
		bad(v, "expected a list, got %s%s", v.got(), k.asList(v, lastKey(path)))
		return
	}
	if k.Most > 0 && len(v.Items) > int(k.Most) {
		bad(v.Items[int(k.Most)], "more than %v entries; remove some", k.Most)
	}
	for i, n := range v.Items {
		faulty := false
		k.element().Check(n, join(path, i), func(f Fault) { faulty = true; say(f) })
		if faulty && n.Kind != Mapping {
			return // the others are probably wrong in the same way
		}
	}
}

// asList says how a value becomes the only one of a list.
func (k *Key) asList(v *Node, name string) string {
	value := units.Shown(v.Text)
	if k.Under != nil || value == "" {
		return "; begin each entry with “- ”"
	}
	var elements []string
	for element := range strings.SplitSeq(value, ", ") {
		if strings.ContainsAny(element, `*:[]{}#,"'&!|>%@`) {
			element = strconv.Quote(element)
		}
		elements = append(elements, element)
	}
	return fmt.Sprintf("; write “%s: [%s]”", name, strings.Join(elements, ", "))
}

func join(path []any, step any) []any { return append(path[:len(path):len(path)], step) }

// Called are the keys of a path before a message.
func Called(path []any) (text string) {
	for _, step := range path {
		if key, is := step.(string); is {
			text += units.Shown(key) + ": "
		}
	}
	return text
}

// lastKey is the last key of a path.
func lastKey(path []any) string {
	for _, step := range slices.Backward(path) {
		if key, is := step.(string); is {
			return units.Shown(key)
		}
	}
	return ""
}
