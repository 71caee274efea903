package command

import (
	"encoding/json"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// The comparisons that the benchmark's authors published of these data (Chung et al., Where Do the Joules Go?, 2026)
// follow from their definitions. They count each pair once for each deadline.
func TestPublishedComparisonsFollowFromTheirDefinitions(t *testing.T) {
	text := `task in ["gpqa", "lm-arena-chat"]`
	tasks := `task in ["gpqa", "lm-arena-chat", "sourcegraph-fim"]`
	gpus := []string{"--factor", "gpu_model", "--base", "H100", "--alt", "B200", "--hold", "nickname,task,weight_precision"}
	images := append(slices.Clone(gpus), "--domain", "diffusion", "--where")
	more := []string{"--factor", "num_gpus", "--each", "--where"}
	fp8 := []string{
		"--factor", "weight_precision", "--base", "bfloat16", "--alt", "fp8", "--where", "max_num_seqs >= 16 && max_num_seqs <= 256",
		"--hold", `replace(nickname, " FP8", ""), task, gpu_model, num_gpus, max_num_seqs, tensor_parallel, expert_parallel, data_parallel`,
	}
	for _, c := range []struct {
		name        string
		args        []string
		wins, pairs int
		median      float64
	}{
		// published: 63 of 72 and −34.7%, with two models whose responses have other lengths on the two GPUs
		{"language", append(slices.Clone(gpus), "--where", text, "--deadline", "median_itl_ms=50,100,250"), 57, 66, -35.7},
		{"images", append(slices.Clone(images), `task == "text-to-image"`, "--deadline", "batch_latency_s=10,30,60"), 18, 21, -14.9},
		{"videos", append(slices.Clone(images), `task == "text-to-video"`, "--deadline", "batch_latency_s=100,500,1000"), 11, 14, -4.4},
		{"energy on more B200", append(slices.Clone(more), tasks+` && gpu_model == "B200"`), 0, 37, 32.8},
		{"latency on more B200", append(slices.Clone(more), tasks+` && gpu_model == "B200"`, "--metric", "median_itl_ms"), 30, 37, -19.1},
		{"energy on more H100", append(slices.Clone(more), tasks+` && gpu_model == "H100"`), 3, 42, 21.3},
		{"latency on more H100", append(slices.Clone(more), tasks+` && gpu_model == "H100"`, "--metric", "median_itl_ms"), 42, 42, -28.1},
		{"FP8", fp8, 17, 32, -2.7},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := compared(t, c.args...)
			var changes []float64
			wins := 0
			for _, row := range answer.Rows {
				changes = append(changes, row.Change)
				if row.Alt < row.Base {
					wins++
				}
			}
			slices.Sort(changes)
			if wins != c.wins || len(changes) != c.pairs || math.Abs(lists.Quantile(changes, 0.5)-c.median) > 0.05 {
				t.Errorf("%d of %d, changes %.2f; want %d of %d, median %v %%", wins, len(changes), changes, c.wins, c.pairs, c.median)
			}
		})
	}
	parts := compared(t, fp8...).ByBatch
	for i, want := range [][2]int{{0, 7}, {6, 13}, {11, 12}} {
		if len(parts) != 3 || [2]int{parts[i].Wins, parts[i].Pairs} != want {
			t.Fatalf("FP8 by batch size: %+v, want %v in part %d", parts, want, i)
		}
	}
}

// Groups count once, at one deadline, and what is not held is said.
func TestComparisonsCountGroupsAndNameWhatDiffers(t *testing.T) {
	gpus := compared(t, "--factor", "gpu_model", "--base", "H100", "--alt", "B200", "--deadline", "median_itl_ms=50,100,250")
	if gpus.Groups != 37 || gpus.Count != 37 || gpus.GroupWins != 28 || len(gpus.ByDeadline) != 3 || gpus.Differs["num_gpus"] != 21 {
		t.Errorf("%+v", gpus.claimJSON)
	}
	if i := gpus.Interval; i == nil || !(i.Low < *gpus.Median && *gpus.Median < i.High && i.High < 0) {
		t.Errorf("interval %+v", gpus.Interval)
	}
	args := []string{"--factor", "weight_precision", "--base", "bfloat16", "--alt", "fp8", "--hold"}
	loose := compared(t, append(args, `replace(nickname, " FP8", ""), task, gpu_model, num_gpus, max_num_seqs`)...)
	if loose.Count != 53 || loose.Wins != 19 || loose.Differs["data_parallel"] != 9 {
		t.Errorf("data parallelism is not held: %+v", loose.claimJSON)
	}
	held := compared(t, append(args, `replace(nickname, " FP8", ""), task, gpu_model, num_gpus, max_num_seqs, data_parallel`)...)
	if held.Count != 44 || held.Wins != 19 || math.Abs(*held.Median-2) > 0.05 || held.Groups != 4 || len(held.Differs) != 0 {
		t.Errorf("data parallelism is held: %+v", held.claimJSON)
	}
	images := compared(t, "--domain", "diffusion", "--factor", "gpu_model", "--base", "H100", "--alt", "B200")
	if s := images.Sensor; images.Count != 470 || s == nil || s.FewestWins != 166 || s.MostWins != 380 || !s.Turns {
		t.Errorf("a sensor error of 5 %%: %+v", images.Sensor)
	}
}

// comparedJSON is what compare prints.
type comparedJSON struct {
	claimJSON
	Differs    map[string]int              `json:"differs"`
	ByDeadline []json.RawMessage           `json:"by_deadline"`
	ByBatch    []struct{ Wins, Pairs int } `json:"by_batch"`
	Rows       []pairJSON                  `json:"rows"`
}

// compared is a comparison of the published data.
func compared(t *testing.T, args ...string) (answer comparedJSON) {
	t.Helper()
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled")
	text, _ := command(t, append([]string{"compare", "--source", source, "--format", "json"}, args...)...)
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// What is left out as other work moves no published comparison out of its interval: with it, each median is within the
// interval without it, and the other way round. The pairs that are left out are those of two models, whose changes of
// −21.3% and −5.1% were counted before.
func TestOtherWorkMovesNoComparisonOutOfItsInterval(t *testing.T) {
	ds, err := source.Open(t.Context(), filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled"))
	if err != nil {
		t.Fatal(err)
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	leftOut := map[string]float64{}
	for _, c := range texts.Comparisons {
		runs := ds.LLM().Table
		if c.Domain == "diffusion" {
			runs = ds.Diffusion().Table
		}
		without, err := aggregate.Matched(runs, aggregate.Match{
			Factor: c.Factor, Base: c.Base, Alt: c.Alt, Hold: c.Hold, Metric: runs.Schema().Name(data.RoleEnergy),
			DeadlineField: c.Deadline, Deadlines: c.At,
		})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		for _, p := range without.OtherWork {
			leftOut[data.Text(p.Model)] = math.Round(10*p.Change) / 10
		}
		with := aggregate.EffectOf(slices.Concat(without.Pairs, without.OtherWork), 0)
		for _, both := range [][2]aggregate.Effect{{without.Effect, with}, {with, without.Effect}} {
			if i, m := both[0].Interval, both[1].Median; i != nil && (*m < i.Low || *m > i.High) {
				t.Errorf("%s: median %.1f%%, interval %+v", c.ID, *m, *i)
			}
		}
	}
	if want := map[string]float64{"NVIDIA Nemotron Nano 12B V2": -21.3, "NVIDIA Nemotron Nano 9B V2": -5.1}; !maps.Equal(leftOut, want) {
		t.Errorf("left out are %v, want %v", leftOut, want)
	}
}
