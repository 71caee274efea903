package render

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// grammar reports whether an attribute's value has the form that it must have.
type grammar func(string) bool

func oneOf(words ...string) grammar {
	return func(s string) bool { return slices.Contains(words, s) }
}

// largest coordinate: far outside any drawing, small enough for exact tenths.
const largest = 1e9

func parseNumber(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	// ParseFloat also reads "inf", "nan", "0x1p4" and "1_0", which SVG does not know.
	ok := err == nil && math.Abs(x) <= largest && !strings.ContainsAny(s, "xX_nN")
	return x, ok
}

func number(s string) bool {
	_, ok := parseNumber(s)
	return ok
}

// parseNumbers reads numbers between spaces or commas.
func parseNumbers(s string) ([]float64, bool) {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	values := make([]float64, len(fields))
	for i, field := range fields {
		x, ok := parseNumber(field)
		if !ok {
			return nil, false
		}
		values[i] = x
	}
	return values, true
}

func numbers(s string) bool {
	values, ok := parseNumbers(s)
	return ok && len(values) > 0
}

func numberOrPercent(s string) bool { return number(strings.TrimSuffix(s, "%")) }

func length(s string) bool { return number(strings.TrimSuffix(s, "px")) }

func row(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0
}

func pathData(s string) bool {
	_, ok := parsePath(s)
	return ok
}

func transform(s string) bool {
	_, ok := parseMatrix(s)
	return ok
}

func fontWeight(s string) bool {
	if weight, err := strconv.Atoi(s); err == nil {
		return weight >= 1 && weight <= 1000
	}
	return slices.Contains([]string{"normal", "bold", "bolder", "lighter"}, s)
}

var (
	idForm        = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	referenceForm = regexp.MustCompile(`^url\(#([A-Za-z][A-Za-z0-9_-]*)\)$`)
	// A paint is words, numbers and hexadecimal colours, alone or in parentheses after a function's name.
	paintForm    = regexp.MustCompile(`^[A-Za-z0-9#%.,()\s/+-]+$`)
	functionForm = regexp.MustCompile(`([A-Za-z-]*)\(`)
)

// colourFunctions are those of CSS that make a colour; url() is not among them.
var colourFunctions = []string{
	"var", "light-dark", "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "calc",
}

func id(s string) bool { return idForm.MatchString(s) }

func localReference(s string) bool { return referenceForm.MatchString(s) }

// paint admits CSS colours, theme variables and gradients of the same drawing. It checks the form only: a word
// that names no colour is left for the browser to ignore.
func paint(s string) bool {
	if s == "none" || localReference(s) {
		return true
	}
	if len(s) > 200 || !paintForm.MatchString(s) || !balanced(s) {
		return false
	}
	for _, call := range functionForm.FindAllStringSubmatch(s, -1) {
		if !slices.Contains(colourFunctions, call[1]) {
			return false
		}
	}
	return colourStart(s)
}

// colourStart reports whether s is one colour: a word, "#" with hexadecimal digits, or a function's call.
func colourStart(s string) bool {
	if digits, ok := strings.CutPrefix(s, "#"); ok {
		_, err := strconv.ParseUint(digits, 16, 64)
		return err == nil && slices.Contains([]int{3, 4, 6, 8}, len(digits))
	}
	if strings.Contains(s, "(") {
		return strings.HasSuffix(s, ")") && s[0] != '('
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return !('a' <= r|0x20 && r|0x20 <= 'z') })
}

// balanced reports whether the parentheses close once, at the end: one call, nothing after it.
func balanced(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
			if depth < 0 || depth == 0 && i != len(s)-1 {
				return false
			}
		}
	}
	return depth == 0
}
