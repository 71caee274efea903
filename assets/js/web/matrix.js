// The table of models and GPUs.
import { data, fold, foldsOf, knownOf, missing, nameOf, onText, toRun } from './cells.js';
import { say } from './catalog.js';
import { $, el, show as showIn } from './dom.js';
import { number } from './numbers.js';
import { answerView } from './view.js';
import { unlikeText } from './words.js';

// showMatrix answers a matrix about a subject and shows it in its table, as package site does (matrix.go).
export const showMatrix = (view, subject, { words }, query) => {
  const answer = answerView(view, subject, query);
  const table = document.getElementById(view.id);
  fill(table, answer, { words, query });
  const at = words.at(query);
  showIn(document.getElementById(`${view.id}-note`), answer.lines.length === 0 ? '' : [
    say('views.matrix.note', { metric: words.order(query).name, at, unit: words.order(query).unit }),
    smallText(answer.board, at),
    answer.bests.some((best) => best !== null && best !== undefined) && say('views.matrix.bold'),
    answer.more > 0 && say('views.more', { n: answer.more }), unlikeText('views.matrix.unlike', answer.unlike, answer.board),
  ].filter(Boolean).join(' '));
};

// smallText says what small type in a matrix is.
const smallText = (board, at) => {
  const what = { on: say('views.matrix.on'), on_gpus: say('views.matrix.on_gpus'), on_batch: say('views.matrix.on_batch') }[knownOf(board, [...board.runs.keys()])];
  if (!what) return at && say('views.matrix.late_alone');
  return at ? say('views.matrix.small_late', { what }) : say('views.matrix.small', { what });
};

// fill shows a row for each line of a matrix, with a cell for each of the columns that the table came with.
const fill = (table, { columns, lines, bests, board }, { words, query }) => {
  const heads = [...table.tHead.rows[0].cells];
  const folds = foldsOf(heads.map((th) => ({ class: th.className, label: $('span, a', th)?.textContent, unit: '' })));
  showIn(table.tBodies[0], ...lines.map((spots, i) => {
    const row = spots.find(Boolean).row;
    const cells = heads.slice(1).map((th) => {
      const spot = spots[columns.indexOf(th.dataset.field)];
      const content = spot ? spotOf(spot, board, words, query) : missing();
      return el('td', { class: th.className, 'data-field': th.dataset.field }, ...(spot && spot === bests[i] ? [el('strong', {}, ...content)] : content));
    });
    const tr = el('tr', { 'data-model': board.models[board.model[row]] }, el('th', { scope: 'row', class: heads[0].className }, ...nameOf(row, { board, words })), ...cells);
    fold(tr, $('th', tr), folds);
    return tr;
  }));
  (table.closest('[role=region]') ?? table).hidden = lines.length === 0;
};

const spotOf = ({ row, isLate }, board, words, query) => {
  if (board.score[row] === Infinity) return missing();
  const { of, form } = words.order(query);
  const x = of(row);
  const shown = isLate ? [say('views.matrix.late'), el('small', {}, ` ${words.late(query, row)}`)]
    : [data(x, number(x, form)), ...onText(board, words, row)];
  return [toRun(row, { board, words }, shown)];
};
