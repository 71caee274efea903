// The trade-off of the models compared: all their configurations that the filters accept whatever the deadline, each
// model in its mark, its frontier as a line. Both axes are logarithmic.
import { svg } from './dom.js';
import { short } from './numbers.js';
import { axisTicks } from './option.js';
import { wordsOf } from './tradeoff.js';

const margin = { left: 58, right: 20, top: 18, bottom: 44 };

// axesOf are the axes of a drawing of width × height px, each { least, most, from, to, at }: from value to place in px.
export const axesOf = ({ board }, { drawn }, query, { width, height }) => {
  const latency = board.latency(query.percentile);
  return {
    x: axis(drawn.map((row) => latency[row]), query.deadline, margin.left, width - margin.right),
    y: axis(drawn.map((row) => board.energy[row]), 0, height - margin.bottom, margin.top),
  };
};

// drawComparison draws a comparison into width × height px.
export const drawComparison = (place, result, query, { width, height, title }) => {
  const { board, task, marks, file } = place;
  const { compared, drawn } = result;
  const latency = board.latency(query.percentile);
  const { x, y } = axesOf(place, result, query, { width, height });
  const words = wordsOf({ board, file }, query);
  const markOf = new Map(compared.map(({ id }, i) => [board.models.indexOf(id), marks[i]]));
  const at = (row) => ({ x: x.at(latency[row]), y: y.at(board.energy[row]) });
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
  const rings = compared.filter(({ best }) => best !== null).map(({ best }) => svg('circle', {
    cx: at(best).x, cy: at(best).y, r: 8, fill: 'none', stroke: 'var(--fg)', 'stroke-width': 1.5,
  }));
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    ...scaleX(x, height, `${words.latencyAxis} (log)`), ...scaleY(y, width, `${words.energyAxis} (log)`),
    ...deadline(query, task, x, height), ...lines, ...dots, ...rings);
};

export const radius = 4.5; // px, of a mark
export const pale = 0.3; // how far a mark beside the frontiers stands back

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
    ...axisTicks(x.least, x.most, true).flatMap((value) => [
      line(`M${x.at(value)} ${margin.top}V${floor}`),
      text({ x: x.at(value), y: floor + 15, 'text-anchor': 'middle' }, short(value)),
    ]),
    text({ x: (x.from + x.to) / 2, y: height - 9, 'text-anchor': 'middle' }, name),
  ];
};

const scaleY = (y, width, name) => [
  ...axisTicks(y.least, y.most, true).flatMap((value) => [
    line(`M${margin.left} ${y.at(value)}H${width - margin.right}`),
    text({ x: margin.left - 8, y: y.at(value) + 4, 'text-anchor': 'end' }, short(value)),
  ]),
  text({ 'text-anchor': 'middle', transform: `translate(14 ${(y.from + y.to) / 2}) rotate(-90)` }, name),
];

const line = (d) => svg('path', { d, stroke: 'var(--line)' });

const deadline = (query, task, x, height) => {
  if (!(query.deadline > 0)) return [];
  const at = x.at(query.deadline);
  return [
    svg('path', { d: `M${at} ${margin.top}V${height - margin.bottom}`, stroke: 'var(--fg)', 'stroke-dasharray': '4 4' }),
    text({ x: at, y: margin.top - 4, 'text-anchor': 'middle' }, `${short(query.deadline)} ${task.unit}`),
  ];
};

// shape is a model's mark as a part of a drawing.
export const shape = ({ color, shape: name }, { x, y }, r) => (name === 'rect'
  ? svg('rect', { x: px(x - r * 0.9), y: px(y - r * 0.9), width: r * 1.8, height: r * 1.8, fill: color })
  : svg('circle', { cx: x, cy: y, r, fill: color }));

// glyph is a model's mark beside its name.
export const glyph = (mark) => svg('svg', { class: 'glyph', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' }, shape(mark, { x: 6, y: 6 }, 5));
