// A page of views about a subject: what a reader sets in its form holds for all views below it. The data of the boards are
// fetched when a reader asks for more than the page came with.
import { cite } from './cite.js';
import { byCost, ordered } from './cost.js';
import { say } from './catalog.js';
import { filter } from './board.js';
import { $, $$, el } from './dom.js';
import { faultsIn, mark, tell } from './faults.js';
import { stepsOf, toAddress } from './history.js';
import { lead } from './lead.js';
import { failure, fetchJSON } from './load.js';
import { inEnglish } from './numbers.js';
import { natural } from './natural.js';
import { faultOf, gpusIn, isCalled, isCurrency, isPartly, listText, parameters, parse, readList, unknownIn } from './query.js';
import { codeOf, isRunID, limitIn, readNumber } from './typed.js';
import { responsesView } from './responses.js';
import { showStanding } from './standing.js';
import { runAsked, showView } from './viewkinds.js';
import { fastestOf, lateText } from './unanswered.js';
import { textOf } from './view.js';
import { both, placeIn } from './words.js';

const root = document.documentElement;
const page = JSON.parse($('#files').textContent);
const form = $('#choose');
const responses = new Map(); // of tasks
const controls = () => $$('[name]', form);
let boards; // promise of the boards with their data
let asked = new URLSearchParams(location.search); // the parameters that are shown

// The parameters of the address that the form knows; the others stay as they are.
const names = () => [...new Set(controls().map(({ name }) => name))];

const load = () => {
  boards ??= Promise.all(page.boards.map(async (place) => ({
    ...place, ...placeIn(await fetchJSON(place.data), page.root),
    report: page.report, model: page.model, responses: responses.get(place.id)?.figure,
  }))).catch((error) => {
    boards = undefined;
    throw error;
  });
  return boards;
};

// valueOf is what the form says of a parameter, '' where it says what the page came with.
const valueOf = (name) => {
  const inputs = controls().filter((input) => input.name === name);
  if (name === 'rent') return rentsIn(inputs);
  if (name === 'currency') return codeIn(inputs[0]);
  if (inputs[0].type === 'text') {
    const { value, defaultValue } = inputs[0];
    if (value.trim() === defaultValue.trim()) return '';
    if (value.trim() === '') return 'none';
    const unit = inputs[0].parentElement.querySelector('.unit').textContent.split(/\s/)[0];
    const x = readNumber(inEnglish(value), name === 'deadline' ? limitIn(unit) : name, (it) => (name === 'price' ? it >= 0 : it > 0));
    mark(inputs[0], x !== null, () => faultOf(name, value, { deadline: 'deadline', price: 'zero', pue: 'ratio' }[name] ?? 'positive'));
    return x === null ? '' : String(x);
  }
  const on = inputs.filter(({ checked }) => checked);
  if (inputs[0].type === 'radio' && on.length === 0) return asked.get(name) ?? ''; // an order that only a header gives
  if (inputs[0].type === 'radio') return on[0].defaultChecked ? '' : on[0].value;
  return on.length === inputs.length ? '' : listText(on.map(({ value }) => value)) || 'none';
};

// rentsIn are the prices of GPU models.
const rentsIn = (inputs) => {
  const text = rentsText(inputs);
  const isUsual = codeIn($('[name=currency]', form)) === '' && inputs.every(({ value, defaultValue }) => value.trim() === defaultValue);
  if (isUsual) return '';
  return text || 'none';
};

const rentsText = (inputs) => listText(inputs.map((input) => {
  const x = input.value.trim() ? readNumber(inEnglish(input.value), 'price', (it) => it >= 0) : null;
  mark(input, x !== null, () => faultOf('rent', input.value, 'zero'));
  return x !== null && `${input.dataset.of}:${x}`;
}).filter(Boolean));

// codeIn is the code of a currency, '' for the one that the page came with.
const codeIn = (input) => {
  const code = codeOf(input.value.trim());
  mark(input, isCurrency(code), () => faultOf('currency', input.value, 'currency'));
  return isCurrency(code) && code !== input.defaultValue ? code : '';
};

