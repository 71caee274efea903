package declared

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names of columns with an example, and the line of the draft that they give. A quantity of something else, such as of
// prompts or at idle, gives no role that ranks without a mark.
func TestNamesOfColumnsGiveRoles(t *testing.T) {
	for _, c := range []struct{ columns, want string }{
		{"time_per_output_token_s_mean 0.012", `role: latency, in: s`},
		{"Time per output token (s) 0.012", `role: latency, in: s, from: ["Time per output token (s)"]`},
		{"tpot_us 812.5", `role: latency, in: µs`},
		{"latency_ms_per_token 12.5", `{name: latency_ms_per_token, role: latency}`},
		{"Energy per 1k tokens (J) 350.5", `role: energy, in: J/1000 token`},
		{"Energy per 1k tokens (Wh) 0.35", `role: energy, in: Wh/1000 token`},
		{"energy_per_million_tokens_kwh 0.35", `role: energy, in: kWh/million token`},
		{"energy_wh_per_1k_tokens 0.35", `role: energy, in: Wh/1000 token`},
		{"J/1000tok 350.5", `role: energy, in: J/1000 tok`},
		{"idle_energy_per_token_j 0.1,energy_per_input_token_j 0.2,energy_per_token_j 0.5", `{name: energy_per_token_j, role: energy} # not sure: or is it idle_energy_per_token_j, energy_per_input_token_j?`},
		{"energy_per_token_std_j 0.1,energy_per_token_mean_j 0.5", `{name: energy_per_token_mean_j, role: energy} # not sure: or is it energy_per_token_std_j?`},
		{"peak_output_tokens_per_second 98.5,output_tokens_per_second 90.5", `{name: output_tokens_per_second, role: throughput}`},
		{"energy_per_total_token_j 0.1", `role: energy} # not sure: “total”`},
		{"min_energy_per_token_j 0.1", `role: energy} # not sure: “min”`},
		{"Peak power (W) 300.5", `{name: peak_power_w, type: "number?", unit: W`},
		{"Throughput (req/s) 1.5", `{name: throughput_req_s, type: "number?", unit: req/s`},
		{"Energy/req (Wh) 0.2,tps 90", `role: energy_per_response, in: Wh/req`},
		{"Energy/req (Wh) 0.2", `role: energy, unit: J/request, in: Wh/request`},
		{"gpu0_energy_start_MJ 0.2,gpu0_energy_end_MJ 0.3,tokens_out 9", `value: (gpu0_energy_end - gpu0_energy_start) / tokens_out} # not sure`},
		{"pkg_energy_uj 0.2,output_tokens 9", `{name: pkg_energy, type: "number?", unit: J, in: µJ, from: ["pkg_energy_uj"]}`},
		{"energy_per_image_J 0.2,batch_energy_J 0.9", `role: energy, unit: J/image, from`},
		{"energy_wh 0.2,max_output_tokens 9", `# not sure: which column counts the outputs? Divide energy by them`},
		{"energy_joules 0.2,output_len 9", `value: energy_joules / output_len}`},
		{"avg_power_w 300,duration_s 9.5,tokens_out 9", `value: avg_power_w * duration_s / tokens_out}`},
		{"usd_per_mtok 0.2", `role: cost, unit: USD/Mtok}`},
		{"metric power,unit W,value 300.5", `pivot: {by: metric, values: [value], differ: [unit]}`},
		{"stderr 1.4%", `# not sure: numbers with a unit, such as "1.4%"`},
		{"duration 0:12:31", `# not sure: no number, but a time such as "0:12:31"`},
		{"gen_tps 98.4", `{name: gen_tps, role: throughput}`},
		{"median_time_to_first_token_seconds 0.2", `{name: median_time_to_first_token_seconds, type: "number?", unit: s}`},
		{"transactions_per_minute 12.5", `{name: transactions_per_minute, type: "number?"} # not sure: its unit`},
		{"Failures/s 0.5", `type: "number?", from: ["Failures/s"]} # not sure: its unit`},
		{"seq_throughput(seq/sec) 1.5", `from: ["seq_throughput(seq/sec)"]} # not sure: its unit`},
		{"n_threads_batch 8", `{name: n_threads_batch, type: "whole?"}`},
		{"Energy (tokens/kWh) 350.5", `{name: energy_tokens_kwh, type: "number?", unit: tokens/kWh`},
		{"Decode (tokens/s) 90.5", `role: throughput`},
		{"precision 0.81,recall 0.79", `{name: precision, type: "number?"}`},
		{"fail_rate 0", `{name: fail_rate, type: "number?"} # not sure: its unit`},
		{"tps 90", `{name: tps, role: throughput}`},
		{"Client Send 12", `type: "number?", from: ["Client Send"]} # not sure: its unit`},
		{"num_layers 32", `{name: num_layers, type: "whole?"}`},
		{"50%(s) 0.082", `{name: p50_s, type: "number?", unit: s, from: ["50%(s)"]} # not sure: the percentile of which time?`},
		{"accelerator_count 4", `{name: accelerator_count, role: gpu_count}`},
		{"Num of Hardware 4", `{name: num_of_hardware, role: gpu_count`},
		{"llm_name lab/x", `role: model} # not sure: or is it llm_name?`},
		{"output_token_count 4096", `role: output_tokens`},
		{"Average time per output token (s) 0.012", `role: latency, in: s`},
		{"Run Time [min] 12.5", `role: duration, in: min`},
		{"Time taken for tests (s) 12.5", `role: duration`},
		{"Total Power (kW) 1.5", `role: power, in: kW`},
		{"mmlu_acc 71.2", `role: accuracy} # not sure: in percent?`},
		{"duration 61231", `role: duration} # not sure: in seconds?`},
		{"end stop", `{name: end}`},
		{"Throughput (inf/s) 45.5", `# not sure: of output tokens per second?`},
		{"output tok/s/user 45.5", `{name: output_tok_s_user, type: "number?", unit: output tok/s/user`},
		{"Tokens/s/chip 45.5", `type: "number?", from: ["Tokens/s/chip"]} # not sure`},
		{"Tokens/s/GPU 45.5", `type: "number?", from: ["Tokens/s/GPU"]} # not sure`},
		{"Wh per M tokens 45.5", `role: energy, in: Wh/1000000 token`},
		{"samples_per_joule 4.5", `{name: samples_per_joule, type: "number?"} # not sure`},
		{"tokens_per_second_per_watt 4.5", `{name: tokens_per_second_per_watt, type: "number?", unit: token/J}`},
		{"gen_tps_watt 1.1", `{name: gen_tps_watt, type: "number?", unit: token/J}`},
		{"prompt_per_second 3100", `unit: token/s`},
		{"prompts_per_second 3.5", `unit: request/s`},
		{"per_token_seconds 0.021", `{name: per_token, role: latency, in: s`},
		{"cpu_j_per_token 0.2", `{name: cpu_j_per_token, type: "number?", unit: J/token}`},
		{"energy_accuracy 0.05", `{name: energy_accuracy, type:`},
		{"energy_cost_usd 0.15", `role: cost} # not sure: of electricity alone?`},
		{"metrics.json:latency.per_token_p50_s 0.021", `role: latency_p50, in: s`},
		{"powerSource nuclear", `{name: power_source, from`},
		{"energy_source GPU", `role: scope`},
		{"arch sm_90", `{name: arch}`},
		{"arch LlamaForCausalLM", `role: architecture`},
		{"is_gpu True", `{name: is_gpu, type: "flag?"}`},
		{"Input Output Length 128", `{name: input_output_length, type:`},
		{"statistic median", `each row is a statistic`},
		{"Wh per 100 images 38.1", `role: energy, unit: J/image, in: Wh/100 images`},
		{"idle_W 23.4", `{name: idle_w, type: "number?", unit: W, from: ["idle_W"]}`},
		{"total tok/s 45.5", `if this is the throughput of all GPUs`},
		{"cum_energy_j 8514,cum_tokens 16941", `# not sure: which column is the energy per token, which ranks the models? Give it “role: energy”`},
		{"metric latency,performance 8.1", `“pivot: {by: metric, values: [performance]}”`},
		{"architecture Ampere", `{name: architecture}`},
		{"architecture MoE", `{name: architecture, role: architecture}`},
		{"dtype bf16,quantization awq", `{name: quantization, role: precision} # not sure: or is it dtype?`},
		{"p(95) 82.5", `# not sure: the percentile of which time?`},
	} {
		var names, values []string
		for column := range strings.SplitSeq(c.columns, ",") {
			at := strings.LastIndex(column, " ")
			names, values = append(names, column[:at]), append(values, column[at+1:])
		}
		file := filepath.Join(t.TempDir(), "runs.csv")
		rows := fmt.Sprintf("model,%s\na/x,%s\n", strings.Join(names, ","), strings.Join(values, ","))
		if err := os.WriteFile(file, []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
		draft, err := Describe(file)
		if err != nil || !strings.Contains(string(draft), c.want) {
			t.Errorf("%s: %v, want %s in\n%s", c.columns, err, c.want, draft[max(0, strings.Index(string(draft), "fields:")):])
		}
	}
}
