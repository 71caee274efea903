package fitting

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// referenceCurve is one series of the published results with the toolkit's fit.
type referenceCurve struct {
	ModelID   string `json:"model_id"`
	Task      string
	GPUModel  string `json:"gpu_model"`
	NumGPUs   int    `json:"num_gpus"`
	Metric    string
	X, Y      []float64
	Peer      Logistic
	PeerError struct{ RMSE float64 } `json:"-"`
}

func (c *referenceCurve) UnmarshalJSON(text []byte) error {
	type plain referenceCurve
	if err := json.Unmarshal(text, (*plain)(c)); err != nil {
		return err
	}
	var peer struct {
		Peer struct{ RMSE float64 }
	}
	if err := json.Unmarshal(text, &peer); err != nil {
		return err
	}
	c.PeerError.RMSE = peer.Peer.RMSE
	return nil
}

func referenceCurves(t testing.TB, root string) []referenceCurve {
	t.Helper()
	var file struct{ Fits []referenceCurve }
	readJSON(t, root, "logistic.json", &file)
	return file.Fits
}

func readJSON(t testing.TB, root, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "reference", "fits", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestCompatLogisticEqualsTheToolkit(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		equal := 0
		curves := referenceCurves(t, root)
		for _, c := range curves {
			m, err := FitLogistic(c.X, c.Y, Compat)
			if err != nil {
				t.Fatal(err)
			}
			if sameCurve(m, c.Peer, 1e-9) {
				equal++
				continue
			}
			got := rmse(m.EvalX, c.X, c.Y)
			t.Logf("%s %s %s ×%d %s: %+v, the toolkit %+v; RMSE %v and %v",
				c.ModelID, c.Task, c.GPUModel, c.NumGPUs, c.Metric, m, c.Peer, got, c.PeerError.RMSE)
			if !near(got, c.PeerError.RMSE, 1e-6) {
				t.Errorf("RMSE %v, want %v", got, c.PeerError.RMSE)
			}
		}
		t.Logf("%d of %d equal to 1e-9", equal, len(curves))
		if equal*100 < len(curves)*97 {
			t.Errorf("%d of %d fits equal the toolkit's to 1e-9, want 97 %%", equal, len(curves))
		}
	})
}

func sameCurve(a, b Logistic, tolerance float64) bool {
	return near(a.L, b.L, tolerance) && near(a.X0, b.X0, tolerance) && near(a.K, b.K, tolerance) && near(a.B0, b.B0, tolerance)
}

// near reports whether a equals b, relative to b.
func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Abs(b)
}

func rmse(curve func(x float64) float64, x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		r := y[i] - curve(x[i])
		sum += r * r
	}
	return math.Sqrt(sum / float64(len(x)))
}
