package render

import (
	"math"
	"strings"
)

// segment is a piece of a path with absolute coordinates: M, L (x y), C (x y x y x y), Q (x y x y), A (rx ry turn
// large sweep x y) or Z.
type segment struct {
	command byte
	at      []float64
}

type path []segment

// operands counts the numbers of each command; H and V become L.
var operands = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'A': 7, 'Z': 0}

const commands = "MLHVCQAZmlhvcqaz"

// parsePath reads path data with a command letter before each group of operands or repeated groups.
func parsePath(s string) (path, bool) {
	var p path
	var pen pen
	for s != "" {
		command := s[0]
		end := strings.IndexAny(s[1:], commands) + 1
		if end == 0 {
			end = len(s)
		}
		values, ok := parseNumbers(apart(s[1:end]))
		if !ok || !pen.draw(&p, command, values) {
			return nil, false
		}
		s = s[end:]
	}
	return p, len(p) == 0 || p[0].command == 'M'
}

// apart puts a space before each sign that follows a number at once, as in "5-3".
func apart(numbers string) string {
	if strings.LastIndexByte(numbers, '-') <= 0 {
		return numbers
	}
	var b strings.Builder
	for i := range len(numbers) {
		if numbers[i] == '-' && i > 0 && numbers[i-1]|0x20 != 'e' {
			b.WriteByte(' ')
		}
		b.WriteByte(numbers[i])
	}
	return b.String()
}

// pen is where drawing has come to, and where the current outline began.
type pen struct{ x, y, startX, startY float64 }

// draw appends the segments of one command and moves the pen.
func (n *pen) draw(p *path, command byte, values []float64) bool {
	upper := command &^ 0x20
	count, known := operands[upper]
	switch {
	case !known || !strings.ContainsRune(commands, rune(command)):
		return false
	case count == 0:
		n.x, n.y = n.startX, n.startY
		*p = append(*p, segment{command: 'Z'})
		return len(values) == 0
	case len(values) == 0 || len(values)%count != 0:
		return false
	}
	for ; len(values) > 0; values = values[count:] {
		s := n.absolute(upper, command != upper, values[:count])
		n.move(s)
		*p = append(*p, s)
		if upper == 'M' { // further pairs after a move are lines
			upper, command = 'L', command-'M'+'L'
		}
	}
	return true
}

func (n *pen) absolute(upper byte, relative bool, values []float64) segment {
	x, y := 0.0, 0.0
	if relative {
		x, y = n.x, n.y
	}
	switch upper {
	case 'H':
		return segment{'L', []float64{x + values[0], n.y}}
	case 'V':
		return segment{'L', []float64{n.x, y + values[0]}}
	case 'A':
		return segment{'A', append(append([]float64{}, values[:5]...), x+values[5], y+values[6])}
	}
	at := make([]float64, len(values))
	for i := 0; i < len(values); i += 2 {
		at[i], at[i+1] = x+values[i], y+values[i+1]
	}
	return segment{upper, at}
}

func (n *pen) move(s segment) {
	n.x, n.y = s.end()
	if s.command == 'M' {
		n.startX, n.startY = n.x, n.y
	}
}

func (s segment) end() (float64, float64) {
	return s.at[len(s.at)-2], s.at[len(s.at)-1]
}

// transform maps the path by a matrix that scales evenly by k and moves.
func (p path) transform(m matrix, k float64) path {
	moved := make(path, len(p))
	for i, s := range p {
		at := append([]float64{}, s.at...)
		from := 0
		if s.command == 'A' {
			at[0], at[1], from = at[0]*k, at[1]*k, 5
		}
		for j := from; j < len(at); j += 2 {
			at[j], at[j+1] = m.place(at[j], at[j+1])
		}
		moved[i] = segment{s.command, at}
	}
	return moved
}

// circle reports whether the path is a circle as ECharts draws it: from its rightmost point around, nearly closed
// by one arc, with or without a second one that closes it.
func (p path) circle() (x, y, r float64, ok bool) {
	if len(p) == 4 && p[3].command == 'Z' {
		p = p[:3]
	}
	if len(p) < 2 || len(p) > 3 || p[0].command != 'M' || p[1].command != 'A' {
		return 0, 0, 0, false
	}
	startX, startY := p[0].end()
	arc := p[1].at
	r = arc[0]
	x, y = startX-r, startY
	endX, endY := p[1].end()
	ok = r > 0 && arc[0] == arc[1] && arc[3] == 1 && math.Hypot(endX-startX, endY-startY) < r/5 &&
		math.Abs(math.Hypot(endX-x, endY-y)-r) < r/5
	if len(p) == 3 {
		backX, backY := 0.0, 0.0
		if len(p[2].at) > 0 {
			backX, backY = p[2].end()
		}
		ok = ok && (p[2].command == 'Z' || p[2].command == 'A' && backX == startX && backY == startY)
	}
	return x, y, r, ok
}

// bounds is the box around all points, control points included; arcs are not understood.
func (p path) bounds() (b box, ok bool) {
	b = emptyBox()
	for _, s := range p {
		if s.command == 'A' {
			return b, false
		}
		for i := 0; i < len(s.at); i += 2 {
			b.add(s.at[i], s.at[i+1])
		}
	}
	return b, b.left <= b.right
}

type box struct{ left, top, right, bottom float64 }

func emptyBox() box { return box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)} }

func (b *box) add(x, y float64) {
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.top, b.bottom = min(b.top, y), max(b.bottom, y)
}

func (b box) holds(c box) bool {
	return c.left >= b.left && c.right <= b.right && c.top >= b.top && c.bottom <= b.bottom
}
