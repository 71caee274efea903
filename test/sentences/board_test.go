package sentences

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

var (
	answered = regexp.MustCompile(`^(.+?) (?:uses the least energy|is the only model ranked by energy per [a-z]+) ` +
		`(at ≤ .+?|at any latency): ` + amount + ` per [a-z]+(?: \((.+?)\))?\.`)
	tied    = regexp.MustCompile(`The (?:runner-up is|next ([0-9]+) models are) statistically tied with it\.`)
	spanned = regexp.MustCompile(`The ([0-9]+) models differ in energy per [a-z]+ by (a factor of )?([0-9.,]*[0-9])`)
	counted = regexp.MustCompile(`^([0-9]+) of ([0-9]+) models? · ([0-9,]+) of ([0-9,]+) configurations?`)
	beyond  = regexp.MustCompile(`^(.+): fastest ([0-9.,]+) (?:ms|s)(?: at P[0-9]+)?, at ` + amount + ` per [a-z]+ \((.+)\)$`)
	ranged  = regexp.MustCompile(`^([0-9.,e-]+)(?:–| to )` + amount)
	place   = regexp.MustCompile(`^(=?)([0-9]+)`)
)

// mostRows is how many rows a table shows.
const mostRows = 30

func (c checked) board(p page) error {
	b := c.all[c.folder]
	if err := b.lede(p.Lede, c.state); err != nil {
		return err
	}
	pass := c.state.scope().in(b.rows)
	if m := counted.FindStringSubmatch(p.Count); m == nil || int(number(m[1])) != len(least(pass, model)) || int(number(m[3])) != len(pass) ||
		int(number(m[2])) != len(least(b.rows, model)) || int(number(m[4])) != len(b.rows) {
		return fmt.Errorf("%q, but %d pass", p.Count, len(pass))
	}
	if err := c.rows(b, p); err != nil {
		return err
	}
	if err := b.late(p); err != nil {
		return err
	}
	for _, f := range p.Figures {
		if f.ID == "tradeoff-figure" && f.Title != "" {
			if err := b.tradeoff(f, b.rows, c.state); err != nil {
				return err
			}
		}
	}
	return nil
}

// lede holds the answer of a board.
func (t table) lede(text string, state filters) error {
	s, rest := sentence(text)
	s = s.limited(rest)
	switch rows := s.in(t.rows); {
	case rest == "No configuration matches the filters.":
		if n := len(where(t.rows, state.passes)); n > 0 {
			return fmt.Errorf("%q, but %d do", text, n)
		}
		return nil
	case strings.HasPrefix(rest, "No model has a measured latency within "):
		if len(rows) > 0 || len(s.of(t.rows)) == 0 {
			return fmt.Errorf("%q, but %d do", text, len(rows))
		}
		return nil
	}
	m := answered.FindStringSubmatch(rest)
	if m == nil {
		return fmt.Errorf("%q is not understood", text)
	}
	best := least(s.in(t.rows), model)
	if err := s.equal(best, t.rows); err != nil {
		return fmt.Errorf("%q %w", text, err)
	}
	all := least(state.scope().limited(rest).in(t.rows), model)
	if n := len(all) - len(best); len(best) > 0 && (best[0].group != all[0].group || n != others(rest)) {
		return fmt.Errorf("%q, but %d did other work", text, n)
	}
	if len(best) == 0 || !rounds(m[3], best[0].energy) {
		return fmt.Errorf("%q, but %+v is the best of %d", text, first(best), len(best))
	}
	if !containsRow(s.in(t.rows), func(r row) bool {
		return r.energy == best[0].energy && r.name == m[1] && strings.HasPrefix(m[4], t.setting(r))
	}) {
		return fmt.Errorf("%q, but it is %+v", text, best[0])
	}
	close := 0
	for _, r := range best[1:] {
		if !r.ties(best[0]) {
			break
		}
		close++
	}
	told := 0
	if m := tied.FindStringSubmatch(rest); m != nil {
		told = 1
		if m[1] != "" {
			told = int(number(m[1]))
		}
	}
	if told != close {
		return fmt.Errorf("%q, but %d are tied", text, close)
	}
	return span(text, rest, best)
}

