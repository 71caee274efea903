package pipeline

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/fitting"
)

// fitted is a line of latencies.jsonl: the mixture of a run's inter-token
// latencies, in seconds, with the toolkit's keys.
type fitted struct {
	path    string
	mixture fitting.ITLMixture
}

// MarshalJSON puts the path beside the parameters.
func (f fitted) MarshalJSON() ([]byte, error) {
	parameters, err := f.mixture.MarshalPrefixed()
	if err != nil {
		return nil, err
	}
	line := map[string]json.RawMessage{}
	if err := json.Unmarshal(parameters, &line); err != nil {
		return nil, err
	}
	if line["results_path"], err = json.Marshal(f.path); err != nil {
		return nil, err
	}
	return json.Marshal(line)
}

// writeTraces writes the traces of a group as one Parquet file, named by the
// group. Without any it writes none.
func (f *judgeFn) writeTraces(ctx context.Context, group string, readings []placed) error {
	if !slices.ContainsFunc(readings, func(r placed) bool { return len(r.Traces) > 0 }) {
		return nil
	}
	notes, err := open(ctx, f.Plan.Notes)
	if err != nil {
		return err
	}
	defer notes.Close()
	return notes.replace(ctx, "traces/"+group+".parquet", func(w io.Writer) error { return writeTraces(w, readings) })
}

func writeTraces(out io.Writer, readings []placed) error {
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
