package raw

import (
	"context"
	"iter"

	"github.com/jouleboard/jouleboard/data"
)

// Archive finds the raw files of runs and streams the bulk data in them. Runs
// come in the order of the collection, values in file order. A run whose file is
// absent or wrong yields an error that names the file; the others go on.
type Archive struct{}

// NewArchive is the archive of records whose results_path is relative to root,
// as in a compiled directory.
func NewArchive(root string, o Options) *Archive { return &Archive{} }

// Join is an archive of all runs that any of the archives knows.
func Join(archives ...*Archive) *Archive { return &Archive{} }

// Request is one request of a run.
type Request struct {
	OutputLen int // tokens
	Success   bool
}

// Requests are the requests of one run that state an output length.
type Requests struct {
	Run      data.LLMRun
	Requests []Request
}

// OutputLengths yields the requests of each run, those that failed only if
// asked for. A successful request without output length is an error of its run.
func (a *Archive) OutputLengths(ctx context.Context, runs data.LLMRuns, unsuccessful bool) iter.Seq2[Requests, error] {
	return func(yield func(Requests, error) bool) { yield(Requests{}, errSoon) }
}

// Latencies are some successive inter-token latencies of one run.
type Latencies struct {
	Run data.LLMRun
	// Seconds are smoothed, finite and positive. The slice is valid until the
	// next one is asked for.
	Seconds []float64
}

// InterTokenLatencies yields the latencies of each run in blocks of bounded
// size, so that the memory they take does not depend on their number. A run
// without any yields one empty block.
func (a *Archive) InterTokenLatencies(ctx context.Context, runs data.LLMRuns) iter.Seq2[Latencies, error] {
	return func(yield func(Latencies, error) bool) { yield(Latencies{}, errSoon) }
}

// Metrics are the timelines that runs have.
var Metrics = []string{"power.device_instant", "power.device_average", "temperature"}

// Sample is the sum over a run's GPUs at one moment.
type Sample struct {
	Timestamp       float64 // seconds since 1970
	RelativeSeconds float64 // since the start of the steady state; diffusion: since the first sample
	Value           float64 // watts or degrees Celsius
}

// Timeline is one metric of one run.
type Timeline[R data.Record[R]] struct {
	Run     R
	Samples []Sample
}

// Timelines yields the timeline of each run (LLM or diffusion) for one of the
// Metrics: within the steady state for LLM runs, whole for diffusion runs.
func Timelines[R data.Record[R]](ctx context.Context, a *Archive, runs data.Runs[R], metric string) iter.Seq2[Timeline[R], error] {
	return func(yield func(Timeline[R], error) bool) { yield(Timeline[R]{}, errSoon) }
}
