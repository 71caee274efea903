import assert from 'node:assert/strict';
import { test } from 'node:test';
import './english.js';
import { marksOf } from '../web/marks.js';
import { nearest } from '../web/tip.js';
import {
  axesOf, axisTicks, endsOf, fitted, joined, panelsOf, panned, rowsOf, shareOf, spoken, valueAt, withAxes, zoomed,
} from '../web/option.js';

const option = () => ({
  textStyle: { fontFamily: 'var(--font)', fontSize: 12, color: 'var(--muted)' },
  grid: { left: '44', right: '6', top: '10', bottom: '42', outerBoundsMode: 'none' },
  xAxis: { type: 'log', min: 1, max: 100, name: 'Latency, ms (log)', axisLabel: { customValues: [1, 10, 100], fontSize: 12 } },
  yAxis: { type: 'value', min: 0, max: 8, name: 'Energy, J', axisLabel: { customValues: [0, 4, 8] } },
  legend: { data: ['var(--fg)'], left: '4' },
  series: [
    { name: 'var(--fg)', type: 'scatter', data: [[10, 4], { value: [100, 8], label: { offset: [1, 2], color: 'var(--label)' } }],
      symbolSize: [2, 11], itemStyle: { color: 'var(--bar)' } },
    { type: 'line', data: [], lineStyle: { type: [6, 3], width: 2 }, markArea: { data: [[{ name: 'late', xAxis: 50 }, { xAxis: 100 }]] } },
  ],
});

test('lengths grow with the drawing, values and names stay, colors are painted', () => {
  const painted = fitted(option(), 2, (value) => `<${value}>`);
  assert.equal(painted.grid.left, 88);
  assert.equal(painted.textStyle.fontSize, 24);
  assert.equal(painted.textStyle.fontFamily, '<var(--font)>');
  assert.deepEqual(painted.series[0].symbolSize, [4, 22]);
  assert.deepEqual(painted.series[0].data[0], [10, 4]);
  assert.deepEqual(painted.series[0].data[1], { value: [100, 8], label: { offset: [2, 4], color: '<var(--label)>' } });
  assert.deepEqual(painted.series[1].lineStyle, { type: [12, 6], width: 4 });
  assert.equal(painted.series[0].name, 'var(--fg)');
  assert.deepEqual(painted.legend.data, ['var(--fg)']);
  assert.deepEqual(painted.xAxis.axisLabel.customValues, [1, 10, 100]);
  assert.equal(painted.xAxis.max, 100);
});

test('a flat array of numbers is handed on as it is', () => {
  const data = Float64Array.of(1, 2, 3, 4);
  assert.equal(fitted({ series: [{ data }] }, 3, String).series[0].data, data);
});

test('a linear axis begins at zero, and only scales without bars can change', () => {
  assert.deepEqual(endsOf(option(), 'x', false), [0, 100]);
  assert.deepEqual(endsOf(option(), 'x', true), [1, 100]);
  assert.equal(axesOf(option()).x.both, true);
  assert.equal(axesOf(option()).y.both, true);
  const bars = option();
  bars.series[0].type = 'bar';
  assert.equal(axesOf(bars).x.both, false);
  const zero = option();
  zero.series[0].data.push([10, 0]);
  assert.equal(axesOf(zero).y.both, false);
});

test('axes take the kind and ends that a reader chose, and areas are cut to them', () => {
  const chosen = { x: { log: false, ends: [0, 60], zoomed: true }, y: { log: false, ends: [0, 8], zoomed: false } };
  const { xAxis, yAxis, series } = withAxes(option(), chosen);
  assert.deepEqual([xAxis.type, xAxis.min, xAxis.max, xAxis.name], ['value', 0, 60, 'Latency, ms']);
  assert.deepEqual(xAxis.axisLabel.customValues, [0, 10, 20, 30, 40, 50, 60]);
  assert.deepEqual(yAxis, option().yAxis);
  assert.deepEqual(series[1].markArea.data, [[{ name: 'late', xAxis: 50 }, { xAxis: 60 }]]);
  chosen.x.ends = [0, 40];
  assert.deepEqual(withAxes(option(), chosen).series[1].markArea.data, []);
});

test('ticks are round, few and inside', () => {
  for (const [min, max, log] of [[0.0284, 11.6, true], [3.2, 290, true], [41, 44, true], [1e-6, 1e9, true], [0, 26071, false],
    [0.31, 0.33, false]]) {
    const found = axisTicks(min, max, log);
    assert.ok(found.length >= 2 && found.length <= 8, `${found}`);
    assert.ok(found.every((tick) => tick >= min && tick <= max), `${found}`);
  }
});

test('ticks are written as in the drawing, others as numbers are', () => {
  const { xAxis } = spoken(option(), { x: { ticks: [{ at: 1, text: 'one' }] }, y: { ticks: [] } });
  assert.equal(xAxis.axisLabel.formatter(1), 'one');
  assert.equal(xAxis.axisLabel.formatter(2500), '2,500');
});

