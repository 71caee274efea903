// A model's page: which configurations count, at which percentile, in which order, and the energy of the responses of
// one of them. The data of its tasks are fetched when a reader asks for more than the page came with.
import { openBoard, percentiles } from './board.js';
import { claimsOf } from './claims.js';
import { say } from './catalog.js';
import { $, $$ } from './dom.js';
import { tell } from './faults.js';
import { failure, fetchJSON } from './load.js';
import { listText, reader, sortText } from './query.js';
import { responsesView } from './responses.js';
import { rowsOf } from './rows.js';
import { taskView } from './modeltask.js';

const root = document.documentElement;
const files = JSON.parse($('#files').textContent);
const form = $('#choose');
const lists = ['gpu', 'gpus'].filter((name) => $(`[name=${name}]`, form));
const boxes = (name) => $$(`[name=${name}]`, form);
const standard = {
  gpu: null, gpus: null, sort: { field: '', descending: false },
  pct: $('[name=pct]:checked', form)?.value ?? 'p50',
};

const tables = files.tasks.map(({ id }) => rowsOf($(`#configurations-${id}`), { sort }));
let query = standard;
let waiting;
const claim = claimsOf();
let views; // promise of what each task shows, once it is asked for
let responses;

const load = () => {
  views ??= Promise.all(files.tasks.map(async (task, i) => {
    const file = await fetchJSON(task.board);
    return taskView({ task, table: tables[i], model: files.model, file, board: openBoard(file.board),
      choose: (run) => responses[i]?.choose(run) });
  }));
  return views;
};

// parse reads the address; what it cannot use is among the faults.
const parse = () => {
  const read = reader(new URLSearchParams(location.search));
  const next = { ...standard };
  for (const name of lists) next[name] = read.list(name, boxes(name).map(({ value }) => value));
  if (boxes('pct').length) next.pct = read.choice('pct', percentiles, standard.pct);
  const text = read.text('sort');
  if (text && text !== 'none') next.sort = { field: text.replace(/^-/, ''), descending: text.startsWith('-') };
  const { field } = next.sort;
  if (field && !tables.some((table, i) => table.has(field) || files.tasks[i].latency?.includes(field))) {
    read.fault('sort', 'column');
    next.sort = standard.sort;
  }
  return { next, faults: read.faults };
};

const encode = () => {
  const values = new URLSearchParams(location.search);
  for (const name of ['gpu', 'gpus', 'pct', 'sort']) values.delete(name); // the rest is the capacity table's
  for (const name of lists) if (query[name]) values.set(name, listText(query[name]) || 'none');
  if (query.pct !== standard.pct) values.set('pct', query.pct);
  if (query.sort.field) values.set('sort', sortText(query.sort));
  return values.toString();
};

const write = () => {
  for (const name of lists) for (const box of boxes(name)) box.checked = !query[name] || query[name].includes(box.value);
  for (const input of boxes('pct')) input.checked = input.value === query.pct;
};

const read = () => {
  const next = { ...query, pct: $('[name=pct]:checked', form)?.value ?? query.pct };
  for (const name of lists) {
    const on = boxes(name).filter((box) => box.checked).map((box) => box.value);
    next[name] = on.length === boxes(name).length ? null : on;
  }
  return next;
};

// show draws the query. Order needs no more than the page has; all else needs the data.
const show = async () => {
  for (const table of tables) table.order(query.sort);
  const asked = query;
  if (views === undefined && query.gpu === null && query.gpus === null && query.pct === standard.pct) return;
  try {
    const all = await load();
    if (asked !== query) return;
    for (const view of all) view.show(query);
    claim(query.gpu === null && query.gpus === null && query.pct === standard.pct);
    for (const table of tables) table.order(query.sort);
  } catch (error) {
    views = undefined;
    root.dataset.state = 'error';
    $('#error').replaceChildren(failure(say('load.filters', { error: error.message }), () => { $('#error').replaceChildren(); show(); }));
  }
};

const change = (next, step) => {
  query = next;
  clearTimeout(waiting);
  const go = (method) => history[method](null, '', encode() ? `?${encode()}` : location.pathname);
  if (step) go('pushState');
  else waiting = setTimeout(() => go('replaceState'), 250);
  return show();
};

function sort(field) {
  const { sort: now } = query;
  const next = now.field !== field ? { field, descending: false } : now.descending ? standard.sort : { field, descending: true };
  change({ ...query, sort: next });
}

const fromAddress = () => {
  clearTimeout(waiting);
  const { next, faults } = parse();
  query = next;
  write();
  tell(faults);
  return show();
};

form.addEventListener('input', () => change(read()));
form.addEventListener('reset', (event) => {
  event.preventDefault();
  tell([]);
  query = standard;
  write();
  change({ ...standard }, true);
});
form.addEventListener('submit', (event) => event.preventDefault());
for (const event of ['pointerenter', 'focusin']) form.addEventListener(event, () => load().catch(() => { views = undefined; }),
  { once: true });
addEventListener('popstate', fromAddress);
$('fieldset', form).disabled = false;
responses = files.tasks.map((task, i) => responsesView(task, tables[i], async () => (await load())[i]));
await fromAddress();
if (root.dataset.state !== 'error') root.dataset.state = 'ready';
