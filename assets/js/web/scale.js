// Scales and texts of drawings, as package charts computes them (scale.go, text.go): a drawing that the script makes stands
// where the page's own stood.
import { svg } from './dom.js';
import { mostOfWord, mostSteps, mostTicks } from './limits.js';
import { short } from './numbers.js';

export const fontSize = 12;
export const smallSize = 11;

// textWidth estimates the width of a text in px, on the wide side, because readers' fonts differ.
export const textWidth = (text, size) => [...text].reduce((em, c) => em + charWidth(c), 0) * size * 1.08;

const charWidth = (c) => {
  if ("iljI.,:;'|! ()[]ft/-".includes(c)) return 0.3;
  if ('mwMW@%'.includes(c)) return 0.86;
  if (/\p{Lu}/u.test(c)) return 0.69;
  return c.codePointAt(0) < 0x80 ? 0.556 : 1;
};

// plain makes a name fit into so many px, see shortened.
export const plain = (name, size, width) => shortened([name], size, width)[0];

// shortened makes names that stand together fit into so many px, as package charts does (names.go): what is too long loses the
// middle of what it has in common with the others, not the words in which it first differs from one of them.
export const shortened = (names, size, width) => {
  const all = names.map((name) => name.split(/\s+/).filter(Boolean).join(' ').replaceAll('{', '(').replaceAll('}', ')'));
  return all.map((name) => (textWidth(name, size) > width ? shorten([...name], all, size, width) : name));
};

const shorten = (name, all, size, width) => {
  let text = name.join('');
  for (const runs of [spareIn(name, all), [[0, name.length]]]) {
    const most = Math.min(runs.reduce((sum, [start, end]) => sum + end - start, 0), name.length - 2);
    for (let n = 1; n <= most; n++) {
      text = without(name, runs, n);
      if (textWidth(text, size) <= width) return text;
    }
  }
  return text;
};

const between = ' -_/:';

// spareIn are the parts of a name, [start, end], that do not tell it from the others, the longest first.
const spareIn = (name, all) => {
  const kept = name.map(() => false);
  for (const text of all) {
    const other = [...text];
    let at = 0;
    while (at < name.length && at < other.length && name[at] === other[at]) at++;
    if (at === name.length && at === other.length) continue;
    while (at < name.length - 1 && between.includes(name[at])) at++;
    at = Math.min(at, name.length - 1);
    let [start, end] = [at, at];
    while (start > 0 && !between.includes(name[start - 1])) start--;
    while (end < name.length && !between.includes(name[end])) end++;
    kept.fill(true, start, end);
  }
  const runs = [];
  for (let i = 0; i < name.length; i++) {
    const start = i;
    while (i < name.length && !kept[i]) i++;
    if (i > start) runs.push([start, i]);
  }
  return runs.sort(([a, b], [c, d]) => (d - c) - (b - a));
};

// without leaves out n letters: of the first of the runs its middle, and what is more of the next.
const without = (name, runs, n) => {
  const cuts = [];
  let more = n;
  for (const [start, end] of runs) {
    const take = Math.min(more, end - start);
    more -= take;
    const from = start + Math.trunc((2 * (end - start - take) + 2) / 3);
    if (take > 0) cuts.push(whole(name, [start, end], [from, from + take]));
  }
  cuts.sort(([a], [b]) => a - b);
  const part = (from, to) => name.slice(from, to).join('').trim();
  return [...cuts.map(([from], i) => part(i ? cuts[i - 1][1] : 0, from)), part(cuts.at(-1)[1])].join('…');
};

// whole is a cut within a run that leaves no ends of words, if these are short and the run is a part of the name.
const whole = (name, [first, last], [from, to]) => {
  if (last - first === name.length) return [from, to];
  const isWithin = (i) => !between.includes(name[i]) && !between.includes(name[i - 1]);
  let [start, end] = [from, to];
  while (start > first && isWithin(start)) start--;
  while (end < last && isWithin(end)) end++;
  return [from - start > mostOfWord || start === 0 ? from : start, end - to > mostOfWord ? to : end];
};

// px keeps tenths.
export const px = (x) => Math.round(x * 10) / 10;

// text stands with its middle at a height.
export const text = (x, y, content, attributes) => svg('text', { x: px(x), y: px(y), 'dominant-baseline': 'central', ...attributes }, content);

// tickText writes a tick in the multiple of the unit that its axis has.
export const tickText = ({ size = 1 }, value) => short(value / size);

export const tickWidth = (scale, value) => textWidth(tickText(scale, value), fontSize);

// round keeps five digits.
export const round = (x) => {
  if (!Number.isFinite(x) || Math.abs(x) < 1e-290 || Math.abs(x) > 1e290) return x;
  const digits = 4 - Math.floor(Math.log10(Math.abs(x)));
  if (digits < 0) return Math.round(x);
  return Math.round(x * 10 ** digits) / 10 ** digits;
};

const bounded = (x) => Math.min(Math.max(x, 1e-200), 1e200);

