// The form above the table and a query, in both directions.
import { percentiles } from './board.js';
import { say } from './catalog.js';
import { columnsOf } from './columns.js';
import { byCost } from './cost.js';
import { $, $$ } from './dom.js';
import { mark } from './faults.js';
import { inEnglish, short, toType } from './numbers.js';
import { faultOf, isCurrency, sortText } from './query.js';
import { codeOf, limitIn, readNumber } from './typed.js';

const lists = ['gpu', 'gpus', 'precision', 'arch'];
const possible = ['price', 'grid', 'pue', 'accuracy']; // figures of the form, as far as it has them

export const controlsOf = (form, board, standard, tableColumns) => {
  const columns = columnsOf($('.more > .controls', form), tableColumns, board);
  const sliders = $$('[data-limit]', form).map(slider);
  // measureOf is the energy that a query ranks by: of an output, or one that levels out work
  const measureOf = ({ sort: { field } }) => (board.wire.leveled?.[field] ? field : board.wire.rank);
  const named = (name) => $(`[name=${name}]`, form);
  const figures = possible.filter(named);

  // write shows a query in the form.
  const write = (query) => {
    for (const { name, set } of sliders) set(query[name]);
    for (const name of lists) {
      for (const box of $$(`[name=${name}]`, form)) box.checked = !query[name] || query[name].map(String).includes(box.value);
    }
    choose(form, 'pct', percentiles[query.percentile]);
    choose(form, 'view', query.view);
    choose(form, 'unit', query.unit);
    choose(form, 'between', query.between ? '1' : '');
    choose(form, 'measure', measureOf(query));
    named('q').value = query.q;
    for (const name of figures) named(name).value = query[name] === null ? '' : toType(query[name]);
    for (const input of $$('[name=rent]', form)) {
      const rent = query.rent?.find(({ gpu }) => gpu === input.dataset.of);
      input.value = rent ? toType(rent.price) : '';
    }
    named('currency').value = query.currency;
    columns.set(query.cols);
  };

  // read is the query that the form shows, over the rest of another. A number that cannot be used is marked, and the
  // default takes its place.
  const read = (query) => {
    const next = {
      ...query, q: named('q').value, cols: columns.get(), view: chosen(form, 'view') ?? query.view, unit: chosen(form, 'unit') ?? query.unit,
      between: chosen(form, 'between') === '1',
    };
    const measure = chosen(form, 'measure');
    if (measure && measure !== measureOf(query)) next.sort = measure === board.wire.rank ? standard.sort : { field: measure, descending: false };
    if (board.perPercentile) next.percentile = percentiles.indexOf(chosen(form, 'pct'));
    for (const name of lists) {
      const boxes = $$(`[name=${name}]`, form);
      const on = boxes.filter((box) => box.checked).map((box) => (name === 'gpus' ? Number(box.value) : box.value));
      next[name] = on.length === boxes.length ? null : on;
    }
    for (const { name, get } of sliders) next[name] = get() ?? standard[name];
    for (const name of figures) next[name] = figure(named(name), { pue: 1, accuracy: Number.MIN_VALUE }[name] ?? 0) ?? standard[name];
    const rents = $$('[name=rent]', form).map((input) => ({ gpu: input.dataset.of, price: figure(input, 0) })).filter(({ price }) => price !== null);
    next.rent = rents.length ? rents : null;
    if (next.rent && !query.rent && sortText(next.sort) === sortText(standard.sort)) next.sort = { field: byCost, descending: false };
    next.currency = currencyIn(named('currency')) ?? standard.currency;
    return next;
  };
  return { write, read };
};

const choose = (form, name, value) => {
  for (const input of $$(`[name=${name}]`, form)) input.checked = input.value === value;
};

const chosen = (form, name) => $(`[name=${name}]:checked`, form)?.value;

// figure is the number in a field, null where there is none; what it should be is its data-fault.
const figure = (input, least) => {
  const { name, value } = input;
  const unit = input.parentElement.querySelector('.unit').textContent.split(/\s/)[0];
  const as = name === 'deadline' ? limitIn(unit) : name === 'rent' ? 'price' : name;
  const x = value.trim() ? readNumber(inEnglish(value), as, (it) => it >= least && (name !== 'accuracy' || it <= 1)) : null;
  mark(input, x !== null, () => faultOf(name, value, { deadline: 'deadline', energy: 'positive', pue: 'ratio', accuracy: 'accuracy' }[name] ?? 'zero'));
  return x;
};

// currencyIn is the code in a field, null where it is none.
const currencyIn = (input) => {
  const code = codeOf(input.value.trim());
  mark(input, isCurrency(code), () => faultOf('currency', input.value, 'currency'));
  return isCurrency(code) ? code : null;
};

const steps = 1000;

// slider joins a range input, a number field and the button that lifts the limit. The scale is logarithmic; 0 is no
// limit.
const slider = (box) => {
  const [range, field] = $$('input', box);
  const { least, most } = range.dataset;
  const unit = $('.unit', box).textContent;
  const ratio = Math.log(most / least);
  const at = (value) => (value > 0 ? Math.round((steps * Math.log(value / least)) / ratio) : steps);
  const voice = (value) => range.setAttribute('aria-valuetext', value > 0 ? `${short(value)} ${unit}` : say('filters.no_limit'));
  const set = (value) => {
    range.value = at(value);
    field.value = value > 0 ? toType(value) : '';
    mark(field, true);
    voice(value);
  };

  range.addEventListener('input', () => {
    const value = Number(range.value) >= steps ? 0 : rounded(least * Math.exp((ratio * range.value) / steps));
    field.value = value ? toType(value) : '';
    mark(field, true);
    voice(value);
  });
  field.addEventListener('input', () => {
    const value = field.value.trim() === '' ? 0 : figure(field, Number.MIN_VALUE);
    if (value === null) return; // the slider stays where it was
    range.value = at(value);
    voice(value);
  });
  $('[data-none]', box).addEventListener('click', () => {
    set(0);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  // An empty field is no limit; one that is no number is null.
  const get = () => (field.value.trim() === '' ? 0 : figure(field, Number.MIN_VALUE));
  return { name: box.dataset.limit, set, get };
};

// rounded keeps two digits, so that a slider stops at numbers that people would type.
const rounded = (x) => Number(x.toPrecision(2));
