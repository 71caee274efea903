// Scales and text widths of drawings, as package charts computes them (scale.go, text.go): a drawing that the script
// makes stands where the page's own stood.
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

// plain cuts a name to so many px in its middle, because names of a family differ at their ends.
export const plain = (name, size, width) => {
  let text = name.split(/\s+/).filter(Boolean).join(' ').replaceAll('{', '(').replaceAll('}', ')');
  const letters = [...text];
  for (let n = letters.length - 1; n > 1 && textWidth(text, size) > width; n--) {
    const head = Math.trunc((2 * n + 2) / 3);
    text = `${letters.slice(0, head).join('').trim()}…${letters.slice(letters.length - n + head).join('').trim()}`;
  }
  return text;
};

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

const finite = (x) => Math.min(Math.max(x, 1e-200), 1e200);

// scaleOf makes the scale of an axis, { name, log, powers }, that holds the values.
export const scaleOf = (axis, values, toTick) => {
  const { size } = axis;
  if (axis.log && axis.powers) return { ...logScale(values, 0.03, 0.03), candidates: powersOfTwo, size };
  if (axis.log) return { ...logScale(values, 0.04, 0.06), size };
  return { ...wholeScale(values, toTick), size };
};

const logScale = (values, before, after) => {
  let low = Math.log(finite(Math.min(...values)));
  let high = Math.log(finite(Math.max(...values)));
  const least = Math.LN10 / 3; // a single value gets a third of a decade around it
  if (high - low < least) {
    const middle = (low + high) / 2;
    [low, high] = [middle - least / 2, middle + least / 2];
  }
  const span = (high - low) / (1 - before - after);
  return { log: true, min: round(Math.exp(low - before * span)), max: round(Math.exp(high + after * span)), candidates: logTicks };
};

const linearScale = (values, toTick) => {
  let max = finite(Math.max(...values));
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

const mostTicks = 7;

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
  for (let e = Math.floor(Math.log10(finite(low))); e <= Math.ceil(Math.log10(finite(high))); e++) {
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

const mostSteps = 1000;

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
