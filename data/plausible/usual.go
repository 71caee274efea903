package plausible

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// unusual is what is said if the values of most rows of a source contradict a usual law; no fields if they do not, if a declared
// law is about the same fields, or if one of them is known to be wrong.
func (t *tally) unusual(law data.UsualLaw, source int, known map[string]bool) (p data.Problem, fields []string) {
	s, d := t.table.Schema(), t.sources[source].Written
	names := lists.Map(lists.FilterMap(slices.Concat(law.Above, law.Below), s.InUsualUnit), func(f data.Field) string { return f.Name })
	read := lists.FlatMap(names, s.ReadFor)
	judged := s.Name(law.Without) != "" || slices.ContainsFunc(s.Laws, func(l data.Law) bool { return l.Relates(names) })
	if d == nil || judged || len(names) < len(law.Above)+len(law.Below) || !lists.All(append(read, names...), func(name string) bool { return !known[name] }) {
		return p, nil
	}
	above, below := names[:len(law.Above)], names[len(law.Above):]
	ratios := data.Ratios(t.table, data.Term{Factor: law.Factor, Fields: above}, data.Term{Factor: 1, Fields: below},
		func(run int) bool { return t.table.Place(run).Source == source })
	if len(ratios) < 2 || ratios[len(ratios)/2] >= law.Least && ratios[len(ratios)/2] <= law.Most {
		return p, nil
	}
	ratio, said, named := ratios[len(ratios)/2], "", []string(nil)
	fields = lists.Filter(t.blamed(group{source, all}, read), func(name string) bool { return d.Fields[name] > 0 })
	for _, name := range fields {
		least, most := law.Right[0]/ratio, law.Right[1]/ratio
		if slices.Contains(below, name) {
			least, most = 1/most, 1/least
		}
		f, _ := s.Field(name)
		for _, unit := range f.UnitsBy(least, most) {
			named = append(named, name) // where the remedy is
			beyond := data.When(ratio > law.Most, law.Beyond).Or("")
			said += fmt.Sprintf(", or %s is %s in %s: write “in: %[3]s”%s", name, data.When(beyond == "", "probably").Or("either"), unit, beyond)
		}
	}
	said = cmp.Or(strings.TrimPrefix(said, ", or "), fmt.Sprintf("one of these columns %s; correct “from” or “in”", law.Meant))
	said = fmt.Sprintf("%s is %s times %s in the median row: %s", strings.Join(above, " × "), units.Short(ratio), strings.Join(below, " × "), said)
	return t.at(source, append(named, fields...), said), fields
}
