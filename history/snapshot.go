package history

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Snapshot is the default view of all boards at one date. The keys of its JSON are in alphabetical order, as are
// those of the types in it.
type Snapshot struct {
	Boards   []Board `json:"boards"`   // by task
	Date     string  `json:"date"`     // of the data, YYYY-MM-DD
	Revision string  `json:"revision"` // of the data: a commit, a checksum, a name; "" if unknown
}

// Board is the default view of a task's page, or of a board of another system.
type Board struct {
	Terms
	Best []Configuration `json:"best"`           // of each model in time, by groups of equal work, the best first
	Gone []string        `json:"gone,omitempty"` // runs in Best of the snapshot before that are no results any more, unless the others tell
	Late []Configuration `json:"late"`           // the fastest of each model that is never in time
	// Others are the configurations that have no place, by their runs: their models have better ones. They are nil where they
	// are not known, as in files of version 1.
	Others []Configuration `json:"-"`

	absent func(run string) bool // whether a run has no row, of a board that keeps some of its others, until it is in a history
}

// Terms are what a board is of, and by what it ranks.
type Terms struct {
	Deadline     float64 `json:"deadline"`         // in the unit of the latency field, 0 for none
	Domain       string  `json:"domain"`           // the record type
	EnergyField  string  `json:"energy_field"`     // what Energy is of each configuration
	LatencyField string  `json:"latency_field"`    // what Latency is, which says the percentile too; "" for nothing
	Metric       *Metric `json:"metric,omitempty"` // of another system
	Task         string  `json:"task"`             // its id, or what the board is of
}

// Metric is the metric that ranks a board of another system; its values are in the field energy of every
// configuration.
type Metric struct {
	Label string `json:"label"`
	More  bool   `json:"more,omitempty"` // is better
	Unit  string `json:"unit,omitempty"`
}

// more reports whether more of what ranks the board is better.
func (t *Terms) more() bool { return t.Metric != nil && t.Metric.More }

// beats reports whether a configuration with the first energy stands above one with the
// other.
func (t *Terms) beats(a, other float64) bool { return a != other && a > other == t.more() }

// Configuration is a ranked configuration of a board. Values that another system does not report are 0.
type Configuration struct {
	Batch     int       `json:"batch"`
	Energy    float64   `json:"energy"` // J per output, or what else the board is ranked by
	GPU       string    `json:"gpu"`
	Interval  *Interval `json:"interval,omitempty"` // of the energy
	Latency   float64   `json:"latency"`            // ms between tokens, or s a batch
	Model     string    `json:"model"`
	Name      string    `json:"name"` // of the model, for people
	NumGPUs   int       `json:"num_gpus"`
	Precision string    `json:"precision"`
	Run       string    `json:"run"` // see [aggregate.Row]
	// Software is what the source states of it and of the machine, as name=value; "" for nothing.
	Software string `json:"software,omitempty"`
	// Work says of which work the outputs are where those of the board differ: ranks are among equal work.
	Work string `json:"work,omitempty"`

	checked bool  // a file introduces it: its texts are checked and its values rounded
	place   int32 // of its group of equal work, with the leader first, while the best are sorted
}

// Interval is the 95% interval of an energy. Files of earlier versions contain how it was computed.
type Interval struct {
	High float64 `json:"high"`
	Kind string  `json:"kind,omitempty"`
	Low  float64 `json:"low"`
}

// unstated is the margin of an energy without an interval: 8 % between runs is what
// repeats of The ML.ENERGY Benchmark show.
var unstated = fitting.Assumed(0.08).Margin(aggregate.Level, 1)

// Margin is the half-width of the energy's interval on a log scale.
func (c Configuration) Margin() float64 {
	i := c.Interval
	if i == nil || i.Kind != "" || i.Low <= 0 {
		return unstated
	}
	return math.Log(i.High/i.Low) / 2
}

// Take returns the default view of boards, by their subjects. A board without a model that has the metric that ranks is left out.
func Take(shown []board.Shown) []Board {
	boards, known := make([]Board, 0, len(shown)), map[string]bool{}
	for _, s := range shown {
		b := boardOf(s)
		if len(b.Best)+len(b.Late) == 0 {
			continue
		}
		if known[b.Task] {
			b.Task += " (" + s.Task.ID + ")"
		}
		known[b.Task] = true
		boards = append(boards, b)
	}
	slices.SortStableFunc(boards, func(a, b Board) int { return cmp.Compare(a.Task, b.Task) })
	return boards
}

// configuration is the part of the run's ID that repeats share.
func (c Configuration) configuration() string { return aggregate.ConfigurationID(c.Run) }

// of names the model and the work of a configuration: a board has one of each.
func (c Configuration) of() string { return c.Model + "\n" + c.Work }

