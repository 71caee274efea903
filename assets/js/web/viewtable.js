// The tables of views: rows as package site makes them (viewtable.go). A column is known by the field of its header, or
// by a word where it shows no field.
import { data, fold, foldsIn, missing, nameOf, onText, sign, toRun, wordsOf } from './cells.js';
import { say } from './catalog.js';
import { byCost, costOf, costUnit, isOwnOrder, isPriced, million, perGPUHour } from './cost.js';
import { $, el, svg } from './dom.js';
import { mostRatio } from './limits.js';
import { rangeOf } from './moves.js';
import { full, inForm, number, places, short } from './numbers.js';
import { byGroup, openOf, percentiles, ties } from './board.js';
import { precisionName } from './nouns.js';

// fillTable shows the rows of an answer. context is { board, words, query, file, marks }.
export const fillTable = (table, rows, late, context) => {
  priced(table, context);
  const heads = [...table.tHead.rows[0].cells];
  for (const th of heads) relabel(th, context);
  const cells = heads.map((th) => cellOf(th, { ...context, firstOf: (row) => rows.find((one) => context.board.group[one] === context.board.group[row]) }));
  const { board } = context;
  const folds = foldsIn(heads, (field) => board.column(field)?.kind === 'boolean');
  const line = (row, isLate) => {
    const run = row.alt ?? row;
    const marked = context.front?.has(row);
    const tr = el('tr', {
      id: context.anchors && board.runs[run], 'data-run': board.runs[run], 'data-model': board.models[board.model[run]],
      class: isLate ? 'late' : marked ? 'on' : null,
    }, ...cells.map((cell) => cell(row)));
    const name = $('th', tr);
    if (marked) name.append(sign(say('table.frontier')));
    fold(tr, name, folds);
    return tr;
  };
  const groups = context.heads ? byGroup(board, rows) : [rows];
  const head = (row) => el('tr', { class: 'head' }, el('th', { scope: 'rowgroup', colspan: 2 }, context.words.workOf(context.query, row)));
  table.tBodies[0].replaceChildren(...groups.flatMap((own) => [...(groups.length > 1 ? [head(own[0])] : []), ...own.map((row) => line(row))]), ...late.map((row) => line(row, true)));
  const empty = rows.length + late.length === 0;
  const none = document.getElementById(`${table.id}-none`);
  if (none) none.hidden = !empty || none.textContent === '';
  (table.closest('[role=region]') ?? table).hidden = empty;
};

// priced gives a table of rows a column of cost behind that of the metric, or takes it away.
const priced = (table, { board, query, file }) => {
  const head = table.tHead.rows[0];
  const own = $('[data-field=cost]', head);
  const main = $(`.main[data-field="${board.wire.rank}"]`, head);
  if (!isPriced(query)) own?.remove();
  else if (main) {
    const unit = costUnit(query, file.task);
    if (own) $('small', own).textContent = unit;
    else main.after(el('th', { scope: 'col', class: 'n', 'data-field': byCost }, el('span', {}, say('cost.label')), el('small', {}, unit)));
  }
};

// relabel gives the column of the page's latency the percentile of the query, and that of ratios what ranks.
const relabel = (th, { board, query, file, words }) => {
  if (th.dataset.field === 'against') $('small', th).textContent = words.order(query).name;
  const { latency, percentile } = board.wire;
  if (th.dataset.field === latency[percentiles.indexOf(percentile)] && !latency.slice(1).includes(th.dataset.field)) th.dataset.across = '';
  if (th.dataset.across === undefined) return;
  const field = latency[Math.min(query.percentile, latency.length - 1)];
  const own = file.columns.find((column) => column.field === field);
  th.dataset.field = field;
  const label = $('.sort', th) ?? $('a, span', th);
  if (own && label) label.textContent = own.label;
};

const cellOf = (th, context) => {
  const { field } = th.dataset;
  const isModel = th.classList.contains('name') && [context.board.wire.parts.name, context.board.wire.parts.model].includes(field);
  const make = own[field] ?? (isModel ? nameOf : valueOf(field, context));
  if (th.classList.contains('name')) return (row) => el('th', { scope: 'row', class: th.className }, ...make(row, context));
  const leads = th.classList.contains('main') && field !== 'change'; // its number, to its run
  return (row) => {
    const content = make(row, context);
    return el('td', { class: th.className, 'data-field': field || null }, ...(leads && content.length === 1 ? [toRun(row, context, content)] : content));
  };
};

const valueOf = (field, { board, file }) => {
  const column = board.column(field);
  const shown = file.columns.find((one) => one.field === field) ?? {};
  const text = shown.exact ? short : (x) => inForm(x, column);
  return (row) => {
    const value = column?.value(row) ?? null;
    if (value === null) return missing();
    return typeof value === 'number' ? [data(value, text(value))] : [wordsOf(value, shown)];
  };
};

