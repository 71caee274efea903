package site

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
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
	if !l.task.order(q).own {
		a.Metric = q.Sort.Field
	}
	if q.Deadline > 0 {
		a.Limit = data.Some(q.Deadline)
	}
	if l.Percentiles() != nil {
		a.Percentile = q.Percentile.String()
	}
	if c.Row.Facts == nil {
		return a
	}
	a.Answer = answeredRow(&c.Row, q)
	a.Answer.PerKWh = c.PerKWh()
	if p, ok := q.Plan(c.Row, l.Daily()); ok {
		low, high := q.PlanWithin(c.Row, l.Daily())
		a.Answer.Servers = &[3]float64{p.Servers, high.Servers, low.Servers}
		a.Answer.Outputs = &[3]float64{p.Outputs, low.Outputs, high.Outputs}
	}
	if len(c.Others) > 0 {
		a.Next = answeredRow(&c.Others[0], q)
	}
	a.Lower, a.Higher = answeredRow(c.Lower, q), answeredRow(c.Higher, q)
	return a
}

// answeredRow is nil for no row.
func answeredRow(r *aggregate.Row, q board.Query) *AnsweredRow {
	if r == nil {
		return nil
	}
	made := &AnsweredRow{
		Run: r.Run, Model: r.ModelID, GPU: r.GPU, NumGPUs: r.NumGPUs, Batch: r.Batch, Energy: data.Finite(r.Energy),
		Latency: data.Finite(r.Latency(q.Percentile)), Throughput: data.Finite(r.Throughput),
	}
	if low, high, ok := r.Interval(); ok {
		made.Interval = &[2]float64{low, high}
	}
	if x, ok := data.Number(r.The(data.RolePerResponse)); ok {
		made.PerResponse = data.Some(x)
	}
	if cost, ok := q.Cost(*r); ok {
		total := cost.Total()
		made.Cost, made.PerCost = data.Finite(total*board.Million), data.Finite(1/total)
	}
	return made
}

// answersPath is the folder of the default answers for programs: those of tasks, and below them those of their models.
const answersPath = "answers/"

// writeAnswers writes the answers to the default question of each board, of all its models and of each alone.
func (e *edition) writeAnswers(ctx context.Context, w writer) error {
	var parts []func() error
	for _, t := range e.all {
		l := Leaderboard{t.board, t.ID, t.address(), t}
		parts = append(parts, func() error {
			usual := func() Answered { return l.Answered(t.board.Default) }
			return e.writeAnswer(w, t, t.key, answersPath+t.ID+".json", usual)
		})
		own := lists.Under(t.rows, func(r aggregate.Row) string { return r.ModelID })
		models := slices.Sorted(maps.Keys(own))
		models = models[:min(len(models), mostAnswers)]
		names := fileNames(models)
		for _, id := range models {
			parts = append(parts, func() error {
				key := t.key
				if e.settings != "" && t.subject == nil {
					key = digest.Of(e.settings, t.common, rowsSum(own[id]))
				}
				path := answersPath + t.ID + "/" + names[id] + ".json"
				return e.writeAnswer(w, t, key, path, func() Answered { return l.ofModel(own[id]) })
			})
		}
	}
	return sideBySide(ctx, len(parts), func(_ context.Context, i int) error { return parts[i]() })
}

// fileNames are the names of files by model, each once, also on systems that ignore the case.
func fileNames(models []string) map[string]string {
	names, taken := map[string]string{}, map[string]bool{}
	for _, id := range models {
		const longest = 200 // leaves room for what is put behind it
		name := leaderboard.Slug(id)
		if taken[strings.ToLower(name)] || len(name) > longest {
			name = strings.ToValidUTF8(name[:min(len(name), longest)], "") + "-" + digest.Of(id)[:8]
		}
		names[id], taken[strings.ToLower(name)] = name, true
	}
	return names
}

func (e *edition) writeAnswer(w writer, t *task, key, path string, answer func() Answered) error {
	_, err := e.part(w, path, key, func(r *recorder) error {
		from, a := &page{edition: e, path: t.address()}, answer()
		a.Citation = from.citationText(e.systemOf(t), t.heading(), "", e.opts.BaseURL+t.address())
		text, err := json.Marshal(a)
		return writeMade(r, path, append(text, '\n'), err)
	})
	return err
}

// ofModel is the answer for one model, with the prices at which its GPUs break even.
func (l Leaderboard) ofModel(rows []aggregate.Row) Answered {
	own := l
	own.Board = board.New(rows, l.Default.Deadline, l.Default.Percentile)
	own.Default, own.Prices = l.Default, l.Prices
	a := own.Answered(own.Default)
	for _, p := range l.task.evens(rows, own.Default) {
		low, high := p.BreakEvenWithin()
		a.BreakEven = append(a.BreakEven, EvenPrice{p.Alt.GPU, p.Base.GPU, p.BreakEven(), [2]float64{low, high}})
	}
	return a
}

// EvenPrice says below which ratio of prices per GPU-hour a GPU model is cheaper per output than another.
type EvenPrice struct {
	Cheaper  string     `json:"cheaper"`
	Other    string     `json:"other"`
	Below    float64    `json:"below_times_its_price"`
	Interval [2]float64 `json:"interval"`
}
