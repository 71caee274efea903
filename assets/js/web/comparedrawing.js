// What a comparison draws beside its trade-off: marks of models, histograms of answers.
import { svg } from './dom.js';
import { px } from './plot.js';
import { axisFor, barsOf, boxesOf, endOf, labelsOf, pathOf, placeAt, quantile, tenth } from './histogram.js';

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
