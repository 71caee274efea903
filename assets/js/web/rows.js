// The table of a model's configurations: the rows that the page came with, filtered, put in order and marked.
import { $, $$, el } from './dom.js';
import { natural } from './natural.js';
import { full, number } from './numbers.js';

// rowsOf works on one table. sort is called with the field of a header.
export const rowsOf = (table, { sort }) => {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const none = document.getElementById(`${table.id}-none`);
  const region = table.closest('.scroll') ?? table;
  for (const button of $$('.sort', table)) button.disabled = false;
  table.tHead.addEventListener('click', ({ target }) => {
    if (target.matches('.sort')) sort(target.closest('th').dataset.field);
  });

  const head = (field) => [...table.tHead.rows[0].cells].find((th) => th.dataset.field === field);
  const valueIn = (field, column) => (row) => {
    const cell = row.cells[column];
    const data = $('data', cell);
    if (data) return Number(data.value);
    const text = cell.tagName === 'TH' ? nameIn(cell) : cell.textContent.trim();
    return $('[aria-hidden]', cell) && cell.tagName !== 'TH' ? null : text;
  };

  // order puts the rows in order; those without a value come last.
  const order = ({ field, descending }) => {
    const th = head(field);
    for (const one of table.tHead.rows[0].cells) one.removeAttribute('aria-sort');
    if (!th) {
      body.append(...rows);
      return;
    }
    th.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const value = valueIn(field, th.cellIndex);
    const values = new Map(rows.map((row) => [row, value(row)]));
    const sign = descending ? -1 : 1;
    body.append(...[...rows].sort((a, b) => compare(values.get(a), values.get(b), sign)));
  };

  return {
    rows, order,
    before: (element) => region.before(element),
    has: (field) => Boolean(head(field)),
    // keep hides the rows whose run does not pass.
    keep(passes) {
      for (const row of rows) row.hidden = !passes(row.dataset.run);
      none.hidden = rows.some((row) => !row.hidden);
      region.hidden = !none.hidden;
    },
    // mark marks the runs that are on the frontier.
    mark(frontier) {
      for (const row of rows) {
        const on = frontier.has(row.dataset.run);
        if (on === row.classList.contains('on')) continue;
        row.classList.toggle('on', on);
        if (on) row.cells[0].append(sign());
        else $('.mark', row.cells[0]).remove();
      }
    },
    // show makes the column of one field that of another: { field, label, value(run) }.
    show(field, next) {
      const th = head(field);
      if (!th || field === next.field) return;
      th.dataset.field = next.field;
      $('.sort', th).textContent = next.label;
      for (const row of rows) {
        const cell = row.cells[th.cellIndex];
        const x = next.value(row.dataset.run);
        cell.dataset.field = next.field;
        cell.replaceChildren(el('data', { value: full(x) }, number(x)));
      }
    },
    // choosable makes the name of each of those rows a button that calls choose(run).
    choosable(runs, choose) {
      for (const row of rows) {
        const { run } = row.dataset;
        const [text] = row.cells[0].childNodes;
        if (!runs.has(run)) continue;
        text.replaceWith(el('button', { type: 'button', class: 'choose', 'aria-pressed': 'false', title: 'Show its energy per response', onclick: () => choose(run) }, text.textContent));
      }
    },
    chosen(run) {
      for (const row of rows) $('.choose', row)?.setAttribute('aria-pressed', String(row.dataset.run === run));
    },
  };
};

const nameIn = (th) => ($('.choose', th) ?? th.firstChild).textContent;

const sign = () => el('span', { class: 'mark', title: 'on the frontier' },
  el('span', { 'aria-hidden': 'true' }, '◆'), el('span', { class: 'vh' }, ', on the frontier'));

export const compare = (a, b, sign) => {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (typeof a === 'number' ? a - b : natural(a, b));
};
