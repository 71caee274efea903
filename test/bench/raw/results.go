package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// run is one run's invented measurements.
type run struct {
	task
	model
	batch    int
	random   *rand.Rand
	lengths  []int
	latency  float64 // seconds between tokens
	duration float64
	begin    float64
	flat     bool
	text     string
}

func newRun(t task, m model, batch, repeats int) *run {
	seed := uint64(batch)<<8 ^ uint64(t.tokens)<<20 ^ uint64(m.total)
	r := &run{task: t, model: m, batch: batch, random: rand.New(rand.NewPCG(seed, 1)), begin: 1763640000.25, text: escapedText}
	r.lengths = make([]int, t.requests*repeats)
	total := 0
	for i := range r.lengths {
		n := float64(t.tokens) * math.Exp(0.6*r.random.NormFloat64()-0.18)
		r.lengths[i] = int(min(max(n, 4), 32768))
		total += r.lengths[i]
	}
	r.latency = m.step * (1 + float64(batch)/160)
	r.duration = max(30, float64(total)*r.latency/float64(min(batch, len(r.lengths))))
	return r
}

// escapedText is a megabyte of words as JSON writes them.
var escapedText = func() string {
	words := strings.Fields(`the of and energy power token model batch latency request **Step 1:** \"quoted\" \t\\alpha \u2014 ` +
		`\u4f60\u597d \ud83d\ude80 \u001f { } [ ] , : def return \n\n- \n`)
	r := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for b.Len() < 1<<20 {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}()

// words is a piece of the text that cuts no escape.
func (r *run) words(size float64) string {
	n := min(int(size), len(r.text)/2)
	at := r.random.IntN(len(r.text) - n - 64)
	at += strings.IndexByte(r.text[at:], ' ') + 1
	return r.text[at : at+n+strings.IndexByte(r.text[at+n:], ' ')]
}

// writeResults writes results.json.
func (r *run) writeResults(w *writer) {
	w.flat = r.flat
	w.open('{')
	total := lists.Sum(r.lengths, func(n int) int { return n })
	perToken := 0.15 * r.total / float64(r.batch)
	w.rawAt("model_id", `"bench/`+r.model.name+`"`)
	w.intAt("max_num_seqs", r.batch)
	w.rawAt("max_num_batched_tokens", "null")
	w.rawAt("request_rate", `"inf"`)
	w.numberAt("duration", r.duration)
	w.intAt("completed", len(r.lengths))
	w.numberAt("steady_state_duration", r.duration*0.88)
	w.numberAt("steady_state_energy", perToken*float64(total)*0.88)
	w.numberAt("steady_state_energy_per_token", perToken)
	w.intAt("total_output_tokens", total)
	w.numberAt("output_throughput", float64(total)/r.duration)
	r.writeTimeline(w)
	w.key("results")
	w.open('[')
	for i, n := range r.lengths {
		w.next()
		r.writeRequest(w, i, n, perToken)
	}
	w.shut(']')
	w.shut('}')
}

func (r *run) writeRequest(w *writer, i, n int, perToken float64) {
	w.open('{')
	if !r.flat {
		w.rawAt("prompt", `"`+r.words(float64(r.prompt)*(0.4+1.2*r.random.Float64()))+`"`)
		w.rawAt("output_text", `"`+r.words(float64(n)*r.perToken)+`"`)
		w.rawAt("reasoning_output_text", `""`)
	}
	w.intAt("input_len", 8+i%3000)
	w.intAt("output_len", n)
	w.rawAt("dataset_output_len", "null")
	w.numberAt("ttft", 0.05+0.4*r.random.Float64())
	w.key("itl")
	r.writeLatencies(w, n)
	w.rawAt("success", "true")
	w.rawAt("error", `""`)
	w.numberAt("energy", perToken*float64(n))
	w.shut('}')
}

// writeLatencies writes one latency a token: differences of a clock of
// nanoseconds, zeros where several tokens came at once.
func (r *run) writeLatencies(w *writer, n int) {
	w.open('[')
	bundles := r.random.Float64() < 0.25
	clock := 812345.123456789
	for i := range n {
		before := clock
		clock = math.Round((clock+r.latency*math.Exp(0.12*r.random.NormFloat64()))*1e9) * 1e-9
		w.next()
		if i == 0 || bundles && r.random.IntN(50) < 2 {
			w.WriteByte('0')
		} else {
			w.number(clock - before)
		}
	}
	w.shut(']')
}

// writeTimeline writes power at 10 Hz and temperature at 2 Hz.
func (r *run) writeTimeline(w *writer) {
	w.key("timeline")
	w.open('{')
	w.numberAt("steady_state_start_time", r.begin+r.duration*0.05)
	w.numberAt("steady_state_end_time", r.begin+r.duration*0.93)
	w.key("power")
	w.open('{')
	for _, name := range []string{"device_instant", "device_average", "memory_average"} {
		r.writeSeries(w, name, 10, 500)
	}
	w.shut('}')
	r.writeSeries(w, "temperature", 2, 60)
	w.shut('}')
}

func (r *run) writeSeries(w *writer, name string, hertz, level float64) {
	w.key(name)
	w.open('{')
	for gpu := range r.gpus {
		w.key(strconv.Itoa(gpu))
		w.open('[')
		for at := 0.0; at < r.duration; at += 1 / hertz {
			w.next()
			w.open('[')
			w.next()
			w.number(r.begin + at + r.random.Float64()*0.0006)
			w.next()
			w.number(math.Round(level*(1+0.05*r.random.NormFloat64())*1000) / 1000)
			w.shut(']')
		}
		w.shut(']')
	}
	w.shut('}')
}

// writeImages writes a diffusion run's results.json.
func (r *run) writeImages(w *writer) {
	r.duration = 20
	w.open('{')
	w.intAt("batch_size", r.batch)
	w.key("iteration_energy_measurements")
	w.open('[')
	for range 8 {
		w.next()
		fmt.Fprintf(w, `{"time": %v, "gpu_energy": {"0": %v}}`, 1.5+r.random.Float64()/10, 900+r.random.Float64())
	}
	w.shut(']')
	r.writeTimeline(w)
	w.shut('}')
}
