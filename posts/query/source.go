package query

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// Source is the data that the declarations of a build are computed from.
type Source struct {
	content  content.Content
	domains  map[string]table
	gpuMarks charts.Marks
}

// New makes the source of a dataset. GPUs keep the marks that they have on other
// pages.
func New(ds data.Dataset, c content.Content, gpuMarks charts.Marks) *Source {
	return &Source{content: c, gpuMarks: gpuMarks, domains: map[string]table{
		llm:       &tableOf[data.LLMRun]{ds.LLM, aggregate.RunIDs(ds.LLM)},
		diffusion: &tableOf[data.DiffusionRun]{ds.Diffusion, aggregate.RunIDs(ds.Diffusion)},
	}}
}

// The domains, as --domain names them.
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// table is some runs of either record type.
type table interface {
	len() int
	domain() string
	where(expression string) (table, error)
	evaluate(expression string) ([]any, error)
	value(i int, field string) any
	fields(i int) map[string]any
	only(rows []int) table
	run(i int) string
	roles() roles
	field(name string) (data.Field, bool)
	compare(m aggregate.Match) (aggregate.Comparison, error)
}

// roles are the fields that every record type has one of.
type roles struct{ energy, latency, batch string }

// tableOf is a table of one record type.
type tableOf[R data.Record[R]] struct {
	runs data.Runs[R]
	ids  map[R]string // of the whole dataset
}

func (t *tableOf[R]) len() int { return t.runs.Len() }

func (t *tableOf[R]) domain() string { return t.runs.Schema().Domain }

func (t *tableOf[R]) where(expression string) (table, error) {
	kept := t.runs.Filter(expression)
	return &tableOf[R]{kept, t.ids}, kept.Err()
}

func (t *tableOf[R]) evaluate(expression string) ([]any, error) { return t.runs.Evaluate(expression) }

func (t *tableOf[R]) value(i int, field string) any {
	return t.runs.Schema().Value(t.runs.At(i), field)
}

// fields are all values of a run by name.
func (t *tableOf[R]) fields(i int) map[string]any {
	all := map[string]any{}
	for _, f := range t.runs.Schema().Fields() {
		all[f.Name] = t.value(i, f.Name)
	}
	return all
}

// only is the runs at these indices, in that order.
func (t *tableOf[R]) only(rows []int) table {
	records := make([]R, len(rows))
	for i, row := range rows {
		records[i] = t.runs.At(row)
	}
	return &tableOf[R]{data.NewRuns(records, false), t.ids}
}

func (t *tableOf[R]) run(i int) string { return t.ids[t.runs.At(i)] }

func (t *tableOf[R]) roles() roles {
	s := t.runs.Schema()
	return roles{energy: s.Energy, latency: s.Latency[0], batch: s.Batch}
}

func (t *tableOf[R]) field(name string) (data.Field, bool) { return t.runs.Schema().Field(name) }

func (t *tableOf[R]) compare(m aggregate.Match) (aggregate.Comparison, error) {
	return aggregate.Matched(t.runs, t.ids, m)
}
