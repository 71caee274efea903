package ipw

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"strings"
	"unicode"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Query contains the measurements of one query of a run, in the units of [Schema], whose rows are computed from them. An
// energy, time or power of zero is unknown and therefore missing.
type Query struct {
	RunID, Run, Form, Model string // of the profile
	File                    string // relative to the source
	Row                     int    // row or line of the file, from 1

	ID                               data.Opt[string] // of an agentic run
	InputTokens, OutputTokens        data.Opt[int]
	GPUEnergyJoules, CPUEnergyJoules data.Opt[float64]
	Seconds, TTFTSeconds             data.Opt[float64]
	PowerWatts, CostUSD              data.Opt[float64]
	Correct, Completed               data.Opt[bool]
	Turns, ToolCalls                 data.Opt[int]
	Tools                            data.Opt[string] // names of the tools called, in order, as a JSON list
	Question, Answer                 data.Opt[string] // only if requested
	Trace                            []Turn           // of an agentic run

	Subject             data.Opt[string]  // of a single-turn run
	Reference, Metadata data.Opt[string]  // the correct answer; what the data set says of the question, as JSON; only if requested
	GPUMemoryMB         data.Opt[float64] // the most during the query
	CPUMemoryMB         data.Opt[float64]
	TemperatureCelsius  data.Opt[float64] // of the GPU, the mean during the query
}

// Queries yields the queries of profiles that [Open] read from a directory, in the order of the files. Questions and
// answers are omitted unless requested. A line, row or file that cannot be read yields an error that names it; the
// others follow.
func Queries(ctx context.Context, dir string, of data.Table, texts bool) iter.Seq2[Query, error] {
	return func(yield func(Query, error) bool) {
		tree, err := filetree.Open(dir)
		if err != nil {
			yield(Query{}, err)
			return
		}
		defer tree.Close()
		walk, stop := context.WithCancel(ctx)
		defer stop()
		s := &stream{
			reader: reader{ctx: walk, tree: tree, top: tree.Name(), in: data.NewIntake(Schema())}, texts: texts,
			ids: map[[2]string]string{}, wanted: map[string]bool{},
		}
		for i := range of.Len() {
			s.ids[[2]string{of.Text(i, "run_path"), of.Text(i, "model")}] = of.Run(i)
			s.wanted[of.Text(i, "run_path")] = true
		}
		s.yield = func(q Query, err error) error {
			if walk.Err() == nil && !yield(q, err) {
				s.ended = true
				stop()
			}
			return walk.Err()
		}
		// what is not readable has no profile that could be asked for
		_ = tree.Walk(walk, s.visit, func(string, error) {})
		if ctx.Err() != nil && !s.ended {
			yield(Query{}, ctx.Err())
		}
	}
}

// stream yields the queries of one source.
type stream struct {
	reader
	texts  bool
	ids    map[[2]string]string // of the runs that are asked for, by their names and models
	wanted map[string]bool
	yield  func(Query, error) error

	run   run
	model string // of an agentic run
	*contents
	ended bool // nobody wants more
}

// fail yields an error of a file, or of one row of it.
func (s *stream) fail(p data.Problem) error {
	p.Lines = s.part == "line"
	return s.yield(Query{}, p)
}

// visit yields the queries of the run in a directory.
func (s *stream) visit(d filetree.Dir) {
	form := s.form(d)
	if form == "" || !s.wanted[s.of(d).name] {
		return
	}
	s.contents = &contents{flat: newGathered(), details: true, texts: s.texts, metrics: s.metrics, each: s.each, told: s.fail}
	s.run = s.around(d)
	s.model = s.run.stated().Text("model").Or(unknownModel)
	file, err := s.reader.read(s.contents, d, form)
	if err != nil && s.ctx.Err() == nil {
		_ = s.fail(data.Problem{File: file, Message: err.Error()})
	}
	if more := s.untold(); more != "" {
		_ = s.fail(data.Problem{File: file, Message: more})
	}
}

