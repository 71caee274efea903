// Filters for the tables of the page of changes. This is a plain script and no module: a preview may be read from files,
// where browsers run no modules.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';

const labels = ['Result', 'Task', 'Model', 'GPU'];

// all is what a row about every task, model or GPU says: a choice shows the rows about what is chosen alone.
const all = 'all';

// a count goes before a result
const textOf = (cell) => cell.textContent.trim().replace(/^[\d,]+ /, '');

// lines are the rows of all tables with what they say in the columns that can be filtered.
const lines = $$('main table').flatMap((table) => {
  const heads = [...table.tHead.rows[0].cells].map(textOf);
  const columns = labels.map((label) => heads.indexOf(label));
  return [...table.tBodies[0].rows].map((row) => ({ row, says: columns.map((at) => (at < 0 ? null : textOf(row.cells[at]))) }));
});

const choice = (label, at) => {
  const values = [...new Set(lines.map(({ says }) => says[at]).filter((said) => said && said !== all))].sort();
  if (values.length < 2) return null;
  return el('label', {}, `${label} `,
    el('select', { name: label }, el('option', { value: '' }, say('changes.filter.all')), ...values.map((v) => el('option', {}, v))));
};

const fields = labels.map(choice);
const shown = el('output', {});

// A row stays if it agrees, or does not say, in every choice.
const filter = () => {
  const wanted = fields.map((field) => (field ? $('select', field).value : ''));
  let n = 0;
  for (const { row, says } of lines) {
    row.hidden = wanted.some((want, i) => want && says[i] !== null && says[i] !== want);
    if (!row.hidden) n += 1;
  }
  shown.textContent = say('changes.filter.shown', { n: lines.length, shown: n });
};

if (fields.some(Boolean)) {
  const form = el('form',
    { class: 'controls', 'aria-label': say('changes.filter.form'), onsubmit: (event) => event.preventDefault(), oninput: filter },
    ...fields.filter(Boolean), shown);
  $('main section').before(form);
  filter();
}
