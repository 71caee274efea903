// The table of a task's page. Its markup is that of templates/table.templ; a browser test compares the two.
import { byGroup, passing } from './board.js';
import { say } from './catalog.js';
import { fold, foldsOf, missing, nameOf, roomy, toRun, unsaid, wordsOf } from './cells.js';
import { el } from './dom.js';
import { byCost, costColumns } from './cost.js';
import { carbon, units } from './energy.js';
import { most as pageOfRows } from './limits.js';
import { lotOf } from './nouns.js';
import { full, number, short, whole } from './numbers.js';
import { isOwn } from './ownrows.js';
import { defaults } from './query.js';
import { stripsOf } from './strips.js';

const step = 100; // rows that a reader gets with one press
const atOnce = 8; // rows made within one frame, as many as most windows show
const share = 1 / 6; // of the rows there are, made within one frame: a long table costs more to lay out than its new rows
const few = atOnce; // rows that are changed at once where the others stay
const roomFor = 8; // columns beside rank, name and box in the widest window

// tableView draws answers into the table. events: sort(field), pick(models), busy(is) while rows are being made.
export const tableView = (table, { board, task, columns, words, root, events }) => {
  const head = table.tHead.rows[0];
  const body = table.tBodies[0];
  const strips = stripsOf(board, task, table);
  const picked = new Set(); // indices into board.models
  const more = el('button', { type: 'button', hidden: true });
  const region = table.parentElement;
  const anchored = Boolean(body.rows[0]?.id); // rows of boards without pages of models are linked by their run
  region.after(more);
  const standardKey = layoutOf(board, columns, defaults(board), task).key;
  let layout = { key: null, columns: [], folds: [] };
  let made = new Map(); // rows drawn under the layout: { tr, place, tied }
  let standing = []; // the rows in the body
  let most = pageOfRows;
  let turn = 0; // counts drawings, so that a later one ends an earlier one
  let shown;
  let ranked = new Map(); // ranks by row
  const first = new Map(); // rows of groups by their heads
  const hold = holdOf(region);

  const headOf = (group, row) => {
    first.set(-1 - group, row);
    return -1 - group;
  };

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
    const next = shown.answer.rows[most];
    most += step;
    drawRows();
    made.get(next).tr.querySelector('a').focus();
  });

  const tick = () => {
    for (const [row, { tr }] of made) {
      const input = row >= 0 && tr.querySelector('.pick input');
      if (input) input.checked = picked.has(board.model[row]);
    }
  };

  const show = (answer, query) => {
    const next = layoutOf(board, columns, query, task);
    if (layout.key === null && next.key === standardKey) {
      layout = next;
      adopt();
    } else if (next.key !== layout.key) {
      made = new Map();
      layout = next;
      body.replaceChildren();
      standing = [];
      head.replaceChildren(...layout.columns.map((column) => header(column, root, strips, board)));
      fit(region, layout.columns);
    }
    strips.over(passing(board, { ...query, deadline: 0 }));
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
      if (tr.classList.contains('head')) {
        const next = rowOf.get(tr.nextElementSibling.dataset.run);
        const head = headOf(board.group[next], next);
        made.set(head, { tr });
        standing.push(head);
        continue;
      }
      const row = rowOf.get(tr.dataset.run);
      tr.dataset.row = row;
      const [place, range] = tr.cells[0].childNodes;
      made.set(row, { tr, place: place?.textContent ?? '', range: range?.textContent ?? '', folded: true, strip: strips.of(row) });
      standing.push(row);
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

  // drawRows shows the rows of the answer. Where few differ from those that stand, only these are changed. Else all from
  // the first that differs are set anew: what a window shows at once, the others frame by frame, so that a reader need
  // not wait for them. Until then the place of the table keeps its height.
  const drawRows = () => {
    const rows = shown.answer.rows.slice(0, most);
    const wanted = lines(rows);
    const mine = ++turn;
    foot(shown.answer.rows.length, rows.length);
    const { same, changes } = difference(standing, wanted);
    if (changes <= few) {
      patch(wanted);
      finish();
      return;
    }
    hold.on();
    for (const row of standing.slice(same)) made.get(row).tr.remove();
    for (const line of standing.slice(0, same)) draw(line);
    standing = wanted.slice(0, same);
    const add = (count) => {
      const to = Math.min(standing.length + count, wanted.length);
      const next = [];
      for (const line of wanted.slice(standing.length, to)) next.push(draw(line));
      body.append(...next);
      standing = wanted.slice(0, to);
      if (to === wanted.length) finish();
      else requestAnimationFrame(() => { if (mine === turn) add(Math.max(atOnce, Math.ceil(to * share))); });
    };
    events.busy(true);
    add(Math.max(atOnce - same, 0));
  };

  const finish = () => {
    hold.off();
    events.busy(false);
  };

  // patch changes what stands into what is wanted, moving as little as can be.
  const patch = (wanted) => {
    const keep = new Set(wanted);
    for (const row of standing) if (!keep.has(row)) made.get(row).tr.remove();
    let at = body.firstElementChild;
    wanted.forEach((line) => {
      const tr = draw(line);
      if (tr === at) at = at.nextElementSibling;
      else body.insertBefore(tr, at);
    });
    standing = wanted;
  };

  // foot says how many rows are left out.
  const foot = (all, wanted) => {
    unsaid(region);
    more.hidden = wanted === all;
    more.textContent = say('table.more', { n: all, shown: Math.min(step, all - wanted) });
    if (wanted < all) table.setAttribute('aria-rowcount', all + 1);
    else table.removeAttribute('aria-rowcount');
  };

  // lines are the rows of the table: above each group of equal work, if there are several, stands its head, a number below zero.
  const lines = (rows) => {
    const groups = byGroup(shown.answer.board, rows);
    ranked = new Map(rows.map((row, i) => [row, shown.answer.ranks?.[i]]));
    return groups.length < 2 ? rows : groups.flatMap((own) => [headOf(shown.answer.board.group[own[0]], own[0]), ...own]);
  };

  const drawHead = (head) => {
    const row = first.get(head);
    if (!made.has(head)) made.set(head, { tr: el('tr', { class: 'head' }, el('th', { scope: 'rowgroup', colspan: 2 })) });
    const { tr } = made.get(head);
    const text = words.workOf(shown.query, row);
    if (tr.textContent !== text) tr.firstChild.textContent = text;
    return tr;
  };

  // draw gives the element of a line: of a row with what depends on the other rows, its place, whether it shares it, and
  // the range of its model.
  const draw = (row) => {
    if (row < 0) return drawHead(row);
    if (!made.has(row)) made.set(row, { tr: make(row), place: '', strip: strips.of(row) });
    const one = made.get(row);
    const rank = ranked.get(row);
    const place = rank ? (rank.tied ? '=' : '') + rank.place : '';
    const range = rangeText(rank?.range);
    if (one.place !== place || one.range !== range) one.tr.cells[0].replaceChildren(place, ...(range ? [el('small', {}, range)] : []));
    if (one.range !== range || !one.folded) fold(one.tr, one.tr.cells[1], layout.folds, range && say('task.below.ranks', { range: `${place} (${range})` }));
    const strip = strips.of(row);
    if (one.strip !== strip) one.tr.querySelector('td.range')?.replaceChildren(...strips.strip(row));
    Object.assign(one, { place, range, folded: true, strip });
    return one.tr;
  };

  const make = (row) => el('tr',
    { ...(isOwn(board.runs[row]) && { class: 'yours' }), id: anchored && board.runs[row], 'data-run': board.runs[row], 'data-model': board.models[board.model[row]], 'data-row': row },
    ...layout.columns.map((column) => cell(column, row)));

  const cell = (column, row) => {
    if (column.kind === 'name') return nameCell(column, row);
    return el('td', { class: column.class, 'data-field': column.field || null }, ...main(column, row, content(column, row)));
  };

  // main makes the main number of a row lead to its run.
  const main = (column, row, cell) => (/\bmain\b/.test(column.class) && cell.length === 1 ? [toRun(row, { board, words }, cell)] : cell);

  const nameCell = (column, row) => el('th', { scope: 'row', class: column.class }, ...nameOf(row, { board, words }), ...badges(row));

  // badges are the warnings of a row, and what a preview says of it.
  const badges = (row) => {
    const run = board.runs[row];
    const warned = (task.warned?.[run] ?? []).map((text) => el('a', { class: 'tag', href: '#warnings' }, text));
    if (board.wire.doubted?.[row]) warned.push(words.doubt(row));
    const changed = task.badges?.[run];
    return changed ? [...warned, el('a', { class: 'tag', href: root + task.changes }, changed)] : warned;
  };

  const content = (column, row) => {
    switch (column.kind) {
      case 'rank': return [];
      case 'range': return strips.strip(row);
      case 'pick': return isOwn(board.runs[row]) ? [] : [box(row)];
      default: return value(column, row);
    }
  };

  const box = (row) => {
    const input = el('input', { type: 'checkbox', 'aria-label': say('table.compare_model', { model: words.name(row) }) });
    input.checked = picked.has(board.model[row]);
    return input;
  };

  const unpick = () => {
    picked.clear();
    tick();
  };

  // renew lets the next answer make all rows anew, for a board that has others now.
  const renew = () => { layout = { key: '', columns: [] }; };

  return { show, unpick, renew, columns: () => layout.columns };
};

