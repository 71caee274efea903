package site

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// The tables of views. The script of the page makes the same rows (viewtable.js): it knows a column by its field, or by
// one of the words below where no field is shown.
const (
	slackField    = "slack"   // the share of the limit that a row uses
	excessField   = "excess"  // how much more than the best of the table
	againstField  = "against" // the metric as a multiple of that of the base
	changeField   = "change"
	pairField     = "pair" // both sides of a change on a strip
	baseField     = "base"
	altField      = "alt"
	intervalField = "interval"
	reportField   = "report" // where a reader says that a run looks wrong
)

// rankingTable is the table of a ranking: the best of each value, then the fastest of those that miss the limit.
func (p *page) rankingTable(t *task, a view.Answer, columns []column) templates.Table {
	v := p.table(columns, append(a.Rows[:len(a.Rows):len(a.Rows)], a.Late...))
	v.ID, v.Kept, v.Fixed = a.View.ID, true, true
	t.head(a.Query, v.Rows[:len(a.Rows)], a.Rows)
	for i := range a.Late {
		v.Rows[len(a.Rows)+i].Late = true
	}
	return v
}

// tableWords are the words for columns of declared tables that boards do not have.
var tableWords = []string{"name", intervalField, slackField, excessField, reportField}

// slack is the latency as a share of the limit, as a bar with its percentage.
func (t *task) slack() column {
	return column{
		Column: templates.Column{Field: slackField, Label: t.words.Say("views.slack"), Kind: templates.Number, Unit: "%", Show: templates.Tablet},
		cell: func(r aggregate.Row) templates.Cell {
			share := 100 * r.Latency(t.query.Percentile) / t.Deadline
			if t.Deadline <= 0 || math.IsInf(share, 1) {
				return templates.Cell{}
			}
			return templates.Cell{Text: t.words.Fixed(share, 0), Value: data.Text(share)}
		},
	}
}

// excess is how much more than the best row of the table a row has of what ranks, with the 95% interval.
func (t *task) excess(best []aggregate.Row) column {
	return column{
		Column: templates.Column{
			Field: excessField, Label: t.words.Say("views.excess"), Kind: templates.Number, Unit: "%", Show: templates.Tablet,
		},
		cell: func(r aggregate.Row) templates.Cell {
			i := slices.IndexFunc(best, func(o aggregate.Row) bool { return o.Group == r.Group })
			if i < 0 || r.Run == best[i].Run || !r.Ranked() || !best[i].Ranked() {
				return templates.Cell{}
			}
			ratio, open := r.Score/best[i].Score, r.Open(best[i])
			percent := func(ratio float64) string { return t.signed(100 * (ratio - 1)) }
			cell := templates.Cell{Text: tieSign(r.Ties(best[i])) + percent(ratio), Value: data.Text(100 * (ratio - 1))}
			if open > 0 {
				cell.Small = " " + t.words.Say("views.excess_interval", "low", percent(ratio*math.Exp(-open)), "high", percent(ratio*math.Exp(open)))
			}
			return cell
		},
	}
}

// tieSign stands before a difference that the uncertainty leaves open.
func tieSign(tied bool) string {
	if tied {
		return "≈ "
	}
	return ""
}

// signed is a change in percent with its sign, without the unit.
func (t *task) signed(x float64) string {
	text := t.words.Fixed(math.Abs(x), 0)
	switch {
	case text == "0":
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

// changeTable is the table of matched pairs.
func (p *page) changeTable(t *task, a view.Answer) templates.Table {
	side := func(field, label string) templates.Column {
		return templates.Column{Field: field, Label: label, Unit: t.words.Say("views.side", "unit", t.energyUnit()), Kind: templates.Number, Show: templates.Tablet}
	}
	v := templates.Table{
		ID: a.View.ID, Kept: true, Fixed: true,
		Label: t.words.Say("views.change.table", "alt", a.View.Alt, "base", a.View.Base, "task", t.Name),
		Columns: []templates.Column{
			{Field: t.nameField(), Label: t.words.Say("table.model"), Kind: templates.Name},
			{Field: pairField, Label: t.words.Say("views.change.strip", "alt", a.View.Alt, "base", a.View.Base), Kind: templates.Range, Scale: pairScale()},
			{Field: changeField, Label: t.words.Say("findings.change"), Unit: "%", Kind: templates.Number, Main: true, Help: p.help("ties")},
			side(altField, a.View.Alt), side(baseField, a.View.Base),
		},
	}
	for _, pair := range a.Pairs {
		r := pair.Alt
		x := 100 * (pair.Ratio() - 1)
		v.Rows = append(v.Rows, p.rowOf(r.Run, r.ModelID, p.named(r, p.modelLink(t, r)),
			templates.Cell{Strip: pairStrip(pair.Ratio(), t.words.Say("views.change.pair", "percent", t.signed(x)))},
			templates.Cell{Text: tieSign(pair.Ties()) + t.signed(x), Value: data.Text(x)},
			p.traced(t.side(pair.Alt), pair.Alt), p.traced(t.side(pair.Base), pair.Base)))
	}
	return v
}

// side is a row of a pair: its energy, and on what.
func (t *task) side(r aggregate.Row) templates.Cell {
	return templates.Cell{Text: t.energyNumber(r.Energy), Small: " " + t.onText(r)}
}

// Ratios on a strip are on a logarithmic scale from a quarter to four times.
const mostRatio = 4

func pairAt(ratio float64) float64 {
	return scale{1.0 / mostRatio, mostRatio}.at(min(max(ratio, 1.0/mostRatio), mostRatio))
}

func pairScale() []templates.Tick {
	return []templates.Tick{{At: pairAt(1 / 2.0), Label: "−50%"}, {At: pairAt(1), Label: "0"}, {At: pairAt(2), Label: "+100%"}}
}

// pairStrip is a bar from no change to a ratio, with a dot at its end. text says the change.
func pairStrip(ratio float64, text string) *templates.Strip {
	dot, none := pairAt(ratio), pairAt(1)
	return &templates.Strip{From: min(dot, none), To: max(dot, none), Dot: &dot, Grid: []float64{none}, Text: text}
}
