import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filter, openBoard } from '../web/board.js';
import { defaults } from '../web/query.js';
import { wire } from './sample.js';

import './english.js';
const { tradeoff } = await import('../web/tradeoff.js');

const board = openBoard({ ...wire, columns: [...wire.columns,
  { name: 'hardware', kind: 'string', words: ['1× H100'], at: [0, 0, 0, 0, 0] },
  { name: 'max_num_seqs', kind: 'integer', values: [8, 16, 32, 64, 128] }] });
const frame = (x) => ({
  width: 1120, height: 440,
  x: { log: true, least: x[0], most: x[1], from: 50, to: 900, name: `${x[2]} inter-token latency, ms (log)`,
    ticks: [{ at: 20, text: '20' }, { at: 50, text: '50' }] },
  y: { log: true, least: 0.05, most: 5, from: 400, to: 10, name: 'Energy, J (log)', ticks: [{ at: 1, text: '1' }] },
});
const frames = [[10, 100, 'p50'], [10, 110, 'p90'], [10, 110, 'p95'], [20, 110, 'p99']].map((x) => [frame(x)]);
const entry = (name) => ({ data: [name], formatter: name, left: 4, top: 0 });
const made = {
  frames,
  wide: {
    width: 1120, height: 440, panels: [frames[0][0]], rows: [[0, 1, 2], null],
    option: {
      grid: [{}], xAxis: [{ type: 'log', axisTick: {}, axisLabel: { show: true } }],
      yAxis: [{ type: 'log', axisTick: {}, axisLabel: { show: true } }],
      legend: [entry('B200'), entry('H100'), entry('frontier')],
      series: [{ name: 'B200', type: 'scatter' }, { name: 'frontier', type: 'line' }],
    },
  },
};
const mark = (color) => ({ color, shape: 'circle' });
const parts = {
  board, drawn: [4, 1, 0], standard: defaults(board), within: () => true,
  file: {
    task: { unit: 'ms' }, marks: { H100: mark('#111111'), B200: mark('#222222') }, model_marks: [mark('#a'), mark('#b'), mark('#c')],
    columns: ['p50', 'p90', 'p95', 'p99'].map((p) => ({ field: `${p}_itl_ms`, label: `${p} ITL` }))
      .concat({ field: wire.energy, label: 'Energy', unit: 'J per token' }),
  },
};
const draw = (changes, extra = {}) => {
  const query = { ...parts.standard, ...changes };
  const shown = { query, passes: filter(board, query), best: [1], picked: extra.picked ?? [], standing: extra.standing ?? false };
  return tradeoff({ ...parts, ...extra }, shown, made, { narrow: false });
};
const named = ({ option, rows }) => option.series.flatMap(({ name }, i) => (rows[i] ? [[name, rows[i].join()]] : []));

test('rows are grouped by GPU, those that do not pass are faint', () => {
  const { option, rows } = draw({});
  assert.deepEqual(named({ option, rows }), [['B200', '1'], ['H100', '0,2']]);
  assert.equal(option.series[1].itemStyle.opacity, 0.12);
  assert.deepEqual([...option.series[1].data], [90, 3, 80, 0.1]);
});

test('the standard view is what was drawn, its rows those of the board', () => {
  const { option, rows } = draw({}, { standing: true });
  assert.equal(option, made.wide.option);
  assert.deepEqual(rows, [[4, 1, 0], null]);
});

test('models take the places of the legend', () => {
  const { option } = draw({}, { picked: [1] });
  assert.deepEqual(option.legend.map(({ data, show }) => [data[0], show]), [['B 14B', undefined], ['H100', false], ['frontier', false]]);
});

test('they are grouped by model where a reader searches or picks', () => {
  assert.deepEqual(named(draw({ q: '14b' })), [['B 14B', '2']]);
  assert.deepEqual(named(draw({}, { picked: [1] })), [['B 14B', '2']]);
});

test('another percentile has other places and an axis that holds them', () => {
  const { option } = draw({ percentile: 3, deadline: 0 });
  const [x] = option.xAxis;
  assert.equal(x.name, 'p99 inter-token latency, ms (log)');
  assert.deepEqual([x.min, x.max, x.axisLabel.customValues], [20, 110, [20, 50]]);
  const line = option.series.find(({ name }) => name === 'frontier');
  assert.deepEqual(line.data, [[24, 0.4], [62, 0.2], [90, 0.1]]);
});

test('the frontier is that of the rows that pass, the deadline shades the rest', () => {
  const { option } = draw({});
  assert.deepEqual(option.series.find(({ name }) => name === 'frontier').data, [[20, 0.4], [40, 0.2]]);
  assert.equal(option.series.find(({ markArea }) => markArea).markArea.data[0][0].xAxis, 50);
});
