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

// Resolutions of rows that are sorted by [Row.Score], one for each uncertainty; rows without the ranked metric do not count.
func Resolutions(sorted []Row, under ...Uncertainty) []Resolution {
	rows := slices.Clone(RankedOf(sorted))
	return lists.Map(under, func(u Uncertainty) (r Resolution) {
		for i := range rows {
			rows[i].Margin = u.margin(rows[i].runs)
		}
		places := lists.Map(Ranks(rows), func(r Rank) int { return r.Place })
		r.First = lists.Count(places, func(place int) bool { return place == 1 })
		r.Places = len(slices.Compact(places))
		return r
	})
}

// Unrepeated are the rows in first place that were measured once, at most so many, if there are several rows: repeats of these
// would decide it.
func Unrepeated(sorted []Row, most int) (once []Row) {
	first := sorted[:lists.Count(Ranks(sorted), func(r Rank) bool { return r.Place == 1 })]
	for i := range first {
		if len(first) > 1 && len(once) < most && first[i].runs.Len() == 1 {
			once = append(once, first[i])
		}
	}
	return once
}
