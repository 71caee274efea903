// The live trade-off of energy against latency. In the standard view it is the option that package charts made; after a
// filter it has the same axes and legend, and only what moves is made anew from the board.
import { filter, frontier, isDrawn } from './board.js';
import { say } from './catalog.js';
import { drawFrom, explore, isLive } from './figures.js';
import { frameAt } from './frame.js';
import { fetchJSON } from './load.js';
import { number, short, whole } from './numbers.js';
import { shareOf } from './option.js';

// liveTradeoff makes a figure's live chart follow queries. file is the task's (site/boardfile.go), board what openBoard
// makes of it, standard the query of the static drawing, drawn the board's rows by mark of it. within is the test of the
// rows that the chart is about at all; choose is called with the row of a mark that the reader picks. oneModel labels
// the frontier with batch sizes, since names would all be the same.
export const liveTradeoff = (figure, { within = () => true, ...given }) => {
  const parts = { ...given, within };
  let shown = { query: parts.standard, passes: filter(parts.board, { ...parts.standard, deadline: 0 }), best: [], picked: [],
    standing: true };
  let waiting = false;

  drawFrom(figure, async () => {
    const made = await fetchJSON(figure.dataset.option);
    return (place) => tradeoff(parts, shown, made, place);
  });

  const redraw = async () => {
    waiting = false;
    (await explore(figure))?.redraw();
  };

  return {
    // show draws the answer to a query; picked are the indices of models to tell apart, passes is the test of the rows
    // that are drawn in full, standing says that the static drawing shows this very view.
    show(query, { best }, { picked = [], passes = filter(parts.board, { ...query, deadline: 0 }), standing = false } = {}) {
      shown = { query, passes, best, picked, standing: standing && picked.length === 0 };
      if (isLive(figure) && !waiting) {
        waiting = true;
        requestAnimationFrame(redraw);
      }
    },
  };
};

const large = 2000; // marks of a series that are drawn as one path

// tradeoff is the picture of what is shown. made is the figure's file.
export const tradeoff = (parts, shown, made, { narrow }) => {
  const { board, choose, drawn, ghosts } = parts;
  const { query, passes, best } = shown;
  const { option, rows: places, width, height, panels } = (narrow && made.narrow) || made.wide;
  const words = wordsOf(parts, query);
  const common = { width, height, line: words.line, choose };
  if (shown.standing) return { ...common, option, rows: places.map((list) => list?.map((i) => drawn[i] ?? -1) ?? null), panels };

  const frame = frameAt(made.frames, query.percentile, narrow);
  const latency = board.x(query.percentile);
  const groups = groupsOf(parts, shown);
  const line = frontier(board, query, (row) => parts.within(row) && passes(row));
  const size = width < 480 ? 6 : 7;
  const layers = [{ series: late(query.deadline, frame.x, parts.file.task) }];
  if (ghosts) layers.push(...haunted(parts, shown).map((series) => ({ series })));
  layers.push(...groups.map((group) => ({ series: scatter(group, latency, board.y, size), rows: group.rest ? null : group.rows })));
  layers.push({ series: path(line, latency, board.y) });
  if (best.length && isDrawn(board, best[0], query.percentile)) layers.push({ series: ring(best[0], latency, board.y) });
  if (parts.oneModel) layers.push({ series: batches(line, board, latency, frame.x) });
  else if (best.length && !narrow && isDrawn(board, best[0], query.percentile))
    layers.push({ series: name(board, best[0], latency, frame.x) });
  return {
    ...common,
    panels: [frame],
    rows: layers.map(({ rows }) => rows ?? null),
    option: {
      ...option,
      xAxis: [onFrame(option.xAxis[0], frame.x)],
      yAxis: [onFrame(option.yAxis[0], frame.y)],
      legend: legendOf(option.legend, groups, shown),
      series: layers.map(({ series }, i) => ({ ...series, z: i + 2, silent: true })),
    },
  };
};

// onFrame puts an axis option on the axis of a frame.
export const onFrame = (axis, { least, most, name: title, ticks }) => {
  const customValues = ticks.map(({ at }) => at);
  return {
    ...axis, min: least, max: most, name: title,
    axisTick: { ...axis.axisTick, customValues }, axisLabel: { ...axis.axisLabel, customValues },
  };
};

// groupsOf splits the rows: by model where a reader looks for some, else by GPU; those that do not pass come first, to
// be drawn faint below the others.
const groupsOf = (parts, shown) => {
  const { board, file, within } = parts;
  const byModel = isByModel(shown);
  const gpu = board.part('gpu');
  const key = byModel ? board.model : gpu?.at ?? new Int32Array(board.rows).fill(-1);
  const rest = [];
  const groups = new Map();
  for (let row = 0; row < board.rows; row++) {
    if (!within(row) || !isDrawn(board, row, shown.query.percentile)) continue;
    const own = shown.passes(row) && (shown.picked.length === 0 || shown.picked.includes(board.model[row]));
    if (!own) rest.push(row);
    else if (groups.has(key[row])) groups.get(key[row]).push(row);
    else groups.set(key[row], [row]);
  }
  const named = [...groups].map(([index, rows]) => (byModel
    ? { rows, name: board.part('name').value(rows[0]), mark: file.model_marks[index] }
    : { rows, name: gpu?.words[index] ?? unknown, mark: file.marks[gpu?.words[index] ?? unknown] }));
  const sorted = named.sort((a, b) => (a.name < b.name ? -1 : 1));
  return rest.length ? [{ rest: true, rows: rest, name: '', mark: { color: 'var(--muted)', shape: 'circle' } }, ...sorted] : sorted;
};

const unknown = 'unknown'; // of a row that states no GPU, as in Go

const isByModel = ({ query, picked }) => picked.length > 0 || query.q !== '';

