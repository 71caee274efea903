// What a view shows of a board for a query, as package view answers it (answer.go). A view is { kind, by, factor, base,
// alt, x, y, label, limit }; a subject is { board, within }, where within(row) tells its rows. Rows are indices.
import { byGroup, filter, firstBy, isTrusted, lateBy, passing, sameWork, sortBy, ties } from './board.js';
import { byCost, ordered as orderedBy, ownColumn } from './cost.js';
import { say } from './catalog.js';
import { most, mostFacets, mostMarks, mostSeries, nearLimit } from './limits.js';
import { natural } from './natural.js';
import { inForm, number } from './numbers.js';
import { shortened } from './scale.js';

// answerView answers the kinds that draw or list rows; a view of kind answer is answered by choice.js.
export const answerView = (view, subject, query) => kinds[view.kind](view, subject, query);

// textOf gives how a row is called by a column, numberOf its number, NaN where it is missing.
export const textOf = (board, name) => {
  const column = board.column(name);
  return (row) => (column ? String(column.value(row) ?? '') : '');
};
export const numberOf = (board, name) => board.column(name)?.numbers ?? new Float64Array(board.rows).fill(NaN);

// columnAt is the column of an axis: instead of a latency, that of the percentile.
export const columnAt = ({ wire: { latency } }, name, percentile) =>
  (name === latency[0] ? latency[Math.min(percentile, latency.length - 1)] : name);

// isOfLimit says whether a column is the latency that a query limits.
const isOfLimit = ({ wire: { latency } }, column, { percentile }) => column === latency[Math.min(percentile, latency.length - 1)];

const ranking = (view, { board: all, within }, query) => {
  const board = orderedBy(all, query);
  // a reader looks for a configuration whatever its latency
  let rows = passing(board, view.by ? query : { ...query, deadline: 0 }).filter(within);
  let late = [];
  if (view.by) {
    const key = textOf(board, view.by);
    rows = firstBy(rows, inGroup(board, key));
    late = lateBy(board, query, rows, key, within);
  }
  const sorted = view.by ? rows : ordered(view, board, query, rows);
  const limit = view.limit || most;
  const front = view.by ? [] : frontsOf(view, board, query, rows);
  return { view, rows: sorted.slice(0, limit), late, board, front, more: Math.max(rows.length - limit, 0), total: rows.length };
};

// ordered are configurations by the column that a reader chose, otherwise those on the frontier first.
const ordered = (view, board, query, rows) => {
  const { field, descending } = query.sort;
  if (field !== board.wire.rank || descending !== board.wire.more) return inOrder(board, query, rows);
  const on = new Set(frontsOf(view, board, query, rows));
  return [...rows].sort((a, b) => on.has(b) - on.has(a));
};

// inGroup is a key of rows in each group of equal work.
const inGroup = ({ group }, key) => (row) => `${key(row)}\n${group[row]}`;

// frontsOf are the frontiers of all groups.
const frontsOf = (view, board, query, rows) => byGroup(board, rows).flatMap((own) => frontOf(view, board, query, own));

const frontOf = (view, board, query, rows) => {
  if (!view.x || view.plain) return [];
  const [xs, ys] = [view.x, view.y[0]].map((name) => columnAt(board, name, query.percentile))
    .map((name) => signs(numberOf(board, name), view.more?.includes(name)));
  return undominated(rows.filter(isTrusted(board)), xs, ys);
};

// bestOf are the best rows of the values of a column, the best first: none that is suspicious.
const bestOf = (name, { board, within }, query) => {
  const trusted = isTrusted(board);
  const own = orderedBy(board, query);
  return firstBy(passing(own, query).filter((row) => within(row) && trusted(row)), inGroup(own, textOf(board, name)));
};

// eachPer are the rows of a drawing's subject: all, or the best of each value of a column.
const eachPer = ({ per }, subject, query) => {
  if (!per) return subject;
  const best = new Set(bestOf(per, subject, query));
  return { ...subject, within: (row) => best.has(row) };
};

