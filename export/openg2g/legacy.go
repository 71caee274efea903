package openg2g

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/fitting"
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
	var files []File
	for _, table := range []struct {
		name  string
		lines [][]string
	}{
		{"traces_summary.csv", traceSummary(models)},
		{"latency_fits.csv", latencyFits(models)},
		{"logistic_fits.csv", logisticFits(models)},
	} {
		f, err := csvFile(table.name, table.lines)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	traces, err := traceFiles(models)
	return append(files, traces...), err
}

// traceName is where the trace of one batch size stands.
func (m Model) traceName(s sizeFit) string {
	return fmt.Sprintf("traces/%s_num_gpus_%d_max_num_seqs_%d.csv", m.Spec.ModelLabel, m.Spec.GPUsPerReplica, s.batch)
}

func traceSummary(models []Model) [][]string {
	lines := [][]string{{"model_label", "num_gpus", "max_num_seqs", "trace_file"}}
	for _, m := range models {
		for _, s := range m.sizes {
			lines = append(lines, []string{m.Spec.ModelLabel, strconv.Itoa(m.Spec.GPUsPerReplica), strconv.Itoa(s.batch), m.traceName(s)})
		}
	}
	return lines
}

func traceFiles(models []Model) (files []File, err error) {
	for _, m := range models {
		for _, s := range m.sizes {
			lines := append([][]string{{"relative_time_s", "power_total_W"}}, s.traceLines()...)
			f, err := csvFile(m.traceName(s), lines)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	return files, nil
}

func latencyFits(models []Model) [][]string {
	header := []string{"model_label", "max_num_seqs", "itl_dist"}
	for _, p := range (fitting.ITLMixture{}).Parameters() {
		header = append(header, fitting.ITLPrefix+p.Name)
	}
	lines := [][]string{header}
	for _, m := range models {
		for _, s := range m.sizes {
			line := []string{m.Spec.ModelLabel, strconv.Itoa(s.batch), mixtureName}
			lines = append(lines, append(line, texts(mixtureParameters(s.latency))...))
		}
	}
	return lines
}

func logisticFits(models []Model) [][]string {
	lines := [][]string{{"model_label", "metric", "L", "x0", "k", "b0"}}
	for _, m := range models {
		for _, c := range m.curves {
			lines = append(lines, append([]string{m.Spec.ModelLabel, c.metric}, texts(logisticParameters(c.fit))...))
		}
	}
	return lines
}
