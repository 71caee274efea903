package pipeline

import (
	"context"
	"io"
	"slices"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// latencyLine is a line of latencies.jsonl: the mixture of a run's inter-token latencies, in seconds, with the toolkit's keys.
func latencyLine(r reading) any {
	line := lists.By(r.Latencies.Parameters(), func(p fitting.Parameter) (string, any) { return fitting.ITLPrefix + p.Name, p.Value })
	line["results_path"] = r.found.Place.Path
	return line
}

// writeTraces writes the traces of a group as one Parquet file, named by the
// group. Without any it writes none.
func (f *judgeFn) writeTraces(ctx context.Context, group string, readings []reading) error {
	if !slices.ContainsFunc(readings, func(r reading) bool { return len(r.Traces) > 0 }) {
		return nil
	}
	notes, err := open(ctx, f.Plan.Notes)
	if err != nil {
		return err
	}
	defer notes.Close()
	return notes.replace(ctx, "traces/"+group+".parquet", func(w io.Writer) error { return writeTraces(w, readings) })
}

func writeTraces(out io.Writer, readings []reading) error {
	w, err := rowfile.New("parquet", out, []rowfile.Column{
		{Name: "results_path", Kind: rowfile.Text},
		{Name: "metric", Kind: rowfile.Text},
		{Name: "relative_time_s", Kind: rowfile.Number},
		{Name: "value", Kind: rowfile.Number},
	})
	if err != nil {
		return err
	}
	for _, r := range readings {
		w.Text(0, r.found.Place.Path)
		for _, t := range r.Traces {
			w.Text(1, t.Metric)
			for _, s := range t.Samples {
				w.Number(2, s.Seconds)
				w.Number(3, s.Value)
				if err := w.Next(); err != nil {
					return err
				}
			}
		}
	}
	return w.Close()
}