// drawnOf are the rows of a drawing among some: none that is suspicious.
const drawnOf = (view, { board, within }, rows, x, y) => {
  const trusted = isTrusted(board);
  const has = (column) => {
    const [numbers, linear] = [numberOf(board, column), view.linear?.includes(column)];
    return (row) => (numbers[row] > 0 || (linear && numbers[row] === 0)) && numbers[row] < Infinity;
  };
  const [hasX, hasY] = [has(x), has(y)];
  return rows.filter((row) => within(row) && hasX(row) && hasY(row) && trusted(row));
};

const whateverLatency = (board, query) => passing(board, { ...query, deadline: 0 });

const trade = (view, subject, query) => {
  const { board } = subject;
  const { within } = eachPer(view, subject, query);
  const { all, ...drawn } = marksOf(view, board, within, whateverLatency(board, query), query.percentile);
  return { ...drawn, best: all.find(filter(board, query)) ?? null };
};

// isRinged tells whether the best row within the limit has a ring: where all did the same work and are in one panel.
export const isRinged = (answer, board, query) => {
  const { view, best } = answer;
  return view.kind === 'trade-off' && query.deadline > 0 && best !== null && !view.facet
    && drawnRows(answer).every((one) => board.group[one] === board.group[best]);
};

// latest keeps what was made last, for the same things.
const latest = (make) => {
  let [of, made] = [[], null];
  return (...things) => {
    if (things.some((thing, i) => thing !== of[i])) [of, made] = [things, make(...things)];
    return made;
  };
};

// marksOf are the marks of a trade-off, which do not depend on a deadline; all are its rows.
const marksOf = latest((view, board, within, rows, percentile) => {
  const all = drawnOf(view, { board, within }, rows, ...[view.x, view.y[0]].map((name) => columnAt(board, name, percentile)));
  const front = (own) => frontOf(view, board, { percentile }, own);
  return { ...faceted(view, { board }, all, (own) => ({ rows: own, front: front(own) })), front: front(byGroup(board, all)[0] ?? []), all };
});

// signs turns numbers of which more is better, so that less is.
const signs = (numbers, more) => (more ? numbers.map((x) => -x) : numbers);

// undominated are the rows that none dominates in two metrics, by x, the better first.
const undominated = (rows, xs, ys) => {
  const line = [];
  const able = []; // none that the one before dominates: of rows by score few are left to sort
  for (const row of rows) {
    const last = able.at(-1);
    if (last === undefined || !(xs[last] < xs[row] && ys[last] < ys[row])) able.push(row);
  }
  for (const row of able.sort((a, b) => xs[a] - xs[b] || ys[a] - ys[b])) {
    const last = line.at(-1);
    if (last === undefined || ys[row] < ys[last] || (xs[row] === xs[last] && ys[row] === ys[last])) line.push(row);
  }
  return line;
};

const sweep = (view, subject, query) => {
  const { board } = subject;
  const x = numberOf(board, view.x);
  const { rows, work } = ofMostWork(view, board, drawnOf(view, eachPer(view, subject, query), whateverLatency(board, query), view.x,
    columnAt(board, view.y[0], query.percentile)));
  return { ...faceted(view, subject, rows, (own) => (
    { rows: firstBy(own, (row) => x[row]).sort((a, b) => x[a] - x[b]), front: [] })), work };
};

// ofMostWork keeps the rows that agree in the columns that are alike: the values that most rows have. work are these values,
// null where no row has others.
const ofMostWork = ({ alike = [] }, board, rows) => {
  const texts = alike.map((name) => textOf(board, name));
  const key = (row) => texts.map((text) => text(row)).join('\n');
  const counts = new Map();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  const [work] = [...counts].sort(([k, n], [l, m]) => m - n || (k < l ? -1 : 1))[0] ?? [''];
  return { rows: rows.filter((row) => key(row) === work), work: counts.size > 1 ? work.split('\n') : null };
};

