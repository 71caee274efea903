package command

import (
	"fmt"
	"regexp"

	"github.com/jouleboard/jouleboard/data"
)

// shownAlike is how many rows with the same problem are printed.
const shownAlike = 3

// problemLines are problems as lines of text. Of many rows of a file with the same problem, the first are printed and
// the others counted.
func problemLines(problems []data.Problem) (lines []string) {
	rows, seen := map[data.Problem]int{}, map[data.Problem]int{}
	for _, p := range problems {
		rows[alike(p)]++
	}
	for _, p := range problems {
		kind := alike(p)
		seen[kind]++
		more := rows[kind] - shownAlike
		switch {
		case seen[kind] <= shownAlike || more == 1:
			lines = append(lines, p.Error())
		case seen[kind] == shownAlike+1:
			p.Row, p.Accepted, p.Message = 0, "", fmt.Sprintf("%d more rows with the same problem", more)
			lines = append(lines, p.Error())
		}
	}
	return lines
}

// values are what differs between the messages of rows with the same problem.
var values = regexp.MustCompile(`"(\\.|[^"\\])*"|[-+]?[0-9][0-9.,e+-]*|\bNaN\b|[-+]?Inf\b`)

// alike is a problem without its row and values. A line of a text is only like itself.
func alike(p data.Problem) data.Problem {
	if p.Row == 0 || p.Lines {
		return p
	}
	p.Row, p.LeftOut, p.Configuration, p.Message = 0, 0, "", values.ReplaceAllString(p.Message, "")
	if p.Code != "" {
		p.Message = ""
	}
	return p
}
