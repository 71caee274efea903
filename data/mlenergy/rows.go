package mlenergy

import (
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

func (l *loader) llm(name string, file *columnfile.File) {
	s := l.llmRuns.Schema()
	l.take(name, file, l.llmRuns, s.Name(data.RoleResultsFile), s.Name(data.RoleStable))
}

func (l *loader) diffusion(name string, file *columnfile.File) {
	l.take(name, file, l.diffusionRuns, "", "")
}

// take takes in the rows of a file; one with a wrong column is left out, with the
// reasons. Path names the field by which other files know a run, stable that which says
// whether it counts.
func (l *loader) take(name string, file *columnfile.File, in *data.Intake, path, stable string) {
	rows, noted, wrong := data.OpenStored(name, file, in.Schema().Stated(), nil)
	l.note(noted...)
	if len(wrong) > 0 {
		wrong[0].LeftOut = file.Rows
		l.note(wrong...)
		return
	}
	if file.Rows == 0 {
		l.empty = append(l.empty, name)
	}
	skip := func(row int) bool {
		if path, there := rows.At(row, path).(string); there {
			l.paths[path] = true
		}
		return l.o.StableOnly && rows.At(row, stable) == false
	}
	in.Take(rows, name, skip, func(_ int, run data.Row) {
		if path, there := run.Value(path).(string); there {
			l.byPath[path] = append(l.byPath[path], in.Len()-1)
		}
	})
}

// recordType is the domain of the records in the file, told by the columns that
// only one record type has; "" if it is neither.
func recordType(file *columnfile.File) string {
	llm, diffusion := data.LLMRun{}.Schema(), data.DiffusionRun{}.Schema()
	own := 0
	for _, column := range file.Columns {
		switch {
		case llm.Has(column.Name) && !diffusion.Has(column.Name):
			own++
		case diffusion.Has(column.Name) && !llm.Has(column.Name):
			own--
		}
	}
	switch {
	case own > 0:
		return llm.Domain
	case own < 0:
		return diffusion.Domain
	}
	return ""
}