// holdOf keeps an element from becoming lower while its content is being changed. Its height is known from when it was
// laid out last: asking for it would lay it out.
const holdOf = (element) => {
  let height = 0;
  let held = false;
  new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => { if (!held) height = blockSize; }).observe(element);
  const set = (on) => {
    if (on === held) return;
    held = on;
    element.style.minHeight = on ? `${height}px` : '';
  };
  return { on: () => set(true), off: () => set(false) };
};

// difference tells how many of the first rows are the same, and how many rows leave, come or move.
const difference = (standing, wanted) => {
  let same = 0;
  while (same < standing.length && standing[same] === wanted[same]) same++;
  const keep = new Set(wanted);
  const stay = standing.filter((row) => keep.has(row));
  const moved = new Set();
  let at = 0;
  for (const row of wanted) {
    while (moved.has(stay[at])) at++;
    if (row === stay[at]) at++;
    else moved.add(row);
  }
  return { same, changes: standing.length - stay.length + moved.size };
};

// layoutOf says which columns a query shows and how their numbers are written.
const layoutOf = (board, columns, query, task) => {
  const isInverse = units[query.unit].inverse; // bars of ranges are of energies
  const chosen = (query.cols ? asked(columns, query.cols) : usual(board, columns, query.percentile)).filter(({ kind }) => kind !== 'range' || !isInverse);
  const shown = chosen.map((column) => present(board, column, query, task));
  const [cost, others] = [true, false].map((is) => whatIf(board, query, task).filter(({ field }) => (field === byCost) === is));
  shown.splice(shown.at(-1)?.kind === 'pick' ? -1 : shown.length, 0, ...others);
  shown.splice(shown.findIndex(({ field }) => field === board.wire.rank) + 1 || shown.length, 0, ...cost);
  const { field } = query.sort; // of a measure that ranks
  if (board.wire.leveled?.[field] && !shown.some((column) => column.field === field)) {
    const own = columns.find((column) => column.field === field);
    shown.splice(2, 0, present(board, { ...own, class: 'n' }, query, task));
  }
  const isUsual = !query.cols && shown.length === chosen.length;
  const isWide = query.cols && shown.filter(({ kind }) => !fixed.includes(kind)).length > roomFor;
  const fitting = isUsual || isWide ? shown : roomy(shown, query.sort.field);
  const { percentile, unit, cols, rent, currency, price, grid, pue } = query;
  const classes = fitting.map((one) => one.class);
  return { key: JSON.stringify([board.wire.leveled?.[field] && field, percentile, unit, cols, rent, currency, price, grid, pue, classes]),
    columns: fitting, folds: foldsOf(fitting) };
};

