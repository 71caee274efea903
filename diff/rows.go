package diff

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

func (r teller) newsRows(s *Section) {
	for _, n := range r.News {
		s.add(r.cell(n.What), foreign(n.Which), plain(r.w.Whole(len(n.Changes))), plain(r.results(n)))
	}
}

// results says what became of the results, "" where that goes without saying.
func (r teller) results(n News) string {
	switch n.What {
	case newVersion:
		return r.cell("not_comparable").Text
	case renamed:
		changed := lists.Count(n.Changes, func(c *Change) bool { return c.Class != Metadata })
		if changed == 0 {
			return r.cell("unchanged").Text
		}
		return r.w.Say("changes.differ", "n", changed)
	}
	if _, ranked := r.TaskNames[n.Changes[0].Task]; !ranked {
		return ""
	}
	ids := lists.By(n.Changes, func(c *Change) (string, bool) { return c.ID, true })
	is, was := 0, 0
	for _, b := range r.Boards {
		is += lists.Count(b.Frontier, func(f FrontierChange) bool { return f.Joined && ids[f.Row.Configuration()] })
		was += lists.Count(b.Frontier, func(f FrontierChange) bool { return f.Gone && ids[f.Row.Configuration()] })
	}
	if n.Changes[0].Class == Added {
		return r.w.Say("changes.on_frontier", "n", is)
	}
	return r.w.Say("changes.was_on_frontier", "n", was)
}

func (r teller) faultRows(s *Section) {
	open := lists.Filter(r.Faults, func(f Fault) bool { return f.Accepted == "" && f.Kind != Regression && f.Kind != Removal }) // those have tables
	for from, to := 0, 0; from < len(open); from = to {
		for to = from; to < len(open) && open[to].alike() == open[from].alike(); to++ {
		}
		f, more := open[from], ""
		if n := to - from; n > 1 {
			more = r.w.Say("changes.like_it", "n", n-1, "last", open[to-1].place())
		}
		s.add(Cell{f.place() + more, true, true}, Cell{f.Message, true, true}, plain(string(f.Kind)))
	}
}

// alike is a problem without its row and values.
func (f Fault) alike() string {
	if f.Change != nil && f.Kind == Value {
		return f.Change.Model
	} else if f.Change != nil {
		return f.place()
	}
	return string(f.Kind) + numbers.ReplaceAllString(f.Where+f.Message, "0")
}

var numbers = regexp.MustCompile(`[0-9][0-9.e+-]*`)

// place is the configuration that a fault is about, or where a source has it.
func (f Fault) place() string {
	if f.Change == nil {
		return f.Where
	}
	return strings.Join([]string{f.Change.Task, f.Change.Name, f.Change.Label()}, ", ")
}

// group is configurations of one model in one task on one GPU of which the same can be said.
type group struct {
	what    string // worse, better
	members []Ranked
}

// groups are the configurations that changed: those that are worse, the worst first, then the others.
func (r *Report) groups() (all []group) {
	for _, g := range []group{{"worse", r.Worst()}, {"better", r.Best()}, {"changed", r.Otherwise()}} {
		for _, members := range groupsOf(g.members, func(m Ranked) (*Change, string) { return m.Change, "" }) {
			all = append(all, group{g.what, members})
		}
	}
	return all
}

// groupsOf collects a list by place and text, in the order in which these begin.
func groupsOf[T any](list []T, of func(T) (c *Change, what string)) [][]T {
	return lists.Group(list, func(x T) [6]string {
		c, what := of(x)
		return [6]string{c.Domain, c.Task, c.Model, c.Name, c.GPU(), what}
	})
}

func (r teller) groupRows(s *Section) {
	for _, g := range r.groups() {
		if s.full() {
			continue
		}
		first := g.members[0]
		s.addLinked(first.Page, plain(r.w.Whole(len(g.members))+" "+r.cell(g.what).Text), foreign(r.task(first.Task)), foreign(first.Name),
			foreign(first.GPU()), plain(r.median(g)), foreign(r.label(first.Change)), r.largest(g))
	}
}

// median is the change in the metric that changed most in most configurations.
func (r teller) median(g group) string {
	metric, measures := g.metric()
	text := r.field(metric)
	if len(g.members) > 1 {
		text += " " + r.percent(measures[(len(measures)-1)/2])
		if len(measures) < len(g.members) {
			text += r.w.Say("changes.in", "n", r.w.Whole(len(measures)))
		}
	}
	return text
}

