// The choice of columns, folded away in the form. Its boxes are the parameter cols.
import { say } from './catalog.js';
import { $$, el } from './dom.js';

const always = ['rank', 'name', 'range', 'pick'];

// columnsOf adds the choice to a place; get and set are for a query's cols, null for the usual columns.
export const columnsOf = (place, columns, board) => {
  const offered = columns.filter(({ kind }) => !always.includes(kind));
  const usual = offered.filter(({ optional }) => !optional).map(({ field }) => field);
  const boxes = () => $$('input', list);
  const list = el('div', { class: 'choices' }, ...offered.map(({ field, label, unit }) => el('label', {},
    el('input', { type: 'checkbox', name: 'cols', value: field }), ' ', label, ' ', el('small', {}, unit ?? ''))));

  const set = (cols) => {
    const on = cols ?? usual;
    for (const box of boxes()) box.checked = on.includes(box.value);
  };
  const get = () => {
    const on = boxes().filter((box) => box.checked).map((box) => box.value);
    return on.length === usual.length && on.every((field) => usual.includes(field)) ? null : on;
  };
  const preset = (text, cols) => el('button', {
    type: 'button',
    onclick: () => {
      set(cols);
      list.dispatchEvent(new Event('input', { bubbles: true }));
    },
  }, text);

  place.append(el('details', { class: 'more' }, el('summary', {}, say('filters.columns')),
    el('p', { class: 'actions' }, preset(say('filters.default'), null), preset(say('filters.all'), board.choices.cols)), list));
  return { get, set };
};
