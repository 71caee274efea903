// A plot laid out and drawn: panels of points and lines on two axes, as package charts lays out declared figures
// (plot.go, sheet.go, canvas.go). A plot is { width, beside, panels: [{ x, y, series: [{ name, mark, joined, points, front }],
// quiet, ghosts, limit, rings }] }, with points { x, y, row, label }: quiet ones stand back; a ghost, { was, now }, is where
// a configuration was in the base of a preview, and where it is now.
import { say } from './catalog.js';
import { barShapes, barsAt } from './bars.js';
import { svg } from './dom.js';
import { along, placeLabels } from './placement.js';
import { at, fontSize, place, placeAcross, plain, px, scaleOf, shortened, smallSize, text, textWidth, tickText, tickWidth } from './scale.js';

const panelGap = 12;
const lineHeight = 20;
const keyGap = 5;

// layoutOf places a plot in a drawing of that width with so many panels side by side:
// { width, height, legend, panels: [{ left, top, right, bottom, x, y, … }] }.
export const layoutOf = (plot, width, beside) => {
  const { legend, height } = legendOf(plot, width);
  const panels = [];
  let y = height;
  for (let i = 0; i < plot.panels.length; i += beside) {
    if (i > 0) y += 14;
    const own = plot.panels.slice(i, i + beside);
    const [line, top] = [y, y + (own.some(({ title }) => title) ? 24 : 6)];
    const row = own.map((panel, k) => ({ ...panelAt(panel, k, top, width, beside), line }));
    panels.push(...row);
    y = Math.max(...row.map(({ bottom }) => bottom + 44));
  }
  return { width, height: y, legend, panels };
};

const leastPanel = 200; // px
const titleSize = fontSize * 1.08;

// besideOf is how many panels stand side by side in a drawing of that width.
export const besideOf = ({ panels }, width) => {
  let n = panels.length > 3 ? 2 : panels.length;
  const room = () => Math.trunc((width - panelGap * (n - 1)) / n);
  const longest = Math.max(0, ...panels.map(({ title }) => textWidth(title ?? '', titleSize)));
  while (n > 1 && (room() < leastPanel || longest > room() - 12)) n--;
  return Math.max(n, 1);
};

// legendOf are the names of the series, one after the other; one alone needs no legend.
const legendOf = (plot, width) => {
  const marks = new Map(plot.panels.flatMap(({ series, categories }) => series.filter(({ shown }) => shown)
    .map((one) => [one.shown, { ...one, barred: Boolean(categories) }])));
  if (plot.panels.some(({ ghosts }) => ghosts.length)) marks.set(say('charts.legend.base'), { ghost: true });
  const legend = [];
  if (marks.size < 2) return { legend, height: 0 };
  const sample = [...marks.values()].some(({ joined }) => joined) ? 18 : 9;
  let [x, y] = [4, 0];
  for (const [text, one] of marks) {
    const entry = sample + keyGap + Math.trunc(1.1 * textWidth(text, fontSize));
    if (x + entry > width && x > 4) [x, y] = [4, y + lineHeight];
    legend.push({ x, y: y + 6, text, sample, ...one });
    x += entry + 16;
  }
  return { legend, height: y + lineHeight + 6 };
};

const pointOf = ([x, y]) => ({ x, y });

const panelAt = (panel, i, top, width, beside) => {
  const own = Math.trunc((width - panelGap * (beside - 1)) / beside);
  const origin = i * (own + panelGap);
  if (panel.categories) return { ...barsAt(panel, origin, own, top) };
  const c = { ...panel, origin, width: origin + own, top, right: origin + own - 8,
    bottom: top + Math.min(Math.max(Math.trunc((own * 3) / 5), 170), Math.max(300, Math.trunc((own * 3) / 8))) };
  const points = [...panel.series.flatMap((one) => one.points), ...panel.quiet, ...panel.ghosts.map(({ was }) => pointOf(was))];
  if (points.length === 0) return c;
  const values = (axis) => [...points.map((p) => p[axis]), ...panel.also?.[axis] ?? []];
  c.x = { ...scaleOf(panel.x, values('x'), false), name: panel.x.name };
  c.y = { ...scaleOf(panel.y, values('y'), true), name: panel.y.name };
  place(c.y, c.bottom, c.top);
  const labels = Math.max(0, ...c.y.ticks.map((tick) => tickWidth(c.y, tick)));
  c.y.gap = Math.trunc(labels) + 18;
  c.left = origin + Math.trunc(labels) + 30;
  placeAcross(c);
  return c;
};

const drawn = new WeakMap(); // what the layers of a picture show

