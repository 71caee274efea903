// The trade-off of the models compared: all their configurations that the filters accept whatever the deadline, each
// model in its mark, its frontier as a line, in the frame that the task's own trade-off has.
import { isDrawn } from './board.js';
import { svg } from './dom.js';
import { below, beside, gridOf, placeOn, px } from './frame.js';
import { axisFor, barsOf, boxesOf, endOf, labelsOf, pathOf, placeAt, quantile, tenth } from './histogram.js';
import { short } from './numbers.js';

// drawComparison draws a comparison into a frame.
export const drawComparison = (place, result, query, frame, title) => {
  const { board, task, marks } = place;
  const { compared, drawn } = result;
  const { x, y, width, height } = frame;
  const across = board.x(query.percentile);
  const markOf = new Map(compared.map(({ id }, i) => [board.models.indexOf(id), marks[i]]));
  const at = (row) => ({ x: placeOn(x, across[row]), y: placeOn(y, board.y[row]) });
  const onFrontier = new Set(compared.flatMap((one) => one.frontier));

  const dots = [...drawn].sort((a, b) => onFrontier.has(a) - onFrontier.has(b)).map((row) => {
    const mark = shape(markOf.get(board.model[row]), at(row), radius);
    if (!onFrontier.has(row)) mark.setAttribute('opacity', pale);
    return mark;
  });
  const lines = compared.map(({ frontier }, i) => svg('path', {
    d: frontier.map((row, n) => `${n ? 'L' : 'M'}${at(row).x} ${at(row).y}`).join(''),
    fill: 'none', stroke: marks[i].color, 'stroke-width': 2, 'stroke-linejoin': 'round',
  }));
  const rings = compared.filter(({ best }) => best !== null && isDrawn(board, best, query.percentile)).map(({ best }) => svg('circle', {
    cx: at(best).x, cy: at(best).y, r: 8, fill: 'none', stroke: 'var(--fg)', 'stroke-width': 1.5,
  }));
  return svg('svg', {
    viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title, fill: 'var(--muted)', 'font-size': 12,
    'dominant-baseline': 'central',
  }, ...axesOf(frame), ...(overLatency(board) ? deadline(query, task, frame) : []), ...lines, ...dots, ...rings,
  ...legendOf(place, result, frame));
};

export const radius = 4.5; // px, of a mark
export const pale = 0.3; // how far a mark beside the frontiers stands back

// overLatency tells whether the trade-off has latency across, on which a deadline stands.
export const overLatency = ({ wire }) => wire.latency.includes(wire.tradeoff.x[0]);

const text = (x, y, content, attributes) => svg('text', { x: px(x), y: px(y), ...attributes }, content);

const axesOf = (frame) => {
  const { x, y } = frame;
  return [
    svg('path', { d: gridOf(frame), fill: 'none', stroke: 'var(--line)' }),
    ...x.ticks.map((tick) => text(placeOn(x, tick.at), y.from + below, tick.text, { 'text-anchor': 'middle' })),
    ...y.ticks.map((tick) => text(x.from - beside, placeOn(y, tick.at), tick.text, { 'text-anchor': 'end' })),
    text((x.from + x.to) / 2, y.from + x.name_gap + 6, x.name, { 'text-anchor': 'middle' }),
    svg('text', { 'text-anchor': 'middle', transform: `translate(${x.from - y.name_gap - 6} ${(y.from + y.to) / 2}) rotate(-90)` }, y.name),
  ];
};

const deadline = (query, task, { x, y }) => {
  if (!(query.deadline > x.least && query.deadline < x.most)) return [];
  const at = placeOn(x, query.deadline);
  return [
    svg('path', { d: `M${at} ${y.to}V${y.from}`, stroke: 'var(--fg)', 'stroke-dasharray': '4 4' }),
    text(at + 5, y.to + 8, `${short(query.deadline)} ${task.unit}`),
  ];
};

// legendOf names the models beside the plot where the frame has room there.
const legendOf = ({ board, marks, words }, { compared }, { x, y, width }) => {
  if (width - x.to < 100) return [];
  return compared.flatMap(({ id }, i) => {
    const at = { x: x.to + 20.5, y: y.to + 6 + 20 * i };
    const name = words.name(board.model.indexOf(board.models.indexOf(id)));
    return [shape(marks[i], at, radius), text(x.to + 30, at.y, cut(name, Math.floor((width - x.to - 32) / 7.6)))]; // px of a letter
  });
};

// cut leaves the middle of a long name out, because names of a family differ at their ends.
export const cut = (name, most) =>
  (name.length <= most ? name : `${name.slice(0, Math.ceil(most * 0.6))}…${name.slice(name.length - Math.floor(most * 0.4) + 1)}`);

// shape is a model's mark as a part of a drawing.
export const shape = ({ color, shape: name }, { x, y }, r) => (name === 'rect'
  ? svg('rect', { x: px(x - r * 0.9), y: px(y - r * 0.9), width: r * 1.8, height: r * 1.8, fill: color })
  : svg('circle', { cx: x, cy: y, r, fill: color }));

// glyph is a model's mark beside its name.
export const glyph = (mark) =>
  svg('svg', { class: 'glyph', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' }, shape(mark, { x: 6, y: 6 }, 5));

const small = { width: 340, from: 6, to: 334 };
const floor = 98;
const farApart = 5;

// drawHistograms draws histograms of the same unit on one axis, which ends where the longest of them does. Where one
// ends many times before another, the axis is logarithmic: on a linear one it would be a stroke.
export const drawHistograms = (all) => {
  const ends = all.map(endOf);
  const most = Math.max(...ends);
  const log = most > farApart * Math.min(...ends);
  const axis = all.length > 0 && axisFor(all.map((one) => barsOf(one, most, log)), log, small);
  return (histogram, { color, label }) => {
    const shown = barsOf(histogram, most, log);
    const boxes = boxesOf(shown, axis);
    const top = Math.max(...boxes.map(({ height }) => height));
    const median = tenth(placeAt(axis, quantile(histogram, 0.5)));
    const drawing = svg('svg', { viewBox: `0 0 ${small.width} 120`, role: 'img', 'aria-label': label },
      svg('path', { d: pathOf(boxes, floor, (height) => floor - (height / top) * (floor - 6)), fill: color }),
      svg('path', { d: `M${small.from} ${floor}H${small.to}`, stroke: 'var(--line-strong)' }),
      svg('path', { d: `M${median} 0V${floor}`, stroke: 'var(--fg)', 'stroke-dasharray': '3 3' }),
      ...labelsOf(axis, shown.tail).map(({ at, text: words }, i) => svg('text', {
        x: i === 0 && !log ? small.from : at, y: 114, 'text-anchor': i === 0 && !log ? 'start' : 'middle', fill: 'var(--muted)',
        'font-size': 12,
      }, words)));
    return { drawing, tail: shown.tail, log };
  };
};
