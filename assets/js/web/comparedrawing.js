// The trade-off of the models compared: all their configurations that the filters accept whatever the deadline, each
// model in its mark, its frontier as a line. Both axes are logarithmic.
import { svg } from './dom.js';
import { short } from './numbers.js';
import { logTicks } from './ticks.js';

const margin = { left: 58, right: 16, top: 14, bottom: 44 };

// drawComparison draws into width × height px; at gives the place of a row.
export const drawComparison = (board, { compared, drawn }, marks, { task, query, width, height, title }) => {
  const latency = board.latency(query.percentile);
  const x = axis(drawn.map((row) => latency[row]), query.deadline, margin.left, width - margin.right);
  const y = axis(drawn.map((row) => board.energy[row]), 0, height - margin.bottom, margin.top);
  const markOf = new Map(compared.map(({ id }, i) => [board.models.indexOf(id), marks[i]]));
  const at = (row) => ({ x: x.at(latency[row]), y: y.at(board.energy[row]) });
  const onFrontier = new Set(compared.flatMap((one) => one.frontier));

  const dots = [...drawn].sort((a, b) => onFrontier.has(a) - onFrontier.has(b)).map((row) => {
    const mark = shape(markOf.get(board.model[row]), at(row), 4.5);
    if (!onFrontier.has(row)) mark.setAttribute('opacity', 0.3);
    return mark;
  });
  const lines = compared.map(({ frontier }, i) => svg('path', {
    d: frontier.map((row, n) => `${n ? 'L' : 'M'}${at(row).x} ${at(row).y}`).join(''),
    fill: 'none', stroke: marks[i].color, 'stroke-width': 2, 'stroke-linejoin': 'round',
  }));
  const rings = compared.filter(({ best }) => best !== null).map(({ best }) => svg('circle', {
    cx: at(best).x, cy: at(best).y, r: 8, fill: 'none', stroke: 'var(--fg)', 'stroke-width': 1.5,
  }));
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    ...deadline(query, task, x, height), ...scaleX(x, height, `${latencyName(task, query)} (${task.unit}, log)`),
    ...scaleY(y, width, `J per ${task.output} (log)`), ...lines, ...dots, ...rings);
  return { picture, at, width, height };
};

const latencyName = (task, query) => (task.per === 'batch' ? 'Latency of a batch' : `Inter-token latency, ${['P50', 'P90', 'P95', 'P99'][query.percentile]}`);

const px = (value) => Math.round(value * 10) / 10;

// axis maps values to px on a logarithmic scale with some room at both ends; also, if not 0, is within.
const axis = (values, also, from, to) => {
  const all = also > 0 ? [...values, also] : values;
  const least = Math.min(...all) / 1.15;
  const most = Math.max(...all) * 1.15;
  return { least, most, from, to, at: (value) => px(from + ((to - from) * Math.log(value / least)) / Math.log(most / least)) };
};

const text = (attributes, content) => svg('text', { fill: 'var(--muted)', 'font-size': 12, ...attributes }, content);

const scaleX = (x, height, name) => {
  const floor = height - margin.bottom;
  return [
    svg('path', { d: `M${x.from} ${floor}H${x.to}`, stroke: 'var(--line-strong)' }),
    ...logTicks(x.least, x.most).map((value) => text({ x: x.at(value), y: floor + 18, 'text-anchor': 'middle' }, short(value))),
    text({ x: x.to, y: height - 6, 'text-anchor': 'end' }, name),
  ];
};

const scaleY = (y, width, name) => [
  ...logTicks(y.least, y.most).flatMap((value) => [
    svg('path', { d: `M${margin.left} ${y.at(value)}H${width - margin.right}`, stroke: 'var(--line)' }),
    text({ x: margin.left - 8, y: y.at(value) + 4, 'text-anchor': 'end' }, short(value)),
  ]),
  text({ x: margin.left, y: margin.top - 2 }, name),
];

const deadline = (query, task, x, height) => {
  if (!(query.deadline > 0)) return [];
  const at = x.at(query.deadline);
  const right = at < (x.from + x.to) / 2;
  return [
    svg('path', { d: `M${at} ${margin.top}V${height - margin.bottom}`, stroke: 'var(--fg)', 'stroke-dasharray': '4 4' }),
    text({ x: right ? at + 6 : at - 6, y: margin.top + 12, 'text-anchor': right ? 'start' : 'end' }, `${short(query.deadline)} ${task.unit}`),
  ];
};

// shape is a model's mark as a part of a drawing.
export const shape = ({ color, shape: name }, { x, y }, r) => (name === 'rect'
  ? svg('rect', { x: px(x - r * 0.9), y: px(y - r * 0.9), width: r * 1.8, height: r * 1.8, fill: color })
  : svg('circle', { cx: x, cy: y, r, fill: color }));

// glyph is a model's mark beside its name.
export const glyph = (mark) => svg('svg', { class: 'glyph', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' }, shape(mark, { x: 6, y: 6 }, 5));
