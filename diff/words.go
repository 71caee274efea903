package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// teller says a report in a language.
type teller struct {
	*Report
	w *words.Catalog
}

// english says what other programs read, and errors.
func english() teller { return teller{new(Report), content.English()} }

// cell is what the program says in a cell: "worse".
func (r teller) cell(key string) Cell { return plain(r.w.Say("changes.cells." + key)) }

// plural counts what is of a kind: "9 configurations".
func (r teller) plural(kind string, n int) string { return r.w.Say("changes.counts."+kind, "n", n) }

func (r teller) interval(low, high string) string {
	return r.w.Say("changes.interval", "low", low, "high", high)
}

// accepted is the reason for an approval, "" of none.
func (r teller) accepted(before, reason string) string {
	if reason == "" {
		return ""
	}
	return before + r.w.Say("changes.accepted", "reason", reason)
}

// field is the label of a field. A declared field may have none.
func (r teller) field(f *data.Field) string {
	return cmp.Or(r.w.Field(f.Name).Label, f.Label, f.Name)
}

// first is a text as the first part of a sentence, or as a later one.
func (r teller) first(text string, at int) string {
	if at > 0 {
		return r.w.Inside(text)
	}
	return text
}

func (r teller) all(name string) string { return cmp.Or(name, r.cell("all").Text) }

func (r teller) orNone(text string) string { return cmp.Or(text, r.cell("none").Text) }

// task is the name of a task for people.
func (r *Report) task(id string) string { return cmp.Or(r.TaskNames[id], id) }

// Percent returns the relative change with its sign: −20.0%.
func (m Measure) Percent() string { return m.PercentIn(content.English()) }

// PercentIn is [Measure.Percent] in a language.
func (m Measure) PercentIn(w *words.Catalog) string {
	switch {
	case math.IsNaN(m.Base):
		return w.Say("changes.cells.new")
	case math.IsNaN(m.Head):
		return w.Say("changes.cells.removed")
	case m.Base == 0:
		return w.Say("changes.cells.from_0")
	}
	change := (m.Head - m.Base) / math.Abs(m.Base) * 100
	if math.Abs(change) >= 1000 {
		return "×" + w.Number(m.Head/m.Base)
	}
	return strings.NewReplacer("-", "−", ".", w.Decimal).Replace(fmt.Sprintf("%+.1f%%", change))
}

func (r teller) percent(m Measure) string { return m.PercentIn(r.w) }

// measure is a metric in a sentence: "energy per token 0.500 → 0.600 J per output token (+20.0%)".
func (r teller) measure(m Measure) string {
	base, head, unit := r.inForm(m.Base, m.Head, m.Field.Unit)
	return fmt.Sprintf("%s %s → %s%s (%s)", r.w.Inside(r.field(m.Field)), base, head, unit, r.percent(m))
}

// inForm writes two values in the multiple of their unit that fits both.
func (r teller) inForm(base, head float64, unit string) (before, after, multiple string) {
	least, most := math.Abs(base), math.Abs(head)
	switch {
	case math.IsNaN(base):
		least = most
	case math.IsNaN(head):
		most = least
	}
	form := units.FormOf(unit, min(least, most), max(least, most), 0)
	if unit != "" {
		unit = " " + form.Unit(r.w.Unit(unit))
	}
	return r.w.In(form, base), r.w.In(form, head), unit
}

func (r teller) unit(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + r.w.Unit(unit)
}

// shortUnit is J, of "J per output token": the column names the rest. Other units mean nothing in part.
func shortUnit(unit string) string {
	short, _, _ := strings.Cut(unit, ", ")
	if amount, _, _ := strings.Cut(short, " per "); slices.Contains([]string{"J", "mJ", "s", "ms"}, amount) {
		return amount
	}
	return short
}

func (r teller) arrow(base, head float64, unit string) string {
	before, after, unit := r.inForm(base, head, shortUnit(unit))
	switch {
	case before == after:
		return after + unit
	case math.IsNaN(head):
		return before + unit + " → " + after
	}
	return before + " → " + after + unit
}

// fact is a field that differs in a list: "GPU: A100 → H100".
func (r teller) fact(f Fact) string {
	shown := func(value string) string { // with as many digits as tables have
		if x, err := strconv.ParseFloat(value, 64); err == nil && f.Field.Kind == data.Float {
			return r.w.Number(x)
		}
		return r.orNone(value)
	}
	return fmt.Sprintf("%s: %s → %s", r.field(f.Field), shown(f.Base), shown(f.Head))
}

func (r teller) noise(s fitting.Spread) string { return r.w.Short(100*s.SD) + "%" }

// evidence is what a change was tested with.
func (r teller) evidence(c Ranked) string {
	m := c.By
	if !m.Tested() {
		return r.cell("threshold_only").Text
	}
	basis := r.w.Say("changes.evidence.assumed")
	if !assumed(m.Noise) {
		basis = r.w.Say("changes.evidence.freedom", "n", int(m.Noise.Freedom))
	}
	return r.w.Say("changes.evidence.single", "noise", r.noise(m.Noise), "basis", basis, "base", c.BaseRuns, "head", c.HeadRuns, "q", r.w.Short(m.Q))
}

