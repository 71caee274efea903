// The query of a task's page and its address: the same parameters as package board (parse.go, encode.go).
import { percentiles } from './board.js';
import { say } from './catalog.js';
import { byCost, byLatency, isCharged, isPriced } from './cost.js';
import { precisionName } from './nouns.js';
import { codeOf, costs, currenciesIn, escape, readGPUs, readNumber, readRents } from './typed.js';

// parts are what servers need besides what was measured: percent of the load, W.
const parts = ['reserve', 'idle', 'extra', 'extra_server'];

const units = ['J', 'Wh', 'kWh-per-Mtok', 'tok-per-kWh'];

// parameters are those that parse reads.
export const parameters = () => [...filters, ...free, ...parts, 'view', 'sort', 'cols', 'ceiling', 'daily', 'responses', 'kw', 'monthly', 'between'];

// unknownIn are faults for what an address says that its page does not know, or says more than once; theme and part are of frames.
export const unknownIn = (values, known) => {
  const names = [...new Set(values.keys())].filter((name) => !['theme', 'part'].includes(name) && !/^utm_|clid$/.test(name));
  const faultIn = (name) => (!known.includes(name) ? 'unknown' : values.getAll(name).length > 1 && 'repeated');
  return names.filter(faultIn).map((name) => say(`fault.${faultIn(name)}`, { name }));
};

// filters are the parameters that choose rows.
export const filters = ['deadline', 'pct', 'energy', 'accuracy', 'gpu', 'gpus', 'precision', 'arch', 'q'];

export const defaults = (board) => ({
  deadline: board.wire.deadline,
  percentile: percentiles.indexOf(board.wire.percentile),
  energy: 0,
  accuracy: null,
  gpu: null, gpus: null, precision: null, arch: null,
  q: '',
  between: false,
  view: 'best',
  sort: { field: board.wire.rank, descending: board.wire.more },
  cols: null,
  unit: 'J',
  rent: rentsOf(board), currency: board.wire.currency, price: null, grid: null, pue: 1, ceiling: 0, daily: null, responses: null, kw: null, monthly: null,
  ...Object.fromEntries(parts.map((name) => [name, 0])),
});

// rentsOf are the prices of the publisher, which are in one currency.
const rentsOf = ({ wire: { prices, currency } }, of = currency) => (prices.length && of === currency ? prices.map(({ gpu, price }) => ({ gpu, price })) : null);

// parse reads a query string. Unknown parameters are ignored; a value that cannot be used falls back to the default
// and is among the faults, texts that say what it should be; wrong
// are the parameters of those.
export const parse = (board, search) => {
  const read = reader(new URLSearchParams(search));
  const query = defaults(board);
  if (read.text('deadline') === 'none') query.deadline = 0;
  else query.deadline = read.number('deadline', board.isTimed ? 'deadline' : 'unmeasured', (x) => x > 0 && board.isTimed, board.wire.limit_unit) ?? query.deadline;
  if (board.wire.latency.length > 1) query.percentile = percentileIn(board, read) ?? query.percentile;
  query.energy = read.number('energy', board.hasEnergy ? 'positive' : 'unmeasured', (x) => x > 0 && board.hasEnergy) ?? 0;
  const floor = read.number('accuracy', board.wire.accuracy ? 'accuracy' : 'unmeasured', isShare(board));
  query.accuracy = floor === null ? null : Math.round(floor * 1e9) / 1e9; // 0.7 of 70%
  for (const name of ['gpus', 'precision', 'arch', 'cols']) query[name] = read.list(name, board.choices[name]);
  Object.assign(query, gpusOf(board, read, query.gpus));
  query.q = read.text('q');
  query.view = read.choice('view', ['best', 'all'], query.view);
  query.unit = read.choice('unit', units, query.unit);
  query.currency = currencyOf(read) ?? query.currency;
  read.currency = query.currency;
  query.between = read.choice('between', ['1'], '') !== '';
  query.rent = rentsIn(board, read);
  const ofEnergy = (name, kind, least) => read.number(name, board.hasEnergy ? kind : 'unmeasured', (x) => x >= least && board.hasEnergy);
  query.price = ofEnergy('price', 'zero', 0);
  query.grid = ofEnergy('grid', 'zero', 0);
  query.pue = ofEnergy('pue', 'ratio', 1) ?? query.pue;
  for (const name of ['daily', 'responses', 'kw', 'monthly']) query[name] = read.number(name, 'positive', above(0));
  for (const name of parts) query[name] = read.number(name, 'zero', atLeast(0)) ?? 0;
  if (query.monthly !== null && !isPriced(query)) {
    read.fault('monthly', chargeOf(board));
    query.monthly = null;
  }
  query.ceiling = read.number('ceiling', 'positive', above(0)) ?? 0;
  if (query.ceiling > 0 && !isPriced(query)) {
    read.fault('ceiling', chargeOf(board));
    query.ceiling = 0;
  }
  query.sort = readSort(board, read, query);
  return { query, faults: read.faults, wrong: read.wrong };
};

