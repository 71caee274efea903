// The view that an address asks for, as package view reads it (explore.go), and the columns that it computes (package board,
// measure.go).
import { workColumns } from './board.js';
import { say } from './catalog.js';
import { wordsOf } from './cells.js';
import { shapes } from './comparison.js';
import { costOf, ordered } from './cost.js';
import { formulaOf } from './expression.js';
import { longestText } from './limits.js';
import { natural } from './natural.js';
import { inForm } from './numbers.js';
import { faultOf, parse, readList } from './query.js';
import { answerView, columnAt, inOrder } from './view.js';
import { precisionName } from './nouns.js';

// words are the parameters of a view beside those of a query.
export const words = ['board', 'kind', 'rows', 'x', 'y', 'color', 'facet', 'label', 'log', 'frontier', 'models'];
export const kinds = ['trade-off', 'line', 'bar'];
const perPrefix = 'best per ';

// usual is the view of a kind that says nothing else.
export const usual = (board, kind) => {
  const { parts: { name }, tradeoff, rank } = board.wire;
  const [gpu, batch] = ['gpu', 'batch'].map((part) => board.part(part)?.name ?? '');
  const x = { line: batch || undefined, bar: name }[kind] ?? tradeoff.x[0] ?? (batch || name);
  const alike = kind === 'line' ? workColumns(board).map((column) => column.name) : [];
  return { id: 'explored', kind, by: gpu, per: '', facet: '', label: name, y: [tradeoff.y || rank], x, alike };
};

// called is the column or measure of an axis that a reader calls by what formulas may contain: the latency and the cost.
export const called = (board, name) => {
  if (board.column(name)) return name;
  return { latency: board.wire.latency[0], cost: 'cost_per_million' }[name] ?? name;
};

// exploredView reads an address: { view, board, query, faults, wrong, within }, where board has the columns that the view computes,
// wrong are the parameters that are ignored, and within(row) tells the rows of the models that the address names.
export const exploredView = (all, search) => {
  const { query, faults, wrong } = parse(all, search);
  const values = new URLSearchParams(search);
  const given = (name) => values.get(name) ?? '';
  const fault = (name, kind, known) => wrong.push(name) && faults.push(faultOf(name, given(name), kind, known));
  const word = (name, known) => {
    if (!given(name) || known.includes(given(name))) return given(name) || known[0];
    const named = known.filter(Boolean);
    fault(name, named.length === 1 ? 'only' : 'choice', named.join(', '));
    return known[0];
  };
  const text = (name, fallback) => (given(name) === 'none' ? '' : given(name) || fallback);
  const kind = word('kind', kinds);
  const standard = usual(all, kind);
  const view = {
    ...standard, x: called(all, given('x')) || standard.x, y: [called(all, given('y')) || standard.y[0]], by: text('color', standard.by), facet: text('facet', ''),
    label: text('label', standard.label),
  };
  if (given('rows').startsWith(perPrefix) && given('rows') !== perPrefix) view.per = given('rows').slice(perPrefix.length);
  else if (given('rows') && given('rows') !== 'configurations') fault('rows', 'rows', all.wire.parts.name);
  const asked = word('log', ['x,y', 'x', 'y', 'none']);
  const log = kind === 'bar' ? 'none' : asked;
  if (kind === 'bar') Object.assign(view, { unused: Boolean(view.facet || view.per), facet: '', per: '' }); // the best of each value of x, side by side
  let board = all;
  const isNumber = (name) => ['number', 'integer'].includes(board.column(name)?.kind);
  const compute = (parameter, name, fallback, wantsNumber = false) => {
    try {
      board = computing(board, query, name);
      if (!wantsNumber || name === fallback || isNumber(name)) return name;
      fault(parameter, 'axis');
      return fallback;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      fault(parameter, parameter === 'rows' ? 'rows' : 'expression', all.wire.parts.name);
      return fallback;
    }
  };
  Object.assign(view, {
    x: compute('x', view.x, standard.x, kind !== 'bar'), y: [compute('y', view.y[0], standard.y[0], true)], by: compute('color', view.by, standard.by),
    facet: compute('facet', view.facet, ''), label: compute('label', view.label, standard.label), per: compute('rows', view.per, ''),
  });
  view.linear = [['x', view.x], ['y', view.y[0]]].filter(([axis]) => !log.includes(axis))
    .flatMap(([, name]) => [name, columnAt(all, name, query.percentile)]);
  const named = readList(given('models'));
  const isNamed = board.models.map((id) => named.includes(id));
  if (given('models') && !isNamed.includes(true)) fault('models', 'models');
  const within = isNamed.includes(true) ? (row) => isNamed[board.model[row]] : () => true;
  const directions = [view.x, view.y[0]].map((name) => board.column(name)?.better ?? 0);
  view.plain = word('frontier', ['', 'none']) === 'none' || directions.includes(0);
  view.more = [view.x, view.y[0]].filter((_, i) => directions[i] === 1);
  return { view, board, query, faults, wrong, within };
};

