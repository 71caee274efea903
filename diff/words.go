package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// words is a measure in a sentence: "energy per token 0.500 → 0.600 J per output
// token (+20.0%)".
func (m Measure) words() string {
	base, head, unit := inForm(m.Base, m.Head, m.Field.Unit)
	return fmt.Sprintf("%s %s → %s%s (%s)", units.LowerFirst(m.Field.Label), base, head, unitText(unit), m.Percent())
}

// inForm writes two values in the multiple of their unit that fits both.
func inForm(base, head float64, unit string) (baseText, headText, multiple string) {
	least, most := math.Abs(base), math.Abs(head)
	switch {
	case math.IsNaN(base):
		least = most
	case math.IsNaN(head):
		most = least
	}
	form := units.FormOf(unit, min(least, most), max(least, most), 0)
	return units.Style{}.In(form, base), units.Style{}.In(form, head), form.Unit(unit)
}

func unitText(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// Percent returns the relative change with its sign: −20.0%.
func (m Measure) Percent() string { return percent(m.Base, m.Head) }

func percent(base, head float64) string {
	switch {
	case math.IsNaN(base):
		return "new"
	case math.IsNaN(head):
		return "removed"
	case base == 0:
		return "from 0"
	}
	change := (head - base) / math.Abs(base) * 100
	if math.Abs(change) >= 1000 {
		return fmt.Sprintf("×%s", units.Number(head/base))
	}
	return strings.Replace(fmt.Sprintf("%+.1f%%", change), "-", "−", 1)
}

// shortUnit is J, of "J per output token": the column names the rest. Other units mean nothing in part.
func shortUnit(unit string) string {
	short, _, _ := strings.Cut(unit, ", ")
	if amount, _, _ := strings.Cut(short, " per "); slices.Contains([]string{"J", "mJ", "s", "ms"}, amount) {
		return amount
	}
	return short
}

func arrow(base, head float64, unit string) string {
	from, to, short := inForm(base, head, shortUnit(unit))
	switch {
	case from == to:
		return to + unitText(short)
	case math.IsNaN(head):
		return fmt.Sprintf("%s%s → %s", from, unitText(short), to)
	}
	return fmt.Sprintf("%s → %s%s", from, to, unitText(short))
}

// words is a fact in a list: "GPU: A100 → H100". A declared field may have no label.
func (f Fact) words() string {
	return fmt.Sprintf("%s: %s → %s", cmp.Or(f.Field.Label, f.Field.Name), f.shown(f.Base), f.shown(f.Head))
}

// shown is a value with as many digits as tables have.
func (f Fact) shown(value string) string {
	if x, err := strconv.ParseFloat(value, 64); err == nil && f.Field.Kind == data.Float {
		return units.Number(x)
	}
	return orNone(value)
}

// inside is a label in a sentence, or at its beginning.
func inside(label string, sentence bool) string {
	if sentence {
		return units.LowerFirst(label)
	}
	return label
}

func orNone(s string) string {
	return cmp.Or(s, "none")
}
