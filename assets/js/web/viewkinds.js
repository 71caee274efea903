// How the answer of each kind of view is shown on a page.
import { unsaid } from './cells.js';
import { say, rich } from './catalog.js';
import { $, el, show as showIn } from './dom.js';
import { fillTable, signed } from './viewtable.js';
import { drawView, switchedView, withAxesOf } from './viewfigure.js';
import { showMatrix } from './matrix.js';
import { isOwnOrder, unpricedOf } from './cost.js';
import { showAnswer } from './choice.js';
import { number, places } from './numbers.js';
import { answerView, textOf } from './view.js';
import { both, unlikeText } from './words.js';

// showView answers a view for a query and shows it in its place. place is { board, file, words, … } of the board.
export const showView = (view, place, state) => kinds[view.kind](asAsked(view, state), place, state);

// asAsked is the view with what the address chooses instead of what the page came with.
const asAsked = (view, { values, chosen }) => {
  if (chosen) return { ...switchedView(view, values), is: chosen.models, base: chosen.base };
  return view.kind === 'change' && values.get('base') ? { ...view, base: values.get('base') } : switchedView(view, values);
};

const step = 100; // rows that a reader gets with one press

// further offers the rows that a table leaves out.
const further = (table, { more, total }) => {
  const region = table.closest('[role=region]') ?? table;
  const after = region.nextElementSibling;
  const button = after?.matches('[data-more]') ? after : el('button', { type: 'button', 'data-more': true, onclick: () => {
    table.dataset.limit = table.tBodies[0].rows.length + step;
    table.dispatchEvent(new Event('more'));
  } });
  if (button !== after) region.after(button);
  unsaid(region);
  button.hidden = more === 0;
  button.textContent = say('table.more', { n: total, shown: Math.min(step, more) });
  if (more) table.setAttribute('aria-rowcount', total + 1);
  else table.removeAttribute('aria-rowcount');
};

// count says how many configurations pass.
const count = (table, shown, n) => {
  const region = table.closest('[role=region]') ?? table;
  const before = region.previousElementSibling;
  const output = before?.matches('output') ? before : el('output', {});
  if (output !== before) region.before(output);
  output.textContent = say('task.count.configurations', { shown, n });
};

// runAsked is the run that the address names: its row stands in its table, whatever else does.
export const runAsked = () => new URLSearchParams(location.search).get('run') ?? decodeURIComponent(location.hash.slice(1));

const subjectOf = ({ where, is }, board) => {
  if (!where) return { board, within: () => true };
  const text = textOf(board, where);
  return { board, within: (row) => is.includes(text(row)) };
};

const ranking = (view, place, { query, values }) => {
  const { board, words } = place;
  const table = document.getElementById(view.id);
  const answer = answerView({ ...view, limit: Number(table.dataset.limit) || view.limit }, subjectOf(view, board), query);
  const context = { ...place, query, ranked: answer.board };
  if (view.by) {
    const note = document.getElementById(`${view.id}-note`);
    if (note) showIn(note, noteOf(answer, table.dataset.late === undefined ? 'models' : 'values', words, query));
    context.base = answer.rows.find((row) => textOf(board, view.by)(row) === view.base);
  } else Object.assign(context, { anchors: true, front: new Set(answer.front) });
  const asked = view.by ? -1 : board.runs.indexOf(runAsked());
  const rows = asked >= 0 && subjectOf(view, board).within(asked) && !answer.rows.includes(asked) ? [...answer.rows, asked] : answer.rows;
  if (!view.by) {
    further(table, answer);
    count(table, answer.total, [...board.runs.keys()].filter(subjectOf(view, board).within).length);
  }
  fillTable(table, rows, table.dataset.late === undefined ? [] : answer.late, { ...context, board: answer.board, heads: Boolean(view.by) });
  table.dispatchEvent(new CustomEvent('rows', { detail: { sort: values.get('sort') } }));
};

// noteOf says what the rows are, how many are left out, and among which configurations.
const noteOf = ({ board, rows, more, late }, of, words, query) => {
  if (rows.length + late.length === 0) return '';
  const at = words.at(query);
  const unpriced = unpricedOf(board, query, rows);
  const none = unpriced.length > 0 && rows.every((row) => unpriced.includes(board.part('gpu').value(row)));
  const own = words.order({ sort: { field: board.wire.rank } }).name;
  if (rows.length === 0) return of === 'values' ? say('views.late.none') : ''; // no models that are too slow are listed
  return [
    none && say('views.unpriced_all', { gpus: both(unpriced) }),
    say(`views.note.${of}`, { at, metric: none ? own : words.order(query).name }), words.inGroups(board, rows),
    unpriced.length > 0 && !none && say('views.unpriced', { metric: own }),
    more > 0 && say('views.more', { n: more }),
    late.length > 0 && say(`views.late.${of}`, { n: late.length }),
  ].filter(Boolean).join(' ');
};

