// Runs of the reader's own as rows of a board, behind its own rows: filters, order, ranks and drawings are then those of any
// row.
import { ties } from './board.js';

const prefix = 'own-'; // begins the IDs of such rows; no published run begins so

export const isOwn = (run) => run.startsWith(prefix);

// withOwn is the wire format of a board with runs { name, values, doubted } of the reader's.
export const withOwn = (wire, runs, rules) => ({
  ...wire,
  runs: [...wire.runs, ...runs.map((_, i) => prefix + (i + 1))],
  sensor: [...wire.sensor, ...runs.map(({ values }) => sensorOf(values, wire, rules))],
  doubted: Object.assign({ ...wire.doubted }, ...runs.map(({ doubted, findings }, i) => (
    doubted ? { [wire.runs.length + i]: findings?.[0]?.text ?? '' } : {}))),
  columns: wire.columns.map((column) => extended(column, runs.map((run) => valueIn(column.name, run, wire, rules)))),
});

const extended = (column, values) => {
  if (column.kind !== 'string') return { ...column, values: [...column.values, ...values] };
  const words = [...column.words ?? []];
  const at = values.map((value) => {
    if (value === null) return -1;
    if (!words.includes(value)) words.push(value);
    return words.indexOf(value);
  });
  return { ...column, words, at: [...column.at, ...at] };
};

// valueIn is what a run says in a column: a field, or what pages compute of fields.
const valueIn = (column, { name, values }, wire, rules) => {
  const { parts, rank } = wire;
  if (column === parts.model || column === parts.name) return name;
  const [gpu, n, score] = [values[parts.gpu] ?? null, values[parts.gpus] ?? null, values[rank] ?? null];
  switch (column) {
    case wire.low: return score > 0 && rules.margin > 0 ? score * Math.exp(-rules.margin) : null;
    case wire.high: return score > 0 && rules.margin > 0 ? score * Math.exp(rules.margin) : null;
    case 'hardware': return n > 0 && gpu ? `${n}× ${gpu}` : gpu;
    case 'throughput_per_gpu': return values[wire.throughput] > 0 && n > 0 ? values[wire.throughput] / n : null;
    case 'power_share': return shareOf(values[rules.power], n, rules.gpus[gpu]?.[2]);
    case 'work': return workIn(values, wire);
    case 'resolution': return values.width > 0 && values.height > 0 ? `${values.width}×${values.height}` : null;
    default: return values[column] ?? null;
  }
};

// workIn is the work of a run: as of a row with the same settings, otherwise its settings.
const workIn = (values, { work = [], columns, runs }) => {
  const own = columns.filter(({ name }) => work.includes(name));
  const valueOf = ({ words, at, values: all }, row) => (at ? words[at[row]] ?? null : all[row]);
  const row = runs.findIndex((_, i) => own.every((column) => valueOf(column, i) === (values[column.name] ?? null)));
  const text = columns.find(({ name }) => name === 'work');
  return row < 0 ? own.map(({ name }) => `${name} ${values[name] ?? '?'}`).join(', ') : valueOf(text, row);
};

const shareOf = (watts, n, limit) => (watts > 0 && n > 0 && limit > 0 ? (100 * watts) / (n * limit) : null);

const sensorOf = (values, { parts }, rules) => {
  const [, , , percent, watts] = Object.hasOwn(rules.gpus, values[parts.gpu] ?? '') ? rules.gpus[values[parts.gpu]] : [0, 0, 0, rules.sensor, 0];
  const drawn = values[rules.power] / Math.max(values[parts.gpus] ?? 1, 1);
  return watts > 0 && drawn > 0 ? Math.max(percent, watts / drawn) : percent;
};

// nearestTo is the row of the board's own that agrees with a run in most of the settings, the first of them counting most;
// of several, the one with the closest batch size and latency. Rows of other work are none.
export const nearestTo = (board, { values }, row, count) => {
  const settings = ['gpu', 'gpus', 'precision'].map((part) => board.part(part)).filter(Boolean);
  const model = board.part('model');
  const own = [values[board.wire.parts.model], values[board.wire.parts.name]].filter(Boolean);
  const latency = board.latency(0);
  const apart = (x, y) => (x > 0 && y > 0 && x < Infinity && y < Infinity ? Math.abs(Math.log(x / y)) : 9);
  let best = null;
  for (let other = 0; other < count; other++) {
    if (board.score[other] === Infinity || board.group[other] !== board.group[row]) continue;
    const same = settings.reduce((sum, column) => 2 * sum + (!column.missing(row) && column.value(other) === column.value(row) ? 1 : 0),
      own.includes(model.value(other)) || own.includes(board.part('name').value(other)) ? 1 : 0);
    const batch = board.part('batch');
    const distance = (batch ? apart(batch.numbers[other], batch.numbers[row]) : 0) + apart(latency[other], latency[row]);
    if (!best || same > best.same || (same === best.same && distance < best.distance)) best = { row: other, same, distance };
  }
  return best?.same > 0 && { row: best.row, tied: ties(board, best.row, row), ratio: board.metric[row] / board.metric[best.row] };
};
