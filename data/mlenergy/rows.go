package mlenergy

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

func (l *loader) llm(name string, file *columns) {
	s := l.llmRuns.Schema()
	l.take(name, file, l.llmRuns, s.Name(data.RoleResultsFile), s.Name(data.RoleStable))
}

func (l *loader) diffusion(name string, file *columns) { l.take(name, file, l.diffusionRuns, "", "") }

// take takes in the rows of a file. Path names the field by which other files know a
// run, stable that which says whether it counts.
func (l *loader) take(name string, file *columns, in *data.Intake, path, stable string) {
	rows, ok := l.rows(name, file, in)
	if !ok {
		return
	}
	var excess excess
	for i := range file.Rows {
		if path, there := rows.at(i, path).(string); there {
			l.paths[path] = true
		}
		if l.o.StableOnly && rows.at(i, stable) == false {
			continue
		}
		run, ok := rows.run(i)
		if ok && in.Add(run, name, i+1) {
			if path, there := run.Value(path).(string); there {
				l.byPath[path] = append(l.byPath[path], in.Len()-1)
			}
		}
		excess.fold(&in.Problems)
	}
	l.note(excess.summary(name)...)
}

// rows is the decoded columns of one file of runs.
type rows struct {
	name   string
	in     *data.Intake
	schema *data.Schema
	fields []data.Field
	values map[string]*columnfile.Values // by field; nil where no row has a value
}

// rows decodes the columns of a record type; without any of them the file is left out,
// with the reasons.
func (l *loader) rows(name string, file *columns, in *data.Intake) (*rows, bool) {
	r := &rows{name: name, in: in, schema: in.Schema(), fields: in.Schema().Stated(), values: map[string]*columnfile.Values{}}
	l.note(file.extra(name, in.Schema().Fields())...)
	values, wrong := file.read(name, r.fields)
	if len(wrong) > 0 {
		wrong[0].LeftOut = file.Rows
		l.note(wrong...)
		return nil, false
	}
	for i, f := range r.fields {
		r.values[f.Name] = values[i]
	}
	if file.Rows == 0 {
		l.empty = append(l.empty, name)
	}
	return r, true
}

// at is the value of a field in a row counted from 0.
func (r *rows) at(row int, field string) any {
	if r.values[field] == nil {
		return nil
	}
	return r.values[field].At(row)
}

// run decodes one row; a value that does not fit its field rejects it.
func (r *rows) run(row int) (data.Row, bool) {
	run := data.NewRow(r.schema)
	for i := range r.fields {
		f := &r.fields[i]
		value := gap(f, r.at(row, f.Name))
		if f.Path {
			value = r.path(row, f, value)
		}
		if err := r.set(run, f, value); err != nil {
			r.in.Reject(r.name, row+1, f.Name, err.Error())
			return run, false
		}
	}
	return run, true
}

func (r *rows) set(run data.Row, f *data.Field, value any) error {
	if domain, there := value.(string); there && f.Role == data.RoleDomain && domain != r.schema.Domain {
		return fmt.Errorf("want %s, got %s", r.schema.Domain, clip(domain))
	}
	return run.Set(f.Name, value)
}

// gap turns a NaN among integers into a missing value: data frames that store
// integers with gaps as doubles mark the gaps so.
func gap(f *data.Field, value any) any {
	if x, ok := value.(float64); ok && f.Kind == data.Int && f.Nullable && math.IsNaN(x) {
		return nil
	}
	return value
}