// faceted splits rows, which are by score, by the value that has a panel.
const faceted = (view, subject, rows, series) => {
  if (!view.facet) return { ...grouped(view, subject, rows, series), facets: [''] };
  const { members, more } = membersBy(rows, textOf(subject.board, view.facet), mostFacets);
  const facets = [...members.keys()].sort(natural);
  const all = facets.map((facet) => grouped(view, subject, members.get(facet), (own) => ({ ...series(own), facet }), Math.trunc(mostMarks / facets.length)));
  const sum = (count) => all.reduce((before, one) => before + one[count], 0);
  return {
    view, facets, series: all.flatMap((one) => one.series), rows: all.flatMap((one) => one.rows),
    more: sum('more') + more, morePanels: more, moreColors: sum('moreColors'),
  };
};

// bars has the best row of each value of x, those first that the query's order puts first.
const bars = (view, subject, query) => {
  const { board } = subject;
  const y = numberOf(board, columnAt(board, view.y[0], query.percentile));
  const best = inOrder(board, query, bestOf(view.x, subject, query).filter((row) => y[row] >= 0 && y[row] < Infinity));
  const shown = best.slice(0, view.limit || most);
  const answer = { ...grouped(view, subject, shown, (own) => ({ rows: own, front: [] })), facets: [''], front: [], best: null };
  const kept = new Set(answer.rows);
  return { ...answer, rows: shown.filter((row) => kept.has(row)), more: answer.more + best.length - shown.length };
};

// inOrder puts rows in the order that a query asks for.
export const inOrder = (board, query, rows) => {
  const { field, descending } = query.sort;
  if (field === board.wire.rank && descending === board.wire.more) return rows;
  const column = ownColumn(board, query) ?? board.column(field);
  const sorted = [...rows];
  sortBy(column, descending, sorted, orderedBy(board, query).group);
  return sorted;
};

// membersBy are the rows of each name, up to a limit of names; more counts the rows of others.
const membersBy = (rows, text, limit) => {
  const members = new Map();
  let more = 0;
  for (const row of rows) {
    const name = text(row);
    if (members.has(name)) members.get(name).push(row);
    else if (members.size < limit) members.set(name, [row]);
    else more++;
  }
  return { members, more };
};

// grouped splits rows, which are by score, into series by name.
const grouped = (view, { board }, rows, series, most = mostMarks) => {
  const { members, more: moreColors } = membersBy(rows, textOf(board, view.by), mostSeries);
  let more = moreColors;
  const share = Math.trunc(most / Math.max(members.size, 1));
  const all = [...members.keys()].sort(natural).map((name) => {
    const one = series(members.get(name));
    const on = new Set(one.front);
    let room = share - on.size;
    const kept = one.rows.length <= share ? one.rows : one.rows.filter((row) => on.has(row) || room-- > 0);
    more += one.rows.length - kept.length;
    return { ...one, name, rows: kept };
  });
  return { view, series: all, rows: all.flatMap((one) => one.rows), more, moreColors, morePanels: 0 };
};

const change = (view, { board: all, within }, query) => {
  const board = orderedBy(all, query);
  const [factor, by] = [textOf(board, view.factor), inGroup(board, textOf(board, view.by))];
  const passes = filter(board, query);
  const rows = passing(board, query).filter((row) => within(row) && board.score[row] !== Infinity);
  const side = (value) => firstBy(rows.filter((row) => factor(row) === value), by);
  const [base, alt] = [side(view.base), side(view.alt)];
  const bases = new Map(base.map((row) => [by(row), row]));
  const both = alt.filter((row) => bases.has(by(row)))
    .map((row) => ({ base: bases.get(by(row)), alt: row, ratio: board.score[row] / board.score[bases.get(by(row))] }));
  const paired = new Set(both.map((pair) => by(pair.alt)));
  const compared = [...board.runs.keys()].filter((row) => within(row) && [view.base, view.alt].includes(factor(row)));
  const inTime = new Set(compared.filter(passes).map(by));
  const [every, latency] = [filter(board, { ...query, deadline: 0 }), board.latency(query.percentile)];
  const neither = new Set(compared.filter((row) => every(row) && latency[row] < Infinity && !inTime.has(by(row))).map(by));
  const equal = both.filter((pair) => alike(view, board, pair));
  const pairs = equal.sort((p, q) => p.ratio - q.ratio);
  return {
    view, board, ...shownPairs(pairs, view.limit || most), effect: effectOf(board, pairs), unlike: both.filter((pair) => !equal.includes(pair)),
    alone: [...base, ...alt].filter((row) => !paired.has(by(row))), neither: neither.size,
  };
};

