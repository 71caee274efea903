package ipw

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	blockSize   = 2 << 20  // of the file that is read at once
	longestLine = 64 << 20 // one that is longer is left out
	mostFaults  = 100      // that are told line by line
)

// block is some whole lines of a file.
type block struct {
	first int // number of its first line, from 1
	text  []byte
}

// parsedLine is the trace of a line, or what is wrong with it.
type parsedLine struct {
	number int
	trace  trace
	fault  *data.Problem
}

// gathered is what the traces of a run hold together.
type gathered struct {
	tally
	turnCPU                                                   sum // one a query whose turns state it
	traces, turns, completed, errorTurns, timedOut, toolCalls int

	workload string              // of the first trace
	odd      int                 // traces whose numbers contradict each other
	firstOdd string              // and how those of the first do
	repeated int                 // traces of a query that came before
	seen     map[uint64]struct{} // the queries
	wrong    int                 // lines or rows that cannot be read
	faults   []data.Problem      // of the first that are left out
}

func newGathered() *gathered { return &gathered{seen: map[uint64]struct{}{}} }

// take adds the trace of a line or row.
func (g *gathered) take(t *trace, line int) {
	if g.traces == 0 {
		g.workload = t.workload
	}
	if why := t.contradiction(); why != "" {
		g.odd++
		g.firstOdd = cmp.Or(g.firstOdd, fmt.Sprintf("%d: %s", line, why))
	}
	g.traces++
	g.turns += t.turns
	g.errorTurns += t.errorTurns
	g.toolCalls += t.toolCalls
	g.completed += lists.One(t.completed.Or(false))
	g.timedOut += lists.One(t.timedOut.Or(false))
	addKnown(&g.turnCPU, t.cpu.value())
	g.add(t.query())
}

// one takes the trace of a line or row, or tells what is wrong with it. The first of a query counts.
func (c *contents) one(t *trace, row int, fault *data.Problem) error {
	g := c.flat
	_, again := g.seen[t.id]
	switch {
	case fault != nil:
		g.wrong++
	case again:
		g.repeated++
		fault = &data.Problem{Row: row, Field: "query_id", Message: "repeated query; each query counts once"}
	default:
		if t.id != 0 {
			g.seen[t.id] = struct{}{}
		}
		return c.each(t, row)
	}
	if len(g.faults) == mostFaults {
		return nil
	}
	fault.File, fault.Message = c.file, fault.Message+"; "+c.part+" left out"
	g.faults = append(g.faults, *fault)
	return c.told(*fault)
}

// untold tells how many lines or rows are left out beyond those that were told, "" for none.
func (c *contents) untold() string {
	more := c.flat.wrong + c.flat.repeated - len(c.flat.faults)
	return data.When(more > 0, fmt.Sprintf("%d more %ss are invalid and left out", more, c.part)).Or("")
}

// lines reads JSON lines, several blocks at once, and takes what each holds in the order of the file, so that equal files give
// equal sums.
func (c *contents) lines(ctx context.Context, in io.Reader) error {
	most := 2 + min(runtime.GOMAXPROCS(0), 8) // bounds what is in memory
	s := newSplitter(in)
	var free []*decoder
	var reading []chan *decoder // each gives the decoder that has read a block, in order of the file
	var end error
	for end == nil || len(reading) > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if end == nil && len(reading) < most {
			if len(free) == 0 {
				free = append(free, newDecoder(c.details, c.texts))
			}
			d, read := free[0], make(chan *decoder, 1)
			var b block
			b, end = s.next(d.room)
			go func() { d.block(b); read <- d }()
			free, reading = free[1:], append(reading, read)
			continue
		}
		d := <-reading[0]
		c.flat.wrong += d.untold
		for i := range d.lines {
			l := &d.lines[i]
			if err := c.one(&l.trace, l.number, l.fault); err != nil {
				return err
			}
		}
		free, reading = append(free, d), reading[1:]
	}
	return data.When(!errors.Is(end, io.EOF), end).Or(nil)
}

// splitter reads blocks one after the other.
type splitter struct {
	in   *bufio.Reader
	line int // number of the next block's first line
}

func newSplitter(in io.Reader) *splitter { return &splitter{bufio.NewReaderSize(in, blockSize), 1} }

// next is a block that ends with a line, in the buffer if it fits. io.EOF comes with the last one. In place of a line that
// is too long there is a mark, which the decoder knows for what it is.
func (s *splitter) next(buffer []byte) (b block, err error) {
	b = block{first: s.line, text: buffer[:0]}
	for err == nil && len(b.text) < blockSize {
		begin := len(b.text)
		for more := true; more; more = errors.Is(err, bufio.ErrBufferFull) {
			var part []byte
			if part, err = s.in.ReadSlice('\n'); len(b.text)-begin < longestLine {
				b.text = append(b.text, part...)
			}
		}
		if len(b.text)-begin >= longestLine {
			b.text = append(b.text[:begin], tooLongMark...)
		}
		s.line++
	}

	return b, err
}

// tooLongMark cannot be a line of a file: it begins with a byte that JSON has not.
var tooLongMark = []byte("\x00too long\n")

// textLine is one that is not blank.
type textLine struct {
	number int
	text   []byte
	torn   bool // it has no end
}

// lines are those of a block, without a byte order mark at the beginning of the file.
func (b block) lines() iter.Seq[textLine] {
	return func(yield func(textLine) bool) {
		if b.first == 1 {
			b.text = bytes.TrimPrefix(b.text, []byte("\xEF\xBB\xBF"))
		}
		for number := b.first; len(b.text) > 0; number++ {
			text, rest, ended := bytes.Cut(b.text, []byte("\n"))
			b.text = rest
			if len(bytes.TrimSpace(text)) > 0 && !yield(textLine{number, text, !ended}) {
				return
			}
		}
	}
}

// block decodes the lines of a block.
func (d *decoder) block(b block) {
	d.room, d.lines, d.untold = b.text, d.lines[:0], 0
	faults := 0
	for l := range b.lines() {
		t, err := d.decode(l.text)
		if faults += lists.One(err != nil); err != nil && faults > mostFaults { // a block may have a million
			d.untold++
			continue
		}
		d.lines = append(d.lines, parsedLine{l.number, t, l.fault(err)})
	}
}

// fault tells what is wrong with a line, nil for nothing.
func (l textLine) fault(err error) *data.Problem {
	if err == nil {
		return nil
	}
	f := &data.Problem{Row: l.number, Message: err.Error()}
	inside, isInside := errors.AsType[*data.Problem](err)
	syntax, isSyntax := errors.AsType[*jsonscan.Error](err)
	switch {
	case bytes.HasPrefix(l.text, tooLongMark[:len(tooLongMark)-1]):
		f.Message = fmt.Sprintf("the line is longer than %d bytes", longestLine)
	case isInside:
		f.Field, f.Message = inside.Field, inside.Message
	case l.torn:
		f.Message = "truncated: the file ends within the line"
	case isSyntax:
		f.Message = fmt.Sprintf("invalid JSON at column %d: %s", syntax.Offset+1, syntax.Why)
	}
	return f
}
