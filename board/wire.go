package board

import (
	"cmp"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Wire is a board as the page's script reads it: columns in full precision, rows in the order of [Board.Rows].
type Wire struct {
	Runs       []string `json:"runs"`
	Rank       string   `json:"rank"`             // the column that rows are ranked by
	More       bool     `json:"more"`             // whether more of it is better
	Energy     string   `json:"energy"`           // columns by their part, "" for none
	Latency    []string `json:"latency"`          // at P50, P90, P95, P99 (see [data.Schema.LatencyAt]), or one for all
	Measured   []string `json:"measured"`         // the percentiles at which it was: p50, p90, p95, p99, or some of them
	Throughput string   `json:"throughput"`       //
	Server     bool     `json:"server"`           // whether Throughput is that of a server, not of single queries
	Parted     bool     `json:"parted,omitempty"` // whether a response is several outputs, as many as only its energy tells
	// Work are the settings of the work that the board has, by which rows are grouped, and Leveled those that a normalized
	// measure levels out, by its name.
	Work       []string            `json:"work,omitempty"`
	Leveled    map[string][]string `json:"leveled,omitempty"`
	Sweep      []string            `json:"sweep"` // the columns in which the rows of a sweep over the batch size agree
	Low        string              `json:"low"`   // the ends of the interval of Rank
	High       string              `json:"high"`
	Sensor     []float64           `json:"sensor"` // see [aggregate.Row], row by row
	Accuracy   *WireAccuracy       `json:"accuracy,omitempty"`
	Doubted    map[int]string      `json:"doubted,omitempty"` // why rows are suspicious, which are not ranked
	Parts      map[string]string   `json:"parts"`             // the other columns by their part
	Tradeoff   Axes                `json:"tradeoff"`          // what is drawn against each other
	Deadline   float64             `json:"deadline"`          // of the default view, 0 for none
	LimitUnit  string              `json:"limit_unit"`        // of latencies, "" where it is neither ms nor s
	Percentile string              `json:"percentile"`        // of the default view
	Prices     []Price             `json:"prices"`            // of the publisher
	Currency   string              `json:"currency"`          // of the default view
	Columns    []WireColumn        `json:"columns"`
	Measures   []WireMeasure       `json:"measures"`
}

// WireAccuracy are the accuracies of rows as shares of correct answers, null if unknown, and what these leave open of the measures
// that divide by them, on a log scale.
type WireAccuracy struct {
	Share    []data.Opt[float64] `json:"share"`
	Further  []float64           `json:"further"`
	Measures []string            `json:"measures"`
}

// Axes are two metrics that are drawn against each other.
type Axes struct {
	X []string `json:"x"` // at P50, P90, P95, P99, or one for all
	Y string   `json:"y"`
}

// parts name the columns that scripts look for, by role.
var parts = map[string]data.Role{
	"model": data.RoleModel, "name": data.RoleModelName, "gpu": data.RoleGPU, "gpus": data.RoleGPUs, "batch": data.RoleBatch, "mean_batch": data.RoleMeanBatch,
	"height": data.RoleHeight, "width": data.RoleWidth,
	"precision": data.RolePrecision, "architecture": data.RoleArchitecture, "response": data.RolePerResponse, "length": data.RoleOutputLength,
}

// WireColumn is one column. Texts are a dictionary and indices into it; a missing
// value is null among Values and -1 among At.
type WireColumn struct {
	Name       string   `json:"name"`
	Kind       string   `json:"kind"`             // string, integer, number or boolean
	Better     int      `json:"better,omitempty"` // 1 where more is better, -1 where less is
	Words      []string `json:"words,omitempty"`
	At         []int    `json:"at,omitempty"`
	Values     []any    `json:"values,omitempty"`
	units.Form          // how its values are written
}

// WireMeasure is a [Measure].
type WireMeasure struct {
	Name    string `json:"name"`
	Formula string `json:"formula"`
	Better  int    `json:"better"`
}

var directions = map[data.Direction]int{data.Higher: 1, data.Lower: -1}

// Wire returns the board as the page's script reads it.
func (b *Board) Wire() Wire {
	s, rank := b.Rows[0].Schema(), b.Rows[0].RankField()
	w := Wire{
		Rank: rank.Name, More: rank.Better == data.Higher, Energy: s.Name(data.RoleEnergy), Throughput: s.Name(data.RoleThroughput),
		Server: b.Server(), Parted: s.Noun == "token", Sweep: append([]string{}, s.Sweep...),
		Low: intervalOf(rank) + "_low", High: intervalOf(rank) + "_high",
		Latency: append([]string{}, s.LatencyAt()...), Measured: append([]string{}, lists.Map(b.Percentiles(), parameter)...),
		Parts: map[string]string{}, Tradeoff: b.Tradeoff(),
		Deadline: b.Default.Deadline, LimitUnit: b.limitUnit(), Percentile: parameter(b.Default.Percentile),
		Prices: append([]Price{}, b.Prices...), Currency: b.Default.Currency, Leveled: map[string][]string{}, Doubted: map[int]string{},
	}
	for part, role := range parts {
		if name := s.Name(role); name != "" {
			w.Parts[part] = name
		}
	}
	w.Parts["name"] = cmp.Or(w.Parts["name"], w.Parts["model"])
	w.Work = lists.Map(b.Work(), func(c Column) string { return c.Name })
	for _, n := range s.Normalized {
		if _, ok := b.Column(n.Name); ok {
			w.Leveled[n.Name] = append([]string{}, n.Levels...)
		}
	}
	if b.HasAccuracy() {
		dividing := lists.Filter(s.Normalized, func(n data.Normalized) bool { return n.Accuracy })
		w.Accuracy = &WireAccuracy{Measures: lists.Map(dividing, func(n data.Normalized) string { return n.Name })}
		for _, r := range b.Rows {
			w.Accuracy.Share = append(w.Accuracy.Share, data.Finite(r.Accuracy))
			w.Accuracy.Further = append(w.Accuracy.Further, r.AccuracyMargin)
		}
	}
	for i, r := range b.Rows {
		if why := r.Doubt(); why != "" {
			w.Doubted[i] = why
		}
		w.Runs = append(w.Runs, r.Run)
		w.Sensor = append(w.Sensor, r.Sensor)
	}
	w.Columns = append(w.Columns, lists.Map(b.Columns, b.wireColumn)...)
	w.Measures = append([]WireMeasure{}, lists.Map(b.Measures(), func(m Measure) WireMeasure {
		return WireMeasure{m.Name, m.Formula, directions[m.Better]}
	})...)
	return w
}

// Tradeoff returns the metrics that a board draws against each other: the first pair that its record type declares and whose
// columns the board has, otherwise energy against latency.
func (b *Board) Tradeoff() Axes {
	has := func(name string) bool { _, ok := b.Column(name); return ok }
	s := b.Rows[0].Schema()
	if s.Board != nil {
		for _, p := range s.Board.Plots {
			if p.X != "" && has(p.X) && has(p.Y) {
				return Axes{X: []string{p.X}, Y: p.Y}
			}
		}
	}
	return Axes{X: append([]string{}, s.LatencyAt()...), Y: s.Name(data.RoleEnergy)}
}

func (b *Board) wireColumn(c Column) WireColumn {
	w := WireColumn{Name: c.Name, Kind: c.Kind.String(), Better: directions[c.Better], Form: c.Form}
	if w.Kind == "string" {
		w.At = make([]int, 0, len(b.Rows))
	} else {
		w.Values = make([]any, 0, len(b.Rows))
	}
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
