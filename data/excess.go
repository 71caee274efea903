package data

import "fmt"

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
	for _, p := range (*list)[mostProblems:] {
		e.problems++
		e.leftOut += p.LeftOut
	}
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
