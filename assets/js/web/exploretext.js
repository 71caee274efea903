// What the page Explore says and lists of a view: the same title, sentences, columns and file as `jouleboard figure --view`.
import { filter, isTrusted } from './board.js';
import { say } from './catalog.js';
import { fold, foldsOf, missing, wordsOf } from './cells.js';
import { el } from './dom.js';
import { describe, usual } from './explored.js';
import { most } from './limits.js';
import { full, inForm } from './numbers.js';
import { columnAt, numberOf } from './view.js';
import { drawnOf, fewerOf, ringOf, whoIn } from './viewfigure.js';
import { precisionName } from './nouns.js';
import { both, either, inside } from './words.js';

export const titleOf = (place) => {
  const { view, file } = place;
  const [y, x] = [view.y[0], view.x].map((axis) => eachText(place, axis));
  const said = say(`explore.${view.kind === 'trade-off' ? 'against' : 'by'}`, { task: file.task.name, y, x });
  const title = view.facet ? say('explore.facets', { title: said, facet: eachText(place, view.facet) }) : said;
  return isUsual(place) ? title : say('explore.colored', { title, color: eachText(place, view.by) });
};

// isUsual says whether the colors are those of other figures, or of what an axis or the panels tell.
const isUsual = ({ view, board }) => !board.column(view.by) || [usual(board, view.kind).by, view.x, view.facet].includes(view.by);

// eachText is what a column has one value of, in a sentence: "model", "number of GPUs".
const eachText = (place, name) => {
  const { model, gpus } = place.board.wire.parts;
  const field = columnAt(place.board, name, place.query.percentile);
  const called = { [model]: say('table.model'), [gpus]: say('filters.gpus'), hardware: say('explore.hardware') };
  const { label } = describe(place, field);
  const isQuoted = !called[name] && (label.includes(',') || place.board.column(field)?.kind === 'boolean');
  const text = inside(called[name] ?? label);
  return isQuoted ? say('form.quote', { text }) : text;
};

// axesText names the axes that need values: bars have one.
export const axesText = (place) => [...new Set([place.view.y[0], place.view.kind !== 'bar' && place.view.x]
  .filter(Boolean).map((axis) => eachText(place, axis)))];

// eachOf names columns of which some rows have the same value.
const eachOf = (place, ...names) => both([...new Set(names)].filter((name) => name && place.board.column(name)).map((name) => {
  const text = eachText(place, name);
  return place.board.column(name).kind === 'boolean' ? say('explore.per.value', { name: text }) : text;
}));

// chosenBy names of what each mark is the best: of a bar's value, of a line's place on each series, of what a reader chose, each in its
// group of equal work.
const chosenBy = (place) => {
  const { view } = place;
  if (view.kind === 'line' && !view.per) return eachOf(place, view.x, view.by, view.facet);
  const name = view.kind === 'bar' ? view.x : view.per;
  return eachOf(place, name) && eachOf(place, name, 'work');
};

// countedIn is a unit behind a number: one of what is counted is no plural.
const countedIn = (x, unit) => (x === 1 ? unit.replace(/^(\p{L}{2,}?)(ie|[^us])s$/u, (_, word, end) => word + (end === 'ie' ? 'y' : end)) : unit);

// chosenText says of what each mark is the best.
const chosenText = (place, isSome) => {
  const { view, query, words } = place;
  const per = chosenBy(place);
  const best = `explore.per.${words.claim(query) === 'highest' ? 'highest' : 'lowest'}`;
  const at = view.kind === 'line' && !view.per ? '' : words.at(query); // a line has rows beyond the limit
  return [
    per && isSome && say(best, { per, metric: words.order(query).name, at }),
    view.kind === 'line' && view.per && say('explore.best_only', { of: eachOf(place, view.x, view.by, view.facet) }),
    view.unused && say('explore.bars_only'),
  ];
};

// leftOutOf says which rows that pass the filters a trade-off of all cannot draw.
const leftOutOf = (place, { rows, more }) => {
  const { view, board, query, within } = place;
  if (view.kind !== 'trade-off' || view.per) return [];
  const all = [...board.runs.keys()].filter(within).filter(filter(board, { ...query, deadline: 0 }));
  const trusted = all.filter(isTrusted(board)).length;
  const [doubted, lacking] = [all.length - trusted, trusted - rows.length - more];
  return [
    doubted > 0 && say('views.doubted', { n: doubted }),
    lacking > 0 && say('views.lacking', { n: lacking, axes: either(axesText(place)) }),
  ];
};