var otherwise = regexp.MustCompile(`([0-9]+) more models? did different work`)

// others is how many models a sentence says did other work.
func others(text string) int {
	if m := otherwise.FindStringSubmatch(text); m != nil {
		return int(number(m[1]))
	}
	return 0
}

// span holds how far the models are apart.
func span(text, rest string, best []row) error {
	m := spanned.FindStringSubmatch(rest)
	if m == nil {
		return nil
	}
	ratio := best[len(best)-1].energy / best[0].energy
	far := math.Abs(number(m[3]) - ratio)
	switch {
	case m[2] == "":
		far = math.Abs(number(m[3]) - 100*(ratio-1))
	case !strings.Contains(m[3], "."):
		far *= 1
	default:
		far *= 10
	}
	if int(number(m[1])) != len(best) || far > 0.51 {
		return fmt.Errorf("%q, but there are %d models, %g times", text, len(best), ratio)
	}
	return nil
}

// rows holds the table of a board: each model's best, in order, with ranks and ranges.
func (c checked) rows(b table, p page) error {
	s, rest := sentence(p.Note)
	s = s.limited(rest)
	best := least(s.in(b.rows), model)
	for _, t := range p.Tables {
		if t.ID != "results" || len(t.Rows) == 0 && p.Note == "" {
			continue
		}
		if len(t.Rows) != min(len(best), mostRows) {
			return fmt.Errorf("%q: %d rows, but %d models", p.Note, len(t.Rows), len(best))
		}
		places := ranks(best)
		for i, r := range t.Rows {
			if best[i].run != r.Run && best[i].energy != b.run(r.Run).energy {
				return fmt.Errorf("%q: row %d is %s, not %s", p.Note, i, r.Run, best[i].run)
			}
			if m := place.FindStringSubmatch(r.Rank); m == nil || int(number(m[2])) != places[i] {
				return fmt.Errorf("row %d has rank %q, not %d", i, r.Rank, places[i])
			}
			of := where(b.rows, func(o row) bool { return o.model == best[i].model })
			if strings.Contains(p.Note, "that pass the filters, at any latency") {
				of = where(of, c.state.passes)
			}
			low, high := ends(of, energyOf)
			if m := ranged.FindStringSubmatch(r.Range); r.Range != "" && (m == nil && low != high || m != nil && (!rounds(m[1]+unitOf(m[2]), low) || !rounds(m[2], high))) {
				return fmt.Errorf("%q: the range of %s is said to be %q, it is %g to %g", p.Note, best[i].name, r.Range, low, high)
			}
		}
	}
	return nil
}

// ranks are the places of rows in order, in each group; those that tie with the first of a place share it.
func ranks(best []row) []int {
	places, first, head := make([]int, len(best)), 0, 0
	for i, r := range best {
		switch {
		case i == 0 || r.group != best[i-1].group:
			first, head = i, i
		case !r.ties(best[first]):
			first = i
		}
		places[i] = first - head + 1
	}
	return places
}

// late holds the models that are too slow.
func (t table) late(p page) error {
	s, rest := sentence(p.Beyond)
	s = s.limited(rest)
	inTime := map[string]bool{}
	for _, r := range s.in(t.rows) {
		inTime[r.model] = true
	}
	fastest := map[string]row{}
	for _, r := range s.of(t.rows) {
		if o, ok := fastest[r.model]; !inTime[r.model] && (!ok || r.latency[s.percentile] < o.latency[s.percentile]) {
			fastest[r.model] = r
		}
	}
	if p.Beyond == "" {
		return nil
	}
	if len(p.Items) != min(len(fastest), mostRows) {
		return fmt.Errorf("%q: %d models are listed, %d do not", p.Beyond, len(p.Items), len(fastest))
	}
	for _, item := range p.Items {
		m := beyond.FindStringSubmatch(item)
		if m == nil {
			return fmt.Errorf("%q is not understood", item)
		}
		isIt := false
		for _, r := range fastest {
			isIt = isIt || r.name == m[1] && rounds(m[2], r.latency[s.percentile])
		}
		if !isIt {
			return fmt.Errorf("%q under %q is not so", item, p.Beyond)
		}
	}
	return nil
}

