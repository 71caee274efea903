package arrowfile

import (
	"errors"
	"fmt"
)

// The kinds of message, as Arrow's Message.fbs numbers them.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// checkMessage walks the description of a message and tells how long its body is.
func checkMessage(b []byte) (bodyLength int64, err error) {
	w := &walker{bytes: b}
	message, err := w.root()
	if err != nil {
		return 0, err
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
