package site

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// checkClaims returns the first claim of a figure that its table does not support. A title without claims is also an error.
func checkClaims(f charts.Figure) error {
	if f.Empty() { // which no page shows
		return nil
	}
	if len(f.Claims) == 0 {
		return fmt.Errorf("%s: %q claims nothing that can be recomputed", f.Chart, f.Title)
	}
	for _, c := range f.Claims {
		if err := checkClaim(drawnTable{f}, c); err != nil {
			return fmt.Errorf("%s: %q: %s %v of %v: %w", f.Chart, f.Title, c.Predicate, c.Fields, c.Runs, err)
		}
	}
	return nil
}

// drawnTable is what a figure draws. Ghosts, which have no run of their own, are no rows of it.
type drawnTable struct{ charts.Figure }

func checkClaim(t drawnTable, c charts.Claim) error {
	rule, known := claimRules[c.Predicate]
	if !known {
		return fmt.Errorf("no such predicate")
	}
	if err := t.equalWork(c); err != nil {
		return err
	}
	return rule(t, c)
}

// equalWork holds a superlative against the columns of the work: where they differ, the title says of which work it is.
func (t drawnTable) equalWork(c charts.Claim) error {
	if c.Predicate != charts.Least && c.Predicate != charts.Most {
		return nil
	}
	for i, column := range t.Columns {
		own := t.row(c.Runs[0])
		if !column.Work || !slices.ContainsFunc(t.Rows, func(r charts.Row) bool { return !isGhostRow(r) && r.Cells[i].Value != own.Cells[i].Value }) {
			continue
		}
		if _, said, _ := strings.Cut(t.Title, " ("); !strings.Contains(said, own.Cells[i].Value) {
			return fmt.Errorf("%s differs, and the title does not say that it is %s", column.Field, own.Cells[i].Value)
		}
	}
	return nil
}

// row is that of a run.
func (t drawnTable) row(run string) charts.Row {
	return t.Rows[slices.IndexFunc(t.Rows, func(r charts.Row) bool { return r.Run == run })]
}

// equal reports whether the outputs of two rows are of equal work.
func (t drawnTable) equal(a, b charts.Row) bool {
	for i, column := range t.Columns {
		if column.Work && a.Cells[i].Value != b.Cells[i].Value {
			return false
		}
	}
	return true
}

var claimRules = map[charts.Predicate]func(drawnTable, charts.Claim) error{
	charts.Is: func(t drawnTable, c charts.Claim) error { return sameNumber(t.of(c, 0, 0), c.Value) },
	charts.Least: func(t drawnTable, c charts.Claim) error {
		return isExtreme(t, c, func(own, other float64) bool { return other < own })
	},
	charts.Most: func(t drawnTable, c charts.Claim) error {
		return isExtreme(t, c, func(own, other float64) bool { return other > own })
	},
	charts.Less: func(t drawnTable, c charts.Claim) error {
		return sameNumber(100*(1-t.of(c, 0, 0)/t.of(c, 1, 0)), c.Value)
	},
	charts.ShareOf:    isShareOf,
	charts.QuantileIs: isQuantile,
	charts.Between:    isBetween,
}

// of is what a claim's run has in one of its fields.
func (t drawnTable) of(c charts.Claim, run, field int) float64 {
	if c.Places != nil {
		return t.value(t.Rows[c.Places[run]], c.Fields[field])
	}
	for _, r := range t.Rows {
		if r.Run == c.Runs[run] {
			return t.value(r, c.Fields[field])
		}
	}
	return math.NaN()
}

func (t drawnTable) value(r charts.Row, field string) float64 {
	i := slices.IndexFunc(t.Columns, func(c charts.Column) bool { return c.Field == field })
	if i < 0 {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(r.Cells[i].Value, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

func sameNumber(got, stated float64) error {
	if !(math.Abs(got-stated) <= 1e-9*math.Abs(stated)) && got != stated {
		return fmt.Errorf("is %v, states %v", got, stated)
	}
	return nil
}

// isExtreme looks for a row that beats the subject.
func isExtreme(t drawnTable, c charts.Claim, beats func(own, other float64) bool) error {
	own := t.of(c, 0, 0)
	if err := sameNumber(own, c.Value); err != nil {
		return err
	}
	for _, r := range t.Rows {
		if x := t.value(r, c.Fields[0]); !isGhostRow(r) && t.equal(r, t.row(c.Runs[0])) && beats(own, x) {
			return fmt.Errorf("%s has %v, the subject %v", r.Run, x, own)
		}
	}
	return nil
}

func isGhostRow(r charts.Row) bool { return r.Run == "" }

func isShareOf(t drawnTable, c charts.Claim) error {
	whole := 0.0
	for i := range c.Fields {
		if x := t.of(c, 0, i); x > 0 {
			whole += x
		}
	}
	return sameNumber(100*t.of(c, 0, 0)/whole, c.Value)
}

// isQuantile reads the columns from, to and count of bins.
func isQuantile(t drawnTable, c charts.Claim) error {
	cell := func(r charts.Row, i int) float64 { x, _ := strconv.ParseFloat(r.Cells[i].Value, 64); return x }
	total := lists.Sum(t.Rows, func(r charts.Row) float64 { return cell(r, 2) })
	below, upTo := 0.0, 0.0 // answers that are certainly and possibly no more than the value
	for _, r := range t.Rows {
		if cell(r, 1) <= c.Value {
			below += cell(r, 2)
		}
		if cell(r, 0) <= c.Value {
			upTo += cell(r, 2)
		}
	}
	if slack := 1e-9 * total; below > c.Limit*total+slack || upTo < c.Limit*total-slack {
		return fmt.Errorf("%v lies isBetween the quantiles %v and %v, not at %v", c.Value, below/total, upTo/total, c.Limit)
	}
	return nil
}

// isBetween reads the columns of the least and the greatest sample of stretches.
func isBetween(t drawnTable, c charts.Claim) error {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range t.Rows {
		low, _ := strconv.ParseFloat(r.Cells[1].Value, 64)
		high, _ := strconv.ParseFloat(r.Cells[3].Value, 64)
		least, most = min(least, low), max(most, high)
	}
	if least != c.Value || most != c.Limit {
		return fmt.Errorf("samples from %v to %v", least, most)
	}
	return nil
}