func boardOf(s board.Shown) Board {
	answer, rank := s.Answer(s.Default), s.Rows[0].RankField()
	percentile := answer.Query.Percentile
	b := Board{
		Terms: Terms{
			Task: s.Key(), Domain: s.Rows[0].Domain, Deadline: s.Task.Deadline,
			EnergyField: rank.Name, LatencyField: s.Rows[0].LatencyField(percentile).Name,
		},
	}
	if s.Study != nil {
		b.Metric = &Metric{Label: rank.Label, More: rank.Better == data.Higher, Unit: rank.Unit}
	}
	placed := map[string]bool{}
	take := func(rows []aggregate.Row, all bool) (taken []Configuration) {
		taken = []Configuration{}
		for _, r := range rows {
			if x, ok := r.Metric(); (all || ok && x > 0) && !placed[r.Run] {
				c := configurationOf(r, percentile)
				c.Work = s.WorkOf(r)
				placed[r.Run] = true
				taken = append(taken, c)
			}
		}
		return taken
	}
	b.Best, b.Late = take(answer.Rows, false), take(answer.Late, true)
	b.Others = take(s.Rows, false)
	lists.Sort(b.Others, byRun)
	if len(b.Others) >= MostOthers { // where there may be more, as far as a file says it
		b.Others = b.Others[:MostOthers]
		there := lists.By(s.Rows, func(r aggregate.Row) (string, bool) { return r.Configuration(), true })
		b.absent = func(run string) bool { return !there[aggregate.ConfigurationID(run)] }
	}
	return b
}

// MostOthers is how many configurations without a place a board keeps: the first ones by their runs, the same at each date.
const MostOthers = 5000

func byRun(a, b Configuration) int { return cmp.Compare(a.Run, b.Run) }

func configurationOf(r aggregate.Row, p aggregate.Percentile) Configuration {
	c := Configuration{
		Run: r.Run, Model: r.ModelID, Name: r.Nickname, Precision: r.Precision,
		GPU: r.GPU, NumGPUs: r.NumGPUs, Batch: r.Batch,
	}
	c.Energy, _ = r.Metric()
	c.Software = software(r)
	if latency := r.Latency(p); !math.IsInf(latency, 0) {
		c.Latency = latency
	}
	if low, high, ok := r.Interval(); ok || r.Ranked() && r.Margin == 0 { // of one point where the error is not known
		c.Interval = &Interval{Low: low, High: high}
	}
	return c
}

// software are the fields of a row about software and machine, as many as there is room for.
func software(r aggregate.Row) (text string) {
	for _, f := range r.Schema().Fields() {
		if value := r.Value(f.Name); f.Environment && value != nil {
			more := strings.TrimSpace(text + " " + f.Name + "=" + data.Text(value))
			if len(more) > mostText {
				break
			}
			text = more
		}
	}
	return text
}

// ties reports whether the boards could not tell the energies of two configurations
// apart.
func (c Configuration) ties(other Configuration) bool {
	row := func(c Configuration) aggregate.Row {
		return aggregate.Row{Facts: &aggregate.Facts{GPU: c.GPU}, Score: c.Energy, Margin: c.Margin()}
	}
	return row(c).Ties(row(other))
}

// sameResults reports whether two snapshots show the same as far as a file says it, whatever came before.
func (s Snapshot) sameResults(other Snapshot) bool {
	shown := func(b Board) Board { b.Gone, b.absent = nil, nil; return b.rounded() }
	return reflect.DeepEqual(lists.Map(s.Boards, shown), lists.Map(other.Boards, shown))
}

// position is where a configuration stands on a board: the i-th of the best, of those that are late, or of the others.
type position struct {
	part string
	i    int
}

const atBest, atLate, atOthers = "best", "late", "others"

func (p position) String() string { return fmt.Sprintf("%s[%d]", p.part, p.i) }

// configurations are those of the board: the best of each model, those that are late, then the others.
func (b *Board) configurations(yield func(at position, c *Configuration) bool) {
	for _, part := range []struct {
		name string
		of   []Configuration
	}{{atBest, b.Best}, {atLate, b.Late}, {atOthers, b.Others}} {
		for i := range part.of {
			if !yield(position{part.name, i}, &part.of[i]) {
				return
			}
		}
	}
}

// board is that of a task, nil if there is none.
func (s Snapshot) board(task string) *Board {
	i, found := slices.BinarySearchFunc(s.Boards, task, func(b Board, id string) int { return cmp.Compare(b.Task, id) })
	if !found {
		return nil
	}
	return &s.Boards[i]
}

// Models counts the models of all boards, each once.
func (s Snapshot) Models() int {
	return len(lists.Distinct(lists.FlatMap(s.Boards, func(b Board) []string {
		return lists.Map(slices.Concat(b.Best, b.Late), func(c Configuration) string { return c.Model })
	})))
}

// Noun returns what the boards are of: tasks, or boards if there are other systems.
func (s Snapshot) Noun() string {
	if slices.ContainsFunc(s.Boards, func(b Board) bool { return b.Metric != nil }) {
		return "board"
	}
	return "task"
}

// find is a model's place on the board: late tells that it is never in time; nil
// where it is not on the board at all.
func (b *Board) find(model string) (c *Configuration, late bool) {
	for at, c := range b.configurations {
		if at.part != atOthers && c.Model == model {
			return c, at.part == atLate
		}
	}
	return nil, false
}

// comparable reports whether two boards ask for the same.
func (t *Terms) comparable(other *Terms) bool {
	return t.Deadline == other.Deadline && t.EnergyField == other.EnergyField && t.LatencyField == other.LatencyField &&
		(t.Metric == nil) == (other.Metric == nil) && t.more() == other.more()
}
