package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type compareOptions struct {
	sources                sourceFlags
	domain, where, format  string
	factor, base, alt      string
	hold, deadline, metric string
}

func compareCommand(c *console) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Compare matched pairs: what one factor changes while all else is equal",
		Long: `Compare pairs runs that agree in everything that --hold names and differ in
--factor, and tells how often the alternative needs less of --metric, and by how
much. With --deadline each side is its least metric among the runs that keep the
deadline, for each deadline in turn; without one, name the batch size in --hold.
Repeats of a configuration count as one, the least. Groups that lack a side are
left out. A change is (alternative − base) / base.

` + sourcesHelp(),
		Example: `  jouleboard compare --factor gpu_model --base H100 --alt B200 \
    --hold task,nickname,weight_precision --deadline median_itl_ms=50,100,250
  jouleboard compare --factor weight_precision --base bfloat16 --alt fp8 \
    --hold 'task,gpu_model,num_gpus,max_num_seqs,replace(nickname, " FP8", "")'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.compare(cmd.Context(), o) },
	}
	o.sources.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.factor, "factor", "", "the `FIELD` that differs")
	f.StringVar(&o.base, "base", "", "its `VALUE` on the one side")
	f.StringVar(&o.alt, "alt", "", "its `VALUE` on the other side, the alternative")
	f.StringVar(&o.hold, "hold", "", "`FIELDS` or expressions that are equal within a pair, separated by commas")
	f.StringVar(&o.deadline, "deadline", "", "keep at most this much of a field, for each value: `FIELD=VALUE,…`")
	f.StringVar(&o.metric, "metric", "", "the `FIELD` to compare (default: the energy per output)")
	f.StringVar(&o.domain, "domain", "", domainHelp())
	f.StringVarP(&o.where, "where", "w", "", "only the runs for which this `EXPR` is true")
	f.StringVar(&o.format, "format", "table", "table or json")
	return cmd
}

// compare prints a matched comparison.
func (c *console) compare(ctx context.Context, o compareOptions) error {
	match, err := o.match()
	if err != nil {
		return err
	}
	ds, err := c.dataset(ctx, o.sources, false)
	if err != nil {
		return err
	}
	return printComparison(c, runsOf(ds, o.domain), match, o)
}

// match is the comparison that the flags declare.
func (o compareOptions) match() (aggregate.Match, error) {
	m := aggregate.Match{Factor: o.factor, Base: o.base, Alt: o.alt, Hold: splitExpressions(o.hold), Metric: o.metric}
	switch {
	case o.factor == "" || o.base == "" || o.alt == "" || o.hold == "":
		return m, usagef("compare needs --factor, --base, --alt and --hold")
	case o.format != "table" && o.format != "json":
		return m, usagef("--format %q: want table, json", o.format)
	case checkDomain(o.domain) != nil:
		return m, checkDomain(o.domain)
	case o.base == o.alt:
		return m, usagef("--base and --alt are both %q: give two values of %s", o.base, o.factor)
	case o.deadline == "":
		return m, nil
	}
	field, values, _ := strings.Cut(o.deadline, "=")
	m.DeadlineField = field
	for text := range strings.SplitSeq(values, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(x > 0) {
			return m, usagef("--deadline %q: want FIELD=VALUE,… with positive numbers, such as median_itl_ms=50,100", o.deadline)
		}
		m.Deadlines = append(m.Deadlines, x)
	}
	return m, nil
}

// splitExpressions splits at commas, except within brackets and quotes.
func splitExpressions(list string) []string {
	var parts []string
	depth, start, quote := 0, 0, rune(0)
	for i, r := range list {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'' || r == '`':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(list[start:i]))
			start = i + 1
		}
	}
	return append(parts, strings.TrimSpace(list[start:]))
}

func printComparison(c *console, runs data.Table, m aggregate.Match, o compareOptions) error {
	if m.Metric == "" {
		m.Metric = runs.Schema().Name(data.RoleEnergy)
	}
	for _, name := range []string{m.Factor, m.Metric, m.DeadlineField} {
		if _, err := runs.Schema().Columns(name); name != "" && err != nil {
			return usageError{err}
		}
	}
	if o.where != "" {
		if runs = runs.Filter(o.where); runs.Err() != nil {
			return usageError{fmt.Errorf("--where: %w", runs.Err())}
		}
	}
	comparison, err := aggregate.Matched(runs, m)
	if err != nil {
		return usageError{err}
	}
	if o.format == "json" {
		return printComparisonJSON(c, comparison)
	}
	return printComparisonTable(c, runs.Schema(), comparison)
}

