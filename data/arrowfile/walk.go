package arrowfile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Tables may point at each other, so that few bytes make many: what is visited is
// bounded.
const (
	mostTables = 200_000
	mostSteps  = 10_000_000
)

// walker steps through a FlatBuffers structure and keeps the first fault. After one
// every step gives zero values.
type walker struct {
	bytes         []byte
	tables, steps int
	err           error
}

func (w *walker) fail(why string) {
	if w.err == nil {
		w.err = fmt.Errorf("corrupt: %s; fetch or write the file again", why)
	}
}

// in reports whether n bytes lie at a place.
func (w *walker) in(at, n int64) bool {
	if at < 0 || n < 0 || at > int64(len(w.bytes))-n {
		w.fail("a description points outside itself")
	}
	if w.steps++; w.steps > mostSteps {
		w.fail("a description has too many parts")
	}
	return w.err == nil
}

// take is the n bytes at a place, zeros after a fault.
func (w *walker) take(at, n int64) []byte {
	if !w.in(at, n) {
		return make([]byte, n)
	}
	return w.bytes[at : at+n]
}

func (w *walker) u16(at int64) int64 { return int64(binary.LittleEndian.Uint16(w.take(at, 2))) }
func (w *walker) u32(at int64) int64 { return int64(binary.LittleEndian.Uint32(w.take(at, 4))) }
func (w *walker) i64(at int64) int64 { return int64(binary.LittleEndian.Uint64(w.take(at, 8))) }

// table is a FlatBuffers table: a place and its list of fields.
type table struct {
	w                  *walker
	at, size           int64
	fields, fieldsSize int64
}

func (w *walker) tableAt(at int64) table {
	t := table{w: w, at: at}
	if w.tables++; w.tables > mostTables {
		w.fail("a description has too many parts")
	}
	t.fields = at - int64(int32(w.u32(at)))
	t.fieldsSize = w.u16(t.fields)
	t.size = w.u16(t.fields + 2)
	if w.err != nil || t.fieldsSize < 4 || t.size < 4 || !w.in(t.fields, t.fieldsSize) || !w.in(at, t.size) {
		w.fail("a description points outside itself")
	}
	return t
}

// place is where a field of n bytes lies, 0 if the table lacks it.
func (t table) place(field int, n int64) int64 {
	entry := int64(4 + 2*field)
	if t.w.err != nil || entry+2 > t.fieldsSize {
		return 0
	}
	offset := t.w.u16(t.fields + entry)
	if offset == 0 {
		return 0
	}
	if offset+n > t.size {
		t.w.fail("a field lies outside its table")
		return 0
	}
	return t.at + offset
}

func (t table) byte(field int) byte {
	if at := t.place(field, 1); at != 0 && t.w.in(at, 1) {
		return t.w.bytes[at]
	}
	return 0
}

func (t table) int16(field int) int64 {
	if at := t.place(field, 2); at != 0 {
		return t.w.u16(at)
	}
	return 0
}

func (t table) int64(field int) int64 {
	if at := t.place(field, 8); at != 0 {
		return t.w.i64(at)
	}
	return 0
}

// target is where an offset field points, 0 if the table lacks it.
func (t table) target(field int) int64 {
	at := t.place(field, 4)
	if at == 0 {
		return 0
	}
	return at + t.w.u32(at)
}

func (t table) table(field int) (table, bool) {
	at := t.target(field)
	if at == 0 || t.w.err != nil {
		return table{w: t.w}, false
	}
	return t.w.tableAt(at), t.w.err == nil
}

func (t table) text(field int) { t.vector(field, 1) }

// vector is the number of elements of a field's list, each of so many bytes.
func (t table) vector(field int, width int64) int {
	at := t.target(field)
	if at == 0 {
		return 0
	}
	n := t.w.u32(at)
	if t.w.err != nil || !t.w.in(at+4, n*width) {
		return 0
	}
	return int(n)
}

// tables visits the tables of a list.
func (t table) tables(field int, visit func(table)) {
	n := t.vector(field, 4)
	start := t.target(field) + 4
	for i := range int64(n) {
		at := start + 4*i
		element := t.w.tableAt(at + t.w.u32(at))
		if t.w.err != nil {
			return
		}
		visit(element)
	}
}

