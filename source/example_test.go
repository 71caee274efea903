package source_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/hub/hubtest"
	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/source"
	"github.com/rogpeppe/go-internal/txtar"
)

// A directory is known by its content.
func ExampleOpen() {
	ds, err := source.Open(context.Background(), "../data/mlenergy/sample")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ds.LLM().Len(), "LLM runs,", ds.Diffusion().Len(), "diffusion runs,", len(ds.Problems()), "problems")
	best, _ := data.MinBy(ds.LLM().Task("gpqa").GPU("H100"), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
	fmt.Printf("%s: %.3f J/tok at batch size %d\n", best.Nickname, best.EnergyPerTokenJoules, best.MaxNumSeqs)
	// Output:
	// 1009 LLM runs, 554 diffusion runs, 0 problems
	// Skerry 20B A3B: 0.036 J/tok at batch size 256
}

// Options have an Open of their own. What the environment would say of the Hub is
// given here: a mirror, a token, and where the cache is.
func ExampleOptions_Open() {
	dir, clean := compiled()
	defer clean()
	mirror := hubtest.Start()
	defer mirror.Close()
	mirror.Account("hf_secret", "acme/bench")
	mirror.Commit("acme/bench", filesOf(dir))
	mirror.Change("acme/bench", func(r *hubtest.Repo) { r.Gated = true })

	all := source.Options{
		Unstable: true,
		Hub:      &source.Hub{Options: hub.Options{Endpoint: mirror.URL, Token: "hf_secret", Cache: filepath.Join(dir, "cache")}},
	}
	ds, err := all.Open(context.Background(), "hf://acme/bench@main", "sample:")
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range ds.Parts {
		fmt.Println(p.Name(), p.Data.LLM().Len())
	}
	fmt.Println(ds.LLM().Len(), "together")
	// Output:
	// hf://acme/bench@main 2
	// sample: 1131
	// 1133 together
}

// Of a dataset on the Hub, raw files are fetched when they are read: those of the
// runs that are asked for.
func ExampleTimelines() {
	dir, clean := compiled()
	defer clean()
	mirror := hubtest.Start()
	defer mirror.Close()
	mirror.Commit("acme/bench", filesOf(dir))

	ctx := context.Background()
	from := source.Options{Hub: &source.Hub{Options: hub.Options{Endpoint: mirror.URL, Cache: filepath.Join(dir, "cache")}}}
	ds, err := from.Open(ctx, "hf://acme/bench")
	if err != nil {
		log.Fatal(err)
	}
	mirror.Log()
	for t, err := range source.Timelines(ctx, ds, ds.LLM().Batch(data.Exactly(16)), "power.device_instant") {
		if err != nil {
			log.Fatal(err)
		}
		for _, s := range t.Samples {
			fmt.Printf("%s, %g s: %g W\n", t.Run.Nickname, s.RelativeSeconds, s.Value)
		}
	}
	for _, r := range mirror.Log() {
		if strings.HasSuffix(r.Path, "results.json") && r.Method == "GET" {
			fmt.Println("asked for", filepath.Base(r.Path))
		}
	}
	// Output:
	// Acme Small, 5 s: 190 W
	// Acme Small, 15 s: 210 W
	// asked for results.json
}

func ExampleDataset_OutputLengths() {
	dir, clean := compiled()
	defer clean()
	ctx := context.Background()
	ds, err := source.Open(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range ds.OutputLengths(ctx, ds.LLM(), false) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("batch size", r.Run.MaxNumSeqs, "output lengths", r.Requests)
	}
	// Output:
	// batch size 8 output lengths [{3 true} {4 true}]
	// batch size 16 output lengths [{3 true} {4 true}]
}

// compiled makes a compiled directory with raw files.
func compiled() (dir string, clean func()) {
	dir, err := os.MkdirTemp("", "source")
	if err != nil {
		log.Fatal(err)
	}
	text, err := txtar.ParseFile("testdata/results.txtar")
	if err != nil {
		log.Fatal(err)
	}
	results, out := filepath.Join(dir, "results"), filepath.Join(dir, "compiled")
	if err := txtar.Write(text, results); err != nil {
		log.Fatal(err)
	}
	contents, err := compile.Gather(context.Background(), []string{results}, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := contents.Write(out, compile.Card{}); err != nil {
		log.Fatal(err)
	}
	return out, func() { os.RemoveAll(dir) }
}

// filesOf are the files of a directory as a Hub keeps them.
func filesOf(dir string) map[string]hubtest.File {
	files, err := hubtest.In(os.DirFS(dir))
	if err != nil {
		log.Fatal(err)
	}
	return files
}
