// This program reads a directory of results as another module does.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/source"
)

func main() {
	ctx := context.Background()
	ds, err := source.Open(ctx, os.Args[1])
	check(err)
	gpqa := ds.LLM().Task("gpqa").GPU("H100", "B200").Batch(data.AtLeast(8))
	for _, energy := range data.Column(gpqa, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules }) {
		fmt.Println("energy per token:", energy, "J")
	}
	groups, err := gpqa.GroupBy("gpu_model")
	check(err)
	for _, g := range groups {
		best, _ := data.MinBy(g.Runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
		fmt.Println(g.Key[0], "runs best", best.Nickname, "at batch size", best.MaxNumSeqs)
	}
	x := data.Column(gpqa, func(r data.LLMRun) float64 { return math.Log2(float64(r.MaxNumSeqs)) })
	power := data.Column(gpqa, func(r data.LLMRun) float64 { return r.AvgPowerWatts })
	curve, err := fitting.FitLogistic(x, power, fitting.Compat)
	check(err)
	fmt.Printf("power at batch size 12: %.0f W\n", curve.Eval(12))
	for t, err := range source.Timelines(ctx, ds, gpqa, "power.device_instant") {
		check(err)
		fmt.Println("batch size", t.Run.MaxNumSeqs, "power over time", t.Samples)
	}
	for r, err := range ds.OutputLengths(ctx, gpqa, false) {
		check(err)
		fmt.Println("batch size", r.Run.MaxNumSeqs, "output lengths", r.Requests)
	}
	check(gpqa.Sorted("-avg_power_watts").WriteCSV(os.Stdout, "model_id", "max_num_seqs", "avg_power_watts"))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
