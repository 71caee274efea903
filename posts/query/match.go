package query

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// match computes a comparison for use in expressions, at its first deadline: pairs,
// wins and share of wins, groups and models, and median, min and max of the change as
// fractions, with low and high, the ends of the median's interval, where it has one.
// at(name, 50) is the same at another deadline.
func (t *Text) match(m content.Match, empty bool) (any, error) {
	effect, known := t.matches[m.Name]
	if !known {
		var err error
		if effect, err = t.effect(m); err != nil {
			return nil, err
		}
		t.matches[m.Name] = effect
	}
	if effect["pairs"] == 0 && !empty {
		return nil, fmt.Errorf("the comparison %q has no pairs", m.Name)
	}
	return effect, nil
}

func (t *Text) effect(m content.Match) (map[string]any, error) {
	declared := m.Comparison
	if m.ID != "" {
		ids := lists.Map(t.content.Comparisons, func(c content.Comparison) string { return c.ID })
		i := slices.Index(ids, m.ID)
		if i < 0 {
			return nil, m.Fault("", "comparisons.yaml has no comparison %q%s", m.ID, nearest.Hint(m.ID, ids))
		}
		declared = t.content.Comparisons[i]
	}
	answer, err := t.compare(m, declared)
	if err != nil {
		return nil, m.Fault("", "%v", err)
	}
	effect := effectOf(answer.Claim)
	effect[under] = lists.By(answer.ByDeadline, func(c aggregate.Claim) (float64, map[string]any) { return c.Deadline, effectOf(c) })
	return effect, nil
}

func (t *Text) compare(m content.Match, c content.Comparison) (aggregate.Comparison, error) {
	runs, ok := t.domains[c.Domain]
	if !ok {
		return aggregate.Comparison{}, fmt.Errorf("domain: unknown %q", c.Domain)
	}
	if m.Where != "" {
		if runs = runs.Filter(m.Where); runs.Err() != nil {
			return aggregate.Comparison{}, fmt.Errorf("where: %w", runs.Err())
		}
	}
	paid, err := t.Pay(runs, c)
	if err != nil {
		return aggregate.Comparison{}, err
	}
	return aggregate.Matched(paid, aggregate.MatchOf(c, paid.Schema(), t.content))
}

// Pay pays for a comparison of runs, whose time grows with their number at each deadline and for each expression that is
// held, and returns the runs with a purse of their own: comparisons may be made side by side.
func (s *Results) Pay(runs data.Table, c content.Comparison) (data.Table, error) {
	held := len(runs.Schema().Fields()) * data.EvaluationCost(runs.Len(), true)
	for _, expression := range c.Hold {
		if !runs.Schema().Has(expression) {
			held += data.Evaluation + runs.Len()*heldCost
		}
	}
	if err := s.Take(held + (1+len(c.At))*(claimCost+runs.Len()*pairedCost)); err != nil {
		return data.Table{}, err
	}
	return runs.PaidFrom(data.NewPurse(held)), nil
}

func effectOf(c aggregate.Claim) map[string]any {
	effect := map[string]any{"pairs": len(c.Pairs), "wins": c.Wins, "groups": c.Groups, "group_wins": c.GroupWins, "models": c.Models}
	if len(c.Pairs) > 0 {
		effect["share"] = float64(c.Wins) / float64(len(c.Pairs))
		effect["median"], effect["min"], effect["max"] = *c.Median/100, *c.Min/100, *c.Max/100
	}
	if i := c.Interval; i != nil {
		effect["low"], effect["high"] = i.Low/100, i.High/100
	}
	return effect
}

// atDeadline is a comparison at one of its deadlines.
func atDeadline(args []any) (any, error) {
	if len(args) == 2 {
		answer, _ := args[0].(map[string]any)
		byDeadline, ok := answer[under].(map[float64]map[string]any)
		deadline, isNumber := data.Number(args[1])
		if effect := byDeadline[deadline]; ok && isNumber && effect != nil {
			return effect, nil
		}
	}
	return nil, errors.New("expected a comparison and one of its deadlines")
}
