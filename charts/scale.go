package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/units"
)

// scale maps values to px. The layout is computed here as well as in ECharts, so
// that labels can be placed where nothing else is.
type scale struct {
	min, max float64
	log      bool
	ticks    []float64
	from, to float64 // px of min and max
}

// at is the place of v in px.
func (s scale) at(v float64) float64 {
	return s.from + s.part(v)*(s.to-s.from)
}

func (s scale) part(v float64) float64 {
	if s.log {
		return math.Log(v/s.min) / math.Log(s.max/s.min)
	}
	return (v - s.min) / (s.max - s.min)
}

// logScale spans the values, of which there is one or more and all are positive,
// with room at both ends given as parts of the span.
func logScale(values []float64, before, after float64, most int) scale {
	low, high := math.Log(slices.Min(values)), math.Log(slices.Max(values))
	// a single value gets a third of a decade around it
	if least := math.Ln10 / 3; high-low < least {
		middle := (low + high) / 2
		low, high = middle-least/2, middle+least/2
	}
	span := (high - low) / (1 - before - after)
	s := scale{min: round(math.Exp(low - before*span)), max: round(math.Exp(high + after*span)), log: true}
	s.ticks = logTicks(s.min, s.max, most)
	return s
}

// linearScale reaches from zero to a round number above the greatest value.
func linearScale(values []float64, most int) scale {
	high := slices.Max(values)
	if high <= 0 {
		high = 1
	}
	step := niceStep(high / float64(most-1))
	s := scale{max: round(math.Ceil(high/step-1e-9) * step)}
	s.ticks = steps(0, s.max, step)
	return s
}

// batchScale is a log axis with ticks at powers of two.
func batchScale(batches []float64, most int) scale {
	s := logScale(batches, 0.03, 0.03, most)
	var powers []float64
	for p := math.Exp2(math.Ceil(math.Log2(slices.Min(batches)))); p <= s.max; p *= 2 {
		powers = append(powers, p)
	}
	if len(powers) == 0 {
		return s
	}
	every := (len(powers) + most - 1) / most
	s.ticks = nil
	for i := 0; i < len(powers); i += every {
		s.ticks = append(s.ticks, powers[i])
	}
	return s
}

// logTicks are round values in a log range, as many as fit: 1-2-5 with steps between,
// 1-2-5, 1-3-10 or powers of ten. A range too short for two of them gets even steps.
func logTicks(low, high float64, most int) []float64 {
	for _, within := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1, 3}, {1}} {
		ticks := decades(low, high, within)
		if len(ticks) < 2 {
			break
		}
		if len(ticks) <= most {
			return ticks
		}
	}
	if powers := decades(low, high, []float64{1}); len(powers) > most {
		every := (len(powers) + most - 1) / most
		return everyNth(powers, every)
	}
	step := niceStep((high - low) / float64(most))
	return steps(math.Ceil(low/step)*step, high, step)
}

func decades(low, high float64, within []float64) []float64 {
	var ticks []float64
	for e := int(math.Floor(math.Log10(low))); e <= int(math.Ceil(math.Log10(high))); e++ {
		for _, m := range within {
			if v := round(m * math.Pow10(e)); v >= low && v <= high {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

func everyNth(values []float64, n int) []float64 {
	var kept []float64
	for i := 0; i < len(values); i += n {
		kept = append(kept, values[i])
	}
	return kept
}

// niceStep is the least of 1, 2, 5 times a power of ten that is not below x.
func niceStep(x float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(x))))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return round(m * power)
		}
	}
	return round(10 * power)
}

func steps(from, to, step float64) []float64 {
	var ticks []float64
	for i := 0; ; i++ {
		v := round(from + float64(i)*step)
		if v > to*(1+1e-9) {
			return ticks
		}
		ticks = append(ticks, v)
	}
}

// round drops the noise of binary fractions: five digits are exact enough for
// an axis and the place of a mark, and short in a file.
func round(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	digits := 4 - int(math.Floor(math.Log10(math.Abs(x))))
	if digits < 0 {
		return math.Round(x)
	}
	power := math.Pow10(min(digits, 300))
	return math.Round(x*power) / power
}

// dropAbove takes away ticks where nothing is drawn but text.
func (s *scale) dropAbove(v float64) {
	for n := len(s.ticks); n > 2 && s.ticks[n-1] > v; n-- {
		s.ticks = s.ticks[:n-1]
	}
}

// labelWidth is the room in px that the widest tick label needs.
func (s scale) labelWidth() float64 {
	most := 0.0
	for _, t := range s.ticks {
		most = max(most, textWidth(units.Short(t), fontSize))
	}
	return most
}