// usual columns; the latency, of several the first, is that of the percentile.
const usual = (board, columns, percentile) => {
  const { latency } = board.wire;
  const wanted = columns.find(({ field }) => field === latency[Math.min(percentile, latency.length - 1)]);
  const shown = columns.filter((column) => !column.optional);
  const first = shown.find(({ field }) => latency.includes(field));
  return shown.includes(wanted) ? shown : shown.map((column) => (column === first ? { ...wanted, class: column.class } : column));
};

const fixed = ['rank', 'name', 'pick'];

// asked columns; the range stands with the energy that it ranges over.
const asked = (columns, names) => columns
  .filter(({ kind, field }, i) => fixed.includes(kind) || names.includes(kind === 'range' ? columns[i - 1].field : field))
  .map((column) => ({ ...column, class: column.class.replace(/ not-[sml]/, '') }));

const present = (board, column, query, task) => {
  const data = board.column(column.field);
  const own = { ...column, of: (row) => data?.value(row) ?? null, show: shownBy(column, data), named: data?.kind === 'boolean' };
  if (column.per && query.unit !== 'J') {
    const { of, unit, inverse } = units[query.unit];
    if (inverse) Object.assign(own, { inverse, label: inverseLabel(board, column), class: `${column.class} vast` }); // of up to eleven characters
    Object.assign(own, { unit: unit(column.per, task.lot), show: (x) => number(of(x, task.lot)) });
  }
  return own;
};

