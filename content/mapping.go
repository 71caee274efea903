package content

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/nearest"
)

// mapping is the keys and values of a block in a text, whose keys depend on each other. A
// reader takes the keys that it knows and calls done, which names those that nobody took.
type mapping struct {
	*node
	errs  *Errors
	known []string
}

func (m *mapping) fault(n *node, format string, args ...any) {
	m.errs.add(n.file, n.line, format, args...)
}

// mapping is that below a node; without one it is a fault.
func (m *mapping) mapping(n *node) (*mapping, bool) {
	if n.kind != mappingNode {
		m.fault(n, "expected “key: value” lines")
		return nil, false
	}
	return &mapping{node: n, errs: m.errs}, true
}

// take returns the value of a key that was written with something after it.
func (m *mapping) take(key string) (*node, bool) {
	m.known = append(m.known, key)
	v := m.values[key]
	return v, v != nil && v.kind != absent
}

func (m *mapping) missing(key, example string) {
	m.fault(m.node, "%s is missing; add “%s: %s”", key, key, example)
}

// text is a required line of words; example shows the author what is wanted.
func (m *mapping) text(key, example string) string {
	s := m.optional(key)
	v, written := m.values[key]
	if !written {
		m.missing(key, example)
	} else if _, ok := v.scalar(); ok && s == "" {
		m.fault(v, "%s is empty; write “%s: %s”", key, key, example)
	}
	return s
}

// optional is a line of words that may be left out.
func (m *mapping) optional(key string) string {
	v, ok := m.take(key)
	if !ok {
		return ""
	}
	s, ok := v.scalar()
	if !ok {
		m.fault(v, "%s: expected text; put it in quotes", key)
	}
	return strings.TrimSpace(s)
}

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slug is a name that is also an address.
func (m *mapping) slug(key, example string) string {
	s := m.text(key, example)
	if s != "" && !slugForm.MatchString(s) {
		m.fault(m.at(key), "%s: %q is not a valid name for a URL; use a-z, 0-9 and single hyphens", key, s)
	}
	return s
}

// oneOf is a required word from a list.
func (m *mapping) oneOf(key string, words ...string) string {
	s := m.text(key, words[0])
	if s != "" && !slices.Contains(words, s) {
		m.fault(m.at(key), "%s: unknown %q; use %s%s", key, s, strings.Join(words, ", "), nearest.Hint(s, words))
	}
	return s
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Host != ""
}

// flag is true or false, false where left out.
func (m *mapping) flag(key string) bool {
	v, ok := m.take(key)
	if !ok {
		return false
	}
	if v.kind != truth {
		m.fault(v, "%s: expected true or false", key)
	}
	return v.kind == truth && v.text == "true"
}

// list is a required list of entries.
func (m *mapping) list(key string) (entries []*mapping) {
	v, _ := m.take(key)
	if v.kind != listNode {
		m.fault(v, "expected a list: begin every entry with “- ”")
		return nil
	}
	for _, n := range v.items {
		if e, ok := m.mapping(n); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

// done reports the keys that nobody asked for.
func (m *mapping) done() {
	for _, key := range slices.Sorted(maps.Keys(m.values)) {
		if slices.Contains(m.known, key) {
			continue
		}
		m.fault(m.values[key], "unknown key %q; use %s%s", key, strings.Join(m.known, ", "), nearest.Hint(key, m.known))
	}
}
