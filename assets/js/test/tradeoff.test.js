import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filter, openBoard } from '../web/board.js';
import { defaults } from '../web/query.js';
import { wire } from './sample.js';

globalThis.document = { querySelector: () => null }; // the module's neighbours look for elements when they are called
const { tradeoff } = await import('../web/tradeoff.js');

const board = openBoard({ ...wire, columns: [...wire.columns,
  { name: 'hardware', kind: 'string', words: ['1× H100'], at: [0, 0, 0, 0, 0] },
  { name: 'max_num_seqs', kind: 'integer', values: [8, 16, 32, 64, 128] }] });
const axes = [{ x: { least: 10, most: 100, from: 50, to: 900 }, y: { least: 0.05, most: 5, from: 400, to: 10 } }];
const mark = (color) => ({ color, shape: 'circle' });
const parts = {
  board, axes, standard: defaults(board), within: () => true,
  file: {
    task: { unit: 'ms' }, marks: { H100: mark('#111111'), B200: mark('#222222') }, model_marks: [mark('#a'), mark('#b'), mark('#c')],
    columns: ['p50', 'p90', 'p95', 'p99'].map((p) => ({ field: `${p}_itl_ms`, label: `${p} ITL` })).concat({ field: wire.energy, label: 'Energy' }),
  },
};
const place = { narrow: false, width: 1120, height: 440 };
const draw = (changes, extra = {}) => {
  const query = { ...parts.standard, ...changes };
  return tradeoff({ ...parts, ...extra }, { query, passes: filter(board, query), best: [1], picked: extra.picked ?? [] }, place);
};
const named = ({ option, rows }) => option.series.flatMap(({ name }, i) => (rows[i] ? [[name, rows[i].join()]] : []));

test('rows are grouped by GPU, those that do not pass are faint', () => {
  const { option, rows } = draw({});
  assert.deepEqual(named({ option, rows }), [['B200', '1'], ['H100', '0,2']]);
  assert.equal(option.series[0].itemStyle.opacity, 0.12);
  assert.deepEqual([...option.series[0].data], [90, 3, 80, 0.1]);
});

test('they are grouped by model where a reader searches or picks', () => {
  assert.deepEqual(named(draw({ q: '14b' })), [['B 14B', '2']]);
  assert.deepEqual(named(draw({}, { picked: [1] })), [['B 14B', '2']]);
});

test('another percentile has other places and an axis that holds them', () => {
  const { option } = draw({ percentile: 3, deadline: 0 });
  assert.equal(option.xAxis.name, 'p99 inter-token latency, ms (log)');
  assert.ok(option.xAxis.min < 24 && option.xAxis.max > 99);
  const line = option.series.find(({ name }) => name === 'frontier');
  assert.deepEqual(line.data, [[24, 0.4], [62, 0.2], [90, 0.1]]);
});

test('the frontier is that of the rows that pass, the deadline shades the rest', () => {
  const { option } = draw({});
  assert.deepEqual(option.series.find(({ name }) => name === 'frontier').data, [[20, 0.4], [40, 0.2]]);
  assert.equal(option.series.find(({ markArea }) => markArea).markArea.data[0][0].xAxis, 50);
});
