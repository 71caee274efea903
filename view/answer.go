package view

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Answer is what a view shows for a query.
type Answer struct {
	View  View
	Query board.Query
	// Rows are those of a ranking, best first, and the marks of drawings by series; Late are the fastest rows of the
	// values that only the deadline excludes. More counts the rows that are left out, MorePanels and MoreColors those of them that
	// are left out with all of their panel or of their color.
	Rows, Late []aggregate.Row
	More       int
	MorePanels int
	MoreColors int
	Series     []Series        // of a drawing, facet by facet
	Facets     []string        // values that have a panel; one that is "" where there is no such column
	Front      []aggregate.Row // on x and y, by rising x: of configurations in each group of equal work, of a drawing in its first
	Best       *aggregate.Row  // the best row within the deadline, nil for none
	Choice     board.Choice    // of the view of that kind, if there is a row
	Found      bool            // whether there is
	Work       string          // values of the columns in which the rows of lines are alike, one a line
	OtherWork  int             // rows that differ in them, which are left out
	Columns    []string        // of a matrix, values of Factor
	Lines      []Entry         // of a matrix, the best first
	Pairs      []Pair          // of a change, the largest fall first; of break-even prices, the highest ratio first
	Unlike     []Pair          // whose sides differ in the columns that are alike: they are left out, or in a matrix no best
	MorePairs  int
	Effect     Effect          // of all pairs
	Alone      []aggregate.Row // rows of a change without a counterpart within the deadline
	Neither    int             // values of By that have rows on the sides of a change, but none within the deadline
}

// Series is the rows of a drawing that look alike.
type Series struct {
	Name  string
	Facet string
	Rows  []aggregate.Row // of a line by x, otherwise by score
	Front []aggregate.Row // that no other of the series dominates, by rising x
}

// Pair is the best rows of a value of By, such as a model, on both sides of a factor.
type Pair struct {
	Base, Alt aggregate.Row
	Near      []Near // of break-even prices
}

// Near is a configuration of a pair's side that would be better but misses the deadline by at most [board.NearLimit], and the
// break-even price with it.
type Near struct {
	Row  aggregate.Row
	Even float64
}

// Ratio is the score of the alternative over that of the base.
func (p Pair) Ratio() float64 { return p.Alt.Score / p.Base.Score }

// Ties reports whether the two rows cannot be told apart.
func (p Pair) Ties() bool { return p.Alt.Ties(p.Base) }

// Answer answers the view for a query of the board.
func (v View) Answer(s Subject, q board.Query) Answer {
	a := Answer{View: v, Query: q}
	all := s.Rows
	s.Rows = q.Affordable(all)
	switch v.Kind {
	case Ranking:
		a.rank(s)
	case Tradeoff:
		a.trade(s)
	case Line:
		a.sweep(s)
	case Bar:
		a.bars(s)
	case Change:
		a.pair(s)
	case BreakEven:
		a.breakEven(s)
	case Matrix:
		a.matrix(s, Subject{s.Board, all}.columnsOf(v.Factor))
	case Chosen:
		s.Rows = all
		a.Choice, a.Found = q.Choose(s.Rows)
	}
	return a
}

func (a *Answer) rank(s Subject) {
	q := a.Query.Query
	s.Rows = a.Query.Ordered(s.Rows)
	if a.View.By == "" { // a reader looks for a configuration whatever its latency
		q.Deadline = 0
	}
	var all []aggregate.Row
	switch {
	case a.View.By != "":
		all = aggregate.BestBy(s.Rows, q, s.text(a.View.By))
		a.Late = aggregate.LateBy(s.Rows, q, s.text(a.View.By))
	default:
		if all = q.InOrder(s.Rows); a.View.X == "" {
			break
		}
		for _, group := range aggregate.ByGroup(all) {
			a.Front = append(a.Front, s.front(group, s.Axis(a.View.X, q.Percentile), a.View.Y[0])...)
		}
		if a.Query.Sort != s.Board.Default.Sort {
			all = s.Board.Sorted(all, a.Query)
			break
		}
		on := lists.By(a.Front, func(r aggregate.Row) (string, bool) { return r.Run, true })
		isOn := func(r aggregate.Row) bool { return on[r.Run] }
		all = append(lists.Filter(all, isOn), slices.DeleteFunc(all, isOn)...)
	}
	a.Rows, a.More = first(all, a.View.limit())
}

