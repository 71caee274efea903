package sentences

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	excluded = regexp.MustCompile(`([0-9]+) of the models (?:has|have) no configuration left`)
	uses     = regexp.MustCompile(`.*\. (.+?) uses the most: ([0-9.,e-]+) times as much\.`)
)

// comparison holds a page that compares the first models of a board.
func (c checked) comparison(p page) error {
	for _, t := range p.Tables {
		if id, ok := strings.CutPrefix(t.ID, "configurations-"); ok {
			return c.compared(c.all[id], p)
		}
	}
	return fmt.Errorf("no table of configurations")
}

func (c checked) compared(b table, p page) error {
	standing := scope{passes: func(row) bool { return true }, deadline: b.limit}
	ids := []string{}
	for _, r := range least(standing.in(b.rows), model)[:3] {
		ids = append(ids, r.model)
	}
	own := where(b.rows, func(r row) bool { return slices.Contains(ids, r.model) })
	s, rest := sentence(p.Lede)
	s = s.limited(rest)
	about := b.rows
	if s.compared {
		about = own
	}
	if err := s.counts(own); err != nil {
		return fmt.Errorf("%q %w", p.Lede, err)
	}
	best := least(s.in(about), model)
	if m := answered.FindStringSubmatch(rest); m != nil {
		if len(best) == 0 || best[0].name != m[1] || !rounds(m[3], best[0].energy) {
			return fmt.Errorf("%q, but it is %+v", p.Lede, first(best))
		}
		if err := s.equal(best, b.rows); err != nil && len(best) > 1 {
			return fmt.Errorf("%q %w", p.Lede, err)
		}
		last := best[len(best)-1]
		if u := uses.FindStringSubmatch(rest); u != nil && (u[1] != last.name || !rounds(u[2], last.energy/best[0].energy)) {
			return fmt.Errorf("%q, but %s uses %g times as much", p.Lede, last.name, last.energy/best[0].energy)
		}
	} else if strings.HasPrefix(rest, "The models did different work (") {
		groups := map[int]bool{}
		best = least(c.state.scope().in(own), model)
		for _, r := range best {
			groups[r.group] = true
		}
		if len(groups) < len(best) {
			return fmt.Errorf("%q, but some did", p.Lede)
		}
	} else if n := len(c.state.scope().in(own)); n > 0 {
		return fmt.Errorf("%q, but %d match", p.Lede, n)
	}
	n := 0
	if m := excluded.FindStringSubmatch(rest); m != nil {
		n = int(number(m[1]))
	}
	if n > 0 && s.compared && n != s.models-len(best) {
		return fmt.Errorf("%q, but %d of %d are excluded", p.Lede, len(ids)-len(best), len(ids))
	}
	for _, f := range p.Figures {
		if strings.Contains(f.Title, "owest energy") || strings.Contains(f.Title, "One config") {
			if err := b.tradeoff(f, own, c.state); err != nil {
				return err
			}
		}
	}
	for _, t := range p.Tables {
		if strings.HasPrefix(t.ID, "configurations-") {
			if err := c.configurations(b, t, own); err != nil {
				return err
			}
		}
	}
	return nil
}
