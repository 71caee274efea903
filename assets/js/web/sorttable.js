// Tables other than a task's: sorted by their headers, taken as CSV. What they show came with the page.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { quoted } from './export.js';
import { natural } from './natural.js';
import { ungrouped } from './numbers.js';
import { save } from './save.js';

// sortTables works on every table that the page offers as a file. One whose own script sorts it is only taken.
export const sortTables = () => {
  for (const take of $$('.take')) {
    const table = $$('table', take.parentElement).findLast((one) => one.compareDocumentPosition(take) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (!('own' in take.dataset)) sortable(table);
    const button = $('[data-csv]', take);
    button.addEventListener('click', () => save(`${table.id}.csv`, csvOf(table), 'text/csv'));
    button.disabled = false;
  }
  for (const table of $$('.prose table')) {
    if (!table.tHead || table.closest('figure')) continue;
    addButtons(table);
    sortable(table);
  }
};

// addButtons serves tables of prose, whose headers are plain text.
const addButtons = (table) => {
  for (const th of table.tHead.rows[0].cells) {
    if (th.children.length === 0 && th.textContent) th.replaceChildren(el('button', { type: 'button', class: 'sort' }, th.textContent));
  }
};

const sortable = (table) => {
  const buttons = $$('.sort', table.tHead);
  const body = table.tBodies[0];
  const came = buttons.map((button) => button.parentElement).find((th) => th.hasAttribute('aria-sort'));
  const cameAs = came?.getAttribute('aria-sort');
  let order = null; // of the rows as they came, while they are sorted

  const mark = (th, direction) => {
    for (const button of buttons) button.parentElement.removeAttribute('aria-sort');
    if (direction) th.setAttribute('aria-sort', direction);
  };
  const restore = () => {
    if (order) body.replaceChildren(...order);
    order = null;
    mark(came, cameAs);
  };
  const press = (th) => {
    const now = order ? th.getAttribute('aria-sort') : null;
    const turns = ['ascending', 'descending'];
    if ('moreFirst' in th.dataset) turns.reverse(); // the better ones come first
    const direction = turns[turns.indexOf(now) + 1];
    if (!direction) {
      restore();
      return;
    }
    order ??= [...body.rows];
    body.replaceChildren(...sorted(order, th.cellIndex, direction === 'descending'));
    mark(th, direction);
  };

  for (const button of buttons) {
    button.addEventListener('click', () => press(button.parentElement));
    button.disabled = false;
  }
  // A script that puts other rows there has its own order.
  table.addEventListener('rows', () => {
    order = null;
    mark(came, cameAs);
  });
};

// sorted orders rows by a column: numbers by their full value, words as people do, what is missing last.
export const sorted = (rows, column, falling) => {
  const keyed = rows.map((row, i) => ({ row, i, key: keyOf(row.cells[column]) }));
  const sign = falling ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.i - b.i;
    return sign * compare(a.key, b.key) || a.i - b.i;
  });
  return keyed.map(({ row }) => row);
};

const compare = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return natural(String(a), String(b));
};

const keyOf = (cell) => {
  const text = textOf(cell);
  if (text === '') return null;
  const plain = ungrouped(text); // 1,024 is one number
  const x = Number(plain);
  return Number.isFinite(x) ? x : plain;
};

// textOf is what a cell says: the full value of a number, words without what stands there for the eye or for phones.
export const textOf = (cell) => {
  if (!cell) return '';
  const value = $('data', cell);
  if (value) return value.value;
  const copy = cell.cloneNode(true);
  for (const part of $$('[aria-hidden], .below, .mark, svg', copy)) part.remove();
  const text = copy.textContent.trim().replace(/\s+/g, ' ');
  return text === say('table.missing') ? '' : text;
};

export const csvOf = (table) => {
  const head = [...table.tHead.rows[0].cells].map((th) => {
    const label = textOf($('.sort, a, span', th) ?? th);
    const unit = [...($('small', th)?.childNodes ?? [])].filter((node) => node.nodeType === 3)
      .map((node) => node.textContent.trim()).join('');
    return unit ? `${label} (${unit})` : label;
  });
  const runs = $('tr[data-run]', table) ? ['run'] : [];
  const { measured } = table.dataset; // what the energy is of
  const lines = [...table.tBodies[0].rows].filter((row) => !row.hidden)
    .map((row) => [...runs.map(() => row.dataset.run ?? ''), ...[...row.cells].map(textOf), ...(measured ? [measured] : [])]);
  return [[...runs, ...head, ...(measured ? ['measured'] : [])], ...lines].map((line) => line.map(quoted).join(',')).join('\r\n') + '\r\n';
};
