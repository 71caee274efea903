package mlenergy

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

// columns is a Parquet file whose columns are compared with the field table
// before anything is read: a column that is missing or of another type must not
// become a zero.
type columns struct {
	*columnfile.File
}

func (c *columns) named(name string) (columnfile.Column, bool) {
	for _, column := range c.Columns {
		if column.Name == name {
			return column, true
		}
	}
	return columnfile.Column{}, false
}

// recordType is the domain of the records in the file, told by the columns that
// only one record type has; "" if it is neither.
func recordType(c *columns) string {
	llm := data.LLMRun{}.Schema()
	diffusion := data.DiffusionRun{}.Schema()
	own := 0
	for _, column := range c.Columns {
		_, ofLLM := llm.Field(column.Name)
		_, ofDiffusion := diffusion.Field(column.Name)
		switch {
		case ofLLM && !ofDiffusion:
			own++
		case ofDiffusion && !ofLLM:
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

// read decodes the columns of the fields. What is wrong with one keeps the file
// out; all of it is told at once.
func (c *columns) read(name string, fields []data.Field) (values []*columnfile.Values, wrong []data.Problem) {
	values = make([]*columnfile.Values, len(fields))
	for i, f := range fields {
		column, found := c.named(f.Name)
		var err error
		if !found {
			err = fmt.Errorf("the column is missing; write all %d columns, those without values too", len(fields))
		} else {
			values[i], err = c.column(column, f)
		}
		if err != nil {
			wrong = append(wrong, data.Problem{File: name, Field: f.Name, Message: err.Error() + "; file left out"})
		}
	}
	return values, wrong
}

// column decodes one column; nil for one without any value, which says nothing
// about its type.
func (c *columns) column(column columnfile.Column, f data.Field) (*columnfile.Values, error) {
	if accepts(f, column.Type) {
		return c.Read(column)
	}
	empty, err := c.Empty(column)
	if err != nil {
		return nil, err
	}
	if !empty {
		return nil, fmt.Errorf("want %s, got %s; %s", wanted(f), column.Declared, remedy(f))
	}
	return nil, nil
}

// accepts says which columns hold the field without loss. Numbers may be
// integers where they count something, but a measured quantity that was stored
// in integers has lost its fraction, as one in FLOAT has lost digits. Integers
// may be doubles: data frames turn an integer column with gaps into one.
func accepts(f data.Field, t columnfile.Type) bool {
	switch f.Kind {
	case data.String:
		return t == columnfile.Text
	case data.Int:
		return t == columnfile.Integer || t == columnfile.Double
	case data.Float:
		return t == columnfile.Double || t == columnfile.Integer && f.Better == data.Neutral
	case data.Bool:
		return t == columnfile.Boolean
	}
	return false
}

func wanted(f data.Field) string {
	return map[data.Kind]string{
		data.String: "text (BYTE_ARRAY STRING)", data.Int: "integers (INT32 or INT64)",
		data.Float: "numbers (DOUBLE)", data.Bool: "truth values (BOOLEAN)",
	}[f.Kind]
}

func remedy(f data.Field) string {
	if f.Kind == data.Float {
		return "write the column as DOUBLE, which alone is exact"
	}
	return "write the column with that type"
}

// extra notes the columns that no field reads.
func (c *columns) extra(name string, fields []data.Field) []data.Problem {
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Name] = true
	}
	var problems []data.Problem
	for _, column := range c.Columns {
		if !known[column.Name] {
			problems = append(problems, data.Problem{
				File: name, Field: clip(column.Name),
				Message: "unknown column (" + column.Declared + "); its values are ignored, the rows stay",
			})
		}
	}
	return problems
}

// clip makes a text of a file fit a message.
func clip(s string) string {
	const most = 100
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
