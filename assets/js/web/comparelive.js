// The live trade-off of a comparison: what comparedrawing.js draws, as a picture (pictures.js) that a reader can ask.
import { isDrawn } from './board.js';
import { overLatency, pale, radius } from './comparedrawing.js';
import { short } from './numbers.js';
import { onFrame, wordsOf } from './tradeoff.js';

// comparisonPicture is that of a drawing in a frame. act: choose(row, sure) and point(row) as for a picture.
export const comparisonPicture = (place, result, query, act, frame) => {
  const { board, task, marks, file } = place;
  const { x, y, width, height } = frame;
  const words = wordsOf({ board, file }, query);
  const across = board.x(query.percentile);
  const point = (row) => [across[row], board.y[row]];
  const rung = (row) => row !== null && isDrawn(board, row, query.percentile);
  const text = { fontSize: 12, lineHeight: 12, color: 'var(--muted)' };
  const layers = result.compared.flatMap((one, i) => layersOf(one, marks[i], result, { board, point, rung }));
  const option = {
    textStyle: { ...text, fontFamily: 'var(--font)' },
    grid: [{ left: x.from, right: width - x.to, top: y.to, bottom: height - y.from, outerBoundsMode: 'none' }],
    xAxis: [axis(x, text)],
    yAxis: [axis(y, text)],
    // the list above the chart is seen
    legend: [{ show: false, data: layers.filter(({ first }) => first).map(({ series: { name } }) => name) }],
    series: [...layers.map(({ series }) => series), limit(overLatency(board) ? query.deadline : 0, task)],
  };
  return { option, width, height, panels: [frame], rows: [...layers.map(({ rows }) => rows), null], line: words.line, ...act };
};

const axis = (placed, text) => onFrame({
  type: placed.log ? 'log' : 'value', nameLocation: 'middle', nameGap: placed.name_gap, nameTextStyle: text, nameMoveOverlap: false,
  axisLine: { show: false }, axisTick: { show: false }, axisLabel: { show: true, margin: 8, ...text },
  splitLine: { show: true, lineStyle: { color: 'var(--line)' } },
}, placed);

// layersOf are the series of one model, all of its name, so that they come and go together: the marks beside its
// frontier, the frontier, the ring around its best.
const layersOf = ({ id, best, frontier }, mark, { drawn }, { board, point, rung }) => {
  const index = board.models.indexOf(id);
  const line = new Set(frontier);
  const rest = drawn.filter((row) => board.model[row] === index && !line.has(row));
  const common = { name: id, silent: true };
  const marks = { ...common, type: 'scatter', symbol: mark.shape, symbolSize: 2 * radius };
  return [
    { first: true, rows: rest, series: { ...marks, data: rest.map(point), itemStyle: { color: mark.color, opacity: pale } } },
    { rows: null, series: {
      ...common, type: 'line', symbol: 'none', z: 3, data: frontier.map(point), lineStyle: { color: mark.color, width: 2 },
      itemStyle: { color: mark.color },
    } },
    { rows: frontier, series: { ...marks, z: 4, data: frontier.map(point), itemStyle: { color: mark.color, opacity: 1 } } },
    rung(best) && { rows: null, series: {
      ...common, type: 'scatter', symbol: 'circle', symbolSize: 16, z: 5, data: [point(best)],
      itemStyle: { color: 'transparent', borderColor: 'var(--fg)', borderWidth: 1.5 },
    } },
  ].filter(Boolean);
};

// limit is the deadline.
const limit = (deadline, { unit }) => ({
  type: 'line', silent: true, data: [],
  markLine: {
    silent: true, symbol: 'none', data: deadline > 0 ? [{ xAxis: deadline }] : [],
    lineStyle: { color: 'var(--fg)', width: 1, type: [4, 4] },
    label: { position: 'end', distance: 3, formatter: `${short(deadline)} ${unit}`, color: 'var(--muted)', fontSize: 12 },
  },
});
