package mlenergy

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

func (l *loader) llm(name string, file *columns) {
	rows, ok := rowsOf[data.LLMRun](l, name, file)
	if !ok {
		return
	}
	var excess excess
	for i := range file.Rows {
		if path, there := rows.at(i, "results_path").(string); there {
			l.paths[path] = true
		}
		if l.o.StableOnly && rows.at(i, "is_stable") == false {
			continue
		}
		run, ok := rows.record(i, &l.llmRuns)
		if ok && l.llmRuns.Add(run, name, i+1) {
			if path, there := run.ResultsPath.Value(); there {
				l.byPath[path] = append(l.byPath[path], run)
			}
		}
		excess.fold(&l.llmRuns.Problems)
	}
	l.note(excess.summary(name)...)
}

func (l *loader) diffusion(name string, file *columns) {
	rows, ok := rowsOf[data.DiffusionRun](l, name, file)
	if !ok {
		return
	}
	var excess excess
	for i := range file.Rows {
		if run, ok := rows.record(i, &l.diffusionRuns); ok {
			l.diffusionRuns.Add(run, name, i+1)
		}
		excess.fold(&l.diffusionRuns.Problems)
	}
	l.note(excess.summary(name)...)
}

// rows is the decoded columns of one file of records.
type rows[R data.Record[R]] struct {
	name   string
	fields []data.Field
	values []*columnfile.Values // nil where no row has a value
	index  map[string]int
}

// rowsOf decodes the columns of a record type; without any of them the file is
// left out, with the reasons.
func rowsOf[R data.Record[R]](l *loader, name string, file *columns) (*rows[R], bool) {
	var zero R
	r := &rows[R]{name: name, fields: zero.Schema().Fields(), index: map[string]int{}}
	for i, f := range r.fields {
		r.index[f.Name] = i
	}
	l.note(file.extra(name, r.fields)...)
	var wrong []data.Problem
	if r.values, wrong = file.read(name, r.fields); len(wrong) > 0 {
		wrong[0].LeftOut = file.Rows
		l.note(wrong...)
		return nil, false
	}
	if file.Rows == 0 {
		l.empty = append(l.empty, name)
	}
	return r, true
}

// at is the value of a field in a row counted from 0.
func (r *rows[R]) at(row int, field string) any {
	values := r.values[r.index[field]]
	if values == nil {
		return nil
	}
	return values.At(row)
}

// record decodes one row; a value that does not fit its field rejects it.
func (r *rows[R]) record(row int, in *data.Intake[R]) (record R, ok bool) {
	for _, f := range r.fields {
		value := gap(f, r.at(row, f.Name))
		if f.Path {
			value = r.path(row, f, value, in)
		}
		if err := r.set(&record, f, value); err != nil {
			in.Reject(r.name, row+1, f.Name, err.Error())
			return record, false
		}
	}
	return record, true
}

func (r *rows[R]) set(record *R, f data.Field, value any) error {
	schema := (*record).Schema()
	if domain, there := value.(string); there && f.Name == "domain" && domain != schema.Domain {
		return fmt.Errorf("want %s, got %s", schema.Domain, clip(domain))
	}
	return schema.Set(record, f.Name, value)
}

// gap turns a NaN among integers into a missing value: data frames that store
// integers with gaps as doubles mark the gaps so.
func gap(f data.Field, value any) any {
	if x, ok := value.(float64); ok && f.Kind == data.Int && f.Nullable && math.IsNaN(x) {
		return nil
	}
	return value
}
