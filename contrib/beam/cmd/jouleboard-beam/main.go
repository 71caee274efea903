// Command jouleboard-beam makes a compiled directory from raw results on Apache
// Beam: on this machine, on Dataflow, Flink or Spark. See docs/scale.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/jouleboard/jouleboard/contrib/beam/pipeline"
)

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

func main() {
	p := flags()
	flag.Parse()
	beam.Init() // on a worker it does not return
	if err := run(context.Background(), p()); err != nil {
		fmt.Fprintln(os.Stderr, "jouleboard-beam:", err)
		os.Exit(1)
	}
}

// flags registers the flags beside those of the engine; the plan is complete after
// they were parsed.
func flags() func() pipeline.Plan {
	var p pipeline.Plan
	var results list
	flag.Var(&results, "results", "a benchmark root: a `DIR`, gs://… or s3://…; may be given several times")
	flag.StringVar(&p.Config, "config", "", "the `DIR` with vllm and xdit (default: configs below each root)")
	flag.StringVar(&p.Out, "out", "", "the `DIR` that holds the compiled directory afterwards; it must be empty or hold one")
	flag.StringVar(&p.Notes, "notes", "", "the `DIR` for problems.jsonl and undecodable.jsonl, traces and latencies")
	tasks := flag.String("tasks", "", "read these `TASKS` only, separated by commas")
	flag.BoolVar(&p.Fast, "fast", false, "read files up to the last value that is needed, so not validated as a whole")
	flag.BoolVar(&p.FollowLinks, "follow_links", false, "read local results through symbolic links that lead out of their directory")
	flag.IntVar(&p.Workers, "decoders", 0, "files that a process reads at once (default: one a processor)")
	flag.BoolVar(&p.Traces, "traces", false, "write traces/…parquet: power and temperature over time, thinned")
	flag.BoolVar(&p.Latencies, "latencies", false, "write latencies.jsonl: fitted inter-token latencies")
	flag.StringVar(&p.License, "license", "", "the data's licence for the dataset card (default: unknown)")
	flag.StringVar(&p.Title, "title", "", "the dataset's `NAME` for the dataset card")
	return func() pipeline.Plan {
		p.Results = absolute(results)
		p.Out, p.Notes, p.Config = absoluteOf(p.Out), absoluteOf(p.Notes), absoluteOf(p.Config)
		if *tasks != "" {
			p.Tasks = strings.Split(*tasks, ",")
		}
		return p
	}
}

func absolute(all []string) []string {
	out := make([]string, len(all))
	for i, at := range all {
		out[i] = absoluteOf(at)
	}
	return out
}

// absoluteOf is a local path for workers, whose working directory is another.
func absoluteOf(at string) string {
	if at == "" || strings.Contains(at, "://") {
		return at
	}
	if full, err := filepath.Abs(at); err == nil {
		return full
	}
	return at
}

func run(ctx context.Context, p pipeline.Plan) error {
	if err := p.Check(); err != nil {
		return err
	}
	graph, s := beam.NewPipelineWithRoot()
	pipeline.Build(s, p)
	result, err := beamx.RunWithMetrics(ctx, graph)
	if err != nil {
		return err
	}
	pipeline.Tell(os.Stderr, result)
	return nil
}