// drawn are the rows of a drawing: those with both values that pass all filters but the deadline and are not suspicious, by
// score: a drawing shows what waiting longer would bring. A logarithmic axis has no place for zero.
func (a *Answer) drawn(s Subject, x string) []aggregate.Row {
	has := func(column string) func(aggregate.Row) bool {
		number, linear := s.number(column), slices.Contains(a.View.Linear, column)
		return func(r aggregate.Row) bool {
			v, ok := number(r)
			return ok && (v > 0 || linear && v == 0) && !math.IsInf(v, 1)
		}
	}
	hasX, hasY := has(x), has(s.Axis(a.View.Y[0], a.Query.Percentile))
	rows := aggregate.Trusted(a.Query.Unhurried().InOrder(s.Rows))
	return lists.Filter(rows, func(r aggregate.Row) bool { return hasX(r) && hasY(r) })
}

func (a *Answer) trade(s Subject) {
	x := s.Axis(a.View.X, a.Query.Percentile)
	rows := a.drawn(a.View.eachPer(s, a.Query), x)
	if len(rows) > 0 {
		a.Front = a.front(s, aggregate.InGroup(rows, rows[0].Group), x)
	}
	if best := slices.IndexFunc(rows, a.Query.Accepts); best >= 0 {
		a.Best = &rows[best]
	}
	a.facets(s, rows, func(own []aggregate.Row) Series { return Series{Rows: own, Front: a.front(s, own, x)} })
}

// HasFronts reports whether any series has a frontier: axes without a better direction have none.
func (a *Answer) HasFronts() bool {
	return slices.ContainsFunc(a.Series, func(s Series) bool { return len(s.Front) > 0 })
}

// front is that of the view's axes.
func (a *Answer) front(s Subject, rows []aggregate.Row, x string) []aggregate.Row {
	if a.View.Plain {
		return nil
	}
	return s.front(rows, x, s.Axis(a.View.Y[0], a.Query.Percentile))
}

// front are the rows that none dominates in two columns, without suspicious ones.
func (s Subject) front(rows []aggregate.Row, x, y string) []aggregate.Row {
	rows = aggregate.Trusted(rows)
	cx, _ := s.Board.Column(x)
	cy, _ := s.Board.Column(y)
	return lists.Map(aggregate.Undominated(values(rows, s.number(x)), values(rows, s.number(y)), cx.Better, cy.Better),
		func(i int) aggregate.Row { return rows[i] })
}

func values(rows []aggregate.Row, number func(aggregate.Row) (float64, bool)) []float64 {
	return lists.Map(rows, func(r aggregate.Row) float64 { x, _ := number(r); return x })
}

// sweep makes lines over a swept field. Of several rows of a line at one x the best is drawn.
func (a *Answer) sweep(s Subject) {
	number := s.number(a.View.X)
	rows := a.sameWork(s, a.drawn(a.View.eachPer(s, a.Query), a.View.X))
	a.facets(s, rows, func(own []aggregate.Row) Series {
		seen := map[float64]bool{}
		line := lists.Filter(own, func(r aggregate.Row) bool {
			x, _ := number(r)
			taken := seen[x]
			seen[x] = true
			return !taken
		})
		slices.SortStableFunc(line, func(b, c aggregate.Row) int {
			x, _ := number(b)
			y, _ := number(c)
			return cmp.Compare(x, y)
		})
		return Series{Rows: line}
	})
}

// sameWork keeps the rows that agree in the columns that are alike: the values that most rows have.
func (a *Answer) sameWork(s Subject, rows []aggregate.Row) []aggregate.Row {
	columns := lists.Map(a.View.Alike, s.text)
	key := func(r aggregate.Row) string {
		return strings.Join(lists.Map(columns, func(text func(aggregate.Row) string) string { return text(r) }), "\n")
	}
	counts := map[string]int{}
	for _, r := range rows {
		counts[key(r)]++
	}
	for k, n := range counts {
		if most := counts[a.Work]; n > most || n == most && k < a.Work {
			a.Work = k
		}
	}
	a.OtherWork = len(rows) - counts[a.Work]
	return lists.Filter(rows, func(r aggregate.Row) bool { return key(r) == a.Work })
}

// facets splits rows, which are by score, by the value that has a panel: those that reach the lowest score, if there are many.
func (a *Answer) facets(s Subject, rows []aggregate.Row, series func([]aggregate.Row) Series) {
	if a.View.Facet == "" {
		a.Facets = []string{""}
		a.group(s, rows, mostMarks, series)
		return
	}
	facets, members, more := split(rows, s.text(a.View.Facet), MostFacets)
	a.Facets, a.More, a.MorePanels = facets, a.More+more, more
	for _, facet := range a.Facets {
		a.group(s, members[facet], mostMarks/len(members), func(own []aggregate.Row) Series {
			one := series(own)
			one.Facet = facet
			return one
		})
	}
}

