// The table of a task's page. Its markup is that of templates/table.templ; a browser test compares the two.
import { el, say } from './dom.js';
import { carbon, cost, units } from './energy.js';
import { full, number, plural, short, whole } from './numbers.js';
import { defaults } from './query.js';
import { stripsOf } from './strips.js';
import { tag } from './words.js';

const pageOfRows = 500;
const atOnce = 40; // rows made within one frame
const roomFor = 8; // columns beside rank, name and box in the widest window

// tableView draws answers into the table. events: sort(field), pick(models), busy(is) while rows are being made.
export const tableView = (table, { board, task, columns, words, root, events }) => {
  const head = table.tHead.rows[0];
  const body = table.tBodies[0];
  const strips = stripsOf(board, task, table);
  const picked = new Set(); // indices into board.models
  const more = el('button', { type: 'button', hidden: true });
  const none = document.getElementById(`${table.id}-none`);
  const region = table.parentElement;
  region.after(more);
  const standardKey = layoutOf(board, columns, defaults(board), task).key;
  let layout = { key: null, columns: [] };
  let made = new Map(); // rows drawn under the layout
  let most = pageOfRows;
  let turn = 0; // counts drawings, so that a later one ends an earlier one
  let shown;

  head.addEventListener('click', ({ target }) => {
    if (target.matches('.sort')) events.sort(target.parentElement.dataset.field);
  });
  body.addEventListener('change', ({ target }) => {
    const model = board.model[target.closest('tr').dataset.row];
    picked[target.checked ? 'add' : 'delete'](model);
    tick();
    events.pick([...picked].map((index) => board.models[index]));
  });
  more.addEventListener('click', () => {
    const next = most;
    most += pageOfRows;
    drawRows(next);
    body.rows[next].querySelector('a').focus();
  });

  const tick = () => {
    for (const [row, tr] of made) tr.querySelector('.pick input').checked = picked.has(board.model[row]);
  };

  const show = (answer, query) => {
    const next = layoutOf(board, columns, query, task);
    if (layout.key === null && next.key === standardKey) {
      layout = next;
      adopt();
    } else if (next.key !== layout.key) {
      made = new Map();
      layout = next;
      head.replaceChildren(...layout.columns.map((column) => header(column, root, strips)));
      fit(region, layout.columns);
    }
    most = pageOfRows;
    shown = { answer, query };
    table.dataset.view = query.view;
    markSort();
    drawRows();
  };

  // adopt takes over the rows that the page came with; under the usual layout they are as this script would make them.
  const adopt = () => {
    const rowOf = new Map(board.runs.map((run, row) => [run, row]));
    for (const tr of body.rows) {
      const row = rowOf.get(tr.dataset.run);
      tr.dataset.row = row;
      made.set(row, tr);
    }
    for (const control of table.querySelectorAll('.sort, .pick input')) control.disabled = false;
  };

  const markSort = () => {
    const { sort } = shown.query;
    for (const [i, column] of layout.columns.entries()) {
      const falling = sort.descending !== Boolean(column.inverse);
      const state = column.field && column.field === sort.field ? (falling ? 'descending' : 'ascending') : null;
      if (state === head.cells[i].getAttribute('aria-sort')) continue;
      if (state) head.cells[i].setAttribute('aria-sort', state);
      else head.cells[i].removeAttribute('aria-sort');
    }
  };

  // drawRows shows what there are rows for already, and the first few; the others follow frame by frame, so that a
  // reader need not wait for them. The first `keep` rows stand already.
  const drawRows = (keep = 0) => {
    const { rows, ranks } = shown.answer;
    const wanted = Math.min(rows.length, most);
    const mine = ++turn;
    const ready = rows.slice(0, wanted).every((row) => made.has(row)) ? wanted : Math.min(keep + atOnce, wanted);
    const slice = (from, to) => rows.slice(from, to).map((row, i) => draw(row, ranks?.[from + i]));
    const rest = (from) => {
      if (mine !== turn) return;
      if (from >= wanted) {
        events.busy(false);
        return;
      }
      body.append(...slice(from, Math.min(from + atOnce, wanted)));
      requestAnimationFrame(() => rest(from + atOnce));
    };
    replace(slice(0, ready));
    foot(rows.length, wanted);
    events.busy(ready < wanted);
    if (ready < wanted) requestAnimationFrame(() => rest(ready));
  };

  const replace = (drawn) => {
    const present = [...body.rows];
    if (drawn.length !== present.length || drawn.some((tr, i) => tr !== present[i])) body.replaceChildren(...drawn);
  };

  // foot says how many rows are left out.
  const foot = (all, wanted) => {
    none.hidden = all > 0;
    more.hidden = wanted === all;
    more.textContent = `Show ${whole(Math.min(pageOfRows, all - wanted))} more of ${plural(all, 'row')}`;
    if (wanted < all) table.setAttribute('aria-rowcount', all + 1);
    else table.removeAttribute('aria-rowcount');
  };

  const draw = (row, rank) => {
    if (!made.has(row)) made.set(row, make(row));
    const tr = made.get(row);
    say(tr.cells[0], rank ? (rank.tied ? '=' : '') + rank.place : '');
    say(tr.cells[1].lastChild, words.below(shown.query, row, rank?.tied));
    return tr;
  };

  const make = (row) => el('tr', { 'data-run': board.runs[row], 'data-model': board.models[board.model[row]], 'data-row': row },
    ...layout.columns.map((column) => cell(column, row)));

  const cell = (column, row) => {
    if (column.kind === 'name') return nameCell(column, row);
    return el('td', { class: column.class, 'data-field': column.field || null }, ...content(column, row));
  };

  const nameCell = (column, row) => el('th', { scope: 'row', class: column.class },
    el('a', { href: words.href(row) }, words.name(row)), ' ',
    el('span', { class: 'tag' }, tag(words.text('weight_precision', row))),
    el('span', { class: 'below' }));

  const content = (column, row) => {
    switch (column.kind) {
      case 'rank': return [];
      case 'range': return strips.strip(row);
      case 'pick': return [box(row)];
      default: return value(column, row);
    }
  };

  const box = (row) => {
    const input = el('input', { type: 'checkbox', 'aria-label': `Compare ${words.name(row)}` });
    input.checked = picked.has(board.model[row]);
    return input;
  };

  const unpick = () => {
    picked.clear();
    tick();
  };

  return { show, unpick, columns: () => layout.columns };
};

