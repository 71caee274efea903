package sentences

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// scope is what a sentence says it is about: rows, and a limit.
type scope struct {
	passes     func(row) bool
	deadline   float64 // 0 for none
	percentile int
	compared   bool   // whether it is about the models that a page compares
	models     int    // how many of them, as it says
	work       string // of what it compares, as it says: "832×480 px, 81 frames"
}

var (
	among = regexp.MustCompile(`^Compared: (?:models matching “([^”]+)”|([0-9]+) models?|configurations)(?: of (.+?) architecture)?(?: on (.+?))?(?: with ([0-9, or]+) GPUs?)?` +
		`(?: in ([A-Z0-9, or]+))?(?: with ≤ ` + amount + ` per [a-z]+)?(?: \(of ([0-9]+) chosen models?\))?(?:,? of equal work \((.+?)\))?\. `)
	worked = regexp.MustCompile(` \(([0-9]+×[0-9]+ px[^()]*|[0-9]+ steps[^()]*)\)`)
	within = regexp.MustCompile(`≤? ?([0-9.,]+) (?:ms|s) per (?:token|batch)(?: at (P[0-9]+))?`)
)

// sentence splits what a sentence says it is about from what it says of it.
func sentence(text string) (s scope, rest string) {
	m := among.FindStringSubmatch(text)
	if m == nil {
		m = make([]string, 10)
	}
	rest = text[len(m[0]):]
	if of := worked.FindStringSubmatch(rest); of != nil && m[9] == "" {
		m[9], rest = of[1], strings.Replace(rest, of[0], "", 1)
	}
	list := func(text string) []string { return strings.Split(strings.ReplaceAll(text, " or ", ", "), ", ") }
	isIn := func(text, value string) bool { return text == "" || slices.Contains(list(text), value) }
	s.passes = func(r row) bool {
		for word := range strings.FieldsSeq(m[1]) {
			if !r.isCalled(word) {
				return false
			}
		}
		return isIn(m[3], r.arch) && isIn(m[4], r.gpu) && isIn(m[5], itoa(r.gpus)) && isIn(m[6], r.precision) &&
			(m[7] == "" || r.energy <= number(m[7])) && r.did(m[9])
	}
	s.compared, s.work = m[2] != "" || m[8] != "", m[9]
	s.models = int(number("0" + m[2] + m[8]))
	return s, rest
}

// limited adds the limit that a text names.
func (s scope) limited(text string) scope {
	if m := within.FindStringSubmatch(text); m != nil {
		s.deadline = number(m[1])
		s.percentile = max(slices.Index([]string{"P50", "P90", "P95", "P99"}, m[2]), 0)
	}
	return s
}

// of are the rows that a sentence is about, whatever their latency.
func (s scope) of(rows []row) []row { return where(rows, s.passes) }

// in are those within the limit too.
func (s scope) in(rows []row) []row {
	return where(rows, func(r row) bool { return s.passes(r) && s.meets(r) })
}

func (s scope) meets(r row) bool { return s.deadline == 0 || r.latency[s.percentile] <= s.deadline }

// isCalled reports whether a model's name or id contains a word, whatever the case of English letters.
func (r row) isCalled(word string) bool {
	return strings.Contains(lower(r.name), lower(word)) || strings.Contains(lower(r.model), lower(word))
}

// works are the fields of the work of outputs, as sentences call them.
var works = []struct{ field, name string }{
	{"inference_steps", "steps"}, {"height", "height"}, {"width", "width"}, {"num_frames", "frames"},
}

var size = regexp.MustCompile(`([0-9]+)×([0-9]+) px`)

// did reports whether a row is of the work that a sentence names.
func (r row) did(work string) bool {
	if m := size.FindStringSubmatch(work); m != nil && (number(m[2]) != r.work[1] || number(m[1]) != r.work[2]) {
		return false
	}
	for i, w := range works {
		if m := regexp.MustCompile(`([0-9]+) ` + w.name).FindStringSubmatch(work); m != nil && number(m[1]) != r.work[i] {
			return false
		}
	}
	return true
}

// counts holds that a sentence about compared models is of no more of them than did the work that it names.
func (s scope) counts(compared []row) error {
	did := map[string]bool{}
	for _, r := range compared {
		if r.did(s.work) {
			did[r.model] = true
		}
	}
	if s.compared && s.work != "" && s.models > len(did) {
		return fmt.Errorf("but %d of the compared models did that work", len(did))
	}
	return nil
}

// equal holds that a sentence compares rows of equal work, and says of which where a board has others.
func (s scope) equal(rows, all []row) error {
	for _, r := range rows {
		if r.work != rows[0].work {
			return fmt.Errorf("compares unequal work: %v and %v", rows[0].work, r.work)
		}
	}
	if containsRow(all, func(r row) bool { return r.work != all[0].work }) && s.work == "" {
		return fmt.Errorf("does not say of which work it is")
	}
	return nil
}

func lower(text string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}, text)
}
