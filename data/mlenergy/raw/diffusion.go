package raw

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// diffusionFacts are the values of a diffusion run's results.json that records
// rest on.
type diffusionFacts struct {
	batch, ulysses, ring number
	frames, fps          number
	iterations           iterations
}

func (x *diffusionFacts) fields() map[string]*number {
	return map[string]*number{
		"batch_size": &x.batch, "ulysses_degree": &x.ulysses, "ring_degree": &x.ring,
		"num_frames": &x.frames, "fps": &x.fps,
	}
}

// iterations are the measurements of a run's batches.
type iterations struct {
	energies, times []float64 // joules and seconds
	wrong           string
}

// mostIterations is far above any run's.
const mostIterations = 1 << 20

// diffusion decodes a diffusion run.
func (d *decoder) diffusion(f *Finding) {
	x := &diffusionFacts{}
	fields := x.fields()
	err := d.results(f.Place, func(key string) bool {
		if n := fields[key]; n != nil {
			*n = readNumber(d.scan)
		} else if key == "iteration_energy_measurements" {
			x.iterations = readIterations(d.scan)
		}
		return true
	})
	if err != nil {
		f.leaveOut("", err.Error())
		return
	}
	d.noteRepeated(f)
	run := &data.DiffusionRun{
		Domain: diffusion, Task: f.Place.Task, ModelID: f.Place.ModelID,
		GPUModel: strings.ToUpper(f.Place.GPU), ResultsPath: data.Some(f.Place.Path),
	}
	f.configure(x, run)
	f.size(run)
	d.configs[f.Place.Root].describeDiffusion(f, run)
	f.measureDiffusion(x, run)
	if !f.leftOut() {
		f.Diffusion = run
		if d.o.Within {
			f.Within = x.iterations.within(run.EnergyPerGenerationJoules)
		}
	}
}

// configure fills in the configuration: what the folder's name says comes before
// the file.
func (f *Finding) configure(x *diffusionFacts, run *data.DiffusionRun) {
	run.BatchSize = f.degree("batch", "batch_size", x.batch)
	ulysses, ring := f.degree("uly", "ulysses_degree", x.ulysses), f.degree("ring", "ring_degree", x.ring)
	run.NumGPUs = ulysses * ring
	run.UlyssesDegree, run.RingDegree = data.Some(ulysses), data.Some(ring)
	run.InferenceSteps = f.Place.integer("steps")
	run.UseTorchCompile = data.Some(strings.EqualFold(f.Place.Tokens["tc"], "true"))
	run.NumFrames = f.optional("num_frames", x.frames)
	run.FPS = f.optional("fps", x.fps)
}

// mostDegree keeps products of degrees small.
const mostDegree = 1 << 20

// degree is a positive integer of the folder's name, or of the file; without one the run is left out.
func (f *Finding) degree(token, name string, n number) int {
	value, there := f.Place.integer(token).Value()
	ok := there
	if !there {
		value, ok = n.whole()
	}
	why := "expected a positive integer, got " + n.repr()
	switch {
	case ok && value > 0 && value <= mostDegree:
		return value
	case there:
		why = fmt.Sprintf("the folder name must have a positive integer after %s, got %d", token, value)
	case n.state == absent:
		why = fmt.Sprintf("neither the folder name (after %s) nor the file contains an integer", token)
	case !n.ok():
		why = n.want()
	}
	f.leaveOut(name, why)
	return 0
}

// optional is a number without its fraction, missing if the file has none.
func (f *Finding) optional(name string, n number) data.Opt[int] {
	value, ok := n.whole()
	switch {
	case n.state == absent:
		return data.Opt[int]{}
	case n.state == other:
		f.note(name, n.want()+takenAsMissing)
		return data.Opt[int]{}
	case !ok:
		got := n.wrong
		if n.ok() {
			got = n.repr()
		}
		f.leaveOut(name, "expected a number, got "+got)
		return data.Opt[int]{}
	case n.state == quoted:
		f.note(name, insideText)
	}
	return data.Some(value)
}

