// The form of the page Explore: its controls have the names of the parameters of a view.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { called, describe, usual } from './explored.js';
import { natural } from './natural.js';
import { toType } from './numbers.js';
import { listText, readList } from './query.js';
import { precisionName } from './nouns.js';
import { capital, inside } from './words.js';

const texts = ['x', 'y', 'color', 'facet', 'label', 'rows'];
const lists = ['gpu', 'gpus', 'precision', 'arch'];
const assumed = ['q', 'deadline', 'pct', 'price', 'grid', 'pue', 'rent', 'sort'];

export const exploredForm = (form) => {
  let known; // the board whose columns the form offers
  let kind; // of the figure that they are offered for
  let standing; // what the address need not say
  const named = (name) => $(`[name=${name}]`, form);

  const select = (name) => $(`[data-of=${name}]`, form);

  // choices are what a select offers: [value, text].
  const choicesOf = (name, { file, all, query, view: { kind } }) => {
    const columns = [...all.columns.values()];
    const known = new Map([...columns, ...all.wire.measures].map(({ name: field }) => [field, describe({ file, query }, field)]));
    const [bare, full] = [({ label }) => label, ({ label, unit }) => say('charts.axis.unit', { label, unit })];
    const isTwice = (of, one) => [...known.values()].filter((other) => of(other) === of(one)).length > 1;
    const option = ({ name: field }) => {
      const one = known.get(field);
      if (field === all.wire.parts.gpus) return [field, say('fault.field.gpus')];
      if (field === 'hardware') return [field, capital(say('explore.hardware'))];
      if (!isTwice(bare, one)) return [field, one.label];
      return [field, isTwice(full, one) ? `${one.label} (${field})` : one.unit ? full(one) : one.label];
    };
    const numbers = [...columns.filter(({ kind }) => kind === 'number' || kind === 'integer'), ...all.wire.measures].map(option);
    const groups = columns.filter(({ kind }) => kind !== 'number').map(option);
    // of a setting there is a best configuration, of what a run brought there is none
    const settings = [...Object.values(all.wire.parts), ...all.wire.work ?? [], 'hardware', 'work'];
    const isSetting = ({ name: field }) => settings.includes(field);
    const byText = (list) => list.sort(([, a], [, b]) => natural(a, b));
    if (name === 'rows') {
      const best = columns.filter((column) => column.kind !== 'number' && isSetting(column)).map(option)
        .map(([field, text]) => [`best per ${field}`, say('explore.form.best', { column: inside(text) })]);
      return [['configurations', say('explore.form.all')], ...byText(best)];
    }
    if (name === 'y') return byText(numbers);
    if (name === 'x') return byText(kind === 'bar' ? [...numbers, ...groups.filter(([field]) => !numbers.some(([one]) => one === field))] : numbers);
    return [['none', say('explore.form.nothing')], ...byText(groups)];
  };

  const offer = (place) => {
    if (known === place.all && kind === place.view.kind) return;
    const isNew = known !== place.all;
    known = place.all;
    kind = place.view.kind;
    const { all } = place;
    for (const name of texts) {
      const choices = [...choicesOf(name, place), ['', say('explore.form.own')]];
      select(name).replaceChildren(...choices.map(([value, text]) => el('option', { value }, text)));
    }
    if (!isNew) return;
    $('#lists').replaceChildren(...lists.filter((name) => all.choices[name].length > 1).map((name) => el('fieldset', { class: 'field' },
      el('legend', {}, say(`explore.list.${name}`)), el('span', { class: 'seg' }, ...all.choices[name].map((value) => el('label', {},
        el('input', { type: 'checkbox', name, value, checked: true }), el('span', {}, name === 'precision' ? precisionName(value) : String(value))))))));
    $('#assumed').replaceChildren(...assumed.map((name) => el('label', { class: 'field' }, el('span', {}, say(`explore.assumed.${name}`)),
      el('input', { type: 'text', name, autocomplete: 'off', spellcheck: 'false' }))));
  };

  // A choice fills in the text; the last one lets a reader type.
  form.addEventListener('input', ({ target }) => {
    const { of } = target.dataset;
    if (!of) return;
    named(of).hidden = target.value !== '';
    if (target.value) named(of).value = target.value;
    else named(of).focus();
  });

  return {
    isTyped: ({ type }) => type === 'text',
    // write shows the words of an address; what is as usual shows as the placeholder.
    write(values, place) {
      offer(place);
      const { all, view } = place;
      const standard = usual(all, view.kind);
      const fallback = { x: standard.x, y: standard.y[0], color: standard.by || 'none', facet: 'none', label: standard.label, rows: 'configurations',
        deadline: all.wire.deadline ? toType(all.wire.deadline) : 'none', pct: all.wire.percentile, sort: all.wire.rank, pue: '1' };
      named('board').value = place.id;
      named('kind').value = view.kind;
      named('log').value = values.get('log') || 'x,y';
      named('frontier').checked = values.get('frontier') !== 'none';
      for (const name of assumed) {
        named(name).value = values.get(name) ?? '';
        named(name).placeholder = fallback[name] ?? '';
      }
      for (const name of texts) {
        const given = values.get(name);
        const value = (['x', 'y'].includes(name) ? called(all, given) : given) || fallback[name];
        const listed = [...select(name).options].some((option) => option.value === value && value);
        select(name).value = listed ? value : '';
        named(name).value = value;
        named(name).hidden = listed;
      }
      for (const control of [select('facet'), select('rows'), named('log')]) control.disabled = view.kind === 'bar';
      named('frontier').disabled = view.kind !== 'trade-off';
      standing = fallback;
      for (const box of $$('#lists input', form)) {
        const text = values.get(box.name);
        box.checked = !text || (text !== 'none' && readList(text).includes(box.value));
      }
    },
    // read is the address that the form says, over another.
    read(asked) {
      const values = new URLSearchParams(asked);
      const set = (name, value) => (value ? values.set(name, value) : values.delete(name));
      if (named('board').value !== (asked.get('board') ?? named('board').options[0].value)) {
        for (const name of [...lists, 'rent', 'models', 'deadline', 'pct', 'sort']) values.delete(name);
      }
      set('board', named('board').value);
      set('kind', named('kind').value === 'trade-off' ? '' : named('kind').value);
      const turned = (asked.get('kind') || 'trade-off') !== named('kind').value;
      set('log', named('log').value === 'x,y' ? '' : named('log').value);
      set('frontier', named('frontier').checked ? '' : 'none');
      for (const name of assumed) set(name, named(name)?.value.trim());
      for (const name of texts) {
        const value = named(name).value.trim();
        set(name, value === standing[name] || (turned && name === 'x') ? '' : value);
      }
      for (const name of lists) {
        const boxes = $$(`[name=${name}]`, form);
        const on = boxes.filter(({ checked }) => checked);
        set(name, on.length === boxes.length ? '' : listText(on.map(({ value }) => value)) || 'none');
      }
      return values;
    },
  };
};