// metric is the one that changed most in most members, and its measures in order.
func (g group) metric() (metric *data.Field, measures []Measure) {
	by := map[*data.Field][]Measure{}
	for _, m := range g.members {
		by[m.By.Field] = append(by[m.By.Field], m.By)
		if metric == nil || len(by[m.By.Field]) > len(by[metric]) {
			metric = m.By.Field
		}
	}
	lists.Sort(by[metric], func(a, b Measure) int { return cmp.Compare(a.Head/a.Base, b.Head/b.Base) })
	return metric, by[metric]
}

// largest is the largest change.
func (r teller) largest(g group) Cell {
	first := g.members[0]
	text := r.arrow(first.By.Base, first.By.Head, first.By.Field.Unit)
	if !math.IsNaN(first.By.Ratio()) {
		text += ", " + r.percent(first.By)
	}
	if metric, _ := g.metric(); metric != first.By.Field {
		text = r.field(first.By.Field) + " " + text
	}
	return Cell{Text: text + r.accepted("; ", first.Accepted), Foreign: first.Accepted != ""}
}

func (r teller) togetherRows(s *Section) {
	for _, g := range r.Together {
		least := slices.MinFunc(g.Shifts, func(a, b Shift) int { return cmp.Compare(a.Q, b.Q) })
		evidence := r.w.Say("changes.evidence.mean", "noise", r.noise(least.Noise), "q", r.w.Short(least.Q))
		s.add(foreign(r.task(g.Task)), foreign(r.all(g.Name)), foreign(r.together(g)), foreign(evidence+r.accepted("; ", g.Accepted)))
	}
}

func (r teller) medianRows(s *Section) {
	change := func(ratio float64) string { return r.percent(Measure{Base: 1, Head: ratio}) }
	for _, m := range r.Medians {
		s.add(foreign(r.task(m.Task)), foreign(r.all(m.GPU)), foreign(r.all(m.Model)), plain(r.field(m.Field)),
			plain(change(m.Ratio)+r.interval(change(m.Low), change(m.High))), plain(r.w.Whole(m.Up)), plain(r.w.Whole(m.Down)))
	}
}

func (r teller) moveRows(s *Section) {
	for _, b := range r.Boards {
		for _, m := range b.Moves {
			value := r.arrow(m.BaseEnergy, m.HeadEnergy, b.Energy.Unit)
			if b.Latency == nil {
				value = r.field(b.Energy) + " " + r.arrow(m.BaseEnergy, m.HeadEnergy, "")
			}
			s.add(foreign(b.Name), foreign(m.Name), plain(m.places()), plain(value), plain(r.note(m, b.Top)))
		}
	}
}

func (r teller) note(m Move, top int) string {
	var notes []string
	switch {
	case m.Base == nil:
		notes = append(notes, r.cell("new").Text)
	case m.Head == nil && m.gone == nil:
		notes = append(notes, r.cell("not_ranked_any_more").Text)
	case m.Head == nil:
		notes = append(notes, r.w.Either(lists.Map(m.gone, func(what string) string { return r.cell(what).Text })))
	}
	switch m.Top {
	case 1:
		notes = append(notes, r.w.Say("changes.enters", "n", top))
	case -1:
		notes = append(notes, r.w.Say("changes.drops_out", "n", top))
	}
	return strings.Join(notes, ", ")
}

func (r teller) frontierRows(s *Section) {
	for _, b := range r.Boards {
		for _, f := range b.Frontier {
			what, by := "left", foreign("")
			switch {
			case f.Joined && f.By != nil:
				what = "joined_from_below"
			case f.Joined:
				what = "joined"
			case f.Gone:
				what = "left_unpublished"
			}
			if f.By != nil {
				by = foreign(f.By.Nickname + ", " + r.rowLabel(*f.By))
			}
			s.add(foreign(b.Name), foreign(f.Row.Nickname), foreign(r.rowLabel(f.Row)), r.cell(what), by)
		}
	}
}

func (r teller) textRows(s *Section) {
	for _, t := range r.Texts {
		head := r.orNone(t.Head)
		if t.Base == t.Head {
			head = r.cell("numbers_changed").Text
		}
		s.add(foreign(t.Slug), foreign(strings.TrimSpace(t.Kind+" "+t.Name)), foreign(r.orNone(t.Base)), foreign(head))
	}
}

