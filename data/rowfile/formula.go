package rowfile

import (
	"strconv"
	"strings"
)

// Plain is a text as a cell of a CSV file that no spreadsheet runs as a formula: as OWASP
// advises, a single quote stands before one that begins with = + - @, a tab or the end of
// a line. Numbers stay as they are. So that [Stated] can undo it, a text that begins with
// quotes and such a sign gets another one.
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

// Stated is the text that became a cell by [Plain].
func Stated(cell string) string {
	if rest, quoted := strings.CutPrefix(cell, "'"); quoted && Plain(rest) == cell {
		return rest
	}
	return cell
}

func formula(text string) bool { return text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) }
