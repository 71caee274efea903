package command

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

type compareOptions struct {
	Sources sourceFlags
	runFlags
	Format   formatFlag
	Factor   string  `flag:"factor" help:"{FIELD} that differs" complete:"fields"`
	Base     string  `flag:"base" help:"{VALUE} of the factor on the base side" complete:"side"`
	Alt      string  `flag:"alt" help:"{VALUE} of the factor on the alternative side" complete:"side"`
	Each     bool    `flag:"each" help:"compare each value with every larger one"`
	Hold     string  `flag:"hold" help:"{FIELDS} or expressions equal within a pair" complete:"fields"`
	Deadline string  `flag:"deadline" help:"{DEADLINES}, such as median_itl_ms=50,100" complete:"fields"`
	Metric   string  `flag:"metric" help:"{FIELD} to compare (default: energy)" complete:"fields"`
	Sensor   float64 `flag:"sensor-error" help:"assumed error of the power sensors of one GPU model, in {PERCENT}"`
}

// compare prints a matched comparison.
func (c *console) compare(ctx context.Context, o compareOptions) error {
	match, err := o.match()
	if err != nil {
		return err
	}
	runs, err := c.runsIn(ctx, o.Sources, o.Domain)
	if err != nil {
		return err
	}
	if match.Metric == "" {
		match.Metric = runs.Schema().Name(data.RoleEnergy)
	}
	for _, name := range []string{match.Factor, match.Metric, match.DeadlineField} {
		if _, err := runs.Schema().Columns(name); name != "" && err != nil {
			return usageError{err}
		}
	}
	if runs, err = o.filter(runs); err != nil {
		return err
	}
	if err := knownSides(runs, match); err != nil {
		return err
	}
	comparison, err := aggregate.Matched(runs, match)
	if err != nil {
		return usageError{err}
	}
	if o.Format.is == "json" {
		return printComparisonJSON(c, comparison)
	}
	noteComparison(c, comparison)
	pairs := lists.FlatMap(comparison.ByDeadline, func(claim aggregate.Claim) []statedPair {
		return lists.Map(claim.Pairs, func(p aggregate.Pair) statedPair { return statedPair{claim, p} })
	})
	return tableOf(pairs, pairColumns(runs.Schema(), comparison), o.Format.forPrograms()).print(c, o.Format.is)
}

