import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, found, isNear } from '../web/finding.js';

// pages as the index of a site has them
const model = (name, id) => ({ title: `${name}: energy and latency`, address: `models/${id}/`, text: `GPU energy, latency, power and throughput of ${name} in 20 configurations.` });
const section = (title, address, text = '') => ({ title, address: `#${address}`, text });
const index = [
  { title: 'Data', address: 'data/', text: 'All results as CSV, JSON and Parquet, with schemas, checksums, data sources and known issues.' },
  { title: 'Compare models', address: 'compare/', text: 'Two to eight models side by side: energy, latency and throughput.' },
  { title: 'Models', address: 'models/', text: 'All models, with their size, architecture and tasks.' },
  { title: 'GPUs', address: 'gpus/', text: 'Inference energy by GPU, task by task.' },
  { title: 'Key findings', address: 'findings/', text: 'Matched comparisons: how a different GPU, precision or number of GPUs changes energy.' },
  { title: 'About', address: 'about/', text: 'What this site shows.', sections: [section('How to cite', 'cite', 'BibTeX'), section('How accurate are the numbers?', 'accurate')] },
  { title: 'Methods', address: 'methods/', text: 'How the numbers were measured.', sections: [
    section('Energy per token', 'energy-per-token'), section('Inter-token latency (ITL)', 'itl'), section('Throughput', 'throughput'), section('Batch size', 'batch-size'),
    section('Precision', 'precision'), section('Deadline', 'deadline'), section('Frontier', 'frontier'), section('Ties', 'ties'), section('Capacity', 'capacity', 'price of energy'),
    section('Uncertainty', 'uncertainty'), section('Units', 'units', 'CO2 by the grid intensity that a reader states'), section('Power', 'power'), section('Stability', 'stability'),
  ] },
  { title: 'Problem solving: energy per token', address: 'tasks/gpqa/', text: '12 models ranked by GPU energy per token at ≤ 50 ms per token.' },
  { title: 'Text conversation: energy per token', address: 'tasks/lm-arena-chat/', text: '18 models ranked.' },
  { title: 'Code completion: energy per token', address: 'tasks/sourcegraph-fim/', text: '3 models ranked.' },
  { title: 'Text to image: energy per image', address: 'tasks/text-to-image/', text: '7 models ranked.' },
  { title: 'Text to video: energy per video', address: 'tasks/text-to-video/', text: '5 models ranked.' },
  model('CogVideoX 2B', 'zai-org__CogVideoX-2b'), model('DeepSeek R1', 'deepseek-ai__DeepSeek-R1-0528'), model('DeepSeek V3.1', 'deepseek-ai__DeepSeek-V3.1'),
  model('FLUX.1 Dev', 'black-forest-labs__FLUX.1-dev'), model('GPT OSS 120B', 'openai__gpt-oss-120b'), model('GPT OSS 20B', 'openai__gpt-oss-20b'),
  model('Gemma 3 27B', 'google__gemma-3-27b-it'), model('HunyuanVideo', 'tencent__HunyuanVideo'), model('Llama 3.1 405B Instruct', 'meta-llama__Llama-3.1-405B-Instruct'),
  model('Llama 3.1 8B Instruct', 'meta-llama__Llama-3.1-8B-Instruct'), model('Qwen 3 32B', 'Qwen__Qwen3-32B'), model('Qwen 3 8B', 'Qwen__Qwen3-8B'),
  model('Qwen 3 Coder 30B A3B', 'Qwen__Qwen3-Coder-30B-A3B-Instruct'), model('Stable Diffusion 3.5 Large', 'stabilityai__stable-diffusion-3.5-large'),
  { title: 'B200: inference energy', address: 'gpus/b200/', text: 'B200: models ranked by GPU energy, in 7 tasks.' },
  { title: 'H100: inference energy', address: 'gpus/h100/', text: 'H100: models ranked by GPU energy, in 7 tasks.' },
  { title: 'MoE: inference energy', address: 'architectures/moe/', text: 'MoE: models ranked by GPU energy, in 5 tasks.' },
  { title: 'B200 instead of H100, median inter-token latency ≤ 50 ms', address: 'findings/b200-h100/', text: 'Lower energy in 30 of 39 groups.' },
  { title: 'FP8 weights instead of BF16', address: 'findings/fp8-bfloat16/', text: 'Lower energy in 2 of 4 groups.' },
  { title: 'Batch size, latency and energy', address: 'posts/batch-size-latency-and-energy/', text: 'With a larger batch size, one pass serves more requests.' },
  { title: 'How to read an energy leaderboard', address: 'posts/how-to-read-an-energy-leaderboard/', text: 'A rank is valid for one task.' },
];
const entries = index.flatMap(entriesOf);

