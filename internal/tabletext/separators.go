package tabletext

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"strings"
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
	header, _, _ := bytes.Cut(begin[:n], []byte("\n"))
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

var quoted, decimals = regexp.MustCompile(`"[^"]*"`), regexp.MustCompile(`[;|\t][0-9]+,[0-9]+[;|\t\r\n]`)
