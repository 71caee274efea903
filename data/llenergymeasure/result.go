package llenergymeasure

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// stated are the fields that a result holds under their own name.
var stated = []string{
	"schema_version", "bundle_version", "experiment_id", "llenergymeasure_version", "model_name", "serving_mode",
	"steady_state_window", "total_tokens", "input_tokens", "output_tokens", "total_energy_j", "energy_adjusted_j",
	"total_inference_time_sec", "avg_tokens_per_second", "avg_energy_per_token_j",
	"total_flops", "flops_per_output_token", "flops_per_input_token", "flops_per_second", "energy_per_device_j",
	"measurement_warnings", "warmup_excluded_samples", "reproducibility_notes", "steady_state_not_detected",
	"measurement_window_discard_fraction", "timeseries", "model_load_time_sec", "engine_build_cache_hit",
	"measurement_methodology", "engine", "engine_version", "measurement_config_hash", "mj_per_tok_total", "mj_per_tok_adjusted",
	"baseline_power_w",
}

// renamed are the other names of fields in older and newer versions, in order of
// preference behind the field's own.
var renamed = map[string][]string{
	"engine":                             {"backend"},
	"engine_version":                     {"backend_version"},
	"model_name":                         {"effective_config.model"},
	"measurement_config_hash":            {"declared_config_hash"},
	"mj_per_tok_total":                   {"energy_per_token_mj_total"},
	"mj_per_tok_adjusted":                {"energy_per_token_mj_adjusted"},
	"baseline_power_w":                   {"energy_breakdown.baseline_power_w"},
	"thermal_throttle_thermal":           {"throttle.thermal.any"},
	"thermal_throttle_power":             {"throttle.power.any"},
	"thermal_throttle_sw_thermal":        {"throttle.thermal.sw"},
	"thermal_throttle_hw_thermal":        {"throttle.thermal.hw"},
	"thermal_throttle_hw_power":          {"throttle.power.hw"},
	"latency_stats_measurement_mode":     {"measurement_mode"},
	"thermal_throttle_max_temperature_c": {"throttle.max_temperature_c"},
}

// groups are the objects of a result whose members are fields with the object's
// name in front; longer names first.
var groups = []struct{ prefix, path string }{
	{"extended_metrics_memory_", "extended_metrics.memory."},
	{"extended_metrics_gpu_utilisation_", "extended_metrics.gpu_utilisation."},
	{"extended_metrics_batch_", "extended_metrics.batch."},
	{"extended_metrics_kv_cache_", "extended_metrics.kv_cache."},
	{"extended_metrics_request_latency_", "extended_metrics.request_latency."},
	{"extended_metrics_", "extended_metrics."},
	{"energy_breakdown_", "energy_breakdown."},
	{"multi_gpu_", "multi_gpu."},
	{"aggregation_", "aggregation."},
	{"thermal_throttle_", "thermal_throttle."},
	{"warmup_result_", "warmup_result."},
	{"latency_stats_", "latency_stats."},
}

// unmeasured are the fields in which a zero says that nothing was measured.
var unmeasured = map[string]bool{
	"total_energy_j": true, "total_flops": true, "flops_per_second": true,
	"extended_metrics_memory_total_vram_mb": true, "extended_metrics_memory_model_memory_mb": true,
	"extended_metrics_memory_peak_memory_mb": true, "extended_metrics_memory_inference_memory_mb": true,
	"environment_vram_total_mb": true,
}

// known are the fields that are read from a result, each with its paths.
var known = sync.OnceValue(func() map[string][]string {
	paths := map[string][]string{}
	for _, name := range stated {
		paths[name] = append([]string{name}, renamed[name]...)
	}
	for _, f := range schema().Fields() {
		for _, g := range groups {
			if rest, ok := strings.CutPrefix(f.Name, g.prefix); ok && paths[f.Name] == nil {
				paths[f.Name] = append([]string{g.path + rest}, renamed[f.Name]...)
				if g.prefix == "thermal_throttle_" {
					paths[f.Name] = append(paths[f.Name], "throttle."+rest)
				}
			}
		}
	}
	return paths
})

// fill stores every known value of a result, in the order of the field table. The
// first that is wrong is a problem.
func fill(e *Experiment, result jsontree.Object) *data.Problem {
	for _, f := range schema().Fields() {
		paths, ok := known()[f.Name]
		if !ok {
			continue
		}
		v := jsontree.First(result, paths...)
		if err := set(e, f, v); err != nil {
			return &data.Problem{Field: paths[0], Message: err.Error()}
		}
	}
	return nil
}

// set stores a value of a JSON document in a field. Every number must be finite and
// not negative.
func set(e *Experiment, f data.Field, v any) error {
	switch x := v.(type) {
	case nil:
		return nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			return fmt.Errorf("want a number that is finite and not negative, got %v", x)
		}
		if x == 0 && unmeasured[f.Name] {
			return nil
		}
	case string:
		if x == "" {
			return nil
		}
		v = data.Public(x)
	}
	if f.JSON {
		text, err := listText(v)
		if err != nil {
			return err
		}
		v = text
	}
	return schema().Set(e, f.Name, v)
}

// listText is a list of plain values as JSON.
func listText(v any) (string, error) {
	list, ok := v.([]any)
	if !ok {
		return "", fmt.Errorf("want a list, got %s", kindOf(v))
	}
	tidy := make([]any, len(list))
	for i, v := range list {
		switch x := v.(type) {
		case string:
			tidy[i] = data.Public(x)
		case float64:
			if x < 0 {
				return "", fmt.Errorf("want numbers that are not negative, got %v", x)
			}
			tidy[i] = x
		case bool, nil:
			tidy[i] = x
		default:
			return "", fmt.Errorf("want a list of texts or numbers, got %s in it", kindOf(x))
		}
	}
	text, err := json.Marshal(tidy)
	return string(text), err
}

func kindOf(v any) string {
	switch v.(type) {
	case jsontree.Object:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case nil:
		return "nothing"
	}
	return "a number"
}
