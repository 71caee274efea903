//go:build unix

package site

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/internal/tree"
)

// What a whole site of any admitted records may take.
const (
	mostMemory = 1 << 30
	mostTime   = 60 * time.Second // of processors, which is 30 s of two
)

// population is a set of records by its size.
type population struct{ models, tasks, gpus, batches int }

// runs are the records of a population, as the seed varies them. change, unless nil, may
// change each; what intake refuses is left out.
func (p population) runs(seed uint64, change func(i int, r data.Row)) data.Dataset {
	chance := rand.New(rand.NewPCG(seed, 1))
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i := range max(p.models, p.tasks, p.gpus, p.batches) {
		r := data.RowOf(randomRun(chance, i%max(p.models, 1), i%max(p.tasks, 1), i%max(p.gpus, 1), 1+i/max(p.models, p.tasks, p.gpus, 1)))
		if change != nil {
			change(i, r)
		}
		in.Add(r, "runs", i+1)
	}
	if p.models == 0 {
		in = data.NewIntake(data.LLMRun{}.Schema())
	}
	return data.NewDataset(data.Source{Name: "runs", Kind: "compiled"}, in.Table(true))
}

func randomRun(chance *rand.Rand, model, task, gpu, batch int) data.LLMRun {
	itl := 1 + 200*chance.Float64()
	return data.LLMRun{
		Domain: "llm", Task: fmt.Sprintf("task-%d", task), ModelID: fmt.Sprintf("lab/model-%d", model), Nickname: fmt.Sprintf("Model %d", model),
		Architecture: "Dense", WeightPrecision: "bfloat16", TotalParamsBillions: 30, ActivatedParamsBillions: 3,
		GPUModel: fmt.Sprintf("GPU %d", gpu), NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: chance.ExpFloat64() + 1e-3, OutputThroughputTokensPerSec: 1000 * chance.Float64(), AvgPowerWatts: 400,
		MedianITLMillis: itl, P50ITLMillis: itl, P90ITLMillis: 2 * itl, P95ITLMillis: 3 * itl, P99ITLMillis: 4 * itl,
		IsStable: true,
	}
}

// guarded builds a site within the bounds, and reports what it took.
func guarded(tb testing.TB, what string, ds data.Dataset) {
	tb.Helper()
	texts, err := content.Load(content.Embedded())
	if err != nil {
		tb.Fatal(err)
	}
	renderer, err := render.New(assets.Tokens())
	if err != nil {
		tb.Fatal(err)
	}
	peak, stop := watchMemory()
	began := shared.ProcessorTime()
	if ds.Len() > 0 {
		_, err = buildInto(context.Background(), Select(ds, texts), Options{Content: texts, Charts: renderer, Version: "test"},
			&tree.Memory{NamesOnly: true})
	}
	stop()
	took, most := shared.ProcessorTime()-began, <-peak
	if err != nil {
		tb.Errorf("%s: %v", what, err)
	}
	if took > mostTime || most > mostMemory {
		tb.Errorf("%s: %v and %d MB", what, took, most>>20)
	}
	tb.Logf("%s: %d runs, %v, %d MB", what, ds.Len(), took.Round(time.Millisecond), most>>20)
}

// watchMemory tells the most that the heap held until it is stopped.
func watchMemory() (peak chan uint64, stop func()) {
	peak, done := make(chan uint64, 1), make(chan struct{})
	runtime.GC()
	go func() {
		sample, most := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}, uint64(0)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return peak, func() { close(done) }
}

// The sizes are a twentieth unless they are to be large.
func TestSitesOfAnySizeAreBuilt(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(mostMemory * 9 / 10))
	part := 20
	if large() {
		part = 1
	}
	for _, p := range []population{
		{},
		{1, 1, 1, 1},
		{150, 1, 1, 1},
		{6000 / part, 1, 1, 1},
		{3000 / part, 3, 2, 6000 / part},
		{1, 2000 / part, 1, 1},
		{1, 1, 2000 / part, 1},
		{1, 1, 1, 20_000 / part},
	} {
		t.Run(fmt.Sprintf("%+v", p), func(t *testing.T) { guarded(t, "a site", p.runs(7, nil)) })
	}
}

// extremes are values that a field may be read with; intake refuses some.
func extremes(f *data.Field) (all []any) {
	switch f.Kind {
	case data.Float:
		return []any{1e-310, 1.79e308, 0.0, -1.0, f.Min, f.Max}
	case data.Int:
		return []any{math.MinInt, 0, math.MaxInt, int(f.Min), int(f.Max)}
	}
	return nil
}

// An extreme of one field stands beside usual runs, and beside those of another field.
func TestExtremesOfFieldsAreRefusedOrBuilt(t *testing.T) {
	fields := data.LLMRun{}.Schema().Fields()
	chance := rand.New(rand.NewPCG(3, 3))
	var all []func(data.Row)
	for _, f := range fields {
		for _, v := range extremes(&f) {
			all = append(all, func(r data.Row) { _ = r.Set(f.Name, v) }) // what has another kind stays
		}
	}
	each := func(i int, r data.Row) {
		if i > 0 {
			all[(i-1)%len(all)](r)
		}
		if i > len(all) {
			all[chance.IntN(len(all))](r)
		}
	}
	guarded(t, "all in one", population{20, 3, 2, 3 * len(all)}.runs(5, each))
	for range 6 {
		one, other := all[chance.IntN(len(all))], all[chance.IntN(len(all))]
		guarded(t, "a pair", population{2, 1, 2, 8}.runs(5, func(i int, r data.Row) {
			if i%4 == 0 {
				one(r)
				other(r)
			}
		}))
	}
}

// Sites here are small, since Go ends an input after ten seconds of its own slowed code; large ones are built above.
func FuzzSites(f *testing.F) {
	f.Add(uint64(1), uint16(3), uint16(2), uint16(2), uint16(20), 1e-310, 1.79e308)
	f.Add(uint64(2), uint16(30), uint16(1), uint16(1), uint16(1), 1e-7, 1e6)
	f.Add(uint64(3), uint16(1), uint16(20), uint16(20), uint16(1), 5.0, 1e30)
	fields := data.LLMRun{}.Schema().Fields()
	f.Fuzz(func(t *testing.T, seed uint64, models, tasks, gpus, batches uint16, x, y float64) {
		p := population{int(models % 41), int(tasks % 11), int(gpus % 11), int(batches % 101)}
		chance := rand.New(rand.NewPCG(seed, 2))
		guarded(t, fmt.Sprintf("%+v", p), p.runs(seed, func(i int, r data.Row) {
			for _, v := range []float64{x, y} {
				if chance.IntN(4) == 0 {
					_ = r.Set(fields[chance.IntN(len(fields))].Name, v) // what has another kind stays
				}
			}
		}))
	})
}
