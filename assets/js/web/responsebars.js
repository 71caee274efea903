// The energies of single responses: output lengths times energy per token. The layout is that of the drawing which the
// page came with (charts/response.go).
import { svg } from './dom.js';
import { quantile, total } from './histogram.js';
import { number, plural, short } from './numbers.js';
import { ticks } from './ticks.js';

const area = { left: 44, right: 330, top: 8, bottom: 178 };
const marks = [1, 1.5, 2, 3, 5, 7]; // edges of logarithmic bins in each decade

// logarithmic counts the responses in bins whose edges are 1, 1.5, 2, 3, 5 and 7 times powers of ten, each bin of the
// source by its middle. The edges hold all that `range` does, so nothing is dropped.
export const logarithmic = ({ edges, counts }, range) => {
  const bins = { edges: logEdges(range), counts: [] };
  bins.counts = Array(bins.edges.length - 1).fill(0);
  counts.forEach((n, i) => {
    if (n === 0) return;
    const middle = (edges[i] + edges[i + 1]) / 2;
    bins.counts[bins.edges.findLastIndex((edge) => edge <= middle)] += n;
  });
  return bins;
};

const logEdges = ([low, high]) => {
  const edges = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
    for (const m of marks) edges.push(Number((m * 10 ** e).toPrecision(6)));
  }
  const first = edges.findLastIndex((edge) => edge <= low);
  const last = edges.findIndex((edge) => edge > high);
  return edges.slice(first, last + 1);
};

// rangeOf is where the responses of several runs lie: [least middle of a bin, greatest middle, greatest edge] in J.
export const rangeOf = (all) => {
  let low = Infinity;
  let high = 0;
  let most = 0;
  for (const { edges, counts } of all) {
    counts.forEach((n, i) => {
      if (n === 0) return;
      low = Math.min(low, (edges[i] + edges[i + 1]) / 2);
      high = Math.max(high, (edges[i] + edges[i + 1]) / 2);
      most = Math.max(most, edges[i + 1]);
    });
  }
  return [low, high, most];
};

// draw replaces what the picture shows. shown is a distribution, range what all of the axis holds.
export const draw = (picture, shown, range, log) => {
  const bins = log ? logarithmic(shown, range) : shown;
  const ends = log ? [bins.edges[0], bins.edges.at(-1)] : [0, range[2]];
  const place = (value) => (log ? Math.log(value / ends[0]) / Math.log(ends[1] / ends[0]) : value / ends[1]);
  const x = (value) => round(area.left + place(value) * (area.right - area.left));
  const greatest = Math.max(...bins.counts);
  const [, step = greatest] = ticks(0, greatest, 4);
  const top = Math.ceil(greatest / step - 1e-9) * step;
  const y = (count) => round(area.bottom - (count / top) * (area.bottom - area.top));
  picture.querySelectorAll('path, text').forEach((part) => part.remove());
  picture.append(
    ...ticks(0, top, 4).flatMap((n) => [
      svg('path', { d: `M${area.left} ${y(n)}H${area.right}` }),
      svg('text', { x: area.left - 6, y: y(n), dy: 4, 'text-anchor': 'end' }, short(n))]),
    ...(log ? decades(ends) : ticks(0, ends[1], 4)).map((value) => svg('text', { x: x(value), y: 194, 'text-anchor': 'middle' }, short(value))),
    svg('path', { class: 'bars', d: bins.counts.map((n, i) => (n ? `M${x(bins.edges[i])} ${area.bottom}V${y(n)}H${x(bins.edges[i + 1])}V${area.bottom}z` : '')).join('') }),
    svg('text', { x: 187, y: 213, 'text-anchor': 'middle' }, `Energy per response, J${log ? ' (log)' : ''}`));
  return { ...bins, x };
};

const decades = ([low, high]) => {
  const powers = [];
  for (let e = Math.ceil(Math.log10(low) - 1e-9); 10 ** e <= high * (1 + 1e-9); e++) powers.push(Number((10 ** e).toPrecision(3)));
  return powers.length > 1 ? powers : [low, high];
};

const round = (px) => Math.round(px * 10) / 10;

// The sentences around it.
export const titleOf = (shown) => `Half of the responses take less than about ${about(quantile(shown, 0.5))} J, one in ten more than ${about(quantile(shown, 0.9))} J`;

export const captionOf = ({ name, joules }, { counts }, log) => `${name}: ${number(joules)} J per token times the output lengths of ${
  plural(total(counts), 'response')}.${log ? ' Each bin of the source counts at its middle.' : ''}`;

const about = (x) => (x > 0 ? short(Number(x.toPrecision(2))) : '0');
