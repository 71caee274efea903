// What readers type as they say it, "30 ms", "$2.00", "H100 $2.00, B200 $3.70", "4x H100", read as package board does (typed.go).
import { natural } from './natural.js';

const many = { '': 1, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9 };
const watts = { '': 1, w: 1, watt: 1, watts: 1, kw: 1e3 };
const same = { '': 1 };

// accepted is what may follow a number, without spaces and with "/" for "per": words, by which the number is then multiplied,
// and a pattern of what it may be said to be for.
const accepted = {
  ms: [{ '': 1, ms: 1, millisecond: 1, milliseconds: 1, s: 1e3, sec: 1e3, second: 1e3, seconds: 1e3 }, '/(output)?tok(en)?'],
  s: [{ '': 1, s: 1, sec: 1, second: 1, seconds: 1, ms: 1e-3, min: 60, minute: 60, minutes: 60 }, '/batch'],
  energy: [{ '': 1, j: 1, kj: 1e3, wh: 3600, kwh: 3.6e6 }, '/((output)?tok(en)?|output|image|video)'],
  price: [{ '': 1, ct: 0.01, cent: 0.01, cents: 0.01, '¢': 0.01 }, '/kwh'],
  grid: [{ '': 1, g: 1, gco2: 1, gco2e: 1, 'gco₂e': 1, kg: 1e3 }, '/kwh'],
  accuracy: [{ '': 1, '%': 0.01, percent: 0.01 }, ''],
  pue: [same, ''],
  '': [same, ''],
  ceiling: [same, '/(1?m(illion)?|1e6)(outputs|tok(en)?s?|images|videos)?'],
  daily: [many, '(outputs|tokens|images|videos)?(/day)?'],
  responses: [many, '(responses|answers|requests)?(/day)?'],
  kw: [{ '': 1, kw: 1, w: 1e-3, mw: 1e3 }, ''],
  monthly: [many, '/mo(nth)?'],
  reserve: [{ '': 1, '%': 1, percent: 1 }, ''],
  idle: [watts, '/gpu'],
  extra: [watts, '/gpu'],
  extra_server: [watts, '/server'],
};

// isRunID tells whether a text has the form of a run's ID (data/runid.go).
export const isRunID = (text) => /^[a-z2-7]{10}(-\d+)?$/.test(text);

// limitIn is the measure of a latency in a unit.
export const limitIn = (unit) => (unit in accepted ? unit : '');

export const costs = ['price', 'ceiling', 'monthly']; // in a currency

const signs = '[$€£]|usd|eur|gbp|chf|jpy|cny|inr|cad|aud|pln|sek|nok|dkk|krw|sgd';
const figures = '[0-9]{0,30}(?:\\.[0-9]{0,30})?(?:e[+-]?[0-9]{1,3})?';
const next = '(?:\\s*[,;]\\s*|\\s+(?:and|or)\\s+|\\s+|$)'; // before the next word of a list
const currencies = { $: 'USD', '€': 'EUR', '£': 'GBP' }; // others are codes

const forms = {
  one: /^\s*one\b/,
  number: /^[≤<=]*(?:([1-9][0-9]{0,2}(?:(?:,[0-9]{3})+(?:\.[0-9]{0,30})?|(?:\.[0-9]{3}){2,}))|([0-9]{0,30}(?:[.,][0-9]{0,30})?(?:e[+-]?[0-9]{1,3})?))([^0-9].*)?$/i,
  per: /\s*\b(?:per|an?)\b\s*/gi,
  space: /\s+/g,
  sign: new RegExp(signs, 'gi'),
  currency: new RegExp(`(?:^|[^a-z])(${signs})(?:[^a-z]|$)`, 'gi'),
  rent: new RegExp(`^\\s*[:=@]?\\s*(?:${signs})?\\s*(${figures})\\s*(?:${signs})?\\s*(?:(?:/|per\\b|an?\\b)\\s*(?:gpu)?[-\\s]*(?:hr?|hour)\\b)?${next}`, 'i'),
  before: /^([0-9]{1,9})(?:\s*[x×*]\s*|\s+)/i,
  after: new RegExp(`^(?:\\s*[x×*]\\s*([0-9]{1,9}))?${next}`, 'i'),
  gpus: new RegExp(`^([0-9]{1,9})\\s*[x×*]?\\s*(?:gpus?)?${next}`, 'i'),
  rest: /^[^,;]*(?:[,;]\s*|$)/,
  within: /^[a-z0-9]/i,
};

