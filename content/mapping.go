package content

import (
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// mapping is the keys and values of one entry. A reader takes the keys that it
// knows and calls done, which names those that nobody took.
type mapping struct {
	*source
	node   ast.Node
	keys   map[string]ast.Node
	values map[string]ast.Node
	order  []string // the keys as written
	known  []string
}

func (m *mapping) put(v *ast.MappingValueNode) {
	key := v.Key.GetToken().Value
	m.keys[key], m.values[key] = v.Key, v.Value
	m.order = append(m.order, key)
}

// take returns the value of a key that was written with something after it.
func (m *mapping) take(key string) (ast.Node, bool) {
	m.known = append(m.known, key)
	v, ok := m.values[key]
	if !ok {
		return nil, false
	}
	_, null := v.(*ast.NullNode)
	return v, !null
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
	} else if _, ok := scalar(v); ok && s == "" {
		m.fault(m.keys[key], "%s is empty; write “%s: %s”", key, key, example)
	}
	return s
}

// optional is a line of words that may be left out.
func (m *mapping) optional(key string) string {
	v, ok := m.take(key)
	if !ok {
		return ""
	}
	s, ok := scalar(v)
	if !ok {
		m.fault(v, "%s: want text; put it in quotes", key)
	}
	return strings.TrimSpace(s)
}

// at is the line of a key, or of the entry where the key is not written.
func (m *mapping) at(key string) ast.Node {
	if k, ok := m.keys[key]; ok {
		return k
	}
	return m.node
}

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slug is a name that is also an address.
func (m *mapping) slug(key, example string) string {
	s := m.text(key, example)
	if s != "" && !slugForm.MatchString(s) {
		m.fault(m.at(key), "%s: %q is no address; use a-z, 0-9 and single hyphens", key, s)
	}
	return s
}

// positive is a required number above zero.
func (m *mapping) positive(key, example string) float64 {
	s := m.text(key, example)
	v, ok := number(s)
	if s != "" && (!ok || v <= 0 || math.IsInf(v, 0) || math.IsNaN(v)) {
		m.fault(m.at(key), "%s: want a number above 0, got %q", key, s)
	}
	return v
}

// oneOf is a required word from a list.
func (m *mapping) oneOf(key string, words ...string) string {
	s := m.text(key, words[0])
	if s != "" && !slices.Contains(words, s) {
		m.fault(m.at(key), "%s: unknown %q; use %s%s", key, s, strings.Join(words, ", "), nearest.Hint(s, words))
	}
	return s
}

// link is a required https address.
func (m *mapping) link(key, example string) string {
	s := m.text(key, example)
	if s != "" && !isWebAddress(s) {
		m.fault(m.at(key), "%s: want an https:// address, got %q", key, s)
	}
	return s
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Host != ""
}

// date is a required day, at midnight UTC.
func (m *mapping) date(key string) time.Time {
	s := m.text(key, "2026-01-31")
	t, err := time.Parse(time.DateOnly, s)
	if s != "" && err != nil {
		m.fault(m.at(key), "%s: want a day as YYYY-MM-DD, got %q", key, s)
	}
	return t
}

// flag is true or false, false where left out.
func (m *mapping) flag(key string) bool {
	v, ok := m.take(key)
	if !ok {
		return false
	}
	b, ok := v.(*ast.BoolNode)
	if !ok {
		m.fault(v, "%s: want true or false", key)
		return false
	}
	return b.Value
}

// markdown is required text of several lines.
func (m *mapping) markdown(key string) Markdown {
	s := m.text(key, "|")
	line := m.line(m.at(key))
	if v, ok := m.values[key].(*ast.LiteralNode); ok {
		line = m.line(v) + 1
		s = v.Value.Value
	}
	return Markdown{Text: s, File: m.file, Line: line}
}

// list is a required list of entries.
func (m *mapping) list(key string) []*mapping {
	v, ok := m.take(key)
	if !ok {
		m.fault(m.at(key), "%s is missing; add “%s:” with a list under it", key, key)
		return nil
	}
	return m.elements(v)
}

// entry is a required mapping under a key.
func (m *mapping) entry(key string) *mapping {
	v, ok := m.take(key)
	if !ok {
		m.fault(m.at(key), "%s is missing; add “%s:” with its keys under it", key, key)
		return &mapping{source: &source{file: m.file, errs: new(Errors)}, node: m.node}
	}
	e, ok := m.mapping(v)
	if !ok {
		return &mapping{source: &source{file: m.file, errs: new(Errors)}, node: m.node}
	}
	return e
}

// done reports the keys that nobody asked for.
func (m *mapping) done() {
	for _, key := range slices.Sorted(maps.Keys(m.values)) {
		if slices.Contains(m.known, key) {
			continue
		}
		m.fault(m.keys[key], "unknown key %q; known here: %s%s", key, strings.Join(m.known, ", "), nearest.Hint(key, m.known))
	}
}

// unique remembers where each name was used first.
type unique map[string]int

func (u unique) check(m *mapping, key, name string) {
	if name == "" {
		return
	}
	if first, used := u[name]; used {
		m.fault(m.at(key), "%s: %q is already used on line %d; choose another", key, name, first)
		return
	}
	u[name] = m.line(m.at(key))
}
