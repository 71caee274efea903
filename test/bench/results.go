package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	flat     bool // without texts and white space
}

func newRun(t task, m model, batch, repeats int) *run {
	seed := uint64(batch)<<8 ^ uint64(t.tokens)<<20 ^ uint64(m.total)
	r := &run{task: t, model: m, batch: batch, random: rand.New(rand.NewPCG(seed, 1)), begin: 1763640000.25}
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

// writeFile writes a document as the benchmark does: indented by two spaces, unless it is flat. Items are its last
// member, a list made one by one; nil for none.
func (r *run) writeFile(name string, document object, items iter.Seq[any]) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	w.Write(bytes.TrimSpace(bytes.TrimSuffix(r.json(document, ""), []byte("}"))))
	if items != nil {
		before := `, "results": [`
		for item := range items {
			w.WriteString(before)
			w.Write(r.json(item, "    "))
			before = ","
		}
		w.WriteString("]")
	}
	w.WriteString("}\n")
	return cmp.Or(w.Flush(), file.Close())
}

func (r *run) json(value any, prefix string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if !r.flat {
		encoder.SetIndent(prefix, "  ")
	}
	if err := encoder.Encode(value); err != nil {
		panic(err) // numbers and texts of this program
	}
	return bytes.TrimSpace(b.Bytes())
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
func (r *run) words(size float64) json.RawMessage {
	n := min(int(size), len(escapedText)/2)
	at := r.random.IntN(len(escapedText) - n - 64)
	at += strings.IndexByte(escapedText[at:], ' ') + 1
	return json.RawMessage(`"` + escapedText[at:at+n+strings.IndexByte(escapedText[at+n:], ' ')] + `"`)
}

// object is a JSON object with its members in any order.
type object = map[string]any

// writeResults writes results.json.
func (r *run) writeResults(name string) error {
	total := lists.Sum(r.lengths, func(n int) int { return n })
	perToken := 0.15 * r.total / float64(r.batch)
	return r.writeFile(name, object{
		"model_id": "bench/" + r.model.name, "max_num_seqs": r.batch, "max_num_batched_tokens": nil, "request_rate": "inf",
		"duration": r.duration, "completed": len(r.lengths), "steady_state_duration": r.duration * 0.88,
		"steady_state_energy": perToken * float64(total) * 0.88, "steady_state_energy_per_token": perToken,
		"total_output_tokens": total, "output_throughput": float64(total) / r.duration, "timeline": r.timeline(),
	}, func(yield func(any) bool) {
		for i, n := range r.lengths {
			yield(r.request(i, n, perToken))
		}
	})
}

func (r *run) request(i, n int, perToken float64) object {
	one := object{
		"input_len": 8 + i%3000, "output_len": n, "dataset_output_len": nil, "ttft": 0.05 + 0.4*r.random.Float64(),
		"itl": r.latencies(n), "success": true, "error": "", "energy": perToken * float64(n),
	}
	if !r.flat {
		one["prompt"] = r.words(float64(r.prompt) * (0.4 + 1.2*r.random.Float64()))
		one["output_text"], one["reasoning_output_text"] = r.words(float64(n)*r.perToken), ""
	}
	return one
}

// latencies is one latency a token: differences of a clock of nanoseconds, zeros where several tokens came at once.
func (r *run) latencies(n int) []float64 {
	all, clock := make([]float64, n), 812345.123456789
	bundles := r.random.Float64() < 0.25
	for i := range all {
		before := clock
		clock = math.Round((clock+r.latency*math.Exp(0.12*r.random.NormFloat64()))*1e9) * 1e-9
		if i > 0 && !(bundles && r.random.IntN(50) < 2) {
			all[i] = clock - before
		}
	}
	return all
}

// timeline is power at 10 Hz and temperature at 2 Hz.
func (r *run) timeline() object {
	power := object{}
	for _, name := range []string{"device_instant", "device_average", "memory_average"} {
		power[name] = r.series(10, 500)
	}
	return object{
		"steady_state_start_time": r.begin + r.duration*0.05, "steady_state_end_time": r.begin + r.duration*0.93,
		"power": power, "temperature": r.series(2, 60),
	}
}

func (r *run) series(hertz, level float64) object {
	all := object{}
	for gpu := range r.gpus {
		var samples [][2]float64
		for at := 0.0; at < r.duration; at += 1 / hertz {
			samples = append(samples, [2]float64{
				r.begin + at + r.random.Float64()*0.0006, math.Round(level*(1+0.05*r.random.NormFloat64())*1000) / 1000,
			})
		}
		all[strconv.Itoa(gpu)] = samples
	}
	return all
}

// writeImages writes a diffusion run's results.json.
func (r *run) writeImages(name string) error {
	r.duration = 20
	var energies []object
	for range 8 {
		energies = append(energies, object{"time": 1.5 + r.random.Float64()/10, "gpu_energy": object{"0": 900 + r.random.Float64()}})
	}
	return r.writeFile(name, object{"batch_size": r.batch, "iteration_energy_measurements": energies, "timeline": r.timeline()}, nil)
}
