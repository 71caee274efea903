// The page that compares models: address, form and data come together here.
import { openBoard, percentiles } from './board.js';
import { rich, say } from './catalog.js';
import { compare, distinctMarks, mostModels, readComparison, writeComparison } from './comparison.js';
import { comparisonFigure } from './comparefigure.js';
import { compareView, throughputOf } from './compareview.js';
import { $, $$, el } from './dom.js';
import { csv, json } from './export.js';
import { language } from './language.js';
import { failure, fetchJSON } from './load.js';
import { per } from './nouns.js';
import { number, toType, typed, whole } from './numbers.js';
import { carried, defaults } from './query.js';
import { save } from './save.js';
import { capital, withLimit, wordsFor } from './words.js';

const root = document.documentElement;
const form = $('#comparison');
const view = $('#view');
const select = $('[name=task]', form);
const standardLede = $('.lede').textContent;

let shown; // { task id, comparison } of the place, once its data are here
let place;
let answersIn = 'tokens';
let waiting;
let drawn; // what show drew last: { result, views }
const pointed = new Map(); // model → row that the reader pointed at, the latest last

// Data of tasks, each asked for once; one that failed may be asked for again.
const files = new Map();
const fileOf = (address) => {
  if (!files.has(address)) {
    const file = fetchJSON(address);
    files.set(address, file);
    file.catch(() => files.delete(address));
  }
  return files.get(address);
};

const options = () => [...select.options];
const optionOf = (id) => options().find(({ value }) => value === id);

// fromAddress shows what the address asks for. Of several that are under way the last one counts.
let turn = 0;
const fromAddress = async () => {
  const mine = ++turn;
  clearTimeout(waiting);
  const asked = new URLSearchParams(location.search).get('task');
  const option = optionOf(asked) ?? options()[0];
  const faults = asked && option.value !== asked ? [say('fault.task', { given: `task=${asked}` })] : [];
  select.value = option.value;
  $('#error').replaceChildren();
  view.setAttribute('aria-busy', 'true');
  try {
    // A comparison without the lengths is still one.
    const lengthsFile = option.dataset.lengths && fileOf(option.dataset.lengths).catch(() => null);
    const [file, lengths] = await Promise.all([fileOf(option.dataset.board), lengthsFile]);
    if (mine !== turn) return;
    place = openPlace(option, file, lengths);
    const read = readComparison(place.board, location.search);
    shown = read.comparison;
    pointed.clear();
    makeControls();
    tell([...faults, ...read.faults]);
    show();
    $('fieldset', form).disabled = false;
    root.dataset.state = 'ready';
  } catch (error) {
    if (mine === turn) fail(error);
  } finally {
    if (mine === turn) view.removeAttribute('aria-busy');
  }
};

const openPlace = (option, file, lengths) => {
  if (place?.file === file) return place;
  const board = openBoard(file.board);
  const words = wordsFor(board, file.task, file.models, form.dataset.root);
  return { file, board, words, lengths, task: file.task, report: form.dataset.report };
};

const fail = (error) => {
  root.dataset.state = 'error';
  $('#error').replaceChildren(failure(say('compare.failed', { error: error.message }), fromAddress));
};

// tell names what of the address could not be used.
const tell = (faults) => {
  if (faults.length === 0) return;
  $('#error').append(el('p', { id: 'faults', class: 'none' }, say('filters.invalid', { faults: faults.join('; ') })));
};

// change takes a new comparison; `step` makes it a step of the browser's history.
const change = (next, { step = true } = {}) => {
  shown = next;
  pointed.clear();
  $('#faults')?.remove();
  clearTimeout(waiting);
  if (step) address('pushState');
  else waiting = setTimeout(() => address('replaceState'), 250);
  show();
};

const query = (part, options_) => change({ ...shown, query: { ...shown.query, ...part } }, options_);

const address = (method) => history[method](null, '', `?${writeComparison(place.board, place.task.id, shown)}`);

const act = {
  base: (id) => change({ ...shown, base: id }),
  remove: (id) => {
    const models = shown.models.filter((other) => other !== id);
    change({ ...shown, models, base: shown.base === id ? models[0] : shown.base });
  },
  add: (id) => change({ ...shown, models: [...shown.models, id], base: shown.base ?? id }),
  sort: (field) => {
    const { sort } = shown.query;
    const next = sort.field !== field ? { field, descending: false }
      : sort.descending ? { field: '', descending: false } : { field, descending: true };
    query({ sort: next }, { step: false });
  },
};

// show draws the comparison.
const show = () => keepFocus(() => {
  const { board, task, lengths } = place;
  const marks = place.file.model_marks;
  place.marks = distinctMarks(shown.models.map((id) => marks[board.models.indexOf(id)]), place.file.hues);
  const result = compare(board, shown);
  const views = compareView(place, act);
  drawn = { result, views };
  writeControls();
  $('.lede').replaceChildren(...lede(result));
  document.title = title();
  if (shown.models.length < 2) {
    view.replaceChildren(few(), ...(shown.models.length ? [views.cards(result, shown.query)] : []));
    return;
  }
  view.replaceChildren(
    views.cards(result, shown.query),
    ...(place.file.tradeoff ? [section('tradeoff', capital(task.axes), result.drawn.length
      ? figure(place, result, shown.query)
      : el('p', { class: 'none' }, say('task.lede.empty')))] : []),
    section('best', say('compare.best', { model: nameOf(shown.base) }), note(), views.ratios(result, shown.query)),
    ...(lengths ? [section('answers', say('compare.answers'), answersChoice(), answers())] : []),
    section('all', say('compare.all'), ...views.configurations(result, shown.query), actions(result, task)));
});

