package raw

import (
	"fmt"
	"strings"
)

// scalar is a value on one line of a YAML file.
type scalar struct {
	text   string
	quoted bool
	opaque bool // a list, mapping, block or reference, whose content is not read
}

// missing reports whether there is no value: no such key, or null.
func (v scalar) missing() bool {
	return !v.quoted && !v.opaque && (v.text == "" || v.text == "~" || strings.EqualFold(v.text, "null"))
}

// flatYAML reads the keys and one-line values of a mapping, which is how the
// server's flags are written. Values that go on over indented lines are passed
// over; what else YAML allows is an error that names the line. A parser of all
// YAML would take a hostile file's nesting and references at their word.
func flatYAML(text string) (values map[string]scalar, err error) {
	values = map[string]scalar{}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		key, value, ok, why := yamlLine(line, len(values) > 0)
		if why != "" {
			return nil, fmt.Errorf("line %d: %s", i+1, why)
		}
		if ok {
			values[key] = value
		}
	}
	return values, nil
}

// yamlLine reads one line; ok is false for one that has no key.
func yamlLine(line string, begun bool) (key string, value scalar, ok bool, why string) {
	content := strings.TrimRight(line, " \t")
	switch {
	case content == "" || content[0] == '#' || content == "---" || content == "...":
		return "", scalar{}, false, ""
	case strings.Trim(content, " \t")[0] == '#':
		return "", scalar{}, false, ""
	case begun && (content[0] == ' ' || content[0] == '\t' || strings.HasPrefix(content, "- ") || content == "-"):
		return "", scalar{}, false, "" // belongs to the value of the key above
	case strings.ContainsRune("-?&*!|>%@`{}[],", rune(content[0])) || content[0] <= ' ':
		return "", scalar{}, false, "want a mapping of flags, one key: value a line"
	case strings.HasPrefix(content, "<<"):
		return "", scalar{}, false, "merged mappings are not read; write the flags out"
	}
	key, rest, found := yamlKey(content)
	if !found {
		return "", scalar{}, false, "want key: value"
	}
	value, why = yamlValue(rest)
	return key, value, true, why
}

// yamlKey cuts a line at the colon behind its key.
func yamlKey(content string) (key, rest string, ok bool) {
	if quote := content[0]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(content[1:], quote)
		if end < 0 {
			return "", "", false
		}
		key, content = content[1:1+end], strings.TrimLeft(content[2+end:], " \t")
		return key, strings.TrimPrefix(content, ":"), strings.HasPrefix(content, ":")
	}
	if strings.HasSuffix(content, ":") && !strings.Contains(content, ": ") {
		return strings.TrimRight(content[:len(content)-1], " \t"), "", true
	}
	key, rest, ok = strings.Cut(content, ": ")
	return strings.TrimRight(key, " \t"), rest, ok
}

// yamlValue reads what follows a colon.
func yamlValue(rest string) (v scalar, why string) {
	rest = strings.Trim(rest, " \t")
	if rest == "" || rest[0] == '#' {
		return scalar{}, ""
	}
	if quote := rest[0]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(rest[1:], quote)
		if end < 0 {
			return scalar{opaque: true, text: rest}, "" // goes on below
		}
		return scalar{text: rest[1 : 1+end], quoted: true}, ""
	}
	if strings.ContainsRune("{[&*!|>%@`", rune(rest[0])) {
		return scalar{opaque: true, text: rest}, ""
	}
	plain, _, _ := strings.Cut(rest, " #")
	return scalar{text: strings.TrimRight(plain, " \t")}, ""
}
