// The table of a model's configurations: the rows that the page came with, filtered, put in order and marked.
import { say } from './catalog.js';
import { sign } from './cells.js';
import { $, $$, el } from './dom.js';
import { natural } from './natural.js';
import { full, number, ungrouped } from './numbers.js';

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
      place(rows);
      return;
    }
    th.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const value = valueIn(field, th.cellIndex);
    const values = new Map(rows.map((row) => [row, value(row)]));
    const sign = descending ? -1 : 1;
    place([...rows].sort((a, b) => compare(values.get(a), values.get(b), sign)));
  };

  // place leaves rows alone that stand as they should: each that is put somewhere is laid out anew.
  const place = (wanted) => {
    if (wanted.some((row, i) => row !== body.rows[i])) body.append(...wanted);
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
        if (on) row.cells[0].append(sign(say('table.frontier')));
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
    // choosable makes the name of each row a link to the figure that shows it, which calls choose(run). A link breaks
    // across lines as the text did, so that no row changes its height.
    choosable(figure, choose) {
      for (const row of rows) {
        const [text] = row.cells[0].childNodes;
        text.replaceWith(el('a',
          { href: `#${figure.id}`, class: 'choose', title: say('table.choose'), onclick: () => choose(row.dataset.run) },
          text.textContent));
      }
    },
    chosen(run) {
      for (const row of rows) {
        if (row.dataset.run === run) $('.choose', row).setAttribute('aria-current', 'true');
        else $('.choose', row).removeAttribute('aria-current');
      }
    },
  };
};

// nameIn is what heads a row; 1,024 is one number.
const nameIn = (th) => ungrouped(($('.choose', th) ?? th.firstChild).textContent);

export const compare = (a, b, sign) => {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (typeof a === 'number' ? a - b : natural(a, b));
};