const answers = () => drawn.views.answers(drawn.result, place.lengths, answersIn, ({ id, best }) => pointed.get(id) ?? best);

// point tells more of one configuration: its place in the table, how long its answers were.
const point = (row) => {
  const { board } = place;
  const id = board.models[board.model[row]];
  if ([...pointed.values()].at(-1) === row) return;
  pointed.delete(id);
  pointed.set(id, row);
  for (const tr of $$('#configurations tr[data-run]')) tr.classList.toggle('on', tr.dataset.run === board.runs[row]);
  $('#answers .figures')?.replaceWith(answers());
};

const figure = comparisonFigure(form.dataset.library, {
  point,
  choose: (row, sure) => sure && place.words.href(row) && open(`${place.words.href(row)}#${place.board.runs[row]}`, '_self'),
});

// The keyboard points at a row of the table as at its mark; a mouse would not, for the rows move with what is above them.
view.addEventListener('focusin', ({ target }) => {
  const run = target.closest('#configurations tr[data-run]')?.dataset.run;
  if (run) point(place.board.runs.indexOf(run));
});

// keepFocus puts the focus back onto the same thing after drawing anew.
const keepFocus = (draw) => {
  const key = document.activeElement?.dataset?.key;
  draw();
  if (!key || document.activeElement !== document.body) return;
  const keyed = $$('[data-key]', view);
  const [kind] = key.split(' ');
  (keyed.find((one) => one.dataset.key === key) ?? keyed.findLast((one) => one.dataset.key.startsWith(`${kind} `))
    ?? $('[name=add]', form)).focus();
};

const section = (id, heading, ...content) => el('section', { id }, el('h2', {}, heading), ...content);

const nameOf = (id) => place.words.name(place.board.model.indexOf(place.board.models.indexOf(id)));

const title = () => {
  const names = shown.models.map(nameOf);
  const said = names.length > 1 ? say('form.and', { list: names.slice(0, -1).join(', '), last: names.at(-1) }) : say('compare.title');
  return `${said} | ${$('.brand').textContent.trim()}`;
};

const few = () => el('p', { class: 'none', id: 'few', role: 'status' }, shown.models.length ? say('compare.one') : say('compare.none'));

const note = () => {
  const { board, task } = place;
  const [first, second] = [board.wire.more && task.metric, throughputOf(board) && say('compare.of_throughput')].filter(Boolean);
  const metrics = second ? say('form.and', { list: first, last: second }) : first;
  return el('p', { class: 'note' },
    [say('compare.ratio_note', { model: nameOf(shown.base) }), metrics && say('compare.better', { metrics })].filter(Boolean).join(' '));
};

// lede is the comparison in a sentence.
const lede = ({ compared }) => {
  const { board, words, task } = place;
  const able = compared.filter(({ best }) => best !== null && board.score[best] !== Infinity)
    .sort((a, b) => board.score[a.best] - board.score[b.best]);
  if (compared.length < 2) return [standardLede];
  const at = words.at(shown.query);
  if (able.length === 0) return [at ? say('compare.unable_at', { at }) : say('compare.unable')];
  const [first] = able;
  const last = able.at(-1);
  const claim = say(withLimit(`task.lede.${task.claim}`, at), { model: nameOf(first.id), metric: task.metric, at });
  const parts = rich('task.lede.answer_bare', { claim, value: `${number(board.metric[first.best])} ${task.rank_unit}` });
  if (able.length > 1) {
    const values = { model: nameOf(last.id), times: number(board.metric[last.best] / board.metric[first.best]) };
    parts.push(' ', task.claim === 'energy' ? say('compare.uses', { ...values }) : say('compare.has', { ...values }));
  }
  const slow = compared.length - able.length;
  if (slow) parts.push(' ', say('compare.excluded', { n: slow }));
  return parts;
};

const answersChoice = () => el('fieldset', { class: 'field' }, el('legend', {}, say('filters.view')), el('span', { class: 'seg' },
  ...[['tokens', say('compare.tokens')], ['joules', say('compare.joules')]].map(([value, text]) => {
    const input = el('input',
      { type: 'radio', name: 'answers', value, 'data-key': `answers ${value}`, onchange: () => { answersIn = value; show(); } });
    input.checked = value === answersIn;
    return el('label', {}, input, el('span', {}, text));
  })));

