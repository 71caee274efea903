package units

import (
	"cmp"
	"slices"
	"strings"
)

// Natural compares texts as people do: digits by their number, so that "8B" is before "14B", and ASCII letters
// regardless of their case. The order is total: different texts are never equal.
func Natural(a, b string) int {
	x, y := Fold(a), Fold(b)
	for x != "" && y != "" {
		var p, q string
		p, x = part(x)
		q, y = part(y)
		if c := compareParts(p, q); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// InOrder sorts texts as [Natural] does, and keeps each once.
func InOrder(texts []string) []string {
	slices.SortFunc(texts, Natural)
	return slices.Compact(texts)
}

// part splits a run of digits, or one byte, from the front.
func part(s string) (first, rest string) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	n = max(n, 1)
	return s[:n], s[n:]
}

func compareParts(p, q string) int {
	if isDigit(p[0]) && isDigit(q[0]) {
		p, q = strings.TrimLeft(p, "0"), strings.TrimLeft(q, "0")
		return cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q))
	}
	return strings.Compare(p[:1], q[:1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
