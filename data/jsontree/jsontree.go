// Package jsontree reads small JSON documents.
//
// It reads a document into maps, lists and plain values, for files such as configurations and summaries of which any
// value may be needed. Documents are untrusted: the number and depth of their values are limited, a text of more than
// a few thousand bytes is dropped (nil), and errors name line and column. Package jsonscan, which it uses, is for
// large files with known keys.
package jsontree

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

const (
	mostValues = 1_000_000
	deepest    = 200
)

// Options configure reading; the zero value reads standard JSON.
type Options struct {
	// Unknown reads the bare words NaN and Infinity, which Python writes, and numbers beyond a double as nil. Without
	// it they are errors.
	Unknown bool
	// Lower refuses keys with capitals, which package encoding/json takes for those without.
	Lower bool
	// Wanted, unless nil, is called for each key and reports whether its value is read: not if it is large or private.
	Wanted func(key string) bool
	// Room, unless nil, is called before each value that [Each] reads, and gives the memory of its objects, nil for that of
	// the value before.
	Room func() *Room
	// Long is what stands for a text that is too long, which is dropped.
	Long any
}

// Object is a JSON object as [Parse] reads it. Values are Object, []any, string, float64, bool or nil.
type Object = map[string]any

// Parse reads a document that consists of one object.
func Parse(in io.ReadSeeker, o Options) (Object, error) {
	var v any
	err := read(in, o, func(p *parser) {
		p.maps = true
		v = p.value(0)
		p.scan.End()
	})
	if err != nil {
		return nil, err
	}
	object, ok := v.(Object)
	if !ok {
		return nil, errors.New("expected a JSON object at the top")
	}
	return object, nil
}

// Each reads consecutive values of any kind, with or without white space between them, until the end or until take
// returns false. Objects are *[Members]. The limit on the number of values applies to each.
func Each(in io.ReadSeeker, o Options, take func(v any) bool) error {
	return read(in, o, func(p *parser) {
		for p.scan.Another() {
			if p.values = 0; o.Room != nil {
				p.room = cmp.Or(o.Room(), p.room)
			}
			v := p.value(0)
			if p.err != nil || p.scan.Err() != nil || !take(v) {
				break
			}
		}
	})
}

// scanners were used before: of many small files, to make their buffers would take longer than to read them.
var scanners = sync.Pool{New: func() any { return jsonscan.New(jsonscan.BufferSize) }}

// read calls values behind a byte order mark; its error says where.
func read(in io.ReadSeeker, o Options, values func(p *parser)) error {
	start, err := skipMark(in)
	if err != nil {
		return err
	}
	scan := scanners.Get().(*jsonscan.Scanner)
	defer scanners.Put(scan)
	scan.Reset(in)
	p := parser{Options: o, room: &Room{}, scan: scan, last: &knownName{}, names: map[string]*knownName{}, texts: map[string]any{}}
	values(&p)
	if err := cmp.Or(p.err, p.scan.Err()); err != nil {
		return located(in, start, err)
	}
	return nil
}

