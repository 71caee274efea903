package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// writeMetrics writes prometheus.json: one number that counts, then the server's metrics as text, once a second.
func (r *run) writeMetrics(name string) error {
	timeline := lists.Times(int(r.duration), func(second int) object {
		return object{"timestamp": r.begin + float64(second), "metrics": exposition(second)}
	})
	return r.writeFile(name, object{
		"collection_interval": 1.0, "timeline": timeline,
		"steady_state_stats": object{
			"vllm:num_requests_running": 0.95 * float64(min(r.batch, len(r.lengths))), "vllm:kv_cache_usage_perc": 0.25,
		},
	}, nil)
}

// exposition is the text of one second: histograms of many buckets.
func exposition(second int) string {
	var b strings.Builder
	for _, name := range []string{
		"time_to_first_token_seconds", "inter_token_latency_seconds", "request_prompt_tokens", "request_generation_tokens",
		"request_prefill_time_seconds", "time_per_output_token_seconds", "e2e_request_latency_seconds", "request_queue_time_seconds",
		"request_inference_time_seconds", "request_decode_time_seconds", "iteration_tokens_total",
		"request_max_num_generation_tokens", "request_params_n", "request_params_max_tokens", "request_time_per_output_token_seconds",
	} {
		fmt.Fprintf(&b, "# HELP vllm:%s Histogram of %s.\n# TYPE vllm:%s histogram\n", name, name, name)
		for bucket := range 24 {
			fmt.Fprintf(&b, "vllm:%s_bucket{engine=\"0\",le=\"%s\",model_name=\"bench\"} %d.0\n", name,
				strconv.FormatFloat(0.01*float64(bucket), 'g', 3, 64), second*bucket)
		}
		fmt.Fprintf(&b, "vllm:%s_sum{engine=\"0\",model_name=\"bench\"} %v\n", name, float64(second)*0.7312345678)
	}
	return b.String()
}
