package history

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/fitting"
)

// Snapshot is the default view of all boards at one date. The keys of its JSON are in
// order of the alphabet, as are those of the types in it.
type Snapshot struct {
	Boards   []Board `json:"boards"`   // by task
	Date     string  `json:"date"`     // of the data, YYYY-MM-DD
	Revision string  `json:"revision"` // of the data: a commit, a checksum, a name; "" if unknown
}

// Board is what a task's page shows by default.
type Board struct {
	Best         []Configuration `json:"best"`          // of each model in time, least energy first
	Deadline     float64         `json:"deadline"`      // in the unit of the latency field, 0 for none
	Domain       string          `json:"domain"`        // llm or diffusion
	EnergyField  string          `json:"energy_field"`  // what Energy is of each configuration
	Late         []Configuration `json:"late"`          // the fastest of each model that is never in time
	LatencyField string          `json:"latency_field"` // what Latency is, which says the percentile too
	Task         string          `json:"task"`
}

// Configuration is one that stands on a board.
type Configuration struct {
	Batch     int       `json:"batch"`
	Energy    float64   `json:"energy"` // J per output
	GPU       string    `json:"gpu"`
	Interval  *Interval `json:"interval,omitempty"` // of the energy
	Latency   float64   `json:"latency"`            // ms between tokens, or s a batch
	Model     string    `json:"model"`
	Name      string    `json:"name"` // of the model, for people
	NumGPUs   int       `json:"num_gpus"`
	Precision string    `json:"precision"`
	Run       string    `json:"run"` // see [aggregate.Row]
}

// Interval is the 95 % interval of an energy. Files of earlier programs say how theirs
// came to be.
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

// Take is the boards of rows that are published, with the deadlines of the texts.
func Take(rows []aggregate.Row, c content.Content) []Board {
	byTask := map[string][]aggregate.Row{}
	for _, r := range rows {
		byTask[r.Task] = append(byTask[r.Task], r)
	}
	boards := make([]Board, 0, len(byTask))
	for id, own := range byTask {
		boards = append(boards, boardOf(c.Task(id, own[0].Domain), own))
	}
	slices.SortFunc(boards, func(a, b Board) int { return cmp.Compare(a.Task, b.Task) })
	return boards
}

func boardOf(t content.Task, rows []aggregate.Row) Board {
	percentile, _ := aggregate.ParsePercentile(t.Percentile) // of a batch there is none
	shown := board.New(rows, t.Deadline, percentile)
	answer := shown.Answer(shown.Default)
	b := Board{
		Task: t.ID, Domain: rows[0].Domain, Deadline: t.Deadline,
		EnergyField: rows[0].EnergyField().Name, LatencyField: rows[0].LatencyField(percentile).Name,
		Best: make([]Configuration, len(answer.Rows)), Late: make([]Configuration, len(answer.Late)),
	}
	for i, r := range answer.Rows {
		b.Best[i] = configurationOf(r, percentile)
	}
	for i, r := range answer.Late {
		b.Late[i] = configurationOf(r, percentile)
	}
	return b
}

func configurationOf(r aggregate.Row, p aggregate.Percentile) Configuration {
	c := Configuration{
		Run: r.Run, Model: r.ModelID, Name: cmp.Or(r.Nickname, r.ModelID), Precision: r.Precision,
		GPU: r.GPU, NumGPUs: r.NumGPUs, Batch: r.Batch, Energy: r.Energy, Latency: r.Latency(p),
	}
	if low, high, ok := r.Interval(); ok {
		c.Interval = &Interval{Low: low, High: high}
	}
	return c
}

// ties reports whether the boards could not tell the energies of two configurations
// apart.
func (c Configuration) ties(other Configuration) bool {
	row := func(c Configuration) aggregate.Row {
		return aggregate.Row{Score: c.Energy, Margin: c.Margin(), GPU: c.GPU}
	}
	return row(c).Ties(row(other))
}

// sameResults reports whether two snapshots show the same.
func (s Snapshot) sameResults(other Snapshot) bool { return reflect.DeepEqual(s.Boards, other.Boards) }

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
	seen := map[string]bool{}
	for _, b := range s.Boards {
		for _, c := range slices.Concat(b.Best, b.Late) {
			seen[c.Model] = true
		}
	}
	return len(seen)
}

// find is a model's place on the board: late tells that it is never in time; nil
// where it is not on the board at all.
func (b *Board) find(model string) (c *Configuration, late bool) {
	for _, part := range []struct {
		of   []Configuration
		late bool
	}{{b.Best, false}, {b.Late, true}} {
		for i := range part.of {
			if part.of[i].Model == model {
				return &part.of[i], part.late
			}
		}
	}
	return nil, false
}

// comparable reports whether two boards ask for the same.
func (b *Board) comparable(other *Board) bool {
	return b.Deadline == other.Deadline && b.EnergyField == other.EnergyField && b.LatencyField == other.LatencyField
}
