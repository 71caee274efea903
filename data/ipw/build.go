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
func (n *run) profile(form, model string) data.Row {
	p := data.NewRow(schema())
	p.Take(fields{"run_path": n.name, "form": form, "model": model, "dataset": "unknown dataset"})
	fill(p, summaryDocument, n.summary)
	fill(p, regressionDocument, n.regression)
	p.Take(fields{
		"model": model, "date": dateOf(n.summary), "start_time": timeOf(n.summary["start_time"]), "end_time": timeOf(n.summary["end_time"]),
	})
	return p
}

// agentic is the profile of a run of traces.
func (n *run) agentic(g *gathered) (p data.Row, odd []oddity) {
	p = n.profile(agenticForm, n.text("model").Or(unknownModel))
	if !n.text("dataset").Present() && g.workload != "" {
		p.Take(fields{"dataset": data.Public(g.workload)})
	}
	p.Take(fields{
		"rows": g.traces, "traces": g.traces, "queries": g.traces, "turns": g.turns, "completed": g.completed,
		"error_turns": g.errorTurns, "timed_out": g.timedOut, "tool_calls": g.toolCalls, "correct": g.correct, "scored": g.resolved,
		"input_tokens": whole(g.input), "output_tokens": whole(g.output), "cost_usd": g.cost.value(),
	})
	setEnergy(p, g.traces, g.gpu, g.cpu, g.joules, g.joulesTokens)
	setPower(p, g.power)
	setTimes(p, g.seconds, nil, nil, g.time, g.timeTokens)
	atOnce := p.Count("batch_size").Or(1)
	if x, ok := p.Float("bench_energy_j").Value(); ok && atOnce > 1 {
		p.Take(fields{"energy_per_query_j": x / float64(g.traces), "energy_per_query_error_j": nil})
	}
	setRatios(p, g.correct, g.resolved)
	say := func(on bool, code, format string, args ...any) {
		if on {
			odd = append(odd, oddity{code, fmt.Sprintf(format, args...)})
		}
	}
	say(p.Value("model") == unknownModel, "model_unknown", "no file contains the model")
	say(g.wrong > 0, "lines_left_out", "%d queries could not be read and are left out", g.wrong)
	say(g.repeated > 0, "queries_repeated", "%d repeated queries; each query counts once", g.repeated)
	differ := n.queriesDiffer(g)
	say(differ != "", "queries_differ", "%s", differ)
	say(atOnce > 1, "overlap", "%d queries ran concurrently", atOnce)
	say(g.completed < g.traces, "incomplete", "%d of %d queries are not finished", g.traces-g.completed, g.traces)
	say(g.errorTurns > 0, "errors", "%d of %d turns ended with an error", g.errorTurns, g.turns)
	say(g.timedOut > 0, "timed_out", "%d queries ran out of time", g.timedOut)
	return p, append(odd, gaps(p, 0, 0)...)
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
func (n *run) singleTurn(model string, q *queries, rows int) (p data.Row, odd []oddity) {
	p = n.profile(singleForm, data.Public(model))
	p.Otherwise("gpu", stated(jsontree.Text(n.summary, "hardware_label")))
	if name := q.texts["gpu_info_name"]; name != "" && name != seenSeveral {
		p.Take(fields{"gpu": name})
	}
	switch { // a runner that does not state it measures the GPU
	case q.basis != "":
		p.Take(fields{"energy_basis": q.basis})
	case q.energy.n > 0:
		p.Take(fields{"energy_basis": "gpu"})
	}
	p.Take(fields{
		"rows": rows, "queries": q.rows, "lm_response": q.answers, "correct": q.correct, "scored": q.scored,
		"input_tokens": whole(q.input), "output_tokens": whole(q.output), "cost_usd": q.cost.value(),
		"soc_energy_per_query_j":                    positive(q.soc.mean()),
		"phase_metrics_prefill_energy_components_j": componentText(q.prefill),
		"phase_metrics_decode_energy_components_j":  componentText(q.decode),
	})
	setEnergy(p, q.rows, q.energy, q.cpu, q.joules, q.joulesTokens)
	setPower(p, q.power)
	setTimes(p, q.seconds, q.firstToken, q.interval, q.time, q.timeTokens)
	setRatios(p, q.correct, q.scored)
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
	return p, append(odd, gaps(p, q.zero, q.missing)...)
}

// setEnergy fills in what the energies of the queries come to.
func setEnergy(p data.Row, rows int, gpu, cpu, joules, tokens sum) {
	all := positive(gpu.value())
	p.Take(fields{
		"energy_samples": gpu.n, "sum_energy_j": all, "gpu_energy_j": all, "cpu_energy_j": positive(cpu.value()),
		"energy_per_query_j": positive(gpu.mean()), "energy_per_query_error_j": gpu.meanError(),
		"energy_per_output_token_j": quotient(joules.value(), tokens.value()),
	})
	if rows > 0 {
		p.Take(fields{"coverage": float64(gpu.n) / float64(rows)})
	}
}

func setPower(p data.Row, power sum) {
	p.Take(fields{"power_samples": power.n, "power_w": positive(power.mean())})
}

func setTimes(p data.Row, seconds, firstToken, interval []float64, time, tokens sum) {
	p.Take(fields{
		"query_seconds": median(seconds), "ttft_ms": thousandfold(median(firstToken)), "itl_ms": thousandfold(median(interval)),
		"throughput_output_tok_s": quotient(tokens.value(), time.value()),
	})
}

// setRatios sets the accuracy of the scored queries, and what it is per joule and per watt.
func setRatios(p data.Row, correct, scored int) {
	if scored == 0 {
		return
	}
	accuracy := data.Some(float64(correct) / float64(scored))
	p.Take(fields{"accuracy": accuracy})
	if correct > 0 { // a ratio of 0 would rank a model by its energy
		p.Take(fields{"ipj": quotient(accuracy, p.Float("energy_per_query_j")), "ipw": quotient(accuracy, p.Float("power_w"))})
	}
}

// gaps are what is missing of scores and energies.
func gaps(p data.Row, zero, missing int) (odd []oddity) {
	queries, scored, energies := p.Count("queries").Or(0), p.Count("scored").Or(0), p.Count("energy_samples").Or(0)
	say := func(code, format string, args ...any) { odd = append(odd, oddity{code, fmt.Sprintf(format, args...)}) }
	switch {
	case scored == 0:
		say("unscored", "no response was scored")
	case scored < queries:
		say("partly_scored", "%d of %d responses were scored", scored, queries)
	}
	switch {
	case energies == 0:
		say("no_energy", "no query reports a positive energy")
	case energies < queries && zero+missing > 0:
		say("energy_missing", "of %d queries, %d report no energy and %d an energy of zero", queries, missing, zero)
	case energies < queries:
		say("energy_missing", "%d of %d queries report no energy", queries-energies, queries)
	}
	return odd
}

// apply puts a report beside the profile that it is of.
func (n *run) apply(p data.Row) (odd []oddity) {
	n.report.compare(p)
	p.Take(fields{"warnings": len(n.report.warnings)})
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
