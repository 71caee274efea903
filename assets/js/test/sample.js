// A small board for tests: two models that keep 50 ms and one that does not, on two GPUs.
export const wire = {
  runs: ['a1', 'a2', 'b1', 'c1', 'b2'],
  energy: 'energy_per_token_joules',
  latency: ['p50_itl_ms', 'p90_itl_ms', 'p95_itl_ms', 'p99_itl_ms'],
  throughput: 'output_throughput_tokens_per_sec',
  deadline: 50,
  percentile: 'p50',
  columns: [
    { name: 'model_id', kind: 'string', words: ['lab/a', 'lab/b,1', 'lab/c'], at: [0, 0, 1, 2, 1] },
    { name: 'nickname', kind: 'string', words: ['A 8B', 'B 14B', 'C'], at: [0, 0, 1, 2, 1] },
    { name: 'gpu_model', kind: 'string', words: ['H100', 'B200'], at: [0, 1, 0, 1, 1] },
    { name: 'num_gpus', kind: 'integer', values: [1, 1, 2, 8, 2] },
    { name: 'weight_precision', kind: 'string', words: ['bfloat16'], at: [0, 0, 0, 0, 0] },
    { name: 'energy_per_token_joules', kind: 'number', values: [0.4, 0.2, 0.41, 3, 0.1] },
    { name: 'p50_itl_ms', kind: 'number', values: [20, 40, 30, 90, 80] },
    { name: 'p90_itl_ms', kind: 'number', values: [22, 60, 33, 99, 88] },
    { name: 'p95_itl_ms', kind: 'number', values: [23, 61, 34, 99, 89] },
    { name: 'p99_itl_ms', kind: 'number', values: [24, 62, 35, 99, 90] },
    { name: 'output_throughput_tokens_per_sec', kind: 'number', values: [1000, 2000, 900, 100, 4000] },
  ],
};
