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
func (t *tally) unusual(law data.UsualLaw, source int, known map[string]bool) (said string, fields []string) {
	s, d := t.table.Schema(), t.sources[source].Written
	above, below, stated := law.Terms(s)
	names := slices.Concat(above.Fields, below.Fields)
	if d == nil || s.Name(law.Without) != "" || !stated || t.settled(names, known) {
		return "", nil
	}
	ratios := data.Ratios(t.table, above, below, func(run int) bool { return t.table.Place(run).Source == source })
	if len(ratios) < 2 || ratios[len(ratios)/2] >= law.Least && ratios[len(ratios)/2] <= law.Most {
		return "", nil
	}
	ratio, named := ratios[len(ratios)/2], []string(nil)
	fields = lists.Filter(t.blamed(group{source, all}, lists.FlatMap(names, s.ReadFor)), func(name string) bool { return d.Fields[name] > 0 })
	for _, name := range fields {
		least, most := law.Right[0]/ratio, law.Right[1]/ratio
		if slices.Contains(below.Fields, name) {
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
	said = fmt.Sprintf("%s is %s times %s in the median row: %s", above.Text, units.Short(ratio), below.Text, said)
	return said, append(named, fields...)
}
