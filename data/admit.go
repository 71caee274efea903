package data

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math"
	"regexp"
	"slices"
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
	Problems []Problem

	rows   []*R
	places []place        // where each row was read
	block  []R            // where the next records are kept
	seed   maphash.Seed   // of the digests; they decide nothing alone
	first  map[uint64]int // the first kept record of each digest, by index into rows
	next   map[int]int    // from one record to another that differs and has the same digest
}

// place is a row of a file, counted from 1.
type place struct {
	file string
	row  int
}

// blockLength is how many records are kept together: enough that few allocations
// are made, so few that the last block wastes little.
const blockLength = 256

// Add takes the record that was read from row (counted from 1) of file. A
// record with a wrong value, or equal to an earlier one in every column, is left
// out; the problems say where, which and what to do. Metrics of an unstable run
// may be out of range, since that is often why it is unstable, but they are
// still finite. Add reports whether the record was kept.
func (in *Intake[R]) Add(r R, file string, row int) bool {
	kept := in.room()
	*kept = r
	s := r.Schema()
	wrong := s.wrongFields(kept)
	for i, w := range wrong {
		in.leaveOut(file, row, w.Field, w.Message+"; row left out", i == 0)
	}
	if len(wrong) > 0 {
		return false
	}
	if in.first == nil {
		in.seed, in.first, in.next = maphash.MakeSeed(), map[uint64]int{}, map[int]int{}
	}
	if earlier, twin := in.remember(kept, maphash.Comparable(in.seed, r)); twin {
		in.leaveOut(file, row, "", fmt.Sprintf("the same run as %s row %d in every column; left out, remove one of them", earlier.file, earlier.row), true)
		return false
	}
	if name, _ := s.text(kept, "nickname"); markup.MatchString(name) {
		in.Problems = append(in.Problems, Problem{
			File: file, Row: row, Field: "nickname",
			Message: show(name) + " looks like markup; it is shown as text, better rename the model",
		})
	}
	in.block = in.block[:len(in.block)+1]
	in.rows, in.places = append(in.rows, kept), append(in.places, place{file, row})
	return true
}

// room is where the next record can be kept; it is taken only when the block grows
// over it.
func (in *Intake[R]) room() *R {
	if len(in.block) == cap(in.block) {
		in.block = make([]R, 0, blockLength)
	}
	return &in.block[:len(in.block)+1][len(in.block)]
}

// remember notes the record that is kept next, or tells where an equal one was read.
// Records are found by a digest, since a map with records for keys would hold all of
// them a second time.
func (in *Intake[R]) remember(r *R, digest uint64) (earlier place, twin bool) {
	at, known := in.first[digest]
	if !known {
		in.first[digest] = len(in.rows)
		return place{}, false
	}
	for {
		if *in.rows[at] == *r {
			return in.places[at], true
		}
		further, more := in.next[at]
		if !more {
			in.next[at] = len(in.rows)
			return place{}, false
		}
		at = further
	}
}

// Len is the number of records kept.
func (in *Intake[R]) Len() int { return len(in.rows) }

// Runs is the collection of the records kept so far, in the order in which they
// came; see [NewRuns].
func (in *Intake[R]) Runs(stableOnly bool) Runs[R] {
	return collection(slices.Clone(in.rows), stableOnly)
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
func (s *Schema[R]) wrongFields(r *R) []Problem {
	stable := true
	if i, ok := s.byName["is_stable"]; ok {
		stable = s.columns[i].value(r) != false
	}
	var wrong []Problem
	for i := range s.columns {
		c := &s.columns[i]
		if why := c.wrong(r, stable); why != "" {
			wrong = append(wrong, Problem{Field: c.Name, Message: why})
		}
	}
	return wrong
}

// wrong says why the value of a record cannot be taken, "" if it can.
func (c *FieldOf[R]) wrong(r *R, stable bool) string {
	switch p := c.At(r).(type) {
	case *float64:
		return c.wrongNumber(*p, stable)
	case *Opt[float64]:
		if p.present {
			return c.wrongNumber(p.value, stable)
		}
	case *int:
		return c.wrongCount(*p)
	case *Opt[int]:
		if p.present {
			return c.wrongCount(p.value)
		}
	case *string:
		return c.wrongText(*p)
	case *Opt[string]:
		if p.present {
			return c.wrongText(p.value)
		}
	}
	return ""
}

func (c *FieldOf[R]) wrongNumber(x float64, stable bool) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Sprintf("want a finite number, got %v", x)
	}
	// a key such as num_gpus is never a measurement: always positive
	if c.Positive && x <= 0 && (stable || !c.measured()) {
		return fmt.Sprintf("want a positive number, got %v", x)
	}
	return ""
}

func (c *FieldOf[R]) wrongCount(n int) string {
	if c.Positive && n <= 0 {
		return fmt.Sprintf("want a positive integer, got %d", n)
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