// pictureOf draws a layout as layers of an SVG. Those of a picture that stands stay where they show the same.
export const pictureOf = (layout, title, standing) => {
  const layers = layersOf(layout);
  const shown = layers.map(({ of }) => JSON.stringify(of));
  const empty = svg('svg', {
    viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'img', 'aria-label': title, fill: 'var(--muted)', 'font-size': fontSize,
    'stroke-linejoin': 'round',
  });
  const stays = drawn.get(standing)?.length === layers.length && standing.cloneNode(false).isEqualNode(empty);
  const picture = stays ? standing : empty;
  const before = drawn.get(picture) ?? [];
  layers.forEach(({ shapes }, i) => {
    const layer = picture.children[i] ?? picture.appendChild(svg('g'));
    if (shown[i] !== before[i]) layer.replaceChildren(...shapes());
  });
  drawn.set(picture, shown);
  return picture;
};

// layersOf are the layers of a layout from the lowest: { of, shapes() }, of is what the shapes depend on.
const layersOf = ({ panels, legend }) => [
  ...panels.filter(({ left }) => left !== undefined).flatMap(panelLayers),
  { of: legend, shapes: () => legend.flatMap(entryShapes) },
];

const panelLayers = (c) => [
  { of: titleAt(c), shapes: () => titleOf(c) },
  ...(c.categories ? [{ of: c, shapes: () => barShapes(c) }] : pointLayers(c)),
];

const entryShapes = ({ x, y, text, sample, mark, joined, ghost, barred, pale }) => (ghost ? [ghostAt({ x: x + sample / 2, y }), nameOf(x, y, sample, text)] : [
  joined && svg('path', { d: `M${px(x)} ${y}H${px(x + sample)}`, stroke: mark.color, 'stroke-width': 1.6 }),
  barred ? shape({ shape: 'rect' }, { x: x + sample / 2, y }, 9, { fill: pale ? `${mark.color}59` : mark.color, stroke: mark.color, 'stroke-width': 1.5 })
    : shape(mark, { x: x + sample / 2, y }, joined ? 6 : 9, joined ? { fill: mark.color } : filled(mark)),
  nameOf(x, y, sample, text),
].filter(Boolean));

const nameOf = (x, y, sample, text) => svg('text', { x: px(x + sample + keyGap), y, 'dominant-baseline': 'central' }, text);

const ghostAt = ({ x, y }) => svg('circle', { cx: px(x), cy: px(y), r: 4, fill: 'none', stroke: 'var(--ghost)', 'stroke-width': 1.3 });

const filled = ({ color }) => ({ fill: `${color}80`, stroke: color });
const hollow = ({ color }) => ({ fill: 'none', stroke: color });

const shape = ({ shape: name }, { x, y }, size, style, row) => {
  const [l, r, t, b] = [x - size / 2, x + size / 2, y - size / 2, y + size / 2].map(px);
  const own = { 'data-i': row, ...style };
  if (name === 'circle') return svg('circle', { ...own, cx: px(x), cy: px(y), r: px(size / 2) });
  if (name === 'triangle') return svg('path', { ...own, d: `M${px(x)} ${t}L${r} ${b}L${l} ${b}z` });
  if (name === 'diamond') return svg('path', { ...own, d: `M${px(x)} ${t}L${r} ${px(y)}L${px(x)} ${b}L${l} ${px(y)}z` });
  return svg('path', { ...own, d: `M${l} ${t}H${r}V${b}H${l}z` });
};

const halfPx = (value) => Math.round(value - 0.5) + 0.5;

// nameRoom is how many px longer than its axis a name may be.
const nameRoom = 28;

