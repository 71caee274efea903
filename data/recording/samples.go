package recording

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// sample is the power of a device at a time, or what its counter shows.
type sample struct {
	seconds, value float64 // s since 1970; W, or the unit of the counter
	energy         float64 // J until then, once it is summed up
}

// samples are a device's as they stand in a file.
type samples []sample

func (s *samples) add(t, v float64) { *s = append(*s, sample{seconds: t, value: v}) }

// together is the sum of samples at the times that all of them have.
func together(parts []*samples) *samples {
	n, total := map[float64]int{}, map[float64]float64{}
	for k, s := range parts {
		for _, at := range *s {
			if n[at.seconds] == k { // once in each
				n[at.seconds]++
				total[at.seconds] += at.value
			}
		}
	}
	all := &samples{}
	for _, at := range *parts[0] {
		if t := at.seconds; n[t] == len(parts) {
			all.add(t, total[t])
			n[t] = 0
		}
	}
	return all
}

// FewestSamples are so many that their times tell how a device was read.
const FewestSamples = 8

// mostInBursts is the share of samples that may follow another one at once. Those of two devices that are read together are a half.
const mostInBursts = 0.45

// mixed reports whether samples are those of several devices that were read together: they follow each other in bursts.
// Devices that are read in turn, at even times, are not told from one whose load rises and falls in steps.
func (s samples) mixed() bool {
	n := len(s)
	if n < FewestSamples {
		return false
	}
	mean := (s[n-1].seconds - s[0].seconds) / float64(n-1)
	bursts := 0
	for i, at := range s[1:] {
		bursts += lists.One(at.seconds-s[i].seconds < mean/10)
	}
	return float64(bursts) > mostInBursts*float64(n-1)
}

// from is the first sample that is not before a time.
func (s samples) from(t float64) int {
	i, _ := slices.BinarySearchFunc(s, t, func(at sample, t float64) int { return cmp.Compare(at.seconds, t) })
	return i
}

// device is the power of one GPU over time, or its energy where a counter was read.
type device struct {
	samples
	counter bool
	resets  []float64 // when a counter fell
}

// device sums the power up, or what a counter gained, in J of its unit; 0 for power. Samples of one time count once.
func (s samples) device(counter float64) *device {
	byTime := func(a, b sample) int { return cmp.Compare(a.seconds, b.seconds) }
	if !slices.IsSortedFunc(s, byTime) {
		slices.SortStableFunc(s, byTime)
	}
	d := &device{samples: s[:0], counter: counter > 0}
	for _, now := range s {
		if n := len(d.samples); n > 0 {
			before := d.samples[n-1]
			switch now.energy = before.energy; {
			case now.seconds == before.seconds:
				continue
			case !d.counter:
				now.energy += (now.seconds - before.seconds) * (now.value + before.value) / 2
			case now.value < before.value:
				d.resets = append(d.resets, now.seconds)
			default:
				now.energy += (now.value - before.value) * counter
			}
		}
		d.samples = append(d.samples, now)
	}
	return d
}

// mostResets of a counter are believed, unless they are rare.
const mostResets = 3

// isPower reports whether what counts as a counter falls too often to be one.
func (d *device) isPower() bool {
	falls := len(d.resets)
	return falls > mostResets && falls > len(d.samples)/4
}

// until is the energy until a time, in between by the straight line of the power.
func (d *device) until(t float64) float64 {
	i := d.from(t)
	from, to := d.samples[max(i-1, 0)], d.samples[min(i, len(d.samples)-1)]
	since, whole := t-from.seconds, to.seconds-from.seconds
	switch {
	case whole == 0: // before the first or behind the last
		return from.energy
	case d.counter:
		return from.energy + since/whole*(to.energy-from.energy)
	}
	return from.energy + since*(from.value+since/whole*(to.value-from.value)/2)
}

// covered is the share of a time without gaps between samples.
func (d *device) covered(start, end, gap float64) float64 {
	i := d.from(start)
	at, lost, last := start, 0.0, start
	if i > 0 {
		last = d.samples[i-1].seconds
	}
	for ; i <= len(d.samples) && at < end; i++ {
		next := math.Inf(1)
		if i < len(d.samples) {
			next = d.samples[i].seconds
		}
		if next-last > gap || i == 0 && next > start {
			lost += min(next, end) - at
		}
		at, last = next, next
	}
	return 1 - lost/(end-start)
}
