// A board is the rows of one task in columns, as package board writes it (wire.go), with what can be asked of them.
// Rows are indices. The answers are those of the Go package; a browser test compares them.
import { isAffordable, ordered, ownColumn } from './cost.js';
import { contains, fold, natural } from './natural.js';

export const percentiles = ['p50', 'p90', 'p95', 'p99'];

export const openBoard = (wire) => {
  const columns = new Map(wire.columns.map((column) => [column.name, openColumn(column)]));
  const column = (name) => columns.get(name);
  const part = (name) => column(wire.parts[name]);
  const rows = wire.runs.length;
  // The numbers of a column; what is missing is infinite, and so never within a limit.
  const numbers = once((name) => {
    const own = column(name)?.numbers ?? new Float64Array(rows).fill(NaN);
    return own.some(Number.isNaN) ? own.map((x) => (Number.isNaN(x) ? Infinity : x)) : own;
  });
  const at = (names, percentile) => numbers(names[Math.min(percentile, names.length - 1)] ?? '');
  const model = part('model');
  const board = {
    wire, columns, column, part, rows,
    runs: wire.runs,
    energy: numbers(wire.energy),
    energyIn: column(wire.energy), // how it is written
    metric: numbers(wire.rank), // what rows are ranked by
    rankIn: column(wire.rank),
    gpuCount: part('gpus')?.numbers.map((n) => n || 0) ?? new Float64Array(rows),
    model: model.at,
    models: model.words,
    latency: (percentile) => at(wire.latency, percentile),
    perPercentile: wire.measured.length > 0 && wire.latency.length > 1,
    // The axes of the trade-off.
    x: (percentile) => at(wire.tradeoff.x, percentile),
    y: numbers(wire.tradeoff.y),
  };
  // The less the better, as Score of package aggregate.
  board.score = board.metric.map((x) => (wire.more && x !== Infinity ? 1 / x : x));
  for (const row of Object.keys(wire.doubted ?? {})) board.score[row] = Infinity;
  board.isTimed = percentiles.some((_, p) => board.latency(p).some((x) => x < Infinity));
  board.hasEnergy = board.energy.some((x) => x < Infinity);
  // The half-width of the interval of the score on a log scale, and what the sensor may be off.
  const [low, high] = [numbers(wire.low), numbers(wire.high)];
  board.margin = low.map((x, row) => (x > 0 && high[row] < Infinity ? Math.log(high[row] / x) / 2 : 0));
  board.sensor = wire.sensor;
  board.further = wire.sensor.map(() => 0); // what else a score may be off
  board.choices = {
    gpu: words(part('gpu')),
    gpus: [...new Set(board.gpuCount)].filter(Boolean).sort((a, b) => a - b),
    precision: words(part('precision')),
    arch: words(part('architecture')),
    cols: wire.columns.map(({ name }) => name),
  };
  board.group = groupsOf(board);
  board.rest = new Float64Array(rows); // orders rows without a score
  // Orders of all rows, made once: what a filter accepts is then a walk, not a sort.
  board.names = searchable(part('name'), model, rows);
  return withOrders(board);
};

const withOrders = (board) => {
  board.byScore = once((p) => sorted(board.rows, [board.group, board.score, board.rest, board.latency(p), board.gpuCount]));
  board.byLatency = once((p) => sorted(board.rows, [board.latency(p), board.score, board.gpuCount]));
  // the same rows with other scores
  board.sorted = new Map(); // rows by what a query sorts by
  board.scored = (own) => withOrders({ ...board, ...own, rest: own.score.map((x, row) => (x === Infinity ? board.score[row] : 0)) });
  return board;
};

// workColumns are the settings of the work in which the rows of a board differ, but for those that a measure levels out.
export const workColumns = ({ wire, columns, rows }, leveled = []) => (wire.work ?? []).map((name) => columns.get(name))
  .filter((column) => column && !leveled.includes(column.name)
    && Array.from({ length: rows }, (_, row) => row).some((row) => column.value(row) !== column.value(0)));

// groupsOf are the groups of equal work of all rows, as Grouped of package aggregate numbers them: that with the most models
// is 0; of several, that of lower settings.
export const groupsOf = (board, leveled) => {
  const columns = workColumns(board, leveled);
  const own = new Int32Array(board.rows);
  if (columns.length === 0) return own;
  const key = (row) => JSON.stringify(columns.map((column) => column.value(row)));
  const found = new Map();
  own.forEach((_, row) => {
    if (!found.has(key(row))) found.set(key(row), { row, models: new Set() });
    found.get(key(row)).models.add(board.model[row]);
  });
  const bySettings = (a, b) => {
    for (const column of columns) {
      const order = column.missing(a) || column.missing(b) ? column.missing(a) - column.missing(b)
        : column.order(a) - column.order(b);
      if (order) return order;
    }
    return 0;
  };
  const order = [...found].sort(([, a], [, b]) => b.models.size - a.models.size || bySettings(a.row, b.row));
  const place = new Map(order.map(([text], i) => [text, i]));
  return own.map((_, row) => place.get(key(row)));
};

