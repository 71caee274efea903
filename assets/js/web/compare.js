// The page that compares models: which ones the address and the form choose.
import { say, rich } from './catalog.js';
import { answersOf } from './answers.js';
import { byGroup, closeTo, filter, passing, ties } from './board.js';
import { chosenIn, distinctMarks } from './comparison.js';
import { byCost, unpricedOf } from './cost.js';
import { $, $$, el, show as showIn } from './dom.js';
import { fetchJSON } from './load.js';
import { modelStyle } from './modelfigure.js';
import { natural } from './natural.js';
import { number } from './numbers.js';
import { faultOf, listText } from './query.js';
import { answerView } from './view.js';
import { change, openViews, read } from './viewspage.js';
import { both } from './words.js';

const { chosen: page } = JSON.parse($('#files').textContent);
const form = $('#chosen');
const list = $('ul', form);
const add = $('[data-add]', form);
const standing = document.title;
let now; // what is compared: { models, base }
let lengths; // promise of the lengths of responses
let answersIn = 'tokens';

// Each board has a page of its own; an address may name another.
const values = new URLSearchParams(location.search);
const other = page.boards[values.get('task')];
const elsewhere = other !== undefined && new URL(other, location.href);
values.delete('task');
if (elsewhere && elsewhere.pathname !== location.pathname) location.replace(`${elsewhere.pathname}?${values}`);

// about says what the views of the page are about.
const about = (place, given, query) => {
  const { board, words, file } = place;
  const { faults, ...chosen } = chosenIn(board, page, given, file.task.strangers);
  if (given.get('task') && other === undefined) faults.push(faultOf('task', given.get('task'), 'task'));
  now = chosen;
  const { models, base } = chosen;
  query.compared = models;
  const marks = distinctMarks(models.map((id) => file.model_marks[board.models.indexOf(id)]), file.hues);
  const name = (id) => words.name(board.model.indexOf(board.models.indexOf(id)));
  writeForm(board, name);
  return {
    faults, chosen: { models, base, style: (view) => modelStyle(view, place, models, marks) },
    shown() {
      const view = place.views.find(({ id }) => id === 'compared');
      const answer = answerView({ ...view, is: models }, { board, within: (row) => models.includes(board.models[board.model[row]]) }, query);
      showIn($('.lede'), ...(models.length < 2 ? [say('compare.few', { n: page.most })] : lede(place, answer, query)),
        ...(chosen.elsewhere.length > 0 ? [' ', say('compare.elsewhere', { models: both(chosen.elsewhere), task: file.task.name })] : []));
      document.title = given.has('models') && models.length > 1
        ? `${say('form.and', { list: models.slice(0, -1).map(name).join(', '), last: name(models.at(-1)) })} | ${$('.brand').textContent.trim()}` : standing;
      const passes = filter(board, { ...query, deadline: 0 });
      const isMet = board.runs.some((_, row) => passes(row) && models.includes(board.models[board.model[row]]));
      for (const section of $$('#view > section')) section.hidden = !isMet && !['boards', 'cite'].includes(section.id);
      $(`[id="${place.id}"]`).hidden = answer.rows.length === 0;
      showAnswers(place, answer.rows, models.map((id, i) => ({ id, mark: marks[i], name: name(id) })));
    },
  };
};

// writeForm lists the models, the base marked, and those that can be added.
const writeForm = (board, name) => {
  const had = document.activeElement?.closest('#chosen li') && document.activeElement.tagName;
  const { models, base } = now;
  list.replaceChildren(...models.map((id, i) => {
    const input = el('input', { type: 'radio', name: 'base', value: id });
    input.defaultChecked = i === 0;
    input.checked = id === base;
    return el('li', { 'data-model': id }, el('label', {}, input, ' ', name(id)), ' ',
      el('button', { type: 'button', class: 'link', 'aria-label': say('compare.remove_model', { model: name(id) }) }, say('compare.remove')));
  }));
  const left = board.models.filter((id) => !models.includes(id)).sort((a, b) => natural(name(a), name(b)));
  add.disabled = models.length >= page.most;
  add.replaceChildren(
    el('option', { value: '' }, add.disabled ? say('compare.full', { n: page.most }) : say('compare.available', { n: left.length })),
    ...left.map((id) => el('option', { value: id }, `${name(id)} (${id})`)));
  if (had) ($(had === 'INPUT' ? 'input:checked' : 'button', list) ?? add).focus();
};