// percentileIn is one at which latency was measured.
const percentileIn = ({ wire: { measured } }, read) => {
  const text = read.text('pct');
  if (!text) return null;
  if (measured.includes(text)) return percentiles.indexOf(text);
  if (measured.length === 0) read.fault('pct', 'unmeasured');
  else if (percentiles.includes(text)) read.fault('pct', 'list', measured.join(', '));
  else read.choice('pct', measured);
  return null;
};

const above = (least) => (x) => x > least;
export const isShare = (board) => (x) => x > 0 && x <= 1 && Boolean(board.wire.accuracy);
const atLeast = (least) => (x) => x >= least;

// isCalled tells whether a word of a list is a value as files or as pages write it.
export const isCalled = (value, word) => [String(value), precisionName(String(value))].some((text) => text.toLowerCase() === word.trim().toLowerCase());

// isPartly tells whether a query has some of the words of a list, others of which are among the faults.
export const isPartly = (query, name) => Array.isArray(query[name]) && query[name].length > 0;

// chargeOf is the fault of a cost without a price that a board could have.
const chargeOf = (board) => (board.hasEnergy ? 'cost' : 'rent_cost');

// faultOf says of a parameter what it should be, by the name of its field.
export const faultOf = (name, given, kind, known) => {
  const field = say(`fault.field.${name}`);
  if (kind === 'cost') return name === 'sort' ? say('fault.order') : say('fault.needs', { field });
  if (kind === 'rent_cost') return name === 'sort' ? say('fault.order_rent') : say('fault.needs_rent', { field });
  if (kind === 'unmeasured') return say(`fault.unmeasured.${['pct', 'sort'].includes(name) ? 'deadline' : name}`);
  if (kind === 'count') return say('fault.count', { field, given, known });
  if (kind === 'list') return say(known ? 'fault.list' : 'fault.absent', { field, given, known });
  const wanted = known === '' && ['gpu', 'rent'].includes(kind) ? say('fault.unnamed') : say(`fault.${kind}`, { known, example: known?.split(', ')[0] });
  return say('fault.of', { field, given, wanted });
};

// reader takes the values of parameters; what cannot be used is among its faults.
export const reader = (values) => {
  const faults = [];
  const text = (name) => values.get(name) ?? '';
  const wrong = []; // parameters
  const fault = (name, kind, known, given = text(name)) => {
    faults.push(faultOf(name, given, kind, known));
    wrong.push(name);
  };
  const inCurrency = (name) => {
    const wrong = currenciesIn(text(name)).some((code) => code !== read.currency);
    if (wrong) fault(name, 'currencies', read.currency);
    return !wrong;
  };
  const number = (name, kind, good, measure = name) => {
    if (!text(name) || (costs.includes(name) && !inCurrency(name))) return null;
    const x = readNumber(text(name), measure, good);
    if (x === null) fault(name, kind);
    return x;
  };
  const choice = (name, known, fallback) => {
    if (!text(name) || known.includes(text(name))) return text(name) || fallback;
    fault(name, known.length === 1 ? 'only' : 'choice', known.join(', '));
    return fallback;
  };
  const list = (name, known) => {
    if (!text(name)) return null;
    if (text(name) === 'none') return [];
    return keep(name, readList(text(name)), known);
  };
  const keep = (name, given, known) => {
    const kept = known.filter((value) => given.some((word) => isCalled(value, word)));
    const absent = given.filter((word) => !known.some((value) => isCalled(value, word)));
    if (absent.length > 0) fault(name, 'list', known.map(name === 'precision' ? precisionName : String).join(', '), absent.join(', '));
    return kept.length === 0 || kept.length === known.length ? null : kept;
  };
  const read = { text, number, choice, list, keep, fault, faults, wrong, inCurrency };
  return read;
};

// rentsIn are the prices of GPUs.
const rentsIn = (board, read) => {
  const text = read.text('rent');
  if (text && !board.wire.server) {
    read.fault('rent', 'unmeasured');
    return null;
  }
  if (!text) return rentsOf(board, read.currency);
  if (text === 'none' || !read.inCurrency('rent')) return null;
  const { rents, all } = readRents(text, board.choices.gpu);
  if (!all) gpuFault(board, read, 'rent');
  return rents.length ? rents : null;
};

// gpusIn are the GPU models that a list names, known or not, without their numbers and prices.
export const gpusIn = (name, text) => readList(text).map((word) => word.trim().replace(/^[0-9]+\s*[x×*]\s*/i, '').replace(/\s*[:=@].*$/, '')
  .replace(name === 'rent' ? /\s+[$€£]?\s*[0-9][0-9.]*\s*([$€£]|[a-z]{3})?(\s*(\/|per\b|an?\b).*)?$/i : '', ''));

// gpuFault names the GPUs that a board does not have, or says how GPUs and their prices are written.
const gpuFault = (board, read, name) => {
  const known = board.choices.gpu;
  const absent = gpusIn(name, read.text(name)).filter((one) => /^[a-z]/i.test(one) && !known.some((gpu) => one.toLowerCase().startsWith(gpu.toLowerCase())));
  if (absent.length > 0 && known.length > 0) read.fault(name, 'list', known.join(', '), absent.join(', '));
  else read.fault(name, name, known.join(', '));
};

