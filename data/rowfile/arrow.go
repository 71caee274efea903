package rowfile

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// rowsPerBatch bounds what the writer holds; a reader of a pipe gets the first rows early.
const rowsPerBatch = 1 << 16

// arrowRows writes an Arrow IPC stream: what other programs read from a pipe without parsing text.
type arrowRows struct {
	out     *ipc.Writer
	batch   *array.RecordBuilder
	current []value
	rows    int // of the batch at hand
	most    int // rows of a batch
	begun   bool
}

var arrowTypes = map[Kind]arrow.DataType{
	Text: arrow.BinaryTypes.String, Integer: arrow.PrimitiveTypes.Int64, Number: arrow.PrimitiveTypes.Float64, Truth: arrow.FixedWidthTypes.Boolean,
}

func newArrow(out io.Writer, columns []Column, metadata *arrow.Metadata, most int) *arrowRows {
	fields := lists.Map(columns, func(c Column) arrow.Field {
		return arrow.Field{Name: c.Name, Type: arrowTypes[c.Kind], Nullable: c.Optional}
	})
	schema := arrow.NewSchema(fields, metadata)
	return &arrowRows{
		out: ipc.NewWriter(out, ipc.WithSchema(schema)), batch: array.NewRecordBuilder(memory.DefaultAllocator, schema),
		current: make([]value, len(columns)), most: most,
	}
}

func (a *arrowRows) set(column int, v value) { a.current[column] = v }

func (a *arrowRows) next() error {
	for i, v := range a.current {
		if !v.there {
			a.batch.Field(i).AppendNull()
			continue
		}
		switch to := a.batch.Field(i).(type) {
		case *array.StringBuilder:
			to.Append(v.text)
		case *array.Int64Builder:
			to.Append(int64(v.integer))
		case *array.Float64Builder:
			to.Append(v.number)
		case *array.BooleanBuilder:
			to.Append(v.truth)
		}
	}
	if a.rows++; a.rows < a.most {
		return nil
	}
	return a.write()
}

func (a *arrowRows) write() error {
	a.rows, a.begun = 0, true
	batch := a.batch.NewRecordBatch()
	defer batch.Release()
	if err := a.out.Write(batch); err != nil {
		return fmt.Errorf("write Arrow: %w", err)
	}
	return nil
}

// close ends the stream, which has at least one batch, so that readers find the columns of no rows.
func (a *arrowRows) close() error {
	if a.rows > 0 || !a.begun {
		if err := a.write(); err != nil {
			return err
		}
	}
	if err := a.out.Close(); err != nil {
		return fmt.Errorf("write Arrow: %w", err)
	}
	return nil
}
