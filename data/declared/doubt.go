package declared

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// doubt is what is probably wrong with the values of a field, told once for all rows.
type doubt struct {
	field, what, place, remedy string
	more                       int // rows
}

// doubt notes what is probably wrong with a value; more rows of the same field with the same remedy are counted.
func (l *loader) doubt(field, what, file string, row int, remedy string) {
	at := slices.IndexFunc(l.doubts, func(d doubt) bool { return d.field == field && d.remedy == remedy })
	if at >= 0 {
		l.doubts[at].more++
		return
	}
	l.doubts = append(l.doubts, doubt{field, what, fmt.Sprintf("row %d of %s", row, file), remedy, 0})
}

// tellDoubts tells each once.
func (l *loader) tellDoubts() {
	for _, d := range l.doubts {
		if d.more > 0 {
			d.place += " and " + units.Counted(d.more, "more row")
		}
		l.tell(l.own[d.field], d.field, "%s in %s; %s", d.what, d.place, d.remedy)
	}
}

// rivals tells that several columns of a field have values that differ, of which the first counts.
func (l *loader) rivals(s *step, first any, file string, row int) {
	stated := false
	for i, get := range s.gets {
		v, err := s.convert(get())
		switch {
		case v == nil || err != nil:
		case !stated:
			stated = true
		case !near(first, v):
			from := lists.Map(s.froms, data.ClipName)
			l.doubt(s.Name, fmt.Sprintf("%s counts, but %s states %s", clipped(first), from[i], clipped(v)), file, row,
				"remove one of “from: ["+strings.Join(from, ", ")+"]”, or choose by “value”, such as “a ?? b” of two fields")
			return
		}
	}
}

func clipped(v any) string { return data.ClipName(fmt.Sprint(v)) }

// near reports whether two values may be one: numbers of little difference, or names of which one holds the other.
func near(a, b any) bool {
	x, number := data.Number(a)
	y, both := data.Number(b)
	if number && both {
		return math.Abs(x-y) <= 0.01*max(math.Abs(x), math.Abs(y))
	}
	s, t := bare(data.Text(a)), bare(data.Text(b))
	return strings.Contains(s, t) || strings.Contains(t, s)
}

// bare is a name without its organization, case and separators.
func bare(name string) string {
	return strings.ToLower(marksInNames.ReplaceAllString(path.Base(name), ""))
}
