package diff

import (
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/units"
)

// words is a measure in a sentence: "energy per token 0.500 → 0.600 J per output
// token (+20.0%)".
func (m Measure) words() string {
	return fmt.Sprintf("%s %s → %s%s (%s)", m.Field.Label, units.Number(m.Base), units.Number(m.Head), unitText(m.Field.Unit), m.Percent())
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
