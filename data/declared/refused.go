package declared

import (
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// afterWords is what differs between values that are refused for one reason.
var afterWords = regexp.MustCompile(`(?:["0-9;]|[-+]?Inf|NaN).*`)

// refused tells, at the line of a field, that no row is taken since its values are refused with the same words: none of all, or
// of some entries. It reports whether there are such.
func (l *loader) refused() (any bool) {
	of, taken, rows := l.places().Entries, map[int]bool{}, 0
	t := l.in.Table(false)
	for i := range t.Len() {
		taken[of[t.Place(i).File]] = true
	}
	why := func(p *data.Problem) [3]string {
		return [3]string{p.Field, p.Code, afterWords.ReplaceAllString(p.Message, "")}
	}
	var own []*data.Problem
	for i := range l.in.Problems {
		if p := &l.in.Problems[i]; !taken[of[p.File]] && p.LeftOut > 0 {
			rows += p.LeftOut
			if l.own[p.Field] > 0 && !strings.HasPrefix(p.Message, isMissing) {
				own = append(own, p)
			}
		}
	}
	for _, same := range lists.Group(own, why) { // fewer may be an accident
		if len(same) < 3 || 2*len(same) <= rows {
			continue
		}
		any = true
		p := same[0]
		said, _, _ := strings.Cut(strings.TrimSuffix(p.Message, "; row left out"), "; write “missing:")
		said += data.When(!strings.Contains(said, "; "), "; correct its column, or its type").Or("")
		l.tell(l.own[p.Field], p.Field, "in all %s, such as row %d of %s: %s", units.Counted(len(same), "row"), p.Row, p.File, said)
		for _, p := range same {
			p.Follows = true
		}
	}
	return any
}

// places are where the contributor wrote what may be wrong.
func (l *loader) places() *data.Written {
	d := &data.Written{
		File: Name, Fields: l.own, Sets: map[string]int{},
		Laws:    lists.By(l.written.At("laws").Items, func(law *yamltree.Node) (string, int) { return law.At("code").Text, law.Line }),
		Entries: lists.By(l.all, func(name string) (string, int) { return name, l.entryOf(name) }),
		Rows:    lists.Map(l.Rows, func(r Rows) string { return strings.Join(r.Files, ", ") }),
	}
	for _, set := range l.written.At("set").Items {
		for _, field := range set.Keys {
			d.Sets[field] = set.Values[field].Line
		}
	}
	return d
}
