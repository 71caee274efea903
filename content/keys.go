package content

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
)

// Keys records where the keys of a declaration are, so that errors in their values can name file and line.
type Keys struct {
	File  string
	Line  int // where the declaration begins, counted from 1
	lines map[string]int
	files map[string]string // of keys that stand elsewhere, such as in a flag
}

// Fault returns an error at a key; an empty key means the whole declaration.
func (k Keys) Fault(key, format string, args ...any) Error {
	message := fmt.Sprintf(format, args...)
	line, written := k.lines[key]
	if !written {
		line = k.Line
	}
	file := cmp.Or(k.files[key], k.File)
	if key != "" && !strings.HasPrefix(file, "--") {
		message = key + ": " + message
	}
	return Error{file, line, message}
}

func (n *node) places() Keys {
	k := Keys{File: n.file, Line: n.line, lines: map[string]int{}}
	for key, value := range n.values {
		k.lines[key] = value.line
		if value.file != n.file {
			if k.files == nil {
				k.files = map[string]string{}
			}
			k.files[key] = value.file
		}
	}
	return k
}

// overlaid is a mapping with all keys of base but those that m has itself.
// Unknown keys stay the concern of m and base.
func (m *mapping) overlaid(base *mapping) *mapping {
	all := *m.node
	all.values = maps.Clone(base.values)
	maps.Copy(all.values, m.values)
	return &mapping{node: &all, errs: m.errs}
}

// entries are the mappings under an optional key by name, as written.
func (m *mapping) entries(key string) (names []string, under *mapping) {
	v, ok := m.take(key)
	if !ok {
		return nil, nil
	}
	under, ok = m.mapping(v)
	if !ok {
		return nil, nil
	}
	return under.keys, under
}

// optionalEntry is a mapping under a key that may be left out.
func (m *mapping) optionalEntry(key string) (*mapping, bool) {
	v, ok := m.take(key)
	if !ok {
		return nil, false
	}
	return m.mapping(v)
}

// optionalWords is a list of plain values, or one alone, that may be left out.
func (m *mapping) optionalWords(key string) []string {
	v, ok := m.take(key)
	if !ok {
		return nil
	}
	if text, ok := v.scalar(); ok {
		return []string{text}
	}
	var words []string
	for _, n := range v.list() {
		text, ok := n.scalar()
		if !ok || text == "" {
			m.fault(n, "%s: expected a plain value, or a list such as [task, nickname]", key)
			continue
		}
		words = append(words, text)
	}
	return words
}

// whole is a whole number from 1 on that may be left out, then 0.
func (m *mapping) whole(key string, most int) int {
	s := m.optional(key)
	if s == "" {
		return 0
	}
	v, ok := number(s)
	if !ok || v != float64(int(v)) || v < 1 || int(v) > most {
		m.fault(m.at(key), "%s: expected a whole number from 1 to %d, got %q", key, most, s)
		return 0
	}
	return int(v)
}

// choice is oneOf for a key that may be left out, then "".
func (m *mapping) choice(key string, words ...string) string {
	if _, ok := m.values[key]; !ok {
		m.known = append(m.known, key)
		return ""
	}
	return m.oneOf(key, words...)
}