// byGroup splits rows that are group by group.
export const byGroup = ({ group }, rows) => {
  const groups = [];
  for (const row of rows) {
    if (groups.length === 0 || group[groups.at(-1)[0]] !== group[row]) groups.push([]);
    groups.at(-1).push(row);
  }
  return groups;
};

const once = (make) => {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
};

const words = (column) => (column ? column.words.filter(Boolean).sort(natural) : []);

// openColumn gives value(row), null where it is missing, and order(row), the number that sorts it.
const openColumn = ({ name, kind, better, size, digits, words: dictionary, at, values }) => {
  if (kind === 'string') return textColumn(name, dictionary ?? [], Int32Array.from(at));
  const numbers = Float64Array.from(values, (value) => (value === null ? NaN : Number(value)));
  return {
    name, kind, better, size, digits, numbers,
    value: (row) => values[row],
    missing: (row) => values[row] === null,
    order: kind === 'boolean' ? () => 0 : (row) => numbers[row],
  };
};

const textColumn = (name, dictionary, at) => {
  const place = new Int32Array(dictionary.length);
  [...dictionary.keys()].sort((a, b) => natural(dictionary[a], dictionary[b])).forEach((word, i) => { place[word] = i; });
  return {
    name, kind: 'string', words: dictionary, at,
    value: (row) => (at[row] < 0 ? null : dictionary[at[row]]),
    missing: (row) => at[row] < 0,
    order: (row) => place[at[row]],
  };
};

// sorted orders all rows by the keys in turn, then by row.
const sorted = (rows, keys) => [...Int32Array.from({ length: rows }, (_, row) => row).sort((a, b) => {
  for (const key of keys) if (key[a] !== key[b]) return key[a] - key[b];
  return a - b;
})];

// searchable is the text that a search looks into, once per pair of nickname and id.
const searchable = (nickname, id, rows) => {
  const seen = new Map();
  return Array.from({ length: rows }, (_, row) => {
    const key = nickname.at[row] * id.words.length + id.at[row];
    if (!seen.has(key)) seen.set(key, fold(`${nickname.value(row)}\n${id.value(row)}`));
    return seen.get(key);
  });
};

const mostKept = 8; // filters of a board whose rows are remembered
const kept = new WeakMap(); // by the rows of a board: which pass, by what the filter asks

// filter makes the test that a row passes for a query. All that is said of a query asks the same of the same rows, so that a filter
// goes over them once.
export const filter = (board, query) => {
  const marks = marksOf(board, query);
  return (row) => marks[row] === 1;
};

const marksOf = (board, query) => {
  const { percentile, deadline, energy, accuracy, gpu, gpus, precision, arch, q, ceiling } = query;
  const prices = ceiling > 0 && [ceiling, query.rent, query.price, query.pue, query.extra, query.extra_server];
  const key = JSON.stringify([percentile, deadline, energy, accuracy, gpu, gpus, precision, arch, q, prices]);
  if (!kept.has(board.runs)) kept.set(board.runs, new Map());
  const known = kept.get(board.runs);
  if (!known.has(key)) {
    // a deadline strikes out rows of those that pass without it, which are asked for as well
    const marks = deadline > 0 ? marksOf(board, { ...query, deadline: 0 }).slice() : new Uint8Array(board.rows).fill(1);
    if (known.size >= mostKept) known.delete(known.keys().next().value);
    const strikes = deadline > 0 ? [beyond(board.latency(percentile), deadline)] : strikesOf(board, query);
    for (const strike of strikes) strike(marks);
    known.set(key, marks);
  }
  return known.get(key);
};

const lists = new WeakMap(); // rows that pass, by the order that they have and the marks of those that do

// passing are the rows that pass a query, the best first; they are made once, for all who ask.
export const passing = (board, query) => {
  const [order, marks] = [board.byScore(query.percentile), marksOf(board, query)];
  if (!lists.has(order)) lists.set(order, new WeakMap());
  const made = lists.get(order);
  if (!made.has(marks)) made.set(marks, order.filter((row) => marks[row]));
  return made.get(marks);
};

