package diff

import (
	"encoding/json"
	"io"
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostChanges is how many changes, and of each other list how many entries, the
// JSON report holds; the counts are always of all.
const mostChanges = 10_000

// WriteJSON writes the report for other programs. Missing values are null.
func (r *Report) WriteJSON(w io.Writer, version string) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r.wire(version))
}

// wireVersion rises when a key changes its meaning or goes away.
const wireVersion = 1

type wireReport struct {
	Version     int            `json:"version"`
	Program     string         `json:"jouleboard"`
	Verdict     string         `json:"verdict"`
	SameResults bool           `json:"same_results"`
	Base        []Revision     `json:"base"`
	Head        []Revision     `json:"head"`
	Notes       []string       `json:"notes"`
	Noise       []wireNoise    `json:"noise"`
	Counts      map[Class]int  `json:"counts"`
	Changes     []wireChange   `json:"changes"`
	LeftOut     int            `json:"changes_left_out"`
	Together    []wireTogether `json:"together"`
	Boards      []wireBoard    `json:"boards"`
	Texts       []TextChange   `json:"texts"`
	Faults      []wireFault    `json:"faults"`
	FaultsLeft  int            `json:"faults_left_out"`
	Comment     wireComment    `json:"comment"`
}

// wireNoise is what repeats and the publisher say of a system; without repeats its degrees
// of freedom are null.
type wireNoise struct {
	Domains  []string          `json:"domains"`
	Percent  float64           `json:"percent"`
	Freedom  data.Opt[float64] `json:"degrees_of_freedom"`
	Repeated int               `json:"repeated_configurations"`
	Repeats  float64           `json:"degrees_of_freedom_of_repeats"`
	Assumed  float64           `json:"assumed_percent"`
}

type wireChange struct {
	ID            string         `json:"id"`
	Domain        string         `json:"domain"`
	Task          string         `json:"task"`
	Model         string         `json:"model_id"`
	Name          string         `json:"nickname"`
	Configuration map[string]any `json:"configuration"`
	Class         Class          `json:"class"`
	Unstable      bool           `json:"unstable"`
	BaseRuns      int            `json:"base_runs"`
	HeadRuns      int            `json:"head_runs"`
	Metrics       []wireMeasure  `json:"metrics"`
	Facts         []wireFact     `json:"facts"`
	Why           string         `json:"why"`
	Accepted      string         `json:"accepted"`
}

type wireMeasure struct {
	Field    string            `json:"field"`
	Base     data.Opt[float64] `json:"base"`
	Head     data.Opt[float64] `json:"head"`
	Change   data.Opt[float64] `json:"change_percent"`
	Worse    bool              `json:"worse"`
	Material bool              `json:"material"`
	Test     string            `json:"test"`
	Noise    data.Opt[float64] `json:"noise_percent"`
	Freedom  data.Opt[float64] `json:"degrees_of_freedom"` // null where the noise is assumed
	Q        data.Opt[float64] `json:"q"`
}

type wireTogether struct {
	Domain   string      `json:"domain"`
	Task     string      `json:"task"`
	Model    string      `json:"model_id"`
	Name     string      `json:"nickname"`
	GPU      string      `json:"gpu_model"` // "" for configurations on any
	IDs      []string    `json:"ids"`
	Metrics  []wireShift `json:"metrics"`
	Accepted string      `json:"accepted"`
}

type wireShift struct {
	Field          string            `json:"field"`
	Configurations int               `json:"configurations"`
	Change         float64           `json:"change_percent"`
	Worse          bool              `json:"worse"`
	Noise          float64           `json:"noise_of_the_mean_percent"`
	Freedom        data.Opt[float64] `json:"degrees_of_freedom"` // null where the noise is assumed
	Q              float64           `json:"q"`
}

type wireFact struct {
	Field string `json:"field"`
	Base  string `json:"base"`
	Head  string `json:"head"`
}

type wireBoard struct {
	Task        string          `json:"task"`
	Deadline    float64         `json:"deadline"`
	Latency     string          `json:"latency_field"` // "" on a board of another system
	Energy      string          `json:"energy_field"`
	Top         int             `json:"top"`
	Ranks       []wireMove      `json:"ranks"`
	Frontier    []wireFrontier  `json:"frontier"`
	Deadlines   []wireDeadline  `json:"deadlines"`
	Hypervolume wireHypervolume `json:"hypervolume"`
}

type wireMove struct {
	Model  string            `json:"model_id"` // on a board of another system a configuration's id
	Name   string            `json:"nickname"`
	Base   string            `json:"base"` // "" when not on the board
	Head   string            `json:"head"`
	Before data.Opt[float64] `json:"base_energy"`
	After  data.Opt[float64] `json:"head_energy"`
	Top    int               `json:"top"`
}

type wireFrontier struct {
	ID     string `json:"id"`
	Model  string `json:"model_id"`
	Change string `json:"change"` // joined, left, gone
	By     string `json:"dominated_by,omitempty"`
}

type wireDeadline struct {
	Deadline float64           `json:"deadline"`
	Model    string            `json:"model_id"`
	Base     data.Opt[float64] `json:"base"`
	Head     data.Opt[float64] `json:"head"`
}

type wireHypervolume struct {
	Base      data.Opt[float64] `json:"base"`
	Head      data.Opt[float64] `json:"head"`
	Reference [2]float64        `json:"reference"` // latency, energy
}

type wireFault struct {
	Kind     FaultKind `json:"kind"`
	ID       string    `json:"id"`
	Message  string    `json:"message"`
	Accepted string    `json:"accepted"`
}

