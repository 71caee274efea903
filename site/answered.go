package site

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
)

// Answered is an answer for programs: at most 4 kB of JSON. What is not known is left out.
type Answered struct {
	Task        string            `json:"task"`
	Query       string            `json:"query"` // of the page that shows the same
	Text        []string          `json:"text"`
	Metric      string            `json:"metric"` // field of the order, or cost
	EnergyUnit  string            `json:"energy_unit"`
	LatencyUnit string            `json:"latency_unit,omitempty"`
	CostUnit    string            `json:"cost_unit,omitempty"`
	Basis       string            `json:"basis"` // what was measured
	Limit       data.Opt[float64] `json:"limit,omitzero"`
	Percentile  string            `json:"percentile,omitempty"`
	Answer      *AnsweredRow      `json:"answer,omitempty"` // left out if no configuration meets the query
	Next        *AnsweredRow      `json:"next,omitempty"`   // the best of what the answer was chosen among
	Among       board.Among       `json:"among,omitempty"`
	Tied        int               `json:"tied"` // how many cannot be told from the answer
	Lower       *AnsweredRow      `json:"lower,omitempty"`
	Higher      *AnsweredRow      `json:"higher,omitempty"`
	BreakEven   []EvenPrice       `json:"break_even,omitempty"` // of one model's GPUs
	Citation    string            `json:"citation,omitempty"`
}

// AnsweredRow is a configuration of an answer, in the units of the answer.
type AnsweredRow struct {
	Run         string            `json:"run"`
	Model       string            `json:"model_id"`
	GPU         string            `json:"gpu_model,omitempty"`
	NumGPUs     int               `json:"num_gpus,omitempty"`
	Batch       int               `json:"batch,omitempty"`
	Energy      data.Opt[float64] `json:"energy,omitzero"`
	Interval    *[2]float64       `json:"interval,omitempty"` // 95%, of the metric of the board
	PerResponse data.Opt[float64] `json:"joules_per_response,omitzero"`
	Latency     data.Opt[float64] `json:"latency,omitzero"`
	Throughput  data.Opt[float64] `json:"outputs_per_second,omitzero"`
	PerKWh      data.Opt[float64] `json:"outputs_per_kwh,omitzero"`
	Cost        data.Opt[float64] `json:"cost,omitzero"` // per million outputs
	PerCost     data.Opt[float64] `json:"outputs_per_cost,omitzero"`
	Servers     *[3]float64       `json:"servers,omitempty"` // of the plan: their number, and the fewest and the most within the uncertainty
	Outputs     *[3]float64       `json:"outputs_per_day,omitempty"`
}

// Answered is the answer of a board to a query, for programs.
func (l Leaderboard) Answered(q board.Query) Answered {
	c, sentences := l.Choice(q)
	a := Answered{
		Task: l.ID, Query: l.Encode(q), Text: sentences, Metric: l.Rows[0].RankField().Name, EnergyUnit: l.task.perOutput(),
		LatencyUnit: l.task.latencyUnit(), CostUnit: l.task.costUnit(q), Basis: l.task.basisOf(l.Rows[0]), Tied: c.Tied, Among: c.Among,
	}
	if !l.task.isOwn(q) {
		a.Metric = q.Sort.Field
	}
	if q.Deadline > 0 {
		a.Limit = data.Some(q.Deadline)
	}
	if l.Percentiles() {
		a.Percentile = q.Percentile.String()
	}
	if c.Row.Facts == nil {
		return a
	}
	a.Answer = answeredRow(c.Row, q)
	a.Answer.PerKWh = c.PerKWh()
	if p, ok := q.Plan(c.Row, l.Daily()); ok {
		low, high := q.PlanWithin(c.Row, l.Daily())
		a.Answer.Servers = &[3]float64{p.Servers, high.Servers, low.Servers}
		a.Answer.Outputs = &[3]float64{p.Outputs, low.Outputs, high.Outputs}
	}
	if len(c.Others) > 0 {
		a.Next = answeredRow(c.Others[0], q)
	}
	if c.Lower != nil {
		a.Lower = answeredRow(*c.Lower, q)
	}
	if c.Higher != nil {
		a.Higher = answeredRow(*c.Higher, q)
	}
	return a
}

func answeredRow(r aggregate.Row, q board.Query) *AnsweredRow {
	made := &AnsweredRow{
		Run: r.Run, Model: r.ModelID, GPU: r.GPU, NumGPUs: r.NumGPUs, Batch: r.Batch, Energy: finite(r.Energy),
		Latency: finite(r.Latency(q.Percentile)), Throughput: finite(r.Throughput),
	}
	if low, high, ok := r.Interval(); ok {
		made.Interval = &[2]float64{low, high}
	}
	if x, ok := data.Number(r.The(data.RolePerResponse)); ok {
		made.PerResponse = data.Some(x)
	}
	if cost, ok := q.Cost(r); ok {
		total := cost.Total()
		made.Cost, made.PerCost = finite(total*board.Million), finite(1/total)
	}
	return made
}

func finite(x float64) data.Opt[float64] {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return data.Opt[float64]{}
	}
	return data.Some(x)
}
