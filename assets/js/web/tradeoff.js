// The live trade-off of energy against latency, made from a board: it follows the filters, which the static drawing's
// axes cannot do at another percentile.
import { filter, frontier, percentiles } from './board.js';
import { drawFrom, explorable, explore, isLive, leave, say } from './figures.js';
import { number, short, whole } from './numbers.js';
import { axisTicks, shareOf } from './option.js';

// liveTradeoff makes a figure's live chart follow queries. file is the task's (site/boardfile.go), board what openBoard
// makes of it, standard the query of the static drawing, axes those of the drawing, wide and narrow. within is the test
// of the rows that the chart is about at all; choose is called with the row of a mark that the reader picks. oneModel
// labels the frontier with batch sizes, since names would all be the same.
export const liveTradeoff = (figure, { within = () => true, ...given }) => {
  const parts = { ...given, within };
  const standard = parts.standard.percentile;
  let shown = { query: parts.standard, passes: filter(parts.board, { ...parts.standard, deadline: 0 }), best: [], picked: [] };
  let opened = false; // by the percentile, not by the reader
  let waiting = false;

  drawFrom(figure, () => (place) => tradeoff(parts, shown, place));

  const redraw = async () => {
    waiting = false;
    (await explore(figure))?.redraw();
  };

  return {
    // show draws the answer to a query; picked are the indices of models to tell apart, passes is the test of the rows
    // that are drawn in full.
    show(query, { best }, picked = [], passes = filter(parts.board, { ...query, deadline: 0 })) {
      shown = { query, passes, best, picked };
      if (!explorable(figure)) {
        say(figure, query.percentile === standard ? '' : `The drawing stays at ${percentiles[standard].toUpperCase()}.`);
      } else if (query.percentile !== standard && !isLive(figure)) {
        opened = true;
        explore(figure);
      } else if (query.percentile === standard && opened) {
        opened = false;
        leave(figure);
      } else if (isLive(figure) && !waiting) {
        waiting = true;
        requestAnimationFrame(redraw);
      }
    },
  };
};

const large = 2000; // marks of a series that are drawn as one path

// tradeoff is the picture of what is shown, for a drawing of width × height px.
export const tradeoff = (parts, shown, { narrow, width, height }) => {
  const { board, axes, choose, ghosts } = parts;
  const { query, passes, best } = shown;
  const { x, y } = axes[narrow ? 1 : 0] ?? axes[0];
  const latency = board.latency(query.percentile);
  const groups = groupsOf(parts, shown);
  const size = width < 480 ? 6 : 7;
  const ends = query.percentile === parts.standard.percentile ? [x.least, x.most] : span(latency, parts.within, ghosts ? ghosts.all.map((i) => ghosts.latency(query.percentile)[i]) : []);
  const words = wordsOf(parts, query);
  const series = groups.map((group) => scatter(group, latency, board.energy, size));
  const rows = groups.map((group) => (group.rest ? null : group.rows));
  const line = frontier(board, query, (row) => parts.within(row) && passes(row));
  series.push(late(query.deadline, ends, parts.file.task), path(line, latency, board.energy));
  if (best.length) series.push(ring(best[0], latency, board.energy));
  if (parts.oneModel) series.push(batches(line, board, latency, ends));
  else if (best.length && !narrow) series.push(name(board, best[0], latency, ends));
  if (ghosts) series.push(...haunted(parts, shown));
  while (rows.length < series.length) rows.push(null);

  const named = [...groups.filter(({ rest }) => !rest).map((group) => group.name), 'frontier', ...(ghosts ? [ghostName] : [])];
  const grid = { left: x.from, right: width - x.to, top: y.to, bottom: height - y.from, outerBoundsMode: 'none' };
  const text = { fontSize: 12, color: 'var(--muted)' };
  const option = {
    textStyle: { ...text, fontFamily: 'var(--font)' },
    grid,
    xAxis: axis(`${words.latencyAxis} (log)`, ends, 28, text),
    yAxis: axis(`${words.energyAxis} (log)`, [y.least, y.most], x.from - 12, text),
    legend: legend(named, grid, { width, height, text, size }),
    series,
  };
  return { option, width, height, rows, line: words.line, choose };
};

