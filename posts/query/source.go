package query

import (
	"fmt"
	"maps"
	"slices"

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
	s := &Source{content: c, gpuMarks: gpuMarks, domains: map[string]table{}}
	for _, runs := range append([]data.AnyRuns{ds.LLM.Any(), ds.Diffusion.Any()}, ds.More...) {
		s.domains[runs.Schema().Domain] = table{runs, aggregate.RunIDs(runs)}
	}
	return s
}

// defaultDomain is where a selection takes its runs from.
const defaultDomain = "llm"

func (s *Source) domainNames() []string { return slices.Sorted(maps.Keys(s.domains)) }

// table is some runs of one record type.
type table struct {
	data.AnyRuns
	ids map[data.AnyRun]string // of the whole dataset
}

func (t table) domain() string { return t.Schema().Domain }

func (t table) where(expression string) (table, error) {
	kept := t.Filter(expression)
	return table{kept, t.ids}, kept.Err()
}

func (t table) value(i int, field string) any { return t.Schema().Value(t.At(i), field) }

func (t table) text(i int, field string) string { return data.Text(t.value(i, field)) }

// fields are all values of a run by name.
func (t table) fields(i int) map[string]any {
	all := map[string]any{}
	for _, f := range t.Schema().Fields() {
		all[f.Name] = t.value(i, f.Name)
	}
	return all
}

// only is the runs at these indices, in that order.
func (t table) only(rows []int) table {
	if len(rows) == 0 {
		return table{data.None(t.Schema()), t.ids}
	}
	records := make([]data.AnyRun, len(rows))
	for i, row := range rows {
		records[i] = t.At(row)
	}
	return table{data.NewRuns(records, false), t.ids}
}

func (t table) run(i int) string { return t.ids[t.At(i)] }

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
