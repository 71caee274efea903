package columnfile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// Values are the values of one column, in row order.
type Values struct {
	column  Column
	rows    int    // that the file states
	present []bool // nil where no value may be missing
	vector         // an entry for each row, of texts its place; those of missing values are never read
	last    *vector
	first   int // place of the last dictionary's first text
}

// At returns the value in a row counted from 0: bool, int, float64 or string according to the column's type, uint64
// for an unsigned integer that exceeds an int, nil if missing.
func (v *Values) At(row int) any {
	if v.column.optional && !v.present[row] {
		return nil
	}
	switch v.column.Type {
	case Boolean:
		return v.ints[row] != 0
	case Integer:
		n := v.ints[row]
		if v.column.unsigned && n < 0 {
			return uint64(n)
		}
		return int(n)
	case Double, Single:
		return v.floats[row]
	}
	return v.texts[v.places[row]]
}

// Read decodes a column; the error names the part of the file that is wrong.
func (f *File) Read(c Column) (values *Values, err error) {
	defer recoverCorrupt(&err)
	if c.Type == Other {
		return nil, fmt.Errorf("%s is not supported", c.Declared)
	}
	values = &Values{column: c, rows: f.Rows}
	err = f.eachPage(c, func(p *page) error {
		part, err := p.values()
		if err != nil {
			return err
		}
		values.append(p.present, part)
		return nil
	})
	return values, err
}

// Empty reports whether the column has no value in any row, whatever its type: writers store a column of unknown type
// in this way.
func (f *File) Empty(c Column) (empty bool, err error) {
	defer recoverCorrupt(&err)
	if !c.flat {
		return false, nil
	}
	empty = true
	err = f.eachPage(c, func(p *page) error {
		empty = empty && !slices.Contains(p.present, true)
		return nil
	})
	return empty && err == nil, err
}

// eachPage decodes the levels of every data page of the column.
func (f *File) eachPage(c Column, visit func(*page) error) error {
	for i := range f.groups {
		chunk, err := f.chunk(i, c)
		if err == nil {
			err = chunk.each(visit)
		}
		if err != nil {
			return fmt.Errorf("corrupt or unreadable column (row group %d): %w", i+1, err)
		}
	}
	return nil
}

// chunk is the part of a column that lies in one row group.
type chunk struct {
	file   *File
	column Column
	codec  format.CompressionCodec
	rows   int
	rest   []byte // pages not yet read, and what follows them in the file
	dict   *vector
}

func (f *File) chunk(group int, c Column) (*chunk, error) {
	g := &f.groups[group]
	if c.leaf >= len(g.Columns) {
		return nil, errors.New("the row group does not contain the column")
	}
	meta := &g.Columns[c.leaf].MetaData
	switch {
	case g.Columns[c.leaf].FilePath != "":
		return nil, errors.New("the values are in another file; write one file")
	case len(meta.PathInSchema) != 1 || meta.PathInSchema[0] != c.Name || c.Type != Other && meta.Type != c.physical:
		return nil, errors.New("schema and row group disagree about the column")
	case meta.NumValues != g.NumRows:
		return nil, fmt.Errorf("%d values in %d rows", meta.NumValues, g.NumRows)
	}
	start := meta.DataPageOffset
	if d := meta.DictionaryPageOffset; d > 0 && d < start {
		start = d
	}
	// The chunk's stated length is not used: writers disagree about what it
	// counts, and the pages say themselves how long they are.
	if start < int64(len(magic)) || start > int64(len(f.pages)) {
		return nil, fmt.Errorf("pages at offset %d are outside the file", start)
	}
	return &chunk{file: f, column: c, codec: meta.Codec, rows: int(g.NumRows), rest: f.pages[start:]}, nil
}

func (c *chunk) each(visit func(*page) error) error {
	for seen := 0; seen < c.rows; {
		p, err := c.next()
		if err != nil {
			return err
		}
		if p == nil { // a dictionary or index page
			continue
		}
		if seen += len(p.present); seen > c.rows {
			return fmt.Errorf("pages contain more than the %d rows of the row group", c.rows)
		}
		if err := visit(p); err != nil {
			return err
		}
	}
	return nil
}
