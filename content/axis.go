package content

import (
	"math"
	"slices"
)

// Limits are what an author says of an axis.
type Limits struct {
	Min, Max *float64 // nil for what the values need
	Ticks    []float64
	Break    *[2]float64 // from where to where the axis leaves out what has no values; nil for nothing
}

// limits reads the bounds and ticks of an axis.
func (e entry) limits(log bool) (l Limits) {
	for key, at := range map[string]**float64{"min": &l.Min, "max": &l.Max} {
		if text := e.text(key); text != "" {
			if x, ok := e.axisNumber(key, text, log); ok {
				*at = &x
			}
		}
	}
	if l.Min != nil && l.Max != nil && *l.Min >= *l.Max {
		e.fault("max", "max: %v is not above min, %v; exchange them", *l.Max, *l.Min)
		l.Max = nil
	}
	for _, text := range e.words("ticks") {
		if x, ok := e.axisNumber("ticks", text, log); ok {
			l.Ticks = append(l.Ticks, x)
		}
	}
	slices.Sort(l.Ticks)
	l.Break = e.axisBreak(log)
	return l
}

// axisBreak reads two numbers in their order.
func (e entry) axisBreak(log bool) *[2]float64 {
	ends := e.words("break")
	if len(ends) == 0 {
		return nil
	}
	if len(ends) != 2 {
		e.fault("break", "break: expected two numbers such as [20, 100], got %d", len(ends))
		return nil
	}
	from, ok := e.axisNumber("break", ends[0], log)
	to, also := e.axisNumber("break", ends[1], log)
	switch {
	case !ok || !also:
		return nil
	case from >= to:
		e.fault("break", "break: %v is not below %v; exchange them", from, to)
		return nil
	case log:
		e.fault("break", "break: a logarithmic axis has none, since it shows values of all sizes; remove break, or log")
		return nil
	}
	return &[2]float64{from, to}
}

func (e entry) axisNumber(key, text string, log bool) (float64, bool) {
	x, ok := number(text)
	switch {
	case !ok || math.IsNaN(x) || math.Abs(x) > 1e200:
		e.fault(key, "%s: expected a number, got %q", key, text)
		return 0, false
	case log && x <= 0:
		e.fault(key, "%s: a logarithmic axis has only numbers above 0, got %s; remove log, or give another number", key, text)
		return 0, false
	}
	return x, true
}

// Appearance is what tells series apart: in the order of the series, or by their names.
type Appearance struct {
	All []string
	Own map[string]string
}

// Of is the appearance of a series by its name and place, "" for none.
func (a Appearance) Of(name string, place int) string {
	if own, ok := a.Own[name]; ok {
		return own
	}
	if len(a.All) == 0 {
		return ""
	}
	return a.All[place%len(a.All)]
}

// IsZero reports whether nothing is said.
func (a Appearance) IsZero() bool { return len(a.All)+len(a.Own) == 0 }

// Palettes are sets of colors that readers with any kind of color vision tell apart, by name. The first three are
// published sets without their colors that are too pale for lines on white; gray prints on one ink.
var Palettes = map[string][]string{
	"okabe-ito":  {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"},
	"tol-bright": {"#4477aa", "#ee6677", "#228833", "#aa3377", "#66ccee", "#ccbb44"},
	"tol-muted":  {"#332288", "#cc6677", "#117733", "#882255", "#44aa99", "#999933", "#aa4499", "#88ccee"},
	"gray":       {"#000000", "#8c8c8c", "#595959", "#b0b0b0"},
}

// Markers and Dashes are the shapes of marks and the kinds of lines.
var (
	Markers = []string{"circle", "rect", "triangle", "diamond"}
	Dashes  = []string{"solid", "dashed", "dotted", "dashdot"}
)

// appearance reads a word or a list of them, or a mapping of series to words.
func (e entry) appearance(key string, fault func(string) string) (a Appearance) {
	v := e.value(key)
	if v == nil {
		return a
	}
	add := func(n *node, put func(string)) {
		text, ok := n.scalar()
		why := "expected a word or a color"
		if ok {
			why = fault(text)
		}
		if why != "" {
			e.errs.add(n.file, n.line, "%s: %s", key, why)
			return
		}
		put(text)
	}
	if v.kind == mappingNode {
		a.Own = map[string]string{}
		for _, name := range v.keys {
			add(v.values[name], func(text string) { a.Own[name] = text })
		}
		return a
	}
	for _, n := range v.list() {
		add(n, func(text string) { a.All = append(a.All, text) })
	}
	return a
}
