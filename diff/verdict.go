package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Verdict returns the report in one English sentence.
func (r *Report) Verdict() string { return r.VerdictIn(content.English()) }

// VerdictIn returns the report in one sentence.
func (r *Report) VerdictIn(w *words.Catalog) string { return teller{r, w}.verdict() }

func (r teller) verdict() string {
	if r.SameResults() {
		return r.w.Say("changes.verdict.same", "quietly", r.quietly())
	}
	say, moved := phrases{teller: r, parts: r.shifts()}, r.Moved()
	for _, l := range []struct {
		list []Ranked
		what string
	}{{r.Worst(), "regressed"}, {r.Best(), "improved"}, {r.Otherwise(), "otherwise"}} {
		alone := lists.Filter(l.list, func(c Ranked) bool { return moved[c.ID] == nil }) // of the others all is said
		if texts := r.ofModels(alone); len(texts) > 0 {
			say.parts = append(say.parts, texts...)
		} else {
			say.count(len(alone), r.said(l.what))
		}
	}
	say.count(r.Counts[Added], r.said("added")+r.named("new_gpu", "new_model", "new_task"))
	say.count(r.Counts[Removed], r.said("removed")+cmp.Or(r.named("gpu_removed", "model_removed", "task_removed"), r.models(Removed)))
	say.count(r.Counts[LeftOut], r.said("left_out")+r.firstReason())
	say.count(r.Counts[Flipped], r.said("flipped"))
	say.count(r.Counts[NotComparable], r.said("not_comparable")+r.named(newVersion))
	return cmp.Or(say.joined("", ""), r.said("none")) + r.ranking() + "."
}

// phrases are parts of a sentence.
type phrases struct {
	teller
	parts   []string
	counted bool // the next number goes without its noun
}

// count says of how many configurations something is said, if of any.
func (p *phrases) count(n int, what string) {
	if n <= 0 {
		return
	}
	many := p.w.Whole(n)
	if !p.counted {
		many = p.plural("configurations", n)
	}
	p.parts, p.counted = append(p.parts, p.w.Say("changes.verdict.is", "many", many, "what", what)), true
}

// some counts what is of a kind, if there is any.
func (p *phrases) some(kind string, n int) {
	if n > 0 {
		p.parts = append(p.parts, p.plural(kind, n))
	}
}

// joined is all parts between two texts, "" without parts.
func (p *phrases) joined(before, after string) string {
	if len(p.parts) == 0 {
		return ""
	}
	return before + strings.Join(p.parts, ", ") + after
}

func (r teller) said(what string) string { return r.w.Say("changes.verdict." + what) }

// named lists what is new or gone as a whole, of one kind: " (new GPU MI300X)".
func (r teller) named(kinds ...string) string {
	if names := r.kinds(kinds...); names != "" {
		return " (" + names + ")"
	}
	return ""
}

func (r teller) kinds(kinds ...string) string {
	for _, kind := range kinds {
		news := lists.Filter(r.News, func(n News) bool { return n.What == kind })
		names := lists.Map(news, func(n News) string { return n.Which })
		if len(names) > 0 && len(names) <= mostShifts {
			return r.w.Say("changes.verdict.kinds."+kind, "names", strings.Join(names, ", "))
		}
	}
	return ""
}