// textOf says from where to where the rows reach, what they are, and how many are drawn.
export const textOf = (place, answer) => {
  const { rows, work } = answer;
  const { view, query, board, words } = place;
  const column = columnAt(board, view.y[0], query.percentile);
  const numbers = numberOf(board, column);
  const low = rows.reduce((a, b) => (numbers[b] < numbers[a] ? b : a));
  const high = rows.reduce((a, b) => (numbers[b] > numbers[a] ? b : a));
  const { label, short } = describe(place, column);
  const said = (row) => `${inForm(numbers[row], board.column(column))}\u00a0${countedIn(numbers[row], short)}`.trim();
  const isAlike = low !== high && whoIn(place, low) === whoIn(place, high);
  const who = (row) => [whoIn(place, row), isAlike && words.batch(row)].filter(Boolean).join(', ');
  const total = [...board.runs.keys()].filter(place.within).length;
  const isSame = numbers[low] === numbers[high];
  const range = say(`explore.${rows.length === 1 ? 'one' : isSame ? 'same' : rows.length < total ? 'range_drawn' : 'range'}`, {
    y: label, low: said(low), low_who: who(low), high: said(high), high_who: who(high), value: said(low), n: rows.length });
  return [
    words.about(query, range, rows),
    ...chosenText(place, rows.length < total),
    drawnOf(rows.length, total),
    ...fewerOf(view, answer, words.order(query).name),
    ringOf(answer, place, query),
    work && say('views.work', { work: words.workOf(query, rows[0]) }),
    ...leftOutOf(place, answer),
  ].filter(Boolean).join(' ');
};

// columnsOf are what rows are called, then what is drawn of them.
export const columnsOf = (place) => {
  const { board, view, query } = place;
  const axis = (name) => columnAt(board, name, query.percentile);
  const names = [board.wire.parts.name, 'hardware', board.wire.parts.batch, axis(view.x), axis(view.y[0]), view.by, view.facet, view.per];
  const implied = board.column('hardware') ? [board.wire.parts.gpu, board.wire.parts.gpus] : []; // the hardware says them
  return [...new Set(names)].filter((name) => name && !implied.includes(name) && board.column(name)).map((field) => ({ field, ...describe(place, field), column: board.column(field) }));
};

// classOf is that of the cells of a column: small windows have room for the axes alone.
const classOf = ({ board, view, query }, { column, field }, i) => {
  if (i === 0) return 'name';
  const axes = [view.x, view.y[0]].map((name) => columnAt(board, name, query.percentile));
  return `${column.kind === 'string' ? 'w' : 'n'}${axes.includes(field) ? '' : field === 'hardware' ? ' not-s' : ' not-m'}`;
};

const cell = ({ board }, one, row) => {
  const { column, field, class: own } = one;
  const value = column.value(row);
  if (value === null) return el('td', { class: own, 'data-field': field }, ...missing());
  const cellOf = (content) => el('td', { class: own, 'data-field': field }, content);
  if (typeof value !== 'number') return cellOf(field === board.wire.parts.precision ? precisionName(value) : wordsOf(value, one));
  return cellOf(el('data', { value: full(value) }, inForm(value, column)));
};

export const tableOf = (place, { rows }, columns) => {
  const { board, words } = place;
  const [name, ...rest] = columns.map((one, i) => ({ ...one, class: classOf(place, one, i) }));
  const folds = foldsOf([name, ...rest]);
  const line = (row) => {
    const link = el('a', { href: words.runPage(board.runs[row]) }, String(name.column.value(row) ?? board.runs[row]));
    const head = el('th', { scope: 'row', class: 'name' }, link);
    const tr = el('tr', { 'data-run': board.runs[row] }, head, ...rest.map((column) => cell(place, column, row)));
    fold(tr, head, folds);
    return tr;
  };
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...[name, ...rest].map(({ label, unit, field, class: own }) => el('th', {
    scope: 'col', class: own, 'data-field': field }, el('span', {}, label), unit && el('small', {}, ` ${unit}`))))),
  el('tbody', {}, ...rows.slice(0, most).map(line)));
  return [
    el('h2', {}, say('explore.table')),
    el('div', { role: 'region', 'aria-label': say('explore.table') }, table),
    rows.length > most && el('p', { class: 'note' }, say('explore.more', { n: rows.length - most })),
  ].filter(Boolean);
};
