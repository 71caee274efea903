package plausible

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// rounding is the relative difference that sums of doubles may make.
const rounding = 1e-6

// law looks for runs that break it.
func (j *judge) law(l data.Law) {
	terms, within := termsOf(j.table, l), cmp.Or(l.Within, rounding)
	for _, run := range j.runs {
		before, known := value{}, false
		for _, t := range terms {
			v, stated := t.of(run)
			if !stated {
				continue
			}
			same := math.Abs(v.x-before.x) <= (within+v.error+before.error)*max(math.Abs(v.x), math.Abs(before.x))
			if known && !same && (len(l.Equal) > 0 || v.x < before.x) {
				words := map[bool]string{true: "which are not equal", false: "which is less"}[len(l.Equal) > 0]
				j.say(run, l.Code, t.Fields[0], fmt.Sprintf("%s is %s and %s %s, %s", before.term, short(before.x), v.term, short(v.x), words))
				break
			}
			before, known = v, true
		}
	}
}

// term reads a term of a law run by run.
type term struct {
	data.Term
	read []func(int) (float64, bool)
	kind []data.Kind
}

// value is what a term is in a run.
type value struct {
	term  string
	x     float64
	error float64 // that its factors may have from being rounded, as a share
}

func termsOf(t data.Table, l data.Law) (terms []term) {
	for _, of := range l.Terms() {
		made := term{Term: of}
		for _, name := range of.Fields {
			f, _ := t.Schema().Field(name)
			made.read, made.kind = append(made.read, t.Reader(name)), append(made.kind, f.Kind)
		}
		terms = append(terms, made)
	}
	return terms
}

// of is the term in a run; stated is false where a factor is missing.
func (t *term) of(run int) (v value, stated bool) {
	v = value{term: t.Text, x: t.Factor}
	for i, read := range t.read {
		x, ok := read(run)
		if !ok {
			return v, false
		}
		v.x *= x
		if t.kind[i] == data.Float {
			v.error += lastDigit(x)
		}
	}
	return v, true
}

// lastDigit is half a unit of the last decimal place that a number is written with, 0.5 of a
// whole one, as a share of it: what rounding to so many digits may have changed.
func lastDigit(x float64) float64 {
	if x == 0 {
		return 0
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	places := max(0, len(digits)-2)
	power, _ := strconv.Atoi(exponent)
	return 0.5 * math.Pow10(min(0, power-places)) / math.Abs(x)
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