export const read = () => {
  const values = new URLSearchParams(asked); // the address follows later
  for (const name of names()) {
    const value = valueOf(name);
    if (value) values.set(name, value);
    else values.delete(name);
  }
  return values;
};

const check = (radio, text) => { radio.checked = text ? radio.value === text : radio.defaultChecked; };

// write shows the address in the form.
const write = (values) => {
  const prices = $('details', form);
  if (prices && $$('[name]', prices).some(({ name }) => values.has(name))) prices.open = true;
  const rents = readList(values.get('rent') ?? '');
  for (const input of controls()) {
    const text = values.get(input.name) ?? '';
    const of = `${input.dataset.of}:`;
    if (input.dataset.of) input.value = rents.find((rent) => rent.startsWith(of))?.slice(of.length) ?? (values.has('rent') ? '' : input.defaultValue);
    else if (input.type === 'text') input.value = text === 'none' ? '' : text || input.defaultValue;
    else if (input.type === 'radio') check(input, text);
    else input.checked = !text || (text !== 'none' && text.split(',').includes(listText([input.value])));
  }
};

// queryOf is the query of a board: the form's limit is in the unit of some boards only.
const queryOf = ({ board, limit }, values) => {
  const own = new URLSearchParams(values);
  if (!limit) own.delete('deadline');
  const strange = orderFaults(own.get('sort'));
  if (strange.length > 0 || own.get('sort')?.endsWith('configuration')) own.delete('sort');
  const { query, faults, wrong } = parse(board, own);
  return { query, faults: new Map([...strange.map((fault) => ['sort', fault]), ...wrong.map((name, i) => [name, faults[i]])]) };
};

// faultsOfAll are the faults that all boards find, by parameter: what one of them can use is none.
const faultsOfAll = (all, each, values) => {
  const absent = (name) => (name === 'rent' ? gpusIn(name, values.get(name)) : readList(values.get(name))).filter((word) => (
    !all.some(({ board }) => board.choices[name === 'rent' ? 'gpu' : name]?.some((value) => isCalled(value, word))))).join(', ');
  return new Map([...each[0]].filter(([name]) => each.every((own) => own.has(name))).map(([name, fault]) => [
    name, each.every((own) => own.get(name) === fault) ? fault : faultOf(name, absent(name) || values.get(name), 'list', '')]));
};

// orderFaults are of an order by a column where no table is ordered by columns.
const orderFaults = (text) => {
  const known = controls().filter(({ name, value }) => name === 'sort' && value).map(({ value }) => value);
  return !text || $('.sort') || ['auto', ...known].includes(text) ? [] : [faultOf('sort', text, 'choice', known.join(', '))];
};

// knows tells whether a board has any value that a list of the address names.
const knows = ({ query, faults }, name) => !faults.has(name) || isPartly(query, name);

// queriesOf are the queries of all boards. One that has no value of a list which another has, has no such rows.
const queriesOf = (all, values) => {
  const parsed = all.map((place) => queryOf(place, values));
  const lists = ['gpu', 'gpus', 'precision', 'arch'].filter((name) => values.has(name) && parsed.some((one) => knows(one, name)));
  const named = Object.fromEntries(lists.map((name) => [name, [...new Set(parsed.flatMap((one, i) => (
    knows(one, name) ? one.query[name] ?? all[i].board.choices[name] : [])))].sort((a, b) => natural(String(a), String(b)))]));
  return parsed.map((one) => {
    const none = lists.filter((name) => !knows(one, name)).map((name) => [name, []]);
    return { ...one, named, query: { ...one.query, ...Object.fromEntries(none) } };
  });
};

// isRun tells whether a name in the address is that of a run which the page did not come with.
const isRun = (name) => isRunID(name) && !document.getElementById(name);

// reveal brings the run that the address names into view.
const reveal = () => {
  const row = document.getElementById(runAsked());
  if (!row?.dataset.run) return;
  row.classList.add('asked');
  row.scrollIntoView({ block: 'center' });
};

