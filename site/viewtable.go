package site

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
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
func (t *task) signed(x float64) string { return t.words.Signed(x, 0) }

// changeTable is the table of matched pairs.
func (p *page) changeTable(t *task, a view.Answer) templates.Table {
	side := func(field, label string) templates.Column {
		return templates.Column{Field: field, Label: label, Unit: t.order(a.Query).unit, Kind: templates.Number, Show: templates.Tablet}
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
			p.traced(t.side(a.Query, pair.Alt), pair.Alt), p.traced(t.side(a.Query, pair.Base), pair.Base)))
	}
	return v
}

// side is a row of a pair: its energy, or by what else the query orders, and on what.
func (t *task) side(q board.Query, r aggregate.Row) templates.Cell {
	by := t.order(q)
	x, _ := by.value(r)
	return templates.Cell{Text: by.form(x), Small: t.onText(r)}
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

// effectText sums up a change.
func (p *page) effectText(t *task, a view.Answer, rows []aggregate.Row) templates.Text {
	e := a.Effect
	if e.Pairs == 0 {
		key, gpus := "none", a.Query.Unpriced(rows)
		switch {
		case len(gpus) > 0:
			key = "none_priced"
		case len(a.Unlike) > 0:
			key = "none_alike"
		case t.scope(a.Query, nil) != "":
			key = "none_filtered"
		}
		return templates.Plain(t.words.Say("views.change."+key, "alt", a.View.Alt, "base", a.View.Base, "at", t.at(a.Query),
			"n", len(gpus), "gpus", t.words.All(gpus)))
	}
	percent := func(x float64) string { return t.words.Say("form.percent", "x", t.signed(x)) }
	text := t.words.Rich("views.change."+e.Claim(), "alt", a.View.Alt, "base", a.View.Base,
		"by", t.percent(math.Abs(e.Median)), "lower", t.shareOf(e.Lower, e.Pairs), "n", e.Pairs, "at", t.at(a.Query), "median", percent(e.Median), "low", percent(e.Low),
		"high", percent(e.High), "metric", t.order(a.Query).name)
	ties := e.Ties
	if e.Claim() == view.AllTied {
		ties = 0 // the claim says it
	}
	if e.Reverses {
		text = append(text, plain(" "+t.words.Say("views.change.reverses")))
	}
	for _, more := range []struct {
		key string
		n   int
	}{
		{"views.change.ties", ties}, {"views.change.more", a.MorePairs}, {"views.change.alone", len(a.Alone)}, {"views.change.neither", a.Neither},
	} {
		if more.n > 0 {
			text = append(text, plain(" "+t.words.Say(more.key, "n", more.n, "at", t.at(a.Query), "pairs", e.Pairs,
				"alt", a.View.Alt, "base", a.View.Base)))
		}
	}
	return append(text, plain(t.unlikeText("views.change.unlike", a)))
}

// unlikeText names the models whose sides did different work, of many the first; "" for none.
func (t *task) unlikeText(key string, a view.Answer) string {
	n := len(a.Unlike)
	if n == 0 {
		return ""
	}
	named := lists.Map(a.Unlike[:min(n, mostNamed)], func(p view.Pair) string { return p.Alt.Nickname })
	return " " + t.words.Say(key, "n", n, "models", strings.Join(named, ", "), "alt", a.View.Alt, "base", a.View.Base)
}

// rankingNote says what the rows are and how many are left out. of is the end of its messages' keys.
func (p *page) rankingNote(t *task, a view.Answer, of string) templates.Text {
	at := t.at(a.Query)
	if len(a.Rows) == 0 && len(a.Late) > 0 { // the table lists no models that are too slow
		return templates.Plain(map[string]string{"values": t.words.Say("views.late.none")}[of])
	}
	unpriced, metric := a.Query.Unpriced(a.Rows), t.order(a.Query).name
	none := len(unpriced) > 0 && !slices.ContainsFunc(a.Rows, func(r aggregate.Row) bool { return !slices.Contains(unpriced, r.GPU) })
	if none {
		metric = t.metric()
	}
	text := t.words.Say("views.note."+of, "at", at, "metric", metric) + t.inGroups(a.Rows)
	switch {
	case none:
		text = t.words.Say("views.unpriced_all", "gpus", t.words.All(unpriced)) + " " + text
	case len(unpriced) > 0:
		text += " " + t.words.Say("views.unpriced", "metric", t.metric())
	}
	if a.More > 0 {
		text += " " + t.words.Say("views.more", "n", a.More)
	}
	if len(a.Late) > 0 {
		text += " " + t.words.Say("views.late."+of, "n", len(a.Late))
	}
	return templates.Plain(text)
}

// modelsByGPU is the matrix of the models and the GPU models of a board; nil where it has only one GPU model.
func (t *task) modelsByGPU() *ask {
	if len(t.board.GPUs()) < 2 {
		return nil
	}
	return &ask{View: view.View{
		ID: "gpus-table", Kind: view.Matrix, By: t.column(string(data.RoleModel)), Factor: t.name(data.RoleGPU),
		Alike: t.columnsOf([]string{string(data.RoleOutputLength)}),
	}, rows: t.rows}
}

// matrixSection is that of a task's page.
func (p *page) matrixSection(t *task) []templates.Section {
	a := t.modelsByGPU()
	if a == nil {
		return nil
	}
	made := p.matrixTable(t, t.answerTo(*a))
	made.Measured = t.basisOf(t.rows[0])
	return []templates.Section{{ID: "gpus", Title: t.words.Say("views.matrix.title"), Tables: []templates.Table{made}}}
}

// matrixTable has a row for each model and a column for each GPU model; the best of a row is marked.
func (p *page) matrixTable(t *task, a view.Answer) templates.Table {
	v := templates.Table{
		ID: a.View.ID, Kept: true, Fixed: true, Label: t.words.Say("views.matrix.table", "task", t.Name), Note: p.matrixNote(t, a),
		Empty: t.words.Say("task.lede.empty"), Columns: []templates.Column{p.modelName(t).Column},
	}
	for i, value := range a.Columns {
		v.Columns = append(v.Columns, templates.Column{Field: value, Label: value, Kind: templates.Number, Show: shows(i - 2)})
	}
	for _, line := range a.Lines {
		row := templates.Row{Cells: make([]templates.Cell, len(v.Columns))}
		for i, spot := range line.Spots {
			if spot.Row == nil {
				continue
			}
			row.Cells[i+1] = p.traced(t.spotCell(a, spot), *spot.Row)
			row.Cells[i+1].Best = i == line.Best
			if row.Model == "" {
				row.Model = spot.Row.ModelID
				row.Cells[0] = p.named(*spot.Row, p.modelLink(t, *spot.Row))
			}
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// spotCell says what ranks of a row and on what it was measured, or how slow it is.
func (t *task) spotCell(a view.Answer, spot view.Spot) templates.Cell {
	order := t.order(a.Query)
	x, ok := order.value(*spot.Row)
	if !ok {
		return templates.Cell{}
	}
	if spot.Late { // what it takes is no answer
		return templates.Cell{Text: t.words.Say("views.matrix.late"), Small: " " + t.beyond(a.Query, spot.Row.Latency(a.Query.Percentile))}
	}
	return templates.Cell{Text: order.form(x), Value: data.Text(x), Small: t.onText(*spot.Row)}
}

// onText is the number of GPUs and the batch size of a row, as far as they are known.
func (t *task) onText(r aggregate.Row) string {
	if known := knownOf(r); known != "" {
		return " " + t.words.Say("views."+known, "n", r.NumGPUs, "batch", r.Batch)
	}
	return ""
}

// knownOf is the key of what is known in any row of number of GPUs and batch size, "" for neither.
func knownOf(rows ...aggregate.Row) string {
	hasGPUs := slices.ContainsFunc(rows, func(r aggregate.Row) bool { return r.NumGPUs > 0 })
	switch hasBatch := slices.ContainsFunc(rows, func(r aggregate.Row) bool { return r.Batch > 0 }); {
	case hasGPUs && hasBatch:
		return "on"
	case hasGPUs:
		return "on_gpus"
	case hasBatch:
		return "on_batch"
	}
	return ""
}

func (p *page) matrixNote(t *task, a view.Answer) templates.Text {
	order := t.order(a.Query)
	text := t.words.Say("views.matrix.note", "metric", order.name, "at", t.at(a.Query), "unit", order.unit) +
		t.smallText(a)
	if slices.ContainsFunc(a.Lines, func(l view.Entry) bool { return l.Best >= 0 }) {
		text += " " + t.words.Say("views.matrix.bold")
	}
	if a.More > 0 {
		text += " " + t.words.Say("views.more", "n", a.More)
	}
	return templates.Plain(text + t.unlikeText("views.matrix.unlike", a))
}

// smallText says what small type in a matrix is.
func (t *task) smallText(a view.Answer) string {
	known, limited := knownOf(t.rows...), t.at(a.Query) != ""
	switch {
	case known != "" && limited:
		return " " + t.words.Say("views.matrix.small_late", "what", t.words.Say("views.matrix."+known))
	case known != "":
		return " " + t.words.Say("views.matrix.small", "what", t.words.Say("views.matrix."+known))
	case limited:
		return " " + t.words.Say("views.matrix.late_alone")
	}
	return ""
}

// evenField is the ratio of prices at which the outputs of two GPU models cost the same.
const evenField = "even"

// breaksEven is the view of break-even prices: on a page of a GPU model against the one with most models in common, on other
// pages between all GPU models.
func (p paged) breaksEven(t *task, v content.DeclaredView, a ask) (ask, bool) {
	if !t.board.Server() {
		return a, false
	}
	if p.subject.Of == content.OfGPU {
		return p.against(t, v, a)
	}
	a.By, a.Factor = t.column(content.OfModel), t.column(content.OfGPU)
	return a, a.Factor != "" && len(distinct(a.rows, gpuOf)) > 1
}

// evenTable is the table of break-even prices, a row for each pair.
func (p *page) evenTable(t *task, a view.Answer) templates.Table {
	_, hourly := t.hourlyLot()
	side := func(field, label string) templates.Column {
		return templates.Column{
			Field: field, Label: label, Unit: t.words.Say("views.even.side", "nouns", hourly),
			Kind: templates.Number, Show: templates.Tablet,
		}
	}
	name, below := t.words.Say("views.even.cheaper"), t.words.Say("views.even.below")
	alt, base := t.words.Say("views.even.alt"), t.words.Say("views.even.base")
	if a.View.Base != "" {
		name, alt, base = t.words.Say("table.model"), a.View.Alt, a.View.Base
		below = t.words.Say("views.even.below_of", "alt", alt)
	}
	v := templates.Table{
		ID: a.View.ID, Kept: true, Fixed: true, Title: t.words.Say("views.even.title"),
		Label: t.words.Say("views.even.table", "task", t.Name), Note: t.evenNote(a),
		Empty: t.words.Say("views.even.none"),
		Columns: []templates.Column{
			{Field: evenName, Label: name, Kind: templates.Name},
			{
				Field: evenField, Label: below, Unit: t.words.Say("views.even.unit"), Kind: templates.Number, Main: true,
				Help: p.help("cost"),
			},
			side("even_alt", alt), side("even_base", base),
		},
	}
	for _, pair := range a.Pairs {
		r := pair.Alt
		name := templates.Cell{Text: t.words.Say("views.even.pair", "alt", r.GPU, "base", pair.Base.GPU)}
		if a.View.Base != "" {
			name = p.named(r, p.modelLink(t, r))
		}
		ratio := templates.Cell{
			Text: t.words.Number(pair.BreakEven()), Value: data.Text(pair.BreakEven()),
			Small: t.evenWithin("views.even.interval", pair),
		}
		v.Rows = append(v.Rows, p.rowOf(r.Run, r.ModelID, name, ratio, p.traced(t.hourly(pair.Alt), pair.Alt), p.traced(t.hourly(pair.Base), pair.Base)))
	}
	return v
}

// evenName heads the rows of break-even prices.
const evenName = "cheaper"

// hourlyLot is how many outputs of GPU-hours are counted as one, and what these are called: a million tokens, or an image.
func (t *task) hourlyLot() (n float64, text string) {
	if t.PerToken() {
		return board.Million, t.millionText()
	}
	return 1, t.words.Noun(t.Output, 2)
}

// hourly is what a GPU of a row's server puts out in an hour, and on what.
func (t *task) hourly(r aggregate.Row) templates.Cell {
	lot, _ := t.hourlyLot()
	return templates.Cell{Text: t.words.Number(r.OutputsPerGPUHour() / lot), Small: t.onText(r)}
}

// evenNote sums up the break-even prices of a GPU model.
func (t *task) evenNote(a view.Answer) templates.Text {
	n, of := len(a.Pairs), len(a.Pairs)+a.MorePairs
	if n == 0 || a.View.Base == "" {
		return nil
	}
	ratios := lists.Map(a.Pairs, view.Pair.BreakEven) // the highest first
	claim := t.words.Rich("views.even.claim", "n", of, "alt", a.View.Alt, "base", a.View.Base, "at", t.at(a.Query),
		"low", t.words.Number(ratios[n-1]), "high", t.words.Number(ratios[0]), "wins", t.shareOf(a.Effect.Lower, of))
	return append(claim, plain(t.unlikeText("views.change.unlike", a)))
}

// shareOf is of how many of some models a sentence is: "2 of 3 models".
func (t *task) shareOf(k, n int) string {
	key := "some"
	switch k {
	case 0:
		key = "none"
	case n:
		key = "all"
	}
	return t.words.Say("count.share."+key, "k", k, "n", n)
}
