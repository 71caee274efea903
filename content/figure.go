package content

import (
	"slices"

	"github.com/jouleboard/jouleboard/data/yamltree"
)

// Figure declares a picture of the runs.
type Figure struct {
	Name    string // beginning of its files' names and its anchor
	Kind    string // one of the panels of declared.yaml; "" for a view
	View    string // address of a view on the page Explore, instead of panels; "" for none
	Title   string // one line
	Caption string
	Alt     string  // describes the figure to readers who cannot see it
	Panels  []Panel // at least one, side by side
	Legend  string  // where names of series are: top, right or direct; "" for top
	Look    Look
	Keys
}

// Panel is a plotting area with its runs.
type Panel struct {
	Selection
	Title     string `key:"panel"`
	X         *Measure
	Y         []Measure
	Cells     *Measure `key:"value"` // determines the color of the cells of a heat map
	Group     *Measure // the categories of bars, violins and boxes
	Series    string   // expression whose values separate the series
	Label     string   // expression written next to each point
	Order     string   // expression that lines follow, "" for x
	Sort      string   // expression that orders the runs; a prefix - means descending
	Limit     int      // of categories, 0 for all
	Spread    int      // so many categories at equal steps, 0 for all
	Matched   []string // keeps the runs whose values of these fields occur in every series
	Statistic string   // of the runs that share a place: mean, median, min, max or count
	Annotate  string   // value or change, written at each bar
	Bins      int
	Frontier  bool
	Interval  string // of the runs that share a place: range, quartiles or sd
	Facet     string // expression; each of its values has a panel with the axes of the others
	Stacked   bool   `key:"stack"` // bars of a group stand on each other
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
func ReadFigure(src Markdown) (Figure, error) { return readBlock(src, readFigure) }

// readFigure reads the keys of a figure. Those of a panel depend on the kind of the figure.
func readFigure(n *node, errs *Errors) Figure {
	e := entry{n, keysOf("panel"), errs}
	kind := e.text("kind")
	of, known := declared().Panels[kind]
	ofPanel := func(name string) bool {
		return !known || slices.Contains(declared().OfPanels, name) || slices.Contains(of.Need, name) || slices.Contains(of.Also, name)
	}
	if e.Values["view"] != nil { // it says what panels would
		ofPanel = func(string) bool { return false }
	} else {
		e.needs("kind", "title", "alt")
	}
	errs.Check(&key{Kind: yamltree.UnderKind, Under: e.of.Only(func(name string) bool {
		return slices.Contains(declared().OfFigures, name) || keysOf("look").Key(name) != nil || ofPanel(name)
	})}, n)
	f := read[Figure](e)
	if f.Look = read[Look](e); f.View != "" {
		return f
	}
	if n.Values["panels"] == nil {
		f.Panels = []Panel{e.panel(kind, of.Need)}
		return f
	}
	for _, own := range e.panels(e.of.Only(ofPanel)) {
		own.node = merged(e.of, n, own.node, errs)
		f.Panels = append(f.Panels, own.panel(kind, of.Need))
	}
	return f
}

const mostPanels = 4

// panels are the plotting areas that are listed.
func (e entry) panels(keys *object) []entry {
	v := e.Values["panels"]
	if e.errs.Check(&key{Name: "panels", Kind: yamltree.ListKind, Under: keys}, v); len(v.Items) > mostPanels {
		e.fault("panels", "panels: expected at most %d, got %d; use two figures", mostPanels, len(v.Items))
	}
	return e.mappings(v.Items[:min(len(v.Items), mostPanels)], e.of)
}

func (e entry) panel(kind string, need []string) Panel {
	if e.text("recording") == "" {
		e.needs(need...)
	}
	p := read[Panel](e)
	for _, key := range []string{"x", "value", "group"} {
		e.faultIf(len(e.value(key).Items) > 1, key, "%s: expected one value, got a list", key)
	}
	switch {
	case p.Interval != "" && p.Statistic == "":
		e.fault("interval", "interval: requires a statistic of several runs; add “statistic: median”")
	case p.Limit > 0 && p.Spread > 0:
		e.fault("spread", "spread: give limit or spread, not both")
	case kind == "bar" && p.Annotate == "change":
		e.fault("annotate", "annotate: unknown %q; use value", p.Annotate)
	case kind == "grouped-bar" && len(p.Y) < 2:
		e.needs("series")
	}
	return p
}

func (x *Measure) finish(e entry) {
	x.Right = e.text("axis") == "right"
	x.check(e, x.Log)
	e.faultIf((x.Low == "") != (x.High == ""), "", "low and high: an interval has both ends; add the other one")
	if x.Low != "" {
		e.needs("means")
	}
	e.faultIf(x.PercentOf != "" && x.Unit != "", "unit", "unit: a percentage has none; remove it")
}

func (n *Note) finish(e entry) {
	if n.Where+n.X+n.Y == "" {
		e.needs("where")
	}
	line := (n.X == "") != (n.Y == "")
	e.faultIf(line && n.Where != "", "", "where, x and y: a note at points is beside them, or at both x and y; give both, or make a note for each")
	e.faultIf(!line && n.To != "", "to", "to: an area begins at x or at y; give one of them")
}
