// The planner: a table of what servers of each configuration do and need (plan.js). Rows of the build and rows of the script
// are answered alike.
import { say } from './catalog.js';
import { fold, foldsIn, missing } from './cells.js';
import { isPriced } from './cost.js';
import { $, $$, el } from './dom.js';
import { most } from './limits.js';
import { full, inEnglish, number, short, toType, typed } from './numbers.js';
import { fullOf, isLimited, perResponse, planOf, usersOf } from './plan.js';
import { faultOf } from './query.js';
import { readNumber } from './typed.js';
import { precisionName } from './nouns.js';

const above = (x) => x > 0;
const atLeast = (least) => (x) => x >= least;
const good = { daily: above, kw: above, monthly: above, pue: atLeast(1) };

// capacityOf works on a section with a form. place is { board, task }; ask(part) is called with what a reader typed, by the
// names of a query; null stands for the default.
export const capacityOf = (section, place, ask) => {
  const form = $('[data-demand]', section);
  const table = $('table', section);
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const folds = foldsIn(heads);
  const unused = el('p', { class: 'note', role: 'status' });
  form.after(unused);
  const fields = Object.fromEntries($$('input', form).map((input) => [input.name, input]));

  form.addEventListener('input', ({ target }) => {
    const none = target.value.trim() === '';
    const x = none ? null : readNumber(inEnglish(target.value), target.name, good[target.name] ?? atLeast(0));
    const isGood = none || x !== null;
    target.setAttribute('aria-invalid', String(!isGood));
    if (isGood) ask({ [target.name]: x });
    if (isGood && !none && target.name === 'monthly' && !isPriced(shown)) unused.textContent = say('filters.invalid', { faults: faultOf('monthly', x, 'cost') });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  $('fieldset', form).disabled = false;

  const standard = (name) => (fields[name].defaultValue === '' ? null : typed(fields[name].defaultValue));

  // show answers a demand; rows, if given, take the place of those in the table: { runs, make() }. The table is far below
  // what a reader is changing, so it follows when there is time, and only what differs.
  const show = (demand, rows) => {
    shown = demand;
    const asked = Object.fromEntries(Object.keys(fields).map((name) => [name, demand[name] ?? standard(name)]));
    for (const [name, input] of Object.entries(fields)) {
      if (input !== document.activeElement) {
        input.value = asked[name] === null ? '' : toType(asked[name]);
        input.removeAttribute('aria-invalid');
      }
    }
    clearTimeout(waiting);
    waiting = setTimeout(() => follow(demand, rows), patience);
    patience = 150;
  };

  let shown;
  let waiting;
  let patience = 0;
  const runsOf = () => [...body.rows].map((tr) => tr.dataset.run).join();
  let done; // what the table answers

  const follow = (query, rows) => {
    const runs = rows?.runs.slice(0, most).join() ?? runsOf();
    const key = JSON.stringify([Object.keys(fields).map((name) => query[name]), query.responses, query.rent, query.percentile, runs]);
    if (key === done) return;
    done = key;
    if (runs !== runsOf()) {
      body.replaceChildren(...rows.make(heads));
      table.dispatchEvent(new Event('rows'));
    }
    unused.textContent = isLimited(query) && (query.daily ?? query.responses) !== null ? say('capacity.unused') : '';
    for (const tr of body.rows) {
      answer(tr, query, place);
      fold(tr, tr.cells[0], folds);
    }
  };
  return { show };
};

const answer = (tr, query, { board, task }) => {
  const cells = Object.fromEntries([...tr.cells].filter(({ dataset }) => dataset.field).map((cell) => [cell.dataset.field, cell]));
  const row = board.runs.indexOf(tr.dataset.run);
  const plan = planOf(board, query, row, task.daily);
  const within = plan && [1, -1].map((sign) => planOf(board, query, row, task.daily, sign * board.margin[row]));
  if (plan?.servers === 0) { // a limit below what one takes
    for (const field of ['servers', 'gpus', 'outputs', 'responses', 'users', 'power', 'energy', 'cost']) if (cells[field]) fill(cells[field], null);
    const needs = say('capacity.needs', { power: number(fullOf(board, query, row).power) });
    cells.servers.replaceChildren(el('data', { value: 0 }, '0'), el('small', {}, ` ${needs}`));
    return;
  }
  fill(cells.servers, plan?.servers, short, intervalOf(within, 'servers', short));
  fill(cells.gpus, plan?.gpus, short);
  const lots = (x) => number(x / task.lot);
  fill(cells.outputs, plan && plan.outputs / task.lot, number, intervalOf(within?.toReversed(), 'outputs', lots));
  if (cells.responses) fill(cells.responses, plan && plan.outputs / perResponse(board, row));
  if (cells.users) fill(cells.users, plan && usersOf(board, row, plan, task), short);
  fill(cells.power, plan?.power);
  fill(cells.energy, plan?.energy);
  fill(cells.cost, plan?.cost, number, query.currency);
};

// intervalOf is what a plan may be within the uncertainty, '' where it is one number.
const intervalOf = (within, part, text) => {
  const [low, high] = (within ?? []).map((plan) => plan[part]);
  return low === high ? '' : say('capacity.within', { low: text(low), high: text(high) });
};

const fill = (cell, value, text = number, small = '') => cell.replaceChildren(...(value === null || value === undefined ? missing()
  : [el('data', { value: full(value) }, text(value)), small && el('small', {}, ` ${small}`)].filter(Boolean)));

// capacityRows are those of a task's page, unanswered, under the heads of its table.
export const capacityRows = (rows, heads, { board, words }) => rows.slice(0, most).map((row) => {
  const energy = board.wire.energy;
  const joules = () => el('a', { href: words.runPage(board.runs[row]) },
    el('data', { value: full(board.energy[row]) }, number(board.energy[row], board.energyIn)));
  const [name, ...others] = heads;
  return el('tr', { 'data-run': board.runs[row], 'data-model': board.models[board.model[row]] },
    el('th', { scope: 'row', class: name.className }, el('a', { href: words.href(row) }, words.name(row)), ' ', words.tagged(row)),
    ...others.map(({ className, dataset: { field } }) => el('td', { class: className, 'data-field': field },
      ...(field === energy ? [joules()] : field === 'hardware' ? [words.where(row)] : []))));
});
