// Reads runs of a reader's own with the scripts of a board, and checks them by its laws, for a test that holds the answers
// of Go against them. The file that the argument names has { file, raws, rows }: the board's file, texts of results.json, and
// values of runs by field; of each, { error } or { values, findings } is printed, one JSON a line.
import { readFileSync } from 'node:fs';
import '../../assets/js/test/english.js';
import { openBoard } from '../../assets/js/web/board.js';
import { findings } from '../../assets/js/web/laws.js';
import { Fault, rowsIn } from '../../assets/js/web/ownfile.js';
import { withOwn } from '../../assets/js/web/ownrows.js';

const { file: { board: wire, own: rules }, raws, rows } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const board = openBoard(wire);

for (const text of raws ?? []) {
  try {
    const [{ values, error }] = rowsIn(text, 'results.json', rules);
    if (error) throw error;
    console.log(JSON.stringify({ values }));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.log(JSON.stringify({ error: error.message }));
  }
}
for (const values of rows ?? []) {
  const found = findings(values, rules, board);
  const beside = openBoard(withOwn(wire, [{ name: 'own', values, doubted: found.length > 0 }], rules));
  const unranked = board.runs.filter((_, row) => beside.score[row] !== board.score[row]);
  console.log(JSON.stringify({ findings: found, unranked, ranked: beside.score[board.rows] < Infinity }));
}
