package command

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// curveKey names a curve of the reference.
type curveKey struct {
	Model  string `json:"model_id"`
	Task   string `json:"task"`
	GPU    string `json:"gpu_model"`
	GPUs   int    `json:"num_gpus"`
	Metric string `json:"metric"`
}

// curveLine is a row of fits, as far as the reference has it.
type curveLine struct {
	curveKey
	Points int      `json:"n"`
	L      *float64 `json:"L"`
	X0     *float64 `json:"x0"`
	K      *float64 `json:"k"`
	B0     *float64 `json:"b0"`
	RMSE   float64  `json:"rmse"`
	R2     *float64 `json:"r2"`
}

func fitsOf(t *testing.T, root, method string) map[curveKey]curveLine {
	t.Helper()
	text, _ := command(t, "fits", "--source", filepath.Join(root, "data", "mlenergy-v3", "compiled"), "--method", method, "--format", "json")
	var lines []curveLine
	if err := json.Unmarshal(text, &lines); err != nil {
		t.Fatal(err)
	}
	byKey := map[curveKey]curveLine{}
	for _, l := range lines {
		byKey[l.curveKey] = l
	}
	if len(byKey) != len(lines) {
		t.Errorf("%d rows for %d curves", len(lines), len(byKey))
	}
	return byKey
}

func TestFitsOfThePublishedDataEqualTheReference(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		reference := readJSON[struct {
			Fits []struct {
				curveKey
				X    []float64 `json:"x"`
				Peer struct {
					L, X0, K, B0, RMSE float64
				} `json:"peer"`
			} `json:"fits"`
		}](t, filepath.Join(root, "reference", "fits", "logistic.json"))
		compat, refined := fitsOf(t, root, "compat"), fitsOf(t, root, "refined")
		equal, better := 0, 0
		for _, want := range reference.Fits {
			got, ok := compat[want.curveKey]
			if !ok || got.Points != len(want.X) {
				t.Errorf("%+v: %d points, want %d", want.curveKey, got.Points, len(want.X))
				continue
			}
			same := near(*got.L, want.Peer.L) && near(*got.X0, want.Peer.X0) && near(*got.K, want.Peer.K) && near(*got.B0, want.Peer.B0)
			if same {
				equal++
			} else if math.Abs(got.RMSE-want.Peer.RMSE) > 1e-6*want.Peer.RMSE {
				t.Errorf("%+v: rmse %v, want %v", want.curveKey, got.RMSE, want.Peer.RMSE)
			}
			r := refined[want.curveKey].RMSE
			if r > got.RMSE {
				t.Errorf("%+v: refined rmse %v, compat %v", want.curveKey, r, got.RMSE)
			}
			if r < 0.99*got.RMSE {
				better++
			}
		}
		if equal*100 < len(reference.Fits)*97 || 2*better < len(reference.Fits) {
			t.Errorf("%d of %d curves equal, %d better by one per cent", equal, len(reference.Fits), better)
		}
	})
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func TestQualityOfExtremeValuesIsFiniteOrMissing(t *testing.T) {
	x := []float64{0, 1, 2, 3, 4, 5}
	for name, y := range map[string][]float64{
		"huge":     {1e307, 2e307, 4e307, 7e307, 8e307, 9e307},
		"tiny":     {1e-310, 2e-310, 4e-310, 7e-310, 8e-310, 9e-310},
		"opposite": {-1.7e308, -1e308, 0, 0, 1e308, 1.7e308},
		"zero":     {0, 0, 0, 0, 0, 0},
		"equal":    {7, 7, 7, 7, 7, 7},
	} {
		for _, method := range []string{fitChoice, string(fitting.Refined), string(fitting.Compat)} {
			t.Run(name+" "+method, func(t *testing.T) {
				f, err := fitsOptions{Method: method}.fit(x, y)
				if err != nil {
					t.Fatal(err)
				}
				table := fitTable(data.LLMRun{}.Schema(), []aggregate.Curve{{Key: make([]any, 20), X: x, Y: y, Description: f}}, method, true)
				for _, cell := range table.rows[0] {
					if v, ok := cell.(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
						t.Errorf("a cell is %v", v)
					}
				}
				if flat := name == "equal" || name == "zero"; flat && (f.RMSE != 0 || f.R2 != nil) {
					t.Errorf("rmse %v, R² %v of values that do not vary", f.RMSE, f.R2)
				}
			})
		}
	}
}
