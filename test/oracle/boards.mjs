// Answers queries of boards with the scripts of pages, for a test that holds the answers of Go against them. The file that
// the argument names has { boards: [{ wire, task }], asks: [{ board, query }] }; the answers are printed, one JSON a line.
import { readFileSync } from 'node:fs';
import '../../assets/js/test/english.js';
import { answer, openBoard } from '../../assets/js/web/board.js';
import { answerText } from '../../assets/js/web/choice.js';
import { costOf, million } from '../../assets/js/web/cost.js';
import { encode, parse } from '../../assets/js/web/query.js';
import { wordsFor } from '../../assets/js/web/words.js';

const { boards: files, asks } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const boards = files.map(({ board, task, models }) => {
  const open = openBoard(board);
  return { board: open, task, words: wordsFor(open, task, models, '') };
});
// An element has a name and a text.
document.createElement = () => ({ textContent: '', setAttribute() {}, append(...parts) { this.textContent += textOf(parts); } });
const textOf = (parts) => parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('');

const textsOf = (subject, query, context) => answerText(subject, query, context).map(textOf);

for (const { board: index, query: text } of asks) {
  const { board, words, task } = boards[index];
  const { query, faults } = parse(board, text);
  const found = answer(board, query);
  const runs = (rows) => rows.map((row) => board.runs[row]);
  console.log(JSON.stringify({
    query: String(new URLSearchParams(encode(board, query))), faults: faults.length,
    rows: runs(found.rows), best: runs(found.best), late: runs(found.late),
    ranks: (found.ranks ?? []).map((rank) => (rank ? `${rank.tied ? '=' : ''}${rank.place} ${rank.range.join('–')}` : '')),
    costs: found.rows.map((row) => costOf(board, query, row)).map((cost) => (cost === null ? null : cost.total * million)),
    answer: textsOf({ board, within: () => true }, query, { words, task }),
    lede: textOf(words.lede(query, found)),
  }));
}