const change = (view, place, { query }) => {
  const { board, words } = place;
  const answer = answerView(view, subjectOf(view, board), query);
  const table = document.getElementById(view.id);
  const heads = table.tHead.rows[0].cells;
  const unit = isOwnOrder(query, board) ? place.file.task.energy_unit : words.order(query).unit;
  for (const [field, label] of [['base', view.base], ['alt', view.alt], ['pair', say('views.change.strip', { alt: view.alt, base: view.base })]]) {
    const th = [...heads].find(({ dataset }) => dataset.field === field);
    if (!th) continue;
    $('span', th).textContent = label;
    if (field !== 'pair') $('small', th).textContent = unit;
  }
  fillTable(table, answer.pairs, [], { ...place, board: answer.board, query });
  const text = $('.text', document.getElementById(place.id));
  const at = words.at(query);
  const { effect } = answer;
  const sides = { alt: view.alt, base: view.base };
  if (effect.pairs === 0) {
    const gpus = unpricedOf(answer.board, query, [...board.runs.keys()].filter(subjectOf(view, board).within));
    const passing = words.scope(query) ? 'none_filtered' : 'none';
    const key = gpus.length > 0 ? 'none_priced' : answer.unlike.length > 0 ? 'none_alike' : passing;
    showIn(text, say(`views.change.${key}`, { ...sides, at, n: gpus.length, gpus: both(gpus) }));
    return;
  }
  const percent = (x) => say('form.percent', { x: signed(x) });
  const also = [['reverses', effect.reverses ? 1 : 0], ['ties', effect.claim === 'claim_tied' ? 0 : effect.ties], ['more', answer.morePairs], ['alone', answer.alone.length],
    ['neither', answer.neither]].filter(([, n]) => n > 0);
  showIn(text, ...rich(`views.change.${effect.claim}`, {
    ...sides, metric: words.order(query).name, lower: shareOf(effect.lower, effect.pairs), n: effect.pairs, at,
    median: percent(effect.median), by: say('form.percent', { x: places(Math.abs(effect.median), 0) }), low: percent(effect.low), high: percent(effect.high),
  }), also.map(([key, n]) => ` ${say(`views.change.${key}`, { n, at: words.underFilters(query, at), pairs: effect.pairs, ...sides })}`).join(''),
  ` ${unlikeText('views.change.unlike', answer.unlike, board, sides)}`.trimEnd());
};

// even shows break-even prices.
const even = (view, place, { query }) => {
  const answer = answerView(view, subjectOf(view, place.board), query);
  const { pairs } = answer;
  const n = pairs.length + answer.morePairs;
  fillTable(document.getElementById(view.id), pairs, [], { ...place, query, given: view.base });
  const note = document.getElementById(`${view.id}-note`);
  if (!note) return;
  const claim = pairs.length === 0 || !view.base ? [] : [...rich('views.even.claim', {
    n, alt: view.alt, base: view.base, at: place.words.at(query),
    low: number(pairs.at(-1).even), high: number(pairs[0].even), wins: shareOf(answer.wins, n) }),
  ` ${unlikeText('views.change.unlike', answer.unlike, place.board, { alt: view.alt, base: view.base })}`.trimEnd()];
  showIn(note, ...claim);
};

// shareOf is of how many of some models a sentence is: "2 of 3 models".
const shareOf = (k, n) => say(`count.share.${k === 0 ? 'none' : k === n ? 'all' : 'some'}`, { k, n });

const figure = (view, given, state) => withAxesOf(view, given, state, (place) => {
  const subject = subjectOf(view, place.board);
  const total = [...place.board.runs.keys()].filter(subject.within).length;
  drawView(view, place, answerView(view, subject, state.query), { ...state, total, style: state.chosen?.style(view) });
});

const chosen = (view, place, { query }) => {
  const { board, words, file: { task } } = place;
  const brief = { ...task, everyday: task.everyday?.slice(0, 1), scope: '', isBrief: true }; // on a page of many answers
  showAnswer(document.getElementById(place.id), subjectOf(view, board), query, { words, task: brief });
};

const matrix = (view, place, { query }) => showMatrix(view, subjectOf(view, place.board), place, query);

const kinds = { answer: chosen, ranking, matrix, change, 'break-even': even, 'trade-off': figure, line: figure };
