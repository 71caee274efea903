package plausible

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// rounding is the relative difference that sums of doubles may make.
const rounding = 1e-6

// law finds the runs that break it.
func (j *judge) law(l data.Law) rule {
	terms := termsOf(j.table, l, j.table.Reader)
	return func(run int, tell func(Finding)) {
		if b := breachOf(l, terms, run); b.after != nil {
			message := fmt.Sprintf("%s (%s) %s %s (%s)", b.before.Text, short(b.last), b.relation(), b.after.Text, short(b.x))
			values := lists.FilterMap(terms, func(t term) (float64, bool) { return t.of(run) })
			falls := slices.IsSortedFunc(values, func(x, y float64) int { return cmp.Compare(y, x) })
			if b.rising && falls && len(values) == len(terms) && len(values) > 2 {
				message = fmt.Sprintf("%s: from %s to %s, the values fall: are those of the first and the last exchanged?",
					strings.Join(lists.Map(values, short), ", "), terms[0].Text, terms[len(terms)-1].Text)
			}
			tell(Finding{Problem: data.Problem{Code: l.Code, Field: b.after.Fields[0], Message: message, Doubt: l.Doubt}})
		}
	}
}

// breach is the first term of a law that does not go with the one before it in a run, nil if all that it has do.
type breach struct {
	before, after *term
	last, x       float64 // their values
	stated        int     // terms that the run has
	rising        bool
}

func breachOf(l data.Law, terms []term, run int) (b breach) {
	b.rising = len(l.Rising) > 0
	for i := range terms {
		t := &terms[i]
		x, stated := t.of(run)
		if !stated {
			continue
		}
		b.stated++
		if b.before != nil && broken(l, run, b.before, b.last, t, x) {
			b.after, b.x = t, x
			return b
		}
		b.before, b.last = t, x
	}
	return b
}

func (b breach) relation() string {
	return map[bool]string{true: "exceeds", false: "does not equal"}[b.rising]
}

// broken reports whether x of a term does not go with that of the term before.
func broken(l data.Law, run int, before *term, last float64, t *term, x float64) bool {
	apart := math.Abs(x-last) / max(math.Abs(x), math.Abs(last))
	within := cmp.Or(l.Within, rounding)
	switch {
	case x == last || apart <= within:
		return false
	case len(l.Rising) > 0:
		return x < last
	}
	return apart > within+before.rounded(run)+t.rounded(run)
}

// term reads a term of a law run by run.
type term struct {
	data.Term
	of     func(run int) (product float64, stated bool)
	read   []func(int) (float64, bool)
	fields []data.Field
}

func termsOf(t data.Table, l data.Law, read func(field string) func(run int) (float64, bool)) []term {
	return lists.Map(l.Terms(), func(of data.Term) term {
		made := term{Term: of, read: lists.Map(of.Fields, read)}
		made.of = of.Product(made.read)
		made.fields = lists.FilterMap(of.Fields, t.Schema().Field)
		return made
	})
}

// rounded is the share of the term that rounding its factors may have changed. A whole
// number that is no metric is a count.
func (t *term) rounded(run int) (share float64) {
	for i, read := range t.read {
		x, _ := read(run)
		if f := t.fields[i]; f.Kind == data.Float && (f.Better != data.Neutral || x != math.Trunc(x)) {
			share += lastDigit(x)
		}
	}
	return share
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

// short3 is a number that is an estimate.
func short3(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// power finds the runs that draw what their GPUs cannot.
func (j *judge) power(gpus map[string]Limit) rule {
	s := j.table.Schema()
	field, gpu := s.Name(data.RolePower), s.Name(data.RoleGPU)
	watts, count := j.watts(), j.table.Reader(s.Name(data.RoleGPUs))
	return func(run int, tell func(Finding)) {
		limit, known := gpus[j.table.Text(run, gpu)]
		p, stated := watts(run)
		n, counted := count(run)
		if !known || !stated || !counted {
			return
		}
		say := func(code, beyond string, watts float64) {
			tell(impossible(code, field, fmt.Sprintf("%s W on %g× %s, %s of %s W%s", short(p), n, j.table.Text(run, gpu), beyond, short(n*watts),
				j.inUnit(field, p, n*limit.Busy, n*limit.Most))))
		}
		switch {
		case j.above(run, p, n*limit.Most):
			say(CodeLimit, "above the highest plausible power", limit.Most)
		case p < n*limit.Least:
			say(CodeIdle, "below the idle power", limit.Least)
		}
	}
}

// above reports whether the power of a run is more than its GPUs can draw. No limit is known of what else a machine draws.
func (j *judge) above(run int, watts, most float64) bool {
	return watts > most && !j.table.BeyondGPUs(run)
}

// watts reads the power of a run, or where it is missing what a law says of it: the product of other fields.
func (j *judge) watts() func(run int) (float64, bool) {
	s := j.table.Schema()
	read := j.reader(data.RolePower)
	for _, l := range s.Laws {
		terms := termsOf(j.table, l, j.table.Reader)
		if len(l.Rising) == 0 && len(terms) == 2 && slices.Equal(terms[1].Fields, []string{s.Name(data.RolePower)}) && terms[1].Factor == 1 {
			return func(run int) (float64, bool) {
				if x, stated := read(run); stated {
					return x, true
				}
				return terms[0].of(run)
			}
		}
	}
	return read
}
