package rowfile

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
)

const (
	// rowsPerGroup bounds what the writer holds; readers skip or share groups.
	rowsPerGroup = 1 << 18
	// rowsPerCall is how many rows are handed to the library at once.
	rowsPerCall = 512
)

// parquetRows are rows gathered for the library's writer.
type parquetRows struct {
	out     *parquet.GenericWriter[any]
	columns []Column
	current parquet.Row
	batch   []parquet.Row
	filled  int
}

func newParquet(out io.Writer, name string, columns []Column, metadata map[string]string) *parquetRows {
	options := []parquet.WriterOption{
		schemaOf(name, columns), parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowsPerGroup),
		// the library's default names a build; the file must not depend on it
		parquet.CreatedBy("jouleboard", "1", "0"),
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		options = append(options, parquet.KeyValueMetadata(key, metadata[key]))
	}
	p := &parquetRows{
		out:     parquet.NewGenericWriter[any](out, options...),
		columns: columns,
		current: make(parquet.Row, len(columns)),
		batch:   make([]parquet.Row, rowsPerCall),
	}
	for i := range columns {
		p.set(i, value{missing: true})
	}
	for i := range p.batch {
		p.batch[i] = make(parquet.Row, len(columns))
	}
	return p
}

// schemaOf has the columns in their order, which a struct keeps and the
// library's Group does not. Text repeats from row to row, so it is stored in
// dictionaries.
func schemaOf(name string, columns []Column) *parquet.Schema {
	fields := make([]reflect.StructField, len(columns))
	for i, c := range columns {
		options := ""
		if c.Kind == Text {
			options += ",dict"
		}
		if c.Optional {
			options += ",optional"
		}
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("C%d", i), Type: goType[c.Kind],
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s%s"`, c.Name, options)),
		}
	}
	return parquet.NewSchema(name, parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
}

var goType = map[Kind]reflect.Type{
	Text: reflect.TypeFor[string](), Integer: reflect.TypeFor[int64](),
	Number: reflect.TypeFor[float64](), Truth: reflect.TypeFor[bool](),
}

func (p *parquetRows) set(column int, v value) {
	level := 0
	if p.columns[column].Optional && !v.missing {
		level = 1
	}
	p.current[column] = parquetValue(v).Level(0, level, column)
}

func parquetValue(v value) parquet.Value {
	switch {
	case v.missing:
		return parquet.NullValue()
	case v.kind == Integer:
		return parquet.Int64Value(int64(v.integer))
	case v.kind == Number:
		return parquet.DoubleValue(v.number)
	case v.kind == Truth:
		return parquet.BooleanValue(v.truth)
	}
	return parquet.ByteArrayValue([]byte(v.text))
}

func (p *parquetRows) next() error {
	copy(p.batch[p.filled], p.current)
	p.filled++
	if p.filled < len(p.batch) {
		return nil
	}
	return p.flush()
}

func (p *parquetRows) flush() error {
	if _, err := p.out.WriteRows(p.batch[:p.filled]); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	p.filled = 0
	return nil
}

func (p *parquetRows) close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.out.Close()
}