// structs visits the pairs of 64-bit numbers of a list and tells how many there are;
// what names a pair that is not right.
func (t table) structs(field int, right func(a, b int64) bool, what string) int {
	n := t.vector(field, 16)
	start := t.target(field) + 4
	for i := range int64(n) {
		if a, b := t.w.i64(start+16*i), t.w.i64(start+16*i+8); t.w.err != nil || !right(a, b) {
			t.w.fail(what + " is out of bounds")
			return 0
		}
	}
	return n
}

// element64 is an element of a list of 64-bit numbers that vector has measured.
func (t table) element64(field, i int) int64 { return t.w.i64(t.target(field) + 4 + 8*int64(i)) }

// pairs walks a list of keys and values.
func (t table) pairs(field int) {
	t.tables(field, func(pair table) {
		pair.text(0)
		pair.text(1)
	})
}

// The kinds of message, as Arrow's Message.fbs numbers them.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// checkMessage walks the description of a message and tells how long its body is.
func checkMessage(b []byte) (bodyLength int64, err error) {
	w := &walker{bytes: b}
	message := w.tableAt(w.u32(0)) // with which a structure begins
	if w.err != nil {
		return 0, w.err
	}
	kind := message.byte(1)
	header, there := message.table(2)
	bodyLength = message.int64(3)
	message.pairs(4)
	if !there && w.err == nil {
		w.fail("a message has no content")
	}
	if bodyLength < 0 {
		w.fail("a body's length is negative")
	}
	switch kind {
	case schemaMessage:
		header.schema()
	case batchMessage:
		header.batch(bodyLength)
	case dictionaryMessage:
		return 0, errors.New("dictionary-encoded columns are not supported; save the dataset with plain columns")
	default:
		w.fail(fmt.Sprintf("unknown message kind %d", kind))
	}
	return bodyLength, w.err
}

// schema walks a schema: byte order, fields, key-value pairs.
func (t table) schema() {
	if t.int16(0) != 0 {
		t.w.fail("big-endian files are not supported")
	}
	t.tables(1, func(f table) { f.field(0) })
	t.pairs(2)
	t.vector(3, 8)
}

const deepest = 60

// field walks a column: name, type, dictionary, children, key-value pairs.
func (t table) field(depth int) {
	if depth > deepest {
		t.w.fail(fmt.Sprintf("columns nest deeper than %d levels", deepest))
		return
	}
	t.text(0)
	kind := t.byte(2)
	if typ, there := t.table(3); there {
		typ.columnType(kind)
	}
	if _, there := t.table(4); there {
		t.w.fail("dictionary-encoded columns are not supported; save the dataset with plain columns")
	}
	t.tables(5, func(child table) { child.field(depth + 1) })
	t.pairs(6)
}

// The types of column that have more than plain numbers in their description.
const (
	timestampType = 10
	unionType     = 14
	lastType      = 26
)

func (t table) columnType(kind byte) {
	switch {
	case kind == timestampType:
		t.text(1) // time zone
	case kind == unionType:
		t.w.fail("union columns are not supported")
	case kind == 0 || kind > lastType:
		t.w.fail(fmt.Sprintf("unknown column type %d", kind))
	}
}

// batch walks a batch of rows: their number, the nodes (length and missing values of
// each column), where the buffers lie in the body.
func (t table) batch(body int64) {
	rows := t.int64(0)
	if rows < 0 || rows > mostBatchRows {
		t.w.fail(fmt.Sprintf("a batch of %d rows; at most %d are read", rows, mostBatchRows))
	}
	most := max(8*body, mostBatchRows)
	t.structs(1, func(length, missing int64) bool {
		return length >= 0 && length <= most && missing >= 0 && missing <= length
	}, "a column's length")
	buffers := t.structs(2, func(offset, length int64) bool {
		return offset >= 0 && length >= 0 && offset <= body && length <= body-offset
	}, "a buffer's position")
	if _, there := t.table(3); there && t.w.err == nil {
		t.w.err = errors.New("compressed batches are not supported; save the dataset without compression")
	}
	views := int64(0)
	for i := range t.vector(4, 8) {
		n := t.element64(4, i)
		if views += n; n < 0 || views > int64(buffers) {
			t.w.fail("the number of buffers is too high")
			return
		}
	}
}
