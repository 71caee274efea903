// Package nearest finds the known name that a user probably meant.
package nearest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// longest name that is compared, in bytes.
const longest = 100

// Hint returns `; did you mean "name"?` with the known name closest to written, "" if none is close: of n letters, (n+1)/3
// may be wrong. If several are equally close, it is the first. The time is proportional to the product of the lengths, so very long names are not
// compared.
func Hint(written string, known []string) string {
	if len(written) > longest {
		return ""
	}
	best, distance := "", (len(written)+1)/3+1
	for _, k := range known {
		d := editDistance(strings.ToLower(written), strings.ToLower(k))
		if strings.Contains(strings.ToLower(k), strings.ToLower(written)) || sameLetters(k, written) || shortens(written, k) {
			d = min(d, 1)
		}
		if d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// Among is [Hint], or the five known names nearest to written if none is close.
func Among(written string, known []string) string {
	if hint := Hint(written, known); hint != "" || len(known) == 0 {
		return hint
	}
	return "; use one of " + Few(written, known)
}

// Few returns the five known names nearest to written, joined by commas.
func Few(written string, known []string) string {
	return strings.Join(order(written, known)[:min(5, len(known))], ", ")
}

// order returns the known names, the nearest to written first.
func order(written string, known []string) []string {
	distance := func(name string) int {
		return editDistance(strings.ToLower(written[:min(len(written), longest)]), strings.ToLower(name[:min(len(name), longest)]))
	}
	known = slices.Clone(known)
	slices.SortStableFunc(known, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
	return known
}

// Near returns the known names that are near to written, the nearest first: as [Hint] has it, or with a word of four letters or
// more that is near to one of it.
func Near(written string, known []string) (near []string) {
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == '-' })
	}
	close := func(a, b string) bool { return editDistance(a, b) <= len(a)/3 }
	for _, k := range order(written, known) {
		isNear := close(strings.ToLower(written[:min(len(written), longest)]), strings.ToLower(k)) || slices.ContainsFunc(words(written), func(a string) bool {
			return len(a) > 3 && len(a) <= longest && slices.ContainsFunc(words(k), func(b string) bool { return len(b) > 3 && close(a, b) })
		})
		if isNear {
			near = append(near, k)
		}
	}
	return near
}

// shortens reports whether each word of a name begins one of another name, in order: out_tokens is output_tokens, not input_tokens.
func shortens(name, whole string) bool {
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	return len(words(name)) > 0 && slices.EqualFunc(words(name), words(whole), func(a, b string) bool { return strings.HasPrefix(b, a) })
}

// sameLetters reports whether two names differ only in the order of their letters.
func sameLetters(a, b string) bool {
	return slices.Equal(slices.Sorted(slices.Values([]rune(a))), slices.Sorted(slices.Values([]rune(b))))
}

// editDistance is the Levenshtein distance, kept in one row.
func editDistance(from, to string) int {
	a, b := []rune(from), []rune(to)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = slices.Min([]int{row[j] + 1, row[j+1] + 1, cost})
		}
	}
	return row[len(b)]
}