var (
	both  = regexp.MustCompile(`^[Ll]owest energy per [a-z]+ and fastest: ` + amount + ` at ([0-9.,e-]+) (?:ms|s)(?: at (P[0-9]+))? \((.+)\)$`)
	apart = regexp.MustCompile(`^[Ll]owest energy per [a-z]+ ` + amount + ` at ([0-9.,e-]+) (?:ms|s)(?: at (P[0-9]+))? \((.+)\); fastest ([0-9.,e-]+) (?:ms|s)(?: at P[0-9]+)? \((.+)\)$`)
	only  = regexp.MustCompile(`^One configuration: ` + amount + ` at ([0-9.,e-]+) (?:ms|s)(?: at (P[0-9]+))? \((.+)\)$`)
	drawn = regexp.MustCompile(`^Drawn: ([0-9,]+) of ([0-9,]+) configurations?\.`)
)

// noneDrawn is the title of a drawing without rows, of whatever work.
const noneDrawn = "No configuration to show"

// tradeoff holds the title of a trade-off of rows, and how many it says are drawn.
func (t table) tradeoff(f figure, rows []row, state filters) error {
	s, rest := sentence(f.Title)
	s.percentile = percentileIn(rest)
	isDrawn := func(r row) bool { return !math.IsInf(r.latency[s.percentile], 1) }
	all := where(where(rows, state.passes), isDrawn)
	rows = where(s.of(rows), isDrawn)
	lowest, _ := ends(rows, energyOf)
	fastest, _ := ends(rows, func(r row) float64 { return r.latency[s.percentile] })
	if rest == noneDrawn {
		if len(all) > 0 {
			return fmt.Errorf("%q, but there are %d", f.Title, len(all))
		}
		return nil
	}
	if err := s.equal(rows, t.rows); err != nil && len(rows) > 0 {
		return fmt.Errorf("%q %w", f.Title, err)
	}
	is := func(energy, latency, who string) error {
		if !containsRow(rows, func(r row) bool {
			return (energy == "" || rounds(energy, r.energy)) && rounds(latency, r.latency[s.percentile]) &&
				(strings.HasPrefix(who, r.name+" on "+r.hardware) || who == r.hardware)
		}) {
			return fmt.Errorf("%q: no row has %s at %s for %s", f.Title, energy, latency, who)
		}
		return nil
	}
	if m := drawn.FindStringSubmatch(f.Caption); m != nil && len(state.values) > 0 && (int(number(m[1])) != f.Marks || len(all) < f.Marks) {
		return fmt.Errorf("%q: there are %d marks, %d rows", f.Caption, f.Marks, len(rows))
	}
	if m := apart.FindStringSubmatch(rest); m != nil {
		if !rounds(m[1], lowest) || !rounds(m[5], fastest) {
			return fmt.Errorf("%q: the ends are %g and %g", f.Title, lowest, fastest)
		}
		if err := is(m[1], m[2], m[4]); err != nil {
			return err
		}
		return is("", m[5], m[6])
	}
	if m := both.FindStringSubmatch(rest); m != nil {
		if !rounds(m[1], lowest) || !rounds(m[2], fastest) {
			return fmt.Errorf("%q: the ends are %g and %g", f.Title, lowest, fastest)
		}
		return is(m[1], m[2], m[4])
	}
	if m := only.FindStringSubmatch(rest); m != nil {
		if len(rows) != 1 {
			return fmt.Errorf("%q: there are %d", f.Title, len(rows))
		}
		return is(m[1], m[2], m[4])
	}
	if n := len(where(rows, state.passes)); n > 0 {
		return fmt.Errorf("%q is not understood, or says that there are none of %d", f.Title, n)
	}
	return nil
}

var percentileName = regexp.MustCompile(` at (P[0-9]+)`)

func percentileIn(text string) int {
	m := percentileName.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return map[string]int{"P50": 0, "P90": 1, "P95": 2, "P99": 3}[m[1]]
}

func (t table) run(id string) row {
	for _, r := range t.rows {
		if r.run == id {
			return r
		}
	}
	return row{}
}

func containsRow(rows []row, is func(row) bool) bool { return len(where(rows, is)) > 0 }

func first(rows []row) row {
	if len(rows) == 0 {
		return row{}
	}
	return rows[0]
}