// The page that compares models says more of what is asked (compare.js): about(place, values, query) gives what its views
// are about besides, and faults.
let about;

// isStanding tells whether the page came with what is asked. Addresses may name filters that the form does not have.
const isStanding = (values) => [...names(), ...parameters()].every((name) => !values.has(name)) && (!about || !values.has('models'));

// isMet tells whether the filters leave any row of what a page is about; the page of a model draws also those that are too slow.
const isMet = (place, query) => {
  const [passes, isOf] = [filter(place.board, place.model ? { ...query, deadline: 0 } : query), isAbout(place)];
  return place.board.runs.some((_, row) => passes(row) && isOf(row));
};

const isAbout = ({ board, views }) => {
  const { where, is } = views.find(({ kind }) => kind === 'answer') ?? views[0];
  const of = where && textOf(board, where);
  return (row) => !of || is.includes(of(row));
};

// noneText says why nothing is left of any board: the limit alone where it excludes all, or all filters together.
const noneText = (all, queries) => {
  const late = all.flatMap((place, i) => {
    const { board, words } = place;
    const query = { ...queries[i].query, ...queries[i].named };
    const row = query.deadline > 0 ? fastestOf(ordered(board, query), query, board.byLatency(query.percentile).filter(isAbout(place))) : undefined;
    return row === undefined ? [] : [{ words, query, row, latency: board.latency(query.percentile)[row] }];
  });
  if (late.length === 0) return say('task.lede.empty');
  const { words, query, row } = late.reduce((first, one) => (one.latency < first.latency ? one : first));
  return words.about(query, lateText('none_late', query, row, words));
};

// tellScope says once what the filters leave, instead of in each section, and of which boards nothing is left.
const tellScope = (all, scopes, unmet, queries) => {
  for (const place of all) {
    for (const id of [place.id, `${place.id}-alternatives`]) document.getElementById(id)?.toggleAttribute('hidden', unmet.includes(place));
  }
  const none = unmet.length === all.length ? noneText(all, queries)
    : unmet.length > 0 && say('groups.none_in', { tasks: both(unmet.map(({ file: { task } }) => task.name)) });
  $('#scope')?.remove();
  const text = unmet.length === all.length ? none : [...new Set(scopes), none].filter(Boolean).join(' ');
  if (text) $('#view').before(el('p', { id: 'scope', class: 'text', role: 'status' }, text));
};

// isAsked tells whether an address asks for more than a run that the page came with.
const isAsked = (values) => [...values.keys()].some((name) => name !== 'run') || isRun(runAsked());
const known = () => [...parameters(), 'run', 'axes', 'base', ...(about ? ['models', 'task'] : [])];
const ofBoards = ['unit', 'view', 'cols']; // a link carries them, and pages of several boards do not have them
const isKnown = (name) => known().includes(name);
const unknown = (values) => unknownIn(values, known());

const show = async (values) => {
  asked = values;
  lead(values);
  cite(String(values));
  if (boards === undefined && !about && !isAsked(values)) return;
  try {
    const all = await load();
    if (asked !== values) return;
    const queries = queriesOf(all, values);
    const more = []; // of what the page is about
    const scopes = []; // what the filters leave of each board that they leave anything of
    const unmet = []; // boards of which they leave nothing
    for (const [i, place] of all.entries()) {
      const { query } = queries[i];
      if (place.model) showStanding(place, query);
      if (!about && !isMet(place, query)) unmet.push(place);
      else scopes.push(place.words.scope({ ...query, ...queries[i].named })); // all rows of a board may have what a list names
      const subject = about?.(place, values, query);
      if (subject) more.push(...subject.faults);
      for (const view of place.views) showView(view, place, { ...subject, query, values, standing: isStanding(values) });
      subject?.shown();
    }
    if (!about) tellScope(all, scopes, unmet, queries);
    const faults = faultsOfAll(all, queries.map((one) => one.faults), values);
    tell([...faults.values(), ...more, ...faultsIn(form), ...unknown(values)]);
    const isUsed = ([name]) => isKnown(name) && !ofBoards.includes(name) && (!faults.has(name) || queries.some(({ query }) => isPartly(query, name)));
    cite(String(new URLSearchParams([...values].filter(isUsed))));
    root.dataset.state = 'ready';
  } catch (error) {
    root.dataset.state = 'error';
    $('#error').replaceChildren(failure(say('load.filters', { error: error.message }), () => { $('#error').replaceChildren(); show(values); }));
  }
};

