// What cells of tables have in common, whoever makes them. The markup is that of templates/table.templ.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { measured } from './nouns.js';
import { full } from './numbers.js';

export const missing = () => [el('span', { class: 'vh' }, say('table.missing')), el('span', { 'aria-hidden': 'true' }, '–')];

// sign stands behind the name of a row that something sets apart, such as "on the frontier".
export const sign = (mark) => el('span', { class: 'mark', title: mark },
  el('span', { 'aria-hidden': 'true' }, '◆'), el('span', { class: 'vh' }, `, ${mark}`));

// unsaid removes what a page says of the rows that its table leaves out: they are others under a filter, and a button brings
// them.
export const unsaid = (region) => [...region.parentElement.children].find(({ dataset }) => 'left' in dataset)?.remove();

// The windows that have no room for a column, the widest first (not-w is all), and what says it below the name there.
const folded = [{ column: { class: 'not-w' }, below: { class: 'below x' } }, { column: { class: 'not-l' }, below: { class: 'below l' } },
  { column: { class: 'not-m' }, below: { class: 'below m' } }, { column: { class: 'not-s' }, below: { class: 'below' } }];
const steps = folded.map(({ column }) => column.class);

// room is how many columns fit beside rank and name in windows of each step, as in templates/table.go.
const room = { 'not-s': 2, 'not-m': 4, 'not-l': 7, 'not-w': 7 };
const beside = ({ class: name }) => !/\b(rank|name|pick)\b/.test(name);
const stepOf = ({ class: name }) => name.split(' ').find((one) => steps.includes(one)) ?? '';

// roomy are the columns { class } with those that a window has no room for said below the name there, the last first; the main
// number and what rows are sorted by stay.
export const roomy = (columns, sorted) => {
  const made = columns.map((column) => ({ ...column }));
  const order = ['', ...steps.toReversed()];
  for (const [i, [next, most]] of Object.entries(room).entries()) {
    const here = order.slice(0, i + 1);
    let over = made.filter((column) => beside(column) && here.includes(stepOf(column))).length - most;
    for (const column of made.toReversed()) {
      if (over <= 0) break;
      if (!beside(column) || stepOf(column) !== order[i] || /\bmain\b/.test(column.class) || column.field === sorted) continue;
      column.class = `${column.class.replace(order[i], '').trim()} ${next}`;
      over--;
    }
  }
  return made;
};

// foldsOf are what windows without all columns show below the name of a row. columns are { class, label, unit }, and named
// where the label is said although there is no unit.
export const foldsOf = (columns) => steps.map((step) => ({ step, columns: columns.flatMap(({ class: name, label, unit, named }, i) => {
  if (!name.split(' ').includes(step)) return [];
  const number = /^n\b/.test(name);
  return [{ i, label, unit: number ? unitBeside(label, unit) : unit, number, named }];
}) }));

// unitBeside is a unit behind a label that may say what it is per: "J" of "Energy per token", in J per token.
const unitBeside = (label = '', unit = '') => {
  const per = ` ${say('charts.per')} `;
  const [before, rest = ''] = unit.split(per);
  return label.includes(per + rest.split(',')[0]) ? before : unit;
};

// foldsIn are those of a table, by its heads; isFlag tells the fields of which a value is yes or no.
export const foldsIn = (heads, isFlag = () => false) => foldsOf(heads.map((th) => ({
  class: th.className, label: ($('.sort', th) ?? $('a, span', th))?.textContent, unit: $('small', th)?.firstChild?.textContent.trim(),
  named: isFlag(th.dataset.field),
})));

// wordsOf is a value that is no number, as package site writes it: yes or no, a time, a code in the words of its declaration, a list.
export const wordsOf = (value, { words, time } = {}) => {
  if (typeof value === 'boolean') return say(`run.flag.${value}`);
  const text = words?.[value] ?? (time ? inUTC(value) : String(value));
  return text.startsWith('["') ? listIn(text) : text;
};

// inUTC is a time that is a number as people write it, as package instants does.
export const inUTC = (text) => {
  let x = /^[0-9.]+$/.test(text) ? Number(text) : NaN;
  while (x > 1e11 && x < 1e20) x /= 1e3;
  return x >= 631152000 && x <= 1e11 ? `${new Date(Math.floor(x) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC` : String(text);
};

// listIn is a list, which records hold as JSON, as people write it: without the codes of warnings, sentences quoted.
export const listIn = (text) => {
  try {
    const all = JSON.parse(text);
    if (all.some((one) => one !== null && typeof one === 'object')) return text;
    const texts = all.map((one) => String(one).replace(/^[a-z]+(?:_[a-z]+)+: /, ''));
    return texts.some(isSentence) ? texts.map((one) => say('form.quote', { text: one })).join(' ') : texts.join('; ');
  } catch {
    return text;
  }
};

// isSentence tells whether a text of a benchmark has sentences.
export const isSentence = (text) => /\p{L}{2}[^.]*\.(?:[\s"”“]|$)/u.test(text);

const partOf = (tr) => ({ i, label, unit, number, named }) => {
  const cell = tr.cells[i];
  if ($('.vh', cell)) return ''; // missing
  const node = $('data', cell) ?? cell.firstChild;
  const text = node?.textContent.replace(/ +/g, ' ').trim();
  if (!text) return '';
  if (number) return [label, measured(text, unit), $('small', cell)?.textContent.trim()].filter(Boolean).join(' ');
  return unit || named ? `${label} ${text}` : text;
};

// fold writes below the name of a row what folds says; ranks, if any, come last.
export const fold = (tr, name, folds, ranks) => {
  for (const old of $$('.below', name)) old.remove();
  for (const { step, columns } of folds) {
    const text = [...columns.map(partOf(tr)), step === 'not-s' && ranks].filter(Boolean).join(' · ');
    if (text) name.append(el('span', folded[steps.indexOf(step)].below, text));
  }
};

// data is a number with its full value.
export const data = (value, text) => el('data', { value: full(value) }, text);

// toRun leads from a number to its run.
export const toRun = (row, { board, words }, content) => el('a', { href: words.runPage(board.runs[row]) }, ...content);

// nameOf is what a row is called: its model with the precision of its weights.
export const nameOf = (row, { board, words }) => {
  const model = row.alt ?? row;
  return [
    words.href(model) ? el('a', { href: words.href(model) }, words.name(model)) : words.name(model), ' ',
    words.tagged(model),
  ].filter(Boolean);
};

// onText is on how many GPUs and at which batch size a row was measured, as far as they are known, in small type.
export const onText = (board, words, row) => {
  const [n, batch] = [board.gpuCount[row], words.part('batch', row)];
  const texts = {
    on: () => say('views.on', { n, batch }), on_gpus: () => say('views.on_gpus', { n }), on_batch: () => say('views.on_batch', { batch }), '': () => '',
  };
  const text = texts[knownOf(board, [row])]();
  return text ? [el('small', {}, ` ${text}`)] : [];
};

// knownOf is the key of what is known in any of some rows of number of GPUs and batch size, '' for neither.
export const knownOf = (board, rows) => {
  const hasGPUs = rows.some((row) => board.gpuCount[row] > 0);
  const hasBatch = rows.some((row) => board.part('batch')?.value(row) > 0);
  if (hasGPUs) return hasBatch ? 'on' : 'on_gpus';
  return hasBatch ? 'on_batch' : '';
};
