package ipw

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// the two forms of run
const (
	singleForm  = "single-turn"
	agenticForm = "agentic"
)

// unknownModel is the name of a model that no file names.
const unknownModel = "unknown model"

// oddity is something about a run that its reader should know.
type oddity struct{ code, text string }

// profile is what the files around the queries tell.
func (n *run) profile(form, model string) Profile {
	p := Profile{
		Domain: Domain, Run: n.name, Form: form, Model: model, Dataset: n.text("dataset").Or("unknown dataset"),
		GPU: n.text("gpu"), BatchSize: n.count("batch_size"),
	}
	f, _ := schema().Field("bench_energy_j")
	if joules, ok := statedIn(summaryDocument, n.summary, f).(float64); ok {
		p.BenchEnergyJoules = data.Some(joules)
	}
	return p
}

// agentic is the profile of a run of traces.
func (n *run) agentic(g *gathered) (p Profile, odd []oddity) {
	p = n.profile(agenticForm, n.text("model").Or(unknownModel))
	if !n.text("dataset").Present() && g.workload != "" {
		p.Dataset = data.Public(g.workload)
	}
	p.Rows, p.Traces, p.Turns = data.Some(g.traces), data.Some(g.traces), data.Some(g.turns)
	p.Completed, p.ErrorTurns, p.TimedOut = data.Some(g.completed), data.Some(g.errorTurns), data.Some(g.timedOut)
	p.ToolCalls, p.Queries = data.Some(g.toolCalls), g.traces
	p.Correct, p.Scored = g.correct, g.resolved
	p.setEnergy(g.gpu, g.cpu, g.joules, g.joulesTokens)
	p.setPower(g.power)
	p.InputTokens, p.OutputTokens, p.CostUSD = whole(g.input), whole(g.output), g.cost.value()
	p.setTimes(g.seconds, nil, nil, g.time, g.timeTokens)
	if x, ok := p.BenchEnergyJoules.Value(); ok && p.BatchSize.Or(1) > 1 {
		p.EnergyPerQuery, p.EnergyPerQueryError = data.Some(x/float64(p.Queries)), data.Opt[float64]{}
	}
	p.setRatios()
	say := func(on bool, code, format string, args ...any) {
		if on {
			odd = append(odd, oddity{code, fmt.Sprintf(format, args...)})
		}
	}
	say(p.Model == unknownModel, "model_unknown", "no file contains the model")
	say(g.wrong > 0, "lines_left_out", "%d queries could not be read and are left out", g.wrong)
	say(g.repeated > 0, "queries_repeated", "%d repeated queries; each query counts once", g.repeated)
	differ := n.queriesDiffer(g)
	say(differ != "", "queries_differ", "%s", differ)
	say(p.BatchSize.Or(1) > 1, "overlap", "%d queries ran concurrently", p.BatchSize.Or(1))
	say(g.completed < g.traces, "incomplete", "%d of %d queries are not finished", g.traces-g.completed, g.traces)
	say(g.errorTurns > 0, "errors", "%d of %d turns ended with an error", g.errorTurns, g.turns)
	say(g.timedOut > 0, "timed_out", "%d queries ran out of time", g.timedOut)
	return p, append(odd, p.gaps(0, 0)...)
}

// queriesDiffer says that the summary counts other queries than there are traces,
// those included that cannot be read; "" if it does not.
func (n *run) queriesDiffer(g *gathered) string {
	want, got := n.count("queries").Or(0), g.traces+g.wrong
	if want == 0 || want == got {
		return ""
	}
	return fmt.Sprintf("the summary reports %d queries, the traces contain %d", want, got)
}

// singleTurn is the profile of one model of a data set.
func (n *run) singleTurn(model string, q *queries, rows int) (p Profile, odd []oddity) {
	p = n.profile(singleForm, data.Public(model))
	p.GPU = first(p.GPU, stated(jsontree.Text(n.summary, "hardware_label")))
	if name := q.texts["gpu_info_name"]; name != "" && name != seenSeveral {
		p.GPU = data.Some(name)
	}
	switch { // a runner that does not state it measures the GPU
	case q.basis != "":
		p.EnergyBasis = data.Some(q.basis)
	case q.energy.n > 0:
		p.EnergyBasis = data.Some("gpu")
	}
	p.Rows, p.Queries, p.Answers = data.Some(rows), q.rows, data.Some(q.answers)
	p.Correct, p.Scored = q.correct, q.scored
	p.setEnergy(q.energy, q.cpu, q.joules, q.joulesTokens)
	p.SoCEnergyPerQuery = positive(q.soc.mean())
	p.setPower(q.power)
	p.InputTokens, p.OutputTokens, p.CostUSD = whole(q.input), whole(q.output), q.cost.value()
	p.setTimes(q.seconds, q.firstToken, q.interval, q.time, q.timeTokens)
	p.setRatios()
	p.PrefillComponents, p.DecodeComponents = componentText(q.prefill), componentText(q.decode)
	if want, ok := n.count("queries").Value(); ok && rows < want {
		odd = append(odd, oddity{"rows_missing", fmt.Sprintf("the summary reports %d queries, the dataset has %d rows", want, rows)})
	}
	if q.invalid.any() {
		odd = append(odd, oddity{"energy_invalid", fmt.Sprintf("among %d queries, %v", q.rows, q.invalid)})
	}
	if q.notFinite > 0 {
		odd = append(odd, oddity{"values_invalid", fmt.Sprintf("%d values are not finite", q.notFinite)})
	}
	if q.soc.n > 0 {
		odd = append(odd, oddity{"soc", "the energy of the whole chip is also reported"})
	}
	return p, append(odd, p.gaps(q.zero, q.missing)...)
}

