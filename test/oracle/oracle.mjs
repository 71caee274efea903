// Holds drawings against ECharts: node oracle.mjs FILE, where FILE has a JSON list of { name, chart, svg }: an inline
// drawing and the chart that a browser would draw in its place (package charts/live). For each difference it prints a
// line; at the end it prints how much was compared.
import { readFileSync } from 'node:fs';
import * as echarts from 'echarts';

const tolerance = 0.5; // px, of marks and points of lines
const textTolerance = 1; // px, of texts

const pairs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const counted = { drawings: 0, marks: 0, texts: 0, points: 0 };
for (const { name, chart, svg } of pairs) {
  const oracle = draw(chart);
  const drawn = read(svg);
  for (const line of [...marks(oracle, drawn), ...texts(oracle, drawn), ...lines(oracle, drawn)]) console.log(`${name}: ${line}`);
  oracle.dispose();
  counted.drawings++;
}
console.log(JSON.stringify(counted));

function draw({ option, panels, rows, width, height }) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const xAxis = option.xAxis.map((axis, i) => worded(axis, panels[i].x.ticks));
  const yAxis = option.yAxis.map((axis, i) => (['log', 'value'].includes(axis.type) ? worded(axis, panels[i].y.ticks) : axis));
  chart.setOption({ ...option, xAxis, yAxis, animation: false });
  chart.renderToSVGString(); // lays everything out
  return { chart, rows, panels, dispose: () => chart.dispose() };
}

// worded writes ticks in the drawing's words, as a page's script does.
function worded(axis, ticks) {
  const texts = new Map((ticks ?? []).map(({ at, text }) => [at, text]));
  return { ...axis, axisLabel: { ...axis.axisLabel, formatter: (value) => texts.get(value) ?? echarts.format.addCommas(value) } };
}

// marks: every datum that stands for a row is where the drawing has the shape of that row.
function* marks({ chart, rows }, drawn) {
  const left = new Map([...drawn.marks].map(([row, list]) => [row, [...list]]));
  for (const [index, own] of rows.entries()) {
    if (!own) continue;
    const data = chart.getModel().getSeriesByIndex(index).getData();
    const flat = data.getLayout('points');
    for (const [i, row] of own.entries()) {
      if (row < 0) continue;
      const [x, y] = flat ? [flat[2 * i], flat[2 * i + 1]] : middle(data.getItemLayout(i));
      const list = left.get(row) ?? [];
      const at = list.findIndex((mark) => Math.hypot(mark.x - x, mark.y - y) <= tolerance);
      if (at < 0) yield `series ${index}, row ${row}: ECharts has it at ${x.toFixed(1)}, ${y.toFixed(1)}, `
        + `the drawing at ${JSON.stringify(list)}`;
      else list.splice(at, 1);
      counted.marks++;
    }
  }
  for (const [row, list] of left) if (list.length) yield `row ${row}: ${list.length} shapes too many in the drawing`;
}

// middle of a mark's place, a bar, or the ends of a box.
function middle(layout) {
  if (Array.isArray(layout)) return layout;
  if (layout.ends) {
    const xs = layout.ends.map(([x]) => x);
    const ys = layout.ends.map(([, y]) => y);
    return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  }
  return [layout.x + layout.width / 2, layout.y + layout.height / 2];
}

