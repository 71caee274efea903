package ipw

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// the two forms of run
const singleForm, agenticForm = "single-turn", "agentic"

// unknownModel is the name of a model that no file names.
const unknownModel = "unknown model"

// profile is what the files around the queries tell; dataset is for a run whose summary names none.
func (n *run) profile(form, model, dataset string) data.Row {
	p := n.stated()
	p.Otherwise("dataset", cmp.Or(data.Public(dataset), "unknown dataset"))
	fill(p, "regression", n.regression)
	p.Take(fields{
		"run_path": n.name, "form": form, "model": model, "date": dateOf(n.summary),
		"start_time": timeOf(n.summary["start_time"]), "end_time": timeOf(n.summary["end_time"]),
	})
	return p
}

// agentic is the profile of a run of traces. Keys of the summary that differ from them are noted.
func (n *run) agentic(g *gathered, note func(path, differs string)) (p data.Row, odd data.Remarks) {
	p = n.profile(agenticForm, n.stated().Text("model").Or(unknownModel), g.workload)
	p.Take(fields{
		"rows": g.traces, "traces": g.traces, "queries": g.traces, "turns": g.turns, "completed": g.completed,
		"error_turns": g.errorTurns, "timed_out": g.timedOut, "tool_calls": g.toolCalls,
	})
	g.fill(p, g.traces)
	atOnce := p.Count("batch_size").Or(1)
	if x, ok := p.Float("bench_energy_j").Value(); ok && atOnce > 1 {
		p.Take(fields{"energy_per_query_j": x / float64(g.traces), "energy_per_query_error_j": nil})
	}
	g.ratios(p)
	odd.Say(p.Value("model") == unknownModel, "model_unknown", "no file contains the model")
	odd.Say(g.wrong > 0, "lines_left_out", "%d queries could not be read and are left out", g.wrong)
	odd.Say(g.repeated > 0, "queries_repeated", "%d repeated queries; each query counts once", g.repeated)
	want, got := n.stated().Count("queries").Or(0), g.traces+g.wrong // those included that cannot be read
	if differ := fmt.Sprintf("the summary reports %d queries, the traces contain %d", want, got); want > 0 && want != got {
		note("total_queries", differ)
		odd.Say(true, "queries_differ", "%s", differ)
	}
	differ := n.totalsDiffer(g, note)
	odd.Say(differ != "", "totals_differ", "in the summary, %s", differ)
	odd.Say(atOnce > 1, "overlap", "%d queries ran concurrently", atOnce)
	odd.Say(g.completed < g.traces, "incomplete", "%d of %d queries are not finished", g.traces-g.completed, g.traces)
	odd.Say(g.errorTurns > 0, "errors", "%d of %d turns ended with an error", g.errorTurns, g.turns)
	odd.Say(g.timedOut > 0, "timed_out", "%d queries ran out of time", g.timedOut)
	gaps(&odd, p, 0, 0)
	return p, odd
}

// totalsDiffer notes the sums of the summary that are not those of the traces, and gives the first. If traces are left out,
// sums may differ; a sum of 0 is not known.
func (n *run) totalsDiffer(g *gathered, note func(path, differs string)) (first string) {
	if g.wrong+g.repeated > 0 {
		return ""
	}
	counted := func(n int) sum { return sum{total: float64(n), n: 1} }
	seconds := sum{n: len(g.seconds), total: lists.Sum(g.seconds, func(s float64) float64 { return s })}
	for _, c := range []struct {
		path   string
		of, or sum // some exporters sum up the CPU energy of turns, others that of queries
		within float64
	}{
		{"totals.completed", counted(g.completed), sum{}, 0},
		{"totals.resolved", counted(g.correct), sum{}, 0},
		{"totals.turns", counted(g.turns), sum{}, 0},
		{"totals.tool_calls", counted(g.toolCalls), sum{}, 0},
		{"totals.input_tokens", g.input, sum{}, 0},
		{"totals.output_tokens", g.output, sum{}, 0},
		{"totals.wall_clock_s", seconds, sum{}, 1e-3},
		{"totals.cost_usd", g.cost, sum{}, 1e-3},
		{"totals.gpu_energy_joules", g.gpu, sum{}, 1e-3},
		{"totals.cpu_energy_joules", g.cpu, g.turnCPU, 1e-3},
		{"efficiency.total_gpu_energy_joules", g.gpu, sum{}, 1e-3},
		{"efficiency.total_cpu_energy_joules", g.cpu, g.turnCPU, 1e-3},
	} {
		stated, _ := jsontree.At(n.summary, c.path).(float64)
		if stated > 0 && c.of.n > 0 && !data.Near(stated, c.of.total, c.within) && !(c.or.n > 0 && data.Near(stated, c.or.total, c.within)) {
			differs := fmt.Sprintf("is %v, but the traces have %v", stated, c.of.total)
			note(c.path, differs)
			first = cmp.Or(first, c.path+" "+differs)
		}
	}
	return first
}

