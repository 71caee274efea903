// Histograms of how long answers were, and of what they took: an answer's energy is its length times the energy of a
// token, as it is in the table.
import { svg } from './dom.js';
import { ticks } from './ticks.js';
import { short } from './numbers.js';

// histogramOf is the histogram of a row of a lengths file: edges, one more than counts, times scale; null where the
// source states none.
export const histogramOf = (file, row, scale = 1) => {
  const at = file?.of[row] ?? -1;
  if (at < 0) return null;
  const counts = file.counts[row];
  return { edges: file.edges[at].slice(0, counts.length + 1).map((edge) => edge * scale), counts };
};

// quantile of a histogram, with even spread inside a bin
export const quantile = ({ edges, counts }, share) => {
  const wanted = share * total(counts);
  let seen = 0;
  for (const [i, n] of counts.entries()) {
    if (n > 0 && seen + n >= wanted) return edges[i] + ((wanted - seen) / n) * (edges[i + 1] - edges[i]);
    seen += n;
  }
  return edges.at(-1);
};

export const total = (counts) => counts.reduce((sum, n) => sum + n, 0);

const width = 340;
const height = 120;
const left = 6;
const bottom = 22;

// drawHistogram draws the shares of answers from 0 to most.
export const drawHistogram = ({ edges, counts }, { most, color, label }) => {
  const x = (value) => left + (value / most) * (width - 2 * left);
  const top = Math.max(...counts);
  const floor = height - bottom;
  const bars = counts.map((n, i) => {
    const from = x(edges[i]);
    const high = (n / top) * (floor - 6);
    return n > 0 && `M${px(from)} ${floor}V${px(floor - Math.max(high, 1))}H${px(Math.max(x(edges[i + 1]), from + 1))}V${floor}z`;
  }).filter(Boolean).join('');
  const median = x(quantile({ edges, counts }, 0.5));
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    svg('path', { d: bars, fill: color }),
    svg('path', { d: `M${left} ${floor}H${width - left}`, stroke: 'var(--line-strong)' }),
    svg('path', { d: `M${px(median)} 0V${floor}`, stroke: 'var(--fg)', 'stroke-dasharray': '3 3' }),
    ...ticks(0, most, 4).map((value) => svg('text', {
      x: px(x(value)), y: height - 6, 'text-anchor': value === 0 ? 'start' : 'middle', fill: 'var(--muted)', 'font-size': 12,
    }, short(value))));
};

const px = (x) => Math.round(x * 10) / 10;
