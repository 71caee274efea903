// What servers of one configuration do and need, as package board plans it (plan.go).
import { isPriced, perGPUHour } from './cost.js';

export const secondsPerDay = 86400;
const hoursPerYear = 24 * 365;
const hoursPerMonth = hoursPerYear / 12;
const rounding = 1e-12; // the relative error of what a plan takes

// isLimited reports whether a plan has the most outputs that a power or a cost allows.
export const isLimited = ({ kw, monthly }) => kw !== null || monthly !== null;

// isPlanned reports whether a reader states any of the load.
export const isPlanned = (query) => isLimited(query) || query.daily !== null || query.responses !== null
  || ['reserve', 'idle', 'extra', 'extra_server'].some((name) => query[name] > 0);

// planOf is the plan of a row: { outputs, servers, gpus, power, energy, cost }, outputs a day, power in kW, energy in kWh a
// year, cost a month or null; null where there is none. It is for `daily` outputs a day, if the query states nothing else.
// margin makes it that of an end of the row's interval.
export const planOf = (board, query, row, daily, margin = 0) => {
  const n = board.gpuCount[row];
  const throughput = board.column(board.wire.throughput)?.numbers[row] * Math.exp(margin);
  const joules = board.energy[row] * Math.exp(-margin);
  const idle = Math.min(query.idle * n, joules * throughput);
  const server = throughput * secondsPerDay;
  const busy = ((joules * throughput - idle) / 1000) * query.pue;
  const still = ((idle + query.extra * n + query.extra_server) / 1000) * query.pue;
  if (Number.isNaN(perGPUHour(board, row)) || !Number.isFinite(busy)) return null;
  const price = query.rent?.find(({ gpu }) => gpu === board.part('gpu')?.value(row))?.price;
  const rent = price === undefined ? null : price * n * hoursPerMonth;
  const isKnown = isPriced(query) && (query.rent === null || rent !== null);
  const share = 1 / (1 + query.reserve / 100);
  let outputs = query.daily ?? (query.responses === null ? daily : query.responses * perResponse(board, row));
  if (Number.isNaN(outputs) && !isLimited(query)) return null;
  let servers = Math.ceil(outputs / (server * share));
  if (isLimited(query)) {
    if (query.monthly !== null && !isKnown) return null;
    const found = limits(query, { busy, still, share, rent: rent ?? 0 });
    if (found.load === Infinity) return null;
    outputs = found.load * server;
    servers = Math.min(found.servers, Math.ceil((found.load / share) * (1 - 2 * rounding)));
  }
  const power = (outputs * busy) / server + still * servers;
  return {
    outputs, servers, gpus: servers * n, power, energy: power * hoursPerYear,
    cost: isKnown ? servers * (rent ?? 0) + power * hoursPerMonth * (query.price ?? 0) : null,
  };
};

// fullOf is the plan of one server of a row at its full load, less the reserve: the least that a limit has to allow.
export const fullOf = (board, query, row) => planOf(board, { ...query, kw: null, monthly: null,
  daily: ((board.column(board.wire.throughput)?.numbers[row] ?? NaN) * secondsPerDay) / (1 + query.reserve / 100) }, row, null);

// perResponse is the mean number of outputs of a response, NaN where it is not known.
export const perResponse = (board, row) => {
  const joules = board.part('response')?.numbers[row] ?? NaN;
  return !Number.isNaN(joules) && board.energy[row] > 0 ? joules / board.energy[row] : board.wire.parted ? NaN : 1;
};

const limits = ({ kw, monthly, price }, { busy, still, share, rent }) => {
  let found = { servers: Infinity, load: Infinity };
  if (kw !== null) { // what one server takes with full batches is what was measured
    found = kw * (1 + rounding) >= busy * share + still ? mostLoad(kw, busy, still, share) : { servers: 0, load: 0 };
  }
  if (monthly !== null) {
    const kWh = (price ?? 0) * hoursPerMonth;
    const own = mostLoad(monthly, busy * kWh, still * kWh + rent, share);
    if (own.load < found.load) found = own;
  }
  return found;
};

// mostLoad is how many servers a limit allows, and their load in servers at full load.
const mostLoad = (most, busy, still, share) => {
  const limit = most * (1 + rounding);
  const step = busy * share + still;
  if (step === 0) return { servers: Infinity, load: Infinity };
  const servers = Math.floor((limit + busy * share) / step);
  if (servers < 1 || limit < still) return { servers: 0, load: 0 };
  if (busy === 0) return { servers, load: servers * share };
  return { servers, load: Math.max(0, Math.min(servers * share, (limit - still * servers) / busy)) };
};

// usersOf are those who receive outputs of a plan at the same time: its load in full servers × the mean batch size, or the batch size
// where that was not measured; whole from 1 on, of three digits. null where no batch size is known.
export const usersOf = (board, row, plan, { output, unit }) => {
  const batch = board.part('mean_batch')?.numbers[row] || board.part('batch')?.numbers[row];
  if (output !== 'token' || unit !== 'ms' || !batch) return null;
  const n = (plan.outputs / secondsPerDay / board.column(board.wire.throughput).numbers[row]) * batch;
  if (n < 1) return n;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 2);
  return Math.round(n / step) * step; // three digits
};