const decimal = (text) => (/[0-9]/.test(text) && Number.isFinite(Number(text)) ? Number(text) : null);

// readNumber reads a number of a measure and what follows it; null where it is none, or not a good one.
export const readNumber = (typed, measure, good) => {
  let text = typed.toLowerCase().replace(forms.one, '1').replace(forms.per, '/');
  if (costs.includes(measure)) text = text.replace(forms.sign, '');
  const parts = text.replace(forms.space, '').match(forms.number);
  if (!parts) return null;
  const [, grouped, bare, word = ''] = parts;
  const [times, ends] = accepted[measure];
  const factor = times[word && word.replace(new RegExp(`(${ends})$`), '')];
  const x = decimal(grouped ? grouped.replaceAll(/\..*\./.test(grouped) ? '.' : ',', '') : bare.replace(',', '.'));
  if (x === null || factor === undefined) return null;
  return Number.isFinite(x * factor) && good(x * factor) ? x * factor : null;
};

// currenciesIn are the codes of the currencies that a text names.
export const currenciesIn = (text) => [...new Set([...text.matchAll(forms.currency)].map(([, sign]) => codeOf(sign)))];

// codeOf is the code of a currency that is named by its sign or its code in any case.
export const codeOf = (text) => currencies[text] ?? text.toUpperCase();

// A comma within a value of a list is written %2C and a percent sign %25, before the address is encoded.
export const escape = (text) => String(text).replace(/[%,]/g, (c) => (c === '%' ? '%25' : '%2C'));

// named is the longest of the known names with which a text begins, '' for none, and the text after it.
const named = (text, known) => {
  let found = { name: '', after: '' };
  for (const name of known) {
    for (const form of [name, escape(name)]) {
      const [begin, after] = [text.slice(0, form.length), text.slice(form.length)];
      const is = begin.toLowerCase() === form.toLowerCase() && !forms.within.test(after);
      if (is && name.length > found.name.length) found = { name, after };
    }
  }
  return found;
};

// words goes over the words of a list: read gives what follows the first of them, null where it cannot be read. It tells whether
// all could.
const words = (text, read) => {
  let rest = text.replace(forms.space, ' ').trim();
  let all = true;
  while (rest) {
    const after = read(rest);
    if (after === null) all = false;
    rest = after ?? rest.slice(rest.match(forms.rest)[0].length);
  }
  return all;
};

// readRents reads prices of GPUs, or one price for all: { rents, all }, where all tells whether every word could be read.
export const readRents = (text, known) => {
  const rents = [];
  const all = words(text, (rest) => {
    const { name, after } = named(rest, known);
    const part = name ? after : rest;
    const found = part.match(forms.rent);
    const price = found && decimal(found[1]);
    const of = name ? [name] : known;
    if (price === null || rents.some(({ gpu }) => of.includes(gpu))) return null;
    rents.push(...of.map((gpu) => ({ gpu, price })));
    return part.slice(found[0].length);
  });
  return { rents: rents.sort((a, b) => known.indexOf(a.gpu) - known.indexOf(b.gpu)), all };
};

// readGPUs reads GPU models and numbers of GPUs: { gpus, counts, all }, where all tells whether every word could be read, and
// whether all models have the same numbers: a query cannot ask for others.
export const readGPUs = (text, known) => {
  const of = {};
  const counts = [];
  const all = words(text, (rest) => {
    let { name, after } = named(rest, known);
    let n = '';
    const before = rest.match(forms.before);
    if (!name && before) {
      [, n] = before;
      ({ name, after } = named(rest.slice(before[0].length), known));
    }
    const alone = rest.match(forms.gpus);
    if (!name && alone) {
      counts.push(alone[1]);
      return rest.slice(alone[0].length);
    }
    const behind = after.match(forms.after);
    if (!name || !behind) return null;
    (of[name] ??= []).push(n || (behind[1] ?? ''));
    return after.slice(behind[0].length);
  });
  const alike = new Set(Object.values(of).map((numbers) => [...new Set(numbers)].sort(natural).join(' ')));
  counts.push(...Object.values(of).flat().filter(Boolean));
  return { gpus: Object.keys(of), counts, all: all && alike.size < 2 };
};
