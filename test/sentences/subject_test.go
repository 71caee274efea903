package sentences

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

var (
	standing = regexp.MustCompile(`: ` + amount + ` per [a-z]+ (at ≤ .+|at any latency)$`)
	slower   = regexp.MustCompile(`: slower than (.+)$`)
	stands   = regexp.MustCompile(`^(?:Rank ([0-9]+)(?:–([0-9]+))? of ([0-9]+) models by [a-z ]+?\. )?Across its configurations(?: with these filters)?, energy ranges from ([0-9.,e-]+) to ` + amount)
	faster   = regexp.MustCompile(` Faster, and statistically tied with the best on the same GPUs: (.+) \(([0-9.,]+) (?:ms|s)(?: at P[0-9]+)?\)\.$`)
	change   = regexp.MustCompile(`^(.+) has a lower [a-z ]+ than (.+) for (?:([0-9]+) of|each of the) ([0-9]+) models (at ≤ [^;]+|at any latency); the (?:median change is|changes are) ([+−0-9,]+)%(?: and ([+−0-9,]+)%)?\.`)
	oneOnly  = regexp.MustCompile(`^For the one model with results on both (at ≤ [^;]+?|at any latency), the [a-z ]+ of (.+) ` +
		`is ([0-9,]+)% (lower|higher) than that of (.+?)\.`)
	allTied = regexp.MustCompile(`^For (?:the one model with results on both|each of the ([0-9]+) models) (at ≤ .+?|at any latency), (.+) and (.+) are tied in [a-z ]+; ` +
		`the (?:median )?change from (.+) to (.+) is ([+−0-9,]+)%\.`)
	noneLower = regexp.MustCompile(`^No model has a lower [a-z ]+ with (.+) than with (.+?) (at ≤ [^;]+|at any latency); the (?:median change is|changes are) ([+−0-9,]+)%(?: and ([+−0-9,]+)%)?\.`)
	changes   = regexp.MustCompile(`^No model has configurations(?: of equal work)? (at .+) on both (.+) and (.+?)(?: that pass the filters)?\.`)
	further   = regexp.MustCompile(`([0-9]+) more rows? (?:is|are) not listed`)
	tooSlow   = regexp.MustCompile(`The last (?:([0-9]+) rows are|row is) too slow|([0-9]+) models? (?:is|are) too slow`)
	other     = regexp.MustCompile(`^(.+) \([0-9.,]+B parameters\): ` + amount + ` per [a-z]+, ([0-9]+)% less$`)
	facts     = regexp.MustCompile(`^Results: ([0-9,]+) configurations? of ([0-9,]+) models? in ([0-9]+) tasks?\.$`)
)

// boards are those that a page has sections of.
func (c checked) boards(p page, check func(table, section, []row) error, rows func(row) bool) error {
	for id, b := range c.all {
		s, ok := p.Sections[id]
		if !ok {
			continue
		}
		own := where(b.rows, rows)
		if err := check(b, s, own); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		for _, f := range p.Figures {
			if f.Section == id && (strings.Contains(f.Title, "owest energy") || strings.Contains(f.Title, "One config")) {
				if err := b.tradeoff(f, own, c.state); err != nil {
					return fmt.Errorf("%s: %w", id, err)
				}
			}
		}
		for _, t := range p.Tables {
			if t.Section == id {
				if err := c.table(b, t, own); err != nil {
					return fmt.Errorf("%s: %s: %w", id, t.ID, err)
				}
			}
		}
	}
	return nil
}

func (c checked) model(p page) error {
	is := func(r row) bool { return strings.ReplaceAll(r.model, "/", "__") == c.folder }
	for id, s := range p.Sections {
		if b, ok := c.all[strings.TrimSuffix(id, "-alternatives")]; ok && strings.HasSuffix(id, "-alternatives") {
			if err := b.alternatives(s, where(b.rows, is)); err != nil {
				return err
			}
		}
	}
	return c.boards(p, func(b table, s section, own []row) error { return c.standing(b, s, own) }, is)
}

