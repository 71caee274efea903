package raw

import (
	"errors"
	"fmt"
	"strings"
)

// flowYAML reads a document that is a mapping in braces, whose values may go on
// over lines; lists and mappings inside it are opaque.
func flowYAML(text string) (values map[string]scalar, err error) {
	values = map[string]scalar{}
	rest := flowSpace(text[1:])
	for !strings.HasPrefix(rest, "}") {
		var key, value scalar
		if key, rest = flowScalar(rest); key.text == "" && !key.quoted || key.opaque {
			return nil, errors.New("expected key: value within the braces")
		}
		if key.text == "<<" {
			return nil, errMerged
		}
		if strings.HasPrefix(rest, ":") {
			value, rest = flowScalar(flowSpace(rest[1:]))
		}
		values[key.text] = value
		if strings.HasPrefix(rest, ",") {
			rest = flowSpace(rest[1:])
		} else if !strings.HasPrefix(rest, "}") {
			return nil, fmt.Errorf("expected a comma or } after the value of %.40q", key.text)
		}
	}
	return values, yamlEnd(rest[1:])
}

// flowSpace drops white space, ends of lines and comments at the start.
func flowSpace(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\n")
		if !strings.HasPrefix(s, "#") {
			return s
		}
		_, s, _ = strings.Cut(s, "\n")
	}
}

// flowScalar reads the key or value that s begins with; rest begins with what
// ends it.
func flowScalar(s string) (v scalar, rest string) {
	end := quotedEnd(s)
	switch {
	case end > 0:
		return scalar{text: s[1 : end-1], quoted: true}, flowSpace(s[end:])
	case s != "" && strings.ContainsRune("[{", rune(s[0])):
		end = nestedEnd(s)
		return scalar{text: s[:end], opaque: true}, flowSpace(s[end:])
	}
	end = plainEnd(s)
	v.text = strings.TrimRight(s[:end], " \t\n")
	v.opaque = v.text != "" && strings.ContainsRune("\"'&*!|>%@`?", rune(v.text[0]))
	return v, flowSpace(s[end:])
}

// plainEnd is the index behind the unquoted text that s begins with.
func plainEnd(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte(",]}[{", c) >= 0:
			return i
		case c == ':' && (i+1 == len(s) || strings.IndexByte(" \t\n,]}[{", s[i+1]) >= 0):
			return i
		case c == '#' && i > 0 && strings.IndexByte(" \t\n", s[i-1]) >= 0:
			return i
		}
	}
	return len(s)
}

// nestedEnd is the index behind the list or mapping that s begins with; its
// depth is counted, not followed.
func nestedEnd(s string) int {
	depth, start := 0, true // a quote counts where a key or value may start
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '[' || c == '{':
			depth, start = depth+1, true
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case c == ',' || c == ':':
			start = true
		case start && (c == '"' || c == '\''):
			end := quotedEnd(s[i:])
			if end == 0 {
				return len(s)
			}
			i, start = i+end-1, false
		case strings.IndexByte(" \t\n", c) < 0:
			start = false
		}
	}
	return len(s)
}
