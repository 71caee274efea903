package leaderboard

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// loadTasks reads the task files and takes their rows, task by task.
func (r *reader) loadTasks(ctx context.Context, names []string) {
	paths := lists.Map(names, TaskPath)
	files := each(ctx, r, paths, func(i int, text []byte) (task, error) { return parseTask(text, names[i]) })
	for i, f := range files {
		if f.err != nil {
			r.note(paths[i], 0, "", "%v; task left out; publish the file or remove the task from index.json", f.err)
			continue
		}
		if !r.whole[f.value.domain] {
			r.take(f.value, paths[i])
		}
	}
}

// take decodes the rows of a task file.
func (r *reader) take(t task, path string) {
	in := r.intake(t.domain)
	l := layoutOf(t.domain, t.name)
	kept := in.Len()
	absent, unknown := map[string]int{}, map[string]int{}
	for i, v := range t.rows {
		if m, ok := t.takeRow(in, l, v, path, i+1); ok {
			l.countKeys(m, absent, unknown)
		}
	}
	r.partial[t.name] = in.Len()-kept < len(t.rows)
	for _, key := range sortedKeys(absent) {
		r.note(path, 0, key, "%d rows without the key; the values are missing", absent[key])
	}
	for _, key := range sortedKeys(unknown) {
		r.note(path, 0, fmt.Sprintf("%.60s", key), "%d rows have this unknown key; ignored", unknown[key])
	}
}

// task is a task file that was understood as a whole; its rows are not yet.
type task struct {
	name, domain string
	rows         []any
}

func parseTask(text []byte, name string) (task, error) {
	top, rows, err := parseRows(text, [2]string{"task", name})
	return task{name, domainOf(top, rows), rows}, err
}

// parseRows reads a task or model file, which says what it is of, and whose rows both stand in a list of one name.
func parseRows(text []byte, names ...[2]string) (top members, rows []any, err error) {
	v, err := parse(text)
	if err != nil {
		return top, nil, err
	}
	top, _ = v.(members)
	if rows, err = top.configurations(); err != nil {
		return top, nil, err
	}
	for _, is := range names {
		if key, name := is[0], is[1]; top.values[key] != name {
			return top, nil, fmt.Errorf("%s: expected %q, got %s", key, name, show(top.values[key]))
		}
	}
	return top, rows, nil
}

// domainOf believes the file's word, and else what its first row measures.
func domainOf(top members, rows []any) string {
	if top.values["architecture"] == "diffusion" {
		return "diffusion"
	}
	if len(rows) > 0 {
		first, _ := rows[0].(members)
		if _, ok := first.values["batch_latency_s"]; ok {
			return "diffusion"
		}
	}
	return "llm"
}

// takeRow gives one row to the intake; ok is false for one that is no run.
func (t task) takeRow(in *data.Intake, l *layout, v any, path string, row int) (m members, ok bool) {
	m, ok = v.(members)
	if !ok {
		in.Reject(path, row, "", "expected an object, got "+show(v))
		return m, false
	}
	run := data.NewRow(in.Schema())
	if key, wrong := decodeRow(l, m, run); wrong != "" {
		in.Reject(path, row, key, wrong)
		return m, false
	}
	t.complete(run)
	before := len(in.Problems)
	in.Add(run, path, row)
	in.Problems = append(in.Problems[:before], l.inKeys(in.Problems[before:])...)
	return m, true
}

// complete fills what the task says about all of its rows, and what follows from
// others: published runs are stable, and the 50th percentile is the median.
func (t task) complete(run data.Row) {
	values := map[string]any{"domain": t.domain, "task": t.name}
	if t.domain == llmLayout.domain {
		values["p50_itl_ms"], values["is_stable"] = run.Value("median_itl_ms"), true
	}
	for field, v := range values {
		_ = run.Set(field, v) // of the field's kind
	}
}