// inverseLabel names the outputs of an energy, of which the lower bound is that of the most outputs.
const inverseLabel = ({ wire }, { field, label }) => {
  const [, within, bound] = /_(within_)?(low|high)$/.exec(field) ?? [];
  if (bound) return say(`table.inverse_bound.${within ?? ''}${bound}`);
  return field === wire.energy ? say('table.inverse') : `${say('table.inverse')} (${label})`;
};

const rangeText = (range) => (range && range[0] !== range[1] ? range.join('–') : '');

const shownBy = (column, data) => {
  if (column.exact) return short;
  if (column.time) return (value) => wordsOf(value, column);
  if (data?.kind === 'integer') return whole;
  return data?.kind === 'number' ? (x) => number(x, data) : (value) => wordsOf(value, column);
};

// whatIf are the columns of the reader's own figures.
const whatIf = (board, query, task) => {
  const column = (label, unit, of) => ({
    field: '', label, unit, class: 'n', kind: 'number', show: number,
    of: (row) => (board.energy[row] === Infinity ? null : of(board.energy[row])),
  });
  return [
    ...costColumns(board, query, task).map((own) => ({ class: own.field === 'cost' ? 'n' : 'n not-s', kind: 'number', show: number, ...own })),
    query.grid !== null && column(say('table.carbon'), say('form.per', { unit: 'g CO₂e', noun: lotOf(task.output, task.lot) }),
      (joules) => carbon(joules, task.lot, query)),
  ].filter(Boolean);
};

const value = ({ of, show, title }, row) => {
  const x = of(row);
  if (x === null) return missing();
  return typeof x === 'number' ? [el('data', { value: full(x), title: title?.(row) }, show(x))] : [show(x)];
};

// fit makes the region around the table scroll where the columns do not fit beside each other.
const fit = (region, columns) => {
  const many = columns.filter(({ class: name }) => !/rank|name|pick|not-w/.test(name)).length > roomFor + 1;
  region.classList.toggle('scroll', many);
  region.classList.toggle('vast', many);
  if (many) region.setAttribute('tabindex', '0');
  else region.removeAttribute('tabindex');
};

const header = (column, root, strips, board) => {
  const { field, label, unit, help, text, kind } = column;
  const link = help && root + help;
  const th = el('th', { scope: 'col', class: column.class, 'data-field': field || null, 'data-more-first': field && column.more ? true : null });
  if (field && (board.column(field) || field === byCost)) {
    th.append(el('button', { type: 'button', class: 'sort' }, label), el('small', { class: unit ? null : 'alone' }, unit ?? '', ' ',
      help && el('a', { class: 'why', href: link, 'data-text': text || null, 'aria-label': say('table.about', { column: label }) }, '?')));
    return th;
  }
  if (kind === 'rank') th.append(el('a', { href: link }, '# ', el('span', { class: 'vh' }, label)));
  else if (kind === 'pick') th.append(el('span', { class: 'vh' }, label));
  else th.append(el('span', {}, label));
  if (unit) th.append(el('small', {}, unit));
  if (kind === 'range') th.append(strips.scale());
  return th;
};
