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
export const resultOf = (document, rules, fault) => (Object.hasOwn(document, 'steady_state_energy') || Object.hasOwn(document, 'steady_state_duration')
  ? llmOf(document, rules, fault) : diffusionOf(document, fault));

const shortest = 20; // s of a steady state

const place = 'results.json';

// numeric is a number, also in quotes; null for none. What only looks like one, such as true or "1_6", is refused.
const numeric = (value, refuse) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || value === undefined || typeof value === 'object') return null;
  const text = typeof value === 'string' ? value.trim() : '';
  const x = text ? Number(text.replaceAll('_', '')) : NaN;
  if (/^[\d+\-.eE]+$/.test(text) && Number.isFinite(x)) return x;
  if (typeof value === 'string' && Number.isNaN(x) && !/^[+-]?(nan|inf(inity)?)$/i.test(text)) return null;
  throw refuse(value);
};

// numbersIn reads numbers of a document by key.
const numbersIn = (document, fault) => {
  const refuse = (field) => (value) => fault('number', { place, field, label: field, given: String(value) });
  const optional = (key) => (Object.hasOwn(document, key) ? numeric(document[key], refuse(key)) : null);
  const needed = (key) => {
    const x = optional(key);
    if (x === null) throw fault('lacks', { field: key });
    return x;
  };
  return { optional, needed };
};

// takenOver are the fields that records have from the file as they are; what is none of their values is missing.
const takenOver = (document, { fields }) => Object.fromEntries(fields.filter(({ from }) => from).map(({ name, from, range: [least, most] = [0, Infinity] }) => {
  const key = from.find((one) => Object.hasOwn(document, one));
  let x = null;
  try {
    x = key ? numeric(document[key], String) : null;
  } catch { /* no number */ }
  return [name, x > 0 && x >= least && x <= most ? x : null];
}));

const llmOf = (document, rules, fault) => {
  const { optional, needed } = numbersIn(document, fault);
  const [duration, energy] = [needed('steady_state_duration'), needed('steady_state_energy')];
  const older = optional('energy_per_token_joules');
  const perToken = optional('steady_state_energy_per_token') ?? older ?? needed('steady_state_energy_per_token');
  if (duration < shortest) throw fault('short', { given: String(duration), least: shortest });
  if (!(perToken > 0)) throw fault('above', { place, field: 'steady_state_energy_per_token', given: String(perToken) });
  optional('output_throughput');
  const [tokens, completed] = [optional('total_output_tokens'), optional('completed')];
  const length = tokens !== null && completed > 0 ? tokens / completed : null;
  const throughput = (energy / perToken) / duration;
  const gaps = gapsOf(document.results, fault);
  const [p50, p90, p95, p99] = percentilesOf(gaps, [50, 90, 95, 99]).map((x) => x * 1000);
  const stated = takenOver(document, rules);
  const input = stated.total_input_tokens;
  return {
    ...stated,
    model_id: document.model_id, nickname: nickname(document.model_id), gpu_model: upper(document.gpu_model), num_gpus: optional('num_gpus') ?? 1,
    max_num_seqs: optional('max_num_seqs'), seed: optional('seed'), num_request_repeats: optional('num_request_repeats'),
    steady_state_energy_joules: energy, steady_state_duration_seconds: duration, energy_per_token_joules: perToken,
    energy_per_request_joules: length > 0 ? perToken * length : null, output_throughput_tokens_per_sec: throughput,
    request_throughput_req_per_sec: length > 0 ? throughput / length : null, avg_power_watts: energy / duration,
    total_output_tokens: tokens, completed_requests: completed, avg_output_len: length,
    mean_itl_ms: 1000 * (gaps.reduce((sum, x) => sum + x, 0) / gaps.length),
    median_itl_ms: p50, p50_itl_ms: p50, p90_itl_ms: p90, p95_itl_ms: p95, p99_itl_ms: p99,
    energy_per_total_token_joules: input > 0 && tokens > 0 ? (perToken * tokens) / (input + tokens) : null,
  };
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
    const { success, itl = [] } = request;
    if (!success || (typeof success === 'object' && Object.keys(success).length === 0)) continue;
    const wrong = () => fault('gaps', { n: i });
    if (!Array.isArray(itl)) throw wrong();
    spread(itl, gaps, wrong);
  }
  if (gaps.length === 0) throw fault('lacks', { field: 'results[].itl' });
  return Float64Array.from(gaps).sort();
};

const spread = (latencies, gaps, wrong) => {
  let [value, tokens] = [0, 0];
  const flush = () => { if (value > 0) for (let k = 0; k < tokens; k++) gaps.push(value / tokens); };
  for (const latency of latencies) {
    const x = numeric(latency, wrong);
    if (x === null) throw wrong();
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
  const { optional, needed } = numbersIn(document, fault);
  const configured = numbersIn(document.configurations ?? {}, fault);
  const degree = (key) => configured.optional(key) ?? optional(key) ?? 1;
  const measured = document.iteration_energy_measurements.map((one) => iterationOf(one, fault)).filter(Boolean);
  if (measured.length === 0) throw fault('lacks', { field: 'iteration_energy_measurements' });
  const batch = needed('batch_size');
  const [energy, latency] = [0, 1].map((k) => measured.reduce((sum, one) => sum + one[k], 0) / measured.length);
  const [ulysses, ring] = [degree('ulysses_degree'), degree('ring_degree')];
  return {
    model_id: document.model_id, nickname: nickname(document.model_id), gpu_model: upper(document.gpu_model), num_gpus: ulysses * ring,
    batch_size: batch, height: optional('height'), width: optional('width'), inference_steps: optional('inference_steps'),
    num_frames: optional('num_frames'), fps: optional('fps'), seed: optional('seed'), ulysses_degree: ulysses, ring_degree: ring,
    energy_per_generation_joules: energy / batch, batch_latency_s: latency, avg_power_watts: energy / latency,
    throughput_generations_per_sec: batch / latency,
  };
};

// iterationOf is the energy of all GPUs in J and the time in s of a batch, null for one that does not count.
const iterationOf = (one, fault) => {
  if (!one || typeof one !== 'object' || Array.isArray(one)) throw fault('lacks', { field: 'iteration_energy_measurements[].time' });
  const time = numbersIn(one, fault).optional('time');
  const { gpu_energy: gpus } = one;
  const counts = time > 0 && !(gpus !== undefined && (gpus === null || typeof gpus !== 'object' || Array.isArray(gpus)));
  if (!counts) return null;
  if (gpus === undefined) throw fault('lacks', { field: 'iteration_energy_measurements[].gpu_energy' });
  const { needed } = numbersIn(gpus, fault);
  return [Object.keys(gpus).reduce((sum, gpu) => sum + needed(gpu), 0), time];
};