test('a zoom keeps the point under the pointer, stays inside and has a floor', () => {
  for (const log of [true, false]) {
    const whole = [1, 1000];
    const before = valueAt(whole, log, 0.3);
    const ends = zoomed(whole, whole, log, 4, 0.3);
    assert.ok(Math.abs(valueAt(ends, log, 0.3) / before - 1) < 1e-9);
    const out = zoomed(ends, whole, log, 1 / 100, 0.3);
    assert.ok(Math.abs(out[0] - 1) < 1e-9 && Math.abs(out[1] - 1000) < 1e-6);
    const deep = zoomed(whole, whole, log, 1e9, 0.5);
    assert.ok(Math.abs(shareOf(whole, log, deep[1]) - shareOf(whole, log, deep[0]) - 1e-3) < 1e-9);
    const [from] = panned(ends, whole, log, -100);
    assert.ok(Math.abs(from - 1) < 1e-9);
  }
});

const area = { left: 0, right: 100, top: 0, bottom: 100 };

test('marks are found where they are drawn, those switched off are not', () => {
  const axes = { x: { scale: true, log: true, ends: [1, 100] }, y: { scale: true, log: false, ends: [0, 8] } };
  const marks = marksOf(option(), [[7, 9], null], new Set(), area, axes);
  assert.deepEqual(marks.map(({ x, y, row }) => [Math.round(x), y, row]), [[50, 50, 7], [100, 0, 9]]);
  assert.equal(nearest(marks, 55, 48).row, 7);
  assert.equal(nearest(marks, 75, 25), undefined);
  assert.deepEqual(marksOf(option(), [[7, 9], null], new Set(['var(--fg)']), area, axes), []);
  const flat = { ...option(), series: [{ type: 'scatter', data: Float64Array.of(10, 4, 100, 8) }] };
  assert.deepEqual(marksOf(flat, [[7, 9]], new Set(), area, axes).map(({ row }) => row), [7, 9]);
});

test('a bar is meant above it, a box anywhere on its line', () => {
  const x = { scale: true, log: false, ends: [0, 10] };
  const bars = { yAxis: {}, series: [{ type: 'bar', data: [[2, 5], [6, 1]] }] };
  const found = marksOf(bars, [[0, 1]], new Set(), area, { x, y: { scale: true, log: false, ends: [0, 5] } });
  assert.equal(nearest(found, 61, 5).row, 1);
  const boxes = { yAxis: { data: ['a', 'b'] }, series: [{ type: 'boxplot', data: [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]] }] };
  const lines = marksOf(boxes, [[0, 1]], new Set(), area, { x, y: { scale: false } });
  assert.equal(nearest(lines, 99, 74).row, 1);
});

test('a curve does not keep a reader from a logarithmic axis, nor does it set its end', () => {
  const drawn = option();
  drawn.series.push({ type: 'line', silent: true, data: [[0.1, -3], [5, null], [100, 7]] });
  assert.equal(axesOf(drawn).y.both, true);
  assert.deepEqual(endsOf(drawn, 'y', true), endsOf(option(), 'y', true));
});

test('panels are options of their own, and together the option again', () => {
  const sheet = {
    animation: false, title: [{ text: 'A' }],
    grid: [{ left: 10, right: 200, top: 0, bottom: 0 }, { left: 210, right: 10, top: 0, bottom: 0 }],
    xAxis: [{ type: 'log', min: 1, max: 100, name: 'a' }, { type: 'category', data: ['p', 'q'] }],
    yAxis: [{ type: 'value', min: -0.5, max: 1.5, inverse: true, axisLabel: { show: false } },
      { type: 'category', data: ['u', 'v'], inverse: true }],
    series: [{ type: 'scatter', data: [[10, 1], [100, 0]] }, { type: 'scatter', xAxisIndex: 1, data: [[1, 0]] },
      { type: 'line', xAxisIndex: 1, data: [] }],
  };
  const panels = panelsOf(sheet);
  assert.deepEqual(panels.map(({ xAxis, series }) => [xAxis.type, series.length]), [['log', 1], ['category', 2]]);
  assert.deepEqual(joined(sheet, panels), sheet);
  assert.deepEqual(joined(sheet, panelsOf(joined(sheet, panels))), sheet);
  assert.deepEqual(rowsOf(sheet, [[4, -1], [7], null], 1), [[7], null]);
  const area = { left: 0, right: 100, top: 0, bottom: 40 };
  // lanes are no scale: the first one is on top; a part of a shape is no mark
  assert.deepEqual(marksOf(panels[0], rowsOf(sheet, [[4, -1], [7], null], 0), new Set(), area, axesOf(panels[0])),
    [{ x: 50, y: 30, row: 4 }]);
  assert.equal(axesOf(panels[0]).y.scale, false);
  assert.deepEqual(marksOf(panels[1], [[7], null], new Set(), area, axesOf(panels[1])), [{ x: 75, y: 10, row: 7 }]);
});

test('a lying bar is meant anywhere on its line', () => {
  const bars = { grid: {}, xAxis: { type: 'value', min: 0, max: 10 }, yAxis: { type: 'category', data: ['u', 'v'] },
    series: [{ type: 'bar', data: [{ value: 5 }, { value: '-' }] }] };
  const area = { left: 0, right: 100, top: 0, bottom: 40 };
  const marks = marksOf(bars, [[3, -1]], new Set(), area, axesOf(bars));
  assert.deepEqual(marks, [{ x: 50, y: 10, band: 'y', row: 3 }]);
  assert.equal(nearest(marks, 95, 14).row, 3);
});
