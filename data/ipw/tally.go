package ipw

// tally adds up traces.
type tally struct {
	traces, turns, completed, errorTurns, timedOut, toolCalls int

	input, output     sum
	gpu, cpu, cost    sum // one a trace that states it
	power             sum
	correct, resolved int // judged correct, judged at all
	seconds           []float64

	// over the traces that state both
	joules, joulesTokens sum
	time, timeTokens     sum
	workload             string // of the first trace
}

func (a *tally) add(t *trace) {
	if a.traces == 0 {
		a.workload = t.workload
	}
	a.traces++
	a.turns += t.turns
	a.errorTurns += t.errorTurns
	a.toolCalls += t.toolCalls
	a.completed += count(t.completed)
	a.timedOut += count(t.timedOut)
	q := t.query()
	if correct, judged := q.Correct.Value(); judged {
		a.resolved++
		a.correct += count(correct)
	}
	addKnown(&a.input, q.InputTokens)
	addKnown(&a.output, q.OutputTokens)
	tokens := float64(q.OutputTokens.Or(0))
	if joules, ok := q.GPUEnergyJoules.Value(); ok {
		a.gpu.add(joules)
		if tokens > 0 {
			a.joules.add(joules)
			a.joulesTokens.add(tokens)
		}
	}
	addKnown(&a.cpu, q.CPUEnergyJoules)
	addKnown(&a.power, q.PowerWatts)
	addKnown(&a.cost, q.CostUSD)
	if seconds, ok := q.Seconds.Value(); ok {
		a.seconds = append(a.seconds, seconds)
		if tokens > 0 {
			a.time.add(seconds)
			a.timeTokens.add(tokens)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// first is the first value that is there.
func first[T interface{ Present() bool }](values ...T) (found T) {
	for _, v := range values {
		if v.Present() {
			return v
		}
	}
	return found
}