// alike: both sides of a pair did the same work, as data.SameWork has it.
const alike = ({ alike: names = [] }, board, { base, alt }) => names.every((name) => sameWork(board.column(name), base, alt));

const shownPairs = (pairs, limit) => {
  if (pairs.length <= limit) return { pairs, morePairs: 0 };
  const head = Math.trunc((limit + 1) / 2);
  return { pairs: [...pairs.slice(0, head), ...pairs.slice(head - limit)].slice(0, limit), morePairs: pairs.length - limit };
};

const effectOf = (board, pairs) => {
  const n = pairs.length;
  const gpu = board.part('gpu')?.at;
  const changes = pairs.map(({ ratio }) => 100 * (ratio - 1)); // ascending
  const median = n ? (changes[Math.trunc((n - 1) / 2)] + changes[Math.trunc(n / 2)]) / 2 : 0;
  const tied = pairs.filter((pair) => ties(board, pair.alt, pair.base)).length;
  const lower = pairs.filter(({ ratio }) => ratio < 1).length;
  const none = lower === 0 ? '_none' : '';
  const claim = tied === n ? 'claim_tied' : { 1: median < 0 ? 'claim_one_lower' : 'claim_one_higher', 2: `claim_two${none}` }[n] ?? `claim${none}`;
  return {
    pairs: n, lower, ties: tied, claim, low: changes[0], high: changes.at(-1),
    reverses: n > 0 && claim !== 'claim_tied' && n !== 2 && pairs.every(({ alt, base }) => gpu?.[alt] !== gpu?.[base])
      && reverses(median, Math.max(...pairs.flatMap(({ alt, base }) => [board.sensor[alt], board.sensor[base]]))),
    median,
  };
};

// reverses: an error of all alternatives, as a share, reverses the sign of the median, as aggregate.DoubtOf has it.
const reverses = (median, share) => {
  const less = (by) => (100 + median) * by - 100 < 0;
  return less(1 - share) !== less(1 + share);
};

// breakEven pairs, for each value of `by`, the rows with the most outputs per GPU-hour on two GPU models, as package view
// does (breakeven.go). even is the ratio of prices per GPU-hour below which the alternative is the cheaper one.
const breakEven = (view, { board: all, within }, query) => {
  const rent = all.choices.gpu.map((gpu) => ({ gpu, price: 1 }));
  const board = orderedBy(all, { rent, price: null, pue: 1, sort: { field: byCost } });
  const [gpu, by] = [textOf(board, view.factor), inGroup(board, textOf(board, view.by))];
  const passes = filter(board, query);
  const key = (row) => `${by(row)}\n${gpu(row)}`;
  const best = firstBy(passing(board, query).filter((row) => within(row) && board.score[row] !== Infinity), key);
  const sides = (base, alt) => (view.base ? base === view.base && alt === view.alt : natural(alt, base) < 0);
  const beyond = passing(board, { ...query, deadline: query.deadline * (1 + nearLimit) }).filter((row) => within(row) && !passes(row));
  const late = new Map(firstBy(beyond, key).map((row) => [key(row), row]));
  const justLate = (of, even) => {
    const row = late.get(key(of));
    return row !== undefined && board.score[row] < board.score[of] ? [{ row, even: even(row) }] : [];
  };
  const nearOf = (base, alt) => [...justLate(alt, (row) => board.score[base] / board.score[row]),
    ...justLate(base, (row) => board.score[row] / board.score[alt])];
  const own = new Map();
  for (const row of best) own.set(by(row), [...(own.get(by(row)) ?? []), row]);
  const both = best.flatMap((alt) => own.get(by(alt)).filter((base) => sides(gpu(base), gpu(alt)))
    .map((base) => ({ base, alt, near: nearOf(base, alt), even: board.score[base] / board.score[alt],
      margin: Math.hypot(board.margin[base], board.margin[alt]) })));
  const paired = new Set(both.flatMap(({ base, alt }) => [base, alt]));
  const name = ({ base, alt }) => `${gpu(alt)}\n${gpu(base)}`;
  const pairs = both.filter((pair) => alike(view, board, pair)).sort((p, q) => q.even - p.even || natural(name(p), name(q)));
  return {
    view, ...shownPairs(pairs, view.limit || most), wins: pairs.filter(({ even }) => even > 1).length,
    unlike: both.filter((pair) => !alike(view, board, pair)),
    alone: best.filter((row) => !paired.has(row)),
  };
};

