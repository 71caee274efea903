package charts

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// Label returns the name of a field in the words of the task, for text outside of charts.
func (t Task) Label(f data.Field) string { return t.label(f) }

// Unit returns the unit in which a field is written, in the words of the task: kJ per image, not J per output.
func (t Task) Unit(f data.Field) string {
	return t.form(f).Unit(t.inWords(cmp.Or(t.Words.Field(f.Name).Unit, t.Words.Unit(f.Unit))))
}

func (t Task) form(f data.Field) units.Form {
	if t.Form == nil {
		return units.Form{}
	}
	return t.Form(f.Name)
}

// label names a field in the words of the task: energy per image, not per output.
func (t Task) label(f data.Field) string { return t.inWords(labelOf(t.Words, f)) }

// labelOf is what the language calls a field.
func labelOf(w *words.Catalog, f data.Field) string { return cmp.Or(w.Field(f.Name).Label, f.Label) }

// inside is a field's label within a sentence.
func (t Task) inside(f data.Field) string { return t.Words.Inside(t.label(f)) }

// Axis names a field with its unit, as an axis does: "Energy per token, J".
func (t Task) Axis(f data.Field) string {
	itl := t.Words.Say("charts.axis.itl")
	label := strings.Replace(t.label(f), "ITL", itl, 1)
	if strings.HasPrefix(label, itl) {
		label = strings.ToUpper(label[:1]) + label[1:]
	}
	return axisName(t.Words, label, t.ShortUnit(f))
}

// axisName is the name of an axis with its unit, if it has one.
func axisName(w *words.Catalog, label, unit string) string {
	if unit == "" {
		return label
	}
	return w.Say("charts.axis.unit", "label", label, "unit", unit)
}

// logAxis is the name of a logarithmic axis.
func logAxis(w *words.Catalog, name string) string { return w.Say("charts.axis.log", "name", name) }

// ShortUnit leaves out what the label says already: "J per output token" is "J". A share of a whole has no unit.
func (t Task) ShortUnit(f data.Field) string {
	if strings.HasPrefix(f.Unit, "share") {
		return ""
	}
	short, _, _ := strings.Cut(t.Unit(f), " "+t.Words.Say("charts.per")+" ")
	return short
}

func (t Task) inWords(s string) string {
	if t.Output == "token" {
		return s
	}
	w := t.Words
	any, outputs, output := w.Say("outputs.any"), w.Say("outputs.output", "n", 2), w.Say("outputs.output", "n", 1)
	if !strings.Contains(s, any) && !strings.Contains(s, outputs) && !strings.Contains(s, output) {
		return s
	}
	one, many := t.output(), w.Noun(t.Output, 2)
	return strings.NewReplacer(any, one, outputs, many, output, one).Replace(s)
}

// output is what the language calls one output of the task. Nouns of declared benchmarks stay.
func (t Task) output() string { return t.Words.Noun(t.Output, 1) }

// per is an amount for each output: "50 ms per token".
func (t Task) per(amount string) string {
	return t.Words.Say("form.per", "unit", amount, "noun", t.output())
}

// energy writes an energy of an output with its unit: "0.0318 J per token".
func (t Task) energy(f data.Field, joules float64) string {
	return t.per(t.Words.In(t.form(f), joules) + " " + t.form(f).Unit("J"))
}

// gpus writes a row's hardware: "8× B200".
func gpus(r aggregate.Row) string { return units.Whole(r.NumGPUs) + "× " + r.GPU }