// match is the comparison that the flags declare.
func (o compareOptions) match() (aggregate.Match, error) {
	m := aggregate.Match{Factor: o.Factor, Base: o.Base, Alt: o.Alt, Each: o.Each, Metric: o.Metric, SensorError: o.Sensor}
	if o.Hold != "" {
		m.Hold = splitExpressions(o.Hold)
	}
	switch {
	case o.Factor == "":
		return m, usagef("compare requires --factor")
	case o.Each && (o.Base != "" || o.Alt != ""):
		return m, usagef("--each compares all values of %s: remove --base and --alt", o.Factor)
	case !o.Each && (o.Base == "" || o.Alt == ""):
		return m, usagef("compare requires --base and --alt, or --each")
	case !(o.Sensor >= 0 && o.Sensor < 100):
		return m, usagef("--sensor-error %v: use a percentage from 0 to below 100", o.Sensor)
	case !o.Each && o.Base == o.Alt:
		return m, usagef("--base and --alt are both %q: give two values of %s", o.Base, o.Factor)
	case o.Deadline == "":
		return m, nil
	}
	field, values, _ := strings.Cut(o.Deadline, "=")
	m.DeadlineField = field
	for text := range strings.SplitSeq(values, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(x > 0) || math.IsInf(x, 1) {
			return m, usagef("--deadline %q: use FIELD=VALUE,… with positive numbers, such as median_itl_ms=50,100", o.Deadline)
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

// knownSides reports a side that no run has.
func knownSides(runs data.Table, m aggregate.Match) error {
	if m.Each {
		return nil
	}
	const most = 12
	known := lists.Map(runs.Distinct(m.Factor), data.Text)
	some := strings.Join(known[:min(most, len(known))], ", ")
	if len(known) > most {
		some += ", …"
	}
	for _, side := range []struct{ flag, value string }{{"--base", m.Base}, {"--alt", m.Alt}} {
		if !slices.Contains(known, side.value) {
			return usagef("%s %q: no run has this %s; the data has %s%s", side.flag, side.value, m.Factor, some, nearest.Hint(side.value, known))
		}
	}
	return nil
}

// statedPair is a pair with the claim that it is one of.
type statedPair struct {
	claim aggregate.Claim
	aggregate.Pair
}

// pairColumns are for people and programs; those for programs alone name the sides and the group too.
func pairColumns(schema *data.Schema, comparison aggregate.Comparison) (columns []columnOf[statedPair]) {
	metric, _ := schema.Field(comparison.Metric)
	deadline, _ := schema.Field(comparison.DeadlineField)
	add := func(name, label, unit string, value func(statedPair) any) {
		columns = append(columns, columnOf[statedPair]{sheetColumn{label, unit, name}, value})
	}
	for i, key := range comparison.Hold {
		add(key, key, "", func(p statedPair) any { return p.Hold[i] })
	}
	if deadline.Name != "" {
		add(deadline.Name+"_at_most", deadline.Label+" ≤", deadline.Unit, func(p statedPair) any { return p.claim.Deadline })
	}
	base, alt, factor := comparison.Base, comparison.Alt, ""
	if comparison.Each {
		base, alt, factor = "Base", "Alternative", comparison.Factor
	}
	add("group_model", "", "", func(p statedPair) any { return p.Model })
	add("group_task", "", "", func(p statedPair) any { return p.Task })
	add("base_"+comparison.Factor, factor, "base", func(p statedPair) any { return p.Base.Value })
	add("alt_"+comparison.Factor, factor, "alternative", func(p statedPair) any { return p.Alt.Value })
	add("base", base, metric.Unit, func(p statedPair) any { return p.Base.Metric })
	add("alt", alt, metric.Unit, func(p statedPair) any { return p.Alt.Metric })
	add("change_percent", "Change", "%", func(p statedPair) any { return p.Change })
	add("base_run", "Base run", "", func(p statedPair) any { return p.Base.Run })
	add("alt_run", "Alternative run", "", func(p statedPair) any { return p.Alt.Run })
	add("base_runs", "", "", func(p statedPair) any { return p.Base.Runs })
	add("alt_runs", "", "", func(p statedPair) any { return p.Alt.Runs })
	add("differs", "", "", func(p statedPair) any { return strings.Join(p.Differs, " ") })
	return columns
}

// noteComparison tells what the pairs say together.
func noteComparison(c *console, comparison aggregate.Comparison) {
	for _, claim := range comparison.ByDeadline {
		name := ""
		if claim.Deadline > 0 {
			name = fmt.Sprintf("%s ≤ %v: ", comparison.DeadlineField, claim.Deadline)
		}
		c.note("%s%s", name, effectText(comparison, claim.Effect, len(claim.Pairs)))
		for _, p := range claim.OtherWork {
			c.note("  left out, because the sides did different work: %s", unequalText(p))
		}
		for _, p := range claim.Near {
			c.note("  left out, because held fields differ: %s", unequalText(p))
		}
	}
	if comparison.Turns() {
		for _, part := range comparison.ByBatch {
			pairs := units.Counted(len(part.Pairs), "pair")
			c.note("  batch sizes %s: %d of %s lower; median %+.1f%%", batchRange(part), part.Wins, pairs, *part.Median)
		}
	}
	warnComparison(c, comparison)
}

// unequalText names a pair by its held values and what its sides do not share.
func unequalText(p aggregate.Pair) string {
	unequal := lists.Map(p.Unequal, func(u aggregate.Unequal) string { return fmt.Sprintf("%s %v and %v", u.Field, u.Base, u.Alt) })
	return fmt.Sprintf("%v, %v: %s", p.Model, p.Task, strings.Join(unequal, ", "))
}

// batchRange names the batch sizes of a part: "up to 16".
func batchRange(part aggregate.Claim) string {
	switch {
	case part.Above == 0:
		return fmt.Sprintf("up to %v", part.UpTo)
	case part.UpTo == 0:
		return fmt.Sprintf("above %v", part.Above)
	}
	return fmt.Sprintf("above %v to %v", part.Above, part.UpTo)
}

// warnComparison tells what the pairs do not hold equal.
func warnComparison(c *console, comparison aggregate.Comparison) {
	pairs := units.Counted(len(comparison.Pairs), "pair")
	if n := comparison.Merged; n > 0 {
		c.note("warning: in %d of %s a side was chosen from several models: add model_id or nickname to --hold", n, pairs)
	}
	if comparison.OtherModels && len(comparison.Pairs) > 0 {
		c.note("warning: the sides may be different models: --hold does not include the model")
	}
	kind := "warning: "
	if comparison.DeadlineField != "" {
		kind = "each side is its best run within the deadline: "
	}
	for _, d := range comparison.Differs {
		c.note("%s%s differs in %d of %s", kind, d.Field, d.Pairs, pairs)
	}
	if s := comparison.Sensor; s != nil && s.Turns {
		c.note("warning: if all energies of one side were off by %v%%, the alternative would be lower in %d to %d of %s, "+
			"with a median of %+.1f to %+.1f%%", s.Percent, s.FewestWins, s.MostWins, pairs, s.LowMedian, s.HighMedian)
	}
}

func effectText(comparison aggregate.Comparison, e aggregate.Effect, pairs int) string {
	if pairs == 0 {
		return "no pairs: no group has runs on both sides that agree in " + strings.Join(comparison.Hold, ", ")
	}
	alternative := comparison.Alt
	if comparison.Each {
		alternative = "more " + comparison.Factor
	}
	interval := "no interval: fewer than 6 groups"
	if i := e.Interval; i != nil {
		interval = fmt.Sprintf("95%% interval %+.1f to %+.1f%%", i.Low, i.High)
	}
	return fmt.Sprintf("%s is lower in %d of %s, and in the median of %d of %s (%s of %s); median change %+.1f%% (%s), range %+.1f to %+.1f%%",
		alternative, e.Wins, units.Counted(pairs, "pair"), e.GroupWins, units.Counted(e.Groups, "group"), units.Counted(e.Models, "model"),
		units.Counted(e.Families, "family"),
		*e.Median, interval, *e.Min, *e.Max)
}
