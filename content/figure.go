package content

// Figure declares a picture of the runs.
type Figure struct {
	Name    string // beginning of its files' names and its anchor
	Kind    string // one of FigureKinds
	Title   string // one line
	Caption string
	Alt     string  // describes the figure to readers who cannot see it
	Panels  []Panel // at least one, side by side
	Legend  string  // one of Legends, "" for the first
	Look    Look
	Keys
}

// FigureKinds are the kinds of figures.
var FigureKinds = []string{
	"scatter", "line", "trade-off", "bar", "grouped-bar", "violin", "box", "histogram", "heatmap",
}

// Statistics are the ways to combine several values into one.
var Statistics = []string{"mean", "median", "min", "max", "count"}

// Intervals are the ways to show how far several values lie apart.
var Intervals = []string{"range", "quartiles", "sd"}

// Legends are the places for names of series.
var Legends = []string{"top", "right", "direct"}

// Panel is a plotting area with its runs.
type Panel struct {
	Selection
	Title     string
	X         *Measure
	Y         []Measure
	Cells     *Measure // determines the color of the cells of a heat map
	Group     *Measure // the categories of bars, violins and boxes
	Series    string   // expression whose values separate the series
	Label     string   // expression written next to each point
	Order     string   // expression that lines follow, "" for x
	Sort      string   // expression that orders the runs; a prefix - means descending
	Limit     int      // of categories, 0 for all
	Spread    int      // so many categories at equal steps, 0 for all
	Matched   []string // keeps the runs whose values of these fields occur in every series
	Statistic string   // one of Statistics, if several runs share a place
	Annotate  string   // value or change, written at each bar
	Bins      int
	Frontier  bool
	Interval  string // one of Intervals, of the runs that share a place
	Facet     string // expression; each of its values has a panel with the axes of the others
	Stacked   bool   // bars of a group stand on each other
	Recording string // name of what was recorded during the runs, whose samples are drawn over time; "" for the runs
	Notes     []Note
}

// Measure is what an axis shows.
type Measure struct {
	Value     string // expression
	Label     string // "" means the field's label
	Unit      string
	PercentOf string // max or tdp, "" for the value itself
	Log       bool
	Limits
	Low, High string // expressions of the ends of an interval around each value
	Means     string // what the interval is
	Band      bool   // draws it as an area
	Right     bool   // on an axis of its own, at the right
	Keys
}

// Note is a text at a point, or at a line across the panel.
type Note struct {
	Text  string
	Where string // expression that selects the drawn runs, or
	X, Y  string // a place on an axis, or the beginning of an area
	To    string // its end, "" for a line
	Keys
}

// ReadFigure reads the YAML of a figure block. Its error is of type [Errors].
func ReadFigure(src Markdown) (Figure, error) {
	var errs Errors
	n := parse(src.File, []byte(src.Text), src.Line-1, &errs)
	if n == nil {
		return Figure{}, errs.orNil()
	}
	m := &mapping{node: n, errs: &errs}
	return m.figure(), errs.orNil()
}

func (m *mapping) figure() Figure {
	f := Figure{
		Name: m.slug("name", "energy-by-model"), Kind: m.oneOf("kind", FigureKinds...),
		Title: m.text("title", "What the figure shows"), Caption: m.optional("caption"),
		Alt: m.text("alt", "What a reader would see."), Look: m.look(), Legend: m.choice("legend", Legends...), Keys: m.places(),
	}
	if _, ok := m.values["panels"]; !ok {
		m.known = append(m.known, "panels")
		f.Panels = []Panel{m.panel(f.Kind)}
		m.done()
		return f
	}
	for _, e := range m.list("panels") {
		all := e.overlaid(m)
		f.Panels = append(f.Panels, all.panel(f.Kind))
		m.known, e.known = append(m.known, all.known...), append(e.known, all.known...)
		e.done()
	}
	m.done()
	if len(f.Panels) > mostPanels {
		m.fault(m.at("panels"), "panels: expected at most %d, got %d; use two figures", mostPanels, len(f.Panels))
		f.Panels = f.Panels[:mostPanels]
	}
	return f
}

const mostPanels = 4

func (m *mapping) panel(kind string) Panel {
	p := Panel{Selection: m.selection(), Title: m.optional("panel"), Sort: m.optional("sort")}
	p.Matched, p.Facet = m.optionalWords("matched"), m.optional("facet")
	switch kind {
	case "scatter", "line", "trade-off":
		m.points(&p, kind)
	case "bar", "grouped-bar":
		m.bars(&p, kind)
	case "violin", "box":
		m.needs("group", "y")
		p.Group, p.Y = m.measure("group"), m.measures("y")
	case "histogram":
		m.needs("x")
		p.X, p.Bins = m.measure("x"), m.whole("bins", 200)
	case "heatmap":
		m.needs("x", "y", "value")
		p.X, p.Y, p.Cells = m.measure("x"), m.measures("y"), m.measure("value")
		p.Statistic = m.choice("statistic", Statistics...)
	}
	return p
}