// strikesOf are what a query but for its deadline strikes out of the marks of rows, each in a loop of its own that compilers make fast.
const strikesOf = (board, query) => [
  query.energy > 0 && beyond(board.energy, query.energy),
  query.accuracy !== null && failing((row) => (board.wire.accuracy?.share[row] ?? 0) >= query.accuracy),
  query.gpu && outside(board.part('gpu'), query.gpu),
  query.gpus && failing((row) => query.gpus.includes(board.gpuCount[row])),
  query.precision && outside(board.part('precision'), query.precision),
  query.arch && outside(board.part('architecture'), query.arch),
  query.ceiling > 0 && failing(isAffordable(board, query)),
  query.q && failing(finds(board, query.q)),
].filter(Boolean);

const beyond = (numbers, limit) => (marks) => {
  for (let row = 0; row < marks.length; row++) if (numbers[row] > limit) marks[row] = 0;
};

const outside = (column, list) => {
  const wanted = (column?.words ?? []).map((word) => list.includes(word));
  return (marks) => {
    for (let row = 0; row < marks.length; row++) if (!(column && wanted[column.at[row]])) marks[row] = 0;
  };
};

const failing = (test) => (marks) => {
  for (let row = 0; row < marks.length; row++) if (marks[row] && !test(row)) marks[row] = 0;
};

const finds = (board, search) => {
  const wanted = fold(search).split(' ');
  const found = new Map();
  return (row) => {
    const name = board.names[row];
    if (!found.has(name)) found.set(name, wanted.every((word) => contains(name, word)));
    return found.get(name);
  };
};

// answer is what the board shows for a query: rows in order, their ranks (null where all configurations are
// shown), the models that the deadline alone leaves out, and the counts.
export const answer = (all, query) => {
  const board = ordered(all, query);
  const accepted = passing(board, query);
  const best = firstBy(accepted, (row) => board.group[row] * board.models.length + board.model[row]);
  const places = query.view === 'best' ? placesOf(board, best) : null;
  const rows = places ? inOrder(board, query, best) : allInOrder(board, query).filter(filter(board, query));
  return {
    board, rows, accepted, best,
    ranks: places && rows.map((row) => places.get(row)),
    late: lateBy(board, query, best, (row) => board.model[row]),
    models: new Set(best.map((row) => board.model[row])).size, shown: accepted.length, total: board.rows,
  };
};

const inOrder = (board, query, rows) => {
  const own = [...rows];
  sortBy(ownColumn(board, query) ?? board.column(query.sort.field), query.sort.descending, own, board.group);
  return own;
};

// allInOrder are all rows in the order of a query, sorted once for all filters.
const allInOrder = (board, query) => {
  const key = JSON.stringify([query.sort, query.percentile]);
  if (!board.sorted.has(key)) board.sorted.set(key, inOrder(board, query, board.byScore(query.percentile)));
  return board.sorted.get(key);
};

// placesOf are the rank and the range of ranks by row, in its group.
const placesOf = (board, best) => new Map(byGroup(board, best).flatMap((rows) => {
  const allowed = ranges(board, rows);
  return ranks(board, rows).map((rank, i) => [rows[i], rank && { ...rank, range: allowed[i] }]);
}));

// closeTo is how many of the rows after the first, in order, cannot be told from it.
export const closeTo = (board, ranked) => {
  const apart = ranked.findIndex((row) => row !== ranked[0] && !ties(board, row, ranked[0]));
  return (apart < 0 ? ranked.length : apart) - 1;
};

// firstBy are the first rows of each key.
export const firstBy = (rows, key) => {
  const seen = new Set();
  const first = [];
  for (const row of rows) {
    const own = key(row);
    if (seen.has(own)) continue;
    first.push(row);
    seen.add(own);
  }
  return first;
};

// lateBy are the fastest rows of each key of which no row is in time: those that the deadline alone leaves out.
export const lateBy = (board, query, inTime, key, within = () => true) => {
  if (!(query.deadline > 0)) return [];
  const known = new Set(inTime.map(key));
  const passes = filter(board, { ...query, deadline: 0 });
  const latency = board.latency(query.percentile);
  const order = board.byLatency(query.percentile);
  const late = [];
  for (let i = search(order.length, (at) => latency[order[at]] > query.deadline); i < order.length && latency[order[i]] < Infinity; i++) {
    const row = order[i];
    if (!passes(row) || !within(row) || known.has(key(row))) continue;
    late.push(row);
    known.add(key(row));
  }
  return late;
};

// isTrusted tests whether a row is not suspicious.
export const isTrusted = ({ wire: { doubted } }) => (row) => doubted?.[row] === undefined;

