package raw

import (
	"errors"
	"fmt"
	"strings"
)

// scalar is a value of a YAML mapping.
type scalar struct {
	text   string
	quoted bool
	opaque bool // a list, mapping, block, reference or several lines: not read
}

// missing reports whether there is no value: no such key, or null.
func (v scalar) missing() bool {
	return !v.quoted && !v.opaque && (v.text == "" || v.text == "~" || strings.EqualFold(v.text, "null"))
}

// flatYAML reads the keys and one-line values of a mapping, which is how the
// server's flags are written, or of one in braces, as JSON has it. What goes on
// over indented lines is opaque; what else YAML allows is an error that names
// the line. A parser of all YAML would take a hostile file's nesting and
// references at their word.
func flatYAML(text string) (values map[string]scalar, err error) {
	values = map[string]scalar{}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	key := "" // whose value indented lines go on with
	for number, rest := 1, text; rest != ""; number++ {
		from := rest
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimRight(line, " \t")
		switch begun := len(values) > 0; {
		case yamlBlank(line):
			continue
		case line == "---" && !begun:
			continue
		case begun && yamlGoesOn(line):
			values[key] = values[key].with(line)
			continue
		case begun && (line == "---" || line == "..."):
			err = yamlEnd(rest)
		case !begun && line[0] == '{':
			values, err = flowYAML(from)
		default:
			var value scalar
			if key, value, err = yamlEntry(line); err == nil {
				values[key] = value
				continue
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		return values, nil
	}
	return values, nil
}

// yamlBlank reports whether a line holds nothing but a comment.
func yamlBlank(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line == "" || line[0] == '#'
}

// yamlEnd takes what follows a document, which may hold one mapping only.
func yamlEnd(rest string) error {
	for line := range strings.SplitSeq(rest, "\n") {
		if line = strings.TrimRight(line, " \t"); !yamlBlank(line) && line != "..." {
			return errors.New("text follows the mapping; keep only one mapping")
		}
	}
	return nil
}

// yamlGoesOn reports whether a line belongs to the value of the key above.
func yamlGoesOn(line string) bool {
	return line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ") || line == "-"
}

// with is the value with one more line.
func (v scalar) with(line string) scalar {
	if v.text == "" {
		v.text = strings.TrimLeft(line, " \t")
	}
	v.opaque = true
	return v
}

// yamlEntry reads a line with a key.
func yamlEntry(line string) (key string, value scalar, err error) {
	switch {
	case strings.ContainsRune("-?&*!|>%@`{}[],", rune(line[0])) || line[0] <= ' ' || line == "...":
		return "", scalar{}, errors.New("expected a mapping of flags, one key: value per line")
	case strings.HasPrefix(line, "<<"):
		return "", scalar{}, errMerged
	}
	key, rest, found := yamlKey(line)
	if !found {
		return "", scalar{}, errors.New("expected key: value")
	}
	return key, yamlValue(rest), nil
}

var errMerged = errors.New("merge keys are not supported; write the flags out")

// yamlKey cuts a line at the colon behind its key.
func yamlKey(line string) (key, rest string, ok bool) {
	if end := quotedEnd(line); end > 0 {
		key, rest = line[1:end-1], strings.TrimLeft(line[end:], " \t")
		return key, strings.TrimPrefix(rest, ":"), strings.HasPrefix(rest, ":")
	}
	if strings.HasSuffix(line, ":") && !strings.Contains(line, ": ") {
		return strings.TrimRight(line[:len(line)-1], " \t"), "", line[0] != '"' && line[0] != '\''
	}
	key, rest, ok = strings.Cut(line, ": ")
	return strings.TrimRight(key, " \t"), rest, ok && line[0] != '"' && line[0] != '\''
}

// yamlValue reads what follows a colon.
func yamlValue(rest string) scalar {
	rest = strings.Trim(rest, " \t")
	if rest == "" || rest[0] == '#' {
		return scalar{}
	}
	if rest[0] == '"' || rest[0] == '\'' {
		end := quotedEnd(rest)
		if end == 0 || !yamlBlank(rest[end:]) {
			return scalar{text: rest, opaque: true} // goes on below, or is none
		}
		return scalar{text: rest[1 : end-1], quoted: true}
	}
	if strings.ContainsRune("{[&*!|>%@`", rune(rest[0])) {
		return scalar{text: rest, opaque: true}
	}
	plain, _, _ := strings.Cut(rest, " #")
	return scalar{text: strings.TrimRight(plain, " \t")}
}

// quotedEnd is the index behind the quoted text that s begins with, 0 if it
// begins with none or it does not end. Escapes stay as they are: no flag's name
// or value has any.
func quotedEnd(s string) int {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0] && s[0] == '\'' && strings.HasPrefix(s[i+1:], "'"):
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return 0
}