// gpusOf are the GPU models and the numbers of GPUs; models may be named with numbers.
const gpusOf = (board, read, numbers) => {
  const text = read.text('gpu');
  if (!text || text === 'none') return { gpu: text ? [] : null };
  const known = board.choices.gpus;
  const { gpus, counts, all } = readGPUs(text, board.choices.gpu);
  const usable = known.filter((n) => counts.includes(String(n)));
  const asked = [...new Set(counts)];
  const isRead = all && usable.length === asked.length;
  if (all && !isRead && asked.length === 1) read.fault('gpu', 'count', known.join(', '));
  else if (!isRead) gpuFault(board, read, 'gpu');
  return {
    gpu: gpus.length ? read.keep('gpu', gpus, board.choices.gpu) : null,
    gpus: isRead && numbers === null && usable.length > 0 && usable.length < known.length ? usable : numbers,
  };
};

// currencyOf is that of the parameter, or of the first price that names one.
const currencyOf = (read) => {
  const text = read.text('currency');
  if (!text) return currenciesIn(['rent', ...costs].map(read.text).join(' '))[0] ?? null;
  if (isCurrency(codeOf(text))) return codeOf(text);
  read.fault('currency', 'currency');
  return null;
};
export const isCurrency = (text) => /^[A-Z]{3}$/.test(text);

// settled is a query that can be followed: limits of cost take a price, and an order of cost one above 0.
export const settled = (board, query) => ({
  ...query,
  ...(!isPriced(query) && { monthly: null, ceiling: 0 }),
  ...(query.sort.field === byCost && !isCharged(query) && { sort: defaults(board).sort }),
});

const readSort = (board, read, { sort: fallback, ...query }) => {
  const text = read.text('sort');
  if (!text) return fallback;
  if (text === 'none') return { field: '', descending: false };
  if (text === 'auto') return query.rent && isCharged(query) ? { field: byCost, descending: false } : fallback;
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const isKnown = board.column(field) || (field === byLatency && board.isTimed) || (field === byCost && isCharged(query));
  if (isKnown) return { field, descending };
  const why = { [byCost]: chargeOf(board), [byLatency]: 'unmeasured' }[field] ?? 'column';
  read.fault('sort', why, [board.wire.rank, board.isTimed && byLatency, byCost].filter(Boolean).join(', '));
  return fallback;
};

const unescape = (text) => text.replace(/%25|%2C/g, (code) => (code === '%25' ? '%' : ','));
export const listText = (values) => values.map(escape).join(',');
export const readList = (text) => text.split(',').map(unescape);

export const sortText = ({ field, descending }) => (field ? (descending ? '-' : '') + field : 'none');

// carried are the parameters that a reader takes along to another task: what does not depend on the task's data, and
// the order where the other has the column too.
export const carried = (values, lacking = null) => [...values].filter(([name, value]) => (
  name === 'sort' && !ours(value) ? lacking && !lacking.includes(value.replace(/^-/, '')) : free.includes(name) || name === 'sort'));
const ours = (sort) => [byCost, byLatency].includes(sort.replace(/^-/, ''));
const free = ['pct', 'unit', 'rent', 'currency', 'price', 'grid', 'pue', 'idle', 'extra', 'extra_server'];

// explored are the parameters of a query that a view on the page Explore can have.
export const explored = (values) => [...values].filter(([name]) => name !== 'unit' && [...free, ...filters, ...asks].includes(name));
const asks = ['sort', 'ceiling', 'reserve'];

// encode writes the query string that parse reads back; what is as by default is left out.
export const encode = (board, query) => {
  const standard = defaults(board);
  const values = new URLSearchParams();
  const add = (name, value, fallback) => { if (value !== fallback) values.set(name, value); };
  add('deadline', query.deadline > 0 ? String(query.deadline) : 'none', standard.deadline > 0 ? String(standard.deadline) : 'none');
  add('pct', percentiles[query.percentile], percentiles[standard.percentile]);
  add('energy', String(query.energy), '0');
  add('accuracy', query.accuracy === null ? '' : String(query.accuracy), '');
  const addList = (name) => { if (query[name]) values.set(name, listText(query[name]) || 'none'); };
  ['gpu', 'gpus', 'precision', 'arch'].forEach(addList);
  add('q', query.q, '');
  add('view', query.view, standard.view);
  add('sort', sortText(query.sort), sortText(standard.sort));
  addList('cols');
  add('unit', query.unit, standard.unit);
  const rent = (rents) => (rents ? listText(rents.map(({ gpu, price }) => `${gpu}:${price}`)) : 'none');
  add('rent', rent(query.rent), rent(rentsOf(board, query.currency)));
  add('currency', query.currency, standard.currency);
  for (const name of ['ceiling', ...parts]) add(name, String(query[name]), '0');
  for (const name of ['price', 'grid', 'daily', 'responses', 'kw', 'monthly']) add(name, query[name] === null ? '' : String(query[name]), '');
  add('pue', String(query.pue), '1');
  if (query.between) values.set('between', '1');
  return values.toString();
};