// count sorts rows by whole numbers from 0, those of the same number as they stand, in a tenth of the time that comparisons take.
const count = (rows, keys) => {
  const places = new Int32Array(rows.reduce((most, row) => Math.max(most, keys[row]), 0) + 2);
  for (const row of rows) places[keys[row] + 1]++;
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
  for (const row of [...rows]) rows[places[keys[row]]++] = row;
};

// Rows keep their order where the column says the same, and stay in their groups; missing values come last in both directions.
export const sortBy = (column, descending, rows, group) => {
  if (!column) return;
  const { words } = column;
  const last = words?.length ?? Infinity;
  const first = words && descending ? last - 1 : 0;
  const order = new Float64Array(group.length);
  for (const row of rows) order[row] = column.missing(row) ? last : first + (descending ? -1 : 1) * column.order(row);
  const isAfter = (i) => group[rows[i - 1]] > group[rows[i]] || (group[rows[i - 1]] === group[rows[i]] && order[rows[i - 1]] > order[rows[i]]);
  let i = 1;
  while (i < rows.length && !isAfter(i)) i++;
  if (i >= rows.length) return; // they are in this order, as all rows mostly are
  if (words) for (const keys of [order, group]) count(rows, keys);
  else rows.sort((a, b) => group[a] - group[b] || order[a] - order[b] || 0); // Infinity - Infinity is no number
};

// sameWork reports whether the outputs of two rows took the same work by a column of it: as data.SameWork has it.
export const sameWork = (column, a, b) => {
  if (!column || column.missing(a) || column.missing(b)) return true;
  const [x, y] = [column.value(a), column.value(b)];
  return x === y || (x > 0 && y > 0 && Math.max(x / y, y / x) <= 1.25);
};

// ties tells whether two rows cannot be told apart, as Ties of package aggregate does.
export const ties = (board, a, b) => {
  if (board.score[a] === Infinity || board.score[b] === Infinity) return false;
  return Math.abs(Math.log(board.score[a] / board.score[b])) <= openOf(board, a, b) || board.score[a] === board.score[b];
};

// openOf is what the errors of two rows leave open of the ratio of their scores, as Open of package aggregate has it.
export const openOf = (board, a, b) => Math.sqrt(board.margin[a] ** 2 + board.margin[b] ** 2 + settledOf(board, a, b));

// settledOf is what no further run makes smaller, squared: errors of what the score is computed with, and of the sensors, of which those
// of one GPU model are off alike.
export const settledOf = (board, a, b) => {
  const gpu = board.part('gpu')?.at;
  const sensors = gpu?.[a] === gpu?.[b] ? 0 : board.sensor[a] ** 2 + board.sensor[b] ** 2;
  return board.further[a] ** 2 + board.further[b] ** 2 + sensors;
};

const near = 200; // rows on each side that a range compares one by one, as package aggregate does

// ranges are the first and the last place that uncertainty allows each of the rows in order, null without a place.
const ranges = (board, rows) => {
  const n = rows.findIndex((row) => board.score[row] === Infinity);
  const ranked = n < 0 ? rows : rows.slice(0, n);
  const widest = ranked.reduce((most, row) => Math.max(most, Math.hypot(board.margin[row], board.sensor[row], board.further[row])), 0);
  const reach = Math.exp(Math.SQRT2 * widest * (1 + 1e-9)); // beyond this ratio no two rows tie
  const score = (i) => board.score[ranked[i]];
  return rows.map((row, i) => {
    if (i >= ranked.length) return null;
    const first = search(i, (j) => score(j) * reach >= score(i));
    const last = i + search(ranked.length - i, (k) => score(i + k) > score(i) * reach);
    const places = [i + 1 - Math.max(i - near - first, 0), i + 1 + Math.max(last - i - near - 1, 0)];
    for (let j = Math.max(first, i - near); j < Math.min(last, i + near + 1); j++) {
      if (j === i || !ties(board, row, ranked[j])) continue;
      if (j < i) places[0]--;
      else places[1]++;
    }
    return places;
  });
};

// search is the first of n indices from which on a test passes.
const search = (n, passes) => {
  let [from, to] = [0, n];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passes(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
};

// ranks gives places to rows in order: a row that ties with the first of its group shares its place; groups do not
// chain. One that lacks what is ranked has no place.
const ranks = (board, rows) => {
  const places = [];
  let first = 0;
  rows.forEach((row, i) => {
    if (board.score[row] === Infinity) {
      places.push(null);
      return;
    }
    if (i > 0 && ties(board, row, rows[first])) {
      places[first].tied = true;
      places.push({ place: first + 1, tied: true });
      return;
    }
    first = i;
    places.push({ place: i + 1, tied: false });
  });
  return places;
};
