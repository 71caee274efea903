package charts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

var withoutBraces = strings.NewReplacer("{", "(", "}", ")")

// shortened makes names from result files fit for labels that stand together: one line each without the braces that ECharts
// would take for a template, in so many px. What is too long loses the middle of what it has in common with the others,
// and never the words in which it first differs from one of them, as long as these have room. Scripts of pages do the same
// (scale.js).
func shortened(names []string, size, width float64) []string {
	all := lists.Map(names, func(name string) string {
		return withoutBraces.Replace(strings.Join(strings.Fields(name), " "))
	})
	short := slices.Clone(all)
	for i, name := range all {
		if textWidth(name, size) > width {
			short[i] = shorten([]rune(name), all, size, width)
		}
	}
	return short
}

func shorten(name []rune, all []string, size, width float64) (text string) {
	text = string(name)
	for _, runs := range [][]span{spare(name, all), {{0, len(name)}}} {
		most := min(lists.Sum(runs, func(one span) int { return one.end - one.start }), len(name)-2)
		for n := 1; n <= most; n++ {
			if text = without(name, runs, n); textWidth(text, size) <= width {
				return text
			}
		}
	}
	return text
}

// span is a part of a name, in runes.
type span struct{ start, end int }

// separators are the marks between the words of a name.
const separators = " -_/:"

// spare are the parts of a name that do not tell it from the others, the longest first.
func spare(name []rune, all []string) (runs []span) {
	kept := make([]bool, len(name))
	for _, other := range all {
		o, at := []rune(other), 0
		for at < len(name) && at < len(o) && name[at] == o[at] {
			at++
		}
		if at == len(name) && at == len(o) {
			continue
		}
		for at < len(name)-1 && strings.ContainsRune(separators, name[at]) {
			at++
		}
		at = min(at, len(name)-1)
		start, end := at, at
		for start > 0 && !strings.ContainsRune(separators, name[start-1]) {
			start--
		}
		for end < len(name) && !strings.ContainsRune(separators, name[end]) {
			kept[end] = true
			end++
		}
		for i := start; i < end; i++ {
			kept[i] = true
		}
	}
	for i := 0; i < len(name); i++ {
		start := i
		for i < len(name) && !kept[i] {
			i++
		}
		if i > start {
			runs = append(runs, span{start, i})
		}
	}
	slices.SortStableFunc(runs, func(a, b span) int { return cmp.Compare(b.end-b.start, a.end-a.start) })
	return runs
}

// mostOfWord are the letters of a word beside a cut that go with it: they alone are no word.
const mostOfWord = 6

// wholeWords is a cut within a run that leaves no ends of words, if these are short and the run is a part of the name.
func wholeWords(name []rune, within, cut span) span {
	if within.end-within.start == len(name) {
		return cut
	}
	letter := func(i int) bool { return !strings.ContainsRune(separators, name[i]) }
	made := cut
	for made.start > within.start && letter(made.start) && letter(made.start-1) {
		made.start--
	}
	for made.end < within.end && letter(made.end) && letter(made.end-1) {
		made.end++
	}
	if cut.start-made.start > mostOfWord || made.start == 0 {
		made.start = cut.start
	}
	if made.end-cut.end > mostOfWord {
		made.end = cut.end
	}
	return made
}

// without leaves out n runes: of the first of the runs its middle, and what is more of the next.
func without(name []rune, runs []span, n int) string {
	var cuts []span
	for _, one := range runs {
		take := min(n, one.end-one.start)
		if n -= take; take > 0 {
			left := one.end - one.start - take
			from := one.start + (2*left+2)/3
			cuts = append(cuts, wholeWords(name, one, span{from, from + take}))
		}
	}
	slices.SortFunc(cuts, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	parts, from := []string{}, 0
	for _, c := range cuts {
		parts, from = append(parts, strings.TrimSpace(string(name[from:c.start]))), c.end
	}
	return strings.Join(append(parts, strings.TrimSpace(string(name[from:]))), "…")
}
