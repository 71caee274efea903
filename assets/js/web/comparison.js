// A comparison: which models of a task, against which base, under which query; its address and what it says.
import { answer, filter, frontier, isDrawn, ties } from './board.js';
import { say } from './catalog.js';
import { encode, listText, parse, readList } from './query.js';

export const mostModels = 8;

// readComparison reads what an address asks for of a task's board. What cannot be used is left out and among the faults.
export const readComparison = (board, search) => {
  const { query, faults } = parse(board, search);
  const values = new URLSearchParams(search);
  const asked = values.has('models') ? chosen(values.get('models')) : leading(board, query);
  const known = asked.filter((id) => board.models.includes(id));
  const unknown = asked.filter((id) => !board.models.includes(id));
  if (unknown.length) faults.push(say('fault.models', { given: `models=${unknown.join(', ')}` }));
  if (known.length > mostModels) faults.push(say('fault.most', { n: mostModels }));
  const models = known.slice(0, mostModels);
  const base = values.get('base') || models[0];
  if (models.length && !models.includes(base)) faults.push(say('fault.base', { given: `base=${base}` }));
  return { comparison: { models, base: models.includes(base) ? base : models[0], query }, faults };
};

const chosen = (text) => (text === 'none' ? [] : [...new Set(readList(text).filter(Boolean))]);

// leading are the models that are compared until a reader chooses some.
const leading = (board, query) => answer(board, { ...query, view: 'best' }).best.slice(0, 3).map((row) => board.models[board.model[row]]);

// writeComparison is the query string that readComparison reads back.
export const writeComparison = (board, task, { models, base, query }) => {
  const values = new URLSearchParams({ task });
  values.set('models', listText(models) || 'none');
  if (base !== models[0]) values.set('base', base);
  return [values, encode(board, query)].filter((part) => String(part)).join('&');
};

// compare answers: for each model its best configuration under the query (null where none passes) and, where only the
// deadline is in the way, its fastest; all rows that pass, by the query's order; the frontier of each model.
export const compare = (board, { models, base, query }) => {
  const indices = models.map((id) => board.models.indexOf(id));
  const result = answer(board, { ...query, view: 'all' });
  const first = (rows, index) => rows.find((row) => board.model[row] === index) ?? null;
  const passes = filter(board, query);
  const ofModel = (index) => (row) => board.model[row] === index;
  const every = filter(board, { ...query, deadline: 0 });
  const compared = models.map((id, i) => ({
    id,
    best: first(result.accepted, indices[i]),
    fastest: first(result.late, indices[i]),
    frontier: frontier(board, query, (row) => ofModel(indices[i])(row) && every(row)),
  }));
  const chosen = new Set(indices);
  const ours = (row) => chosen.has(board.model[row]);
  return {
    compared, passes,
    base: compared.find(({ id }) => id === base) ?? null,
    rows: result.rows.filter(ours),
    drawn: [...board.byScore(query.percentile)].filter((row) => ours(row) && every(row) && isDrawn(board, row, query.percentile)),
    total: [...board.model].filter((index) => chosen.has(index)).length,
  };
};

// ratio of two values; null where one is missing
export const ratio = (value, base) => {
  if (value === null || base === null || !(base > 0) || !Number.isFinite(value) || !Number.isFinite(base)) return null;
  return { times: value / base };
};

// metricRatio is that of what ranks two rows, and whether their intervals leave open which is better; null where one is missing.
export const metricRatio = (board, row, base) => {
  if (row === null || base === null) return null;
  const found = ratio(board.metric[row], board.metric[base]);
  return found && { ...found, tied: ties(board, row, base) };
};

// distinctMarks gives each model compared its own mark of the site, or, where an earlier one has its hue, that shape in a
// hue that none of them has. hues are all that there are: more than a comparison has models.
export const distinctMarks = (marks, hues) => {
  const free = hues.filter((hue) => !marks.some(({ color }) => color === hue));
  const used = new Set();
  return marks.map((mark) => {
    if (used.has(mark.color)) return { ...mark, color: free.shift() };
    used.add(mark.color);
    return mark;
  });
};
