package mlenergy

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
)

// mostProblems of one file are kept one by one: more of them tell nobody more,
// and a hostile file could fill the memory with them.
const mostProblems = 10_000

// excess counts the problems that are not listed.
type excess struct {
	problems, leftOut int
}

// fold drops what exceeds the limit from the list and counts it.
func (e *excess) fold(list *[]data.Problem) {
	if len(*list) <= mostProblems {
		return
	}
	for _, p := range (*list)[mostProblems:] {
		e.problems++
		e.leftOut += p.LeftOut
	}
	*list = (*list)[:mostProblems]
}

// summary is the problem that stands for those not listed, if there are any.
func (e *excess) summary(file string) []data.Problem {
	if e.problems == 0 {
		return nil
	}
	return []data.Problem{{
		File: file, LeftOut: e.leftOut,
		Message: fmt.Sprintf("%d problems are listed, %d more are not; %d of their rows left out", mostProblems, e.problems, e.leftOut),
	}}
}