// effectJSON is an aggregate.Effect as JSON; no pairs have no changes.
type effectJSON struct {
	Pairs  int      `json:"pairs"`
	Wins   int      `json:"wins"`
	Median *float64 `json:"median_change_percent"`
	Min    *float64 `json:"min_change_percent"`
	Max    *float64 `json:"max_change_percent"`
}

type deadlineJSON struct {
	Field string  `json:"field"`
	Value float64 `json:"value"`
}

type pairJSON struct {
	Hold     map[string]any `json:"hold"`
	Deadline *deadlineJSON  `json:"deadline"`
	Base     float64        `json:"base"`
	Alt      float64        `json:"alt"`
	BaseRun  string         `json:"base_run"`
	AltRun   string         `json:"alt_run"`
	Change   float64        `json:"change_percent"`
}

func printComparisonJSON(c *console, comparison aggregate.Comparison) error {
	type atDeadline struct {
		Deadline deadlineJSON `json:"deadline"`
		effectJSON
	}
	answer := struct {
		effectJSON
		ByDeadline []atDeadline `json:"by_deadline"`
		Rows       []pairJSON   `json:"rows"`
	}{effectJSON: effectJSON(comparison.Effect), ByDeadline: []atDeadline{}, Rows: []pairJSON{}}
	for i, e := range comparison.ByDeadline {
		d := deadlineJSON{comparison.DeadlineField, comparison.Deadlines[i]}
		answer.ByDeadline = append(answer.ByDeadline, atDeadline{d, effectJSON(e)})
	}
	for _, p := range comparison.Rows {
		row := pairJSON{map[string]any{}, nil, p.Base, p.Alt, p.BaseRun, p.AltRun, p.ChangePercent}
		for i, key := range comparison.Hold {
			row.Hold[key] = p.Hold[i]
		}
		if p.Deadline > 0 {
			row.Deadline = &deadlineJSON{comparison.DeadlineField, p.Deadline}
		}
		answer.Rows = append(answer.Rows, row)
	}
	out := json.NewEncoder(c.stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(answer)
}

// printComparisonTable prints a line a pair; the sums go to the reader's terminal.
func printComparisonTable(c *console, schema *data.Schema, comparison aggregate.Comparison) error {
	metric, _ := schema.Field(comparison.Metric)
	var s sheet
	for _, key := range comparison.Hold {
		s.columns = append(s.columns, sheetColumn{label: key})
	}
	if len(comparison.Deadlines) > 0 {
		field, _ := schema.Field(comparison.DeadlineField)
		s.columns = append(s.columns, sheetColumn{field.Label + " ≤", field.Unit})
	}
	s.columns = append(s.columns,
		sheetColumn{comparison.Base, metric.Unit}, sheetColumn{comparison.Alt, metric.Unit}, sheetColumn{"Change", "%"},
		sheetColumn{label: "Base run"}, sheetColumn{label: "Alternative run"})
	for _, p := range comparison.Rows {
		row := slices.Clone(p.Hold)
		if len(comparison.Deadlines) > 0 {
			row = append(row, p.Deadline)
		}
		s.rows = append(s.rows, append(row, p.Base, p.Alt, p.ChangePercent, p.BaseRun, p.AltRun))
	}
	for i, e := range comparison.ByDeadline {
		c.note("%s ≤ %v: %s", comparison.DeadlineField, comparison.Deadlines[i], effectText(comparison, e))
	}
	c.note("in all: %s", effectText(comparison, comparison.Effect))
	if len(s.rows) == 0 {
		return nil
	}
	return s.write(c.stdout)
}

func effectText(comparison aggregate.Comparison, e aggregate.Effect) string {
	if e.Pairs == 0 {
		return "no pair: no group has runs on both sides"
	}
	return fmt.Sprintf("%s needs less in %d of %s; median change %+.1f %%, from %+.1f to %+.1f %%",
		comparison.Alt, e.Wins, units.Counted(e.Pairs, "pair"), *e.Median, *e.Min, *e.Max)
}
