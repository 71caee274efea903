package aggregate

import (
	"slices"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Resolution is how far uncertainty lets a ranking tell rows apart.
type Resolution struct {
	Places int // distinct ranks
	First  int // rows in first place
}

// Assumes reports whether intervals rest on an assumption: there are no repeats of configurations, or few.
func (u Uncertainty) Assumes() bool {
	return u.Assumed.Known() && u.Assumed.SD > 0 && (u.Repeated == 0 || u.Between.Freedom <= fitting.Enough)
}

// Assuming is the uncertainty if the assumption were so many times as large.
func (u Uncertainty) Assuming(times float64) Uncertainty {
	u.Assumed.SD *= times
	u.Between = u.repeats.FilledUp(u.Assumed)
	return u
}

// Resolution of rows that are sorted by [Row.Score]; those without the ranked metric do not count.
func (u Uncertainty) Resolution(sorted []Row) (r Resolution) {
	rows := lists.Map(lists.Filter(sorted, Row.Ranked), func(row Row) Row {
		row.Margin = u.margin(row.runs)
		return row
	})
	places := lists.Map(Ranks(rows), func(r Rank) int { return r.Place })
	r.First = lists.Count(places, func(place int) bool { return place == 1 })
	r.Places = len(slices.Compact(places))
	return r
}

// Unrepeated are the rows in first place that were measured once, if there are several rows: repeats of these would decide it.
func Unrepeated(sorted []Row) []Row {
	var first []Row
	for i, r := range Ranks(sorted) {
		if r.Place == 1 {
			first = append(first, sorted[i])
		}
	}
	if len(first) < 2 {
		return nil
	}
	return lists.Filter(first, func(r Row) bool { return r.runs.Len() == 1 })
}