// decodeRow fills run with the published fields of m. The key and the message
// say which one cannot be taken.
func decodeRow(l *layout, m members, run data.Row) (key, wrong string) {
	if m.twice != "" {
		return fmt.Sprintf("%.60s", m.twice), "the key occurs twice"
	}
	for _, w := range l.fields {
		f, _ := run.Schema().Field(w.field)
		v, there := m.values[w.key]
		if !there && !f.Nullable {
			return w.key, "the key is missing"
		}
		x, err := scalar(v)
		if err != nil {
			return w.key, fmt.Sprintf("expected %s, %v", f.Kind, err)
		}
		if err := run.Set(w.field, x); err != nil {
			return w.key, err.Error()
		}
	}
	return "", ""
}

// countKeys counts the keys that a row lacks or should not have.
func (l *layout) countKeys(m members, absent, unknown map[string]int) {
	known := 0
	for _, w := range l.fields {
		if _, there := m.values[w.key]; there {
			known++
		} else {
			absent[w.key]++
		}
	}
	if known == len(m.values) {
		return
	}
	for key := range m.values {
		if l.fieldOf(key) == "" {
			unknown[key]++
		}
	}
}

// inKeys names fields by the keys of the file. A field that is not published
// holds a copy of one that is, so what is wrong with it was said.
func (l *layout) inKeys(problems []data.Problem) []data.Problem {
	return lists.FilterMap(problems, func(p data.Problem) (data.Problem, bool) {
		field := p.Field
		p.Field = l.keyOf(field)
		return p, field == "" || p.Field != ""
	})
}

// loadLengths reads the model files of the language models for their histograms
// of output lengths, all that they hold beyond the task files. Those of
// diffusion models hold nothing more and are not read.
func (r *reader) loadLengths(ctx context.Context) {
	groups := r.modelRuns()
	paths := lists.Map(groups, func(g *modelRuns) string { return ModelPath(g.model, g.task) })
	files := each(ctx, r, paths, func(i int, text []byte) ([]modelRow, error) { return parseModel(text, groups[i]) })
	for i, f := range files {
		if f.err != nil {
			r.note(paths[i], 0, "", "%v; no histogram of response lengths for its %d runs; publish the file again", f.err, groups[i].count())
			continue
		}
		r.match(f.value, groups[i], paths[i])
	}
}

// modelRuns are the language model runs of one model and task, by their places in the intake, under the fields that they
// share with a row of the model's file.
type modelRuns struct {
	model, task string
	runs        map[string][]int
}

// count is the number of runs.
func (m *modelRuns) count() int {
	return lists.Sum(slices.Collect(maps.Values(m.runs)), func(at []int) int { return len(at) })
}

// modelRuns are the language model runs by model and task.
func (r *reader) modelRuns() []*modelRuns {
	all := r.llm.Table(true)
	model, task := func(i int) string { return all.Text(i, "model_id") }, func(i int) string { return all.Text(i, "task") }
	own := lists.Group(lists.Indices(all.Len()), func(i int) string { return ModelPath(model(i), task(i)) })
	groups := lists.Map(own, func(runs []int) *modelRuns {
		return &modelRuns{model(runs[0]), task(runs[0]), lists.Under(runs, func(i int) string {
			return rowKey(func(field string) any { return all.Value(i, field) })
		})}
	})
	if len(groups) > maxModels {
		r.note("index.json", 0, "models", "%d model files, more than %d; the rest is not read and has no histograms of response lengths",
			len(groups), maxModels)
		groups = groups[:maxModels]
	}
	return groups
}

// modelRow is a configuration of a model file.
type modelRow struct {
	key     string // the fields that the row shares with that of the task file
	lengths *data.OutputLengths
	field   string
	wrong   string // why the row cannot be used, "" if it can
}

func parseModel(text []byte, of *modelRuns) ([]modelRow, error) {
	_, listed, err := parseRows(text, [2]string{"model_id", of.model}, [2]string{"task", of.task})
	return lists.Map(listed, parseModelRow), err
}

