package data

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// WriteParquet writes the runs as one Parquet file with a column a field, in
// column order: string, int64, double and boolean, optional where a run may lack
// the value, so that pandas, DuckDB and the Python toolkit read it unchanged.
// The metadata are stored as key and value in the file's footer.
func (t Table) WriteParquet(w io.Writer, metadata map[string]string) error {
	return t.writeParquet(w, t.schema.fields, metadata)
}

// WriteStated is [Table.WriteParquet] without what is computed: the columns that a
// compiled directory has.
func (t Table) WriteStated(w io.Writer, metadata map[string]string) error {
	return t.writeParquet(w, t.schema.Stated(), metadata)
}

func (t Table) writeParquet(w io.Writer, fields []Field, metadata map[string]string) error {
	options := []parquet.WriterOption{
		parquetSchema(t.schema.Domain, fields), parquet.Compression(&parquet.Zstd),
		// the library's default names a build; the file must not depend on it
		parquet.CreatedBy("jouleboard", "1", "0"),
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		options = append(options, parquet.KeyValueMetadata(key, metadata[key]))
	}
	out := parquet.NewWriter(w, options...)
	row := make(parquet.Row, len(fields))
	columns := t.columnsOf(fields)
	for _, at := range t.rows {
		for i, c := range columns {
			row[i] = parquetValue(c.at(int(at)), fields[i].Nullable, i)
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return fmt.Errorf("write Parquet: %w", err)
		}
	}
	return out.Close()
}

// parquetSchema is a group whose columns keep the field table's order: the
// library's own Group sorts them by name.
func parquetSchema(domain string, fields []Field) *parquet.Schema {
	group := orderedGroup{Group: parquet.Group{}}
	for _, f := range fields {
		node := leafOf(f.Kind)
		if f.Nullable {
			node = parquet.Optional(node)
		}
		group.Group[f.Name] = node
		group.names = append(group.names, f.Name)
	}
	return parquet.NewSchema(domain, group)
}

func leafOf(k Kind) parquet.Node {
	switch k {
	case Int:
		return parquet.Int(64)
	case Float:
		return parquet.Leaf(parquet.DoubleType)
	case Bool:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.String()
}

// parquetValue is the value of a column, which is the table's at an index. Its
// definition level is 1 where an optional column has a value.
func parquetValue(value any, optional bool, index int) parquet.Value {
	v, level := parquet.NullValue(), 0
	switch x := value.(type) {
	case nil:
		return v.Level(0, 0, index)
	case string:
		v = parquet.ByteArrayValue([]byte(x))
	case int:
		v = parquet.Int64Value(int64(x))
	case float64:
		v = parquet.DoubleValue(x)
	case bool:
		v = parquet.BooleanValue(x)
	}
	if optional {
		level = 1
	}
	return v.Level(0, level, index)
}

type orderedGroup struct {
	parquet.Group
	names []string
}

func (g orderedGroup) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(g.names))
	for i, name := range g.names {
		fields[i] = byName[name]
	}
	return fields
}

// GoType overrides the group's, whose struct would have sorted fields.
func (g orderedGroup) GoType() reflect.Type {
	var fields []reflect.StructField
	for _, f := range g.Fields() {
		fields = append(fields, reflect.StructField{
			Name: "F_" + f.Name(), Type: f.GoType(), Tag: reflect.StructTag(`parquet:"` + f.Name() + `"`),
		})
	}
	return reflect.StructOf(fields)
}
