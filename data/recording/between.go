package recording

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"path"
	"slices"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/units"
)

const leastCoverage = 0.95 // of a row's time, below which its energy is unknown

// Recordings are what the files of a [Power] hold, by the directory in which each is. Directories are relative to that of the
// declaration, which is “.”.
type Recordings struct {
	Power
	devices map[string][]*device
	unread  []string          // directories of files that cannot be read
	mixed   []string          // and of those whose devices are not told apart
	lacking map[string]string // a cell that states no power
}

// New returns the recordings of an entry whose keys are sound, with what its kind fills, before any file is read.
func New(p Power) *Recordings {
	return &Recordings{p.with(Kinds()[p.Kind]), map[string][]*device{}, nil, nil, map[string]string{}}
}

// Unread notes that a file in a directory cannot be read, so that it is not told again of each row that its energy is unknown.
func (r *Recordings) Unread(dir string) { r.unread = append(r.unread, dir) }

// Mixed reports whether devices are not told apart in the recordings of runs in a directory, from which it follows that energies are unknown.
func (r *Recordings) Mixed(dir string) bool {
	return slices.ContainsFunc(outward(dir), func(of string) bool { return slices.Contains(r.mixed, of) })
}

// ofDevices are the kinds of recordings in which a column tells devices apart.
var ofDevices = []string{"table", "text", "nvidia-smi", "amd-smi"}

// Read takes in a file of a directory. It tells what is probably wrong with it, "" for nothing. The error is a [placed.Error] if a key
// of the entry may be its cause.
func (r *Recordings) Read(dir string, in io.ReadSeeker, work *int) (doubt string, err error) {
	found, lacking, err := r.read(in, work)
	if err != nil {
		return "", err
	}
	r.lacking[dir] = cmp.Or(r.lacking[dir], lacking)
	if s := found[""]; s != nil && len(found) == 1 && r.Counter == "" && slices.Contains(ofDevices, r.Kind) && s.mixed() {
		doubt = "its samples are probably those of several devices, which count as one; record what tells them " +
			"apart, and write “device: COLUMN” under power, or record each in a file"
		r.mixed = append(r.mixed, dir)
	}
	if r.Device != "" && exchanged(found) {
		return "", placed.At([]any{"device"}, "in its column %s are powers, and in %s indexes of devices; exchange “device” and “watts”", r.Device, r.Watts)
	}
	counter, _ := data.ParseUnit(r.Counter)
	devices := lists.Map(slices.Sorted(maps.Keys(found)), func(key string) *device { return found[key].device(counter.Factor) })
	if slices.ContainsFunc(devices, (*device).isPower) {
		return "", placed.At([]any{"counter"}, "has values that rise and fall, as power does and a counter does not; remove “counter”")
	}
	r.devices[dir] = append(r.devices[dir], devices...)
	return doubt, nil
}

// outward are a directory and those around it, up to that of the declaration.
func outward(dir string) []string {
	if dir == "." {
		return []string{dir}
	}
	return append([]string{dir}, outward(path.Dir(dir))...)
}

// Between is the energy in J of a run from start to end, in s since 1970, whose row is in a file of a directory: of the devices
// that were recorded beside it then, or else above it. coverage is the share of the time with recorded power, that of the device
// with the least; gpus is how many the row reports. A missing energy is unknown, for a reason with its remedy, which is "" where a
// file that may have it cannot be read.
func (r *Recordings) Between(dir string, start, end float64, gpus data.Opt[float64]) (energy data.Opt[float64], coverage float64, unknown string) {
	around := outward(dir)
	found := r.during(around, start, end)
	coverage = float64(lists.One(len(found) > 0))
	sum, reset := 0.0, false
	for _, d := range found {
		sum += d.until(end) - d.until(start)
		coverage = min(coverage, d.covered(start, end, r.Gap))
		reset = reset || slices.ContainsFunc(d.resets, func(t float64) bool { return t > start && t <= end })
	}
	reported, counted := gpus.Value()
	switch {
	case len(found) == 0 && slices.ContainsFunc(r.unread, func(of string) bool { return slices.Contains(around, of) }):
		return energy, coverage, ""
	case len(found) == 0:
		return energy, coverage, "no power was recorded between its start and end" + r.elsewhere(around, start, end)
	case reset:
		return energy, coverage, "the energy counter was reset between its start and end; its energy is unknown"
	case coverage < leastCoverage:
		return energy, coverage, fmt.Sprintf("recorded power covers %.0f%% of its duration, less than %.0f%%; its energy is unknown; %s",
			100*coverage, 100*leastCoverage, r.uncovered(around, found, start, end))
	case r.Scope == "" && counted && int(reported) != len(found):
		return energy, coverage, fmt.Sprintf("power of %s was recorded during the run, which reports %v; its energy is unknown; correct the "+
			"number of GPUs, or the files", units.Counted(len(found), "GPU"), reported)
	}
	if watts := sum / (end - start) / float64(len(found)); r.Scope == "" && counted && (watts > mostOfGPU || watts < leastOfGPU) {
		return energy, coverage, fmt.Sprintf("a mean power of %s W was recorded of each GPU, and GPUs at work draw %d to %d W; its energy is unknown; "+
			"correct “unit” or “counter” under power%s", units.Short(watts), leastOfGPU, mostOfGPU,
			data.When(watts < 1000*mostOfGPU && watts > mostOfGPU && r.Unit+r.Counter == "", ", as by “unit: mW”").Or(""))
	}
	return data.Some(sum), coverage, ""
}