export const signed = (x) => {
  const text = places(Math.abs(x), 0);
  if (text === '0') return text;
  return (x < 0 ? '−' : '+') + text;
};

const tieSign = (tied) => (tied ? '≈ ' : '');

const own = {
  hardware: (row, { words }) => [words.text('hardware', row)],
  interval: (row, { board }) => {
    const [low, high, runs] = ['low', 'high', 'runs'].map((end) => board.column(`${board.wire.low.replace(/low$/, '')}${end}`)?.numbers[row]);
    if (!(low > 0)) return missing();
    const interval = `${number(low, board.rankIn)}–${number(high, board.rankIn)}`;
    return [runs > 1 ? say('model.mean', { interval, n: runs }) : interval];
  },
  report: (row, { board, report }) => [el('a', { href: report.replace('{run}', board.runs[row]) }, say('model.report'))],
  configuration: (row, { words, responses }) => (responses
    ? [el('a', { href: `#${responses}`, class: 'choose', title: say('table.choose') }, words.where(row))] : [words.where(row)]),
  slack: (row, { board, query }) => {
    const share = (100 * board.latency(query.percentile)[row]) / query.deadline;
    return query.deadline > 0 && Number.isFinite(share) ? [data(share, places(share, 0))] : missing();
  },
  excess: (row, { ranked: board, firstOf }) => {
    const first = firstOf(row);
    if (first === undefined || row === first || board.score[row] === Infinity || board.score[first] === Infinity) return missing();
    const ratio = board.score[row] / board.score[first];
    const open = openOf(board, row, first);
    const percent = (one) => signed(100 * (one - 1));
    return [data(100 * (ratio - 1), tieSign(ties(board, row, first)) + percent(ratio)), open > 0 && el('small', {}, ` ${say('views.excess_interval',
      { low: percent(ratio * Math.exp(-open)), high: percent(ratio * Math.exp(open)) })}`)].filter(Boolean);
  },
  cost: (row, { board, query }) => {
    const cost = costOf(board, query, row);
    const isUnpriced = query.rent && !query.rent.some(({ gpu }) => gpu === board.part('gpu')?.value(row));
    return cost === null ? (isUnpriced ? [say('cost.unpriced')] : missing()) : [data(cost.total * million, number(cost.total * million))];
  },
  against: (row, { board, base, query }) => {
    if (base === undefined || board.score[base] === Infinity || board.score[row] === Infinity || board.group[base] !== board.group[row]) return missing();
    const own = isOwnOrder(query, board) ? board.metric : board.score; // what ranks
    const x = own[row] / own[base];
    return [data(x, `${x !== 1 && ties(board, row, base) ? '=' : ''}${number(x)}×`)];
  },
  change: ({ alt, base, ratio }, { board }) => [data(100 * (ratio - 1), tieSign(ties(board, alt, base)) + signed(100 * (ratio - 1)))],
  cheaper: (row, context) => {
    if (context.given) return nameOf(row.alt, context);
    const [alt, base] = [row.alt, row.base].map((one) => context.words.part('gpu', one));
    return [say('views.even.pair', { alt, base })];
  },
  even: ({ even, margin }) => {
    const range = rangeOf(even, margin);
    return [data(even, number(even)), el('small', {}, range ? say('views.even.interval', { ...range }) : '')];
  },
  even_alt: ({ alt }, context) => hourly(alt, context),
  even_base: ({ base }, context) => hourly(base, context),
  pair: ({ ratio }) => strip(ratio),
  alt: ({ alt }, context) => side(alt, context),
  base: ({ base }, context) => side(base, context),
};

const side = (row, { board, words, query }) => {
  const { of, form } = words.order(query);
  return [toRun(row, { board, words }, [number(of(row), form), ...onText(board, words, row)])];
};

// hourly is what a GPU of a row's server puts out in an hour, of tokens in millions, and on what.
const hourly = (row, { board, words, file: { task: { lot } } }) => {
  const outputs = number(perGPUHour(board, row) / (lot === million ? million : 1));
  return [toRun(row, { board, words }, [outputs, ...onText(board, words, row)])];
};

const width = 150;
const margin = 6;

const placeOf = (ratio) => {
  const share = Math.log(Math.min(Math.max(ratio, 1 / mostRatio), mostRatio) * mostRatio) / Math.log(mostRatio ** 2);
  return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
};

const strip = (ratio) => {
  const [dot, none] = [placeOf(ratio), placeOf(1)];
  return [
    svg('svg', { class: 'strip', viewBox: '0 0 150 18', width, height: 18, 'aria-hidden': 'true' },
      svg('path', { class: 'zero', d: `M${none} 0v18` }), svg('path', { class: 'bar', d: `M${Math.min(dot, none)} 9H${Math.max(dot, none)}` }),
      svg('circle', { class: 'dot', cx: dot, cy: 9, r: 4.5 })),
    el('span', { class: 'vh' }, say('views.change.pair', { percent: signed(100 * (ratio - 1)) })),
  ];
};