const actions = ({ rows }, task) => {
  const said = el('span', { role: 'status', class: 'said' });
  const button = (text, press) => el('button', { type: 'button', class: 'link', onclick: press }, text);
  return el('p', { class: 'actions' }, say('actions.rows'), ' ',
    button('CSV', () => save(`${task.id}-comparison.csv`, csv(place.board, rows), 'text/csv')),
    button('JSON', () => save(`${task.id}-comparison.json`, json(place.board, rows), 'application/json')),
    button(say('actions.link'), () => {
      const link = new URL(`?${writeComparison(place.board, task.id, shown)}`, location.href).href;
      navigator.clipboard.writeText(link)
        .then(() => { said.textContent = say('actions.linked'); }, () => { said.textContent = say('actions.refused', { text: link }); });
    }), said);
};

// makeControls fills the form for the task; writeControls shows the comparison in it.
const makeControls = () => {
  const { board, task } = place;
  $$('[data-made]', form).forEach((field) => field.remove());
  const choice = (name, label, kind, values) =>
    el('fieldset', { class: 'field', 'data-made': true }, el('legend', {}, label), el('span', { class: 'seg' },
    ...values.map(([value, text]) => el('label', {}, el('input', { type: kind, name, value }), el('span', {}, text)))));
  $('fieldset', form).append(...[
    el('label', { class: 'field', 'data-made': true }, el('span', {}, say('compare.add')), el('select', { name: 'add' })),
    board.wire.latency.length > 0 && el('div', { class: 'field', 'data-made': true },
      el('span', {}, el('label', { for: 'deadline' }, say('filters.latency'))), el('span', { class: 'line' },
      el('input', { type: 'text', inputmode: 'decimal', name: 'deadline', id: 'deadline', size: 5, autocomplete: 'off',
        'aria-describedby': 'deadline-unit' }),
      el('span', { class: 'unit', id: 'deadline-unit' }, per(task.unit, task.per)),
      el('button', { type: 'button', class: 'link', onclick: () => query({ deadline: 0 }, { step: false }) }, say('filters.no_limit')))),
    board.perPercentile && choice('pct', say('filters.percentile'), 'radio', board.wire.measured.map((value) => [value, value.toUpperCase()])),
    board.choices.gpu.length > 0 && choice('gpu', say('filters.gpu'), 'checkbox', board.choices.gpu.map((name) => [name, name])),
    board.choices.gpus.length > 0 && choice('gpus', say('filters.gpus'), 'checkbox', board.choices.gpus.map((n) => [n, whole(n)])),
    el('button', { type: 'reset', 'data-made': true }, say('filters.reset')),
  ].filter(Boolean));
};

const writeControls = () => {
  const { board, words } = place;
  const asked = shown.query;
  const full = shown.models.length >= mostModels;
  const left = board.models.filter((id) => !shown.models.includes(id))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), language().language));
  const add = $('[name=add]', form);
  add.replaceChildren(el('option', { value: '' },
    full ? say('compare.full', { n: mostModels }) : say('compare.available', { n: left.length })),
    ...left.map((id) => el('option', { value: id }, `${words.name(board.model.indexOf(board.models.indexOf(id)))} (${id})`)));
  add.disabled = full;
  const deadline = $('[name=deadline]', form);
  if (deadline && document.activeElement !== deadline) {
    deadline.value = asked.deadline > 0 ? toType(asked.deadline) : '';
    deadline.removeAttribute('aria-invalid');
  }
  for (const input of $$('[name=pct]', form)) input.checked = input.value === percentiles[asked.percentile];
  for (const input of $$('[name=gpu]', form)) input.checked = !asked.gpu || asked.gpu.includes(input.value);
  for (const input of $$('[name=gpus]', form)) input.checked = !asked.gpus || asked.gpus.includes(Number(input.value));
};

// onlySome are the values of boxes that are on, null when all are.
const onlySome = (name, value) => {
  const boxes = $$(`[name=${name}]`, form);
  const on = boxes.filter((box) => box.checked).map((box) => value(box.value));
  return on.length === boxes.length ? null : on;
};

const readDeadline = (input) => {
  const limit = input.value.trim() === '' ? 0 : typed(input.value);
  const good = input.value.trim() === '' || (limit > 0 && Number.isFinite(limit));
  input.setAttribute('aria-invalid', String(!good));
  if (good) query({ deadline: limit }, { step: false });
};

form.addEventListener('input', ({ target }) => {
  switch (target.name) {
    case 'task': {
      const kept = carried(new URLSearchParams(location.search));
      history.pushState(null, '', `?${new URLSearchParams([['task', target.value], ...kept])}`);
      fromAddress();
      break;
    }
    case 'add': if (target.value) act.add(target.value); break;
    case 'deadline': readDeadline(target); break;
    case 'pct': query({ percentile: percentiles.indexOf(target.value) }, { step: false }); break;
    case 'gpu': query({ gpu: onlySome('gpu', String) }, { step: false }); break;
    default: query({ gpus: onlySome('gpus', Number) }, { step: false });
  }
});
// Reset puts filters and order back; the models stay.
form.addEventListener('reset', (event) => {
  event.preventDefault();
  change({ ...shown, query: defaults(place.board) });
});
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('popstate', fromAddress);
fromAddress();