// What one GPU at work draws, in W, from that of a module to far more than the largest limit of one.
const leastOfGPU, mostOfGPU = 1, 5000

// exchanged reports whether the values of the column that should tell devices apart are powers, and the powers the indexes of a few devices.
func exchanged(found map[string]*samples) bool {
	indexes := true
	for key, s := range found {
		x, err := units.ParseNumber(key)
		isIndex := func(at sample) bool {
			return at.value >= 0 && at.value < fewestPowers && at.value == math.Trunc(at.value)
		}
		indexes = indexes && err == nil && x >= fewestPowers && lists.All(*s, isIndex)
	}
	return indexes && len(found) >= fewestPowers
}

// fewestPowers differ where a machine has fewer devices, each of which has a smaller index.
const fewestPowers = 16

// during are the devices of the first of some directories whose recordings are of a time.
func (r *Recordings) during(dirs []string, start, end float64) []*device {
	is := func(d *device) bool {
		n := len(d.samples)
		return n > 1 && d.samples[0].seconds < end && d.samples[n-1].seconds > start
	}
	beside, _ := lists.Find(dirs, func(dir string) bool { return slices.ContainsFunc(r.devices[dir], is) })
	return lists.Filter(r.devices[beside], is)
}

// elsewhere says when power was recorded in directories, if not during a time.
func (r *Recordings) elsewhere(dirs []string, start, end float64) string {
	first, last := math.Inf(1), math.Inf(-1)
	for _, d := range lists.FlatMap(dirs, func(dir string) []*device { return r.devices[dir] }) {
		if n := len(d.samples); n > 0 {
			first, last = min(first, d.samples[0].seconds), max(last, d.samples[n-1].seconds)
		}
	}
	if first > last {
		return ": none was read from a file in its directory or above it; its energy is unknown; move the recording there"
	}
	said := fmt.Sprintf(", %s to %s, but from %s to %s (UTC); its energy is unknown; correct “clock” under power, or the times",
		utc(start), utc(end), utc(first), utc(last))
	if len(r.devices) > mostSought {
		return said
	}
	isOf := func(dir string) bool { return len(r.during([]string{dir}, start, end)) > 0 }
	if dir, is := lists.Find(slices.Sorted(maps.Keys(r.devices)), isOf); is {
		said += Elsewhere + dir + " is of that time: are they exchanged?"
	}
	return said
}

// Elsewhere begins what is said of a recording in another directory.
const Elsewhere = "; the recording in "

// mostSought are the directories of which each may have the recording that is missing in another one.
const mostSought = 100

// uncovered is the remedy where samples are too few: holes that are far longer than the time between samples are no matter of “gap”.
func (r *Recordings) uncovered(dirs []string, devices []*device, start, end float64) string {
	remedy := "correct “clock” under power, or the times, if the clocks of the run and of the recording differ; otherwise measure again"
	if cell := cmp.Or(lists.Map(dirs, func(dir string) string { return r.lacking[dir] })...); cell != "" {
		remedy = fmt.Sprintf("there the recording has no power, but values such as %q; measure again", data.ClipName(cell))
	}
	for _, d := range devices {
		n, last := len(d.samples), start
		usual := (d.samples[n-1].seconds - d.samples[0].seconds) / float64(n-1)
		for _, at := range append(slices.Clip(d.samples[d.from(start):d.from(end)]), sample{seconds: end}) {
			if at.seconds-last > max(10, 5*usual) {
				return fmt.Sprintf("no power was recorded from %s to %s (UTC): %s", utc(last), utc(at.seconds), remedy)
			}
			last = at.seconds
		}
	}
	return fmt.Sprintf("if more than %g s between samples are normal, write “gap: SECONDS” under power", r.Gap)
}

func utc(seconds float64) string {
	return time.UnixMilli(int64(seconds * 1e3)).UTC().Format("2006-01-02 15:04:05")
}