// Words describe shifts of the same number of configurations, in a sentence: "Energy per token −30.0%, power −30.0%
// in 9 configurations on B200; together they exceed noise".
func (g *Together) Words() string { return english().together(g) }

func (r teller) together(g *Together) string {
	text, on := "", ""
	if g.GPU != "" {
		on = r.w.Say("changes.on", "gpu", g.GPU)
	}
	for i, s := range g.Shifts {
		text += r.first(r.field(s.Field), i) + " " + r.percent(s.Measure)
		switch last := i == len(g.Shifts)-1; {
		case last || g.Shifts[i+1].Configurations != s.Configurations:
			text += r.w.Say("changes.within", "configurations", r.plural("configurations", s.Configurations)+on)
			if !last {
				text += "; "
			}
		default:
			text += ", "
		}
	}
	return text + r.w.Say("changes.beyond")
}

// Label describes the configuration without task and model: "FP8, 8× H100, batch size 128, tensor parallel 8".
func (c *Change) Label() string { return english().label(c) }

// label says which configurations some are: what they have in common, and the values in which they differ.
func (r teller) label(members ...*Change) string {
	var parts []string
	for i, k := range members[0].Key {
		with := lists.Filter(members, func(c *Change) bool { return len(c.Key) > i })
		values := lists.Map(with, func(c *Change) any { return c.Key[i].Value })
		slices.SortFunc(values, func(a, b any) int { return data.Compare(a, b, 1) })
		if values = slices.Compact(values); len(values) > 1 {
			parts = append(parts, r.keyLabel(k)+" "+r.several(lists.Map(values, k.text)))
		} else if text := r.key(k, members[0]); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// several are some values, of many the first and the last.
func (r teller) several(values []string) string {
	const most = 6
	texts := lists.Map(values, r.orNone)
	if n := len(texts); n > most {
		return r.w.Say("changes.values", "first", texts[0], "last", texts[n-1], "n", n)
	}
	return strings.Join(texts, "/")
}

// key is a part of a label, "" for what goes without saying.
func (r teller) key(k KeyValue, c *Change) string {
	text := k.text(k.Value)
	switch role := k.Field.Role; {
	case role == data.RoleTask, text == c.Model, role == data.RoleGPUs && c.key(data.RoleGPU) != nil:
		return ""
	case role == data.RoleGPU && c.key(data.RoleGPUs) != nil:
		return data.Text(c.key(data.RoleGPUs)) + "× " + text
	case k.Value == nil, k.Value == 1 && (k.Field.Protocol || k.Field.Anchor == "parallelism"):
		return ""
	case k.Field.Kind == data.String:
		return text
	case role == data.RoleBatch:
		return r.w.Say("changes.batch", "n", text)
	}
	return r.keyLabel(k) + " " + text
}

// keyLabel is the label of the field within a sentence.
func (r teller) keyLabel(k KeyValue) string {
	if k.Field.Role == data.RoleUlysses { // a name
		return k.Field.Label
	}
	return r.w.Inside(r.field(k.Field))
}

// text is a value of the field as readers know it.
func (k KeyValue) text(value any) string {
	if text := data.Text(value); k.Field.Role != data.RolePrecision {
		return text
	} else {
		return units.Precision(text)
	}
}

// rowLabel is a row's configuration in a few words.
func (r teller) rowLabel(row aggregate.Row) string {
	return fmt.Sprintf("%s, %d× %s, ", units.Precision(row.Precision), row.NumGPUs, row.GPU) + r.w.Say("changes.batch", "n", fmt.Sprint(row.Batch))
}

// Text describes the noise and its origin in a sentence.
func (n *SystemNoise) Text() string { return n.TextIn(content.English()) }

// TextIn is [SystemNoise.Text] in a language.
func (n *SystemNoise) TextIn(w *words.Catalog) string {
	r := teller{w: w}
	text := w.Say("changes.noise.size", "domains", strings.Join(n.Domains, ", "), "noise", r.noise(n.Spread))
	if assumed(n.Spread) {
		return text + w.Say("changes.noise.assumed")
	}
	text += w.Say("changes.noise.pooled", "n", n.Repeated) + w.Say("changes.evidence.freedom", "n", int(n.Freedom))
	if n.Freedom < fitting.Enough {
		text += w.Say("changes.noise.combined", "noise", r.noise(n.Assumed))
	}
	return text + w.Say("changes.noise.each")
}

// Provenance lists the sources of a side in a language, one line per source.
func Provenance(side []Revision, w *words.Catalog) []string {
	const most = 5
	r := teller{w: w}
	var lines []string
	for i, s := range side {
		if i == most {
			return append(lines, r.plural("more_sources", len(side)-most))
		}
		parts := []string{r.plural("runs", s.Runs), s.Date, cut(s.Revision)}
		if s.Synthetic {
			parts = append(parts, r.cell("synthetic").Text)
		}
		lines = append(lines, cut(s.Name)+": "+strings.Join(lists.NonZero(parts), ", "))
	}
	return lines
}
