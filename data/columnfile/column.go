package columnfile

import (
	"fmt"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// Type is the Go type of a column's values.
type Type int

// The types that Read gives; a column of type Other has no readable values.
const (
	Other   Type = iota
	Boolean      // bool
	Integer      // int; uint64 for values that exceed it
	Double       // float64
	Text         // string, not checked for UTF-8
	Single       // float64, of a column with single precision
)

// Column is a column as the file declares it.
type Column struct {
	Name     string
	Type     Type
	Declared string // as Parquet names it, such as "FLOAT" or "INT64 TIMESTAMP"

	optional bool
	unsigned bool
	flat     bool // one value a row: the page levels can be read
	physical format.Type
	leaf     int // index among the chunks of a row group
}

// columnsOf lists the children of the schema's root. A nested column is listed
// once, as its outermost group.
func columnsOf(schema []format.SchemaElement) ([]Column, error) {
	if len(schema) == 0 || len(schema) > mostNodes {
		return nil, fmt.Errorf("corrupt: a schema of %d elements; write the file again", len(schema))
	}
	var columns []Column
	seen := map[string]bool{}
	leaf := 0
	for at := 1; at < len(schema); {
		c := columnOf(&schema[at])
		c.leaf = leaf
		if seen[c.Name] {
			return nil, fmt.Errorf("two columns are named %q; rename one", clip(c.Name))
		}
		seen[c.Name] = true
		columns = append(columns, c)
		for open := 1; open > 0; at++ { // step over the column's subtree
			if at >= len(schema) {
				return nil, fmt.Errorf("corrupt: column %q is incomplete; write the file again", clip(c.Name))
			}
			if schema[at].Type.Valid {
				leaf++
			}
			open += max(0, int(schema[at].NumChildren.V)) - 1
		}
	}
	return columns, nil
}

func columnOf(e *format.SchemaElement) Column {
	c := Column{Name: e.Name, physical: e.Type.V}
	c.optional = e.RepetitionType.V == format.Optional
	c.flat = e.Type.Valid && e.NumChildren.V == 0 && e.RepetitionType.V != format.Repeated
	switch {
	case e.RepetitionType.V == format.Repeated:
		c.Declared = "a repeated column"
	case !c.flat:
		c.Declared = "a nested column"
	default:
		c.Type, c.unsigned = typeOf(e)
		c.Declared = declared(e)
	}
	return c
}

// typeOf maps physical types, unless an annotation gives them another meaning: a
// timestamp is no integer.
func typeOf(e *format.SchemaElement) (t Type, unsigned bool) {
	number, unsigned := numberOf(e)
	plain := e.LogicalType.Value == nil && !e.ConvertedType.Valid
	switch kind := e.Type.V; {
	case (kind == format.Int32 || kind == format.Int64) && number:
		return Integer, unsigned
	case kind == format.ByteArray && (plain || textual(e)):
		return Text, false
	case plain:
		return map[format.Type]Type{format.Boolean: Boolean, format.Double: Double, format.Float: Single}[kind], false
	}
	return Other, false
}

func textual(e *format.SchemaElement) bool {
	switch e.LogicalType.Value.(type) {
	case *format.StringType, *format.EnumType:
		return true
	case nil:
		return e.ConvertedType.Valid && (e.ConvertedType.V == deprecated.UTF8 || e.ConvertedType.V == deprecated.Enum)
	}
	return false
}

func numberOf(e *format.SchemaElement) (number, unsigned bool) {
	switch logical := e.LogicalType.Value.(type) {
	case *format.IntType:
		return true, !logical.IsSigned
	case nil:
		converted := e.ConvertedType.V
		unsigned = e.ConvertedType.Valid && converted >= deprecated.Uint8 && converted <= deprecated.Uint64
		signed := !e.ConvertedType.Valid || converted >= deprecated.Int8 && converted <= deprecated.Int64
		return signed || unsigned, unsigned
	}
	return false, false
}

func declared(e *format.SchemaElement) string {
	name := e.Type.V.String()
	switch {
	case e.LogicalType.Value != nil:
		return name + " " + e.LogicalType.String()
	case e.ConvertedType.Valid:
		return fmt.Sprintf("%s with converted type %d", name, e.ConvertedType.V)
	}
	return name
}

// clip cuts a name of the file for a message.
func clip(name string) string {
	const most = 60
	if len(name) > most {
		return name[:most] + "…"
	}
	return name
}
