// Command jouleboard-beam makes a compiled directory from raw results on Apache Beam: locally, or on Dataflow, Flink
// or Spark. See docs/scale.md.
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
	flag.Func("results", "root of results: a `DIR`, gs://… or s3://…; may be repeated", func(at string) error {
		p.Results = append(p.Results, absoluteOf(at))
		return nil
	})
	flag.StringVar(&p.Config, "config", "", "`DIR` with vllm and xdit (default: configs in each root)")
	flag.StringVar(&p.Out, "out", "", "output `DIR`; it must be empty or a compiled directory")
	flag.StringVar(&p.Notes, "notes", "", "`DIR` for problems.jsonl, undecodable.jsonl, traces and latencies")
	tasks := flag.String("tasks", "", "read only these `TASKS`, separated by commas")
	flag.BoolVar(&p.Fast, "fast", false, "stop reading each file after the last needed value (skips full validation)")
	flag.BoolVar(&p.FollowLinks, "follow_links", false, "follow symbolic links that lead out of a local directory of results")
	flag.IntVar(&p.Workers, "decoders", 0, "number of files that a process reads in parallel (default: number of CPUs)")
	flag.BoolVar(&p.Traces, "traces", false, "write traces/…parquet: power and temperature over time, thinned")
	flag.BoolVar(&p.Latencies, "latencies", false, "write latencies.jsonl: fitted inter-token latencies")
	flag.StringVar(&p.License, "license", "", "license of the data, for the dataset card (default: unknown)")
	flag.StringVar(&p.Title, "title", "", "`NAME` of the dataset, for the dataset card")
	return func() pipeline.Plan {
		p.Out, p.Notes, p.Config = absoluteOf(p.Out), absoluteOf(p.Notes), absoluteOf(p.Config)
		if *tasks != "" {
			p.Tasks = strings.Split(*tasks, ",")
		}
		return p
	}
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
