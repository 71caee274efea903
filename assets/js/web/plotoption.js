// What a live chart draws of a plot laid out by plot.js: the same axes, marks, lines and labels as ECharts' option.
import { barAxis, barLayers } from './bars.js';
import { say } from './catalog.js';
import { wordsOf } from './cells.js';
import { measured } from './nouns.js';
import { inForm } from './numbers.js';
import { titleAt } from './plot.js';
import { tickText } from './scale.js';

const text = { fontSize: 12, lineHeight: 12, color: 'var(--muted)' };

// livePicture is a picture (pictures.js) of a layout with what is known of its rows.
export const livePicture = (layout, known) => {
  const panels = layout.panels.filter(({ left }) => left !== undefined);
  const layers = panels.flatMap((c, i) => layersOf(c).map(({ rows, ...series }) => ({ rows, series: { ...series, xAxisIndex: i, yAxisIndex: i, silent: true } })));
  const axes = (name) => panels.map((c, i) => ({ ...(c.categories && name === 'y' ? barAxis(c, text) : axisOf(c[name])), gridIndex: i }));
  return {
    width: layout.width, height: layout.height, rows: layers.map(({ rows }) => rows ?? null),
    panels: panels.map((c) => ({ x: placed(c.x, 28), y: c.categories ? {} : placed(c.y, c.y.gap) })),
    option: {
      textStyle: { ...text, fontFamily: 'var(--font)' },
      grid: panels.map((c) => ({ left: c.left, top: c.top, right: layout.width - c.right, bottom: layout.height - c.bottom, outerBoundsMode: 'none' })),
      xAxis: axes('x'), yAxis: axes('y'),
      legend: layout.legend.map(({ x, y, sample, text: name }) => ({
        left: x - 1, top: y - 6, data: [name], formatter: name.replace(/[{}]/g, ''), itemWidth: sample, itemHeight: 9, padding: 0, textStyle: text,
      })),
      title: panels.map(titleAt).filter(Boolean).map(({ x, y, text: said }) => (
        { text: said, left: x, top: y - 6, padding: 0, textStyle: { ...text, fontWeight: '600', color: 'var(--fg)' } })),
      series: layers.map(({ series }, i) => ({ ...series, z: i + 2 })),
    },
    ...known,
  };
};

const placed = (scale, gap) => {
  const { log, min, max, from, to, ticks, name, size } = scale;
  return { log, least: min, most: max, from, to, name, name_gap: gap, size, ticks: ticks.map((at) => ({ at, text: tickText(scale, at) })) };
};

const axisOf = ({ log, min, max, ticks, name, gap = 28 }) => ({
  type: log ? 'log' : 'value', min, max, name, nameLocation: 'middle', nameGap: gap, nameTextStyle: text, nameMoveOverlap: false,
  axisLine: { show: false }, axisTick: { show: false, customValues: ticks },
  axisLabel: { show: true, margin: 8, customValues: ticks, ...text }, splitLine: { show: true, lineStyle: { color: 'var(--line)' } },
});

const pairs = (points) => points.map(({ x, y }) => [x, y]);

// layersOf are the series of a panel from back to front, each with the rows of its marks.
const layersOf = (c) => (c.categories ? barLayers(c) : pointLayers(c));

const pointLayers = ({ series, quiet, ghosts, x, limit, rings }) => [
  limit && limit.at < x.max && {
    type: 'line', data: [], markArea: {
      silent: true, data: [[{ name: limit.texts[0], xAxis: Math.max(limit.at, x.min) }, { xAxis: x.max }]],
      itemStyle: { color: 'var(--late)', opacity: 0.35 },
      label: { show: true, position: 'insideTopLeft', color: 'var(--late-text)', fontSize: 12, lineHeight: 12, distance: 5 },
    },
  },
  ghosts.length > 0 && { name: say('charts.legend.base'), type: 'scatter', symbol: 'circle', symbolSize: 8, data: ghosts.map(({ was }) => was),
    itemStyle: { color: 'transparent', borderColor: 'var(--ghost)', borderWidth: 1.3 } },
  ghosts.length > 0 && { name: say('charts.legend.base'), type: 'line', symbol: 'none', lineStyle: { color: 'var(--ghost-link)', width: 1 },
    data: ghosts.filter(({ now }) => now).flatMap(({ was, now }) => [was, now, ['-', '-']]) },
  quiet.length > 0 && { type: 'scatter', symbol: 'circle', symbolSize: 6, data: pairs(quiet), rows: quiet.map(({ row }) => row),
    itemStyle: { color: 'var(--muted)', opacity: 0.12 } },
  ...series.flatMap(({ shown: name, mark, joined, points, front }) => {
    const on = new Set(front.map(({ row }) => row));
    const rest = joined ? [] : points.filter(({ row }) => !on.has(row));
    const marks = joined ? points : front;
    const scatter = (own, size, itemStyle) => ({
      name, type: 'scatter', symbol: mark.shape, symbolSize: size, data: pairs(own), rows: own.map(({ row }) => row), itemStyle,
    });
    return [
      { name, type: 'line', symbol: 'none', data: pairs(marks), lineStyle: { color: mark.color, width: 1.6 }, itemStyle: { color: mark.color } },
      scatter(rest, 7, { color: 'transparent', borderColor: mark.color, borderWidth: 1, opacity: 1 }),
      scatter(marks, joined ? 6 : 8, { color: `${mark.color}${joined ? '' : '80'}`, borderColor: mark.color, borderWidth: joined ? 0 : 1, opacity: 1 }),
    ];
  }),
  rings.length > 0 && { type: 'scatter', symbol: 'circle', symbolSize: 16, data: pairs(rings),
    itemStyle: { color: 'transparent', borderColor: 'var(--ring)', borderWidth: 2, opacity: 0.8 } },
].filter(Boolean);

// lineOf says what a row is: its name, then its hardware, batch size and what is drawn of it.
export const lineOf = ({ board, file, words }, fields) => (row) => [words.name(row), [
  [say('charts.column.gpus'), words.text('hardware', row)],
  ...[board.wire.parts.batch, ...fields].map((field) => {
    const column = [...file.columns, ...file.measures].find((one) => one.field === field);
    const own = board.column(field);
    const value = own?.value(row) ?? null;
    const text = typeof value !== 'number' ? wordsOf(value, column) : inForm(value, own);
    return column && value !== null && [column.label, measured(text, column.unit)];
  }).filter(Boolean),
].filter(([, value]) => value)];
