// A panel of bars: laid out and drawn as package charts does (plot_bars.go). Each category, from the top, has one bar.
import { svg } from './dom.js';
import { at, fontSize, placeAcross, scaleOf, shortened, smallSize, text, textWidth, tickText } from './scale.js';

const barWidth = 13;
const narrow = 480; // px of a panel, where names stand above their bars

// barsAt places a panel: { left, top, right, bottom, origin, width, x, names, rowAt(category) }. x is the scale of the values.
export const barsAt = (panel, origin, own, top) => {
  const above = own < narrow;
  const n = Math.max(panel.categories.length, 1);
  const c = { ...panel, origin, width: origin + own, top, left: origin + 8, right: origin + own - 8, above, bottom: top + (barWidth + (above ? 32 : 16)) * n };
  c.names = above ? panel.categories : shortened(panel.categories, fontSize, 0.45 * c.width);
  if (!above) c.left = Math.max(c.left, ...c.names.map((name) => origin + Math.trunc(textWidth(name, fontSize)) + 16));
  const points = panel.series.flatMap((one) => one.points);
  c.x = { ...scaleOf(panel.y, [...points.map(({ x }) => x), 0], false), name: panel.y.name };
  c.right -= Math.trunc(Math.max(0, ...points.map(({ label }) => textWidth(label, smallSize) + 8)));
  placeAcross(c);
  c.rowAt = (category) => top + ((category + 0.5) / n) * (c.bottom - top);
  return c;
};

// barShapes draws the bars with their names and values.
export const barShapes = (c) => [
  svg('path', { fill: 'none', stroke: 'var(--line)', d: c.x.ticks.map((tick) => `M${Math.round(at(c.x, tick) - 0.5) + 0.5} ${c.top}V${c.bottom}`).join('') }),
  text((c.x.from + c.x.to) / 2, c.bottom + 34, c.x.name, { 'text-anchor': 'middle' }),
  ...c.x.ticks.map((tick) => text(at(c.x, tick), c.bottom + 14, tickText(c.x, tick), { 'text-anchor': 'middle' })),
  ...(c.above ? shortened(c.names, fontSize, c.width - c.left - 4) : c.names).map((name, i) => (c.above
    ? text(c.left, c.rowAt(i) - 16, name, { fill: 'var(--label)' })
    : text(c.left - 8, c.rowAt(i), name, { 'text-anchor': 'end', fill: 'var(--fg)' }))),
  ...c.series.flatMap(({ mark, pale, points }) => points.flatMap(({ x, category, row, label }) => {
    const [from, to, y] = [at(c.x, 0), at(c.x, x), c.rowAt(category) - barWidth / 2];
    return [
      svg('path', { 'data-i': row, d: `M${from} ${y}H${to}V${y + barWidth}H${from}z`, fill: pale ? `${mark.color}59` : mark.color,
        stroke: mark.color, 'stroke-width': 1.5 }),
      text(to + 4, c.rowAt(category), label, { 'font-size': smallSize, fill: 'var(--fg)' }),
    ];
  })),
];

// barLayers are the series of a live chart of a panel; barAxis is the axis of its categories.
export const barLayers = ({ series, categories, above, names }) => series.map(({ shown: name, mark, pale, points }) => {
  const by = new Map(points.map((one) => [one.category, one]));
  return {
    name, type: 'bar', barWidth, barGap: '-100%', data: categories.map((_, i) => by.get(i)?.x ?? '-'),
    rows: categories.map((_, i) => by.get(i)?.row ?? -1),
    itemStyle: { color: pale ? `${mark.color}59` : mark.color, borderColor: mark.color, borderWidth: 1.5 },
    label: {
      show: true, position: 'right', distance: 4, fontSize: smallSize, color: 'var(--fg)',
      formatter: ({ dataIndex }) => (by.get(dataIndex)?.label ?? '') + (above ? `  ${names[dataIndex]}` : ''),
    },
  };
});

export const barAxis = ({ names, above }, style) => ({
  type: 'category', inverse: true, data: names, axisLine: { show: false }, axisTick: { show: false },
  axisLabel: { show: !above, margin: 8, interval: 0, ...style, color: 'var(--fg)' }, splitLine: { show: false },
});