// spotsOf are the values of a column, in order.
const spotsOf = latest((board, runs, within, name) => [...new Set([...runs.keys()].filter(within).map(textOf(board, name)))].sort(natural));

// matrix has a line for each value of `by` with a spot for each value of `factor`: its best row, or its fastest where all miss
// the deadline, as package view does (matrix.go).
const matrix = (view, { board: all, within }, query) => {
  const board = orderedBy(all, query);
  const [by, factor] = [textOf(board, view.by), textOf(board, view.factor)];
  const [line, spot] = [view.by, view.factor].map((name) => board.column(name)?.at);
  const key = line && spot ? (row) => line[row] * 2 ** 20 + spot[row] : (row) => `${by(row)}\n${factor(row)}`;
  const columns = spotsOf(board, board.runs, within, view.factor).slice(0, mostFacets);
  const trusted = isTrusted(board);
  const own = (row) => within(row) && trusted(row);
  const accepted = firstBy(passing(board, query).filter(own), key);
  const lines = new Map();
  const put = (isLate) => (row) => {
    const column = columns.indexOf(factor(row));
    if (column < 0) return;
    if (!lines.has(by(row))) lines.set(by(row), columns.map(() => null));
    lines.get(by(row))[column] ??= { row, isLate };
  };
  accepted.filter((row) => board.score[row] < Infinity).forEach(put(false));
  lateBy(board, query, accepted, key, own).forEach(put(true));
  const limit = view.limit || most;
  const shown = [...lines.values()].slice(0, limit);
  const bests = shown.map((spots) => bestSpot(view, board, spots));
  return { view, board, columns, lines: shown, bests: bests.map(({ best, unlike }) => (unlike ? null : best)), more: Math.max(lines.size - limit, 0),
    unlike: bests.filter(({ unlike }) => unlike).map(({ best, unlike }) => ({ base: best.row, alt: unlike.row })) };
};

// bestSpot is the best spot of a line that keeps the deadline, and another one of other work, if there is one.
const bestSpot = (view, board, spots) => {
  const inTime = spots.filter((spot) => spot && !spot.isLate);
  const best = inTime.reduce((a, b) => (a && board.score[a.row] <= board.score[b.row] ? a : b), null);
  return { best, unlike: inTime.find(({ row }) => !alike(view, board, { base: best.row, alt: row })) };
};

const kinds = { ranking, matrix, bar: bars, 'trade-off': trade, line: sweep, change, 'break-even': breakEven };

// drawnRows are the rows of an answer's marks, those that stand back last.
export const drawnRows = ({ rows, quiet = [] }) => [...rows, ...quiet];

// labelsOf names the rows of a frontier, each label once: at the last, lowest of its rows.
const labelsOf = ({ view, series }, board, { whole, names: called = (name) => name }) => {
  const column = board.column(view.label);
  const labels = new Map();
  for (const { front } of column ? series : []) {
    const named = new Set();
    for (const row of [...front].reverse()) {
      const value = column.value(row);
      const text = column.missing(row) ? '' : typeof value === 'number' ? inForm(value, column) : called(String(value));
      if (text && !named.has(text)) labels.set(row, text);
      named.add(text);
    }
  }
  return labels;
};

