package query

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// panel is a panel while it is computed.
type panel struct {
	content.Panel
	text   *Text
	kind   charts.PlotKind
	runs   data.Table
	dots   []dot // what is drawn, in the order of the runs
	lacks  int   // runs without a value
	more   int   // categories beyond the limit
	rest   []dot // their dots, which table and file have
	ranked int   // categories of which some are drawn, evenly spread; 0 for all
	axis   struct {
		x, y  charts.PlotAxis
		right *charts.PlotAxis // nil for none
	}
	beyond int // points that the axes' limits leave out
	notes  []charts.PlotNote
	front  []int // dots on the frontier
	title  string
	err    error // the first fault, nil for none; nothing is evaluated after it
}

// dot is a mark, a bar, a cell or one value of a violin.
type dot struct {
	runs             []int // of panel.runs; several where a statistic joins them
	series, category string
	measure, unit    string
	across, label    string
	x, y             float64 // in full precision
	shown            float64 // y, or the percentage drawn in its place
	percent          bool
	order            float64
	width            float64     // of a bin
	spread           *[2]float64 // ends of an interval around what is shown; nil for none
	right, band      bool
}

// fail keeps the first fault.
func (p *panel) fail(err error) { p.err = cmp.Or(p.err, err) }

// fault is one in the value of a key of the panel.
func (p *panel) fault(key, format string, args ...any) { p.fail(p.Fault(key, format, args...)) }

// at is where a measure stands; those written as a plain value under a key of the panel know their
// line.
func (p *panel) at(m content.Measure) content.Keys {
	if m.Line > 0 {
		return m.Keys
	}
	return p.Keys
}

// evaluated has a value of an expression for each run: zero without an expression, and where
// something is wrong.
func evaluated[T any](
	p *panel, at content.Keys, key, expression string, of func(data.Table, string) ([]T, error),
) []T {
	if p.err == nil && expression != "" {
		values, err := of(p.runs, expression)
		if err == nil {
			return values
		}
		p.fail(at.Fault(key, "%v", err))
	}
	return make([]T, p.runs.Len())
}

func (p *panel) texts(key, expression string) []string {
	return evaluated(p, p.Keys, key, expression, p.text.textsOf)
}

func (p *panel) numbers(at content.Keys, key, expression string) []float64 {
	return evaluated(p, at, key, expression, numbersOf)
}

func (p *panel) values(at content.Keys, key, expression string) []any {
	return evaluated(p, at, key, expression, func(runs data.Table, expression string) ([]any, error) {
		return runs.Evaluate(expression)
	})
}

// mostFacets is as many panels as a page shows at a legible size.
const mostFacets = 12

// facets are the panels of a declared one: one for each value of its facet, which share their axes.
func (t *Text) facets(declared content.Panel, kind charts.PlotKind) ([]*panel, error) {
	all := &panel{Panel: declared, text: t, kind: kind}
	all.choose()
	panels := []*panel{all}
	if declared.Facet != "" {
		panels = all.split()
	}
	for _, p := range panels {
		if p.compute(); p.err != nil {
			return nil, p.err
		}
	}
	shareAxes(panels)
	return panels, nil
}

// split is a panel for each value of the facet.
func (p *panel) split() []*panel {
	names := p.texts("facet", p.Facet)
	members := lists.Group(lists.Indices(len(names)), func(i int) string { return names[i] })
	if len(members) > mostFacets {
		p.fault("facet", "%d values; select at most %d with where", len(members), mostFacets)
	}
	if p.err != nil {
		return []*panel{p}
	}
	return lists.Map(members, func(rows []int) *panel {
		own := *p
		own.runs, own.Title = p.runs.Only(rows), cmp.Or(names[rows[0]], p.Title)
		return &own
	})
}

// fillers make what a panel draws, by what its marks are.
var fillers = map[charts.PlotShape]func(*panel){
	charts.AtPlaces: (*panel).points, charts.PerCategory: (*panel).bars,
	charts.WithinCategory: (*panel).grouped, charts.PerBin: (*panel).histogram,
	charts.PerCell: (*panel).heatmap,
}