const choose = (models) => {
  const next = read();
  next.set('models', listText(models) || 'none');
  next.delete('task');
  if (!models.includes(next.get('base'))) next.delete('base');
  change(next, true);
};

list.addEventListener('click', ({ target }) => {
  const id = target.closest('button')?.closest('li').dataset.model;
  if (id) choose(now.models.filter((one) => one !== id));
});
add.addEventListener('input', () => add.value && choose([...now.models, add.value]));

// lede is the comparison in a sentence, as package site writes it.
const lede = ({ words, file: { task } }, { board, rows }, query) => {
  const inOrder = rows.filter((row) => board.score[row] !== Infinity);
  const at = words.at(query);
  if (inOrder.length === 0 && rows.length > 0) return [words.scope(query), ' ', say('task.lede.unstated', { metric: words.order(query).name })];
  if (inOrder.length === 0) { // because of the limit, if others pass without it
    const isLate = at && passing(board, { ...query, deadline: 0 }).some((row) => now.models.includes(board.models[board.model[row]]));
    return [words.scope(query), ' ', isLate ? say('compare.unable_at', { at }) : say('compare.unable')];
  }
  const modelsIn = (some) => new Set(some.map((row) => board.model[row])).size;
  const groups = byGroup(board, inOrder);
  const several = groups.find((group) => group.length > 1);
  const ranked = several ?? groups[0];
  const others = modelsIn(inOrder) - modelsIn(ranked);
  const isUnlike = !several && others > 0;
  const left = now.models.length - modelsIn(inOrder);
  const unlike = () => [
    words.scope({ ...query, compared: [] }) && `${words.scope(query)} `,
    say('compare.unlike', { works: inOrder.map((row) => words.workOf(query, row)).join('; ') }),
  ];
  return [
    ...(isUnlike ? unlike() : alike({ words, task }, board, ranked, query)),
    ...(others > 0 && !isUnlike ? [' ', say('scope.others', { n: others })] : []),
    ...unpriced(board, query),
    ...(left > 0 ? [' ', say('compare.excluded', { n: left })] : []),
  ];
};

// unpriced names the GPUs that a comparison by cost leaves out, since they have no price.
const unpriced = (board, query) => {
  const gpus = unpricedOf(board, query, [...board.runs.keys()].filter((row) => now.models.includes(board.models[board.model[row]])));
  return gpus.length > 0 ? [' ', say('answer.unpriced', { n: gpus.length, gpus: both(gpus) })] : [];
};

// alike says which of models that did the same work is the best.
const alike = ({ words, task }, board, ranked, query) => {
  const [first] = ranked;
  const last = ranked.at(-1);
  const at = words.at(query);
  const claims = ranked.length === 1 ? 'only' : words.claim(query);
  const claim = say(`task.lede.${claims}`, { model: words.name(first), metric: words.order(query).name, at });
  const parts = [`${words.scope(query, ranked.length === 1 ? [] : ranked)} `, ...rich('task.lede.answer_bare', { claim, value: words.ranking(query, first) })];
  const close = closeTo(board, ranked);
  if (close > 0) parts.push(' ', say('task.lede.tied', { n: close }));
  if (ties(board, first, last)) return parts;
  const more = { model: words.name(last), times: number(words.order(query).of(last) / words.order(query).of(first)) };
  return [...parts, ' ', say(`compare.last.${claims}`, { ...more })];
};

// showAnswers draws how long the responses of each model's best configuration are; a comparison without the lengths is still
// one.
const showAnswers = async (place, rows, models) => {
  const section = $('#answers');
  if (!section) return;
  lengths ??= fetchJSON(page.lengths).catch(() => null);
  const file = await lengths;
  const best = (id) => rows.find((row) => place.board.models[place.board.model[row]] === id) ?? null;
  if (file) $$('.text, .field, .figures', section).forEach((part) => part.remove());
  const shown = models.map((one) => ({ ...one, row: best(one.id) })).filter(({ row }) => row !== null);
  if (file) section.append(choice(() => showAnswers(place, rows, models)), answersOf(place, file, answersIn, shown));
};

const choice = (again) => el('fieldset', { class: 'field' }, el('legend', {}, say('filters.view')), el('span', { class: 'seg' },
  ...['tokens', 'joules'].map((value) => {
    const input = el('input', { type: 'radio', name: 'answers', value, onchange: () => { answersIn = value; again(); } });
    input.checked = value === answersIn;
    return el('label', {}, input, el('span', {}, value === 'tokens' ? say('compare.tokens') : say('compare.joules')));
  })));

await openViews(about);
