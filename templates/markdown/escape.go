package markdown

import (
	"fmt"
	"strings"
)

// Text returns a text escaped for a Markdown sentence.
func Text(s string) string {
	var w writer
	w.text([]byte(s))
	return string(w.line)
}

// special tells whether a character would be read as a mark. Within words, underscores are none.
func special(s []byte, i int) bool {
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '|', '~', '$':
		return true
	case '!': // a link may follow
		return i == len(s)-1
	case '&':
		return i+1 < len(s) && (s[i+1] == '#' || wordly(s[i+1]))
	case '_':
		before, after := i, i
		for before >= 0 && s[before] == '_' {
			before--
		}
		for after < len(s) && s[after] == '_' {
			after++
		}
		return before < 0 || after == len(s) || !wordly(s[before]) || !wordly(s[after])
	}
	return false
}

func wordly(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// begun is a block whose first characters begin nothing but a paragraph.
func begun(line []byte) []byte {
	at := 0
	for at < len(line) && line[at] >= '0' && line[at] <= '9' {
		at++
	}
	if at < len(line) && (at == 0 && strings.IndexByte("#>+-=", line[at]) >= 0 || at > 0 && (line[at] == '.' || line[at] == ')')) {
		if at+1 == len(line) || !wordly(line[at+1]) || line[at] == '>' {
			return []byte(string(line[:at]) + `\` + string(line[at:]))
		}
	}
	return line
}

// closed is a heading whose last characters are part of it.
func closed(line []byte) []byte {
	if strings.HasSuffix(string(line), "#") {
		return []byte(string(line[:len(line)-1]) + `\#`)
	}
	return line
}

// Address returns the target of a link in Markdown. A link within the page also works in the Markdown next to it.
func Address(href string) string {
	if strings.HasPrefix(href, "#") {
		href = "./" + href
	}
	var b strings.Builder
	for i := range len(href) {
		switch c := href[i]; {
		case c <= ' ' || c == 0x7f || strings.IndexByte("()<>\\`|\"*[]", c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		case c == '&':
			b.WriteString("&amp;")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