// each yields a query of an agentic run.
func (s *stream) each(t *trace, row int) error {
	q := t.query()
	q.Model = s.model
	return s.query(q, row)
}

// query yields a query if its profile is asked for.
func (s *stream) query(q Query, row int) error {
	id, asked := s.ids[[2]string{s.run.name, q.Model}]
	if !asked {
		return s.ctx.Err()
	}
	q.RunID, q.Run, q.File, q.Row = id, s.run.name, s.file, row
	return s.yield(q, nil)
}

// metrics yields the single-turn queries of a batch, row by row, one per model.
func (s *stream) metrics(top columns, root *array.Struct) error {
	names := fieldsOf(root)
	models := make([]columns, len(names))
	for i := range names {
		if model, ok := root.Field(i).(*array.Struct); ok {
			models[i] = columns{}
			models[i].add("", model, []arrow.Array{root})
		}
	}
	for row := range root.Len() {
		for i, f := range names {
			of := models[i]
			if of == nil || root.IsNull(row) || root.Field(i).IsNull(row) {
				continue
			}
			q := of.query(row)
			q.Model = data.Public(f.Name)
			q.Subject = stated(top["subject"].text(row))
			if s.texts {
				q.Reference, q.Metadata = printable(top["answer"].text(row)), top["dataset_metadata"].json(row)
				q.Question, q.Answer = printable(top["problem"].text(row)), printable(of[answerPath].text(row))
			}
			if err := s.query(q, s.before+row+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// json is a value as JSON: a text that is JSON already, or members of a struct; missing for none.
func (c column) json(row int) data.Opt[string] {
	if c.of == nil || c.of.IsNull(row) {
		return data.Opt[string]{}
	}
	if text := c.text(row); text != "" {
		return printable(text)
	}
	text, err := json.Marshal(c.of.GetOneForMarshal(row))
	return printable(data.When(err == nil && string(text) != "null" && string(text) != "{}", string(text)).Or(""))
}

// query is what a trace measured.
func (t *trace) query() Query {
	q := Query{
		Form:        agenticForm,
		InputTokens: wholeOf(t.inputTokens()), OutputTokens: wholeOf(t.outputTokens()),
		GPUEnergyJoules: data.Positive(t.gpuJoules()), CPUEnergyJoules: data.Positive(cmp.Or(t.queryCPU, t.cpu.value())),
		Seconds: data.Positive(t.seconds), PowerWatts: data.Positive(cmp.Or(t.power.mean(), t.queryPower)),
		CostUSD: cmp.Or(t.cost.value(), t.queryCost),
		Correct: t.resolved, Completed: data.Some(t.completed.Or(false)),
		Turns: data.Some(t.turns), ToolCalls: data.Some(t.toolCalls), Question: t.question, Answer: t.answer,
	}
	if t.details != nil {
		q.ID, q.Tools, q.Trace = t.details.id, data.List(t.details.tools), t.details.turns
	}
	return q
}

// leastEnergy is the energy that the system's own analysis takes for none.
const leastEnergy = 1e-12

// query is what a row measured.
func (of columns) query(row int) Query {
	known := func(path string) data.Opt[float64] { return of[path].known(row) }
	positive := func(path string) data.Opt[float64] { return data.Positive(known(path)) }
	q := Query{
		Form:        singleForm,
		InputTokens: wholeOf(known("token_metrics.input")), OutputTokens: wholeOf(known("token_metrics.output")),
		CPUEnergyJoules: positive("energy_metrics.cpu_per_query_joules"), CostUSD: known("cost.total_cost_usd"),
		Seconds:     positive("latency_metrics.total_query_seconds"),
		TTFTSeconds: positive("latency_metrics.time_to_first_token_seconds"),
		GPUMemoryMB: positive("memory_metrics.gpu_mb.max"), CPUMemoryMB: positive("memory_metrics.cpu_mb.max"),
		TemperatureCelsius: positive("temperature_metrics.avg"),
	}
	if joules := known(energyPath); joules.Or(0) > leastEnergy {
		q.GPUEnergyJoules = joules
	}
	q.PowerWatts = data.Ratio(q.GPUEnergyJoules, q.Seconds) // else what was sampled
	for _, path := range powerPaths {
		q.PowerWatts = cmp.Or(q.PowerWatts, positive(path))
	}
	q.Correct = of["evaluation.is_correct"].flag(row)
	return q
}

// powerPaths are where the power of a query stands, in order of preference.
var powerPaths = lists.Map([]string{".avg", ".median", ".max", ".min", ""}, func(of string) string {
	return "power_metrics.gpu.per_query_watts" + of
})

// printable is a text as it is but for characters that a terminal would obey, missing if
// it is empty.
func printable(s string) data.Opt[string] {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == '\n' || r == '\t' {
			return r
		}
		return -1
	}, s)
	return data.When(s != "", strings.Clone(s)) // a batch's memory is used again
}

// Turn is a turn of a query of an agentic run, with the values that its trace states: unlike those of [Query], a zero
// stays zero. What the trace omits is missing.
type Turn struct {
	Index                            data.Opt[int]
	InputTokens, OutputTokens        data.Opt[int]
	ToolResultTokens                 data.Opt[int]
	GPUEnergyJoules, CPUEnergyJoules data.Opt[float64]
	GPUPowerWatts, CPUPowerWatts     data.Opt[float64] // means over the turn
	Seconds, CostUSD                 data.Opt[float64]
	Tools, ToolLatencies, Failure    data.Opt[string] // called in order, a JSON list; seconds by tool, a JSON object; the error
}

// turnValues are the members of a turn that are numbers: where each is kept, and what it adds to of the trace, if anything.
var turnValues = map[string]func(*Turn, *trace) (kept any, sum *sum){
	"turn_index":          func(u *Turn, _ *trace) (any, *sum) { return &u.Index, nil },
	"input_tokens":        func(u *Turn, t *trace) (any, *sum) { return &u.InputTokens, &t.input },
	"output_tokens":       func(u *Turn, t *trace) (any, *sum) { return &u.OutputTokens, &t.output },
	"tool_result_tokens":  func(u *Turn, _ *trace) (any, *sum) { return &u.ToolResultTokens, nil },
	"gpu_energy_joules":   func(u *Turn, t *trace) (any, *sum) { return &u.GPUEnergyJoules, &t.gpu },
	"cpu_energy_joules":   func(u *Turn, t *trace) (any, *sum) { return &u.CPUEnergyJoules, &t.cpu },
	"gpu_power_avg_watts": func(u *Turn, t *trace) (any, *sum) { return &u.GPUPowerWatts, &t.power },
	"cpu_power_avg_watts": func(u *Turn, _ *trace) (any, *sum) { return &u.CPUPowerWatts, nil },
	"wall_clock_s":        func(u *Turn, _ *trace) (any, *sum) { return &u.Seconds, nil },
	"cost_usd":            func(u *Turn, t *trace) (any, *sum) { return &u.CostUSD, &t.cost },
}

// latencies checks the times of tools, which are keyed by their names, and gives them as a JSON object, and the longest in
// seconds.
func (d *decoder) latencies(details bool) (all data.Opt[string], longest float64) {
	s := d.scan
	if s.Null() || !d.enter(jsonscan.Object, "tool_latencies_s") {
		return all, 0
	}
	times := map[string]float64{}
	for key := range s.Keys() {
		if d.fault != nil {
			return all, 0
		}
		name := data.Public(string(key))
		x, known := d.number("tool_latencies_s").Value()
		longest = max(longest, x)
		if details && known {
			times[name] = x
		}
	}
	text, err := json.Marshal(times)
	return data.When(len(times) > 0 && err == nil, string(text)), longest
}