// plotOf is the drawing of an answer, as plot.js lays it out. style is { axes, powers, marks, limit(deadline) }; ghosts
// are { was: [x, y], now: [x, y] or null }.
export const plotOf = (answer, { board }, query, style) => {
  const { view, series } = answer;
  const row = new Map(drawnRows(answer).map((one, i) => [one, i]));
  const isLine = view.kind === 'line';
  const labels = labelsOf(answer, board, style);
  const x = columnAt(board, view.x, query.percentile);
  const shown = shownNames(view, series, style);
  const axis = (column) => {
    const log = !view.linear?.includes(column);
    const name = style.axes[column] ?? '';
    return { name: log ? say('charts.axis.log', { name }) : name, log, powers: Boolean(style.powers?.includes(column)), size: board.column(column)?.size };
  };
  const panel = (facet, y) => {
    const [xs, ys] = [numberOf(board, x), numberOf(board, y)];
    const points = (rows) => rows.filter((one) => Number.isFinite(xs[one]) && Number.isFinite(ys[one])).map((one) => (
      { x: xs[one], y: ys[one], row: row.get(one), label: labels.get(one) ?? '' }));
    return {
      title: view.facet ? say('views.facet', { name: style.axes[view.facet] ?? '', value: style.names?.(facet) ?? facet }) : '',
      x: axis(x), y: axis(y),
      series: series.filter((one) => (one.facet ?? '') === facet).map((one) => ({
        name: one.name, shown: shown(one.name), mark: style.marks[one.name], joined: isLine,
        points: points(one.rows), front: points(one.front) })),
      limit: !isLine && query.deadline > 0 && isOfLimit(board, x, query) ? style.limit(query.deadline) : null,
      quiet: answer.quiet ? points(answer.quiet) : [],
      ghosts: style.ghosts ?? [],
      rings: isRinged(answer, board, query) ? points([answer.best]) : [],
    };
  };
  if (view.kind === 'bar') return { panels: series.length ? [barPanel(answer, board, query, style, shown, axis)] : [] };
  const panels = series.length ? answer.facets.flatMap((facet) => view.y.map((y) => panel(facet, columnAt(board, y, query.percentile)))) : [];
  const drawn = panels.filter((one) => one.series.some(({ points }) => points.length));
  if (answer.facets?.length > 1) {
    const all = drawn.flatMap((one) => one.series.flatMap(({ points }) => points));
    for (const one of drawn) one.also = { x: all.map((p) => p.x), y: all.map((p) => p.y) };
  }
  return { panels: drawn };
};

// shownNames are the names of series as legends show them.
const shownNames = (view, series, style) => {
  const names = [...new Set(series.map(({ name }) => name))];
  const texts = shortened(names.map((name) => (name === '' && !view.by ? '' : style.names?.(name) ?? name)), 12, 300);
  return (name) => texts[names.indexOf(name)];
};

// barPanel has a bar for each row, named by x.
const barPanel = ({ view, series, rows }, board, query, { marks, names = (name) => name }, shown, axis) => {
  const y = columnAt(board, view.y[0], query.percentile);
  const [name, values, work] = [textOf(board, view.x), numberOf(board, y), textOf(board, view.x === 'work' ? '' : 'work')];
  const called = (row) => names(name(row)) + (work(row) && ` (${work(row)})`);
  const place = new Map(rows.map((row, i) => [row, i]));
  return {
    title: '', x: axis(view.x), y: axis(y), categories: rows.map(called), quiet: [], ghosts: [], rings: [], limit: null,
    series: series.map((one, i) => ({
      name: one.name, shown: shown(one.name), mark: marks[one.name], pale: i % 2 === 1, joined: false, front: [],
      points: one.rows.map((row) => ({ x: values[row], category: place.get(row), row: place.get(row), label: inForm(values[row], board.column(y)) })),
    })),
  };
};
