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
	if correct, judged := t.resolved.Value(); judged {
		a.resolved++
		a.correct += count(correct)
	}
	output := first(t.output.value(), t.totalOutput)
	if x, ok := first(t.input.value(), t.totalInput).Value(); ok {
		a.input.add(x)
	}
	tokens, counted := output.Value()
	if counted {
		a.output.add(tokens)
	}
	if joules, ok := t.gpuJoules().Value(); ok && joules > 0 {
		a.gpu.add(joules)
		if tokens > 0 {
			a.joules.add(joules)
			a.joulesTokens.add(tokens)
		}
	}
	if joules, ok := first(t.queryCPU, t.cpu.value()).Value(); ok && joules > 0 {
		a.cpu.add(joules)
	}
	if watts, ok := first(t.power.mean(), t.queryPower).Value(); ok && watts > 0 {
		a.power.add(watts)
	}
	if usd, ok := first(t.cost.value(), t.queryCost).Value(); ok {
		a.cost.add(usd)
	}
	if t.seconds > 0 {
		a.seconds = append(a.seconds, t.seconds)
		if tokens > 0 {
			a.time.add(t.seconds)
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
