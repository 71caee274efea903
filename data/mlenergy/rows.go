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
	values []*columnfile.Values // by field; nil where no row has a value
	index  map[string]int
	schema *data.Schema[R]
	row    R // that is decoded
}

// rowsOf decodes the columns of a record type; without any of them the file is
// left out, with the reasons.
func rowsOf[R data.Record[R]](l *loader, name string, file *columns) (*rows[R], bool) {
	var zero R
	r := &rows[R]{name: name, fields: zero.Schema().Fields(), index: map[string]int{}, schema: zero.Schema()}
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
	return r.cell(row, r.index[field])
}

// cell is the value of the i-th field in a row.
func (r *rows[R]) cell(row, i int) any {
	if r.values[i] == nil {
		return nil
	}
	return r.values[i].At(row)
}

// record decodes one row; a value that does not fit its field rejects it.
func (r *rows[R]) record(row int, in *data.Intake[R]) (record R, ok bool) {
	r.row = record
	for i := range r.fields {
		f := &r.fields[i]
		value := gap(f, r.cell(row, i))
		if f.Path {
			value = r.path(row, f, value, in)
		}
		if err := r.set(f, value); err != nil {
			in.Reject(r.name, row+1, f.Name, err.Error())
			return record, false
		}
	}
	return r.row, true
}

func (r *rows[R]) set(f *data.Field, value any) error {
	if domain, there := value.(string); there && f.Name == "domain" && domain != r.schema.Domain {
		return fmt.Errorf("want %s, got %s", r.schema.Domain, clip(domain))
	}
	return r.schema.Set(&r.row, f.Name, value)
}

// gap turns a NaN among integers into a missing value: data frames that store
// integers with gaps as doubles mark the gaps so.
func gap(f *data.Field, value any) any {
	if x, ok := value.(float64); ok && f.Kind == data.Int && f.Nullable && math.IsNaN(x) {
		return nil
	}
	return value
}
