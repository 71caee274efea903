package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// scale is an axis before its ticks have texts. The layout is computed here as well as in ECharts, so
// that labels can be placed where nothing else is.
type scale struct {
	Axis
	ticks []float64
	form  units.Form // in which ticks are written
	own   []float64  // ticks that an author states; nil for those of candidates
	// tail labels the bar of all that lies above end, which stands after it; without a text
	// there is none.
	tail Tick
	end  float64
	// candidates lists possible ticks, finest first; place chooses.
	candidates func(s scale) [][]float64
}

// value is what stands at a part of the scale.
func (s scale) value(part float64) float64 {
	if s.Log {
		return s.Least * math.Pow(s.Most/s.Least, part)
	}
	return s.Break.opened(s.Least + (s.Break.closed(s.Most)-s.Least)*part)
}

// valueAt is what stands at a place in px.
func (s scale) valueAt(px float64) float64 { return s.value((px - s.From) / (s.To - s.From)) }

// addTail makes room behind the end of a scale for a bar of all that lies above it, which
// takes such a part of the scale.
func (s *scale) addTail(w *words.Catalog, width float64) {
	s.end, s.tail.Text = s.Most, "> "+w.Short(s.Most)
	whole := 1 + tailGap + width
	s.Most = s.value(whole)
	s.tail.At = s.value((whole - width/2) / whole)
}

// besideTail leaves out the ticks whose labels would touch that of the tail.
func (s scale) besideTail(ticks []float64) []float64 {
	if s.tail.Text == "" {
		return ticks
	}
	const gap = 6
	left := s.At(s.tail.At) - textWidth(s.tail.Text, fontSize)/2 - gap
	return slices.DeleteFunc(ticks, func(t float64) bool { return t > s.end || s.At(t)+s.tickWidth(t)/2 > left })
}

// logScale spans the values, of which there is one or more and all are positive,
// with room at both ends given as parts of the span.
func logScale(values []float64, before, after float64) scale {
	low, high := math.Log(bounded(slices.Min(values))), math.Log(bounded(slices.Max(values)))
	// a single value gets a third of a decade around it
	if least := math.Ln10 / 3; high-low < least {
		middle := (low + high) / 2
		low, high = middle-least/2, middle+least/2
	}
	span := (high - low) / (1 - before - after)
	ends := Axis{Least: round(math.Exp(low - before*span)), Most: round(math.Exp(high + after*span)), Log: true}
	return scale{Axis: ends, candidates: logTicks}
}

// batchScale is a log axis with ticks at powers of two.
func batchScale(batches []float64) scale {
	s := logScale(batches, 0.03, 0.03)
	s.candidates = powersOfTwo
	return s
}

// linearScale reaches from zero to just above the greatest value, or to a round
// number.
func linearScale(values []float64, toTick bool) scale {
	s := scale{Axis: Axis{Most: bounded(slices.Max(values))}, candidates: linearTicks}
	if s.Most == smallest {
		s.Most = 1
	}
	if toTick {
		const steps = 4
		step := niceStep(s.Most / steps)
		s.Most = math.Ceil(s.Most/step-1e-9) * step
	} else {
		s.Most *= 1.02
	}
	s.Most = round(s.Most)
	return s
}

// wholeScale is a linear scale that holds values on both sides of zero.
func wholeScale(values []float64, toTick bool) scale {
	least := slices.Min(values)
	if least >= 0 {
		return linearScale(values, toTick)
	}
	most := max(slices.Max(values), 0)
	step := niceStep((most - least) / 4)
	ends := Axis{Least: round(math.Floor(least/step) * step), Most: round(math.Ceil(most/step) * step)}
	return scale{Axis: ends, candidates: linearTicks}
}

// mostTicks keeps an axis quiet, however long it is.
const mostTicks = 7

// place sets the px of both ends and chooses the finest ticks whose labels stand
// apart.
func (s *scale) place(from, to float64) {
	s.From, s.To = from, to
	if s.own != nil {
		s.ticks = s.own
		return
	}
	for _, ticks := range s.candidates(*s) {
		ticks = s.besideTail(ticks)
		if len(ticks) <= mostTicks && s.apart(ticks) {
			s.ticks = ticks
			return
		}
	}
}

