package declared

import "github.com/jouleboard/jouleboard/internal/lists"

// fewestSamples are so many that bursts are no accident, and mostInBursts is the share of them that may follow another one at
// once. Those of two devices that are read together are a half.
const fewestSamples, mostInBursts = 8, 0.45

// mixed reports whether samples are those of several devices that were read together: they follow each other in bursts.
// Devices that are read in turn, at even times, are not told from one whose load rises and falls in steps.
func (s *samples) mixed() bool {
	n := len(s.seconds)
	if n < fewestSamples {
		return false
	}
	mean := (s.seconds[n-1] - s.seconds[0]) / float64(n-1)
	bursts := 0
	for i := range s.seconds[1:] {
		bursts += lists.One(s.seconds[i+1]-s.seconds[i] < mean/10)
	}
	return float64(bursts) > mostInBursts*float64(n-1)
}