// groupsOf splits the rows: by model where a reader looks for some, else by GPU; those that do not pass come first, to
// be drawn faint below the others.
const groupsOf = (parts, { query, passes, picked }) => {
  const { board, file, within } = parts;
  const byModel = picked.length > 0 || query.q !== '';
  const key = byModel ? board.model : board.column('gpu_model').at;
  const rest = [];
  const groups = new Map();
  for (let row = 0; row < board.rows; row++) {
    if (!within(row)) continue;
    const own = passes(row) && (picked.length === 0 || picked.includes(board.model[row]));
    if (!own) rest.push(row);
    else if (groups.has(key[row])) groups.get(key[row]).push(row);
    else groups.set(key[row], [row]);
  }
  const gpus = board.column('gpu_model').words;
  const named = [...groups].map(([index, rows]) => (byModel
    ? { rows, name: board.column('nickname').value(rows[0]), mark: file.model_marks[index] }
    : { rows, name: gpus[index], mark: file.marks[gpus[index]] }));
  const sorted = named.sort((a, b) => (a.name < b.name ? -1 : 1));
  return rest.length ? [{ rest: true, rows: rest, name: '', mark: { color: 'var(--muted)', shape: 'circle' } }, ...sorted] : sorted;
};

const scatter = ({ rest, rows, name: title, mark }, latency, energy, size) => {
  const data = new Float64Array(2 * rows.length);
  rows.forEach((row, i) => {
    data[2 * i] = latency[row];
    data[2 * i + 1] = energy[row];
  });
  return {
    name: title, type: 'scatter', data, dimensions: ['x', 'y'], symbol: mark.shape, symbolSize: size, silent: true,
    large: rows.length > large, largeThreshold: large,
    itemStyle: rest ? { color: mark.color, opacity: 0.12 } : { color: `${mark.color}80`, borderColor: mark.color, borderWidth: 1 },
  };
};

const path = (rows, latency, energy) => ({
  name: 'frontier', type: 'line', silent: true, z: 3, symbol: 'none', data: rows.map((row) => [latency[row], energy[row]]),
  lineStyle: { color: 'var(--frontier)', width: 1.6 }, itemStyle: { opacity: 0 },
});

const ring = (row, latency, energy) => ({
  type: 'scatter', silent: true, z: 4, symbol: 'circle', symbolSize: 16, data: [[latency[row], energy[row]]],
  itemStyle: { color: 'transparent', borderColor: 'var(--ring)', borderWidth: 2 },
});

const ghostName = 'base';

// haunted are the ghosts that a query shows, below the marks, and what joins them to what they have become.
const haunted = ({ board, ghosts }, { query, passes }) => {
  const shown = ghosts.all.filter(ghosts.test(query, passes));
  const before = (i) => [ghosts.latency(query.percentile)[i], ghosts.energy[i]];
  const now = (row) => [board.latency(query.percentile)[row], board.energy[row]];
  return [
    { // first of its name: the legend shows its mark
      name: ghostName, type: 'scatter', silent: true, z: 1, symbol: 'circle', symbolSize: 8, data: shown.map(before),
      itemStyle: { color: 'transparent', borderColor: 'var(--ghost)', borderWidth: 1.3, opacity: 1 },
    },
    {
      name: ghostName, type: 'line', silent: true, z: 1, symbol: 'none', lineStyle: { color: 'var(--ghost-link)', width: 1 },
      data: shown.filter((i) => ghosts.to[i] >= 0).flatMap((i) => [before(i), now(ghosts.to[i]), ['-', '-']]),
    },
  ];
};

// name is written beside the best mark, on the side that has room.
const name = (board, row, latency, ends) => {
  const left = shareOf(ends, true, latency[row]) > 0.7;
  const formatter = `${board.column('nickname').value(row)}, batch ${batchOf(board, row)}`.replace(/[{}]/g, (c) => (c === '{' ? '(' : ')'));
  return {
    type: 'scatter', silent: true, z: 5, symbolSize: 0.1, data: [[latency[row], board.energy[row]]],
    label: { show: true, formatter, color: 'var(--label)', fontSize: 12, fontWeight: 600, position: left ? 'left' : 'right', distance: 11, offset: [0, 13] },
  };
};

