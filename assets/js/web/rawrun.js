// A results.json of the ML.ENERGY Benchmark as a record: the formulas are those of package raw, and a test compares both.

// isResult tells whether a document is such a file; with rules, whether it is of their record type.
export const isResult = (document, rules) => {
  const own = (...keys) => keys.some((key) => Object.hasOwn(document, key));
  const llm = own('steady_state_energy', 'steady_state_duration') && own('results', 'completed');
  const diffusion = Array.isArray(document.iteration_energy_measurements);
  if (!rules) return llm || diffusion;
  return (llm && rules.kind === 'llm') || (diffusion && rules.kind === 'diffusion');
};

// resultOf gives the values by field; fault(key, values) makes the error of a file that has no run.
export const resultOf = (document, fault) => (Object.hasOwn(document, 'steady_state_energy') || Object.hasOwn(document, 'steady_state_duration')
  ? llmOf(document, fault) : diffusionOf(document, fault));

const shortest = 20; // s of a steady state

const numberIn = (document, key, fault, needed) => {
  const value = Object.hasOwn(document, key) ? document[key] : undefined;
  const x = typeof value === 'string' && value.trim() ? Number(value) : value;
  if (typeof x === 'number' && Number.isFinite(x)) return x;
  if (needed) throw fault('lacks', { field: key });
  return null;
};

const llmOf = (document, fault) => {
  const needed = (key) => numberIn(document, key, fault, true);
  const optional = (key) => numberIn(document, key, fault, false);
  const [duration, energy] = [needed('steady_state_duration'), needed('steady_state_energy')];
  const perToken = optional('steady_state_energy_per_token') ?? needed('energy_per_token_joules');
  if (duration < shortest) throw fault('short', { given: String(duration), least: shortest });
  if (!(perToken > 0)) throw fault('above', { place: 'results.json', field: 'steady_state_energy_per_token', given: String(perToken) });
  const [tokens, completed] = [optional('total_output_tokens'), optional('completed')];
  const length = tokens !== null && completed > 0 ? tokens / completed : null;
  const throughput = (energy / perToken) / duration;
  const gaps = gapsOf(document.results, fault);
  const [p50, p90, p95, p99] = percentilesOf(gaps, [50, 90, 95, 99]).map((x) => x * 1000);
  const input = optional('total_input_tokens');
  const values = {
    model_id: document.model_id, nickname: nickname(document.model_id), gpu_model: upper(document.gpu_model), num_gpus: optional('num_gpus') ?? 1,
    max_num_seqs: optional('max_num_seqs'), seed: optional('seed'), num_request_repeats: optional('num_request_repeats'),
    steady_state_energy_joules: energy, steady_state_duration_seconds: duration, energy_per_token_joules: perToken,
    energy_per_request_joules: length === null ? null : perToken * length, output_throughput_tokens_per_sec: throughput,
    request_throughput_req_per_sec: length > 0 ? throughput / length : null, avg_power_watts: energy / duration,
    total_output_tokens: tokens, completed_requests: completed, avg_output_len: length,
    mean_itl_ms: 1000 * (gaps.reduce((sum, x) => sum + x, 0) / gaps.length),
    median_itl_ms: p50, p50_itl_ms: p50, p90_itl_ms: p90, p95_itl_ms: p95, p99_itl_ms: p99, total_input_tokens: input,
    energy_per_total_token_joules: input > 0 && tokens > 0 ? (perToken * tokens) / (input + tokens) : null,
    median_e2e_latency_ms: optional('median_e2el_ms'),
  };
  for (const percentile of ['median', 'p90', 'p95', 'p99']) {
    values[`${percentile}_ttft_ms`] = optional(`${percentile}_ttft_ms`);
    values[`${percentile}_e2e_latency_ms`] = optional(`${percentile}_e2el_ms`);
  }
  return values;
};

const nickname = (id) => (typeof id === 'string' ? id.split('/').at(-1) : id);
const upper = (name) => (typeof name === 'string' ? name.toUpperCase() : name);

// gapsOf are the times between output tokens, in s and in order: the time of a chunk is spread over its tokens, and what
// comes before the first one is dropped.
const gapsOf = (requests, fault) => {
  if (!Array.isArray(requests)) throw fault('lacks', { field: 'results' });
  const gaps = [];
  for (const [i, request] of requests.entries()) {
    if (!request || typeof request !== 'object') throw fault('request', { n: i });
    if (!request.success) continue;
    if (request.itl != null && !Array.isArray(request.itl)) throw fault('gaps', { n: i });
    spread(request.itl ?? [], gaps, () => fault('gaps', { n: i }));
  }
  if (gaps.length === 0) throw fault('lacks', { field: 'results[].itl' });
  return Float64Array.from(gaps).sort();
};

const spread = (latencies, gaps, wrong) => {
  let [value, tokens] = [0, 0];
  const flush = () => { if (value > 0) for (let k = 0; k < tokens; k++) gaps.push(value / tokens); };
  for (const x of latencies) {
    if (typeof x !== 'number') throw wrong();
    if (x !== 0 && (tokens > 0 || x > 0)) {
      flush();
      [value, tokens] = [x, 1];
    } else if (tokens > 0) tokens++;
  }
  flush();
};

// percentilesOf interpolates linearly between the two closest of values in order.
const percentilesOf = (values, percents) => percents.map((percent) => {
  const at = (values.length - 1) * (percent / 100);
  const low = Math.floor(at);
  const [a, b, t] = [values[low], values[Math.min(low + 1, values.length - 1)], at - low];
  return t >= 0.5 ? b - (b - a) * (1 - t) : a + (b - a) * t;
});

const diffusionOf = (document, fault) => {
  const optional = (key) => numberIn(document, key, fault, false);
  const configured = document.configurations ?? {};
  const degree = (key) => numberIn(configured, key, fault, false) ?? optional(key);
  const measured = document.iteration_energy_measurements.filter((one) => one && one.time > 0 && one.gpu_energy && typeof one.gpu_energy === 'object');
  if (measured.length === 0) throw fault('lacks', { field: 'iteration_energy_measurements' });
  const batch = numberIn(document, 'batch_size', fault, true);
  const sum = (of) => measured.reduce((all, one) => all + of(one), 0) / measured.length;
  const energy = sum(({ gpu_energy: gpus }) => Object.values(gpus).reduce((all, x) => all + x, 0));
  const latency = sum(({ time }) => time);
  const [ulysses, ring] = [degree('ulysses_degree') ?? 1, degree('ring_degree') ?? 1];
  return {
    model_id: document.model_id, nickname: nickname(document.model_id), gpu_model: upper(document.gpu_model), num_gpus: ulysses * ring,
    batch_size: batch, height: optional('height'), width: optional('width'), inference_steps: optional('inference_steps'),
    num_frames: optional('num_frames'), fps: optional('fps'), seed: optional('seed'), ulysses_degree: ulysses, ring_degree: ring,
    energy_per_generation_joules: energy / batch, batch_latency_s: latency, avg_power_watts: energy / latency,
    throughput_generations_per_sec: batch / latency,
  };
};
