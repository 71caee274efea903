// What an output costs at the prices of a reader, and the order of cost, as package board has them (cost.go).
import { filter, groupsOf, isTrusted } from './board.js';
import { joulesPerKWh } from './energy.js';
import { natural } from './natural.js';
import { places } from './numbers.js';
import { say } from './catalog.js';
import { lotOf, noun } from './nouns.js';

export const byCost = 'cost';
export const byLatency = 'latency';
export const million = 1e6;
const secondsPerHour = 3600;

// isPriced tells whether the reader states any price.
export const isPriced = ({ rent, price }) => rent !== null || price !== null;

// isCharged tells whether a price is above 0, without which all configurations would cost the same.
export const isCharged = ({ rent, price }) => price > 0 || Boolean(rent?.some((one) => one.price > 0));

// costOf is what an output of a row costs: { gpus, electricity, total }, a part without a price null; null where it is not
// known. A price counts for GPUs of its model only, and for rows that have what it is a price of.
export const costOf = (board, query, row) => {
  if (!isPriced(query)) return null;
  let [gpus, electricity] = [null, null];
  if (query.rent) {
    const rent = query.rent.find(({ gpu }) => gpu === board.part('gpu')?.value(row));
    const hours = 1 / perGPUHour(board, row);
    if (!rent || Number.isNaN(hours)) return null;
    gpus = hours * rent.price;
  }
  if (query.price !== null) {
    if (board.energy[row] === Infinity) return null;
    const extra = query.extra * board.gpuCount[row] + query.extra_server;
    if (extra > 0 && Number.isNaN(perGPUHour(board, row))) return null;
    const joules = board.energy[row] + (extra > 0 ? extra / board.column(board.wire.throughput).numbers[row] : 0);
    electricity = ((joules * query.pue) / joulesPerKWh) * query.price;
  }
  return { gpus, electricity, total: (gpus ?? 0) + (electricity ?? 0) };
};

// unpricedOf are the GPU models of the rows that pass a query about costs which states prices of GPUs, but none of theirs.
export const unpricedOf = (board, query, rows) => {
  if (!query.rent || (query.sort.field !== byCost && !(query.ceiling > 0))) return [];
  const gpu = board.part('gpu');
  const passes = filter(board, { ...query, ceiling: 0 });
  return [...new Set(rows.filter(passes).map((row) => gpu?.value(row)))].filter((name) => name && !query.rent.some((one) => one.gpu === name)).sort(natural);
};

// perGPUHour is what a GPU of the row's server puts out in an hour, NaN where it is not known.
export const perGPUHour = (board, row) => {
  const outputs = board.column(board.wire.throughput)?.numbers[row];
  return board.wire.server && outputs > 0 && board.gpuCount[row] > 0 ? (outputs * secondsPerHour) / board.gpuCount[row] : NaN;
};

// ordered is the board as the query ranks it: itself, or one whose scores are costs. The last one is kept.
export const ordered = (board, query) => {
  const { field } = query.sort;
  if (isOwnOrder(query, board)) return board;
  const key = JSON.stringify([field, query.percentile, query.rent, query.price, query.pue, query.extra, query.extra_server]);
  if (kept.board === board && kept.key === key) return kept.made;
  Object.assign(kept, { board, key, made: board.scored(scoresOf(board, query)) });
  return kept.made;
};
const kept = {};

const scoresOf = (board, query) => {
  if (query.sort.field === byCost) return costScores(board, query);
  return query.sort.field === byLatency ? latencyScores(board, query) : normalizedScores(board, query.sort.field);
};

// normalizedScores are those of a measure that levels out work: rows are groups of the work that it does not.
const normalizedScores = (board, name) => {
  const { numbers } = board.column(name);
  const trusted = isTrusted(board);
  const score = numbers.map((x, row) => (Number.isNaN(x) || !trusted(row) ? Infinity : x));
  const { accuracy } = board.wire;
  const further = accuracy?.measures.includes(name) ? board.sensor.map((_, row) => accuracy.further[row] ?? 0) : board.further;
  return { score, further, group: groupsOf(board, board.wire.leveled[name]) };
};

// latencyScores: runs are taken to vary in latency as they do in energy.
const latencyScores = (board, query) => {
  const latency = board.latency(query.percentile);
  const trusted = isTrusted(board);
  return { score: latency.map((x, row) => (trusted(row) ? x : Infinity)), sensor: board.sensor.map(() => 0) };
};

const costScores = (board, query) => {
  const costs = Array.from({ length: board.rows }, (_, row) => costOf(board, query, row));
  const trusted = isTrusted(board);
  const score = Float64Array.from(costs, (cost, row) => (cost?.total > 0 && trusted(row) ? cost.total : Infinity));
  const sensor = board.sensor.map((share, row) => (
    costs[row]?.total > 0 ? share * ((costs[row].electricity ?? 0) / costs[row].total) : 0));
  return { score, sensor };
};

// isAffordable tests whether outputs of a row cost at most the ceiling of a query.
export const isAffordable = (board, query) => (row) => {
  const cost = costOf(board, query, row);
  return cost !== null && cost.total * million <= query.ceiling;
};

// ownColumn is what the two orders sort by that are no columns of a board; undefined for a column.
export const ownColumn = (board, query) => {
  if (query.sort.field === byCost) return costColumn(board, query);
  if (query.sort.field !== byLatency || board.column(byLatency)) return undefined;
  const latency = board.latency(query.percentile);
  return { missing: (row) => latency[row] === Infinity, order: (row) => latency[row] };
};

// isOwnOrder reports whether a query ranks by the metric of the board.
export const isOwnOrder = ({ sort: { field } }, { wire }) => field !== byCost && field !== byLatency && !wire.leveled?.[field];

// costColumn sorts by cost, as a column of the board does.
const costColumn = (board, query) => {
  const cost = (row) => costOf(board, query, row)?.total ?? null;
  return { missing: (row) => cost(row) === null, order: cost };
};

// costUnit is the unit of costs: "USD per million tokens".
export const costUnit = ({ currency }, { output }) => say('form.per', { unit: currency, noun: lotOf(output, million) });

// costName says what a cost contains.
export const costName = ({ rent, price }) => {
  if (rent === null) return say('cost.electricity');
  return price === null ? say('cost.gpus') : say('cost.both');
};

// costColumns are the columns of a table that a reader's prices add: { field, label, unit, of(row), show? }.
export const costColumns = (board, query, { output }) => {
  if (!isPriced(query)) return [];
  const cost = (row) => costOf(board, query, row);
  const share = (part) => (row) => {
    const found = cost(row);
    return found?.total > 0 ? (100 * found[part]) / found.total : null;
  };
  const [lot, nouns] = output === 'token' ? [million, lotOf(output, million)] : [1, noun(output, 2)];
  const parts = query.rent !== null && query.price !== null ? [
    { field: 'cost_gpu_hours', label: say('cost.gpu_share'), unit: '%', of: share('gpus'), show: (x) => places(x, 1) },
    { field: 'cost_electricity', label: say('cost.electricity_share'), unit: '%', of: share('electricity'), show: (x) => places(x, 1) },
  ] : [];
  return [
    { field: byCost, label: say('cost.label'), unit: costUnit(query, { output }), of: (row) => times(cost(row)?.total, million) },
    { field: 'outputs_per_cost', label: say('cost.per_cost'), unit: say('cost.per_unit', { nouns, currency: query.currency }),
      of: (row) => (cost(row)?.total > 0 ? 1 / (cost(row).total * lot) : null) },
    ...parts,
  ];
};

const times = (x, n) => (x === undefined ? null : x * n);
