// Tables of what a daily demand needs. The rows say what it is computed from (energy per output, throughput, GPUs), so
// that rows of the build and rows of the script are answered alike. The formulas are those of package board.
import { say } from './catalog.js';
import { missing } from './cells.js';
import { $, $$, el } from './dom.js';
import { capacity } from './energy.js';
import { full, number, short, toType, typed, whole } from './numbers.js';
import { tag } from './words.js';

const mostRows = 30;
const least = { daily: (x) => x > 0, price: (x) => x >= 0, pue: (x) => x >= 1 };

// capacityOf works on a section with a demand; wire names the fields by their roles. ask(part) is called with what a reader typed, of { daily, price, pue };
// null stands for the default. rowsOf makes the rows of a task's page.
export const capacityOf = (section, wire, ask) => {
  const form = $('[data-demand]', section);
  const table = $('table', section);
  const body = table.tBodies[0];
  const none = document.getElementById(`${table.id}-none`);
  const fields = Object.fromEntries($$('input', form).map((input) => [input.name, input]));

  form.addEventListener('input', ({ target }) => {
    const none = target.value.trim() === '';
    const x = typed(target.value);
    const good = none || (Number.isFinite(x) && least[target.name](x));
    target.setAttribute('aria-invalid', String(!good));
    if (good) ask({ [target.name]: none ? null : x });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  $('fieldset', form).disabled = false;

  const standard = (name) => (fields[name].defaultValue === '' ? null : typed(fields[name].defaultValue));

  // show answers a demand; rows, if given, take the place of those in the table: { runs, make() }. The table is far below
  // what a reader is changing, so it follows when there is time, and only what differs.
  const show = (demand, rows) => {
    const asked = Object.fromEntries(Object.keys(fields).map((name) => [name, demand[name] ?? standard(name)]));
    for (const [name, input] of Object.entries(fields)) {
      if (input !== document.activeElement) {
        input.value = asked[name] === null ? '' : toType(asked[name]);
        input.removeAttribute('aria-invalid');
      }
    }
    clearTimeout(waiting);
    waiting = setTimeout(() => follow(asked, rows), patience);
    patience = 150;
  };

  let waiting;
  let patience = 0;
  const runsOf = () => [...body.rows].map((tr) => tr.dataset.run).join();
  let done = JSON.stringify([Object.keys(fields).map(standard), runsOf()]);

  const follow = (asked, rows) => {
    const runs = rows?.runs.slice(0, mostRows).join() ?? runsOf();
    const key = JSON.stringify([Object.keys(fields).map((name) => asked[name]), runs]);
    if (key === done) return;
    done = key;
    if (runs !== runsOf()) {
      body.replaceChildren(...rows.make());
      table.dispatchEvent(new Event('rows'));
    }
    none.hidden = body.rows.length > 0;
    for (const tr of body.rows) answer(tr, asked, wire);
  };
  return { show };
};

const answer = (tr, asked, { energy, throughput, parts }) => {
  const cells = Object.fromEntries([...tr.cells].filter(({ dataset }) => dataset.field).map((cell) => [cell.dataset.field, cell]));
  const value = (field) => Number($('data', cells[field]).value);
  const found = capacity(value(energy), value(throughput), value(parts.gpus), asked);
  fill(cells.servers, found.servers, short);
  fill(cells.gpus, found.gpus, short);
  fill(cells.power, found.kilowatts);
  fill(cells.energy, found.yearly);
  fill(cells.cost, found.cost);
};

const fill = (cell, value, text = number) =>
  cell.replaceChildren(...(value === null ? missing() : [el('data', { value: full(value) }, text(value))]));

// capacityRows are those of a task's page, unanswered.
export const capacityRows = (rows, { board, words }) => rows.slice(0, mostRows).map((row) => {
  const cell = (field, kind, ...content) => el('td', { class: kind, 'data-field': field }, ...content);
  const quantity = (field, text) => el('data', { value: full(board.column(field).numbers[row]) }, text(board.column(field).numbers[row]));
  const amount = (field, kind, text = number) => cell(field, kind, quantity(field, text));
  return el('tr', { 'data-run': board.runs[row], 'data-model': board.models[board.model[row]] },
    el('th', { scope: 'row', class: 'name' }, el('a', { href: words.href(row) }, words.name(row)), ' ',
      el('span', { class: 'tag' }, tag(words.part('precision', row)))),
    ...['servers', 'gpus', 'power', 'energy', 'cost'].map((field) => cell(field, 'n')),
    cell(board.wire.energy, 'n main', el('a', { href: words.runPage(board.runs[row]) }, quantity(board.wire.energy, number))), amount(board.wire.throughput, 'n'), amount(board.wire.parts.gpus, 'n', whole),
    cell('hardware', 'w', words.where(row)));
});