// apart reports whether labels have room: side by side on a horizontal axis, a few
// lines apart on a vertical one, where from is below to and thus greater.
func (s scale) apart(ticks []float64) bool {
	const sideGap, lineGap = 16, 34
	for i := 1; i < len(ticks); i++ {
		need := float64(lineGap)
		if s.From < s.To {
			need = (s.tickWidth(ticks[i-1])+s.tickWidth(ticks[i]))/2 + sideGap
		}
		if math.Abs(s.At(ticks[i])-s.At(ticks[i-1])) < need {
			return false
		}
	}
	return true
}

// logTicks are round values of a log range: 1-2-5 with steps between, 1-2-5,
// 1-3-10 or powers of ten. A range too short for two of them gets even steps.
func logTicks(s scale) [][]float64 {
	var all [][]float64
	for _, within := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1, 3}, {1}} {
		if ticks := decades(s.Least, s.Most, within); len(ticks) > 1 {
			all = append(all, ticks)
		}
	}
	if powers := decades(s.Least, s.Most, []float64{1}); len(powers) > 3 {
		return append(all, sparser(powers)...)
	}
	return append(append(all, s.even(6, 4, 3, 2)...), nil)
}

func powersOfTwo(s scale) [][]float64 {
	var powers []float64
	for p := max(1, math.Exp2(math.Ceil(math.Log2(s.Least)))); p <= s.Most && len(powers) < mostSteps; p *= 2 {
		powers = append(powers, p)
	}
	return sparser(powers)
}

// sparser is every value, every second, and so on.
func sparser(values []float64) [][]float64 {
	return lists.Times(max(len(values), 1), func(i int) []float64 { return everyNth(values, i+1) })
}

func linearTicks(s scale) [][]float64 { return s.even(6, 5, 4, 3, 2, 1) }

// even are ticks at even steps, about so many.
func (s scale) even(counts ...float64) [][]float64 {
	return lists.Map(counts, func(n float64) []float64 {
		step := niceStep((s.Most - s.Least) / n)
		return steps(math.Ceil(s.Least/step)*step, s.Most, step)
	})
}

func decades(low, high float64, within []float64) []float64 {
	var ticks []float64
	first, last := math.Floor(math.Log10(bounded(low))), math.Ceil(math.Log10(bounded(high)))
	for e := int(first); e <= int(last); e++ {
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
	for i := range mostSteps {
		v := round(from + float64(i)*step)
		if v > to*(1+1e-9) {
			break
		}
		ticks = append(ticks, v)
	}
	return ticks
}

// mostSteps bounds what is chosen from, whatever the numbers of a scale are.
const mostSteps = 1000

// smallest and largest bound axes, so that absurd results make an absurd picture
// but no infinite number.
const (
	smallest = 1e-200
	largest  = 1e200
)

func bounded(x float64) float64 { return min(max(x, smallest), largest) }

// round drops the noise of binary fractions: five digits are exact enough for
// an axis and the place of a mark, and short in a file.
func round(x float64) float64 { return units.Round(x, 5) }

// lead is the left end of the first tick's label.
func (s scale) lead() float64 {
	if len(s.ticks) == 0 {
		return s.From
	}
	return s.At(s.ticks[0]) - s.tickWidth(s.ticks[0])/2
}

// reach is the right end of the last tick's label.
func (s scale) reach() float64 {
	if s.tail.Text != "" {
		return s.At(s.tail.At) + textWidth(s.tail.Text, fontSize)/2 + 2
	}
	if len(s.ticks) == 0 {
		return s.To
	}
	last := s.ticks[len(s.ticks)-1]
	return s.At(last) + s.tickWidth(last)/2 + 2
}

func (s scale) tickWidth(v float64) float64 { return textWidth(units.Short(s.form.Of(v)), fontSize) }

// labelWidth is the room in px that the widest tick label needs.
func (s scale) labelWidth() float64 {
	return lists.Most(s.ticks, s.tickWidth)
}
