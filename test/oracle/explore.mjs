// Answers views by their address with the scripts of pages. The file that the argument names has { boards: [wire], asks:
// [{ board, address, width, beside }] }; the answers are printed, one JSON a line.
import { readFileSync } from 'node:fs';
import '../../assets/js/test/english.js';
import { openBoard } from '../../assets/js/web/board.js';
import { answered, exploredStyle, exploredView } from '../../assets/js/web/explored.js';
import { besideOf, layoutOf } from '../../assets/js/web/plot.js';
import { at } from '../../assets/js/web/scale.js';
import { plotOf } from '../../assets/js/web/view.js';

const { boards: wires, asks } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const boards = wires.map(openBoard);
const file = { columns: [], measures: [], hues: ['#000000'], marks: {} };

const marksOf = (plot, width) => layoutOf(plot, width, besideOf(plot, width)).panels.flatMap((c, panel) => [
  ...c.series.flatMap((one) => one.points.map((p) => [panel, p.row, at(c.x, p.x), c.categories ? c.rowAt(p.category) : at(c.y, p.y)])),
  ...c.x.ticks.map((tick) => [panel, -1, at(c.x, tick), c.bottom]), ...c.categories ? [] : c.y.ticks.map((tick) => [panel, -2, c.left, at(c.y, tick)]),
]);

for (const { board: index, address, width } of asks) {
  const explored = exploredView(boards[index], address);
  const answer = answered(explored);
  const style = exploredStyle(file, explored, answer, { whole: String, limit: (deadline) => ({ at: deadline, texts: [] }) });
  console.log(JSON.stringify({
    rows: answer.rows.map((row) => explored.board.runs[row]), more: answer.more, faults: explored.faults.length,
    front: (answer.front ?? []).map((row) => explored.board.runs[row]), series: answer.series.map(({ name, facet }) => [facet ?? '', name]),
    marks: answer.rows.length ? marksOf(plotOf(answer, explored, explored.query, style), width) : [],
  }));
}
