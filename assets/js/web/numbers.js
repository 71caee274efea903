// How numbers are written for a reader, as package units does: with three significant digits or those of a column's form, in
// the style of the page's language.
import { language } from './language.js';

// number writes x in the form of its column: in which multiple of the unit, and with how many digits.
export const number = (x, { size = 1, digits = 3 } = {}) => styled(significant(x / size, digits));

// amount writes a value with its unit: in a form, or alone in the multiple that it has at least one of.
export const amount = (x, unit, form = { size: sizes.find((least) => x >= least) ?? 1 }) => (
  `${number(x, form)} ${prefixes[sizes.indexOf(form.size)] ?? ''}${unit}`);

// behind is a unit behind a written number: units of counts are plurals, of which 1 has the singular: 1 token, 2 tokens.
// A share is none of the number: 0.75 (share of queries).
export const behind = (text, unit) => {
  if (unit.startsWith('share of ')) return `(${unit})`;
  const [word] = text === '1' ? unit.match(/^\p{L}*/u) : [''];
  const one = singulars[word] ?? (word.length >= 4 && /(?<!s|u|i|bp)s$/.test(word) ? word.slice(0, -1) : word);
  return one + unit.slice(word.length);
};

const singulars = {
  queries: 'query', batches: 'batch', Batches: 'Batch', Anfragen: 'Anfrage', Antworten: 'Antwort', Ausgaben: 'Ausgabe', Bilder: 'Bild', Sequenzen: 'Sequenz',
};

// inUnit is a text with its unit, if it has one: a share of a whole has none.
export const inUnit = (text, unit) => (unit ? `${text} ${unit}` : text);

const sizes = [1e15, 1e12, 1e9, 1e6, 1e3];
const prefixes = ['P', 'T', 'G', 'M', 'k'];

const significant = (x, digits) => {
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  if (size < 1e-6) return twoDigits(x.toExponential(digits - 1));
  const exponent = Number(x.toExponential(digits - 1).split('e')[1]); // rounds first: 9.996 is 10.0
  if (exponent < digits) return group(fixed(x, digits - 1 - exponent));
  const unit = 10 ** (exponent - digits + 1);
  const below = size - (size % unit);
  const isEven = size % unit === unit / 2 && (below / unit) % 2 === 0; // halves are rounded to the even digit
  return group(fixed(isEven ? Math.sign(x) * below : Number(x.toExponential(digits - 1)), 0));
};

// short has all digits before the decimal point and no zeros behind it: for values that are exact by nature.
export const short = (x) => {
  if (Math.abs(x) >= 999.5 && Number.isFinite(x)) return styled(group(fixed(x, 0)));
  const text = significant(x, 3);
  return styled(text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text);
};

export const whole = (n) => styled(group(String(n)));

// inForm writes a value of a column: integers whole, other numbers in the column's form.
export const inForm = (x, column) => (column?.kind === 'integer' ? whole(x) : number(x, column));

// places writes x with a number of decimals.
export const places = (x, decimals) => styled(group(fixed(x, decimals)));

// styled writes an English number in the style of the language, with a minus sign.
const styled = (text) => {
  const { decimal, group: mark } = language();
  return text.replace(/[.,]/g, (c) => (c === '.' ? decimal : mark)).replace(/^-/, '−');
};

// typed is the number in what a reader typed, NaN for none. A comma and a point are both the decimal mark, unless one of
// them can only be the language's mark between thousands.
export const typed = (text) => {
  const { decimal, group: mark } = language();
  const plain = text.trim();
  const inGroups = new RegExp(`^[1-9]\\d{0,2}([${mark}]\\d{3})+([${decimal}]\\d*)?$`).test(plain);
  return Number((inGroups ? plain.replaceAll(mark, '') : plain).replace(',', '.') || NaN);
};

// inEnglish is what a reader typed in the page's language with the marks of English numbers.
export const inEnglish = (text) => (language().decimal === '.' ? text
  : text.replace(/\b[1-9]\d{0,2}(\.\d{3})+\b/g, (grouped) => grouped.replaceAll('.', '')).replace(/(\d),(\d)/g, '$1.$2'));

// ungrouped is a text without the marks between thousands.
export const ungrouped = (text) => text.replace(new RegExp(`(\\d)[${language().group}](?=\\d{3})`, 'g'), '$1');

// toType is a number as a reader would type it, in full precision.
export const toType = (x) => (Number.isInteger(x) && Math.abs(x) < 1e16 ? whole(x) : styled(full(x)));

// nouns is a plural: tokens, queries.
export const nouns = (noun) => (noun.endsWith('ry') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

export const plural = (n, noun) => `${whole(n)} ${n === 1 ? noun : nouns(noun)}`;

// full is the shortest text that reads back as x, as data files write it.
export const full = (x) => {
  const size = Math.abs(x);
  return (size >= 1e-4 && size < 1e16) || x === 0 ? String(x) : twoDigits(x.toExponential());
};

const twoDigits = (text) => text.replace(/e([+-])(\d)$/, 'e$10$2');

const group = (digits) => digits.replace(/\B(?=(\d{3})+(\.|$))(?<!\.\d*)/g, ',');

// fixed rounds halves to the even digit; toFixed rounds them up.
const fixed = (x, digits) => {
  const text = x.toFixed(digits);
  const scaled = Math.abs(x) * 10 ** digits;
  if (scaled % 1 !== 0.5 || !isHalf(x, digits)) return text;
  const down = (Math.floor(scaled) / 10 ** digits).toFixed(digits);
  return Math.floor(scaled) % 2 ? text : (x < 0 ? `-${down}` : down);
};

// isHalf looks at the exact decimal digits, which the product above may have rounded.
const isHalf = (x, digits) => /^50*$/.test(x.toFixed(100).split('.')[1].slice(digits));

// rounded is x in a number of significant digits, halves up, as in package site.
export const rounded = (x, digits, round = Math.round) => {
  const at = Number(x.toExponential(digits - 1).split('e')[1]);
  if (Number.isNaN(at)) return x;
  const scale = 10 ** Math.abs(at - digits + 1);
  return at < digits - 1 ? round(x * scale) / scale : round(x / scale) * scale;
};

// roundedUp is the least number of so many significant digits that is not below x.
export const roundedUp = (x, digits) => {
  const near = rounded(x, digits);
  return near >= x ? near : rounded(x, digits, Math.ceil);
};
