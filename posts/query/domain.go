package query

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// domain is all runs of one record type. Texts ask for the same few columns again
// and again, so each is read once. Not safe for concurrent use.
type domain struct {
	schema  *data.Schema[data.AnyRun]
	runs    records
	ids     []string         // one a run
	columns map[string][]any // by expression, one value a run; nil where it fails for a run
}

// records are the runs with their type, whose fields are read where they stand; rows
// are indices into them.
type records interface {
	evaluate(rows []int, expression string) ([]any, error)
	value(row int, field string) any // nil too where there is no such field
	matched(rows []int, m aggregate.Match) (aggregate.Comparison, error)
}

func domainOf[R data.Record[R]](runs data.Runs[R]) *domain {
	ids := aggregate.IDs(runs)
	return &domain{schema: runs.Schema().Any(), columns: map[string][]any{}, ids: ids, runs: recordsOf[R]{runs, ids}}
}

func (d *domain) all() table {
	rows := make([]int, len(d.ids))
	for i := range rows {
		rows[i] = i
	}
	return table{d, rows}
}

// mostKept values of columns are kept, 64 MB of them: who writes a text may not
// write the runs.
const mostKept = 4 << 20

// column is the value of an expression for each run; nil where it fails for one, or
// where there is no room to keep more.
func (d *domain) column(expression string) []any {
	values, known := d.columns[expression]
	if !known && (len(d.columns)+1)*len(d.ids) <= mostKept {
		values, _ = d.runs.evaluate(d.all().rows, expression) // who needs the error asks for the rows at hand
		d.columns[expression] = values
	}
	return values
}

type recordsOf[R data.Record[R]] struct {
	data.Runs[R]
	ids []string
}

func (r recordsOf[R]) evaluate(rows []int, expression string) ([]any, error) {
	return r.Only(rows).Evaluate(expression)
}

func (r recordsOf[R]) value(row int, field string) any {
	return r.Value(row, field)
}

func (r recordsOf[R]) matched(rows []int, m aggregate.Match) (aggregate.Comparison, error) {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = r.ids[row]
	}
	return aggregate.Matched(r.Only(rows), ids, m)
}
