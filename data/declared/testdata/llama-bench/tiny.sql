CREATE TABLE IF NOT EXISTS llama_bench (
  build_commit TEXT,
  build_number INTEGER,
  cpu_info TEXT,
  gpu_info TEXT,
  backends TEXT,
  model_filename TEXT,
  model_type TEXT,
  model_size INTEGER,
  model_n_params INTEGER,
  n_batch INTEGER,
  n_threads INTEGER,
  n_gpu_layers INTEGER,
  main_gpu INTEGER,
  flash_attn INTEGER,
  n_prompt INTEGER,
  n_gen INTEGER,
  n_depth INTEGER,
  test_time TEXT,
  avg_ns INTEGER,
  stddev_ns INTEGER,
  avg_ts REAL,
  stddev_ts REAL
);

INSERT INTO llama_bench (build_commit, build_number, cpu_info, gpu_info, backends, model_filename, model_type, model_size, model_n_params, n_batch, n_threads, n_gpu_layers, main_gpu, flash_attn, n_prompt, n_gen, n_depth, test_time, avg_ns, stddev_ns, avg_ts, stddev_ts) VALUES ('abc1234', '5000', 'Example CPU 8-Core', 'NVIDIA GeForce RTX 4090', 'CUDA', 'models/tiny-1b-q4_k_m.gguf', 'tiny 1B Q4_K - Medium', '700000000', '1000000000', '2048', '8', '99', '0', '0', '512', '0', '0', '2026-02-01T12:00:00Z', '128000000', '1000', '4000.000000', '0.5');
INSERT INTO llama_bench (build_commit, build_number, cpu_info, gpu_info, backends, model_filename, model_type, model_size, model_n_params, n_batch, n_threads, n_gpu_layers, main_gpu, flash_attn, n_prompt, n_gen, n_depth, test_time, avg_ns, stddev_ns, avg_ts, stddev_ts) VALUES ('abc1234', '5000', 'Example CPU 8-Core', 'NVIDIA GeForce RTX 4090', 'CUDA', 'models/tiny-1b-q4_k_m.gguf', 'tiny 1B Q4_K - Medium', '700000000', '1000000000', '2048', '8', '99', '0', '0', '0', '512', '0', '2026-02-01T12:00:00Z', '2048000000', '1000', '250.000000', '0.5');
