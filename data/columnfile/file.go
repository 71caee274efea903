package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"

	"github.com/jouleboard/jouleboard/data/filetree"
)

const (
	magic        = "PAR1"
	longestFoot  = 16 << 20
	mostNodes    = 10_000
	mostValues   = 10_000_000
	mostDecoded  = 256 << 20
	longestPage  = 64 << 20
	longestValue = 1 << 20
)

// File is an open Parquet file: the contents of its footer.
type File struct {
	Rows     int
	Columns  []Column
	Metadata map[string]string

	pages   []byte // the file without its footer
	groups  []format.RowGroup
	decoded int // bytes decompressed so far
}

// Open reads the footer of a Parquet file in memory, which must not change while the File is in use. The error does
// not name the file.
func Open(file []byte) (f *File, err error) {
	defer recoverCorrupt(&err)
	pages, foot, err := split(file)
	if err != nil {
		return nil, err
	}
	var meta format.FileMetaData
	if _, err := decodeThrift(foot, &meta); err != nil {
		return nil, fmt.Errorf("corrupt footer: %w; fetch or write the file again", err)
	}
	f = &File{pages: pages, groups: meta.RowGroups, Metadata: map[string]string{}}
	for _, kv := range meta.KeyValueMetadata {
		f.Metadata[kv.Key] = kv.Value
	}
	if f.Columns, err = columnsOf(meta.Schema); err != nil {
		return nil, err
	}
	f.Rows, err = countRows(&meta, len(f.Columns))
	return f, err
}

// split separates the pages from the footer: footer, its length in 4 bytes and
// the magic stand at the end.
func split(file []byte) (pages, foot []byte, err error) {
	const tail = 4 + len(magic)
	switch {
	case len(file) == 0:
		return nil, nil, filetree.ErrEmpty
	case len(file) < len(magic) || string(file[:len(magic)]) != magic:
		return nil, nil, errors.New("not a Parquet file: it does not start with PAR1")
	case string(file[len(file)-len(magic):]) == "PARE":
		return nil, nil, errors.New("the file is encrypted; write it without encryption")
	case len(file) < len(magic)+tail || string(file[len(file)-len(magic):]) != magic:
		return nil, nil, errors.New("truncated: the file does not end with PAR1; fetch or write it again")
	}
	length := int64(binary.LittleEndian.Uint32(file[len(file)-tail:]))
	if length > longestFoot || length > int64(len(file)-len(magic)-tail) {
		return nil, nil, fmt.Errorf("corrupt: a footer of %d bytes does not fit; fetch or write the file again", length)
	}
	start := len(file) - tail - int(length)
	return file[:start], file[start : len(file)-tail], nil
}

func countRows(meta *format.FileMetaData, columns int) (int, error) {
	most := int64(mostValues / max(columns, 1))
	rows := int64(0)
	for _, g := range meta.RowGroups {
		if g.NumRows < 0 || g.NumRows > most-rows {
			return 0, fmt.Errorf("row groups with %d rows; the limit is %d with %d columns", g.NumRows, most, columns)
		}
		rows += g.NumRows
	}
	if rows != meta.NumRows {
		return 0, fmt.Errorf("corrupt: the footer counts %d rows, its row groups %d; write the file again", meta.NumRows, rows)
	}
	return int(rows), nil
}

// recoverCorrupt turns a panic of a decoding library into an error: a file must
// not end the program.
func recoverCorrupt(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("corrupt Parquet data (%v); fetch or write the file again", p)
	}
}
