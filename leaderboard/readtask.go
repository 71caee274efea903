package leaderboard

import (
	"context"
	"fmt"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// loadTasks reads the task files and takes their rows, task by task.
func (r *reader) loadTasks(ctx context.Context, names []string) {
	paths := lists.Map(names, TaskPath)
	type read struct {
		task task
		err  error
	}
	files := each(ctx, r, paths, func(i int, text []byte, err error) read {
		if err != nil {
			return read{err: err}
		}
		t, err := parseTask(text, names[i])
		return read{t, err}
	})
	for i, f := range files {
		if f.err != nil {
			r.note(paths[i], 0, "", "%v; task left out; publish the file or remove the task from index.json", f.err)
			continue
		}
		if !r.whole[f.task.domain] {
			r.take(f.task, paths[i])
		}
	}
}

// take decodes the rows of a task file.
func (r *reader) take(t task, path string) {
	in := r.llm
	if t.domain == "diffusion" {
		in = r.diffusion
	}
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
	v, err := parse(text)
	if err != nil {
		return task{}, err
	}
	top, _ := v.(members)
	rows, err := top.configurations()
	switch {
	case err != nil:
		return task{}, err
	case top.values["task"] != name:
		return task{}, fmt.Errorf("task: expected %q, got %s", name, show(top.values["task"]))
	}
	return task{name, domainOf(top, rows), rows}, nil
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
	var kept []data.Problem
	for _, p := range problems {
		if p.Field != "" {
			if p.Field = l.keyOf(p.Field); p.Field == "" {
				continue
			}
		}
		kept = append(kept, p)
	}
	return kept
}
