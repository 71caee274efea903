package query

import (
	"fmt"
	"maps"
	"slices"

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
	s := &Source{content: c, gpuMarks: gpuMarks, domains: map[string]table{}}
	s.add(domainOf(ds.LLM))
	s.add(domainOf(ds.Diffusion))
	for _, runs := range ds.More {
		s.add(domainOf(runs))
	}
	return s
}

func (s *Source) add(d *domain) { s.domains[d.schema.Domain] = d.all() }

// defaultDomain is where a selection takes its runs from.
const defaultDomain = "llm"

func (s *Source) domainNames() []string { return slices.Sorted(maps.Keys(s.domains)) }

// table is some runs of one record type.
type table struct {
	*domain
	rows []int // of the domain's runs
}

// Schema is the field table of the runs.
func (t table) Schema() *data.Schema[data.AnyRun] { return t.schema }

// Len is the number of runs.
func (t table) Len() int { return len(t.rows) }

func (t table) name() string { return t.schema.Domain }

// Evaluate is the value of an expression for each run, as [data.Runs.Evaluate] has it.
func (t table) Evaluate(expression string) ([]any, error) {
	all := t.column(expression)
	if all == nil { // perhaps for a run that is not in the table
		return t.runs.evaluate(t.rows, expression)
	}
	values := make([]any, len(t.rows))
	for i, row := range t.rows {
		values[i] = all[row]
	}
	return values, nil
}

// where keeps the runs for which a condition is true.
func (t table) where(condition string) (table, error) {
	answers, err := t.Evaluate(condition)
	if err != nil {
		return table{}, err
	}
	kept := table{domain: t.domain}
	for i, answer := range answers {
		holds, err := data.Holds(condition, answer)
		if err != nil {
			return table{}, err
		}
		if holds {
			kept.rows = append(kept.rows, t.rows[i])
		}
	}
	return kept, nil
}

func (t table) value(i int, field string) any {
	if all := t.column(field); all != nil {
		return all[t.rows[i]]
	}
	return t.runs.value(t.rows[i], field)
}

func (t table) text(i int, field string) string { return data.Text(t.value(i, field)) }

// fields are all values of a run by name.
func (t table) fields(i int) map[string]any {
	all := map[string]any{}
	for _, f := range t.schema.Fields() {
		all[f.Name] = t.runs.value(t.rows[i], f.Name)
	}
	return all
}

// only is the runs at these indices, in that order.
func (t table) only(indices []int) table {
	rows := make([]int, len(indices))
	for i, index := range indices {
		rows[i] = t.rows[index]
	}
	return table{t.domain, rows}
}

func (t table) run(i int) string { return t.ids[t.rows[i]] }

// model is what people call a run's model.
func (t table) model(i int) string {
	if name := t.text(i, "nickname"); name != "" {
		return name
	}
	return t.text(i, t.Schema().Model)
}

func (t table) field(name string) (data.Field, bool) { return t.Schema().Field(name) }

// latency is the field that deadlines are about; ok is false where the record
// type has none.
func (t table) latency() (data.Field, bool) {
	if len(t.Schema().Latency) == 0 {
		return data.Field{}, false
	}
	return t.field(t.Schema().Latency[0])
}

// described names a run in a message.
func (t table) described(i int) string {
	return fmt.Sprintf("%s on %s (run %s)", t.model(i), t.hardware(i), t.run(i))
}

// hardware is a run's GPUs: 8× B200.
func (t table) hardware(i int) string {
	gpu, n := t.text(i, t.Schema().GPU), t.text(i, "num_gpus")
	if n == "" || gpu == "" {
		return gpu
	}
	return n + "× " + gpu
}
