// Package tabletext reads the rows of tables in texts: those that are not CSV, and of all as much as one row may take.
package tabletext

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Markdown reads the tables of a Markdown file, by its lines: the header, then the rows. A header that is repeated is none; a row with more
// or fewer cells is an error.
func Markdown(next func() (string, error)) func() ([]string, error) {
	var header []string
	at := 0 // line
	return func() ([]string, error) {
		for {
			line, err := next()
			at++
			line, isRow := strings.CutPrefix(strings.TrimSpace(line), "|")
			if !isRow && err != nil {
				return nil, err
			}
			if !isRow || strings.Trim(line, "-:| ") == "" { // text around the table, or the line below its header
				continue
			}
			row := lists.Map(strings.Split(strings.TrimSuffix(line, "|"), "|"), strings.TrimSpace)
			switch {
			case header == nil:
				header = row
			case slices.Equal(row, header):
				continue
			case len(row) != len(header):
				return row, &csv.ParseError{Line: at, Err: csv.ErrFieldCount}
			}
			return row, nil
		}
	}
}

var (
	sqlColumns = regexp.MustCompile(`(?i)^INSERT INTO \S+ *\(([^()]+)\) *VALUES *\((.*)\);?$`)
	sqlValue   = regexp.MustCompile(`^ *(?:'((?:[^']|'')*)'|([^',]*?)) *(?:,|$)`)
)

// SQL reads INSERT statements, one a line, each of which names its columns.
func SQL(next func() (string, error)) func() ([]string, error) {
	var columns string
	var first []string
	return func() ([]string, error) {
		for {
			if row := first; row != nil {
				first = nil
				return row, nil
			}
			line, err := next()
			m := sqlColumns.FindStringSubmatch(strings.TrimSpace(line))
			if m == nil && err != nil {
				return nil, err
			}
			if m == nil {
				continue
			}
			var row []string
			for rest := m[2]; rest != ""; {
				v := sqlValue.FindStringSubmatch(rest)
				if v == nil {
					return nil, errors.New("expected values in single quotes, or numbers, after VALUES")
				}
				row, rest = append(row, strings.ReplaceAll(v[1], "''", "'")+strings.TrimPrefix(v[2], "NULL")), rest[len(v[0]):]
			}
			names := strings.Split(m[1], ",")
			switch {
			case len(row) != len(names):
				return nil, fmt.Errorf("%d columns, but %d values in an INSERT", len(names), len(row))
			case columns == "":
				columns, first = m[1], row
				return names, nil
			case columns != m[1]:
				return nil, errors.New("the columns of an INSERT differ from those before")
			}
			return row, nil
		}
	}
}
