// Histograms of how long answers were, and of what they took: an answer's energy is its length times the energy of a
// token, as it is in the table. Where an axis ends, and what its last bar counts, is as in charts/histogram.go.
import { ticks } from './ticks.js';
import { short } from './numbers.js';
import { shareOf } from './option.js';

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

const shownShare = 0.99;
const leastTail = 0.08;
const tailGap = 0.02;

// endOf is where a histogram's axis ends: the first edge that shownShare of the answers do not exceed, or the last one
// where that is hardly farther.
export const endOf = ({ edges, counts }) => {
  const wanted = shownShare * total(counts);
  let seen = 0;
  let end = 0;
  while (end < counts.length && seen < wanted) seen += counts[end++];
  return edges[counts.length] - edges[end] <= leastTail * edges[end] ? edges[counts.length] : edges[end];
};

// barsOf are the bars up to an end, each { from, to, n }, and the tail: all that lies above them, null where nothing
// does. Edges are the source's, so no count is split.
export const barsOf = ({ edges, counts }, end, log) => {
  const found = edges.findIndex((edge) => edge >= end);
  const cut = found < 0 ? counts.length : found;
  const all = counts.map((n, i) => ({ from: edges[i], to: edges[i + 1], n }));
  const beyond = total(counts.slice(cut));
  return {
    bars: log ? evenInLog(all.slice(0, cut)) : all.slice(0, cut),
    tail: beyond > 0 ? { from: edges[cut], to: edges.at(-1), n: beyond } : null,
  };
};

const mostLogBars = 24;

// evenInLog joins bins to bars of equal ratio, as far as the source's bins allow: one that is wider stays a bar, since
// nothing says where in it answers lie. Empty bins before the first answer are left out. On a logarithmic axis a bin
// from 0 has no start; it is drawn from a tenth of its end.
const evenInLog = (all) => {
  const bins = all.slice(all.findIndex(({ n }) => n > 0)).map((bin) => ({ ...bin }));
  if (!(bins[0].from > 0)) bins[0].from = bins[0].to / 10;
  const least = Math.log(bins.at(-1).to / bins[0].from) / mostLogBars;
  const bars = [];
  for (const bin of bins) {
    const last = bars.at(-1);
    if (last && Math.log(last.to / last.from) < least * (1 - 1e-9)) Object.assign(last, { to: bin.to, n: last.n + bin.n });
    else bars.push(bin);
  }
  return bars;
};

// axisFor spans the bars of one or several histograms, { bars, tail } each, on a drawing that is so wide, from one px to
// another.
export const axisFor = (shown, log, { width, from, to }) => {
  const ends = (value) => shown.map(value);
  const first = Math.min(...ends(({ bars }) => bars[0].from));
  const axis = { log, least: log ? first : 0, most: Math.max(...ends(({ bars }) => bars.at(-1).to)), width, from, to, whole: 1 };
  axis.bar = Math.min(...ends(({ bars }) => (part(axis, bars.at(-1).to) - part(axis, bars[0].from)) / bars.length));
  if (shown.some(({ tail }) => tail)) axis.whole += tailGap + axis.bar;
  return axis;
};

// part of the axis, without the room of a tail, that is below a value.
const part = ({ log, least, most }, value) => shareOf([least, most], log, value);

const placeOf = (axis, portion) => axis.from + (portion / axis.whole) * (axis.to - axis.from);

export const placeAt = (axis, value) => placeOf(axis, part(axis, value));

// boxesOf are the bars with their place on the axis in px and their height in answers. In log a height is that of a
// bar as wide as the tail's, so that areas compare, since bars are not equally wide.
export const boxesOf = ({ bars, tail }, axis) => {
  const box = (bin, left, right, height) => ({ ...bin, left, right: right - Math.min(1, (right - left) / 5), height });
  const made = bars.map((bin) => box(bin, placeAt(axis, bin.from), placeAt(axis, bin.to),
    axis.log ? (bin.n * axis.bar) / (part(axis, bin.to) - part(axis, bin.from)) : bin.n));
  if (tail) made.push(box(tail, placeOf(axis, axis.whole - axis.bar), axis.to, tail.n));
  return made;
};

// labelsOf are the labels below an axis: those that leave room for that of the tail, none cut by the drawing's edge.
export const labelsOf = (axis, tail) => {
  const half = (text) => 3.5 * text.length; // px, on the wide side
  const label = (text, at) => ({ text, at: tenth(Math.min(at, axis.width - half(text))) });
  const last = tail && label(`> ${short(tail.from)}`, placeOf(axis, axis.whole - axis.bar / 2));
  const values = axis.log ? logTicks(axis) : ticks(0, axis.most, 4);
  return [
    ...values.map((value) => label(short(value), placeAt(axis, value)))
      .filter(({ text, at }) => !last || at + half(text) + 6 <= last.at - half(last.text)),
    ...(last ? [last] : []),
  ];
};

// logTicks are a few round values, or powers of ten.
const logTicks = ({ least, most }) => {
  const powers = [];
  for (let e = Math.floor(Math.log10(least)); 10 ** e <= most; e++) powers.push(e);
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const values = powers.flatMap((e) => steps.map((step) => Number(`${step}e${e}`))).filter((value) => value >= least && value <= most);
    if (values.length > 1 && values.length <= 6) return values;
  }
  return ticks(least, most, 3);
};

// tailOf is what the last bar counts, as values of a message.
export const tailOf = ({ n, from }) => ({ n, from: short(from) });

export const tenth = (px) => Math.round(px * 10) / 10;

// pathOf is the bars' path: at tells how high a height is in px, which is never less than one.
export const pathOf = (boxes, floor, at) => boxes.filter(({ n }) => n > 0).map(({ left, right, height }) => {
  const top = tenth(Math.min(at(height), floor - 1));
  return `M${tenth(left)} ${floor}V${top}H${tenth(right)}V${floor}z`;
}).join('');
