package leaderboard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/units"
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
	p := parser{text: text, scan: jsonscan.New(min(len(text), jsonscan.BufferSize))}
	p.scan.Reset(bytes.NewReader(text))
	v := p.value(0)
	p.scan.End()
	err := cmp.Or(p.err, p.scan.Err())
	var at *jsonscan.Error
	switch {
	case err == nil:
		return v, nil
	case bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("<")):
		return nil, errors.New("got a web page, not JSON")
	case !errors.As(err, &at):
		return nil, err
	}
	why := at.Why
	if at.Offset >= int64(len(text)) {
		why += ": it is truncated"
	}
	return nil, fmt.Errorf("line %d: %s", bytes.Count(text[:at.Offset], []byte("\n"))+1, why)
}

type parser struct {
	text   []byte
	scan   *jsonscan.Scanner
	values int // read so far
	err    error
}

// value reads the next value. After an error it is of no use.
func (p *parser) value(depth int) any {
	kind := p.scan.Next()
	from := p.scan.Offset()
	if p.values++; p.err == nil && (depth > maxDepth || p.values > maxValues) {
		p.err = &jsonscan.Error{Offset: from, Why: fmt.Sprintf("expected at most %d levels and %d values", maxDepth, maxValues)}
	}
	switch {
	case p.err != nil:
		return nil
	case kind == jsonscan.Object:
		return p.object(depth)
	case kind == jsonscan.Array:
		values := []any{}
		p.scan.Enter(jsonscan.Array)
		for range p.scan.Items() {
			if values = append(values, p.value(depth+1)); p.err != nil {
				break
			}
		}
		return values
	case kind == jsonscan.True:
		p.scan.Bool()
		return true
	case kind == jsonscan.False:
		p.scan.Bool()
		return false
	case kind == jsonscan.String:
		var text []byte
		p.scan.Pieces(func(piece []byte) { text = append(text, piece...) })
		return string(text)
	}
	p.scan.Skip()
	if p.scan.Err() != nil || kind == jsonscan.Null {
		return nil
	}
	return number(p.text[from:p.scan.Offset()])
}

func (p *parser) object(depth int) any {
	m := members{values: map[string]any{}}
	p.scan.Enter(jsonscan.Object)
	for key := range p.scan.Keys() {
		name := string(key)
		if _, again := m.values[name]; again && m.twice == "" {
			m.twice = name
		}
		if m.values[name] = p.value(depth + 1); p.err != nil {
			break
		}
	}
	return m
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

// numberIn is a number of a file that is neither NaN nor infinite.
func numberIn(v any) (float64, bool) {
	n, ok := v.(number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil && units.IsFinite(f)
}