// layoutOf says which columns a query shows and how their numbers are written.
const layoutOf = (board, columns, query, task) => {
  const chosen = query.cols ? asked(columns, query.cols) : usual(board, columns, query.percentile);
  const shown = chosen.map((column) => present(board, column, query, task));
  shown.splice(-1, 0, ...whatIf(board, query, task));
  const { percentile, unit, cols, price, grid, pue } = query;
  return { key: JSON.stringify([percentile, unit, cols, price, grid, pue]), columns: shown };
};

// usual columns; the latency is that of the percentile.
const usual = (board, columns, percentile) => {
  const { latency } = board.wire;
  const wanted = columns.find(({ field }) => field === latency[Math.min(percentile, latency.length - 1)]);
  return columns.filter((column) => !column.optional)
    .map((column) => (latency.includes(column.field) ? { ...wanted, class: column.class } : column));
};

const fixed = ['rank', 'name', 'pick'];

// asked columns; the range stands with the energy that it ranges over.
const asked = (columns, names) => columns
  .filter(({ kind, field }, i) => fixed.includes(kind) || names.includes(kind === 'range' ? columns[i - 1].field : field))
  .map((column) => ({ ...column, class: column.class.replace(/ not-[sml]/, '') }));

const present = (board, column, query, task) => {
  const data = board.column(column.field);
  const own = { ...column, of: (row) => data?.value(row) ?? null, show: shownBy(column, data) };
  if (column.per && query.unit !== 'J') {
    const { of, unit, inverse } = units[query.unit];
    Object.assign(own, { inverse, unit: unit(column.per, task.lot), show: (x) => number(threeDigits(of(x, task.lot))) });
  }
  return column.field === board.wire.energy ? { ...own, title: intervalOf(board, own) } : own;
};

// intervalOf gives a text for each row: how far chance may have moved its energy; null where nothing tells.
const intervalOf = (board, { show, inverse }) => {
  const [low, high, covers] = ['energy_low', 'energy_high', 'energy_interval'].map((name) => board.column(name));
  return (row) => {
    if (!covers || covers.missing(row)) return null;
    const ends = [show(low.value(row)), show(high.value(row))];
    return `${(inverse ? ends.reverse() : ends).join(' to ')}: ${covers.value(row)}`;
  };
};

const threeDigits = (x) => Number(x.toPrecision(3));

const shownBy = ({ exact }, data) => {
  if (exact) return short;
  if (data?.kind === 'integer') return whole;
  return data?.kind === 'number' ? number : String;
};

// whatIf are the columns of the reader's own figures.
const whatIf = (board, query, task) => {
  const column = (label, unit, of) => ({
    field: '', label, unit, class: 'n', kind: 'number', of: (row) => of(board.energy[row]), show: number,
  });
  return [
    query.price !== null && column('Cost', `per ${task.lot_text}`, (joules) => cost(joules, task.lot, query)),
    query.grid !== null && column('Carbon', `g CO₂e per ${task.lot_text}`, (joules) => carbon(joules, task.lot, query)),
  ].filter(Boolean);
};

const value = ({ of, show, title }, row) => {
  const x = of(row);
  if (x === null) return [el('span', { class: 'vh' }, 'missing'), el('span', { 'aria-hidden': 'true' }, '–')];
  return typeof x === 'number' ? [el('data', { value: full(x), title: title?.(row) }, show(x))] : [show(x)];
};

// fit makes the region around the table scroll where the columns do not fit beside each other.
const fit = (region, columns) => {
  const many = columns.filter(({ class: name }) => !/rank|name|pick/.test(name)).length > roomFor;
  region.classList.toggle('scroll', many);
  region.classList.toggle('vast', many);
  if (many) region.setAttribute('tabindex', '0');
  else region.removeAttribute('tabindex');
};

const header = (column, root, strips) => {
  const { field, label, unit, help, text, kind } = column;
  const link = help && root + help;
  const th = el('th', { scope: 'col', class: column.class, 'data-field': field || null });
  if (field) {
    th.append(el('button', { type: 'button', class: 'sort' }, label), el('small', {}, unit ?? '', ' ',
      help && el('a', { class: 'why', href: link, 'data-text': text || null, 'aria-label': `About ${label}` }, '?')));
    return th;
  }
  if (kind === 'rank') th.append(el('a', { href: link }, '# ', el('span', { class: 'vh' }, label)));
  else if (kind === 'pick') th.append(el('span', { class: 'vh' }, label));
  else th.append(el('span', {}, label));
  if (unit) th.append(el('small', {}, unit));
  if (kind === 'range') th.append(strips.scale());
  return th;
};