// batches are the batch sizes beside the marks of the frontier, as many as have room.
const batches = (rows, board, latency, ends) => ({
  type: 'scatter', silent: true, z: 5, symbolSize: 0.1, labelLayout: { hideOverlap: true, dy: -8 },
  data: rows.map((row) => ({
    value: [latency[row], board.energy[row]],
    label: { formatter: batchOf(board, row), position: shareOf(ends, true, latency[row]) > 0.85 ? 'left' : 'right' },
  })),
  label: { show: true, color: 'var(--label)', fontSize: 11, distance: 5 },
});

// late shades what is over the deadline.
const late = (deadline, [from, to], { unit }) => {
  const start = Math.max(deadline, from);
  const shown = deadline > 0 && start < to;
  return {
    type: 'line', silent: true, data: [],
    markArea: {
      silent: true,
      data: shown ? [[{ name: `> ${short(deadline)} ${unit}`, xAxis: start }, { xAxis: to }]] : [],
      itemStyle: { color: 'var(--late)', opacity: 0.35 },
      label: { show: true, position: 'insideTopLeft', color: 'var(--late-text)', fontSize: 12 },
    },
  };
};

// axis is a logarithmic one.
export const axis = (title, [min, max], nameGap, text) => {
  const customValues = axisTicks(min, max, true);
  return {
    type: 'log', min, max, name: title, nameLocation: 'middle', nameGap, nameTextStyle: text, nameMoveOverlap: false,
    axisLine: { show: false }, axisTick: { show: false, customValues }, axisLabel: { show: true, ...text, customValues },
    splitLine: { show: true, lineStyle: { color: 'var(--line)' } },
  };
};

const lineHeight = 20;

// legend stands where that of the static drawing does: beside the plot, or above it on phones. It names as many as
// have room there.
const legend = (names, grid, { width, height, text, size }) => {
  const own = { itemWidth: 9, itemHeight: 9, itemGap: 8, padding: 0, textStyle: { ...text, overflow: 'truncate', width: 158 } };
  if (width >= 480) {
    return { ...own, data: names.slice(0, Math.floor((height - grid.top) / lineHeight) - 1), orient: 'vertical', left: width - grid.right + 16, top: grid.top };
  }
  const columns = Math.max(Math.floor(width / 110), Math.min(names.length, Math.floor(width / 85)), 1);
  const lines = Math.max(Math.floor(grid.top / lineHeight), 1);
  own.textStyle.width = Math.floor(width / columns) - 9 - size - 12;
  return { ...own, data: names.slice(0, columns * lines), left: 4, top: 0, width };
};

// span are the ends of a logarithmic axis over the rows, with a little room, as package charts leaves it.
const span = (values, within, more) => {
  let low = Math.min(Infinity, ...more);
  let high = Math.max(0, ...more);
  values.forEach((value, row) => {
    if (!within(row)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  const room = Math.max(high / low, 10 ** (1 / 3)) ** (0.03 / 0.94);
  return [low / room, high * room];
};

const batchOf = (board, row) => whole((board.column('max_num_seqs') ?? board.column('batch_size')).value(row));

// wordsOf says what axes and rows are, in the words of the page's table.
export const wordsOf = ({ board, file: { columns, task } }, { percentile }) => {
  const { latency, energy } = board.wire;
  const label = (field) => columns.find((column) => column.field === field).label;
  const latencyLabel = label(latency[Math.min(percentile, latency.length - 1)]);
  const energyLabel = label(energy);
  return {
    latencyAxis: `${latencyLabel.replace('ITL', 'inter-token latency')}, ${task.unit}`,
    energyAxis: `${energyLabel}, J`,
    line: (row) => [board.column('nickname').value(row), [
      ['GPUs', board.column('hardware').value(row)],
      ['Batch size', batchOf(board, row)],
      [energyLabel, `${number(board.energy[row])} J`],
      [latencyLabel, `${number(board.latency(percentile)[row])} ${task.unit}`],
    ]],
  };
};