func parseModelRow(v any) modelRow {
	m, ok := v.(members)
	if !ok {
		return modelRow{wrong: "expected an object, got " + show(v)}
	}
	row := modelRow{}
	run := data.NewRow(data.LLMRun{}.Schema())
	if row.field, row.wrong = decodeModelRow(m, run); row.wrong != "" {
		return row
	}
	row.key = rowKey(run.Value)
	if v, there := m.values["output_length_distribution"]; there {
		row.lengths, row.wrong = parseDistribution(v)
		row.field = "output_length_distribution"
	}
	return row
}

// decodeModelRow is decodeRow for the keys of a model file's configurations.
func decodeModelRow(m members, run data.Row) (key, wrong string) {
	split, _ := m.values["parallelization"].(members)
	flat := members{values: map[string]any{}, twice: cmp.Or(m.twice, split.twice)}
	for _, w := range rowLayout.fields {
		from := m
		if w.at == inSplit {
			from = split
		}
		if v, there := from.values[w.key]; there {
			flat.values[w.key] = v
		}
	}
	return decodeRow(rowLayout, flat, run)
}

// rowLayout is the part of a language model run that differs between the rows of
// a model file.
var rowLayout = &layout{domain: "llm", fields: slices.DeleteFunc(slices.Clone(llmLayout.fields), func(w wire) bool {
	return !w.isAt([]place{inRow, inSplit})
})}

// rowKey is those fields of a run, or row.
func rowKey(value func(field string) any) string {
	return strings.Join(lists.Map(rowLayout.fields, func(w wire) string { return data.Text(value(w.field)) }), "\x00")
}

// the most bins that a histogram may have: published ones have 50
const maxBins = 10_000

func parseDistribution(v any) (lengths *data.OutputLengths, wrong string) {
	m, _ := v.(members)
	edges, ok := m.values["bins"].([]any)
	counts, ok2 := m.values["counts"].([]any)
	if !ok || !ok2 || m.twice != "" {
		return nil, "expected an object with bins and counts"
	}
	if len(counts) < 1 || len(counts) > maxBins || len(edges) != len(counts)+1 {
		return nil, fmt.Sprintf("expected 1 to %d counts and one edge more, got %d and %d", maxBins, len(counts), len(edges))
	}
	o := &data.OutputLengths{Edges: make([]float64, len(edges)), Counts: make([]int, len(counts))}
	for i, v := range edges {
		if o.Edges[i], ok = numberIn(v); !ok || i > 0 && o.Edges[i] <= o.Edges[i-1] {
			return nil, fmt.Sprintf("bins: expected ascending numbers, got %s at position %d", show(v), i+1)
		}
	}
	for i, v := range counts {
		if o.Counts[i], ok = count(v); !ok {
			return nil, fmt.Sprintf("counts: expected whole numbers from 0, got %s at position %d", show(v), i+1)
		}
	}
	return o, ""
}

// match gives the runs of one model and task the histograms of its model file.
// Rows that agree in all shared fields are taken in the order of both files.
func (r *reader) match(rows []modelRow, of *modelRuns, path string) {
	runs, matched := of.count(), 0
	for i, row := range rows {
		found := of.runs[row.key]
		switch {
		case row.wrong != "":
			r.note(path, i+1, row.field, "%s; no histogram of response lengths for the row", row.wrong)
			continue
		case len(found) == 0 && r.partial[of.task]:
			continue // most likely the row of a run that was left out
		case len(found) == 0:
			r.note(path, i+1, "", "%s has no row with the same values of all shared fields; histogram left out", TaskPath(of.task))
			continue
		}
		of.runs[row.key] = found[1:]
		matched++
		if row.lengths != nil {
			r.llm.SetLengths(found[0], row.lengths)
		}
	}
	if absent := runs - matched; absent > 0 && matched == len(rows) {
		r.note(path, 0, "configurations", "%d of %d rows of %s are missing here; no histograms of response lengths for them", absent,
			runs, TaskPath(of.task))
	}
}
