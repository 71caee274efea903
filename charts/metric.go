package charts

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// metrics are the fields that charts put on axes, from the field table of the
// rows' record type.
type metrics struct {
	name, gpu, energy, power, throughput, latency, batch data.Field
	percentiles                                          int // at which latency is stated
}

func metricsOf(r aggregate.Row, p aggregate.Percentile) metrics {
	s := r.Schema()
	field := func(role data.Role) data.Field { f, _ := s.The(role); return f }
	return metrics{
		name: field(data.RoleModelName), gpu: field(data.RoleGPU),
		energy: r.EnergyField(), power: field(data.RolePower), throughput: r.ThroughputField(), batch: field(data.RoleBatch),
		latency: r.LatencyField(p), percentiles: len(s.LatencyAt()),
	}
}

// Label returns the name of a field in the words of the task, for text outside of charts.
func (t Task) Label(f data.Field) string { return t.label(f) }

// Unit returns a field's unit in the words of the task: J per image, not per output.
func (t Task) Unit(f data.Field) string {
	return t.inWords(cmp.Or(t.Words.Field(f.Name).Unit, t.Words.Unit(f.Unit)))
}

// label names a field in the words of the task: energy per image, not per output.
func (t Task) label(f data.Field) string { return t.inWords(labelOf(t.Words, f)) }

// labelOf is what the language calls a field.
func labelOf(w *words.Catalog, f data.Field) string { return cmp.Or(w.Field(f.Name).Label, f.Label) }

// inside is a field's label within a sentence.
func (t Task) inside(f data.Field) string { return t.Words.Inside(t.label(f)) }

// Axis names a field with its unit, as an axis does: "Energy per token, J".
func (t Task) Axis(f data.Field) string {
	return axisName(t.Words, strings.Replace(t.label(f), "ITL", t.Words.Say("charts.axis.itl"), 1), t.shortUnit(f))
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

// shortUnit leaves out what the label says already: "J per output token" is "J".
func (t Task) shortUnit(f data.Field) string {
	short, _, _ := strings.Cut(t.Unit(f), " "+t.Words.Say("charts.per")+" ")
	return short
}

func (t Task) inWords(s string) string {
	if t.Output == "token" {
		return s
	}
	w := t.Words
	one, many := t.output(), w.Noun(t.Output, 2)
	return strings.NewReplacer(w.Say("outputs.any"), one, w.Say("outputs.output", "n", 2), many, w.Say("outputs.output", "n", 1),
		one).Replace(s)
}

// output is what the language calls one output of the task. Nouns of declared benchmarks stay.
func (t Task) output() string { return t.Words.Noun(t.Output, 1) }

// per is an amount for each output: "50 ms per token".
func (t Task) per(amount string) string {
	return t.Words.Say("form.per", "unit", amount, "noun", t.output())
}

// energy writes an energy with its unit: "0.0318 J per token".
func (t Task) energy(joules float64) string {
	return t.per(t.Words.Number(joules) + " J")
}

// span writes a latency with its unit: "50 ms", "30 s".
func (t Task) span(latency float64, f data.Field) string {
	text := t.Words.Number(latency)
	if short := t.Words.Short(latency); len(short) < 4 {
		text = short
	}
	return text + " " + f.Unit
}

// spanPer adds what the latency is of: "50 ms per token", "30 s per batch".
func (t Task) spanPer(latency float64, f data.Field) string {
	if f.Unit == "ms" {
		return t.per(t.span(latency, f))
	}
	return t.Words.Say("form.per", "unit", t.span(latency, f), "noun", t.Words.Say("outputs.batch", "n", 1))
}

// times writes a ratio to two digits: a third one would say more than the measurement can.
func (t Task) times(ratio float64) string {
	if ratio >= 10 {
		return t.Words.Whole(int(ratio + 0.5))
	}
	return t.Words.Short(float64(int(ratio*10+0.5)) / 10)
}

// gpus writes a row's hardware: "8× B200".
func gpus(r aggregate.Row) string { return units.Whole(r.NumGPUs) + "× " + r.GPU }

// name is what people call the row's model.
func name(r aggregate.Row) string {
	return cmp.Or(r.Nickname, r.ModelID)
}
