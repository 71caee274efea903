package pipeline

import (
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
)

// Tell prints the counters of a finished job. Some engines also count failed attempts; the written files are exact.
func Tell(out io.Writer, result beam.PipelineResult) {
	if result == nil {
		return // the job goes on without us
	}
	counted := map[string]int64{}
	ours := result.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == counters })
	for _, c := range ours.Counters() {
		counted[c.Name()] += value(c)
	}
	fmt.Fprintf(out, "%d files found, %d read (%d bytes): %d rows, %d files without one, %d problems\n",
		counted["files_found"], counted["files_read"], counted["bytes_read"], counted["rows"], counted["undecodable_files"], counted["problems"])
}

func value(c metrics.CounterResult) int64 {
	if c.Committed > 0 {
		return c.Committed
	}
	return c.Attempted
}
