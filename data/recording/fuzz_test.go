package recording_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// FuzzRecording: whatever a recording of any kind holds, it is refused with a reason, or a run's energy is known, or is not for a
// reason; coverage is a share.
func FuzzRecording(f *testing.F) {
	for kind, text := range map[string]string{
		"nvidia-smi":      "timestamp, index, power.draw [W]\n1970-01-01 00:00:01, 0, 5 W\n1970-01-01 00:00:09, 0, [N/A]\n",
		"zeus":            "1,5,7\n4,6,7\n",
		"table":           "t,w\n1,5\n1,7\n3,-2\n2,9 kW\n",
		"prometheus":      `{"data": {"resultType": "matrix", "result": [{"metric": {"mode": "idle"}, "values": [[1, "5"], [4, "NaN"], [4]]}]}}`,
		"nvidia-smi-dmon": " 19700101   00:00:01      0    120     45\n 19700101   00:00:03      0    130     45\n",
	} {
		f.Add(kind, "", []byte(text))
		f.Add(kind, "mJ", []byte(text))
	}
	f.Add("zeus", "", []byte("0")) // a time without a power
	f.Fuzz(func(t *testing.T, kind, counter string, text []byte) {
		if _, known := recording.Kinds()[kind]; !known || counter != "" && counter != "mJ" || kind == "text" {
			return
		}
		r := recording.New(recording.Power{Kind: kind, Time: "t", Watts: "w", Counter: counter, Clock: "UTC"})
		shared.Bounded(func() {
			if _, err := r.Read(".", bytes.NewReader(text), new(int)); err != nil && err.Error() == "" {
				t.Fatal("refused without a reason")
			}
			energy, coverage, unknown := r.Between("runs", 2, 8, data.Some(1.0))
			if x, known := energy.Value(); known == (unknown != "") || known && counter == "" && math.IsInf(x, 0) {
				t.Fatalf("%v J, unknown: %q", x, unknown)
			}
			if !(coverage >= 0 && coverage <= 1) {
				t.Fatalf("covers %v", coverage)
			}
		})
	})
}
