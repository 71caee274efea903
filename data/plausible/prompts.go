package plausible

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// countsPrompts is in what a basis calls a token where that of an input is one, too.
var countsPrompts = regexp.MustCompile(`(?i)input|prompt|total|\ball\b`)

// ofPrompts tells relations of which the quotient is, row by row, one of the numbers of input and output tokens: a column counts prompts
// too, or the two are exchanged.
func (t *tally) ofPrompts(source int, known map[string]bool) (told string, fields []string) {
	s, d := t.table.Schema(), t.sources[source].Written
	input, output := s.Name(data.RoleInputTokens), s.Name(data.RoleOutputTokens)
	if d == nil || input == "" || output == "" {
		return "", nil
	}
	in, out := t.table.Reader(input), t.table.Reader(output)
	for _, r := range t.relations() {
		runs := t.stating(append(r.fields(), input, output), source)
		if r.loose || r.computed && countsPrompts.MatchString(s.Basis.Token) || len(runs) < fewestRelated || t.settled(r.fields(), known) {
			continue
		}
		quotients := t.quotients(r, runs, "", 0)
		is := func(of func(in, out float64) float64) bool {
			differ := 0 // from 1
			return lists.All(lists.Indices(len(runs)), func(i int) bool {
				x, _ := in(runs[i])
				y, _ := out(runs[i])
				expected := of(x, y)
				differ += lists.One(max(expected, 1/expected) > unequal)
				return data.Near(quotients[i], expected, closely)
			}) && 2*differ > len(runs)
		}
		all, said, blamed := "in all "+units.Counted(len(runs), "row"), "", []string(nil)
		above, below := r.above.Text, r.below.Text
		switch {
		case is(func(in, out float64) float64 { return in / out }), is(func(in, out float64) float64 { return out / in }):
			said = fmt.Sprintf("%s, %s is to %s as %s to %s are to one another: they are exchanged, or one column is of the other", all, above, below, input, output)
			blamed = []string{output, input}
		case is(func(in, out float64) float64 { return (in + out) / out }):
			said, blamed = fmt.Sprintf("%s, %s is %s with %s counted too: use output tokens alone", all, above, below, input), t.counting(r.above.Fields, input)
		case is(func(in, out float64) float64 { return out / (in + out) }):
			said, blamed = fmt.Sprintf("%s, %s is %s with %s counted too: use output tokens alone", all, below, above, input), t.counting(r.below.Fields, input)
			if used := t.counting(r.above.Fields, input); len(used) == 1 { // divided by them
				said, blamed = fmt.Sprintf("%s, it is divided by %s too, unlike what %s is of: divide by output tokens alone", all, input, below), used
			}
		default:
			continue
		}
		if told = cmp.Or(told, said); fields == nil {
			fields = blamed
		} else if both := lists.Filter(fields, func(name string) bool { return slices.Contains(blamed, name) }); len(both) > 0 {
			fields = both
		}
	}
	fields = lists.Filter(fields, func(name string) bool { return d.Fields[name] > 0 })
	return told + "; correct " + strings.Join(t.lines(source, fields), " or "), fields
}

// counting are the fields of a product that are computed with another one or, if none is, all.
func (t *tally) counting(product []string, with string) []string {
	s := t.table.Schema()
	used := lists.Filter(product, func(name string) bool { return name != with && slices.Contains(s.ReadFor(name), with) })
	if len(used) > 0 {
		return used
	}
	return product
}