// answered answers a view; its rows are in the order of the query.
export const answered = ({ view, board, query, within }) => {
  const answer = answerView(view, { board, within }, query);
  const kept = new Set(answer.rows);
  const own = ordered(board, query);
  return { ...answer, rows: inOrder(own, query, own.byScore(query.percentile).filter((row) => kept.has(row))) };
};

// computing is the board with a column for what is none of its columns: a measure by name, or an expression.
export const computing = (board, query, name) => {
  if (!name || board.column(name)) return board;
  const { formula, better } = board.wire.measures.find((one) => one.name === name) ?? { formula: name, better: 0 };
  const own = new Map([...board.columns.keys()].map((one) => [one, (row) => board.columns.get(one).value(row)]));
  for (const [one, value] of Object.entries(assumed(board, query))) if (!own.has(one)) own.set(one, value);
  const compute = formulaOf(formula, [...own.keys()]);
  const values = Array.from({ length: board.rows }, (_, row) => compute((one) => own.get(one)(row)))
    .map((value) => (typeof value === 'boolean' ? String(value) : value));
  if (values.some((value) => typeof value === 'string' && new TextEncoder().encode(value).length > longestText)) throw new SyntaxError(name);
  const column = columnOf(name, values, better);
  return { ...board, column: (one) => (one === name ? column : board.column(one)) };
};

const columnOf = (name, values, better) => {
  const isText = values.some((value) => typeof value === 'string');
  const numbers = Float64Array.from(values, (value) => (typeof value === 'number' ? value : NaN));
  const texts = isText && new Map([...new Set(values.map(String))].sort(natural).map((text, i) => [text, i]));
  return {
    name, better, numbers, kind: isText ? 'string' : 'number',
    value: (row) => values[row],
    missing: (row) => values[row] === null,
    order: (row) => (isText ? texts.get(String(values[row])) : numbers[row]),
  };
};

const finite = (x) => (Number.isFinite(x) ? x : null);

// assumed are the numbers of a query that formulas may contain, of a row.
const assumed = (board, query) => ({
  latency: (row) => finite(board.latency(query.percentile)[row]),
  cost: (row) => costOf(board, query, row)?.total ?? null,
  price: () => query.price, grid: () => query.grid, pue: () => query.pue,
});

// describe gives label, unit and name of an axis of a column, in the words of the page.
export const describe = ({ file, query }, name) => {
  const own = [...file.columns, ...file.measures].find(({ field }) => field === name) ?? { label: name, unit: '' };
  const unit = name === 'cost_per_million' ? query.currency : own.unit ?? '';
  const short = (own.short ?? unit).trim();
  const label = own.name ?? own.label;
  return { label, unit, short, words: own.words, time: own.time, axis: own.axis ?? (short ? say('charts.axis.unit', { label, unit: short }) : label) };
};

// styleOf is how the drawing of a view looks. GPU models have the colors of other pages.
export const exploredStyle = (file, { view, board, query }, answer, drawing) => {
  const names = [...new Set(answer.series.map(({ name }) => name))].sort(natural);
  const { hues, marks: gpus } = file;
  const precisions = board.choices.precision;
  const mark = (i) => {
    const [hue, round] = [i % hues.length, Math.trunc(i / hues.length) % 4];
    return { color: hues[hue], shape: shapes[2 * Math.trunc(round / 2) + (hue + round) % 2] };
  };
  const own = (name) => view.by === board.wire.parts.gpu && gpus[name || 'unknown'];
  const texts = new Map([view.by, view.facet, view.x, view.label].flatMap((name) => {
    const [column, described] = [board.column(name), describe({ file, query }, name)];
    const values = column?.kind === 'boolean' ? [true, false] : column?.words ?? [];
    return values.map((value) => [String(value), wordsOf(value, described)]);
  }));
  texts.set('', say('scope.unstated'));
  const numbers = [view.by, view.facet, view.kind === 'bar' && view.x, view.label].map((name) => name && board.column(name))
    .find((column) => ['number', 'integer'].includes(column?.kind));
  const written = (name) => (numbers && Number.isFinite(Number(name)) ? inForm(Number(name), numbers) : name);
  const axes = [view.x, view.y[0], view.facet].flatMap((name) => [name, columnAt(board, name, query.percentile)]);
  return {
    ...drawing, names: (name) => (precisions.includes(name) ? precisionName(name) : texts.get(name) ?? written(name)),
    marks: Object.fromEntries(names.map((name, i) => [name, own(name) || mark(i)])), powers: [board.wire.parts.batch],
    axes: Object.fromEntries(axes.map((name) => [name, describe({ file, query }, name).axis])),
  };
};