// points reads what kinds with two numeric axes have. A trade-off knows its axes.
func (m *mapping) points(p *Panel, kind string) {
	if kind == "line" {
		p.Recording = m.optional("recording")
	}
	if kind != "trade-off" && p.Recording == "" {
		m.needs("x", "y")
	}
	p.X, p.Y, p.Series = m.measure("x"), m.measures("y"), m.optional("series")
	p.Label, p.Notes = m.optional("label"), m.notes()
	m.joins(p)
	if kind != "scatter" {
		p.Order = m.optional("order")
	}
	if kind != "line" {
		p.Frontier = m.flag("frontier")
	}
}

// joins reads how several runs at one place become one value.
func (m *mapping) joins(p *Panel) {
	p.Statistic, p.Interval = m.choice("statistic", Statistics...), m.choice("interval", Intervals...)
	if p.Interval != "" && p.Statistic == "" {
		m.fault(m.at("interval"), "interval: requires a statistic of several runs; add “statistic: median”")
	}
}

func (m *mapping) bars(p *Panel, kind string) {
	m.needs("group", "y")
	p.Group, p.Y = m.measure("group"), m.measures("y")
	m.joins(p)
	p.Limit, p.Spread = m.whole("limit", 100), m.whole("spread", 100)
	switch {
	case p.Limit > 0 && p.Spread > 0:
		m.fault(m.at("spread"), "spread: give limit or spread, not both")
	case p.Spread == 1:
		m.fault(m.at("spread"), "spread: expected 2 or more; use limit: 1 for the first group")
	}
	p.Notes = m.notes()
	words := []string{"value"}
	if kind == "grouped-bar" {
		if len(p.Y) < 2 {
			m.needs("series")
		}
		p.Series, words = m.optional("series"), []string{"value", "change"}
		p.Stacked = m.flag("stack")
	}
	p.Annotate = m.choice("annotate", words...)
}

// examples show what is wanted under a key.
var examples = map[string]string{
	"x": "max_num_seqs", "y": "energy_per_token_joules", "group": "nickname", "series": "gpu_model",
	"value": "energy_per_token_joules",
}

func (m *mapping) needs(keys ...string) {
	for _, key := range keys {
		if v, ok := m.take(key); !ok || len(v.list()) == 0 {
			m.missing(key, examples[key])
		}
	}
}

// measure is a field or expression, or a mapping that also says how it is shown.
func (m *mapping) measure(key string) *Measure {
	all := m.measures(key)
	if len(all) == 0 {
		return nil
	}
	if len(all) > 1 {
		m.fault(m.at(key), "%s: expected one value, got a list", key)
	}
	return &all[0]
}

// measures is one of them, or a list.
func (m *mapping) measures(key string) (all []Measure) {
	v, ok := m.take(key)
	if !ok {
		return nil
	}
	for _, n := range v.list() {
		if text, ok := n.scalar(); ok && text != "" {
			all = append(all, Measure{Value: text, Keys: Keys{File: n.file, Line: n.line}})
		} else if e, ok := m.mapping(n); ok {
			all = append(all, e.asMeasure())
		}
	}
	return all
}

func (m *mapping) asMeasure() Measure {
	x := Measure{
		Value: m.text("value", "energy_per_token_joules"), Label: m.optional("label"), Unit: m.optional("unit"),
		PercentOf: m.choice("percent_of", "max", "tdp"), Log: m.flag("log"), Keys: m.places(),
		Low: m.optional("low"), High: m.optional("high"), Means: m.optional("means"), Band: m.flag("band"),
		Right: m.choice("axis", "left", "right") == "right",
	}
	x.Limits = m.limits(x.Log)
	if (x.Low == "") != (x.High == "") {
		m.fault(m.node, "low and high: an interval has both ends; add the other one")
	}
	if x.Low != "" && x.Means == "" {
		m.missing("means", "95% confidence interval")
	}
	if x.PercentOf != "" && x.Unit != "" {
		m.fault(m.at("unit"), "unit: a percentage has none; remove it")
	}
	m.done()
	return x
}

func (m *mapping) notes() (notes []Note) {
	if _, ok := m.take("notes"); !ok {
		return nil
	}
	for _, e := range m.list("notes") {
		n := Note{
			Text: e.text("text", "what is special here"), Where: e.optional("where"), X: e.optional("x"), Y: e.optional("y"),
			To: e.optional("to"), Keys: e.places(),
		}
		e.done()
		if places := len(n.Where) + len(n.X) + len(n.Y); places == 0 {
			e.missing("where", "nickname == \"…\"")
		}
		notes = append(notes, n)
	}
	return notes
}