// forAxis makes the name of an axis fit: what is too long first loses the words before a unit, as of “output tok/s”.
const forAxis = (name, width) => {
  let fit = name;
  while (textWidth(fit, fontSize) > width) {
    const shorter = fit.replace(/^(.*, )[^ /,(]+ (?!\()([^,]*)$/, '$1$2');
    if (shorter === fit) break;
    fit = shorter;
  }
  return plain(fit, fontSize, width);
};

const axesOf = ({ left, top, right, bottom, x, y }) => [
  svg('path', { fill: 'none', stroke: 'var(--line)', d: [
    ...y.ticks.map((tick) => `M${left} ${halfPx(at(y, tick))}H${right}`),
    ...x.ticks.map((tick) => `M${halfPx(at(x, tick))} ${top}V${bottom}`),
  ].join('') }),
  svg('text', { 'text-anchor': 'middle', 'dominant-baseline': 'central',
    transform: `matrix(0 -1 1 0 ${px(left - y.gap - 6)} ${px((y.from + y.to) / 2)})` }, forAxis(y.name, bottom - top + nameRoom)),
  text((x.from + x.to) / 2, bottom + 34, forAxis(x.name, right - left + nameRoom), { 'text-anchor': 'middle' }),
  ...y.ticks.map((tick) => text(left - 8, at(y, tick), tickText(y, tick), { 'text-anchor': 'end' })),
  ...x.ticks.map((tick) => text(at(x, tick), bottom + 14, tickText(x, tick), { 'text-anchor': 'middle' })),
];

// hauntedBy are hollow marks, and lines to what they have become.
const hauntedBy = (ghosts, path, spot) => (ghosts.length === 0 ? [] : [
  svg('path', { fill: 'none', stroke: 'var(--ghost-link)',
    d: ghosts.filter(({ now }) => now).map(({ was, now }) => path([was, now].map(pointOf))).join('') }),
  ...ghosts.map(({ was }) => ghostAt(spot(pointOf(was)))),
]);

// titleAt is the name of a panel with its place, null for none.
export const titleAt = ({ title, origin, width, line }) => title && { x: origin + 4, y: line + 7, text: plain(title, titleSize, width - origin - 8) };

const titleOf = (c) => {
  const title = titleAt(c);
  return title ? [text(title.x, title.y, title.text, { 'font-weight': 600, fill: 'var(--fg)' })] : [];
};

const pointLayers = (c) => {
  const spot = (p) => ({ x: at(c.x, p.x), y: at(c.y, p.y) });
  const axes = [c.x, c.y, c.left, c.top, c.right, c.bottom];
  const marks = [axes, c.series, c.quiet, c.ghosts];
  return [
    { of: axes, shapes: () => axesOf(c) },
    { of: [axes, c.limit], shapes: () => limitOf(c) },
    { of: marks, shapes: () => markShapes(c, spot) },
    { of: [axes, c.rings], shapes: () => c.rings.map(spot).map(ring) },
    { of: marks, shapes: () => labelsOf(c, spot) },
  ];
};

const ring = ({ x, y }) => svg('circle', { cx: px(x), cy: px(y), r: 8, fill: 'none', stroke: 'var(--ring)', 'stroke-width': 2, opacity: 0.8 });

const markShapes = (c, spot) => {
  const path = (points) => points.map(spot).map(({ x, y }, i) => `${i ? 'L' : 'M'}${px(x)} ${px(y)}`).join('');
  const lines = c.series.map(({ joined, points, front, mark }) => [joined ? points : front, mark]).filter(([line]) => line.length > 1);
  return [
    ...hauntedBy(c.ghosts, path, spot),
    ...c.quiet.map((p) => shape({ shape: 'circle' }, spot(p), 6, { fill: 'var(--muted)', opacity: 0.12 }, p.row)),
    ...lines.map(([line, { color }]) => svg('path', { d: path(line), fill: 'none', stroke: color, 'stroke-width': 1.6 })),
    ...c.series.flatMap(({ mark, points, front, joined }) => {
      if (joined) return points.map((p) => shape(mark, spot(p), 6, { fill: mark.color }, p.row));
      const on = new Set(front.map(({ row }) => row));
      return [...points.filter(({ row }) => !on.has(row)), ...front]
        .map((p) => shape(mark, spot(p), on.has(p.row) ? 8 : 7, on.has(p.row) ? filled(mark) : hollow(mark), p.row));
    }),
  ];
};

const limitOf = ({ x, top, bottom, limit }) => {
  if (!(limit?.at > 0 && limit.at < x.max)) return [];
  const from = Math.max(at(x, limit.at), x.from);
  const said = limit.texts.find((one) => textWidth(one, fontSize) + 10 <= x.to - from);
  return [
    svg('path', { d: `M${px(from)} ${bottom}H${px(x.to)}V${top}H${px(from)}z`, fill: 'var(--late)', opacity: 0.35 }),
    said && text(from + 5, top + 11, said, { fill: 'var(--late-text)' }),
  ].filter(Boolean);
};

// labelsOf names marks where there is room beside them.
const labelsOf = (c, spot) => {
  const named = c.series.filter(({ joined }) => !joined).flatMap(({ points }) => points.filter(({ label }) => label));
  const texts = shortened(named.map(({ label }) => label), smallSize, 220);
  const wanted = named.map((p, i) => ({ at: spot(p), text: texts[i], size: smallSize, gap: 6 }));
  const marks = c.series.flatMap(({ points, front, joined }) => {
    const line = (joined ? points : front).map(spot);
    return [...(joined ? [] : points.map(spot)), ...line, ...along(line)];
  });
  return placeLabels(wanted, marks, { left: c.left, top: c.top - 4, right: c.width - 4, bottom: c.bottom })
    .map(({ at: { x, y }, text: said, gap, place: [side, dx, dy] }) => {
      const anchor = { right: 'start', left: 'end' }[side] ?? 'middle';
      const across = { right: gap, left: -gap }[side] ?? 0;
      const down = { top: -(gap + smallSize / 2), bottom: gap + smallSize / 2 }[side] ?? 0;
      return text(x + dx + across, y + dy + down, said, { 'text-anchor': anchor, 'font-size': smallSize, fill: 'var(--label)' });
    });
};
