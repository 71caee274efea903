// Histograms of the responses of one configuration of each model that is compared, on one axis.
import { say } from './catalog.js';
import { el, svg } from './dom.js';
import { axisFor, barsOf, boxesOf, endOf, histogramOf, labelsOf, pathOf, placeAt, quantile, tailOf, tenth, total } from './histogram.js';
import { number, whole } from './numbers.js';

// answersOf draws the responses of models, { id, name, mark, row }; kind is tokens or joules.
export const answersOf = ({ board, words }, lengths, kind, models) => {
  const found = models.map((one) => ({ ...one,
    histogram: histogramOf(lengths, one.row, kind === 'joules' ? board.energy[one.row] : 1) }));
  const draw = drawHistograms(found.map(({ histogram }) => histogram).filter(Boolean));
  return el('div', { class: 'figures' }, ...found.map(({ name, row, mark, histogram }) => {
    const title = el('h3', {}, name);
    if (!histogram) {
      return el('figure', { class: 'small' }, title,
        el('p', { class: 'none' }, say('compare.no_lengths')));
    }
    const text = quantilesOf(histogram, kind);
    const { drawing, tail, log } = draw(histogram, { color: mark.color, label: `${name}: ${text}` });
    return el('figure', { class: 'small', 'data-chart': `answers-${kind}`, 'data-run': board.runs[row] }, title,
      el('div', { class: 'drawings' }, drawing),
      el('figcaption', {}, [`${words.where(row)}:`, text, tail && tailText(tail, kind), log && say('compare.log')].filter(Boolean).join(' ')));
  }));
};

const quantilesOf = (histogram, kind) => {
  const [median, high] = [0.5, 0.9].map((share) => quantile(histogram, share));
  const n = total(histogram.counts);
  if (kind === 'joules') return say('compare.energies', { n, median: number(median), high: number(high) });
  return say('compare.lengths', { n, median: whole(Math.round(median)), high: whole(Math.round(high)) });
};

const tailText = (tail, kind) => (kind === 'joules'
  ? say('charts.responses.tail', { ...tailOf(tail) }) : say('charts.lengths.tail', { ...tailOf(tail) }));

const small = { width: 296, from: 6, to: 290 };
const floor = 98;
const farApart = 5;

// drawHistograms draws histograms of the same unit on one axis, which ends where the longest of them does. Where one
// ends many times before another, the axis is logarithmic: on a linear one it would be a stroke.
const drawHistograms = (all) => {
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