const searches = `
b200 = gpus/b200/
h100 = gpus/h100/
b200 vs h100 = findings/b200-h100/
H100 versus B200 = findings/b200-h100/
deepseek r1 = models/deepseek-ai__DeepSeek-R1-0528/
deepseek r1 h100 = models/deepseek-ai__DeepSeek-R1-0528/
deepseek = models/deepseek-ai__DeepSeek-R1-0528/
deep seek = models/deepseek-ai__DeepSeek-R1-0528/
deepsek = models/deepseek-ai__DeepSeek-R1-0528/
depseek r1 = models/deepseek-ai__DeepSeek-R1-0528/
deepseekr1 = models/deepseek-ai__DeepSeek-R1-0528/
deepseek v3 = models/deepseek-ai__DeepSeek-V3.1/
qwen3 32b = models/Qwen__Qwen3-32B/
qwen 3 32b = models/Qwen__Qwen3-32B/
qwen 32b = models/Qwen__Qwen3-32B/
qwen3-32b = models/Qwen__Qwen3-32B/
qwne 32b = models/Qwen__Qwen3-32B/
Qwen/Qwen3-8B = models/Qwen__Qwen3-8B/
qwen coder = models/Qwen__Qwen3-Coder-30B-A3B-Instruct/
gpt oss = models/openai__gpt-oss-20b/
gpt-oss-120b = models/openai__gpt-oss-120b/
gptoss 20b = models/openai__gpt-oss-20b/
gpt 120b = models/openai__gpt-oss-120b/
llama = models/meta-llama__Llama-3.1-8B-Instruct/
lama 405b = models/meta-llama__Llama-3.1-405B-Instruct/
llama 3.1 8b = models/meta-llama__Llama-3.1-8B-Instruct/
llama3 405b = models/meta-llama__Llama-3.1-405B-Instruct/
gemma = models/google__gemma-3-27b-it/
gema 27b = models/google__gemma-3-27b-it/
gemma3 = models/google__gemma-3-27b-it/
flux = models/black-forest-labs__FLUX.1-dev/
hunyuan video = models/tencent__HunyuanVideo/
hunyuanvideo = models/tencent__HunyuanVideo/
hunyan = models/tencent__HunyuanVideo/
cogvideo = models/zai-org__CogVideoX-2b/
cog video x = models/zai-org__CogVideoX-2b/
stable diffusion = models/stabilityai__stable-diffusion-3.5-large/
stablediffusion = models/stabilityai__stable-diffusion-3.5-large/
stabel diffusion = models/stabilityai__stable-diffusion-3.5-large/
text to image = tasks/text-to-image/
video = tasks/text-to-video/
problem solving = tasks/gpqa/
gpqa = tasks/gpqa/
code completion = tasks/sourcegraph-fim/
codecompletion = tasks/sourcegraph-fim/
chat = tasks/lm-arena-chat/
moe = architectures/moe/
deadline = methods/#deadline
dead line = methods/#deadline
itl = methods/#itl
frontier = methods/#frontier
uncertainty = methods/#uncertainty
uncertanty = methods/#uncertainty
carbon = methods/#units
cost = methods/#capacity
quantization = methods/#precision
fp8 = findings/fp8-bfloat16/
batch size = methods/#batch-size
batchsize = methods/#batch-size
what is a tie = methods/#ties
how to cite = about/#cite
bibtex = about/#cite
`.trim().split('\n').map((line) => line.split(' = '));

test('searches lead to the right page among the first three', () => {
  assert.ok(searches.length >= 60);
  const missed = searches.filter(([asked, want]) => !found(entries, asked).slice(0, 3).some(({ address }) => address === want))
    .map(([asked, want]) => `${asked}: want ${want}, got ${found(entries, asked).slice(0, 3).map(({ address }) => address).join(' ')}`);
  assert.ok(missed.length <= 3, missed.join('\n'));
});

test('a word that no page has is not found', () => assert.deepEqual(found(entries, 'xyzzy'), []));

test('words are near that differ in one letter', () => {
  for (const [a, b, want] of [['qwen', 'qwne', true], ['gemma', 'gema', true], ['llama', 'llamas', true], ['b200', 'b300', true], ['h10', 'h20', false], ['100', '200', false], ['deep', 'keep', true], ['moe', 'mos', false], ['abcd', 'dcba', false]]) {
    assert.equal(isNear(a, b), want, `${a} ${b}`);
  }
});
