package render

import (
	"math"
	"strconv"
	"strings"
)

// text writes path data in tenths of a px, each segment absolute or relative, whichever is shorter. Relative
// distances are taken between rounded points, so that errors do not add up.
func (p path) text() string {
	w := &pathWriter{}
	for _, s := range p {
		w.segment(s)
	}
	return w.out.String()
}

type pathWriter struct {
	out            strings.Builder
	last           byte // the command that further operands would continue
	x, y           int  // the pen, in tenths
	startX, startY int
}

func (w *pathWriter) segment(s segment) {
	switch s.command {
	case 'Z':
		w.out.WriteByte('z')
		w.last, w.x, w.y = 'z', w.startX, w.startY
	case 'M':
		w.x, w.y = tenths(s.at[0]), tenths(s.at[1])
		w.startX, w.startY = w.x, w.y
		w.out.WriteString(w.operands('M', w.x, w.y))
		w.last = 'L' // pairs after a move are lines
	case 'L':
		w.line(tenths(s.at[0]), tenths(s.at[1]))
	case 'A':
		w.arc(s.at)
	default:
		w.curve(s.command, s.at)
	}
}

func (w *pathWriter) line(x, y int) {
	switch {
	case y == w.y:
		w.shorter('H', []int{x}, []int{x - w.x})
	case x == w.x:
		w.shorter('V', []int{y}, []int{y - w.y})
	default:
		w.shorter('L', []int{x, y}, []int{x - w.x, y - w.y})
	}
	w.x, w.y = x, y
}

func (w *pathWriter) curve(command byte, at []float64) {
	absolute, relative := make([]int, len(at)), make([]int, len(at))
	for i := range at {
		absolute[i] = tenths(at[i])
		relative[i] = absolute[i] - []int{w.x, w.y}[i%2]
	}
	w.shorter(command, absolute, relative)
	w.x, w.y = absolute[len(at)-2], absolute[len(at)-1]
}

func (w *pathWriter) arc(at []float64) {
	x, y := tenths(at[5]), tenths(at[6])
	form := []int{tenths(at[0]), tenths(at[1]), tenths(at[2]), 10 * flag(at[3]), 10 * flag(at[4])}
	w.shorter('A', append(form, x, y), append(append([]int{}, form...), x-w.x, y-w.y))
	w.x, w.y = x, y
}

func flag(x float64) int {
	if x != 0 {
		return 1
	}
	return 0
}

func (w *pathWriter) shorter(command byte, absolute, relative []int) {
	a, r := w.operands(command, absolute...), w.operands(command|0x20, relative...)
	if len(r) < len(a) {
		a, command = r, command|0x20
	}
	w.out.WriteString(a)
	w.last = command
}

// operands writes a command with its numbers; the letter is left out where the last one goes on.
func (w *pathWriter) operands(command byte, values ...int) string {
	var b strings.Builder
	if command != w.last {
		b.WriteByte(command)
	}
	for i, v := range values {
		if v >= 0 && (i > 0 || command == w.last) {
			b.WriteByte(' ')
		}
		b.WriteString(format(float64(v)/10, 1))
	}
	return b.String()
}

func tenths(x float64) int { return int(math.Round(x * 10)) }

// format writes a number with so many decimals at most and no zero that can be left out.
func format(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	switch {
	case s == "-0" || s == "":
		return "0"
	case strings.HasPrefix(s, "0."):
		return s[1:]
	case strings.HasPrefix(s, "-0."):
		return "-" + s[2:]
	}
	return s
}
