// From the option that drew a static picture to that of a live chart: real colors, the size on the page, axes as the
// reader set them. Pure functions over plain objects.
import { say } from './catalog.js';
import { mostTicks } from './limits.js';
import { short } from './numbers.js';
import { ticks } from './ticks.js';

// Lengths in px. Values of data, which stand in arrays, are none.
const lengths = new Set([
  'left', 'right', 'top', 'bottom', 'width', 'itemWidth', 'itemHeight', 'itemGap', 'fontSize', 'lineHeight', 'nameGap', 'margin',
  'symbolSize', 'barWidth', 'boxWidth', 'borderWidth', 'distance', 'offset', 'type',
]);
const colors = new Set(['color', 'borderColor', 'backgroundColor', 'fontFamily']);
const values = new Set(['data', 'value', 'customValues']);

// fitted is the option at `scale` times its size, with what `paint` makes of each color and font. Its names are left
// alone, whatever they say.
export const fitted = (option, scale, paint) => {
  const walk = (value, key) => {
    if (typeof value === 'number') return lengths.has(key) ? value * scale : value;
    if (typeof value === 'string') {
      if (colors.has(key)) return paint(value, key);
      return lengths.has(key) && /^-?[0-9.]+$/.test(value) ? Number(value) * scale : value;
    }
    if (ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((one) => (values.has(key) ? inData(one) : walk(one, key)));
    return value === null || typeof value !== 'object' ? value : object(value);
  };
  const object = (value) => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
  // A datum is a name, a number, numbers, or an object with settings of its own.
  const inData = (one) => {
    if (Array.isArray(one)) return one.map(inData);
    return one !== null && typeof one === 'object' ? object(one) : one;
  };
  return object(option);
};

// panelsOf are the plotting areas of an option, each as an option of its own; joined puts them together again.
export const panelsOf = (option) => option.grid.map((grid, i) => ({
  ...option, grid, xAxis: option.xAxis[i], yAxis: option.yAxis[i],
  series: option.series.filter(({ xAxisIndex = 0 }) => xAxisIndex === i),
}));

export const joined = (option, panels) => {
  const all = (key) => panels.map((panel) => panel[key]);
  return { ...option, grid: all('grid'), xAxis: all('xAxis'), yAxis: all('yAxis'), series: all('series').flat() };
};

// rowsOf are the rows of one panel's series; there is an entry for each series of the whole option.
export const rowsOf = (option, rows, panel) => rows.filter((_, i) => (option.series[i].xAxisIndex ?? 0) === panel);

// spoken writes the ticks in the words of the static drawing, and those of a zoom as numbers are written.
export const spoken = (panel, { x, y }) => ({ ...panel, xAxis: worded(panel.xAxis, x), yAxis: worded(panel.yAxis, y) });

const worded = (axis, { ticks, size = 1 }) => {
  if (!isScale(axis)) return axis;
  const texts = new Map((ticks ?? []).map(({ at, text }) => [at, text]));
  return { ...axis, axisLabel: { ...axis.axisLabel, formatter: (value) => texts.get(value) ?? short(value / size).replace('-', '−') } };
};

const axisNames = ['x', 'y'];
// An axis without labels only keeps lanes apart.
const isScale = (axis) => (axis.type === 'log' || axis.type === 'value') && axis.axisLabel?.show !== false;

// axesOf says of each axis of an option whether it is logarithmic, its ends, and whether a reader may change the first:
// not that of bars, whose width is drawn, and not categories.
export const axesOf = (option) => {
  const bars = option.series.some(({ type }) => type === 'bar');
  return Object.fromEntries(axisNames.map((name) => {
    const axis = option[`${name}Axis`];
    return [name, {
      scale: isScale(axis), log: axis.type === 'log', ends: [axis.min, axis.max], gap: axis.breaks?.[0],
      both: isScale(axis) && !bars && !axis.breaks && (axis.type === 'log' || least(option, name) > 0),
    }];
  }));
};

// least is the smallest value of the marks along an axis; what has no marks, such as a curve, is ignored.
const least = (option, name) => {
  const place = axisNames.indexOf(name);
  let found = Infinity;
  for (const { data, silent } of option.series) {
    if (silent) continue;
    for (const datum of data ?? []) {
      const x = Number((datum?.value ?? datum)?.[place]);
      if (!Number.isNaN(x)) found = Math.min(found, x);
    }
  }
  return found;
};

// endsOf are the ends of an axis before any zoom: as drawn, from zero when a logarithmic axis is made linear, and a
// little below the smallest mark the other way.
export const endsOf = (option, name, log) => {
  const { log: drawn, ends } = axesOf(option)[name];
  if (log === drawn) return ends;
  return [log ? least(option, name) / 1.3 : 0, ends[1]];
};

// withAxes sets the axes to the reader's choice: { x: { log, ends, zoomed }, y: … }. What is drawn on the axes as an
// area is cut to them.
export const withAxes = (option, chosen) => {
  const next = { ...option };
  for (const name of axisNames) {
    const axis = option[`${name}Axis`];
    if (isScale(axis)) next[`${name}Axis`] = asChosen(axis, chosen[name]);
  }
  next.series = option.series.map((series) => (series.markArea ? cut(series, chosen.x.ends) : series));
  return next;
};

const asChosen = (axis, { log, ends: [min, max], zoomed }) => {
  const same = log === (axis.type === 'log');
  if (same && !zoomed) return axis;
  const marks = axisTicks(min, max, log);
  const name = log ? say('charts.axis.log', { name: linearName(axis.name) }) : linearName(axis.name);
  return {
    ...axis, name, type: log ? 'log' : 'value', min, max,
    axisTick: { ...axis.axisTick, customValues: marks }, axisLabel: { ...axis.axisLabel, customValues: marks },
  };
};

// linearName is the name of an axis without what says that it is logarithmic.
const linearName = (name) => {
  const [before, after] = say('charts.axis.log', { name: '\n' }).split('\n');
  return name.startsWith(before) && name.endsWith(after) ? name.slice(before.length, name.length - after.length) : name;
};

const cut = (series, [min, max]) => {
  const inside = series.markArea.data
    .map(([from, to]) => [{ ...from, xAxis: Math.max(from.xAxis, min) }, { ...to, xAxis: Math.min(to.xAxis, max) }])
    .filter(([from, to]) => from.xAxis < to.xAxis);
  return { ...series, markArea: { ...series.markArea, data: inside } };
};

// axisTicks are round values from min to max, as package charts chooses them.
export const axisTicks = (min, max, log) => {
  if (log) {
    for (const within of [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
      const found = decades(min, max, within);
      if (found.length > 2 && found.length <= mostTicks) return found;
    }
    const powers = decades(min, max, [1]);
    if (powers.length > mostTicks) return powers.filter((_, i) => i % Math.ceil(powers.length / mostTicks) === 0);
  }
  return ticks(min, max, mostTicks - 1);
};

const decades = (min, max, within) => {
  const found = [];
  for (let e = Math.floor(Math.log10(min)); e <= Math.ceil(Math.log10(max)); e++) {
    for (const m of within) {
      const value = tidy(m * 10 ** e);
      if (value >= min && value <= max) found.push(value);
    }
  }
  return found;
};

// tidy drops the noise of binary fractions.
const tidy = (x) => Number(x.toPrecision(12));

// valueAt is the value at a share of the way from one end of an axis to the other; shareOf is its inverse.
export const valueAt = ([min, max], log, share) => (log ? min * (max / min) ** share : min + share * (max - min));
export const shareOf = ([min, max], log, value, gap) => {
  if (log) return Math.log(value / min) / Math.log(max / min);
  return (closed(value, gap) - min) / (closed(max, gap) - min);
};

// closed is a value of an axis without what a break leaves out of it, as package charts has it.
const closed = (value, gap) => {
  if (!gap) return value;
  const all = gap.end - gap.start;
  return value - Math.min(Math.max(value - gap.start, 0), all) * (1 - gap.gap / all);
};

// zoomed are the ends after a zoom about a share of the axis: factor 2 shows half of it. They stay within `whole`,
// and no zoom goes deeper than 1/1000.
export const zoomed = (ends, whole, log, factor, share) => {
  const from = shareOf(whole, log, ends[0]);
  const to = shareOf(whole, log, ends[1]);
  const width = Math.min(Math.max((to - from) / factor, 1e-3), 1);
  return slid(whole, log, from + share * (to - from) - share * width, width);
};

// panned moves the ends by a share of what is shown.
export const panned = (ends, whole, log, by) => {
  const from = shareOf(whole, log, ends[0]);
  const width = shareOf(whole, log, ends[1]) - from;
  return slid(whole, log, from + by * width, width);
};

const slid = (whole, log, from, width) => {
  const start = Math.min(Math.max(from, 0), 1 - width);
  return [valueAt(whole, log, start), valueAt(whole, log, start + width)];
};