func (r *Report) wire(version string) wireReport {
	w := wireReport{
		Version: wireVersion, Program: version, Verdict: r.Verdict(), SameResults: r.SameResults(),
		Base: append([]Revision{}, r.Base...), Head: append([]Revision{}, r.Head...), Notes: append([]string{}, r.Notes...), Noise: []wireNoise{},
		Counts:  map[Class]int{},
		Changes: []wireChange{}, Together: []wireTogether{}, Boards: []wireBoard{}, Faults: []wireFault{},
		Texts:   append([]TextChange{}, r.Texts...),
		LeftOut: max(len(r.Changes)-mostChanges, 0), FaultsLeft: max(len(r.Faults)-mostChanges, 0),
		Comment: r.Comment(version).wire(),
	}
	for _, class := range Classes() {
		w.Counts[class] = r.Counts[class]
	}
	for _, n := range r.Noise {
		w.Noise = append(w.Noise, wireNoise{n.Domains, 100 * n.Spread.SD, finite(n.Spread.Freedom), n.Repeated, n.Freedom, 100 * n.Assumed.SD})
	}
	for i := range r.Changes[:min(len(r.Changes), mostChanges)] {
		w.Changes = append(w.Changes, r.Changes[i].wire())
	}
	w.Together = append(w.Together, lists.Map(r.Together[:min(len(r.Together), mostChanges)], (*Together).wire)...)
	for i := range r.Boards {
		w.Boards = append(w.Boards, r.Boards[i].wire())
	}
	for _, f := range r.Faults[:min(len(r.Faults), mostChanges)] {
		id, message := "", f.Text()
		if f.Change != nil {
			id, message = f.Change.ID, f.Message
		}
		w.Faults = append(w.Faults, wireFault{f.Kind, id, message, f.Accepted})
	}
	return w
}

func (c *Change) wire() wireChange {
	w := wireChange{
		ID: c.ID, Domain: c.Domain, Task: c.Task, Model: c.Model, Name: c.Name, Configuration: map[string]any{},
		Class: c.Class, Unstable: c.Unstable, BaseRuns: c.BaseRuns, HeadRuns: c.HeadRuns,
		Metrics: []wireMeasure{}, Facts: []wireFact{}, Why: c.Why, Accepted: c.Accepted,
	}
	for _, k := range c.Key {
		w.Configuration[k.Field.Name] = k.Value
	}
	for _, m := range c.Measures {
		test, noise, freedom := "threshold only", data.Opt[float64]{}, data.Opt[float64]{}
		if m.Tested() {
			test, noise, freedom = "Student", finite(100*m.Noise.SD), finite(m.Noise.Freedom)
			if assumed(m.Noise) {
				test = "normal"
			}
		}
		change := data.Opt[float64]{}
		if m.Base != 0 {
			change = finite((m.Head - m.Base) / math.Abs(m.Base) * 100)
		}
		w.Metrics = append(w.Metrics, wireMeasure{
			m.Field.Name, finite(m.Base), finite(m.Head), change, m.Worse(), m.Material, test, noise, freedom, finite(m.Q),
		})
	}
	w.Facts = append(w.Facts, lists.Map(c.Facts, func(f Fact) wireFact { return wireFact{f.Field.Name, f.Base, f.Head} })...)
	return w
}

func (g *Together) wire() wireTogether {
	w := wireTogether{g.Domain, g.Task, g.Model, g.Name, g.GPU, g.IDs, nil, g.Accepted}
	for _, s := range g.Shifts {
		w.Metrics = append(w.Metrics, wireShift{
			s.Field.Name, s.Configurations, 100 * (s.Head - 1), s.Worse(), 100 * s.Noise.SD, finite(s.Noise.Freedom), s.Q,
		})
	}
	return w
}

func (b *Board) wire() wireBoard {
	h := b.Hypervolume
	latency := ""
	if b.Latency != nil {
		latency = b.Latency.Name
	}
	w := wireBoard{
		Task: b.Task, Deadline: b.Deadline, Latency: latency, Energy: b.Energy.Name, Top: b.Top,
		Ranks: []wireMove{}, Frontier: []wireFrontier{}, Deadlines: []wireDeadline{},
		Hypervolume: wireHypervolume{finite(h.Base), finite(h.Head), [2]float64{h.LatencyTo, h.EnergyTo}},
	}
	for _, m := range b.Moves {
		w.Ranks = append(w.Ranks,
			wireMove{m.Model, m.Name, rankText(m.Base), rankText(m.Head), finite(m.BaseEnergy), finite(m.HeadEnergy), m.Top})
	}
	w.Frontier = append(w.Frontier, lists.Map(b.Frontier, FrontierChange.wire)...)
	for _, d := range b.AtDeadlines[:min(len(b.AtDeadlines), mostChanges)] {
		w.Deadlines = append(w.Deadlines, wireDeadline{d.Deadline, d.Model, finite(d.Base), finite(d.Head)})
	}
	return w
}

func (f FrontierChange) wire() wireFrontier {
	w := wireFrontier{ID: f.Row.Configuration(), Model: f.Row.ModelID, Change: "left"}
	switch {
	case f.Joined:
		w.Change = "joined"
	case f.Gone:
		w.Change = "gone"
	}
	if f.By != nil {
		w.By = f.By.Configuration()
	}
	return w
}

func rankText(r *aggregate.Rank) string {
	if r == nil {
		return ""
	}
	return r.String()
}

// finite is a number as JSON can hold it.
func finite(x float64) data.Opt[float64] {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return data.Opt[float64]{}
	}
	return data.Some(x)
}