// sortable lets headers of the tables of configurations order them.
const sortable = (table) => {
  for (const button of $$('.sort', table.tHead)) button.disabled = false;
  table.tHead.addEventListener('click', ({ target }) => {
    if (!target.matches('.sort')) return;
    const { field, moreFirst } = target.closest('th').dataset;
    const values = read();
    const now = values.get('sort') ?? '';
    const turns = moreFirst === undefined ? [field, `-${field}`] : [`-${field}`, field]; // the better ones come first
    const next = turns[turns.indexOf(now) + 1];
    if (next) values.set('sort', next);
    else values.delete('sort');
    for (const radio of controls()) if (radio.name === 'sort') check(radio, next); // the form has some orders, too
    change(values, true);
  });
  table.addEventListener('more', () => show(asked));
  table.addEventListener('rows', ({ detail: { sort } }) => {
    for (const th of table.tHead.rows[0].cells) {
      const state = { [th.dataset.field]: 'ascending', [`-${th.dataset.field}`]: 'descending' }[sort ?? ''];
      if (state) th.setAttribute('aria-sort', state);
      else th.removeAttribute('aria-sort');
    }
  });
};

export const change = (values, step) => {
  toAddress(values, step);
  return show(values);
};

const fromAddress = () => {
  const values = new URLSearchParams(location.search);
  write(values);
  return show(values);
};

// hasRents tells whether an address has prices of GPUs, or the publisher's apply.
const hasRents = (values) => (values.has('rent') ? values.get('rent') !== 'none' : $$('[data-of]', form).some(({ defaultValue }) => defaultValue !== ''));

// followed is what the form says after an input: the first price of a GPU makes cost the order, as on pages of tasks and the home
// page, until a reader chooses another; without prices there is none.
const followed = (target) => {
  const hadPrices = hasRents(asked);
  const values = read();
  const order = $('[name=sort][value=cost]', form);
  if (target.dataset.of && hasRents(values) && !hadPrices && order && !asked.has('sort')) values.set('sort', byCost);
  if (values.get('sort') === byCost && !hasRents(values) && !values.has('price')) values.delete('sort');
  for (const radio of controls()) if (radio.name === 'sort') check(radio, values.get('sort'));
  return values;
};

const isStep = stepsOf(form);
form.addEventListener('input', ({ target }) => target.name && change(followed(target), isStep(target)));
form.addEventListener('reset', (event) => {
  event.preventDefault();
  const values = new URLSearchParams(asked);
  for (const name of [...names(), 'sort']) values.delete(name);
  write(values);
  change(values, true);
});
form.addEventListener('submit', (event) => event.preventDefault());
for (const event of ['pointerenter', 'focusin']) form.addEventListener(event, () => load().catch(() => {}), { once: true });
addEventListener('popstate', fromAddress);
$('fieldset', form).disabled = false;
for (const { id, views, lengths } of page.boards) {
  for (const { id: table, by, kind } of views) if (kind === 'ranking' && !by) sortable(document.getElementById(table));
  const view = responsesView({ id, lengths }, async () => (await load()).find((place) => place.id === id));
  if (view) responses.set(id, view);
}

// openViews shows what the address asks for.
export const openViews = async (subject) => {
  about = subject;
  await fromAddress();
  reveal();
  addEventListener('hashchange', () => show(asked).then(reveal));
  if (root.dataset.state !== 'error') root.dataset.state = 'ready';
};
