// The energies of single responses: output lengths times energy per token. The layout is that of the drawing which the
// page came with (charts/response.go).
import { say } from './catalog.js';
import { svg } from './dom.js';
import { axisFor, barsOf, boxesOf, endOf, labelsOf, pathOf, quantile, tailOf, tenth, total } from './histogram.js';
import { per } from './nouns.js';
import { number, short } from './numbers.js';
import { ticks } from './ticks.js';

const area = { left: 44, right: 286, top: 8, bottom: 178 };

// layout places the bars of a distribution and the labels of both axes. In log no number says how high a bar is, since
// its area counts.
export const layout = (distribution, log) => {
  const shown = barsOf(distribution, endOf(distribution), log);
  const axis = axisFor([shown], log, { width: 296, from: area.left, to: area.right });
  const boxes = boxesOf(shown, axis);
  const greatest = Math.max(...boxes.map(({ height }) => height));
  const [, step = greatest] = ticks(0, greatest, 4);
  const top = Math.ceil(greatest / step - 1e-9) * step;
  const at = (count) => area.bottom - (count / top) * (area.bottom - area.top);
  const y = ticks(0, top, 4).map((n) => ({ at: tenth(at(n)), text: log ? '' : short(n) }));
  return { boxes, x: labelsOf(axis, shown.tail), y, path: pathOf(boxes, area.bottom, at), tail: shown.tail };
};

// draw replaces what the picture shows by what is laid out.
export const draw = (picture, { x, y, path }, log) => {
  picture.querySelectorAll('path, text').forEach((shape) => shape.remove());
  picture.append(
    ...y.flatMap(({ at, text }) => [
      svg('path', { d: `M${area.left} ${at}H${area.right}` }),
      svg('text', { x: area.left - 6, y: at, dy: 4, 'text-anchor': 'end' }, text)]),
    ...x.map(({ at, text }) => svg('text', { x: at, y: 194, 'text-anchor': 'middle' }, text)),
    svg('path', { class: 'bars', d: path }),
    svg('text', { x: 187, y: 213, 'text-anchor': 'middle' }, axisName(log)));
};

const axisName = (log) => (log ? say('charts.axis.log', { name: say('charts.responses.axis') }) : say('charts.responses.axis'));

// The sentences around it.
export const titleOf = (shown) => say('charts.responses.title', { median: about(quantile(shown, 0.5)), high: about(quantile(shown, 0.9)) });

export const captionOf = ({ name, joules }, { counts }, tail, log) => [
  say('charts.responses.caption', { energy: per(`${number(joules)} J`, 'token'), n: total(counts), setting: name }),
  tail && say('charts.responses.tail', { ...tailOf(tail) }),
  log && say('charts.responses.log'),
].filter(Boolean).join(' ');

const about = (x) => (x > 0 ? short(Number(x.toPrecision(2))) : '0');