// split are rows by their text: the first so many texts in order, the rows of each, and how many rows have others.
func split(rows []aggregate.Row, text func(aggregate.Row) string, most int) (values []string, members map[string][]aggregate.Row, more int) {
	members = map[string][]aggregate.Row{}
	for _, r := range rows {
		value := text(r)
		if members[value] == nil && len(members) == most {
			more++
			continue
		}
		members[value] = append(members[value], r)
	}
	return slices.SortedFunc(maps.Keys(members), units.Natural), members, more
}

// bars has the best row of each value of x, those first that the query's order puts first.
func (a *Answer) bars(s Subject) {
	y := s.number(s.Axis(a.View.Y[0], a.Query.Percentile))
	best := lists.Filter(s.best(a.View.X, a.Query), func(r aggregate.Row) bool {
		v, ok := y(r)
		return ok && v >= 0 && !math.IsInf(v, 1)
	})
	if a.Query.Sort != s.Board.Default.Sort {
		best = s.Board.Sorted(best, a.Query)
	}
	shown, more := first(best, a.View.limit())
	a.Facets, a.More = []string{""}, more
	a.group(s, shown, mostMarks, func(own []aggregate.Row) Series { return Series{Rows: own} })
	a.Rows = lists.Filter(shown, func(r aggregate.Row) bool {
		return slices.ContainsFunc(a.Rows, func(kept aggregate.Row) bool { return kept.Run == r.Run })
	})
}

// group splits rows, which are by score, into series by name: those that reach the lowest score, if there are many,
// and of many rows those on the frontiers, then the best.
func (a *Answer) group(s Subject, rows []aggregate.Row, most int, series func([]aggregate.Row) Series) {
	names, members, more := split(rows, s.text(a.View.By), MostSeries)
	a.More, a.MoreColors = a.More+more, a.MoreColors+more
	share := most / max(len(names), 1)
	for _, name := range names {
		one := series(members[name])
		one.Name = name
		one.Rows = a.few(one, share)
		a.Series, a.Rows = append(a.Series, one), append(a.Rows, one.Rows...)
	}
}

// few keeps so many rows of a series: those of its front, then the others in their order.
func (a *Answer) few(s Series, most int) []aggregate.Row {
	if len(s.Rows) <= most {
		return s.Rows
	}
	on := lists.By(s.Front, func(r aggregate.Row) (string, bool) { return r.Run, true })
	room := most - len(on)
	return lists.Filter(s.Rows, func(r aggregate.Row) bool {
		if on[r.Run] {
			return true
		}
		room--
		if room < 0 {
			a.More++
		}
		return room >= 0
	})
}

func (a *Answer) pair(s Subject) {
	s.Rows = a.Query.Ordered(s.Rows)
	factor, by := s.text(a.View.Factor), s.inGroup(a.View.By)
	side := func(value string) []aggregate.Row {
		own := lists.Filter(s.Rows, func(r aggregate.Row) bool { return factor(r) == value })
		return aggregate.RankedOf(aggregate.BestBy(own, a.Query.Query, s.text(a.View.By)))
	}
	base, alt := side(a.View.Base), side(a.View.Alt)
	bases := lists.By(base, func(r aggregate.Row) (string, aggregate.Row) { return by(r), r })
	var pairs []Pair
	paired := map[string]bool{}
	for _, r := range alt {
		b, ok := bases[by(r)]
		paired[by(r)] = ok
		switch {
		case ok && s.alike(a.View.Alike, b, r):
			pairs = append(pairs, Pair{Base: b, Alt: r})
		case ok:
			a.Unlike = append(a.Unlike, Pair{Base: b, Alt: r})
		}
	}
	slices.SortStableFunc(pairs, func(p, q Pair) int { return cmp.Compare(p.Ratio(), q.Ratio()) })
	a.Alone = lists.Filter(slices.Concat(base, alt), func(r aggregate.Row) bool { return !paired[by(r)] })
	a.Neither = len(aggregate.LateBy(lists.Filter(s.Rows, func(r aggregate.Row) bool {
		return factor(r) == a.View.Base || factor(r) == a.View.Alt
	}), a.Query.Query, by))
	a.Effect = effectOf(pairs)
	a.Pairs, a.MorePairs = Ends(pairs, a.View.limit())
}
