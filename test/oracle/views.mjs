// Answers views with the scripts of pages, for a test that holds the answers of Go against them. The file that the argument
// names has { boards: [wire], asks: [{ board, view, where, is, style, queries }] }; the answers are printed, one JSON a line.
import { readFileSync } from 'node:fs';
import '../../assets/js/test/english.js';
import { openBoard } from '../../assets/js/web/board.js';
import { layoutOf } from '../../assets/js/web/plot.js';
import { parse } from '../../assets/js/web/query.js';
import { at } from '../../assets/js/web/scale.js';
import { answerView, plotOf, textOf } from '../../assets/js/web/view.js';

const { boards: wires, asks } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const boards = wires.map(openBoard);

const subjectOf = (board, { where, is }) => {
  const text = textOf(board, where);
  return { board, within: where ? (row) => is.includes(text(row)) : () => true };
};

const marksOf = (answer, subject, query, style) => {
  const plot = plotOf(answer, subject, query, { ...style, whole: String, limit: (deadline) => ({ at: deadline, texts: [] }) });
  return layoutOf(plot, style.wide, style.beside || 1).panels.flatMap((c, panel) => [
    ...c.series.flatMap((one) => one.points.map((p) => [panel, p.row, at(c.x, p.x), at(c.y, p.y)])),
    ...c.x.ticks.map((tick) => [panel, -1, at(c.x, tick), c.bottom]), ...c.y.ticks.map((tick) => [panel, -2, c.left, at(c.y, tick)]),
  ]);
};

for (const { board: index, view, where, is, style, queries } of asks) {
  const board = boards[index];
  const subject = subjectOf(board, { where, is });
  for (const text of queries) {
    const { query } = parse(board, text);
    const answer = answerView(view, subject, query);
    const runs = (rows) => (rows ?? []).map((row) => board.runs[row]);
    const drawn = view.kind === 'trade-off' || view.kind === 'line';
    console.log(JSON.stringify({
      rows: runs(answer.rows), late: runs(answer.late), more: answer.more ?? 0, front: runs(answer.front), best: answer.best == null ? '' : board.runs[answer.best],
      series: (answer.series ?? []).map((one) => ({ name: one.name, rows: runs(one.rows), front: runs(one.front) })),
      lines: (answer.lines ?? []).map((spots) => spots.map((spot) => (spot ? `${spot.isLate ? 'late ' : ''}${board.runs[spot.row]}` : ''))),
      pairs: (answer.pairs ?? []).map(({ base, alt }) => [board.runs[base], board.runs[alt]]), alone: runs(answer.alone),
      effect: answer.effect ?? null, marks: drawn && answer.rows.length ? marksOf(answer, subject, query, style) : [],
    }));
  }
}
