package charts

import (
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
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
		latency: r.LatencyField(p), percentiles: len(s.Latency()),
	}
}

// Label names a field in the words of the task, for text outside of charts.
func (t Task) Label(f data.Field) string { return t.label(f) }

// Unit is a field's unit in the words of the task: J per image, not per output.
func (t Task) Unit(f data.Field) string { return t.inWords(f.Unit) }

// label names a field in the words of the task: energy per image, not per output.
func (t Task) label(f data.Field) string { return t.inWords(f.Label) }

// axis names a field with its unit, as an axis does: "Energy per token, J".
func (t Task) axis(f data.Field) string {
	label := strings.Replace(t.label(f), "ITL", "inter-token latency", 1)
	if f.Unit == "" {
		return label
	}
	return label + ", " + t.inWords(shortUnit(f.Unit))
}

// shortUnit leaves out what the label says already: "J per output token" is "J".
func shortUnit(unit string) string {
	short, _, _ := strings.Cut(unit, " per ")
	return short
}

func (t Task) inWords(s string) string {
	if t.Output == "token" {
		return s
	}
	return strings.NewReplacer("image or video", t.Output, "output", t.Output).Replace(s)
}

// energy writes an energy with its unit: "0.0318 J per token".
func (t Task) energy(joules float64) string { return units.Number(joules) + " J per " + t.Output }

// span writes a latency with its unit: "50 ms", "30 s".
func span(latency float64, f data.Field) string {
	text := units.Number(latency)
	if short := units.Short(latency); len(short) < 4 {
		text = short
	}
	return text + " " + f.Unit
}

// spanPer adds what the latency is of: "50 ms per token", "30 s per batch".
func (t Task) spanPer(latency float64, f data.Field) string {
	if f.Unit == "ms" {
		return span(latency, f) + " per " + t.Output
	}
	return span(latency, f) + " per batch"
}

// gpus writes a row's hardware: "8× B200".
func gpus(r aggregate.Row) string { return units.Whole(r.NumGPUs) + "× " + r.GPU }

// name is what people call the row's model.
func name(r aggregate.Row) string {
	if r.Nickname != "" {
		return r.Nickname
	}
	return r.ModelID
}

// called is a row's configuration in a title.
func (t Task) called(r aggregate.Row) string {
	if t.Setting == nil {
		return inTitle(name(r))
	}
	return Item{Name: name(r), Setting: t.Setting(r)}.called()
}
