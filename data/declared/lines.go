package declared

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/faultwords"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Limits of patterns on lines.
const (
	mostPatterns   = 20
	longestPattern = 500      // bytes
	largestPattern = 1000     // instructions
	longestLine    = 64 << 10 // bytes on which patterns are matched
	mostMatching   = 1 << 29  // of a source, in bytes times the instructions of the patterns: 8 s
	littleMatching = 10_000   // and for each of its rows
	mostDoubled    = 100      // rows of a source that are told for what they state twice
)

// pattern is a regular expression with named groups.
type pattern struct {
	*regexp.Regexp
	begins string // a text that every match contains
	size   int    // instructions, to which the time per byte is proportional
}

func newPattern(text string) (p pattern, err error) {
	if len(text) > longestPattern {
		return p, fmt.Errorf("longer than %d bytes", longestPattern)
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return p, errors.New(faultwords.Pattern(err))
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return p, err
	}
	if len(program.Inst) > largestPattern {
		return p, errors.New("its repetitions make it too large")
	}
	p = pattern{Regexp: regexp.MustCompile(text), size: len(program.Inst)}
	p.begins, _ = regexp.MustCompile(strings.TrimPrefix(text, "^")).LiteralPrefix()
	return p, nil
}

// group is the first group of a match in a text, for which there must be enough work left.
func (p *pattern) group(text string, work *int) (any, error) {
	if *work -= len(text) * p.size; *work < 0 {
		return nil, errors.New("its texts take too long to match; write a simpler “match”")
	}
	if found := p.FindStringSubmatch(text); found != nil {
		return found[1], nil
	}
	return nil, nil
}

// names are the groups that have one.
func (p pattern) names() []string {
	return lists.NonZero(p.SubexpNames())
}

// log reads the rows of a text. A match of the first pattern begins a row, and those of the others add to it; what
// they match before the first row belongs to all rows.
type log struct {
	file     *bounded
	patterns []pattern
	header   []string
	common   map[string]stated
	row      map[string]stated
	begun    bool
	now      int // the line
	used     int // of mostMatching
	rows     int
	repeated repeats           // in the row
	again    repeats           // in all rows, the first of each group
	doubles  int               // rows in which groups of several lines matched again
	doubled  []repeats         // of these, as many as are told
	inherits map[string]bool   // groups of which some row has only the common value
	near     map[int]stated    // lines in the row that only begin as the patterns do
	misfits  map[string]stated // the first such line for each group that its row lacks
}

// stated is what a group matches in a line.
type stated struct {
	text string
	line int
}

// repeats are the first two values of groups that matched again with another one, the last of which counts.
type repeats map[string][2]stated

// read gives the header, then the rows.
func (l *log) read() ([]string, error) {
	if l.header == nil {
		l.header = lists.Distinct(lists.FlatMap(l.patterns, pattern.names))
		l.common, l.repeated, l.again, l.inherits = map[string]stated{}, repeats{}, repeats{}, map[string]bool{}
		l.near, l.misfits = map[int]stated{}, map[string]stated{}
		return l.header, nil
	}
	for {
		line, err := l.file.line()
		l.now++
		next, found, fault := l.match(strings.TrimRight(line, "\r\n"))
		before, begun := l.row, l.begun
		switch {
		case fault != nil:
			return nil, fault
		case l.used > mostMatching:
			return nil, errors.New("its lines take too long to match; begin the patterns with a text, or make them simpler")
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case next != nil:
			l.row, l.begun = next, true
		case begun:
			for name, own := range found {
				if before := cmp.Or(l.row[name], l.common[name]); before.line > 0 && before.text != own.text {
					l.repeated[name] = cmp.Or(l.repeated[name], [2]stated{before, own})
				}
				l.row[name] = own
			}
		default:
			maps.Copy(l.common, found)
		}
		switch {
		case begun && (next != nil || err != nil):
			l.begun = next != nil
			return l.end(before), nil
		case err != nil && next == nil && l.row == nil:
			return nil, placedAt([]any{"lines", 0}, "no line matches the first of “lines”, %q, which begins a row; correct the pattern", data.ClipName(l.patterns[0].String()))
		case err != nil && next == nil:
			return nil, io.EOF
		}
	}
}

// end gives the cells of a row, and notes what is strange in it.
func (l *log) end(row map[string]stated) []string {
	l.rows++
	if len(l.repeated) > 0 {
		l.repeats()
	}
	for i, line := range l.near {
		for _, name := range l.patterns[i].names() {
			if cmp.Or(row[name], l.common[name]).line == 0 {
				l.misfits[name] = cmp.Or(l.misfits[name], line)
			}
		}
	}
	clear(l.near)
	return lists.Map(l.header, func(name string) string {
		own, is := row[name]
		if !is && !l.inherits[name] {
			l.inherits[name] = true
		}
		return cmp.Or(own, l.common[name]).text
	})
}

// repeats notes what the row states twice.
func (l *log) repeats() {
	of := map[int]bool{} // lines
	for name, r := range l.repeated {
		l.again[name] = cmp.Or(l.again[name], r)
		of[r[1].line] = of[r[1].line] || r[0] != l.common[name]
	}
	delete(of, 0)
	if len(of) > 1 {
		if l.doubles++; l.doubles <= mostDoubled {
			l.doubled = append(l.doubled, maps.Clone(l.repeated))
		}
	}
	clear(l.repeated)
}

// match gives what the line begins a row with, or adds to one. A pattern that ends within a number is a fault.
func (l *log) match(line string) (next, found map[string]stated, fault error) {
	found = map[string]stated{}
	line = line[:min(len(line), longestLine)]
	for i, p := range l.patterns {
		if !strings.Contains(line, p.begins) {
			continue
		}
		l.used += len(line) * p.size
		at := p.FindStringSubmatchIndex(line)
		if at == nil {
			if len(p.begins) > 2 && strings.HasPrefix(line, p.begins) {
				l.near[i] = cmp.Or(l.near[i], stated{strings.Clone(line), l.now})
			}
			continue
		}
		for k, name := range p.SubexpNames() {
			begin, end := at[2*k], at[2*k+1]
			if name == "" || begin == end {
				continue
			}
			text := strings.Clone(line[begin:end])
			if _, err := units.ParseNumber(text); err == nil && end == at[1] && cutOff(line, end) {
				return nil, nil, placedAt([]any{"lines", i}, "%s is only the beginning of a number in %q; write what follows it into the pattern too, as by [0-9.]+",
					text, data.ClipName(line))
			}
			found[name] = stated{text, l.now}
		}
		if i == 0 {
			next = found
		}
	}
	return next, found, nil
}

// patternFault is why a pattern cannot be used, "" if it can.
func patternFault(text string) string {
	p, err := newPattern(text)
	switch {
	case err != nil:
		return fmt.Sprintf("%q is not a regular expression of at most %d bytes: %v; correct it", data.ClipName(text), longestPattern, err)
	case len(p.names()) == 0:
		return fmt.Sprintf("%q has no named group; write (?P<name>…) around a value", data.ClipName(text))
	}
	return ""
}
