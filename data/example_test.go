package data_test

import (
	"fmt"
	"log"
	"os"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

// sample is the embedded synthetic sample, as any source would be: stable runs
// only, or all of them.
func sample(stableOnly bool) data.Dataset {
	all, err := mlenergy.Sample(mlenergy.Options{StableOnly: stableOnly})
	if err != nil {
		log.Fatal(err)
	}
	return all
}

// Find the most energy-efficient model on a task.
func Example() {
	runs := sample(true).LLM()
	best, _ := data.MinBy(runs.Task("gpqa"), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
	fmt.Printf("%s: %.3f J/tok on %s\n", best.Nickname, best.EnergyPerTokenJoules, best.GPUModel)
	// Output:
	// Skerry 20B A3B: 0.020 J/tok on B200
}

// A compiled data directory is loaded by a loader; LLM and diffusion runs come
// together. What is wrong with a file is in the source's problems.
func Example_loading() {
	stable, err := mlenergy.Open("mlenergy/sample", mlenergy.Options{StableOnly: true})
	if err != nil {
		log.Fatal(err)
	}
	everything, err := mlenergy.Open("mlenergy/sample", mlenergy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stable.LLM().Len(), "stable LLM runs of", everything.LLM().Len())
	fmt.Println(stable.Diffusion().Len(), "diffusion runs,", len(stable.Problems()), "problems")
	// Output:
	// 1009 stable LLM runs of 1131
	// 554 diffusion runs, 0 problems
}

// Several values of one filter are alternatives.
func ExampleRuns_Task() {
	runs := sample(true).LLM()
	fmt.Println(runs.Task("gpqa").Len())
	fmt.Println(runs.Task("gpqa", "lm-arena-chat").Len())
	// Output:
	// 336
	// 706
}

func ExampleRuns_GPU() {
	runs := sample(true).LLM()
	fmt.Println(runs.GPU("H100").Len(), runs.GPU("H100", "B200").Len())
	// Output:
	// 328 688
}

func ExampleRuns_Precision() {
	fp8 := sample(true).LLM().Precision("fp8")
	fmt.Println(fp8.Len(), "runs, the first of", fp8.At(0).Nickname)
	// Output:
	// 194 runs, the first of Lumen 70B
}

// Filters return a new collection of the same type, so they chain.
func ExampleRuns_Model_chained() {
	runs := sample(true).LLM()
	candidates := runs.Task("gpqa").GPU("B200").Precision("fp8")
	fmt.Println(candidates.Len(), "of", runs.Len())
	fmt.Println(candidates.Model("aurora/Lumen-70B-FP8").Len(), "of one model")
	// Output:
	// 36 of 1009
	// 12 of one model
}

func ExampleRuns_Nickname() {
	drift := sample(true).LLM().Nickname("Drift 12B")
	fmt.Println(drift.Len(), drift.At(0).ModelID, drift.At(0).Architecture)
	// Output:
	// 74 halcyon-bay/Drift-12B Mamba-Transformer Hybrid
}

func ExampleRuns_Architecture() {
	moe := sample(true).LLM().Architecture("MoE")
	fmt.Println(moe.Len())
	fmt.Println(sample(true).Diffusion().Architecture("MoE").Err())
	// Output:
	// 418
	// diffusion runs have no field "architecture"; use one of batch_size, run, nickname, height, width
}

// A batch size is exact, one of several, or in a range; both together is an
// error that the end of the chain tells.
func ExampleRuns_Batch() {
	runs := sample(true).LLM()
	fmt.Println("exactly 128:", runs.Batch(data.Exactly(128)).Len())
	fmt.Println("64 and more:", runs.Batch(data.AtLeast(64)).Len())
	fmt.Println("16 to 128:", runs.Batch(data.AtLeast(16), data.AtMost(128)).Len())
	fmt.Println(runs.Batch(data.Exactly(8), data.AtLeast(64)).Task("gpqa").Err())
	// Output:
	// exactly 128: 183
	// 64 and more: 547
	// 16 to 128: 494
	// max_num_seqs: give exact values or a range, not both
}

func ExampleRuns_NumGPUs() {
	runs := sample(true).LLM()
	fmt.Println("one:", runs.NumGPUs(data.Exactly(1)).Len())
	fmt.Println("one or eight:", runs.NumGPUs(data.Exactly(1), data.Exactly(8)).Len())
	fmt.Println("two and more:", runs.NumGPUs(data.AtLeast(2)).Len())
	// Output:
	// one: 278
	// one or eight: 340
	// two and more: 731
}

// Stability matters when the unstable runs were loaded too.
func ExampleRuns_Unstable() {
	all := sample(false).LLM()
	unstable := all.Unstable()
	fmt.Println(all.Stable().Len(), "stable,", unstable.Len(), "unstable")
	fmt.Println(unstable.At(0).MaxNumSeqs, unstable.At(0).UnstableReason)
	fmt.Println(sample(true).LLM().Unstable().Err())
	// Output:
	// 1009 stable, 122 unstable
	// 128 low_batch_utilization:0.760018
	// only stable runs were loaded: also load the unstable ones
}

func ExampleRuns_Where() {
	big := sample(true).LLM().Where(func(r data.LLMRun) bool { return r.TotalParamsBillions > 70 })
	fmt.Println(big.Len())
	// Output:
	// 197
}

// An expression over field names does the same from a command line.
func ExampleRuns_Filter() {
	runs := sample(true).LLM().Filter(`task == "gpqa" && total_params_billions > 70 && num_gpus >= 2`)
	fmt.Println(runs.Len(), runs.Err())
	// Output:
	// 78 <nil>
}

// Iterating gives typed records.
func ExampleRuns_All() {
	runs := sample(true).LLM().Task("gpqa").Model("aurora/Lumen-8B").GPU("H100").NumGPUs(data.Exactly(1))
	for r := range runs.All() {
		fmt.Printf("%3d %.3f J/tok %s\n", r.MaxNumSeqs, r.EnergyPerTokenJoules, r.Nickname)
	}
	// Output:
	// 1 3.060 J/tok Lumen 8B
	//   8 0.433 J/tok Lumen 8B
	//  32 0.148 J/tok Lumen 8B
	//  64 0.104 J/tok Lumen 8B
	// 128 0.079 J/tok Lumen 8B
}

// A column is a typed slice, one value a run, in order.
func ExampleColumn() {
	runs := sample(true).LLM().Task("gpqa").Model("aurora/Lumen-8B").GPU("H100").NumGPUs(data.Exactly(1))
	batches := data.Column(runs, func(r data.LLMRun) int { return r.MaxNumSeqs })
	throughput := data.Column(runs, func(r data.LLMRun) float64 { return r.OutputThroughputTokensPerSec })
	names := data.Column(runs, func(r data.LLMRun) string { return r.Nickname })
	fmt.Println(batches)
	fmt.Println(throughput)
	fmt.Println(names[0], len(names))
	// Output:
	// [1 8 32 64 128]
	// [124.595 907.14 2857.33 4308.23 6049.08]
	// Lumen 8B 5
}

func ExampleMinBy() {
	runs := sample(true).LLM().Task("gpqa")
	best, ok := data.MinBy(runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
	fmt.Printf("%s: %.3f J/tok %v\n", best.Nickname, best.EnergyPerTokenJoules, ok)
	_, ok = data.MinBy(runs.GPU("T4"), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
	fmt.Println(ok)
	// Output:
	// Skerry 20B A3B: 0.020 J/tok true
	// false
}

func ExampleRuns_At() {
	first := sample(true).LLM().At(0)
	fmt.Println(first.Task, first.ModelID, first.GPUModel, first.NumGPUs, first.MaxNumSeqs)
	// Output:
	// gpqa aurora/Lumen-32B A100 2 1
}

func ExampleRuns_Concat() {
	runs := sample(true).LLM()
	h100, b200 := runs.GPU("H100"), runs.GPU("B200")
	both := h100.Concat(b200)
	fmt.Println(h100.Len(), "+", b200.Len(), "=", both.Len())
	// Output:
	// 328 + 360 = 688
}

// Groups come in the order of their first run.
func ExampleRuns_GroupBy() {
	groups, err := sample(true).LLM().GroupBy("task")
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups {
		fmt.Printf("%s: %d runs\n", g.Key[0], g.Runs.Len())
	}
	// Output:
	// gpqa: 336 runs
	// image-chat: 130 runs
	// lm-arena-chat: 370 runs
	// sourcegraph-fim: 89 runs
	// video-chat: 84 runs
}

func ExampleRuns_GroupBy_severalFields() {
	runs := sample(true).LLM().Task("sourcegraph-fim").GPU("B200")
	groups, err := runs.GroupBy("model_id", "max_num_seqs")
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups[:5] {
		best, _ := data.MinBy(g.Runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
		fmt.Printf("%s @ batch=%d: %.3f J/tok\n", g.Key[0], g.Key[1], best.EnergyPerTokenJoules)
	}
	// Output:
	// aurora/Lumen-8B @ batch=8: 0.374 J/tok
	// aurora/Lumen-8B @ batch=32: 0.181 J/tok
	// aurora/Lumen-8B @ batch=128: 0.133 J/tok
	// aurora/Lumen-8B @ batch=512: 0.122 J/tok
	// borealis-lab/Skerry-8B @ batch=8: 0.391 J/tok
}

// Compare GPU generations on a task: the best of each group.
func Example_compareGenerations() {
	groups, err := sample(true).LLM().Task("lm-arena-chat").GroupBy("gpu_model")
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups {
		best, _ := data.MinBy(g.Runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
		fmt.Printf("%s: %s @ %.4f J/tok, %.0f tok/s\n", g.Key[0], best.Nickname, best.EnergyPerTokenJoules, best.OutputThroughputTokensPerSec)
	}
	// Output:
	// A100: Skerry 20B A3B @ 0.0199 J/tok, 17817 tok/s
	// B200: Skerry 20B A3B @ 0.0071 J/tok, 63284 tok/s
	// H100: Skerry 20B A3B @ 0.0141 J/tok, 36991 tok/s
}

// Compare architectures, or one model on all its GPUs, in the same way.
func Example_compareArchitectures() {
	groups, err := sample(true).LLM().Task("gpqa").GPU("B200").GroupBy("architecture")
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups {
		best, _ := data.MinBy(g.Runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
		fmt.Printf("%s: %s @ %.3f J/tok\n", g.Key[0], best.Nickname, best.EnergyPerTokenJoules)
	}
	// Output:
	// Dense Transformer: Lumen 8B @ 0.047 J/tok
	// MoE: Skerry 20B A3B @ 0.020 J/tok
	// Mamba-Transformer Hybrid: Drift 12B @ 0.032 J/tok
}

// One model on its GPUs: columns of each group, ready to draw.
func Example_compareGPUsOfAModel() {
	model := sample(true).LLM().Task("gpqa").Model("aurora/Lumen-32B").NumGPUs(data.Exactly(2))
	groups, err := model.GroupBy("gpu_model")
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups {
		fmt.Println(g.Key[0], data.Column(g.Runs, func(r data.LLMRun) int { return r.MaxNumSeqs }))
	}
	// Output:
	// A100 [1 8 32 64]
	// B200 [1 8 32 64 128 256]
	// H100 [1 8 32 64 128]
}

// A data frame is a CSV, JSON or Parquet file: a row a run, the field names as
// columns, in full precision. No names write every field.
func ExampleRuns_WriteCSV() {
	runs := sample(true).LLM().Task("gpqa").Model("aurora/Lumen-8B").GPU("H100").NumGPUs(data.Exactly(1))
	err := runs.WriteCSV(os.Stdout, "nickname", "max_num_seqs", "energy_per_token_joules", "avg_batch_size")
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// nickname,max_num_seqs,energy_per_token_joules,avg_batch_size
	// Lumen 8B,1,3.059906095750231,0.993784
	// Lumen 8B,8,0.4328207332936482,7.90071
	// Lumen 8B,32,0.14765252875936627,31.7264
	// Lumen 8B,64,0.10434842150952944,63.1544
	// Lumen 8B,128,0.0785102858616517,126.136
}

func ExampleRuns_WriteJSON() {
	runs := sample(true).Diffusion().Task(data.TextToVideo).GPU("B200").Batch(data.Exactly(4)).NumGPUs(data.Exactly(1))
	if err := runs.WriteJSON(os.Stdout, "model_id", "num_frames", "fps", "batch_latency_s"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [
	// {"model_id": "lanternworks/Prism-Motion-5B", "num_frames": 49, "fps": 8, "batch_latency_s": 590.587},
	// {"model_id": "mothwing/Reel-1.5B", "num_frames": 81, "fps": 15, "batch_latency_s": 88.9284},
	// {"model_id": "mothwing/Reel-14B", "num_frames": 81, "fps": 15, "batch_latency_s": 545.603}
	// ]
}

// Diffusion runs follow the same patterns.
func Example_diffusion() {
	images := sample(true).Diffusion().Task("text-to-image")
	best, _ := data.MinBy(images, func(r data.DiffusionRun) float64 { return r.EnergyPerGenerationJoules })
	fmt.Printf("%s: %.3f J/image\n", best.Nickname, best.EnergyPerGenerationJoules)
	fast := images.GPU("B200").NumGPUs(data.AtLeast(4)).Batch(data.Exactly(1)).Precision("bfloat16").Nickname("Prism 2B")
	fmt.Println(fast.Len(), "runs of Prism 2B with four GPUs and more")
	// Output:
	// Vellum 0.6B: 212.521 J/image
	// 3 runs of Prism 2B with four GPUs and more
}

func ExampleDiffusionRun_IsTextToImage() {
	r := sample(true).Diffusion().At(0)
	fmt.Println(r.Task, r.IsTextToImage(), r.IsTextToVideo())
	// Output:
	// text-to-image true false
}
