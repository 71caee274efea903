package data

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Stored is a Parquet file whose columns were compared with a field table before reading, because a column that is
// missing or of another type must not become a zero.
type Stored struct {
	*columnfile.File
	fields []Field
	values []*columnfile.Values // of each field; nil where no row has a value
	at     map[string]int       // the place of each field among them
}

// OpenStored decodes the columns of the fields. Unknown columns are reported as problems. If another column has an
// error, the file is left out, and all errors are reported together. A column that was added later may be missing, as
// may columns for which absent returns true, which is reported; their values are missing.
func OpenStored(name string, file *columnfile.File, fields []Field, absent func(Field) bool) (s *Stored, noted, wrong []Problem) {
	s = &Stored{file, fields, make([]*columnfile.Values, len(fields)), map[string]int{}}
	noted = s.unknown(name)
	for i, f := range fields {
		s.at[f.Name] = i
		column, found := s.named(f.Name)
		var err error
		switch {
		case found:
			s.values[i], err = s.column(column, f)
		case f.Added:
		case absent != nil && absent(f):
			noted = append(noted, Problem{File: name, Field: f.Name, Message: "the column is missing; its values are treated as missing"})
		default:
			published := lists.Count(fields, func(f Field) bool { return !f.Added }) // in every file
			err = fmt.Errorf("the column is missing; write all %d columns, including those without values", published)
		}
		if err != nil {
			wrong = append(wrong, Problem{File: name, Field: f.Name, Message: err.Error() + "; file left out"})
		}
	}
	return s, noted, wrong
}

// At returns the value of a field in a row counted from 0, nil if it is missing.
func (s *Stored) At(row int, field string) any {
	i, known := s.at[field]
	if !known {
		return nil
	}
	return s.value(row, i)
}

func (s *Stored) value(row, field int) any {
	if s.values[field] == nil {
		return nil
	}
	return s.values[field].At(row)
}

// row decodes one row of a record type into a run without values; a value that does not fit its field rejects it.
func (in *Intake) row(s *Stored, name string, at int, run Row, places []int) (ok bool) {
	var wrong []Problem
	for i := range s.fields {
		f := &s.fields[i]
		if f.Computed {
			continue
		}
		value := gap(f, s.value(at, i))
		if f.Path {
			value = in.below(name, at+1, f, value)
		}
		err := error(nil)
		if domain, there := value.(string); there && f.Role == RoleDomain && domain != in.schema.Domain {
			err = fmt.Errorf("expected %s, got %s", in.schema.Domain, ClipName(domain))
		} else {
			err = run.Put(places[i], value)
		}
		if err != nil {
			wrong = append(wrong, Problem{Field: f.Name, Message: err.Error()})
		}
	}
	return !in.refuses(name, at+1, run, wrong)
}

// Take adds the rows of a file, counted from 0, except those in skip, and calls kept for each row that was kept, with a
// run that holds until it returns; both may be nil. If there are too many problems, only the first are listed.
func (in *Intake) Take(s *Stored, name string, skip func(row int) bool, kept func(row int, run Row)) {
	var excess Excess
	empty, run := NewRow(in.schema), NewRow(in.schema)
	places := lists.Map(s.fields, func(f Field) int { return in.schema.byName[f.Name] })
	in.reserve(s.Rows)
	for i := range s.Rows {
		if skip != nil && skip(i) {
			continue
		}
		copy(run.values, empty.values)
		if in.row(s, name, i, run, places) && in.Add(run, name, i+1) && kept != nil {
			kept(i, run)
		}
		excess.Fold(&in.Problems)
	}
	in.Problems = append(in.Problems, excess.Summary(name)...)
}

// below drops a path that leads out of the source, which nobody may follow later, and
// keeps its row. An empty path is a missing one.
func (in *Intake) below(file string, row int, f *Field, value any) any {
	name, ok := value.(string)
	switch {
	case !ok || name != "" && inside(name):
		return value
	case name != "":
		in.note(file, row, Problem{
			Field: f.Name,
			Message: "the path " + ClipName(name) +
				" is not inside the source; the path is ignored, the row is kept; write it relative to the source",
		})
	}
	return nil
}

// inside reports whether a path is relative and never climbs; with either kind
// of slash, since a path may be read on another system than it was written on.
func inside(name string) bool {
	slashed := strings.ReplaceAll(name, `\`, "/")
	climbs := slices.Contains(strings.Split(slashed, "/"), "..")
	drive := len(slashed) > 1 && slashed[1] == ':'
	return !climbs && !drive && !strings.HasPrefix(slashed, "/") && filepath.IsLocal(filepath.FromSlash(slashed))
}

// gap turns a NaN among integers into a missing value: data frames that store
// integers with gaps as doubles mark the gaps so.
func gap(f *Field, value any) any {
	if x, ok := value.(float64); ok && f.Kind == Int && f.Nullable && math.IsNaN(x) {
		return nil
	}
	return value
}

func (s *Stored) named(name string) (columnfile.Column, bool) {
	return lists.Find(s.Columns, func(c columnfile.Column) bool { return c.Name == name })
}

// column decodes one column; nil for one without any value, which says nothing
// about its type.
func (s *Stored) column(column columnfile.Column, f Field) (*columnfile.Values, error) {
	if accepts(f, column.Type) {
		return s.Read(column)
	}
	empty, err := s.Empty(column)
	if err != nil {
		return nil, err
	}
	if !empty {
		remedy := When(f.Kind == Float, "write the column as DOUBLE, the only exact type").Or("write the column with that type")
		return nil, fmt.Errorf("expected %s, got %s; %s", wanted[f.Kind], column.Declared, remedy)
	}
	return nil, nil
}

// accepts says which columns hold the field without loss. Numbers may be
// integers where they count something, but a measured quantity that was stored
// in integers has lost its fraction, as one in FLOAT has lost digits. Integers
// may be doubles: data frames turn an integer column with gaps into one.
func accepts(f Field, t columnfile.Type) bool {
	switch f.Kind {
	case String:
		return t == columnfile.Text
	case Int:
		return t == columnfile.Integer || t == columnfile.Double
	case Float:
		return t == columnfile.Double || t == columnfile.Integer && f.Better == Neutral
	case Bool:
		return t == columnfile.Boolean
	}
	return false
}

var wanted = map[Kind]string{
	String: "text (BYTE_ARRAY STRING)", Int: "integers (INT32 or INT64)", Float: "numbers (DOUBLE)", Bool: "truth values (BOOLEAN)",
}

// unknown notes the columns that no field reads; the id of a run is computed anew.
func (s *Stored) unknown(name string) (noted []Problem) {
	known := map[string]bool{runField.Name: true}
	for _, f := range s.fields {
		known[f.Name] = true
	}
	for _, column := range s.Columns {
		if !known[column.Name] {
			noted = append(noted, Problem{
				File: name, Field: ClipName(column.Name),
				Message: "unknown column (" + column.Declared + "); its values are ignored, the rows are kept",
			})
		}
	}
	return noted
}

// ClipName shortens a name or text of a file for a message.
func ClipName(s string) string { return units.Shown(s) }