// standing holds where a model stands in a task: heading and text.
func (c checked) standing(b table, said section, own []row) error {
	s, rest := sentence(said.Text)
	id := own[0].model
	switch m := stands.FindStringSubmatch(rest); {
	case m != nil:
		s = s.limited(said.Heading)
		best := least(s.in(b.rows), model)
		at := slices.IndexFunc(best, func(r row) bool { return r.model == id })
		if at < 0 && slower.MatchString(said.Heading) && m[1] == "" {
			best = where(s.of(b.rows), func(r row) bool { return r.model == id })
			low, high := ends(best, energyOf)
			if len(best) == 0 || !rounds(m[4]+unitOf(m[5]), low) || !rounds(m[5], high) {
				return fmt.Errorf("%q under %q: it is %g to %g", said.Text, said.Heading, low, high)
			}
			break
		}
		if at < 0 {
			return fmt.Errorf("%q under %q: none is in time", said.Text, said.Heading)
		}
		if m[1] == "" { // it compares nothing
			if containsRow(best, func(r row) bool { return r.group == best[at].group && r.model != id }) {
				return fmt.Errorf("%q has no rank", said.Text)
			}
			best, at = best[at:at+1], 0
		} else if err := s.equal(best, b.rows); err != nil {
			return fmt.Errorf("%q %w", said.Text, err)
		}
		places := ranks(best)
		shared := countOf(places, places[at]) > 1
		last := m[2] // of the range of ranks
		if last == "" {
			last = m[1]
		}
		low, high := ends(where(s.of(b.rows), func(r row) bool { return r.model == id }), energyOf)
		if m[1] != "" && (int(number(m[1])) > places[at] || int(number(last)) < places[at] || int(number(m[3])) != len(best) || shared && m[2] == "") ||
			!rounds(m[4]+unitOf(m[5]), low) || !rounds(m[5], high) {
			return fmt.Errorf("%q under %q: it is %d of %d, %g to %g", said.Text, said.Heading, places[at], len(best), low, high)
		}
		if err := hurried(b, s.in(b.rows), best[at], s.percentile, rest); err != nil {
			return err
		}
	case rest == "":
		if len(where(own, c.state.passes)) > 0 {
			return fmt.Errorf("%q, but some do", said.Text)
		}
	default:
		return fmt.Errorf("%q is not understood", said.Text)
	}
	return c.heading(b, said, own)
}

// hurried holds the fastest configuration of a model that a text says is tied with its best, on the same hardware.
func hurried(b table, rows []row, best row, percentile int, text string) error {
	fastest := best
	for _, r := range rows {
		if r.model == best.model && r.hardware == best.hardware && r.ties(best) && r.latency[percentile] < fastest.latency[percentile] && r.stable {
			fastest = r
		}
	}
	m := faster.FindStringSubmatch(text)
	switch {
	case m == nil && fastest.run == best.run:
	case m == nil:
		return fmt.Errorf("%q does not say that %s is tied and faster", text, b.setting(fastest))
	case !strings.HasSuffix(b.setting(fastest), ", "+m[1]) || !rounds(m[2], fastest.latency[percentile]):
		return fmt.Errorf("%q: the fastest that is tied is %s", text, b.setting(fastest))
	}
	return nil
}

// heading holds the heading of a task on a model's page alone.
func (c checked) heading(b table, said section, own []row) error {
	s, rest := sentence(said.Heading)
	s = s.limited(rest)
	in := where(own, func(r row) bool { return s.passes(r) && s.meets(r) })
	low, _ := ends(in, energyOf)
	if m := standing.FindStringSubmatch(rest); m != nil && !rounds(m[1], low) {
		return fmt.Errorf("the heading %q is not true: the least is %g", said.Heading, low)
	}
	if slower.MatchString(rest) && len(in) > 0 {
		return fmt.Errorf("the heading %q is not true: %d are in time", said.Heading, len(in))
	}
	return nil
}

func countOf(places []int, place int) (n int) {
	for _, p := range places {
		if p == place {
			n++
		}
	}
	return n
}

// alternatives holds the list of models of similar size.
func (t table) alternatives(said section, own []row) error {
	s := scope{passes: func(row) bool { return true }}
	s = s.limited(said.Text)
	mine, _ := ends(where(own, s.meets), energyOf)
	for _, item := range said.Items {
		m := other.FindStringSubmatch(item)
		if item == "Compare these models" || item == "" { // of a section that is not shown
			continue
		}
		if m == nil {
			return fmt.Errorf("%q is not understood", item)
		}
		low, _ := ends(where(s.in(t.rows), func(r row) bool { return r.name == m[1] && r.params <= 2*own[0].params && 2*r.params >= own[0].params }), energyOf)
		if both := where(t.rows, func(r row) bool { return r.model == own[0].model || r.name == m[1] }); containsRow(both, func(r row) bool { return r.group != both[0].group }) {
			return fmt.Errorf("%q did other work", item)
		}
		if !rounds(m[2], low) || math.Abs(number(m[3])-100*(1-low/mine)) > 0.51 {
			return fmt.Errorf("%q: %q, but it is %g, %g for this model", said.Text, item, low, mine)
		}
	}
	return nil
}