func (r teller) deadlineRows(s *Section) {
	for _, b := range r.Boards {
		for _, group := range b.byModel() {
			d := group[0]
			change := r.percent(Measure{Base: d.Base, Head: d.Head})
			if d.Near {
				change = r.cell("within_noise_of_the_limit").Text
			}
			within := lists.Map(group, func(d DeadlineChange) string { return r.w.Short(d.Deadline) })
			s.add(foreign(b.Name), plain(strings.Join(within, ", ")+r.unit(b.Latency.Unit)), foreign(d.Name),
				plain(r.arrow(d.Base, d.Head, b.Energy.Unit)), plain(change))
		}
	}
}

// byModel groups the deadlines with the same change of a model.
func (b *BoardChange) byModel() [][]DeadlineChange {
	return lists.Group(b.AtDeadlines, func(d DeadlineChange) [4]any {
		return [4]any{d.Model, d.Near, units.Number(d.Base), units.Number(d.Head)}
	})
}

func (r teller) hypervolumeRows(s *Section) {
	for _, b := range r.Boards {
		h := b.Hypervolume
		if base, head := r.w.Number(h.Base), r.w.Number(h.Head); b.Latency != nil && base != head {
			bound := func(from, to float64, unit string) string {
				return r.w.Say("changes.bound", "low", r.w.Short(from), "high", r.w.Short(to)+r.unit(unit))
			}
			s.add(foreign(b.Name), plain(base+" → "+head),
				plain(bound(h.LatencyFrom, h.LatencyTo, b.Latency.Unit)+", "+bound(h.EnergyFrom, h.EnergyTo, b.Energy.Unit)))
		}
	}
}

// changedRows lists the configurations that changed with all that did.
func (r teller) changedRows(s *Section) {
	told := map[*Change]bool{}
	for _, g := range r.groups() {
		for _, m := range g.members {
			if told[m.Change] || s.full() {
				continue
			}
			told[m.Change] = true
			c := m.Change
			s.addLinked(m.Page, r.cell(g.what), foreign(r.task(c.Task)), foreign(c.Name), foreign(c.GPU()), foreign(r.label(c)),
				foreign(r.what(c)), plain(r.evidence(m)))
		}
	}
}

// classRows lists the configurations of a class, those together of which the same can be said.
func (r teller) classRows(s *Section, class Class) {
	var members []*Change
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Class == class && !c.onlyNamed() {
			members = append(members, c)
		}
	}
	said := func(c *Change) (*Change, string) {
		if class == LeftOut { // of one mistake in many rows the first says enough
			return c, numbers.ReplaceAllString(r.what(c), "0")
		}
		return c, r.what(c)
	}
	for _, g := range groupsOf(members, said) {
		s.Count += len(g)
		if c := g[0]; !s.full() {
			s.addLinked(c.Page, foreign(r.task(c.Task)), foreign(c.Name), foreign(c.GPU()), plain(r.w.Whole(len(g))), foreign(r.label(g...)),
				foreign(r.what(c)))
		}
	}
}

func (r teller) noteRows(s *Section) {
	for _, n := range r.Notes {
		s.add(foreign(n))
	}
}

// what is a change in a sentence, but for what is news.
func (r teller) what(c *Change) string {
	var parts []string
	if c.Why != "" && c.Method == "" {
		parts = append(parts, c.Why)
	}
	if c.Unstable {
		parts = append(parts, r.cell("not_ranked").Text)
	}
	for _, m := range c.Measures {
		if m.Material || c.Class == Flipped && beyond(m.Base, m.Head) {
			parts = append(parts, r.first(r.field(m.Field), len(parts))+" "+r.percent(m))
		}
	}
	for _, f := range c.Facts {
		if !f.isName() && c.Class != NotComparable {
			parts = append(parts, r.first(r.fact(f), len(parts)))
		}
	}
	if c.Class == Metadata && c.BaseRuns != c.HeadRuns {
		parts = append(parts, fmt.Sprintf("%d → ", c.BaseRuns)+r.plural("runs", c.HeadRuns))
	}
	if c.Accepted != "" {
		parts = append(parts, r.accepted("", c.Accepted))
	}
	return strings.Join(parts, "; ")
}
