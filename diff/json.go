package diff

import (
	"encoding/json"
	"io"
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/ordered"
)

// mostChanges is how many changes, and of each other list how many entries, the
// JSON report holds; the counts are always of all.
const mostChanges = 10_000

// WriteJSON writes the report for other programs. Missing values are null.
func (r *Report) WriteJSON(w io.Writer, version string) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r.object(version))
}

type object = ordered.Object

// listOf are the entries of a list that the report holds, [] of none.
func listOf[T, U any](list []T, entry func(T) U) []U {
	return append([]U{}, lists.Map(list[:min(len(list), mostChanges)], entry)...)
}

func itself[T any](x T) T { return x }

// wireVersion rises when a key changes its meaning or goes away.
const wireVersion = 1

func (r *Report) object(version string) object {
	counts := lists.By(Classes(), func(c Class) (Class, int) { return c, r.Counts[c] })
	return object{
		"version", wireVersion,
		"jouleboard", version,
		"verdict", r.Verdict(),
		"same_results", r.SameResults(),
		"base", listOf(r.Base, itself),
		"head", listOf(r.Head, itself),
		"notes", listOf(r.Notes, itself),
		"noise", listOf(r.Noise, (*SystemNoise).object),
		"counts", counts,
		"changes", listOf(r.Changes, Change.object),
		"changes_left_out", max(len(r.Changes)-mostChanges, 0),
		"together", listOf(r.Together, (*Together).object),
		"boards", listOf(r.Boards, BoardChange.object),
		"texts", listOf(r.Texts, itself),
		"faults", listOf(r.Faults, Fault.object),
		"faults_left_out", max(len(r.Faults)-mostChanges, 0),
		"comment", r.Comment(version).commentParts,
	}
}

// object is what repeats and the publisher say of a system; without repeats its degrees of freedom are null.
func (n *SystemNoise) object() object {
	return object{
		"domains", n.Domains,
		"percent", 100 * n.Spread.SD,
		"degrees_of_freedom", data.Finite(n.Spread.Freedom),
		"repeated_configurations", n.Repeated,
		"degrees_of_freedom_of_repeats", n.Freedom,
		"assumed_percent", 100 * n.Assumed.SD,
	}
}

func (c Change) object() object {
	return object{
		"id", c.ID,
		"domain", c.Domain,
		"task", c.Task,
		"model_id", c.Model,
		"nickname", c.Name,
		"configuration", lists.By(c.Key, func(k KeyValue) (string, any) { return k.Field.Name, k.Value }),
		"class", c.Class,
		"unstable", c.Unstable,
		"base_runs", c.BaseRuns,
		"head_runs", c.HeadRuns,
		"metrics", listOf(c.Measures, Measure.object),
		"facts", listOf(c.Facts, func(f Fact) object { return object{"field", f.Field.Name, "base", f.Base, "head", f.Head} }),
		"why", c.Why,
		"accepted", c.Accepted,
	}
}

// object has the degrees of freedom of the noise, null where it is assumed.
func (m Measure) object() object {
	test, noise, freedom, change := "threshold only", data.Opt[float64]{}, data.Opt[float64]{}, data.Opt[float64]{}
	if m.Tested() {
		test, noise, freedom = "Student", data.Finite(100*m.Noise.SD), data.Finite(m.Noise.Freedom)
		if assumed(m.Noise) {
			test = "normal"
		}
	}
	if m.Base != 0 {
		change = data.Finite((m.Head - m.Base) / math.Abs(m.Base) * 100)
	}
	return object{
		"field", m.Field.Name,
		"base", data.Finite(m.Base),
		"head", data.Finite(m.Head),
		"change_percent", change,
		"worse", m.Worse(),
		"material", m.Material,
		"test", test,
		"noise_percent", noise,
		"degrees_of_freedom", freedom,
		"q", data.Finite(m.Q),
	}
}

// object has the GPU "" for configurations on any.
func (g *Together) object() object {
	return object{
		"domain", g.Domain,
		"task", g.Task,
		"model_id", g.Model,
		"nickname", g.Name,
		"gpu_model", g.GPU,
		"ids", g.IDs,
		"metrics", listOf(g.Shifts, Shift.object),
		"accepted", g.Accepted,
	}
}

func (s Shift) object() object {
	return object{
		"field", s.Field.Name,
		"configurations", s.Configurations,
		"change_percent", 100 * (s.Head - 1),
		"worse", s.Worse(),
		"noise_of_the_mean_percent", 100 * s.Noise.SD,
		"degrees_of_freedom", data.Finite(s.Noise.Freedom),
		"q", s.Q,
	}
}

// object has no latency on a board of another system.
func (b BoardChange) object() object {
	h, latency := b.Hypervolume, ""
	if b.Latency != nil {
		latency = b.Latency.Name
	}
	return object{
		"task", b.Task,
		"deadline", b.Deadline,
		"latency_field", latency,
		"energy_field", b.Energy.Name,
		"top", b.Top,
		"ranks", listOf(b.Moves, Move.object),
		"frontier", listOf(b.Frontier, FrontierChange.object),
		"deadlines", listOf(b.AtDeadlines, DeadlineChange.object),
		"hypervolume",
		object{"base", data.Finite(h.Base), "head", data.Finite(h.Head), "reference", []float64{h.LatencyTo, h.EnergyTo}},
	}
}

// object has the id of a configuration as the model on a board of another system, and the rank "" off the board.
func (m Move) object() object {
	return object{
		"model_id", m.Model,
		"nickname", m.Name,
		"base", rankText(m.Base, ""),
		"head", rankText(m.Head, ""),
		"base_energy", data.Finite(m.BaseEnergy),
		"head_energy", data.Finite(m.HeadEnergy),
		"top", m.Top,
	}
}

func (f FrontierChange) object() object {
	change := "left"
	switch {
	case f.Joined:
		change = "joined"
	case f.Gone:
		change = "gone"
	}
	o := object{"id", f.Row.Configuration(), "model_id", f.Row.ModelID, "change", change}
	if f.By != nil {
		o = append(o, "dominated_by", f.By.Configuration())
	}
	return o
}

func (d DeadlineChange) object() object {
	return object{"deadline", d.Deadline, "model_id", d.Model, "base", data.Finite(d.Base), "head", data.Finite(d.Head)}
}

func (f Fault) object() object {
	id, message := "", f.Text()
	if f.Change != nil {
		id, message = f.Change.ID, f.Message
	}
	return object{"kind", f.Kind, "id", id, "message", message, "accepted", f.Accepted}
}

// rankText is a rank as tables show it, or what stands for none.
func rankText(r *aggregate.Rank, none string) string {
	if r == nil {
		return none
	}
	return r.String()
}