// table holds a table of a page about a subject, whose rows are own.
func (c checked) table(b table, t listed, own []row) error {
	s, rest := sentence(t.Note)
	s = s.limited(rest)
	key := model
	switch {
	case strings.HasPrefix(rest, "In each row"):
		key = gpu
	case strings.HasPrefix(rest, "Each model's lowest"):
	case strings.HasPrefix(t.ID, "configurations-"):
		return c.configurations(b, t, own)
	default:
		return c.none(t, own)
	}
	if err := c.none(t, own); err != nil {
		return err
	}
	in := func(r row) bool { return s.passes(r) && s.meets(r) }
	best := least(where(own, in), key)
	inTime, late := 0, map[string]float64{} // the least latency of each that is too slow
	for _, r := range where(own, s.passes) {
		if !slices.ContainsFunc(best, func(o row) bool { return key(o) == key(r) }) && !math.IsInf(r.latency[s.percentile], 1) {
			if fastest, ok := late[key(r)]; !ok || r.latency[s.percentile] < fastest {
				late[key(r)] = r.latency[s.percentile]
			}
		}
	}
	for _, r := range t.Rows {
		run := b.run(r.Run)
		if r.Late {
			if fastest, ok := late[key(run)]; !ok || run.latency[s.percentile] != fastest {
				return fmt.Errorf("%q: %s is no slow one, or not the fastest", t.Note, r.Run)
			}
			continue
		}
		if inTime >= len(best) || best[inTime].energy != run.energy || key(best[inTime]) != key(run) {
			return fmt.Errorf("%q: row %d is %s", t.Note, inTime, r.Run)
		}
		inTime++
	}
	more := 0
	if m := further.FindStringSubmatch(rest); m != nil {
		more = int(number(m[1]))
	}
	if inTime+more != len(best) {
		return fmt.Errorf("%q: %d rows of %d", t.Note, inTime, len(best))
	}
	if m := tooSlow.FindStringSubmatch(rest); m != nil && max(1, int(number("0"+m[1]+m[2]))) != len(late) {
		return fmt.Errorf("%q: %d are too slow", t.Note, len(late))
	}
	return nil
}

// none holds what an empty table says.
func (c checked) none(t listed, own []row) error {
	if t.None == "" {
		return nil
	}
	s, rest := sentence(t.None)
	pass := where(own, c.state.passes)
	limited := s.limited(rest)
	switch {
	case strings.HasPrefix(rest, "No configuration matches the filters"):
		if len(c.state.scope().in(own)) > 0 {
			return fmt.Errorf("%q, but some do", t.None)
		}
	case strings.HasPrefix(rest, "No configuration here meets "):
		if n := len(where(own, func(r row) bool { return limited.passes(r) && limited.meets(r) })); n > 0 || len(pass) == 0 {
			return fmt.Errorf("%q, but %d do, and %d pass the filters", t.None, n, len(pass))
		}
	}
	return nil
}

var (
	outputs = regexp.MustCompile(`^([0-9,]+) of ([0-9,]+) configurations?$`)
	moreOf  = regexp.MustCompile(`^([0-9,]+) more rows? (?:is|are) in the data`)
)

// configurations holds a table of all configurations.
func (c checked) configurations(b table, t listed, own []row) error {
	pass := where(own, c.state.passes)
	if m := outputs.FindStringSubmatch(t.Output); m != nil && (int(number(m[1])) != len(pass) || int(number(m[2])) != len(own)) {
		return fmt.Errorf("%q, but %d of %d pass", t.Output, len(pass), len(own))
	}
	if m := moreOf.FindStringSubmatch(t.More); m != nil && int(number(m[1])) != len(pass)-len(t.Rows) {
		return fmt.Errorf("%q under %d rows of %d", t.More, len(t.Rows), len(pass))
	}
	at := c.state.percentile
	for _, r := range t.Rows {
		mine := b.run(r.Run)
		beaten := containsRow(pass, func(o row) bool {
			return o.group == mine.group && o.energy <= mine.energy && o.latency[at] <= mine.latency[at] && (o.energy < mine.energy || o.latency[at] < mine.latency[at])
		})
		if r.On == beaten {
			return fmt.Errorf("%s is on the frontier: %v, beaten: %v", r.Run, r.On, beaten)
		}
	}
	return c.none(t, own)
}

// values holds a page about a value of a field: a GPU or an architecture.
func (c checked) values(p page) error {
	slug := func(text string) string {
		return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(text), "-"), "-")
	}
	is := func(r row) bool { return slug(r.gpu) == c.folder || slug(r.arch) == c.folder }
	if m := facts.FindStringSubmatch(p.Lede); m != nil {
		n, tasks, models := 0, 0, map[string]bool{}
		for _, b := range c.all {
			own := where(b.rows, is)
			n += len(own)
			if len(own) > 0 {
				tasks++
			}
			for _, r := range own {
				models[r.model] = true
			}
		}
		if int(number(m[1])) != n || int(number(m[2])) != len(models) || int(number(m[3])) != tasks {
			return fmt.Errorf("%q: %d, %d, %d", p.Lede, n, len(models), tasks)
		}
	}
	return c.boards(p, func(b table, s section, _ []row) error { return c.changed(b, s) }, is)
}

