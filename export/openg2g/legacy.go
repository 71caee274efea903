package openg2g

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Legacy returns the files in the layout of OpenG2G 0.0.1 to 0.1.0: tables of all models, and a file for each trace.
// Models are distinguished by their label, so two with the same label are an error.
func Legacy(models []Model) ([]File, error) {
	models = slices.Clone(models)
	slices.SortStableFunc(models, func(a, b Model) int { return cmp.Compare(a.Spec.ModelLabel, b.Spec.ModelLabel) })
	for i := 1; i < len(models); i++ {
		if label := models[i].Spec.ModelLabel; label == models[i-1].Spec.ModelLabel {
			return nil, fmt.Errorf("the label %q is used twice: rename one of them", label)
		}
	}
	summary := [][]string{{"model_label", "num_gpus", "max_num_seqs", "trace_file"}}
	latencies := [][]string{append([]string{"model_label", "max_num_seqs", "itl_dist"},
		lists.Map(fitting.ITLMixture{}.Parameters(), func(p fitting.Parameter) string { return fitting.ITLPrefix + p.Name })...)}
	curves := [][]string{{"model_label", "metric", "L", "x0", "k", "b0"}}
	var traces []File
	for _, m := range models {
		label := m.Spec.ModelLabel
		for _, s := range m.sizes {
			batch := strconv.Itoa(s.batch)
			file := fmt.Sprintf("traces/%s_num_gpus_%d_max_num_seqs_%d.csv", label, m.Spec.GPUsPerReplica, s.batch)
			summary = append(summary, []string{label, strconv.Itoa(m.Spec.GPUsPerReplica), batch, file})
			latencies = append(latencies, append([]string{label, batch, mixtureName}, texts(mixtureParameters(s.latency))...))
			traces = append(traces, csvFile(file, append([][]string{{"relative_time_s", "power_total_W"}}, s.traceLines()...)))
		}
		for _, c := range m.curves {
			curves = append(curves, append([]string{label, c.metric}, texts(logisticParameters(c.fit))...))
		}
	}
	tables := []File{csvFile("traces_summary.csv", summary), csvFile("latency_fits.csv", latencies), csvFile("logistic_fits.csv", curves)}
	return append(tables, traces...), nil
}
