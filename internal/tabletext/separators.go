package tabletext

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Marks are the separators of columns, first the usual one.
var Marks = []string{",", ";", "|", "\t"}

// Separators reads the beginning of a CSV file for the separators of its columns and numbers, "" for the usual ones.
func Separators(file io.ReadSeeker) (separator, decimal string, err error) {
	begin := make([]byte, 64<<10)
	n, err := io.ReadFull(file, begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", "", err
	}
	text := begin[:n]
	if Commented(text) {
		text = comments.ReplaceAll(text, nil)
	}
	header, _, _ := bytes.Cut(text, newline)
	names := string(quoted.ReplaceAll(header, nil))
	for _, s := range Marks {
		if strings.Count(names, s) > strings.Count(names, cmp.Or(separator, ",")) {
			separator = s
		}
	}
	if separator != "" && decimals.Match(begin[:n]) {
		decimal = ","
	}
	_, err = file.Seek(0, io.SeekStart)
	return separator, decimal, err
}

// Commented reports whether a table begins with comments, lines that begin with “#”. The last of them may be the header: it then has as many
// marks as the line below, and those above it have not.
func Commented(begin []byte) bool {
	var above, last []byte
	for bytes.HasPrefix(begin, []byte("#")) {
		above = last
		last, begin, _ = bytes.Cut(begin, newline)
	}
	below, _, _ := bytes.Cut(begin, newline)
	marks := func(line []byte) int {
		return lists.Sum(Marks, func(mark string) int { return strings.Count(string(line), mark) })
	}
	return last != nil && len(below) > 0 && (marks(last) != marks(below) || above != nil && marks(above) == marks(below))
}

var newline = []byte("\n")

// comments are lines of a table that are none of its rows.
var comments = regexp.MustCompile(`(?m)^#.*\n`)

var quoted, decimals = regexp.MustCompile(`"[^"]*"`), regexp.MustCompile(`[;|\t][0-9]+,[0-9]+[;|\t\r\n]`)
