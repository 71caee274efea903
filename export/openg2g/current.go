package openg2g

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// What the manifest states: the newest versions, since the simulator asks to
// generate files anew that another version of it wrote.
const (
	layoutVersion    = 3
	simulatorVersion = "0.2.0.post1"
	toolkitVersion   = "0.4.0"
)

// Current returns the files in the layout of OpenG2G 0.2.0: a directory for each model, named by its hash. Two models
// with the same hash are an error, because they would write the same directory. date is the day of the data,
// YYYY-MM-DD.
func Current(models []Model, date string) (files []File, err error) {
	labels := map[string]string{}
	for _, m := range models {
		hash := m.Spec.Hash()
		if other, ok := labels[hash]; ok {
			return nil, fmt.Errorf("%q and %q differ only in their labels: remove one of them", other, m.Spec.ModelLabel)
		}
		labels[hash] = m.Spec.ModelLabel
		part, err := m.current(date)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", m.Spec.ModelLabel, err)
		}
		files = append(files, lists.Map(part, func(f File) File { return File{path.Join(hash, f.Name), f.Content} })...)
	}
	return files, nil
}

// current are the files of one model.
func (m Model) current(date string) ([]File, error) {
	lines := [][]string{{"batch_size", "relative_time_s", "power_total_W"}}
	lines = append(lines, lists.FlatMap(m.sizes, func(s sizeFit) [][]string { return s.traceLines(strconv.Itoa(s.batch)) })...)
	files := []File{csvFile("trace.csv", lines)}
	for _, f := range []struct {
		name    string
		content any
	}{
		{"itl_fit.json", m.latencies()},
		{"logistic_fit.json", m.logistics()},
		{"_manifest.json", m.manifest(date)},
	} {
		file, err := jsonFile(f.name, f.content)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

func (m Model) latencies() any {
	sizes := lists.FlatMap(m.sizes, func(s sizeFit) []any { return []any{strconv.Itoa(s.batch), mixtureParameters(s.latency)} })
	return object{"schema", "itl_fit." + mixtureName, "model_label", m.Spec.ModelLabel, "per_batch", object(sizes)}
}

// logistics has the metrics in the order in which they are fitted.
func (m Model) logistics() any {
	curves := lists.FlatMap(m.curves, func(c curve) []any { return []any{c.metric, logisticParameters(c.fit)} })
	return append(object{"schema", "logistic_v1", "model_label", m.Spec.ModelLabel}, curves...)
}

// manifest has the label and the settings beside the specification, so that
// [ParseSpecs] gets all of it back and the hash stays that of "spec".
func (m Model) manifest(date string) any {
	return struct {
		Schema    int             `json:"schema_version"`
		Hash      string          `json:"spec_hash"`
		Spec      json.RawMessage `json:"spec"`
		Label     string          `json:"model_label"`
		Deadline  float64         `json:"itl_deadline_s,omitempty"`
		Feasible  []int           `json:"feasible_batch_sizes,omitempty"`
		Simulator string          `json:"openg2g_version"`
		Toolkit   string          `json:"mlenergy_data_version"`
		Written   string          `json:"written_utc"`
	}{
		layoutVersion, m.Spec.Hash(), json.RawMessage(m.Spec.payload()), m.Spec.ModelLabel, m.Spec.ITLDeadlineSeconds,
		m.Spec.FeasibleBatchSizes, simulatorVersion, toolkitVersion, date + "T00:00:00Z",
	}
}
