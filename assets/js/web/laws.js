// The laws of a record type, checked of a run of the reader's own as package plausible does: what a law relates, what its
// GPUs can draw, and what the runs around it on the board have. Each finding is { code, text }.
import { say } from './catalog.js';
import { short } from './numbers.js';

const rounding = 1e-6; // what sums of doubles may make
const farAway = 100; // times that a metric may differ from its neighbors'
const [fewest, most] = [3, 5]; // neighbors that a run is compared with

// A run that breaks a law is not suspicious besides.
export const findings = (values, rules, board) => {
  const breaches = (doubts) => rules.laws?.filter(({ doubt = false }) => doubt === doubts).map((law) => broken(law, values, rules)).filter(Boolean) ?? [];
  const found = [...breaches(false), ...power(values, rules, board.wire.parts), ...strays(values, rules, board)];
  return found.length ? found : breaches(true);
};

const lastDigit = (x) => {
  if (x === 0) return 0;
  const [digits, exponent] = Math.abs(x).toExponential().split('e');
  return (0.5 * 10 ** Math.min(0, Number(exponent) - Math.max(0, digits.length - 2))) / Math.abs(x);
};

// broken is what is wrong where a law does not hold.
const broken = ({ code, equal, within = 0, terms, texts }, values, { fields }) => {
  let before = null;
  for (const [i, [factor, ...names]] of terms.entries()) {
    const x = productOf([factor, ...names], values);
    if (x === null) continue;
    const rounded = names.reduce((share, name) => {
      const [one, field] = [values[name], fields.find((of) => of.name === name)];
      return field.kind === 'number' && (!field.counted || !Number.isInteger(one)) ? share + lastDigit(one) : share;
    }, 0);
    const apart = before && Math.abs(x - before.x) / Math.max(Math.abs(x), Math.abs(before.x));
    const allowed = within || rounding;
    if (before && x !== before.x && apart > allowed && (equal ? apart > allowed + rounded + before.rounded : x < before.x)) {
      const said = { before: before.text, x: sixDigits(before.x), text: texts[i], y: sixDigits(x) };
      return { code, text: equal ? say('own.law.equal', { ...said }) : say('own.law.rising', { ...said }) };
    }
    before = { x, rounded, text: texts[i] };
  }
  return null;
};

const sixDigits = (x) => short(Number(x.toPrecision(6)));

const fieldOf = (rules, role) => rules.fields.find(({ name }) => name === role);

// wattsOf is the power of a run, or where it is missing what a law says of it: the product of other fields.
const wattsOf = (values, { power: name, laws = [] }) => {
  if (typeof values[name] === 'number') return values[name];
  const law = laws.find(({ equal, terms }) => equal && terms.length === 2 && terms[1].length === 2 && terms[1][0] === 1 && terms[1][1] === name);
  return law ? productOf(law.terms[0], values) : null;
};

// productOf is a term of a law in a run, null where a factor is missing.
const productOf = ([factor, ...names], values) => names.reduce((product, name) => (
  product === null || typeof values[name] !== 'number' ? null : product * values[name]), factor);

const power = (values, rules, parts) => {
  const [watts, n] = [wattsOf(values, rules), values[parts.gpus]];
  const limit = Object.hasOwn(rules.gpus, values[parts.gpu] ?? '') ? rules.gpus[values[parts.gpu]] : null;
  if (!limit || typeof watts !== 'number' || typeof n !== 'number') return [];
  const said = { watts: sixDigits(watts), gpus: `${n}× ${values[parts.gpu]}`, least: sixDigits(n * limit[0]), most: sixDigits(n * limit[1]) };
  if (watts > n * limit[1]) return [{ code: 'power-limit', text: say('own.law.limit', { ...said }) }];
  return watts < n * limit[0] ? [{ code: 'power-idle', text: say('own.law.idle', { ...said }) }] : [];
};

// strays are metrics far from the median of the runs of the model with the nearest batch sizes, as many on either side.
const strays = (values, rules, board) => {
  const same = (rules.neighbors ?? []).filter((name) => name !== rules.task_field);
  if (same.length === 0) return [];
  const batch = board.part('batch');
  const size = (row) => batch?.numbers[row] || 0;
  const own = values[board.wire.parts.batch] ?? 0;
  const near = board.runs.map((_, row) => row).filter((row) => same.every((name) => (board.column(name)?.value(row) ?? null) === (values[name] ?? null)))
    .sort((a, b) => size(a) - size(b));
  let worst = null;
  for (const name of rules.compared ?? []) {
    const column = board.column(name);
    const x = values[name];
    if (!column || !(x > 0)) continue;
    const known = near.filter((row) => column.numbers[row] > 0);
    const before = known.filter((row) => size(row) <= own).length;
    const from = Math.max(0, Math.min(before - (most >> 1), known.length - most));
    const sorted = known.slice(from, from + most).map((row) => column.numbers[row]).sort((a, b) => a - b);
    if (sorted.length < fewest) continue;
    const median = Math.sqrt(sorted[(sorted.length - 1) >> 1]) * Math.sqrt(sorted[sorted.length >> 1]);
    const distance = Math.max(x / median, median / x);
    if (distance >= farAway && !(worst?.distance >= distance)) worst = { distance, name, x, median, n: sorted.length };
  }
  return worst ? [{ code: 'neighbors', text: say('own.law.neighbors', {
    field: fieldOf(rules, worst.name).label, x: sixDigits(worst.x), n: worst.n, median: sixDigits(worst.median) }) }] : [];
};