const scatter = ({ rest, rows, name: title, mark }, latency, energy, size) => {
  const data = new Float64Array(2 * rows.length);
  rows.forEach((row, i) => {
    data[2 * i] = latency[row];
    data[2 * i + 1] = energy[row];
  });
  return {
    name: title, type: 'scatter', data, dimensions: ['x', 'y'], symbol: mark.shape, symbolSize: size,
    large: rows.length > large, largeThreshold: large,
    itemStyle: rest ? { color: mark.color, opacity: 0.12 }
      : { color: `${mark.color}80`, borderColor: mark.color, borderWidth: 1, opacity: 0.8 },
  };
};

const path = (rows, latency, energy) => ({
  name: say('charts.legend.frontier'), type: 'line', symbol: 'none', data: rows.map((row) => [latency[row], energy[row]]),
  lineStyle: { color: 'var(--frontier)', width: 1.6 }, itemStyle: { opacity: 0 },
});

const ring = (row, latency, energy) => ({
  type: 'scatter', symbol: 'circle', symbolSize: 16, data: [[latency[row], energy[row]]],
  itemStyle: { color: 'transparent', borderColor: 'var(--ring)', borderWidth: 2, opacity: 0.8 },
});

// haunted are the ghosts that a query shows, below the marks, and what joins them to what they have become.
const haunted = ({ board, ghosts }, { query, passes }) => {
  const ghostName = say('charts.legend.base');
  const shown = ghosts.all.filter(ghosts.test(query, passes));
  const before = (i) => [ghosts.latency(query.percentile)[i], ghosts.energy[i]];
  const now = (row) => [board.x(query.percentile)[row], board.y[row]];
  return [
    { // first of its name: the legend shows its mark
      name: ghostName, type: 'scatter', symbol: 'circle', symbolSize: 8, data: shown.map(before),
      itemStyle: { color: 'transparent', borderColor: 'var(--ghost)', borderWidth: 1.3, opacity: 1 },
    },
    {
      name: ghostName, type: 'line', symbol: 'none', lineStyle: { color: 'var(--ghost-link)', width: 1 },
      data: shown.filter((i) => ghosts.to[i] >= 0).flatMap((i) => [before(i), now(ghosts.to[i]), ['-', '-']]),
    },
  ];
};

// plain keeps ECharts from taking braces for a template.
const plain = (text) => text.replace(/[{}]/g, (c) => (c === '{' ? '(' : ')'));

// name is written beside the best mark, on the side that has room.
const name = (board, row, latency, { least, most }) => {
  const left = shareOf([least, most], true, latency[row]) > 0.7;
  const [model, batch] = [board.part('name').value(row), batchOf(board, row)];
  const formatter = plain(batch ? say('charts.frontier.point', { model, batch }) : model);
  return {
    type: 'scatter', symbolSize: 0.1, data: [[latency[row], board.y[row]]],
    label: { show: true, formatter, color: 'var(--label)', fontSize: 12, fontWeight: 600, position: left ? 'left' : 'right',
      distance: 11, offset: [0, 13] },
  };
};

// batches are the batch sizes beside the marks of the frontier, as many as have room.
const batches = (rows, board, latency, { least, most }) => ({
  type: 'scatter', symbolSize: 0.1, labelLayout: { hideOverlap: true, dy: -8 },
  data: rows.map((row) => ({
    value: [latency[row], board.y[row]],
    label: { formatter: batchOf(board, row), position: shareOf([least, most], true, latency[row]) > 0.85 ? 'left' : 'right' },
  })),
  label: { show: true, color: 'var(--label)', fontSize: 11, distance: 5 },
});

// late shades what is over the deadline.
const late = (deadline, { least, most }, { unit }) => {
  const start = Math.max(deadline, least);
  const shown = deadline > 0 && start < most;
  return {
    type: 'line', data: [],
    markArea: {
      silent: true,
      data: shown ? [[{ name: `> ${short(deadline)} ${unit}`, xAxis: start }, { xAxis: most }]] : [],
      itemStyle: { color: 'var(--late)', opacity: 0.35 },
      label: { show: true, position: 'insideTopLeft', color: 'var(--late-text)', fontSize: 12, lineHeight: 12, distance: 5 },
    },
  };
};

// legendOf is the legend that was placed or, where models are told apart, their names in its places, as many as it has.
const legendOf = (placed, groups, shown) => {
  if (!isByModel(shown)) return placed;
  const names = groups.filter(({ rest }) => !rest).map((group) => group.name);
  return placed.map((entry, i) =>
    (i < names.length ? { ...entry, data: [names[i]], formatter: plain(names[i]) } : { ...entry, show: false }));
};

const batchOf = (board, row) => {
  const batch = board.part('batch')?.value(row);
  return batch ? whole(batch) : '';
};

// wordsOf says what a row is, in the words of the page's table.
export const wordsOf = ({ board, file: { columns, task } }, { percentile }) => {
  const { x, y } = board.wire.tradeoff;
  const across = x[Math.min(percentile, x.length - 1)];
  const column = (field) => columns.find((one) => one.field === field);
  const latency = board.wire.latency.includes(across);
  const measure = (field, value) => `${number(value)} ${column(field).unit?.split(` ${say('charts.per')} `)[0] ?? ''}`.trim();
  return {
    line: (row) => [board.part('name').value(row), [
      [say('charts.column.gpus'), board.column('hardware')?.value(row)],
      [say('charts.column.batch'), batchOf(board, row)],
      [column(y).label, measure(y, board.y[row])],
      [column(across).label, latency ? `${number(board.x(percentile)[row])} ${task.unit}` : measure(across, board.x(percentile)[row])],
    ].filter(([, value]) => value)],
  };
};