// setEnergy fills in what the energies of the queries come to.
func (p *Profile) setEnergy(gpu, cpu, joules, tokens sum) {
	p.EnergySamples = gpu.n
	p.SumEnergyJoules, p.GPUEnergyJoules = positive(gpu.value()), positive(gpu.value())
	p.CPUEnergyJoules = positive(cpu.value())
	p.EnergyPerQuery, p.EnergyPerQueryError = positive(gpu.mean()), gpu.meanError()
	p.EnergyPerOutputToken = quotient(joules.value(), tokens.value())
	if p.Queries > 0 {
		p.Coverage = data.Some(float64(gpu.n) / float64(p.Queries))
	}
}

func (p *Profile) setPower(power sum) {
	p.PowerSamples, p.PowerWatts = power.n, positive(power.mean())
}

// setTimes fills in medians over the queries, and the rate of all together.
func (p *Profile) setTimes(seconds, firstToken, interval []float64, time, tokens sum) {
	p.QuerySeconds = median(seconds)
	p.TTFTMillis = thousandfold(median(firstToken))
	p.ITLMillis = thousandfold(median(interval))
	p.ThroughputOutput = quotient(tokens.value(), time.value())
}

// setRatios computes accuracy and what is made of it. Both ratios take means over
// queries, so that they do not depend on how many there are.
func (p *Profile) setRatios() {
	if p.Scored == 0 {
		return
	}
	p.Accuracy = data.Some(float64(p.Correct) / float64(p.Scored))
	if p.Correct > 0 { // a ratio of 0 would rank a model by its energy
		p.PerJoule = quotient(p.Accuracy, p.EnergyPerQuery)
		p.PerWatt = quotient(p.Accuracy, p.PowerWatts)
	}
}

// gaps are what is missing of scores and energies.
func (p *Profile) gaps(zero, missing int) (odd []oddity) {
	switch {
	case p.Scored == 0:
		odd = append(odd, oddity{"unscored", "no response was scored"})
	case p.Scored < p.Queries:
		odd = append(odd, oddity{"partly_scored", fmt.Sprintf("%d of %d responses were scored", p.Scored, p.Queries)})
	}
	switch {
	case p.EnergySamples == 0:
		odd = append(odd, oddity{"no_energy", "no query reports a positive energy"})
	case p.EnergySamples < p.Queries && zero+missing > 0:
		odd = append(odd,
			oddity{"energy_missing", fmt.Sprintf("of %d queries, %d report no energy and %d an energy of zero", p.Queries, missing, zero)})
	case p.EnergySamples < p.Queries:
		odd = append(odd, oddity{"energy_missing", fmt.Sprintf("%d of %d queries report no energy", p.Queries-p.EnergySamples, p.Queries)})
	}
	return odd
}

// apply puts a report beside the profile that it is of.
func (n *run) apply(p *Profile) (odd []oddity) {
	n.report.compare(p)
	p.Warnings = len(n.report.warnings)
	say := func(on bool, code, format string, args ...any) {
		if on {
			odd = append(odd, oddity{code, fmt.Sprintf(format, args...)})
		}
	}
	unjudged, failed := n.report.count("unevaluated")+n.report.count("failed"), n.report.count("failed")
	say(unjudged > 0, "judge_failed", "the report lists %d responses that were not scored, of which %d failed", unjudged, failed)
	short, checked := n.report.count("records_energy_short"), n.report.count("records_checked")
	say(short > 0, "energy_short", "the report lists %d of %d energies as lower than power × time", short, checked)
	imputed := n.report.count("imputed")
	say(imputed > 0, "imputed", "the report computed %d energies from power and time", imputed)
	if len(n.report.faults) > 0 {
		odd = append(odd, oddity{"report_differs", n.report.faults[0]})
	}
	return odd
}

// positive is a value that is greater than zero and finite.
func positive(x data.Opt[float64]) data.Opt[float64] {
	if v, ok := finite(x).Value(); ok && v > 0 {
		return x
	}
	return data.Opt[float64]{}
}

func finite(x data.Opt[float64]) data.Opt[float64] {
	if v, ok := x.Value(); ok && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return x
	}
	return data.Opt[float64]{}
}

func quotient(above, below data.Opt[float64]) data.Opt[float64] {
	a, okAbove := above.Value()
	b, okBelow := below.Value()
	if !okAbove || !okBelow || b <= 0 {
		return data.Opt[float64]{}
	}
	return positive(data.Some(a / b))
}

// whole is a sum of counts.
func whole(s sum) data.Opt[int] {
	if s.n == 0 || s.total > 1<<53 {
		return data.Opt[int]{}
	}
	return data.Some(int(math.Round(s.total)))
}

// median is the middle value, or the mean of the middle two. It sorts the values.
func median(values []float64) data.Opt[float64] {
	if len(values) == 0 {
		return data.Opt[float64]{}
	}
	slices.Sort(values)
	upper := len(values) / 2
	if len(values)%2 == 1 {
		return finite(data.Some(values[upper]))
	}
	return finite(data.Some((values[upper-1] + values[upper]) / 2))
}

func thousandfold(seconds data.Opt[float64]) data.Opt[float64] {
	if x, ok := seconds.Value(); ok {
		return finite(data.Some(1000 * x))
	}
	return seconds
}

// componentText is the mean energy of each component as JSON.
func componentText(sums map[string]*sum) data.Opt[string] {
	means := map[string]float64{}
	for name, s := range sums {
		if x, ok := finite(s.mean()).Value(); ok {
			means[name] = x
		}
	}
	if len(means) == 0 {
		return data.Opt[string]{}
	}
	text, err := json.Marshal(means) // in order of the names
	if err != nil {
		return data.Opt[string]{}
	}
	return data.Some(string(text))
}
