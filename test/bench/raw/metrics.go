package main

import (
	"fmt"
	"strconv"
	"strings"
)

// writeMetrics writes prometheus.json: one number that counts, then the server's
// metrics as text, once a second.
func (r *run) writeMetrics(w *writer) {
	w.open('{')
	w.numberAt("collection_interval", 1)
	w.key("steady_state_stats")
	w.open('{')
	w.numberAt("vllm:num_requests_running", 0.95*float64(min(r.batch, len(r.lengths))))
	w.numberAt("vllm:kv_cache_usage_perc", 0.25)
	w.shut('}')
	w.key("timeline")
	w.open('[')
	for second := range int(r.duration) {
		w.next()
		w.open('{')
		w.numberAt("timestamp", r.begin+float64(second))
		w.key("metrics")
		w.WriteByte('"')
		w.WriteString(exposition(second))
		w.WriteByte('"')
		w.shut('}')
	}
	w.shut(']')
	w.shut('}')
}

// exposition is the text of one second: histograms of many buckets, as JSON
// escapes them.
func exposition(second int) string {
	var b strings.Builder
	for _, name := range []string{
		"time_to_first_token_seconds", "inter_token_latency_seconds", "request_prompt_tokens", "request_generation_tokens",
		"request_prefill_time_seconds", "time_per_output_token_seconds", "e2e_request_latency_seconds", "request_queue_time_seconds",
		"request_inference_time_seconds", "request_decode_time_seconds", "iteration_tokens_total",
		"request_max_num_generation_tokens", "request_params_n", "request_params_max_tokens", "request_time_per_output_token_seconds",
	} {
		fmt.Fprintf(&b, `# HELP vllm:%s Histogram of %s.\n# TYPE vllm:%s histogram\n`, name, name, name)
		for bucket := range 24 {
			fmt.Fprintf(&b, `vllm:%s_bucket{engine=\"0\",le=\"%s\",model_name=\"bench\"} %d.0\n`, name,
				strconv.FormatFloat(0.01*float64(bucket), 'g', 3, 64), second*bucket)
		}
		fmt.Fprintf(&b, `vllm:%s_sum{engine=\"0\",model_name=\"bench\"} %v\n`, name, float64(second)*0.7312345678)
	}
	return b.String()
}
