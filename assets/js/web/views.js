// A page of views about a subject: what a reader sets in its form holds for all views below it. The data of the boards are
// fetched when a reader asks for more than the page came with.
import { openBoard } from './board.js';
import { say } from './catalog.js';
import { $, $$ } from './dom.js';
import { tell } from './faults.js';
import { failure, fetchJSON } from './load.js';
import { listText, parse } from './query.js';
import { typed } from './numbers.js';
import { showView } from './viewkinds.js';
import { wordsFor } from './words.js';

const root = document.documentElement;
const page = JSON.parse($('#files').textContent);
const form = $('#choose');
const controls = () => $$('[name]', form);
let boards; // promise of the boards with their data
let waiting;

// The parameters of the address that the form knows; the others stay as they are.
const names = () => [...new Set(controls().map(({ name }) => name))];

const load = () => {
  boards ??= Promise.all(page.boards.map(async (place) => {
    const file = await fetchJSON(place.data);
    const board = openBoard(file.board);
    return { ...place, file, board, words: wordsFor(board, file.task, file.models, page.root) };
  })).catch((error) => {
    boards = undefined;
    throw error;
  });
  return boards;
};

// valueOf is what the form says of a parameter, '' where it says what the page came with.
const valueOf = (name) => {
  const inputs = controls().filter((input) => input.name === name);
  if (inputs[0].type === 'text') {
    const { value, defaultValue } = inputs[0];
    if (value.trim() === defaultValue.trim()) return '';
    if (value.trim() === '') return 'none';
    const x = typed(value);
    const good = x > 0 && Number.isFinite(x);
    inputs[0].setAttribute('aria-invalid', String(!good));
    return good ? String(x) : '';
  }
  const on = inputs.filter(({ checked }) => checked);
  if (inputs[0].type === 'radio') return on[0].defaultChecked ? '' : on[0].value;
  return on.length === inputs.length ? '' : listText(on.map(({ value }) => value)) || 'none';
};

const read = () => {
  const values = new URLSearchParams(location.search);
  for (const name of names()) {
    const value = valueOf(name);
    if (value) values.set(name, value);
    else values.delete(name);
  }
  return values;
};

// write shows the address in the form.
const write = (values) => {
  for (const input of controls()) {
    const text = values.get(input.name) ?? '';
    if (input.type === 'text') input.value = text === 'none' ? '' : text || input.defaultValue;
    else if (input.type === 'radio') input.checked = text ? input.value === text : input.defaultChecked;
    else input.checked = !text || (text !== 'none' && text.split(',').includes(listText([input.value])));
  }
};

// queryOf is the query of a board: the form's limit is in the unit of some boards only.
const queryOf = ({ board, limit }, values) => {
  const own = new URLSearchParams(values);
  if (!limit) own.delete('deadline');
  return parse(board, own);
};

const isStanding = (values) => names().every((name) => !values.has(name));

let asked;
const show = async (values) => {
  asked = values;
  if (boards === undefined && isStanding(values) && !values.has('sort')) return;
  try {
    const all = await load();
    if (asked !== values) return;
    const faults = new Set();
    for (const place of all) {
      const { query, faults: own } = queryOf(place, values);
      own.forEach((fault) => faults.add(fault));
      for (const view of place.views) showView(view, place, { query, values, standing: isStanding(values) });
    }
    tell([...faults]);
    root.dataset.state = 'ready';
  } catch (error) {
    root.dataset.state = 'error';
    $('#error').replaceChildren(failure(say('load.filters', { error: error.message }), () => { $('#error').replaceChildren(); show(values); }));
  }
};

const change = (values, step) => {
  clearTimeout(waiting);
  const text = String(values);
  const go = () => history[step ? 'pushState' : 'replaceState'](null, '', text ? `?${text}` : location.pathname);
  if (step) go();
  else waiting = setTimeout(go, 250);
  return show(values);
};

const fromAddress = () => {
  const values = new URLSearchParams(location.search);
  write(values);
  return show(values);
};

form.addEventListener('input', () => change(read()));
form.addEventListener('reset', (event) => {
  event.preventDefault();
  const values = new URLSearchParams(location.search);
  for (const name of names()) values.delete(name);
  write(values);
  change(values, true);
});
form.addEventListener('submit', (event) => event.preventDefault());
for (const event of ['pointerenter', 'focusin']) form.addEventListener(event, () => load().catch(() => {}), { once: true });
addEventListener('popstate', fromAddress);
$('fieldset', form).disabled = false;
await fromAddress();
if (root.dataset.state !== 'error') root.dataset.state = 'ready';
