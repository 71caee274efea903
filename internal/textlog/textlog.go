// Package textlog reads rows from texts without columns, such as logs, by patterns on their lines. Authors write the
// patterns under “lines”.
package textlog

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/units"
)

// longestLine in bytes is how much of a line is matched.
const longestLine = 64 << 10

// Reader reads the rows of a text. A match of the first pattern begins a row, and those of the others add to it; what they match
// before the first row belongs to all rows. Of several texts of a group in a row, the last counts.
type Reader struct {
	Odd

	next     func() (string, error)
	patterns []Pattern
	work     *int // that is left
	now      int  // the line
	header   []string
	common   map[string]Stated
	row      map[string]Stated // nil before the first one and after the last
	repeated map[string]Repeat // in the row, by group
	near     []Stated          // the first line of the row that only begins as each of the patterns does
}

// Stated is what a group matches in a line.
type Stated struct {
	Text string
	Line int // from 1; 0 for nothing
}

// New returns a reader of the lines that next gives, by patterns which [Check] accepts, with the work that they may still do.
func New(next func() (string, error), patterns []string, work *int) *Reader {
	all := lists.Map(patterns, func(text string) Pattern { p, _ := Parse(text); return p })
	return &Reader{
		Odd:  Odd{Repeats: map[string]Repeat{}, Inherited: map[string]bool{}, Misfits: map[string]Stated{}},
		next: next, patterns: all, work: work, near: make([]Stated, len(all)),
		common: map[string]Stated{}, repeated: map[string]Repeat{},
	}
}

// Read returns the names of the groups, then the texts of each row, and io.EOF after the last one. An error for which a pattern is
// to be corrected is a [placed.Error] below “lines”.
func (r *Reader) Read() ([]string, error) {
	if r.header == nil {
		r.header = lists.Distinct(lists.FlatMap(r.patterns, Pattern.Groups))
		return r.header, nil
	}
	for {
		line, err := r.next()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case line == "":
			return r.last()
		}
		r.now++
		found, begins, err := r.match(strings.TrimRight(line, "\r\n"))
		if err != nil {
			return nil, err
		}
		before := r.row
		switch {
		case !begins && before == nil:
			maps.Copy(r.common, found)
		case !begins:
			r.add(found)
		default:
			if r.row = found; before != nil {
				return r.end(before), nil
			}
		}
	}
}

// last gives the row that ends with the text.
func (r *Reader) last() ([]string, error) {
	row := r.row
	switch r.row = nil; {
	case row != nil:
		return r.end(row), nil
	case r.Rows == 0:
		return nil, placed.At([]any{"lines", 0}, "no line matches the first of “lines”, %q, which begins a row; correct the pattern",
			units.Shown(r.patterns[0].String()))
	}
	return nil, io.EOF
}

// add takes what a line adds to the row.
func (r *Reader) add(found map[string]Stated) {
	for name, own := range found {
		first := cmp.Or(r.row[name], r.common[name])
		if first.Line > 0 && first.Text != own.Text {
			r.repeated[name] = cmp.Or(r.repeated[name], Repeat{name, first, own, first == r.common[name]})
		}
		r.row[name] = own
	}
}

// match gives what a line states, and whether it begins a row. A pattern that ends within a number is a fault.
func (r *Reader) match(line string) (found map[string]Stated, begins bool, fault error) {
	found = map[string]Stated{}
	line = line[:min(len(line), longestLine)]
	for i, p := range r.patterns {
		if !strings.Contains(line, p.begins) {
			continue
		}
		if !p.Affords(line, r.work) {
			return nil, false, errors.New("its lines take too long to match; begin the patterns with a text, or make them simpler")
		}
		at := p.FindStringSubmatchIndex(line)
		if at == nil {
			if r.near[i].Line == 0 && len(p.begins) > 2 && strings.HasPrefix(strings.TrimLeft(line, " \t"), p.begins) {
				r.near[i] = Stated{strings.Clone(line), r.now}
			}
			continue
		}
		begins = begins || i == 0
		for k, name := range p.SubexpNames() {
			from, to := at[2*k], at[2*k+1]
			if name == "" || from == to {
				continue
			}
			text := strings.Clone(line[from:to])
			if _, err := units.ParseNumber(text); err == nil && to == at[1] && CutOff(line, to) {
				return nil, false, placed.At([]any{"lines", i}, "%s is only the beginning of a number in %q; write what follows it into the pattern too, as by [0-9.]+",
					text, units.Shown(line))
			}
			found[name] = Stated{text, r.now}
		}
	}
	return found, begins, nil
}