// size reads height x width; 0 x 0 if the folder's name has none.
func (f *Finding) size(run *data.DiffusionRun) {
	text := f.Place.Tokens["size"]
	height, width, both := strings.Cut(text, "x")
	if !both {
		return
	}
	h, badHeight := strconv.Atoi(height)
	w, badWidth := strconv.Atoi(width)
	if errors.Join(badHeight, badWidth) != nil || h < 0 || w < 0 {
		f.leaveOut("height", fmt.Sprintf("the folder name must have height x width after size, got %.40q", text))
	}
	run.Height, run.Width = h, w
}

// readIterations sums the measurements in the list that comes next. One without
// a positive time, or whose energy is no object, is passed over.
func readIterations(s *jsonscan.Scanner) (x iterations) {
	instead := items(s, func(i int) {
		time, energy, wrong := readIteration(s)
		switch {
		case wrong == "" && len(x.times) == mostIterations:
			wrong = fmt.Sprintf("more than %d iterations", mostIterations)
		case wrong == "" && time > 0:
			x.times, x.energies = append(x.times, time), append(x.energies, energy)
		}
		if wrong != "" && x.wrong == "" {
			x.wrong = fmt.Sprintf("measurement %d: %s", i, wrong)
		}
	})
	if instead != jsonscan.None {
		x.wrong = "expected a list of measurements, got " + instead.String()
	}
	return x
}

// readIteration reads one measurement; time is 0 for one that does not count.
func readIteration(s *jsonscan.Scanner) (time, energy float64, fault string) {
	var seconds number
	joules, wrong, counts := 0.0, "gpu_energy is missing", true
	instead := fields(s, func(key []byte) {
		switch string(key) {
		case "time":
			seconds = readNumber(s)
		case "gpu_energy":
			joules, wrong, counts = readEnergy(s)
		}
	})
	switch {
	case instead != jsonscan.None:
		return 0, 0, "expected an object, got " + instead.String()
	case seconds.state == malformed:
		return 0, 0, "time: " + seconds.want()
	case math.IsNaN(seconds.value):
		return 0, 0, "time: expected a number, got NaN"
	case seconds.missing() || seconds.value <= 0 || !counts:
		return 0, 0, ""
	}
	return seconds.value, joules, wrong
}

// readEnergy sums the energies of all GPUs in the object that comes next, in its order; ok is false for null and what is no object. A GPU
// named twice counts once, with its last value.
func readEnergy(s *jsonscan.Scanner) (sum float64, wrong string, ok bool) {
	var gpus []string
	joules := map[string]number{}
	if fields(s, func(key []byte) {
		gpu := string(key)
		if _, twice := joules[gpu]; !twice {
			gpus = append(gpus, gpu)
		}
		joules[gpu] = readNumber(s)
	}) != jsonscan.None {
		return 0, "", false
	}
	for _, gpu := range gpus {
		n := joules[gpu]
		if !n.ok() && wrong == "" {
			wrong = fmt.Sprintf("gpu_energy: GPU %.20q: %s", gpu, n.want())
		}
		sum += n.value
	}
	return sum, wrong, true
}

// measureDiffusion derives the metrics of a batch.
func (f *Finding) measureDiffusion(x *diffusionFacts, run *data.DiffusionRun) {
	it := x.iterations
	if it.wrong == "" && len(it.times) == 0 {
		it.wrong = "no measurement of an iteration with time and energy"
	}
	if it.wrong != "" {
		f.leaveOut("iteration_energy_measurements", it.wrong)
		return
	}
	n := uint64(len(it.times))
	energy, latency := mean(slices.Values([][]float64{it.energies}), n), mean(slices.Values([][]float64{it.times}), n)
	run.BatchLatencySeconds = latency
	run.AvgPowerWatts = energy / latency
	run.EnergyPerGenerationJoules = energy / float64(run.BatchSize)
	run.ThroughputGenerationsPerSec = float64(run.BatchSize) / latency
}