// texts: ticks, names, labels and legend are the same, at the same places.
function* texts({ chart }, drawn) {
  const left = [...drawn.texts];
  for (const el of chart.getZr().storage.getDisplayList(true)) {
    if (el.type !== 'tspan' || el.ignore || el.invisible || !el.style.text) continue;
    const { x, y, textAlign } = el.style;
    const text = spaced(el.style.text);
    const [px, py] = el.transformCoordToGlobal(x, y);
    const anchor = { left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end' }[textAlign] ?? 'start';
    counted.texts++;
    const same = left.filter((one) => one.text === text);
    const at = same.find((one) => one.anchor === anchor && Math.abs(one.x - px) <= textTolerance && Math.abs(one.y - py) <= textTolerance);
    if (at) left.splice(left.indexOf(at), 1);
    else yield `text ${JSON.stringify(text)}: ECharts has it at ${px.toFixed(1)}, ${py.toFixed(1)} ${anchor}, `
      + `the drawing at ${JSON.stringify(same)}`;
  }
  for (const { text } of left) yield `text ${JSON.stringify(text)} is in the drawing only`;
}

// lines: every point of a line is a corner of a path.
function* lines({ chart }, drawn) {
  for (const series of chart.getModel().getSeriesByType('line')) {
    const points = series.getData().getLayout('points') ?? [];
    for (let i = 0; i < points.length; i += 2) {
      if (Number.isNaN(points[i]) || Number.isNaN(points[i + 1])) continue;
      counted.points++;
      if (!drawn.corners.near(points[i], points[i + 1]))
        yield `line ${series.seriesIndex}: no path goes through ${points[i].toFixed(1)}, ${points[i + 1].toFixed(1)}`;
    }
  }
}

// read takes the shapes out of an inline drawing of our own.
function read(svg) {
  const result = { marks: new Map(), texts: [], corners: grid() };
  const note = (row, at) => result.marks.set(row, [...(result.marks.get(row) ?? []), at]);
  const inherited = [{}];
  for (const [, closing, name, attributes, self, content] of svg.matchAll(/<(\/?)([a-z]+)([^>]*?)(\/?)>([^<]*)/g)) {
    if (closing) {
      if (name === 'g' || name === 'svg') inherited.pop();
      continue;
    }
    const own = Object.fromEntries([...attributes.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const all = { ...inherited.at(-1), ...own };
    if ((name === 'g' || name === 'svg') && !self) inherited.push(all);
    if (name === 'circle' && own['data-i']) note(Number(own['data-i']), { x: Number(own.cx), y: Number(own.cy) });
    if (name === 'path') {
      const corners = cornersOf(own.d);
      corners.forEach(([x, y]) => result.corners.add(x, y));
      if (own['data-i']) note(Number(own['data-i']), box(corners));
    }
    if (name === 'text') result.texts.push({ text: spaced(unescaped(content)), ...placeOf(all), anchor: all['text-anchor'] ?? 'start' });
  }
  return result;
}

function placeOf({ x, y, transform }) {
  if (!transform) return { x: Number(x ?? 0), y: Number(y ?? 0) };
  const numbers = transform.match(/-?[0-9.]+/g).map(Number);
  if (transform.startsWith('matrix')) return { x: numbers[4], y: numbers[5] };
  if (transform.startsWith('rotate')) return { x: numbers[1] ?? 0, y: numbers[2] ?? 0 }; // about its own place
  return { x: numbers[0], y: numbers[1] ?? 0 }; // translate(x y) and a turn about there
}

function box(corners) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

// cornersOf reads a path of straight lines.
function cornersOf(d) {
  const corners = [];
  let at = [0, 0];
  let start = at;
  for (const [, command, list] of d.matchAll(/([MmLlHhVvZz])([^MmLlHhVvZz]*)/g)) {
    const numbers = (list.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
    const go = (x, y) => { at = [x, y]; corners.push(at); };
    const relative = command !== command.toUpperCase();
    switch (command.toUpperCase()) {
      case 'Z': at = start; break;
      case 'H': for (const x of numbers) go(x + (relative ? at[0] : 0), at[1]); break;
      case 'V': for (const y of numbers) go(at[0], y + (relative ? at[1] : 0)); break;
      default:
        for (let i = 0; i < numbers.length; i += 2) {
          go(numbers[i] + (relative ? at[0] : 0), numbers[i + 1] + (relative ? at[1] : 0));
          if (i === 0 && command.toUpperCase() === 'M') start = at;
        }
    }
  }
  return corners;
}

// grid finds corners near a place.
function grid() {
  const cells = new Map();
  const key = (x, y) => `${Math.floor(x)} ${Math.floor(y)}`;
  return {
    add: (x, y) => cells.set(key(x, y), [...(cells.get(key(x, y)) ?? []), [x, y]]),
    near(x, y) {
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          if ((cells.get(key(x + dx, y + dy)) ?? []).some(([cx, cy]) => Math.hypot(cx - x, cy - y) <= tolerance)) return true;
        }
      }
      return false;
    },
  };
}

// spaced makes all spaces alike, those too that keep words together.
function spaced(text) {
  return text.replace(/\s/g, ' ');
}

function unescaped(text) {
  const entities = { lt: '<', gt: '>', amp: '&', quot: '"', '#34': '"', '#39': "'" };
  return text.replace(/&([#a-z0-9]+);/g, (whole, name) => entities[name] ?? whole);
}