// singleTurn is the profile of one model of a data set.
func (n *run) singleTurn(model string, q *queries, rows int) (p data.Row, odd data.Remarks) {
	p = n.profile(singleForm, data.Public(model), "")
	p.Otherwise("gpu", stated(jsontree.Text(n.summary, "hardware_label")))
	if name := q.texts["gpu_info_name"]; name != "" && name != seenSeveral {
		p.Take(fields{"gpu": name})
	}
	if q.basis != "" || q.gpu.n > 0 { // a runner that does not state it measures the GPU
		p.Take(fields{"energy_basis": cmp.Or(q.basis, "gpu")})
	}
	p.Take(fields{
		"rows": rows, "queries": q.rows, "lm_response": q.answers, "soc_energy_per_query_j": data.Positive(q.soc.mean()),
		"phase_metrics_prefill_energy_components_j": componentText(q.prefill),
		"phase_metrics_decode_energy_components_j":  componentText(q.decode),
	})
	q.fill(p, q.rows)
	q.ratios(p)
	want := n.stated().Count("queries").Or(0)
	odd.Say(rows < want, "rows_missing", "the summary reports %d queries, the dataset has %d rows", want, rows)
	odd.Say(q.invalid() != "", "energy_invalid", "%s", q.invalid())
	odd.Say(q.notFinite > 0, "values_invalid", "%d values are not finite", q.notFinite)
	odd.Say(q.soc.n > 0, "soc", "the energy of the whole chip is also reported")
	gaps(&odd, p, q.none["zero"], q.none["missing"])
	return p, odd
}

// gaps are what is missing of scores and energies.
func gaps(odd *data.Remarks, p data.Row, zero, missing int) {
	queries, scored, energies := p.Count("queries").Or(0), p.Count("scored").Or(0), p.Count("energy_samples").Or(0)
	odd.Say(scored == 0, "unscored", "no response was scored")
	odd.Say(0 < scored && scored < queries, "partly_scored", "%d of %d responses were scored", scored, queries)
	odd.Say(energies == 0, "no_energy", "no query reports a positive energy")
	some := 0 < energies && energies < queries
	odd.Say(some && zero+missing > 0, "energy_missing", "of %d queries, %d report no energy and %d an energy of zero", queries, missing, zero)
	odd.Say(some && zero+missing == 0, "energy_missing", "%d of %d queries report no energy", queries-energies, queries)
}

// apply puts a report beside the profile that it is of.
func (n *run) apply(p data.Row) (odd data.Remarks) {
	n.report.compare(p)
	p.Take(fields{"warnings": len(n.report.warnings)})
	unjudged, failed := n.report.count("unevaluated")+n.report.count("failed"), n.report.count("failed")
	odd.Say(unjudged > 0, "judge_failed", "the report lists %d responses that were not scored, of which %d failed", unjudged, failed)
	short, checked := n.report.count("records_energy_short"), n.report.count("records_checked")
	odd.Say(short > 0, "energy_short", "the report lists %d of %d energies as lower than power × time", short, checked)
	imputed := n.report.count("imputed")
	odd.Say(imputed > 0, "imputed", "the report computed %d energies from power and time", imputed)
	odd.Say(len(n.report.faults) > 0, "report_differs", "%s", cmp.Or(n.report.faults...))
	return odd
}

// componentText is the mean energy of each component as JSON.
func componentText(sums map[string]*sum) data.Opt[string] {
	means := map[string]float64{}
	for name, s := range sums {
		if x, ok := s.mean().Value(); ok {
			means[name] = x
		}
	}
	text, err := json.Marshal(means) // in order of the names
	return data.When(err == nil && len(means) > 0, string(text))
}

// tally adds up what queries measured.
type tally struct {
	gpu, cpu, power, input, output, cost sum // one a query that states it
	// over the queries that state both
	joules, joulesTokens, time, timeTokens sum

	seconds, firstToken, interval []float64
	correct, scored               int // judged correct, judged at all
}