// skipMark steps over a byte order mark and tells its length.
func skipMark(in io.ReadSeeker) (length int64, err error) {
	var first [64]byte
	n, err := io.ReadFull(in, first[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	mark, err := filetree.TextStart(first[:n])
	if err != nil {
		return 0, err
	}
	return in.Seek(int64(mark), io.SeekStart)
}

type parser struct {
	Options
	scan   *jsonscan.Scanner
	values int
	err    error
	last   *knownName // the key that was read last
	names  map[string]*knownName
	texts  map[string]any // those that were read, of which few are different

	maps  bool     // whether objects are maps
	stack []Member // of the objects that are being read, if they are no maps
	room  *Room
}

// knownName is a key, with what is probable next to it: many objects have the same keys in the same order.
type knownName struct {
	name   string
	wanted bool
	next   *knownName // the key that came after it
	text   string     // its last value that was a text
	value  any        // that text
}

// value reads the next value. After an error it is nil.
func (p *parser) value(depth int) any {
	p.values++
	switch {
	case p.err != nil:
		return nil
	case p.values > mostValues:
		return p.fail(fmt.Sprintf("more than %d values in a document; divide it, such as into one document per line, or keep results only", mostValues))
	case depth > deepest:
		return p.fail(fmt.Sprintf("values nest deeper than %d levels; nest less", deepest))
	}
	switch p.scan.Next() {
	case jsonscan.Object:
		return p.object(depth)
	case jsonscan.Array:
		return p.list(depth)
	case jsonscan.String:
		if text, whole := p.scan.Text(); whole {
			return p.text(text)
		}
		return p.Long
	case jsonscan.Number:
		return p.number()
	case jsonscan.True, jsonscan.False:
		return p.scan.Bool()
	}
	p.scan.Null()
	return nil
}

// object is a map, or [Members].
func (p *parser) object(depth int) any {
	begin := len(p.stack)
	var seen map[string]bool // of many members
	p.scan.Enter(jsonscan.Object)
	for key := range p.scan.Keys() {
		if p.err != nil {
			break
		}
		name, wanted := p.name(key)
		if !wanted {
			p.scan.Skip()
			continue
		}
		twice := seen[name]
		if seen == nil {
			twice = slices.ContainsFunc(p.stack[begin:], func(m Member) bool { return m.Key == name })
		}
		if twice {
			return p.fail(fmt.Sprintf("the key %q occurs twice in an object; remove one of the two", units.Clip(name, 100)))
		}
		if p.Lower && strings.ToLower(name) != name {
			return p.fail(fmt.Sprintf("the key %q is written with capitals; write %q", units.Clip(name, 100), units.Clip(strings.ToLower(name), 100)))
		}
		v := p.value(depth + 1)
		p.stack = append(p.stack, Member{name, v})
		if n := len(p.stack) - begin; seen != nil {
			seen[name] = true
		} else if n > few {
			seen = lists.By(p.stack[begin:], func(m Member) (string, bool) { return m.Key, true })
		}
	}
	members := p.stack[begin:]
	p.stack = p.stack[:begin]
	if p.maps {
		return asMap(members)
	}
	return p.room.object(members)
}

// fewNames are kept of the keys, so that each is made and asked for once.
const fewNames = 1000

// name is a key, and whether its value is read.
func (p *parser) name(key []byte) (string, bool) {
	if next := p.last.next; next != nil && next.name == string(key) {
		p.last = next
		return next.name, next.wanted
	}
	k := p.names[string(key)]
	if k == nil {
		k = &knownName{name: string(key)}
		if k.wanted = p.Wanted == nil || p.Wanted(k.name); len(p.names) < fewNames {
			p.names[k.name] = k
		}
	}
	p.last.next, p.last = k, k
	return k.name, k.wanted
}

// longestKept is the longest text that is kept, in bytes.
const longestKept = 64

// text is a text, which is made once where it is short and one of few.
func (p *parser) text(b []byte) any {
	k := p.last
	if k.value != nil && k.text == string(b) {
		return k.value
	}
	known, is := p.texts[string(b)]
	if is {
		k.text, k.value = known.(string), known
		return known
	}
	text := string(b)
	if len(text) <= longestKept && len(p.texts) < fewNames {
		p.texts[text] = text
	}
	return text
}

func (p *parser) list(depth int) any {
	list := []any{}
	p.scan.Enter(jsonscan.Array)
	for range p.scan.Items() {
		if p.err != nil {
			break
		}
		list = append(list, p.value(depth+1))
	}
	return list
}

func (p *parser) number() any {
	at := p.scan.Offset()
	x := p.scan.Float()
	switch {
	case units.IsFinite(x):
		return x
	case p.Unknown:
		return nil
	}
	p.err = &jsonscan.Error{Offset: at, Why: "NaN, Infinity and numbers too large for a double are not valid"}
	return nil
}

func (p *parser) fail(why string) any {
	if p.err == nil {
		p.err = &jsonscan.Error{Offset: p.scan.Offset(), Why: why}
	}
	return nil
}

// located tells line and column, counted from 1, of an error's byte; of the end of a file, those behind the last byte that is not blank.
func located(in io.ReadSeeker, start int64, err error) error {
	var at *jsonscan.Error
	if !errors.As(err, &at) {
		return err
	}
	if _, err := in.Seek(start, io.SeekStart); err != nil {
		return err
	}
	line, column, lastLine, last := 1, 1, 1, 0 // the last byte that is not blank, column 0 for none
	before := bufio.NewReader(io.LimitReader(in, at.Offset))
	for c, err := before.ReadByte(); err == nil; c, err = before.ReadByte() {
		column++
		if c == '\n' {
			line, column = line+1, 1
		} else if c != ' ' && c != '\r' && c != '\t' {
			lastLine, last = line, column
		}
	}
	if end, err := in.Read(make([]byte, 1)); end == 0 && errors.Is(err, io.EOF) {
		if line, column = lastLine, last; last == 0 {
			return filetree.ErrEmpty
		}
	}
	return fmt.Errorf("invalid JSON at line %d, column %d: %s", line, column, at.Why)
}

// At is the value at a path of keys joined by dots in objects as [Parse] or [Each] reads them, nil if there is none.
func At(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch o := v.(type) {
		case Object:
			v = o[key]
		case *Members:
			v, _ = o.Get(key)
		default:
			return nil
		}
	}
	return v
}

// First returns the value at the first of the paths that exists.
func First(v any, paths ...string) any {
	for _, path := range paths {
		if found := At(v, path); found != nil {
			return found
		}
	}
	return nil
}

// Text is the text at a path, "" if there is none.
func Text(v any, path string) string { s, _ := At(v, path).(string); return s }
