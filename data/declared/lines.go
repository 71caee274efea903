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
	common   map[string]string
	row      map[string]string
	begun    bool
	used     int               // of mostMatching
	again    map[string]string // the values of groups that matched again in a row, the last of which count
}

// read gives the header, then the rows.
func (l *log) read() ([]string, error) {
	if l.header == nil {
		l.header = lists.Distinct(lists.FlatMap(l.patterns, pattern.names))
		l.common = map[string]string{}
		return l.header, nil
	}
	for {
		line, err := l.file.line()
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
			for name, text := range found {
				if before := l.row[name]; before != "" && before != text {
					l.again[name] = cmp.Or(l.again[name], before+", then "+text)
				}
				l.row[name] = text
			}
		default:
			maps.Copy(l.common, found)
		}
		switch {
		case begun && (next != nil || err != nil):
			l.begun = next != nil
			return lists.Map(l.header, func(name string) string { return cmp.Or(before[name], l.common[name]) }), nil
		case err != nil && next == nil && l.row == nil:
			return nil, placedAt([]any{"lines", 0}, "no line matches the first of “lines”, %q, which begins a row; correct the pattern", data.ClipName(l.patterns[0].String()))
		case err != nil && next == nil:
			return nil, io.EOF
		}
	}
}

// match gives what the line begins a row with, or adds to one. A pattern that ends within a number is a fault.
func (l *log) match(line string) (next, found map[string]string, fault error) {
	found = map[string]string{}
	line = line[:min(len(line), longestLine)]
	for i, p := range l.patterns {
		if !strings.Contains(line, p.begins) {
			continue
		}
		l.used += len(line) * p.size
		at := p.FindStringSubmatchIndex(line)
		if at == nil {
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
			found[name] = text
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
