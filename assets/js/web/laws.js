// The laws of a record type, checked of a run of the reader's own as package plausible does: what a law relates, what its
// GPUs can draw, and what the runs around it on the board have. Each finding is { code, text, doubt }.
import { say } from './catalog.js';
import { short } from './numbers.js';

const rounding = 1e-6; // what sums of doubles may make
const farAway = 100; // times that a metric may differ from its neighbors'
const [fewest, most] = [3, 5]; // neighbors that a run is compared with

export const findings = (values, rules, board) => [
  ...rules.laws?.map((law) => broken(law, values, rules)).filter(Boolean) ?? [],
  ...power(values, rules, board.wire.parts),
  ...strays(values, rules, board),
];

const lastDigit = (x) => {
  if (x === 0) return 0;
  const [digits, exponent] = Math.abs(x).toExponential().split('e');
  return (0.5 * 10 ** Math.min(0, Number(exponent) - Math.max(0, digits.length - 2))) / Math.abs(x);
};

// broken is what is wrong where a law does not hold.
export const broken = ({ code, equal, doubt, within = 0, terms, texts }, values, { fields }) => {
  let before = null;
  for (const [i, [factor, ...names]] of terms.entries()) {
    const numbers = names.map((name) => values[name]);
    if (numbers.some((x) => typeof x !== 'number')) continue;
    const x = numbers.reduce((product, one) => product * one, factor);
    const rounded = numbers.reduce((share, one, k) => {
      const field = fields.find(({ name }) => name === names[k]);
      return field.kind === 'number' && (!field.counted || !Number.isInteger(one)) ? share + lastDigit(one) : share;
    }, 0);
    const apart = before && Math.abs(x - before.x) / Math.max(Math.abs(x), Math.abs(before.x));
    const allowed = within || rounding;
    if (before && x !== before.x && apart > allowed && (equal ? apart > allowed + rounded + before.rounded : x < before.x)) {
      const said = { before: before.text, x: sixDigits(before.x), text: texts[i], y: sixDigits(x) };
      return { code, doubt, text: equal ? say('own.law.equal', { ...said }) : say('own.law.rising', { ...said }) };
    }
    before = { x, rounded, text: texts[i] };
  }
  return null;
};

const sixDigits = (x) => short(Number(x.toPrecision(6)));

const fieldOf = (rules, role) => rules.fields.find(({ name }) => name === role);

const power = (values, rules, parts) => {
  const [watts, n] = [values[rules.power], values[parts.gpus]];
  const limit = Object.hasOwn(rules.gpus, values[parts.gpu] ?? '') ? rules.gpus[values[parts.gpu]] : null;
  if (!limit || typeof watts !== 'number' || typeof n !== 'number') return [];
  const said = { watts: sixDigits(watts), gpus: `${n}× ${values[parts.gpu]}`, least: sixDigits(n * limit[0]), most: sixDigits(n * limit[1]) };
  if (watts > n * limit[1]) return [{ code: 'power-limit', text: say('own.law.limit', { ...said }) }];
  return watts < n * limit[0] ? [{ code: 'idle-power', text: say('own.law.idle', { ...said }) }] : [];
};

// strays are metrics far from the median of the runs of the model with the nearest batch sizes.
const strays = (values, rules, board) => {
  const others = (rules.neighbors ?? []).filter((name) => name !== rules.task_field).map((name) => board.column(name));
  if (!rules.neighbors?.length || others.some((column) => !column)) return [];
  const near = board.runs.map((_, row) => row).filter((row) => others.every((column) => column.value(row) === values[column.name]));
  const batch = board.part('batch');
  const size = (row) => batch?.numbers[row] || 0;
  const own = values[board.wire.parts.batch] ?? 0;
  let worst = null;
  for (const name of rules.compared ?? []) {
    const column = board.column(name);
    const x = values[name];
    if (!column || !(x > 0)) continue;
    const known = near.filter((row) => column.numbers[row] > 0).sort((a, b) => Math.abs(size(a) - own) - Math.abs(size(b) - own)).slice(0, most);
    if (known.length < fewest) continue;
    const sorted = known.map((row) => column.numbers[row]).sort((a, b) => a - b);
    const median = Math.sqrt(sorted[(sorted.length - 1) >> 1]) * Math.sqrt(sorted[sorted.length >> 1]);
    const distance = Math.max(x / median, median / x);
    if (distance >= farAway && !(worst?.distance >= distance)) worst = { distance, name, x, median, n: known.length };
  }
  return worst ? [{ code: 'neighbors', text: say('own.law.neighbors', {
    field: fieldOf(rules, worst.name).label, x: sixDigits(worst.x), n: worst.n, median: sixDigits(worst.median) }) }] : [];
};
