package ipw

import (
	"slices"
	"strings"
)

// leaf is one value that each query of a single-turn run has: a path in its
// metrics. A profile holds the mean over its queries, or the text that they share.
type leaf struct {
	path, label, unit, help string
	text                    bool
}

// name is the leaf's field: the path with underscores.
func (l leaf) name() string { return strings.ReplaceAll(l.path, ".", "_") }

// leaves are all values of a query's metrics but the answer and the host's name.
var leaves = slices.Concat(
	[]leaf{
		{path: "compute_metrics.flops_per_request", label: "FLOPs per request", unit: "FLOP", help: "Estimated operations of a query."},
		{path: "compute_metrics.macs_per_request", label: "MACs per request", unit: "MAC", help: "Estimated multiply-accumulate operations of a query."},
		{path: "compute_metrics.total_flops", label: "FLOPs", unit: "FLOP", help: "Estimated operations."},
		{path: "compute_metrics.flops_per_token", label: "FLOPs per token", unit: "FLOP per token", help: "Estimated operations of a token."},
		{path: "energy_metrics.per_query_joules", label: "GPU energy of a query", unit: "J per query", help: "GPU energy as the runner states it, zeros included."},
		{path: "energy_metrics.total_joules", label: "Total energy", unit: "J per query", help: "The same number under another name; it is no running total."},
		{path: "energy_metrics.cpu_per_query_joules", label: "CPU energy of a query", unit: "J per query", help: "CPU energy."},
		{path: "energy_metrics.cpu_total_joules", label: "Total CPU energy", unit: "J per query", help: "CPU energy under another name."},
		{path: "energy_metrics.ane_per_query_joules", label: "ANE energy of a query", unit: "J per query", help: "Energy of Apple's neural engine."},
		{path: "energy_metrics.ane_total_joules", label: "Total ANE energy", unit: "J per query", help: "Energy of Apple's neural engine under another name."},
		{path: "energy_metrics.soc_per_query_joules", label: "SoC energy of a query", unit: "J per query", help: "Energy of the whole chip, CPU and neural engine included."},
		{path: "energy_metrics.soc_total_joules", label: "Total SoC energy", unit: "J per query", help: "Energy of the whole chip under another name."},
		{path: "energy_metrics.energy_per_output_token_joules", label: "Stated energy per output token", unit: "J per output token", help: "As the runner states it."},
		{path: "energy_metrics.energy_per_total_token_joules", label: "Stated energy per token", unit: "J per token, input + output", help: "As the runner states it."},
		{path: "energy_metrics.basis", label: "Stated energy basis", help: "What the runner says its energy is of: gpu or soc.", text: true},
		{path: "latency_metrics.per_token_ms", label: "Time per output token", unit: "ms", help: "Time of the whole query divided by its output tokens; not the time between tokens."},
		{path: "latency_metrics.throughput_tokens_per_sec", label: "Throughput of a query", unit: "output tok/s", help: "Output tokens divided by the time of the whole query."},
		{path: "latency_metrics.time_to_first_token_seconds", label: "Mean time to first token", unit: "s", help: "From the query to its first output token."},
		{path: "latency_metrics.total_query_seconds", label: "Mean time of a query", unit: "s", help: "From the query to the end of its answer."},
	},
	statistics("memory_metrics.cpu_mb", "host memory", "MB"),
	statistics("memory_metrics.gpu_mb", "GPU memory", "MB"),
	statistics("power_metrics.gpu.per_query_watts", "GPU power of a query", "W"),
	statistics("power_metrics.gpu.total_watts", "GPU power", "W"),
	statistics("power_metrics.cpu.per_query_watts", "CPU power of a query", "W"),
	statistics("power_metrics.cpu.total_watts", "CPU power", "W"),
	statistics("power_metrics.soc.per_query_watts", "SoC power of a query", "W"),
	statistics("power_metrics.soc.total_watts", "SoC power", "W"),
	statistics("power_metrics.ane.per_query_watts", "ANE power of a query", "W"),
	statistics("power_metrics.ane.total_watts", "ANE power", "W"),
	[]leaf{{path: "power_metrics.basis", label: "Stated power basis", help: "What the runner says its power is of.", text: true}},
	statistics("temperature_metrics", "GPU temperature", "°C"),
	[]leaf{
		{path: "token_metrics.input", label: "Input tokens of a query", unit: "tokens per query", help: "Tokens of the prompt."},
		{path: "token_metrics.output", label: "Output tokens of a query", unit: "tokens per query", help: "Tokens of the answer."},
		{path: "token_metrics.total", label: "Tokens of a query", unit: "tokens per query, input + output", help: "Tokens of prompt and answer."},
		{path: "phase_metrics.prefill_energy_j", label: "Prefill energy", unit: "J per query", help: "Energy until the first output token."},
		{path: "phase_metrics.decode_energy_j", label: "Decode energy", unit: "J per query", help: "Energy from the first output token on."},
		{path: "phase_metrics.prefill_duration_ms", label: "Prefill time", unit: "ms per query", help: "Time until the first output token."},
		{path: "phase_metrics.decode_duration_ms", label: "Decode time", unit: "ms per query", help: "Time from the first output token on."},
		{path: "phase_metrics.prefill_power_avg_w", label: "Prefill power", unit: "W", help: "Mean power until the first output token."},
		{path: "phase_metrics.decode_power_avg_w", label: "Decode power", unit: "W", help: "Mean power from the first output token on."},
		{path: "phase_metrics.prefill_energy_per_input_token_j", label: "Prefill energy per token", unit: "J per input token", help: "Energy of the prefill divided by input tokens."},
		{path: "phase_metrics.decode_energy_per_output_token_j", label: "Decode energy per token", unit: "J per output token", help: "Energy of the decoding divided by output tokens."},
		{path: "hardware_utilization.gpu.compute_utilization_pct", label: "Compute utilisation", unit: "%", help: "Share of time that the GPU computed."},
		{path: "hardware_utilization.gpu.memory_bandwidth_utilization_pct", label: "Bandwidth utilisation", unit: "%", help: "Share of the memory bandwidth in use."},
		{path: "hardware_utilization.gpu.tensor_core_utilization_pct", label: "Tensor core utilisation", unit: "%", help: "Share of time that tensor cores computed."},
		{path: "hardware_utilization.gpu.memory_used_gb", label: "GPU memory in use", unit: "GB", help: "Most GPU memory in use."},
		{path: "hardware_utilization.gpu.memory_total_gb", label: "GPU memory", unit: "GB", help: "Memory of the GPU."},
		{path: "hardware_utilization.derived.mfu", label: "MFU", help: "Share of the GPU's peak operations that the model used."},
		{path: "hardware_utilization.derived.mbu", label: "MBU", help: "Share of the GPU's peak bandwidth that the model used."},
		{path: "hardware_utilization.derived.arithmetic_intensity", label: "Arithmetic intensity", unit: "FLOP/byte", help: "Operations per byte of memory traffic."},
		{path: "cost.input_cost_usd", label: "Input cost", unit: "USD per query", help: "Price of the input tokens."},
		{path: "cost.output_cost_usd", label: "Output cost", unit: "USD per query", help: "Price of the output tokens."},
		{path: "cost.tool_cost_usd", label: "Tool cost", unit: "USD per query", help: "Price of tools."},
		{path: "cost.total_cost_usd", label: "Cost of a query", unit: "USD per query", help: "Price of the query."},
		{path: "gpu_info.name", label: "Stated GPU", help: "Name of the GPU in the queries.", text: true},
		{path: "gpu_info.vendor", label: "GPU vendor", help: "Vendor of the GPU.", text: true},
		{path: "gpu_info.device_id", label: "GPU index", help: "Index of the GPU in its machine."},
		{path: "gpu_info.device_type", label: "Device type", help: "Kind of device.", text: true},
		{path: "gpu_info.backend", label: "Telemetry", help: "What the energy was read with.", text: true},
		{path: "system_info.os_name", label: "Operating system", help: "Name of the operating system.", text: true},
		{path: "system_info.os_version", label: "System version", help: "Version of the operating system.", text: true},
		{path: "system_info.kernel_version", label: "Kernel", help: "Version of the kernel.", text: true},
		{path: "system_info.cpu_count", label: "CPUs", help: "Processors of the machine."},
		{path: "system_info.cpu_brand", label: "CPU", help: "Model of the CPU.", text: true},
		{path: "lm_correctness", label: "Flag of the runner", help: "Share of queries whose flag lm_correctness is set. The runner never sets it, so it says nothing of accuracy."},
	},
)

// statistics are the four values of a quantity that was sampled during a query.
func statistics(path, what, unit string) []leaf {
	return []leaf{
		{path: path + ".avg", label: "Mean " + what, unit: unit, help: "Mean during the query."},
		{path: path + ".max", label: "Greatest " + what, unit: unit, help: "Greatest value during the query."},
		{path: path + ".median", label: "Median " + what, unit: unit, help: "Median during the query."},
		{path: path + ".min", label: "Least " + what, unit: unit, help: "Least value during the query."},
	}
}

// mostLeaves is the room that a profile has for leaves.
const mostLeaves = 120
