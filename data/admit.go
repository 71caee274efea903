package data

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// A model id becomes a file name and an address, so it is held to what model
// hubs allow: one or two parts of letters, digits, dot, hyphen and underscore.
var modelID = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)?$`)

// IsTask reports whether id can name a task: lower-case letters and digits in
// words joined by hyphens, so that it can be a file name and part of an address.
func IsTask(id string) bool { return len(id) <= longestText && taskID.MatchString(id) }

var taskID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

var markup = regexp.MustCompile(`<[A-Za-z/!]`)

// the longest model id, name or path that is taken for one
const longestText = 300

// Intake takes the records of one source, row by row, and keeps the good ones.
type Intake[R Record[R]] struct {
	Records  []R
	Problems []Problem
	places   map[R]string
}

// Add takes the record that was read from row (counted from 1) of file. A
// record with a wrong value, or equal to an earlier one in every column, is left
// out; the problems say where, which and what to do. Metrics of an unstable run
// may be out of range, since that is often why it is unstable, but they are
// still finite. Add reports whether the record was kept.
func (in *Intake[R]) Add(r R, file string, row int) bool {
	s := schemaOf[R]()
	wrong := s.wrongFields(r)
	for i, w := range wrong {
		in.leaveOut(file, row, w.Field, w.Message+"; row left out", i == 0)
	}
	if len(wrong) > 0 {
		return false
	}
	if earlier, twin := in.places[r]; twin {
		in.leaveOut(file, row, "", "the same run as "+earlier+" in every column; left out, remove one of them", true)
		return false
	}
	if name, _ := s.Value(r, "nickname").(string); markup.MatchString(name) {
		in.Problems = append(in.Problems, Problem{
			File: file, Row: row, Field: "nickname",
			Message: show(name) + " looks like markup; it is shown as text, better rename the model",
		})
	}
	if in.places == nil {
		in.places = map[R]string{}
	}
	in.places[r] = fmt.Sprintf("%s row %d", file, row)
	in.Records = append(in.Records, r)
	return true
}

// Reject notes a row that could not be decoded into a record.
func (in *Intake[R]) Reject(file string, row int, field, message string) {
	in.leaveOut(file, row, field, message+"; row left out", true)
}

func (in *Intake[R]) leaveOut(file string, row int, field, message string, first bool) {
	p := Problem{File: file, Row: row, Field: field, Message: message}
	if first { // a row with two wrong values is still one row
		p.LeftOut = 1
	}
	in.Problems = append(in.Problems, p)
}

// wrongFields lists what keeps r out of the results.
func (s *Schema[R]) wrongFields(r R) []Problem {
	stable := s.Value(r, "is_stable") != false
	var wrong []Problem
	for i := range s.columns {
		c := &s.columns[i]
		if why := c.wrong(c.value(&r), stable); why != "" {
			wrong = append(wrong, Problem{Field: c.Name, Message: why})
		}
	}
	return wrong
}

// wrong says why a value cannot be taken, "" if it can.
func (c *FieldOf[R]) wrong(v any, stable bool) string {
	switch x := v.(type) {
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Sprintf("want a finite number, got %v", x)
		}
		// a key such as num_gpus is never a measurement: always positive
		if c.Positive && x <= 0 && (stable || !c.measured()) {
			return fmt.Sprintf("want a positive number, got %v", x)
		}
	case int:
		if c.Positive && x <= 0 {
			return fmt.Sprintf("want a positive integer, got %d", x)
		}
	case string:
		return c.wrongText(x)
	}
	return ""
}

func (c *FieldOf[R]) measured() bool { return c.Better != Neutral || c.Nullable }

func (c *FieldOf[R]) wrongText(s string) string {
	switch {
	case len(s) > longestText && !c.Long && !c.JSON && !c.Path:
		return fmt.Sprintf("want at most %d bytes, got %d", longestText, len(s))
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }):
		return fmt.Sprintf("want printable text, got %s", show(s))
	case c.JSON && !json.Valid([]byte(s)):
		return fmt.Sprintf("want JSON, got %s", show(s))
	}
	switch c.Name {
	case "model_id":
		if !modelID.MatchString(s) {
			return fmt.Sprintf("want organization/name of letters, digits, dot, hyphen, underscore; got %s", show(s))
		}
	case "task":
		if !taskID.MatchString(s) {
			return fmt.Sprintf("want lower-case letters, digits and hyphens; got %s", show(s))
		}
	case "nickname", "gpu_model", "weight_precision", "architecture":
		if strings.TrimSpace(s) == "" {
			return "want a name, got an empty text"
		}
	}
	return ""
}
