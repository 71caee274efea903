package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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

func TestParametersThatThePointsLeaveOpenAreNamed(t *testing.T) {
	x := []float64{3, 4, 5, 6, 7}
	all := "L x0 k b0"
	for name, c := range map[string]struct {
		curve fitting.Logistic
		x     []float64
		want  string
	}{
		"within":                  {fitting.Logistic{L: 1, X0: 5, K: 1}, x, ""},
		"three sizes":             {fitting.Logistic{L: 1, X0: 4, K: 1}, x[:3], all},
		"repeats are no sizes":    {fitting.Logistic{L: 1, X0: 4, K: 1}, []float64{3, 4, 5, 5, 5}, all},
		"no step":                 {fitting.Logistic{L: 0, X0: 3, K: 1, B0: 7}, x, "x0 k"},
		"a step between sizes":    {fitting.Logistic{L: 1, X0: 4.5, K: 100}, x, "x0 k"},
		"a straight line":         {fitting.Logistic{L: 1, X0: 5, K: 0.01}, x, all},
		"centre on the low edge":  {fitting.Logistic{L: 1, X0: 2, K: 1}, x, all},
		"centre on the high edge": {fitting.Logistic{L: 1, X0: 8, K: 1}, x, all},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(undetermined(c.curve, points{c.x, make([]float64, len(c.x))}), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestQualityOfExtremeValuesIsFiniteOrMissing(t *testing.T) {
	x := []float64{0, 1, 2, 3, 4, 5}
	for name, y := range map[string][]float64{
		"huge":     {1e307, 2e307, 4e307, 7e307, 8e307, 9e307},
		"tiny":     {1e-310, 2e-310, 4e-310, 7e-310, 8e-310, 9e-310},
		"opposite": {-1.7e308, -1e308, 0, 0, 1e308, 1.7e308},
		"zero":     {0, 0, 0, 0, 0, 0},
		"equal":    {7, 7, 7, 7, 7, 7},
	} {
		for _, method := range fitMethods {
			t.Run(name+" "+method, func(t *testing.T) {
				f, err := fitCurve(points{x, y}, method)
				if err != nil {
					t.Fatal(err)
				}
				row := fitRow{points: points{x, y}, fitted: f}
				for _, cell := range row.values() {
					if v, ok := cell.(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
						t.Errorf("a cell is %v", v)
					}
				}
				if flat := name == "equal" || name == "zero"; flat && (f.rmse != 0 || f.r2 != nil) {
					t.Errorf("rmse %v, R² %v of values that do not vary", f.rmse, f.r2)
				}
			})
		}
	}
}

func TestLeaveOneOutPredictsEachPointFromTheOthers(t *testing.T) {
	truth := fitting.Logistic{L: 200, X0: 5, K: 1.5, B0: 300}
	var p points
	for x := range 9 {
		p.x, p.y = append(p.x, float64(x+1)), append(p.y, truth.EvalX(float64(x+1)))
	}
	exact, err := leaveOneOut(p, fitting.Refined)
	if err != nil || exact == nil || *exact > 1e-3 {
		t.Errorf("points on a curve: %v, %v", exact, err)
	}
	p.y[4] += 100
	off, err := leaveOneOut(p, fitting.Refined)
	if err != nil || off == nil || *off < 100/math.Sqrt(9) {
		t.Errorf("a point 100 above the curve: %v, %v", off, err)
	}
	few, err := leaveOneOut(points{p.x[:4], p.y[:4]}, fitting.Refined)
	if err != nil || few != nil {
		t.Errorf("four points: %v, %v", few, err)
	}
	repeats := points{slices.Concat(p.x[:4], p.x[:1]), slices.Concat(p.y[:4], p.y[:1])}
	if few, err = leaveOneOut(repeats, fitting.Refined); err != nil || few != nil {
		t.Errorf("four sizes, one of them twice: %v, %v", few, err)
	}
}