func (a *tally) add(q Query) {
	if correct, judged := q.Correct.Value(); judged {
		a.scored++
		a.correct += lists.One(correct)
	}
	addKnown(&a.input, q.InputTokens)
	addKnown(&a.output, q.OutputTokens)
	addKnown(&a.gpu, q.GPUEnergyJoules)
	addKnown(&a.cpu, q.CPUEnergyJoules)
	addKnown(&a.power, q.PowerWatts)
	addKnown(&a.cost, q.CostUSD)
	joules, tokens := q.GPUEnergyJoules.Or(0), float64(q.OutputTokens.Or(0)) // a 0 is not known
	if joules > 0 && tokens > 0 {
		a.joules.add(joules)
		a.joulesTokens.add(tokens)
	}
	span, ttft := q.Seconds.Or(0), q.TTFTSeconds.Or(0)
	if span > 0 {
		a.seconds = append(a.seconds, span)
		if tokens > 0 {
			a.time.add(span)
			a.timeTokens.add(tokens)
		}
	}
	if ttft > 0 {
		a.firstToken = append(a.firstToken, ttft)
		if span > ttft && tokens > 1 {
			a.interval = append(a.interval, (span-ttft)/(tokens-1))
		}
	}
}

// fill stores what the queries come to.
func (a *tally) fill(p data.Row, queries int) {
	all := data.Positive(a.gpu.value())
	p.Take(fields{
		"correct": a.correct, "scored": a.scored,
		"input_tokens": wholeOf(a.input.value()), "output_tokens": wholeOf(a.output.value()), "cost_usd": a.cost.value(),
		"energy_samples": a.gpu.n, "sum_energy_j": all, "gpu_energy_j": all, "cpu_energy_j": data.Positive(a.cpu.value()),
		"energy_per_query_j": data.Positive(a.gpu.mean()), "energy_per_query_error_j": a.gpu.meanError(),
		"energy_per_output_token_j": data.Ratio(a.joules.value(), a.joulesTokens.value()),
		"power_samples":             a.power.n, "power_w": data.Positive(a.power.mean()),
		"query_seconds": median(a.seconds, 1), "ttft_ms": median(a.firstToken, 1000), "itl_ms": median(a.interval, 1000),
		"throughput_output_tok_s": data.Ratio(a.timeTokens.value(), a.time.value()), "coverage": float64(a.gpu.n) / float64(queries),
	})
}

// ratios fills in the accuracy of the scored queries, and what it is per joule and per watt.
func (a *tally) ratios(p data.Row) {
	if a.scored == 0 {
		return
	}
	accuracy := data.Some(float64(a.correct) / float64(a.scored))
	p.Take(fields{"accuracy": accuracy})
	if a.correct > 0 { // a ratio of 0 would rank a model by its energy
		p.Take(fields{"ipj": data.Ratio(accuracy, p.Float("energy_per_query_j")), "ipw": data.Ratio(accuracy, p.Float("power_w"))})
	}
}

// sum is a total of the values that were stated.
type sum struct {
	total float64
	n     int
	// as Welford adds up what values vary by, Technometrics 4, 1962
	center, squares float64
}

func (s *sum) add(x float64) {
	s.total += x
	s.n++
	from := x - s.center
	s.center += from / float64(s.n)
	s.squares += from * (x - s.center)
}

// meanError is the standard error of the mean, missing for fewer than two values, of which it is not finite.
func (s sum) meanError() data.Opt[float64] {
	return data.Finite(math.Sqrt(s.squares / float64(s.n-1) / float64(s.n)))
}

// addKnown adds a value that is not missing.
func addKnown[T int | float64](s *sum, x data.Opt[T]) {
	if v, ok := x.Value(); ok {
		s.add(float64(v))
	}
}

// value is the total, missing where nothing was stated.
func (s sum) value() data.Opt[float64] { return data.When(s.n > 0, s.total) }

// ofAll is the total of so many values, missing if some of them were not stated.
func (s sum) ofAll(n int) data.Opt[float64] { return data.When(s.n >= max(n, 1), s.total) }

// mean is the total divided by the number of values, missing where there are none.
func (s sum) mean() data.Opt[float64] { return data.Finite(s.total / float64(s.n)) }

// wholeOf is a count, rounded.
func wholeOf(x data.Opt[float64]) data.Opt[int] {
	v, known := x.Value()
	return data.When(known && v <= 1<<53, int(math.Round(v)))
}

// median is the middle value, or the mean of the middle two, times a factor. It sorts the values.
func median(values []float64, factor float64) data.Opt[float64] {
	if len(values) == 0 {
		return data.Opt[float64]{}
	}
	slices.Sort(values)
	n := len(values)
	return data.Finite(factor * ((values[(n-1)/2] + values[n/2]) / 2))
}
