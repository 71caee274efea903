package command

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// shownAlike is how many rows with the same problem are printed.
const shownAlike = 3

// problemLines are problems as lines of text. Of many rows with the same problem, the first are printed and the others
// counted: those of the same file as the last one, and those of other files.
func problemLines(problems []data.Problem) (lines []string) {
	first := causes(problems)
	kinds, seen, told := lists.Under(first, alike), map[data.Problem]int{}, map[data.Problem][2]bool{}
	for _, p := range first {
		kind := alike(p)
		if seen[kind]++; seen[kind] > shownAlike {
			same := kinds[kind]
			other := func(o data.Problem) int { return lists.One(o.File != same[shownAlike-1].File) }
			parts, part := told[kind], other(p)
			if parts[part] {
				continue
			}
			parts[part] = true
			told[kind] = parts
			p = counted(lists.Filter(same[shownAlike:], func(o data.Problem) bool { return other(o) == part }))
		}
		lines = append(lines, p.Error())
	}
	if follow := lists.Count(problems, func(p data.Problem) bool { return p.Follows }); follow > 0 {
		lines = append(lines, fmt.Sprintf("not listed, since they follow from these: %d", follow))
	}
	return lines
}

// counted is one problem in place of several that are alike.
func counted(same []data.Problem) data.Problem {
	p, n := same[0], len(same)
	if n == 1 {
		return p
	}
	files := lists.Distinct(lists.Map(same, func(o data.Problem) string { return o.File }))
	p.Row, p.Accepted, p.Message = 0, "", fmt.Sprintf("%d more rows with the same problem", n)
	if len(files) > 1 {
		rows := data.When(n > len(files), units.Counted(n, "row")+" of ").Or("")
		p.File, p.Message = "", fmt.Sprintf("the same of %s%d more files, such as %s", rows, len(files), files[0])
	}
	return p
}

// causes are the problems without those that follow from another one. What must be accepted for a run is told with its first.
func causes(problems []data.Problem) (all []data.Problem) {
	place := func(p data.Problem) data.Place { return data.Place{File: p.File, Row: p.Row} }
	of := lists.Under(lists.Filter(problems, func(p data.Problem) bool { return p.Follows && p.Row > 0 }), place)
	for _, p := range problems {
		if p.Follows {
			continue
		}
		codes := lists.Distinct(lists.Map(of[place(p)], func(o data.Problem) string { return o.Code }))
		if more := lists.Filter(codes, func(code string) bool { return code != "" && code != p.Code }); len(more) > 0 {
			p.Message = strings.Replace(p.Message, "accept "+p.Code+" with", "accept "+strings.Join(append([]string{p.Code}, more...), ", ")+" with", 1)
		}
		all = append(all, p)
	}
	return all
}

// values are what differs between the messages of rows with the same problem.
var values = regexp.MustCompile(`"(\\.|[^"\\])*"|[-+]?[0-9][0-9.,e+-]*|\bNaN\b|[-+]?Inf\b`)

// alike is a problem without its file, row and values. A line of a text is only like itself, and so is what concerns no file.
func alike(p data.Problem) data.Problem {
	if p.File == "" || p.Lines {
		return p
	}
	p.File, p.Row, p.LeftOut, p.Configuration, p.Message = "", 0, 0, "", values.ReplaceAllString(p.Message, "")
	if p.Code != "" {
		p.Message = ""
	}
	return p
}
