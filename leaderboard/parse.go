package leaderboard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// members is a JSON object that was read: keys exactly as they stand there.
type members struct {
	values map[string]any
	twice  string // a key that stands there twice, "" if none does
}

// number is a JSON number as it was written, or one of the words NaN, Infinity
// and -Infinity that Python writes though JSON has no such words.
type number string

// What is read of one file: the published ones have six levels, 340 rows and
// 10,000 values. Without a limit a small file could fill the memory.
const (
	maxDepth  = 32
	maxRows   = 50_000
	maxValues = 2_000_000
)

// parse reads one JSON text into members, []any, string, number, bool and nil.
//
// encoding/json would match keys whatever their case, take the last of two equal
// keys, and refuse a whole file for one NaN; here the row and the field of such
// a value can still be named. Package jsontree makes every number a double and drops
// long texts, where a row here keeps both as they were written. Errors say the line
// and what stands there.
func parse(text []byte) (any, error) {
	p := parser{text: text}
	v, err := p.value(0)
	if err == nil && !p.atEnd() {
		err = p.unexpected("the end of the file")
	}
	if err != nil && p.peekAt(0) == '<' {
		return nil, errors.New("got a web page, not JSON")
	}
	return v, err
}

type parser struct {
	text   []byte
	at     int
	values int // read so far
}

// peek is the next byte after white space, 0 at the end.
func (p *parser) peek() byte {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n' || p.text[p.at] == '\r' || p.text[p.at] == '\t') {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// atEnd tells the end from a byte that is zero.
func (p *parser) atEnd() bool { return p.peek() == 0 && p.at == len(p.text) }

func (p *parser) peekAt(i int) byte { q := parser{text: p.text, at: i}; return q.peek() }

func (p *parser) unexpected(want string) error {
	line := bytes.Count(p.text[:p.at], []byte("\n")) + 1
	if p.atEnd() {
		return fmt.Errorf("line %d: expected %s, got the end of the file: it is truncated", line, want)
	}
	r, _ := utf8.DecodeRune(p.text[p.at:])
	return fmt.Errorf("line %d: expected %s, got %q", line, want, r)
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, p.unexpected("at most " + strconv.Itoa(maxDepth) + " levels")
	}
	if p.values++; p.values > maxValues {
		return nil, p.unexpected(fmt.Sprintf("at most %d values", maxValues))
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	return p.word()
}

// words are the values that are written in letters.
var words = map[string]any{
	"null": nil, "true": true, "false": false, "NaN": number("NaN"), "Infinity": number("Infinity"),
}

func (p *parser) word() (any, error) {
	end := p.at
	for end < len(p.text) && (p.text[end]|0x20) >= 'a' && (p.text[end]|0x20) <= 'z' {
		end++
	}
	v, known := words[string(p.text[p.at:end])]
	if !known {
		return nil, p.unexpected("a value")
	}
	p.at = end
	return v, nil
}

func (p *parser) number() (any, error) {
	if rest, negative := bytes.CutPrefix(p.text[p.at:], []byte("-Infinity")); negative {
		p.at = len(p.text) - len(rest)
		return number("-Infinity"), nil
	}
	end := p.at
	for end < len(p.text) && bytes.IndexByte([]byte("+-.eE0123456789"), p.text[end]) >= 0 {
		end++
	}
	if !json.Valid(p.text[p.at:end]) {
		return nil, p.unexpected("a number")
	}
	n := number(p.text[p.at:end])
	p.at = end
	return n, nil
}

func (p *parser) string() (string, error) {
	end := p.at + 1
	plain := true
	for ; end < len(p.text) && p.text[end] != '"'; end++ {
		if p.text[end] == '\\' {
			end++
		}
		plain = plain && end < len(p.text) && p.text[end] >= ' ' && p.text[end] < utf8.RuneSelf
	}
	if end >= len(p.text) {
		p.at = len(p.text)
		return "", p.unexpected("the end of a text")
	}
	quoted := p.text[p.at : end+1]
	s := string(quoted[1 : len(quoted)-1])
	if !plain || bytes.IndexByte(quoted, '\\') >= 0 {
		if err := json.Unmarshal(quoted, &s); err != nil {
			return "", p.unexpected("a string without control characters and invalid escapes")
		}
	}
	p.at = end + 1
	return s, nil
}

func (p *parser) object(depth int) (any, error) {
	m := members{values: map[string]any{}}
	err := p.entries('}', func() error {
		if p.peek() != '"' {
			return p.unexpected("a key")
		}
		key, err := p.string()
		if err != nil {
			return err
		}
		if p.peek() != ':' {
			return p.unexpected("a colon")
		}
		p.at++
		v, err := p.value(depth + 1)
		if _, again := m.values[key]; again && m.twice == "" {
			m.twice = key
		}
		m.values[key] = v
		return err
	})
	return m, err
}

func (p *parser) list(depth int) (any, error) {
	values := []any{}
	err := p.entries(']', func() error {
		v, err := p.value(depth + 1)
		values = append(values, v)
		return err
	})
	return values, err
}

// entries reads what stands between commas up to the closing byte.
func (p *parser) entries(closing byte, entry func() error) error {
	p.at++
	if p.peek() == closing {
		p.at++
		return nil
	}
	for {
		if err := entry(); err != nil {
			return err
		}
		switch p.peek() {
		case ',':
			p.at++
		case closing:
			p.at++
			return nil
		default:
			return p.unexpected("a comma or " + strconv.QuoteRune(rune(closing)))
		}
	}
}

// configurations are the rows of a task or model file, which both stand in a
// list of that name.
func (m members) configurations() ([]any, error) {
	rows, ok := m.values["configurations"].([]any)
	switch {
	case !ok:
		return nil, errors.New("expected an object with a list of configurations")
	case m.twice != "":
		return nil, fmt.Errorf("the key %.60q is there twice", m.twice)
	case len(rows) > maxRows:
		return nil, fmt.Errorf("expected at most %d configurations, got %d", maxRows, len(rows))
	}
	return rows, nil
}

// scalar is what a record can hold: string, int, float64, bool or nil. A number
// too large for a double is an error, not infinity.
func scalar(v any) (any, error) {
	switch x := v.(type) {
	case number:
		return x.value()
	case members:
		return nil, errors.New("got an object")
	case []any:
		return nil, errors.New("got a list")
	}
	return v, nil
}

func (n number) value() (any, error) {
	if i, err := strconv.Atoi(string(n)); err == nil && n != "-0" {
		return i, nil
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return nil, fmt.Errorf("got %.40s, which is out of the range of a double", n)
	}
	return f, nil
}

// count is a whole number of requests, small enough that sums of them do not
// overflow.
func count(v any) (int, bool) {
	n, ok := v.(number)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(string(n))
	return i, err == nil && i >= 0 && i <= math.MaxInt32
}

// finite is a number that is neither NaN nor infinite.
func finite(v any) (float64, bool) {
	n, ok := v.(number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}
