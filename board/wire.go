package board

import (
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
)

// Wire is a board as the page's script gets it: columns in full precision, rows in
// the order of [Board.Rows].
type Wire struct {
	Runs       []string     `json:"runs"`
	Energy     string       `json:"energy"`     // columns by their part
	Latency    []string     `json:"latency"`    // at P50, P90, P95, P99, or one for all
	Throughput string       `json:"throughput"` //
	Deadline   float64      `json:"deadline"`   // of the default view, 0 for none
	Percentile string       `json:"percentile"` // of the default view
	Columns    []WireColumn `json:"columns"`
}

// WireColumn is one column. Texts are a dictionary and indices into it; a missing
// value is null among Values and -1 among At.
type WireColumn struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"` // string, integer, number or boolean
	Words  []string `json:"words,omitempty"`
	At     []int    `json:"at,omitempty"`
	Values []any    `json:"values,omitempty"`
}

// Wire writes the board down.
func (b *Board) Wire() Wire {
	first := b.Rows[0]
	w := Wire{
		Energy: first.EnergyField().Name, Throughput: first.ThroughputField().Name, Latency: b.latencies(),
		Deadline: b.Default.Deadline, Percentile: strings.ToLower(b.Default.Percentile.String()),
	}
	for _, r := range b.Rows {
		w.Runs = append(w.Runs, r.Run)
	}
	for _, c := range b.Columns {
		w.Columns = append(w.Columns, b.wireColumn(c))
	}
	return w
}

func (b *Board) latencies() []string {
	if !b.Percentiles() {
		return []string{b.Rows[0].LatencyField(aggregate.P50).Name}
	}
	var names []string
	for p := aggregate.P50; p <= aggregate.P99; p++ {
		names = append(names, b.Rows[0].LatencyField(p).Name)
	}
	return names
}

func (b *Board) wireColumn(c Column) WireColumn {
	w := WireColumn{Name: c.Name, Kind: c.Kind.String()}
	at := map[string]int{}
	for _, r := range b.Rows {
		v := c.Value(r)
		text, isText := v.(string)
		switch {
		case w.Kind != "string":
			w.Values = append(w.Values, v)
		case !isText:
			w.At = append(w.At, -1)
		default:
			if _, known := at[text]; !known {
				at[text] = len(w.Words)
				w.Words = append(w.Words, text)
			}
			w.At = append(w.At, at[text])
		}
	}
	return w
}