// scaleOf makes the scale of an axis, { name, log, powers }, that holds the values.
export const scaleOf = (axis, values, toTick) => {
  const { size } = axis;
  if (axis.log && axis.powers) return { ...logScale(values, 0.03, 0.03), candidates: powersOfTwo, size };
  if (axis.log) return { ...logScale(values, 0.04, 0.06), size };
  return { ...wholeScale(values, toTick), size };
};

const logScale = (values, before, after) => {
  let low = Math.log(bounded(Math.min(...values)));
  let high = Math.log(bounded(Math.max(...values)));
  const least = Math.LN10 / 3; // a single value gets a third of a decade around it
  if (high - low < least) {
    const middle = (low + high) / 2;
    [low, high] = [middle - least / 2, middle + least / 2];
  }
  const span = (high - low) / (1 - before - after);
  return { log: true, min: round(Math.exp(low - before * span)), max: round(Math.exp(high + after * span)), candidates: logTicks };
};

const linearScale = (values, toTick) => {
  let max = bounded(Math.max(...values));
  if (max === 1e-200) max = 1;
  if (toTick) {
    const step = niceStep(max / 4);
    max = Math.ceil(max / step - 1e-9) * step;
  } else max *= 1.02;
  return { log: false, min: 0, max: round(max), candidates: linearTicks };
};

const wholeScale = (values, toTick) => {
  const least = Math.min(...values);
  if (least >= 0) return linearScale(values, toTick);
  const most = Math.max(...values, 0);
  const step = niceStep((most - least) / 4);
  return {
    log: false, min: round(Math.floor(least / step) * step), max: round(Math.ceil(most / step) * step), candidates: linearTicks,
  };
};

// at is the place of a value in px.
export const at = ({ log, min, max, from, to }, value) => {
  const part = log ? (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min)) : (value - min) / (max - min);
  return from + Math.min(Math.max(part, -10), 10) * (to - from);
};

// place sets the px of both ends and chooses the finest ticks whose labels stand apart.
export const place = (scale, from, to) => {
  Object.assign(scale, { from, to });
  for (const ticks of scale.candidates(scale)) {
    if (ticks.length <= mostTicks && apart(scale, ticks)) {
      scale.ticks = ticks;
      return;
    }
  }
  scale.ticks ??= [];
};

// placeAcross sets the ends of a panel's x axis: those of the panel, or farther in, where the labels at its ends need it.
export const placeAcross = (c) => {
  place(c.x, c.left, c.right);
  const { ticks } = c.x;
  const over = (ticks.length ? at(c.x, ticks.at(-1)) + tickWidth(c.x, ticks.at(-1)) / 2 + 2 : c.x.to) - c.width;
  if (over > 0) {
    c.right -= Math.trunc(over) + 1;
    place(c.x, c.left, c.right);
  }
  const out = c.origin - (c.x.ticks.length ? at(c.x, c.x.ticks[0]) - tickWidth(c.x, c.x.ticks[0]) / 2 : c.x.from);
  if (out > 0) {
    c.left += Math.trunc(out) + 1;
    place(c.x, c.left, c.right);
  }
};

const apart = (scale, ticks) => ticks.every((tick, i) => {
  if (i === 0) return true;
  const need = scale.from < scale.to ? (tickWidth(scale, ticks[i - 1]) + tickWidth(scale, tick)) / 2 + 16 : 34;
  return Math.abs(at(scale, tick) - at(scale, ticks[i - 1])) >= need;
});

const logTicks = ({ min, max }) => {
  const all = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]].map((within) => decades(min, max, within)).filter((ticks) => ticks.length > 1);
  const powers = decades(min, max, [1]);
  if (powers.length > 3) return [...all, ...sparser(powers)];
  return [...all, ...[6, 4, 3, 2].map((n) => stepsOf(min, max, n)), []];
};

const powersOfTwo = ({ min, max }) => {
  const powers = [];
  for (let p = Math.max(1, 2 ** Math.ceil(Math.log2(min))); p <= max && powers.length < mostSteps; p *= 2) powers.push(p);
  return sparser(powers);
};

const sparser = (values) => Array.from({ length: Math.max(values.length, 1) }, (_, n) => values.filter((__, i) => i % (n + 1) === 0));

const linearTicks = ({ min, max }) => [6, 5, 4, 3, 2, 1].map((n) => stepsOf(min, max, n));

const decades = (low, high, within) => {
  const ticks = [];
  for (let e = Math.floor(Math.log10(bounded(low))); e <= Math.ceil(Math.log10(bounded(high))); e++) {
    for (const m of within) {
      const value = round(m * 10 ** e);
      if (value >= low && value <= high) ticks.push(value);
    }
  }
  return ticks;
};

// niceStep is the least of 1, 2, 5 times a power of ten that is not below x.
const niceStep = (x) => {
  const power = 10 ** Math.floor(Math.log10(x));
  const m = [1, 2, 5].find((one) => one * power >= x * (1 - 1e-9)) ?? 10;
  return round(m * power);
};

const stepsOf = (min, max, n) => {
  const step = niceStep((max - min) / n);
  const ticks = [];
  for (let i = 0, from = Math.ceil(min / step) * step; i < mostSteps; i++) {
    const value = round(from + i * step);
    if (value > max * (1 + 1e-9)) break;
    ticks.push(value);
  }
  return ticks;
};
