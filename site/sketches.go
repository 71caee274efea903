package site

import (
	"encoding/json"

	"github.com/jouleboard/jouleboard/fitting"
)

// sketches fits curves, or takes them from what the last build kept: beside the
// drawings, since without them no drawing could be looked up either.
func (e *edition) sketches(sweeps []fitting.Sweep) []fitting.Sketch {
	var found []fitting.Sketch
	points, err := json.Marshal(sweeps)
	if err != nil {
		return fitting.Sketches(sweeps) // a value that is no number; no curve goes through it
	}
	kept := e.opts.Charts.Keep([]string{"curves", fitting.Digest(), string(points)}, func() []byte {
		found = fitting.Sketches(sweeps)
		text, _ := json.Marshal(found) // its numbers are finite
		return text
	})
	if found == nil {
		if err := json.Unmarshal(kept, &found); err != nil || len(found) != len(sweeps) {
			return fitting.Sketches(sweeps)
		}
	}
	return found
}
