package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Verdict returns the report in one sentence.
func (r *Report) Verdict() string {
	if r.SameResults() {
		return "No results changed" + r.quietly() + "."
	}
	parts, counted, moved := r.shifts(), false, r.Moved()
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, units.Whole(n)+" "+what)
			if !counted {
				parts[len(parts)-1] = units.Plural(n, "configuration") + " " + what
			}
			counted = true
		}
	}
	for _, l := range []struct {
		list []Ranked
		what string
	}{{r.Worst(), "regressed"}, {r.Best(), "improved"}, {r.Otherwise(), "changed in other ways"}} {
		alone := slices.ContainsFunc(l.list, func(c Ranked) bool { return moved[c.ID] == nil })
		if texts := ofModels(l.list); alone && len(texts) > 0 {
			parts = append(parts, texts...)
		} else {
			count(len(l.list), l.what)
		}
	}
	count(r.Counts[Added], "added"+r.named("New GPU", "New model", "New task"))
	count(r.Counts[Removed], "removed"+r.named("GPU removed", "Model removed", "Task removed"))
	count(r.Counts[LeftOut], string(LeftOut)+r.firstReason())
	count(r.Counts[Flipped], "changed stability")
	count(r.Counts[NotComparable], "not comparable"+r.named(newVersion))
	if len(parts) == 0 {
		parts = append(parts, "No individual configuration changed")
	}
	return strings.Join(parts, ", ") + r.ranking() + "."
}

// named lists what is new or gone as a whole, of one kind: " (new GPU MI300X)".
func (r *Report) named(kinds ...string) string {
	for _, kind := range kinds {
		news := lists.Filter(r.News, func(n News) bool { return n.What == kind })
		names := lists.Map(news, func(n News) string { return n.Which })
		if len(names) > 0 && len(names) <= mostShifts {
			return fmt.Sprintf(" (%s %s)", units.LowerFirst(kind), strings.Join(names, ", "))
		}
	}
	return ""
}

// firstReason is why the first configuration was left out: " (runs/llm.parquet: row 9: expected a positive number, got -1)".
func (r *Report) firstReason() string {
	if left := r.Of(LeftOut); len(left) > 0 {
		return fmt.Sprintf(" (%s)", units.Clip(left[0].Why, longestCell))
	}
	return ""
}

// ofModels says which models changed how, if they are few: "Qwen 3 8B: energy per token +20.0% (+18.0% to +22.0%) in 19
// configurations".
func ofModels(list []Ranked) (texts []string) {
	var names []string
	by := map[string][]Ranked{}
	for _, c := range list {
		if by[c.Name] == nil {
			names = append(names, c.Name)
		}
		by[c.Name] = append(by[c.Name], c)
	}
	if len(names) > mostShifts || slices.Contains(names, "") {
		return nil
	}
	for _, name := range names {
		field, measures := group{"", by[name]}.metric()
		slices.SortFunc(measures, func(a, b Measure) int { return cmp.Compare(a.Head/a.Base, b.Head/b.Base) })
		first, middle, last := measures[0], measures[(len(measures)-1)/2], measures[len(measures)-1]
		text := fmt.Sprintf("%s: %s %s", name, units.LowerFirst(field.Label), middle.Percent())
		if first.Percent() != last.Percent() {
			text += fmt.Sprintf(" (%s to %s)", first.Percent(), last.Percent())
		}
		texts = append(texts, text+" in "+units.Plural(len(by[name]), "configuration")+middle.otherUnit())
	}
	return texts
}

// otherUnit says so where a change is what another unit makes of a value: by powers of ten, or of hours and seconds.
func (m Measure) otherUnit() string {
	for _, factor := range []float64{10, 100, 1000, 3600, 1e6, 3.6e6} {
		if math.Abs(m.Size()-math.Log(factor)) < 1e-3 {
			return fmt.Sprintf(", exactly %s times: another unit?", units.Short(factor))
		}
	}
	return ""
}

// mostShifts is how many groups the verdict names.
const mostShifts = 3

// shifts say what changed together: "Qwen 3 8B in Problem solving: energy per token +20.0% (+9.1% to +32.0%) in 9
// configurations".
func (r *Report) shifts() (texts []string) {
	for _, g := range r.Together[:min(len(r.Together), mostShifts)] {
		s, of := g.Shifts[0], "all models in "
		switch {
		case g.Name != "":
			of = g.Name + " in "
		case len(texts) == 0:
			of = "All models in "
		}
		on := ""
		if gpus := lists.By(g.members, func(c *Change) (string, bool) { return c.GPU(), true }); len(gpus) == 1 {
			on = " on " + g.members[0].GPU()
		}
		margin := math.Exp(s.Noise.Margin(1-significance, 1))
		texts = append(texts, fmt.Sprintf("%s%s: %s %s (%s to %s) in %s%s", of, r.task(g.Task), units.LowerFirst(s.Field.Label), s.Percent(),
			percent(1, s.Head/margin), percent(1, s.Head*margin), units.Plural(s.Configurations, "configuration"), on))
	}
	if n := len(r.Together) - mostShifts; n > 0 {
		texts = append(texts, units.Plural(n, "further group")+" changed together")
	}
	return texts
}

// quietly lists changes other than of results.
func (r *Report) quietly() string {
	var parts []string
	renamed := 0
	for i := range r.Changes {
		if r.Changes[i].onlyNamed() {
			renamed++
		}
	}
	for _, of := range []struct {
		n    int
		what string
	}{{renamed, "renamed"}, {r.Counts[Noise], string(Noise)}, {r.Counts[Metadata] - renamed, string(Metadata)}} {
		if of.n > 0 {
			parts = append(parts, units.Whole(of.n)+" "+of.what)
		}
	}
	if n := len(r.Texts); n > 0 {
		parts = append(parts, units.Plural(n, "change")+" in content")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func (r *Report) ranking() string {
	moved, frontier := 0, 0
	for _, b := range r.Boards {
		moved += len(b.Moves)
		frontier += len(b.Frontier)
	}
	var parts []string
	if moved > 0 {
		parts = append(parts, units.Plural(moved, "rank change"))
	}
	parts = append(parts, r.firstPlaces()...)
	if frontier > 0 {
		parts = append(parts, units.Plural(frontier, "frontier change"))
	}
	if n := len(r.Texts); n > 0 {
		parts = append(parts, units.Plural(n, "change")+" in content")
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

// firstPlaces are the boards with another first model.
func (r *Report) firstPlaces() (texts []string) {
	for _, b := range r.Boards {
		for _, m := range b.Moves {
			if m.Head != nil && m.Head.Place == 1 && (m.Base == nil || m.Base.Place > 1) {
				texts = append(texts, fmt.Sprintf("first place of %s to %s", b.Name, m.Name))
			}
		}
	}
	if len(texts) > mostShifts {
		return []string{units.Plural(len(texts), "first place") + " changed"}
	}
	return texts
}
