// The form of the home page answers in place for the task that is chosen, as that task's page does. The address keeps the
// question; the rows are fetched when a reader begins to ask.
import { answerText, shareable } from './choice.js';
import { $, $$, el, show as showIn } from './dom.js';
import { say } from './catalog.js';
import { tell } from './faults.js';
import { failure, fetchJSON, kept } from './load.js';
import { noun } from './nouns.js';
import { toType } from './numbers.js';
import { encode, parse, unknownIn } from './query.js';
import { placeIn } from './words.js';
import { onceAFrame } from './when.js';

const section = $('#ask');
const form = $('form', section);
const link = $('[data-asked]', section);
const tasks = $$('[data-board]', form);
const { root } = form.dataset;
form.hidden = false;
let [chosen] = tasks;

const open = kept(async (address) => placeIn(await fetchJSON(address), root));

// strange is what the address says that this page does not know, until a reader asks another question.
let strange = unknownIn(new URLSearchParams(location.search), [...form.elements].map(({ name }) => name).concat('task'));
let asked = 0; // how often: a late answer to an earlier question is not shown

const show = async () => {
  const { board: address } = chosen.dataset;
  const turn = ++asked;
  delete document.documentElement.dataset.state;
  try {
    const { file: { task }, board, words } = await open(address);
    if (turn !== asked) return;
    const values = [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
    const { query, faults, wrong } = parse(board, new URLSearchParams(values));
    if (faults.length > 0) tell(faults, (all) => say('ask.invalid', { faults: all }));
    else tell(strange);
    for (const field of $$('input[type=text]', form)) field.setAttribute('aria-invalid', String(wrong.includes(field.name)));
    for (const button of tasks) button.setAttribute('aria-pressed', String(button === chosen));
    $('h3', section).textContent = say('ask.answer', { task: task.name });
    const [limit] = $$('[name=deadline] + .unit', form);
    limit.textContent = say('ask.limit', { unit: say('form.per', { unit: task.unit, noun: noun(task.per, 1) }), usual: toType(board.wire.deadline) });
    for (const part of $$(':scope > :is(.answer, .actions, .links)', section)) part.hidden = faults.length > 0;
    remember(values);
    const said = faults.length > 0 ? [] : answerText({ board, within: () => true }, query, { words, task });
    showIn($('.answer', section), ...said.map((nodes) => el('li', {}, ...nodes)));
    link.href = `${chosen.formAction}?${encode(board, query)}`.replace(/\?$/, '');
    link.textContent = say('ask.page', { task: task.name });
    document.documentElement.dataset.state = 'ready';
  } catch (error) {
    showIn($('#error'), failure(say('load.board', { error: error.message }), show));
  }
};

// remember puts the question into the address, without a step of the browser's history.
const taskOf = (button) => button.formAction.split('/').at(-2);
const remember = (values) => {
  const usual = $$('input[type=radio]', form).filter(({ defaultChecked }) => defaultChecked).map(({ name, value }) => `${name}=${value}`);
  const own = values.filter(([name, value]) => !usual.includes(`${name}=${value}`) && form.elements[name]?.defaultValue !== value);
  if (chosen !== tasks[0]) own.push(['task', taskOf(chosen)]);
  history.replaceState(null, '', own.length ? `?${new URLSearchParams(own)}` : location.pathname);
};

// recall puts the question of the address into the form; it tells whether there is one.
const recall = () => {
  const values = [...new URLSearchParams(location.search)].filter(([name]) => name === 'task' || form.elements[name]);
  for (const [name, value] of values) {
    if (name === 'task') chosen = tasks.find((button) => taskOf(button) === value) ?? chosen;
    else form.elements[name].value = value;
    const fold = form.elements[name]?.closest?.('details');
    if (fold) fold.open = true;
  }
  return values.length > 0;
};

const frame = onceAFrame();
form.addEventListener('input', () => {
  strange = [];
  frame.ask(show);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.submitter && !document.activeElement?.matches('input')) chosen = event.submitter; // else the Enter key of a field
  show();
});
form.addEventListener('focusin', () => open(chosen.dataset.board).catch(() => {}), { once: true });
chosen.setAttribute('aria-pressed', 'true');
shareable(section, () => link.href);
tell(strange);
if (recall() || [...form.elements].some(({ type, value }) => type === 'text' && value)) show(); // a browser kept what a reader typed
