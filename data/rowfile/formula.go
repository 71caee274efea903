package rowfile

import (
	"strconv"
	"strings"
)

// Plain returns a text as a cell of a CSV file that no spreadsheet runs as a formula: as OWASP advises, a single
// quote precedes a text that begins with = + - @, a tab or the end of a line. Numbers are not changed. A text that
// begins with quotes and such a sign gets an additional quote, so that a reader can reverse it.
func Plain(text string) string {
	if !formula(strings.TrimLeft(text, "'")) {
		return text
	}
	number := strings.TrimSuffix(strings.TrimSuffix(text, "%"), " ")
	if _, err := strconv.ParseFloat(number, 64); err == nil {
		return text
	}
	return "'" + text
}

func formula(text string) bool { return text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) }