// compute fills the panel.
func (p *panel) compute() {
	if p.err != nil {
		return
	}
	fillers[p.kind.Shape](p)
	if len(p.dots) == 0 {
		p.fault("y", "no selected run has a value")
	}
	if p.err != nil {
		return
	}
	var err error
	if p.title, err = p.text.Fill(p.Title); err != nil {
		p.fault("panel", "%v", err)
	}
	p.annotate()
	p.drawable()
}

// choose selects the runs: filter, runs that match in all series, pick, samples of recordings,
// order.
func (p *panel) choose() {
	if p.runs, p.err = p.text.filtered(p.Selection); p.err == nil {
		p.err = nonEmpty(p.runs, p.Selection)
	}
	for _, step := range []func(){p.match, p.pick, p.record, p.sort} {
		if p.err == nil {
			step()
		}
	}
}

// match keeps the runs whose keys occur with every series.
func (p *panel) match() {
	if len(p.Matched) == 0 {
		return
	}
	if p.Series == "" {
		p.fault("matched", "requires series, whose runs are matched")
		return
	}
	var err error
	if p.runs, err = p.text.inTime(p.runs, p.Pick); err != nil || p.runs.Len() == 0 {
		p.fail(err)
		return
	}
	keys := func(key string, of ...string) []string {
		keys, err := keysOf(p.runs, of)
		if err != nil {
			p.fault(key, "%v", err)
			return make([]string, p.runs.Len())
		}
		return keys
	}
	own, series := keys("matched", p.Matched...), keys("series", p.Series)
	all, with := lists.Distinct(series), map[string]int{} // of a key the number of series
	pairs := lists.Times(len(own), func(i int) [2]string { return [2]string{own[i], series[i]} })
	for _, pair := range lists.Distinct(pairs) {
		with[pair[0]]++
	}
	p.runs = p.runs.Select(func(i int) bool { return with[own[i]] == len(all) })
	if p.runs.Len() == 0 {
		p.fault("matched",
			"no run has a counterpart in all %d series; name fewer fields, or select fewer series with where",
			len(all))
	}
}

// pick picks the runs, as declared.
func (p *panel) pick() {
	var err error
	if p.runs, err = p.text.pick(p.runs, p.Pick); err != nil {
		p.fail(err)
	} else if p.runs.Len() == 0 {
		p.fault("pick", "leaves no run; is the deadline too short?")
	}
}

// sort orders the runs by the declared expression, from high to low with a minus before it; ties
// keep their order, and missing values come last.
func (p *panel) sort() {
	expression, sign := data.Order(p.Sort)
	values := p.values(p.Keys, "sort", expression)
	rows := lists.Indices(len(values))
	slices.SortStableFunc(rows, func(a, b int) int { return data.Compare(values[a], values[b], sign) })
	p.runs = p.runs.Only(rows)
}

// note says what the drawing leaves out.
func (p *panel) note() (text string) {
	w := p.text.content.Words
	if p.lacks > 0 {
		text = w.Say("plot.lacking", "n", p.lacks)
	}
	if p.beyond > 0 {
		text = joined(text, w.Say("plot.beyond", "n", p.beyond))
	}
	text = joined(joined(text, p.intervalNote()), p.sourceNote())
	if p.ranked > p.Spread && p.Spread > 0 {
		text = joined(text, w.Say("plot.spread", "n", p.Spread, "all", p.ranked))
	}
	if p.more > 0 {
		text = joined(text, w.Say("plot.first", "n", p.Limit, "all", p.Limit+p.more))
	}
	if n := len(p.dots); n > charts.MostMarks && p.kind.Shape != charts.PerBin {
		text = joined(text, w.Say("plot.sample", "n", charts.MostMarks, "all", n))
	}
	return text
}