// changed holds the matched change of a section.
func (c checked) changed(b table, said section) error {
	s, rest := sentence(said.Text)
	best := func(gpu, limit string) []row {
		s := s.limited(limit)
		return least(where(s.in(b.rows), func(r row) bool { return r.gpu == gpu }), model)
	}
	unlike := 0 // models whose outputs differ in length by more than a quarter
	paired := func(alt, base, limit string) (ratios []float64, alone int) {
		unlike = 0
		bases := map[string]row{}
		for _, r := range best(base, limit) {
			bases[r.model] = r
		}
		found := 0
		for _, r := range best(alt, limit) {
			if o, ok := bases[r.model]; ok && unequal(r.output, o.output) {
				unlike++
				found++
			} else if ok {
				ratios = append(ratios, r.energy/o.energy)
				found++
			} else {
				alone++
			}
		}
		slices.Sort(ratios)
		return ratios, alone + len(bases) - found
	}
	if m := changes.FindStringSubmatch(rest); m != nil {
		if ratios, _ := paired(m[2], m[3], m[1]); len(ratios) > 0 {
			return fmt.Errorf("%q, but %d have", said.Text, len(ratios))
		}
	}
	m := claimed(rest)
	if m == nil {
		return nil
	}
	ratios, alone := paired(m[1], m[2], m[5])
	n, lower := len(ratios), 0
	for _, x := range ratios {
		if x < 1 {
			lower++
		}
	}
	if n == 0 || m[3] != "" && lower != int(number(m[3])) || m[4] != "" && n != int(number(m[4])) {
		return fmt.Errorf("%q, but in %d of %d", said.Text, lower, n)
	}
	low, high := (ratios[(n-1)/2]+ratios[n/2])/2, 0.0
	if m[7] != "" {
		low, high = ratios[0], ratios[n-1]
	}
	if math.Abs(100*(low-1)-number(m[6])) > 0.51 || m[7] != "" && math.Abs(100*(high-1)-number(m[7])) > 0.51 {
		return fmt.Errorf("%q, but it is %g, %g", said.Text, low, high)
	}
	if m := regexp.MustCompile(`([0-9]+) models? (?:is|are) left out: (?:it has|they have) a`).FindStringSubmatch(rest); m != nil && int(number(m[1])) != alone {
		return fmt.Errorf("%q, but %d are", said.Text, alone)
	}
	neither := map[string]bool{}
	for _, r := range s.of(b.rows) {
		if r.gpu == m[1] || r.gpu == m[2] {
			neither[r.model] = true
		}
	}
	for _, r := range slices.Concat(best(m[1], m[5]), best(m[2], m[5])) {
		delete(neither, r.model)
	}
	if m := regexp.MustCompile(`([0-9]+) models? (?:is|are) left out by the latency limit alone`).FindStringSubmatch(rest); m != nil && int(number(m[1])) != len(neither) ||
		m == nil && len(neither) > 0 {
		return fmt.Errorf("%q, but %d meet the limit on neither", said.Text, len(neither))
	}
	told := strings.Count(rest, " is left out, because its response lengths")
	if m := regexp.MustCompile(`([0-9]+) models are left out, because their response lengths`).FindStringSubmatch(rest); m != nil {
		told = int(number(m[1]))
	}
	if told != unlike {
		return fmt.Errorf("%q, but %d did other work", said.Text, unlike)
	}
	return nil
}

// claimed are the parts of a claim about a change: alternative, base, in how many it is lower and of how many ("" if not said), the
// limit, and the median, or both changes.
func claimed(text string) []string {
	if m := oneOnly.FindStringSubmatch(text); m != nil {
		sign := map[string]string{"lower": "−"}[m[4]]
		return []string{m[0], m[2], m[5], "", "1", m[1], sign + m[3], ""}
	}
	if m := allTied.FindStringSubmatch(text); m != nil && m[3] == m[6] && m[4] == m[5] {
		return []string{m[0], m[3], m[4], "", cmp.Or(m[1], "1"), m[2], m[7], ""}
	}
	if m := noneLower.FindStringSubmatch(text); m != nil {
		return []string{m[0], m[1], m[2], "0", "", m[3], m[4], m[5]}
	}
	m := change.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return append([]string{m[0], m[1], m[2], cmp.Or(m[3], m[4]), m[4]}, m[5:]...)
}

// unequal reports whether two lengths of responses are known and more than a quarter apart.
func unequal(a, b float64) bool {
	known := !math.IsInf(a, 1) && !math.IsInf(b, 1)
	return known && max(a/b, b/a) > 1.25
}