// models lists those of which configurations are in a class, if they are few.
func (r teller) models(class Class) string {
	names := lists.Ascending(lists.Map(r.Of(class), func(c Change) string { return c.Name }))
	if len(names) == 0 || len(names) > mostShifts {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// firstReason is why the first configuration was left out: " (runs/llm.parquet: row 9: expected a positive number, got -1)".
func (r teller) firstReason() string {
	if left := r.Of(LeftOut); len(left) > 0 {
		return fmt.Sprintf(" (%s)", units.Clip(left[0].Why, longestCell))
	}
	return ""
}

// ofModels says which models changed how, if they are few: "Qwen 3 8B in Problem solving: energy per token +20.0% (+18.0%
// to +22.0%) in 19 configurations".
func (r teller) ofModels(list []Ranked) (texts []string) {
	models := lists.Group(list, func(c Ranked) string { return c.Name })
	if len(models) > mostShifts || slices.ContainsFunc(list, func(c Ranked) bool { return c.Name == "" }) {
		return nil
	}
	for _, own := range models {
		field, measures := group{"", own}.metric()
		of, task := own[0].Name, own[0].Task
		if lists.All(own, func(c Ranked) bool { return c.Task == task }) && task != "" {
			of = r.w.Say("changes.verdict.in_task", "name", of, "task", r.task(task))
		}
		first, middle, last := measures[0], measures[(len(measures)-1)/2], measures[len(measures)-1]
		change := r.percent(middle)
		if first.Percent() != last.Percent() {
			change += r.interval(r.percent(first), r.percent(last))
		}
		texts = append(texts, r.shift(of, field, change, len(own))+r.otherUnit(middle))
	}
	return texts
}

// otherUnit says so where a change is what another unit makes of a value.
func (r teller) otherUnit(m Measure) string {
	if factor := m.unit(); factor > 0 {
		return r.w.Say("changes.verdict.another_unit", "factor", r.w.Typed(factor))
	}
	return ""
}

// mostShifts is how many groups the verdict names.
const mostShifts = 3

// shifts say what changed together: "Qwen 3 8B in Problem solving: energy per token +20.0% (+9.1% to +32.0%) in 9
// configurations".
func (r teller) shifts() (texts []string) {
	for _, g := range r.Together[:min(len(r.Together), mostShifts)] {
		s, task := g.Shifts[0], r.task(g.Task)
		of := r.w.Say("changes.verdict.all_models", "task", task)
		if g.Name != "" {
			of = r.w.Say("changes.verdict.in_task", "name", g.Name, "task", task)
		} else if len(texts) > 0 {
			of = r.w.Inside(of)
		}
		on := ""
		if gpus := lists.By(g.members, func(c *Change) (string, bool) { return c.GPU(), true }); len(gpus) == 1 {
			on = r.w.Say("changes.on", "gpu", g.members[0].GPU())
		}
		margin, low, high := math.Exp(s.Noise.Margin(1-significance, 1)), s.Measure, s.Measure
		low.Head, high.Head = s.Head/margin, s.Head*margin
		texts = append(texts, r.shift(of, s.Field, r.percent(s.Measure)+r.interval(r.percent(low), r.percent(high)), s.Configurations)+on)
	}
	if n := len(r.Together) - mostShifts; n > 0 {
		texts = append(texts, r.plural("further", n))
	}
	return texts
}

// shift says by how much a metric of some configurations changed.
func (r teller) shift(of string, f *data.Field, change string, n int) string {
	return r.w.Say("changes.verdict.shift", "of", of, "field", r.w.Inside(r.field(f)), "change", change, "configurations", r.plural("configurations", n))
}

// quietly lists changes other than of results.
func (r teller) quietly() string {
	say := phrases{teller: r}
	names := lists.Count(r.Changes, func(c Change) bool { return c.onlyNamed() })
	more := lists.Count(r.Changes, func(c Change) bool { return c.HeadRuns > c.BaseRuns })
	which := r.kinds(renamed)
	if which != "" {
		which = ": " + which
	}
	say.count(names, r.said(renamed)+which)
	say.count(more, r.said("repeated"))
	say.count(r.Counts[Noise], r.said("noise"))
	say.count(r.Counts[Metadata]-names, r.said("metadata"))
	say.some("texts", len(r.Texts))
	return say.joined(" (", ")")
}

func (r teller) ranking() string {
	say := phrases{teller: r}
	say.some("ranks", lists.Sum(r.Boards, func(b BoardChange) int { return len(b.Moves) }))
	firsts := r.firstPlaces()
	if len(firsts) == 0 && len(r.Together)+r.Counts[Changed] > 0 {
		firsts = []string{r.said("no_first")}
	}
	say.parts = append(say.parts, firsts...)
	say.some("frontiers", lists.Sum(r.Boards, func(b BoardChange) int { return len(b.Frontier) }))
	say.some("texts", len(r.Texts))
	return say.joined("; ", "")
}

// firstPlaces are the boards with another first model.
func (r teller) firstPlaces() (texts []string) {
	for _, b := range r.Boards {
		for _, m := range b.Moves {
			if isFirst(m.Head) && !isFirst(m.Base) {
				key, before := "first", ""
				if led, is := lists.Find(b.Moves, func(m Move) bool { return isFirst(m.Base) && !isFirst(m.Head) }); is {
					key, before = "instead", led.Name
				}
				texts = append(texts, r.w.Say("changes.verdict."+key, "board", b.Name, "name", m.Name, "before", before))
			}
		}
	}
	if len(texts) > mostShifts {
		return []string{r.plural("firsts", len(texts))}
	}
	return texts
}
