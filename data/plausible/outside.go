package plausible

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// outside tells once of each range that a source declares, and outside of which most of its rows are: the range is probably at fault.
func (t *tally) outside(source int, add func(p data.Problem)) {
	s := &t.sources[source]
	if s.Written == nil {
		return
	}
	beyond := lists.Filter(lists.Indices(len(s.Problems)), func(i int) bool {
		p := s.Problems[i]
		return p.Code == data.CodeRange && p.LeftOut > 0 && p.Row > 0 && s.Written.Fields[p.Field] > 0
	})
	for _, same := range lists.Group(beyond, func(i int) string { return s.Problems[i].Field }) {
		first, n := s.Problems[same[0]], len(same)
		f, _ := t.table.Schema().Field(first.Field)
		isTold := func(p data.Problem) bool { return p.File == s.Written.File && p.Field == f.Name }
		if n < fewestAlike || n <= s.Runs || slices.ContainsFunc(s.Problems, isTold) {
			continue
		}
		said, _, _ := strings.Cut(first.Message, "; ")
		unit := data.When(f.FileUnit != "" && f.FileUnit != f.Unit, fmt.Sprintf(
			"; a range is in %s, the unit of the field, not in %s, that of the files", f.Unit, f.FileUnit))
		said = fmt.Sprintf("in %d of %s, such as row %d of %s: %s; correct “range”, the unit, or the column%s", n, units.Counted(n+s.Runs, "row"),
			first.Row, first.File, said, unit.Or(""))
		for _, i := range same {
			s.Problems[i].Follows = true
		}
		add(t.at(source, []string{f.Name}, said))
	}
}
