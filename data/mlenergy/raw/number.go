package raw

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/units"
)

// number is what a results file holds where a number belongs.
type number struct {
	state numberState
	value float64
	wrong string // what stands there instead
}

type numberState byte

const (
	absent numberState = iota // missing or null
	other                     // no number by any reading: counts as missing
	present
	quoted // a number inside a text
	// malformed is what is no number, though the benchmark's own language makes
	// one of it: a truth value, "1_6", "nan". It is refused, not guessed at.
	malformed
)

func (n number) ok() bool { return n.state == present || n.state == quoted }

func (n number) missing() bool { return n.state == absent || n.state == other }

func (n number) or(fallback float64) float64 {
	if n.ok() {
		return n.value
	}
	return fallback
}

// readNumber consumes the value that comes next.
func readNumber(s *jsonscan.Scanner) number {
	switch k := s.Next(); k {
	case jsonscan.Number:
		return number{state: present, value: s.Float()}
	case jsonscan.Null:
		s.Null()
		return number{}
	case jsonscan.String:
		text, whole := s.Text()
		if !whole {
			return number{state: malformed, wrong: "a long string"}
		}
		return inText(string(text))
	case jsonscan.Array, jsonscan.Object:
		s.Skip()
		return number{state: other, wrong: k.String()}
	default:
		s.Skip()
		return number{state: malformed, wrong: k.String()}
	}
}

// inText reads a number inside a text. White space around it is passed over, as
// a cast in the benchmark's own language does; words and underscores, which that
// reads too, are not.
func inText(text string) number {
	digits := strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	value, err := strconv.ParseFloat(digits, 64)
	n := number{state: quoted, value: value}
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		n = number{state: other}
	case err != nil || strings.Contains(text, "_") || strings.Trim(digits, "0123456789+-.eE") != "":
		n = number{state: malformed}
	}
	if !n.ok() {
		n.wrong = fmt.Sprintf("the string %.40q", text)
	}
	return n
}

// whole is the number without its fraction, if an int can hold that. Inside a
// text there may be no fraction.
func (n number) whole() (int, bool) {
	if !n.ok() || !(math.Abs(n.value) < 1<<53) || n.state == quoted && n.value != math.Trunc(n.value) {
		return 0, false
	}
	return int(n.value), true
}

// want says what is wrong with a value that is no number.
func (n number) want() string {
	if n.state == absent {
		return "expected a number, got null"
	}
	return "expected a number, got " + n.wrong
}

// opt is the number as records hold it.
func (n number) opt() data.Opt[float64] {
	return data.When(n.ok(), n.value)
}

// repr writes a number as Python does, None for a missing one.
func (n number) repr() string { return repr(n.opt()) }

func repr(n data.Opt[float64]) string {
	switch x, ok := n.Value(); {
	case !ok:
		return "None"
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'f', -1, 64), "+"))
	default:
		return string(units.AppendPython(nil, x))
	}
}
