package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Problem is an error in a source: a value to count and show, not a log line. File is relative to the source. Row
// counts from 1: rows of a table or lines of a text. An empty File or Field and a zero Row mean that the problem does
// not concern a single one.
type Problem struct {
	File    string `json:"file"`
	Row     int    `json:"row"`
	Field   string `json:"field"`
	Message string `json:"message"`
	// Code names the violated rule: one of those below or of a [Law]; "" for a file or row that cannot be read.
	Code string `json:"code"`
	// Accepted is the reason for publishing the run despite the problem.
	Accepted string `json:"accepted"`
	// Doubt reports that the run may be right: it is shown, but not ranked until somebody accepts it.
	Doubt bool `json:"-"`
	// LeftOut is the number of records left out because of the problem.
	LeftOut int `json:"-"`
	// Configuration is the id of the configuration whose run is left out, see [Table.ConfigurationID]; "" if the
	// row does not say.
	Configuration string `json:"-"`
	// Follows reports that another problem tells the cause: what is printed leaves this one out.
	Follows bool `json:"-"`
	// Lines reports that Row is a line of a text.
	Lines bool `json:"-"`
}

// The codes of problems that every record type can have.
const (
	CodeTwice = "twice" // the run is a duplicate
	CodeValue = "value" // no finite number, or not above zero
	CodeRange = "range" // outside the range of the field

	CodeParallel = "parallelism" // a model is split into more parts than there are GPUs
)

// Unaccepted returns the problems without a reason to accept them.
func Unaccepted(problems []Problem) []Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.Accepted != "" })
}

// Error returns the problem as one line: file, row or line, field, message.
func (p Problem) Error() string {
	text := p.Message
	if place := p.Where(); place != "" {
		text = place + ": " + text
	}
	if p.Accepted != "" {
		text += ": accepted: " + p.Accepted
	}
	return text
}

// Where returns the problem's place: "runs/llm.parquet: row 9: energy_per_token_joules".
func (p Problem) Where() string {
	var parts []string
	if p.File != "" {
		parts = append(parts, units.Printable(p.File))
	}
	switch {
	case p.Row > 0 && p.Lines:
		parts = append(parts, fmt.Sprintf("line %d", p.Row))
	case p.Row > 0:
		parts = append(parts, fmt.Sprintf("row %d", p.Row))
	}
	if p.Field != "" {
		parts = append(parts, p.Field)
	}
	return strings.Join(parts, ": ")
}

// SortProblems orders problems by file, row, field and message.
func SortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row),
			cmp.Compare(a.Field, b.Field), cmp.Compare(a.Message, b.Message),
		)
	})
}

// leftOut is how many records are left out because of problems.
func leftOut(problems []Problem) int {
	return lists.Sum(problems, func(p Problem) int { return p.LeftOut })
}

// mostProblems of one file are kept one by one: more of them tell nobody more,
// and a hostile file could fill the memory with them.
const mostProblems = 10_000

// Excess counts the problems that are not listed.
type Excess struct {
	problems, leftOut int
}

// Fold drops what exceeds the limit from the list and counts it.
func (e *Excess) Fold(list *[]Problem) {
	if len(*list) <= mostProblems {
		return
	}
	more := (*list)[mostProblems:]
	e.problems, e.leftOut = e.problems+len(more), e.leftOut+leftOut(more)
	*list = (*list)[:mostProblems]
}

// Summary returns one problem that counts the problems not listed, if there are any.
func (e *Excess) Summary(file string) []Problem {
	if e.problems == 0 {
		return nil
	}
	return []Problem{{
		File: file, LeftOut: e.leftOut,
		Message: fmt.Sprintf("the list ends after %d problems; %d more left out %d rows", mostProblems, e.problems, e.leftOut),
	}}
}
