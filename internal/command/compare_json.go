package command

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// claimJSON is an aggregate.Claim as JSON; without pairs there are no changes.
type claimJSON struct {
	Deadline *deadlineJSON `json:"deadline,omitempty"`
	Batch    *rangeJSON    `json:"batch,omitempty"`
	aggregate.Effect
}

// rangeJSON are batch sizes; the ends that count with them are named.
type rangeJSON struct {
	Above float64  `json:"above"`
	UpTo  *float64 `json:"up_to"`
}

type deadlineJSON struct {
	Field string  `json:"field"`
	Value float64 `json:"value"`
}

type pairJSON struct {
	Hold      map[string]any `json:"hold"`
	Deadline  *deadlineJSON  `json:"deadline"`
	BaseValue any            `json:"base_value"`
	AltValue  any            `json:"alt_value"`
	Base      float64        `json:"base"`
	Alt       float64        `json:"alt"`
	BaseRun   string         `json:"base_run"`
	AltRun    string         `json:"alt_run"`
	BaseRuns  int            `json:"base_runs"`
	AltRuns   int            `json:"alt_runs"`
	Model     any            `json:"model"`
	Task      any            `json:"task"`
	Change    float64        `json:"change_percent"`
	Differs   []string       `json:"differs"`
	Unequal   map[string]any `json:"unequal,omitempty"` // of a pair that is left out, the values of both sides
}

func printComparisonJSON(c *console, comparison aggregate.Comparison) error {
	answer := struct {
		versioned
		claimJSON
		ByDeadline []claimJSON `json:"by_deadline"`
		ByBatch    []claimJSON `json:"by_batch"`
		Rows       []pairJSON  `json:"rows"`
		LeftOut    []pairJSON  `json:"left_out"`
	}{
		versioned: thisVersion, claimJSON: claimOf(comparison, comparison.Claim),
		ByDeadline: []claimJSON{}, ByBatch: []claimJSON{}, Rows: []pairJSON{}, LeftOut: []pairJSON{},
	}
	part := func(claim aggregate.Claim) claimJSON { return claimOf(comparison, claim) }
	for _, claim := range comparison.ByDeadline {
		pair := func(p aggregate.Pair) pairJSON { return pairOf(comparison, claim, p) }
		if claim.Deadline > 0 {
			answer.ByDeadline = append(answer.ByDeadline, part(claim))
		}
		answer.Rows = append(answer.Rows, lists.Map(claim.Pairs, pair)...)
		answer.LeftOut = append(answer.LeftOut, lists.Map(slices.Concat(claim.OtherWork, claim.Near), pair)...)
	}
	answer.ByBatch = append(answer.ByBatch, lists.Map(comparison.ByBatch, part)...)
	return writeJSON(c.stdout, answer)
}

func claimOf(comparison aggregate.Comparison, claim aggregate.Claim) claimJSON {
	j := claimJSON{Deadline: deadlineOf(comparison, claim), Effect: claim.Effect}
	if claim.Above > 0 || claim.UpTo > 0 {
		j.Batch = &rangeJSON{Above: claim.Above}
		if claim.UpTo > 0 {
			j.Batch.UpTo = &claim.UpTo
		}
	}
	return j
}

func deadlineOf(comparison aggregate.Comparison, claim aggregate.Claim) *deadlineJSON {
	if claim.Deadline == 0 {
		return nil
	}
	return &deadlineJSON{comparison.DeadlineField, claim.Deadline}
}

func pairOf(comparison aggregate.Comparison, claim aggregate.Claim, p aggregate.Pair) pairJSON {
	j := pairJSON{
		Hold: map[string]any{}, Deadline: deadlineOf(comparison, claim), BaseValue: p.Base.Value, AltValue: p.Alt.Value,
		Base: p.Base.Metric, Alt: p.Alt.Metric, BaseRun: p.Base.Run, AltRun: p.Alt.Run, BaseRuns: p.Base.Runs, AltRuns: p.Alt.Runs,
		Model: p.Model, Task: p.Task, Change: p.Change, Differs: append([]string{}, p.Differs...),
		Unequal: lists.By(p.Unequal, func(u aggregate.Unequal) (string, any) { return u.Field, []any{u.Base, u.Alt} }),
	}
	for i, key := range comparison.Hold {
		j.Hold[key] = p.Hold[i]
	}
	return j
}
