// The form of the home page answers in place for its task, as that task's page does; the buttons of tasks need no script. The
// rows are fetched when a reader begins to ask.
import { openBoard } from './board.js';
import { showAnswer } from './choice.js';
import { $, show as showIn } from './dom.js';
import { say } from './catalog.js';
import { tell } from './faults.js';
import { failure, fetchJSON } from './load.js';
import { encode, parse } from './query.js';
import { wordsFor } from './words.js';

const section = $('#ask');
const form = $('form', section);
const link = $('[data-asked]', section);
const { root, board: address } = form.dataset;
let opened; // promise of the board

const open = () => {
  opened ??= fetchJSON(address).then((file) => {
    const board = openBoard(file.board);
    return { board, task: file.task, words: wordsFor(board, file.task, file.models, root) };
  });
  return opened;
};

const show = async () => {
  try {
    const { board, task, words } = await open();
    const values = [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
    const { query, faults } = parse(board, new URLSearchParams(values));
    tell(faults);
    showAnswer(section, { board, within: () => true }, query, { words, task });
    link.search = encode(board, query);
    document.documentElement.dataset.state = 'ready';
  } catch (error) {
    opened = undefined;
    showIn($('#error'), failure(say('load.board', { error: error.message }), show));
  }
};

let frame = 0;
form.addEventListener('input', () => {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    show();
  });
});
form.addEventListener('focusin', () => open().catch(() => { opened = undefined; }), { once: true });
if ([...form.elements].some(({ type, value }) => type === 'text' && value)) show(); // a browser kept what a reader typed
