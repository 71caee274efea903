// The one configuration that answers a query, in sentences, as package site writes them (choice.go): of a subject, which is
// { board, within }.
import { closeTo, filter, firstBy, lateBy, passing, sameWork } from './board.js';
import { rich, say } from './catalog.js';
import { byCost, costName, costOf, costUnit, isOwnOrder, isPriced, million, ordered, unpricedOf } from './cost.js';
import { $, copy, el, show } from './dom.js';
import { carbon, joulesPerKWh } from './energy.js';
import { mostNamed } from './limits.js';
import { lotOf, noun } from './nouns.js';
import { betweenOf } from './between.js';
import { amount, number, places, rounded, short, toType } from './numbers.js';
import { fold } from './natural.js';
import { evened, moved, nearOf, nextOf, settled } from './moves.js';
import { perResponse } from './plan.js';
import { planned } from './planned.js';
import { onlyNamed, unanswered } from './unanswered.js';
import { both, nameOf, stated, takes } from './words.js';

const joulesPerWh = 3600;

// choose answers a query with one row: { board, row, others, among, late, tied, lower, higher }, null where none passes it.
export const choose = ({ board: all, within }, query) => {
  const board = ordered(all, query);
  const able = passing(board, query).filter((row) => within(row) && board.score[row] !== Infinity);
  if (able.length === 0) return null;
  const inGroup = (row) => board.group[row] === board.group[able[0]];
  const accepted = able.filter(inGroup);
  const rows = board.byScore(query.percentile).filter((row) => inGroup(row) && within(row));
  const keys = {
    models: (row) => board.model[row], gpus: (row) => board.part('gpu')?.value(row) ?? '', hardware: (row) => board.column('hardware')?.value(row) ?? '',
  };
  const several = (some, key) => some.some((row) => key(row) !== key(some[0]));
  let among = 'models';
  let late = [];
  if (!several(accepted, keys.models)) {
    const every = filter(board, { ...query, deadline: 0 });
    const own = rows.filter((row) => every(row) && board.model[row] === board.model[accepted[0]]);
    among = several(own, keys.gpus) ? 'gpus' : 'hardware';
    late = lateBy(board, query, own.filter(filter(board, query)), keys[among], (row) => own.includes(row));
  }
  const [row, ...others] = firstBy(accepted, keys[among]);
  const apart = firstBy(able.filter((one) => !inGroup(one)), (one) => board.group[one]);
  const unpriced = unpricedOf(board, query, rows);
  const alike = others.findIndex((other) => !isAlike(board, row, other, among));
  const tied = closeTo(board, [row, ...(alike < 0 ? others : others.slice(0, alike))]);
  return { all, within, board, row, others, among, late, unpriced, apart, accepted, tied, next: nextOf({ board, row, within }, query), ...around(board, rows, row) };
};

// isAlike: another row did the same work as the choice; responses of one model on two sets of hardware may differ in length.
const isAlike = (board, row, other, among) => among === 'models' || sameWork(board.part('length'), row, other);

// around are the rows of the sweep with the next lower and the next higher batch size; of several the best.
const around = (board, rows, of) => {
  const batch = board.part('batch')?.numbers;
  const columns = board.wire.sweep.map(board.column).filter(Boolean);
  const found = { lower: null, higher: null };
  if (!batch) return found;
  for (const row of rows) { // by score
    const side = batch[row] > batch[of] ? 'higher' : 'lower';
    const now = found[side];
    const isNearer = batch[row] !== batch[of] && (now === null || (side === 'higher' ? batch[row] < batch[now] : batch[row] > batch[now]));
    if (isNearer && columns.every((column) => column.value(row) === column.value(of))) found[side] = row;
  }
  return found;
};

// choiceText are the sentences about a choice; nodes, by sentence.
const choiceText = (choice, query, { words, task }) => {
  const said = [];
  const tell = (key, values) => said.push(rich(`answer.${key}`, values));
  const parts = [chosen, spends, costs, priced, beside, between, moved, planned, next, settled, otherWork, evened, tooSlow];
  for (const part of parts) part(choice, query, { words, task, tell, said });
  said[0].push(...besides(choice, query, { words, task }));
  if (task.scope) tell('basis', { scope: task.scope });
  return said;
};

// besides is what the first sentence does not go without: a tie, the prices that it follows from and those that are not stated,
// and that its model is not the one that was asked for.
const besides = (choice, query, { words, task }) => {
  const { tied, others, unpriced, among } = choice;
  const another = anotherOf(choice, query, words, task);
  return [
    tied > 0 && ` ${say('answer.tie', { n: tied, name: nameOf(choice, others[0], words),
      more: say(`answer.more.${among}`, { n: tied - 1 }) })}`,
    isPriced(query) && (query.sort.field === byCost || query.ceiling > 0) && ` ${say('answer.prices', { prices: pricesText(query) })}`,
    unpriced.length > 0 && ` ${say('answer.unpriced', { n: unpriced.length, gpus: both(unpriced) })}`,
    another && ` ${another}`,
  ].filter(Boolean);
};

// anotherOf names the model whose name was searched for, of this task or another one, where the choice is one of another name.
const anotherOf = ({ board, row }, { q }, words, { name: task, strangers = [] }) => {
  const is = (name) => fold(name) === fold(q);
  const model = words.name(row);
  if (!q || is(model)) return '';
  const here = board.part('name')?.words.find(is);
  if (here !== undefined) return say('answer.another_here', { asked: here, model });
  const other = strangers.find(({ name }) => is(name));
  return other ? say('answer.another', { asked: other.name, task, model }) : '';
};

const pricesText = ({ rent, gpu: asked, currency, price, pue }) => {
  const rents = (rent ?? []).filter(({ gpu }) => asked?.includes(gpu) ?? true);
  return [
    rents.length > 0 && say('answer.rents', { rents: rents.map(({ gpu, price: each }) => `${toType(each)}\u00a0${currency} (${gpu})`).join(', ') }),
    price !== null && say('answer.electricity', { price: toType(price), currency, pue: toType(pue) }),
  ].filter(Boolean).join('; ');
};

// isMore tells whether a board is ordered by a metric of which a higher value is better.
const isMore = (query, board) => board.wire.more && isOwnOrder(query, board);

const chosen = (choice, query, { words, task, tell }) => {
  const { board, row, among, apart } = choice;
  const claim = isMore(query, board) ? 'highest' : 'lowest';
  const of = among === 'models' ? claim : apart.length === 0 && namesSeveral(choice, query) ? 'only' : `${claim}_of`;
  const at = words.at(query);
  const metric = words.atEqualWork(query, [row], words.order(query).name);
  const setting = stated(words.setting(row));
  tell(of, { metric, at, model: words.name(row), setting, value: words.ranking(query, row) });
};

// namesSeveral tells whether a search names another model than that of the choice, whatever else is asked for.
const namesSeveral = ({ board, row, within }, query) => {
  const isNamed = filter(board, onlyNamed(query));
  return board.runs.some((_, one) => within(one) && isNamed(one) && board.model[one] !== board.model[row]);
};

const spends = ({ board, row }, query, { task, tell, said }) => {
  const energy = board.energy[row];
  if (!(energy > 0 && energy < Infinity)) return;
  const values = { value: number(energy, board.energyIn), unit: task.energy_unit };
  if (board.wire.rank === board.wire.energy && board.margin[row] > 0) {
    tell('energy', { ...values, low: number(energy * Math.exp(-board.margin[row]), board.energyIn), high: number(energy * Math.exp(board.margin[row]), board.energyIn) });
  } else tell('energy_bare', values);
  const response = board.part('response')?.numbers[row];
  const [joules, thing] = response > 0 ? [response, 'response'] : [energy, task.output];
  if (thing !== 'token') {
    tell(thing !== task.output && task.output === 'token' ? 'each_long' : 'each', { noun: noun(thing, 1), nouns: noun(thing, 2), energy: amount(joules, 'J', thing === task.output ? board.energyIn : undefined),
      hours: amount(joules / joulesPerWh, 'Wh'), many: amount((joules / joulesPerWh) * 1000, 'Wh'),
      length: number(perResponse(board, row)), outputs: noun(task.output, 2) });
    if (task.everyday) said.push(usesOf(joules / joulesPerWh, thing, task));
  }
  emits(query, { joules, thing, energy }, { task, tell });
  tell(query.pue === 1 ? 'per_kwh' : 'per_kwh_pue', { n: number(joulesPerKWh / (energy * query.pue)), nouns: noun(task.output, 2), pue: toType(query.pue) });
};

// emits says the carbon of what a reader's electricity generates, of an output or a response and of many.
const emits = (query, { joules, thing, energy }, { task, tell }) => {
  if (query.grid === null) return;
  const grams = (x, n) => number(carbon(x, n, query));
  const each = thing === task.output ? 'carbon_one' : 'carbon_each'; // of which a lot is as many as a thousand
  tell(thing === 'token' ? 'carbon' : each, {
    grid: toType(query.grid), pue: toType(query.pue), noun: noun(thing, 1), nouns: noun(thing, 2),
    one: grams(joules, 1), many: grams(joules, 1000), lot: lotOf(task.output, task.lot), all: grams(energy, task.lot),
  });
};

// usesOf says how many things take as much energy as everyday uses of it, whose assumed energy in Wh it says, or how many times as
// much one takes.
const usesOf = (hours, thing, { everyday }) => {
  const times = everyday[0]?.watt_hours < hours;
  const n = (each) => short(rounded(times ? hours / each : each / hours, 2));
  return [...everyday.flatMap(({ text, watt_hours: each, least, most, source: href }, i) => rich(
    `answer.everyday${times ? '_times' : ''}${i > 0 ? '_more' : ''}`, { n: n(each), noun: noun(thing, 1), nouns: noun(thing, 2), text, href,
      each: toType(each), low: n(least), high: n(most), least: toType(least), most: toType(most) })), '.'];
};

const costs = ({ board, row }, query, { task, tell }) => {
  const cost = costOf(board, query, row);
  if (cost === null) return;
  const both = cost.gpus !== null && cost.electricity !== null && cost.total > 0;
  const name = costName(query);
  const share = (part) => number(cost.total > 0 ? 100 * ((part ?? 0) / cost.total) : 0);
  tell(!board.wire.server ? 'cost_measured' : both ? 'cost' : 'cost_bare', { name: name.charAt(0).toUpperCase() + name.slice(1), value: number(cost.total * million),
    unit: costUnit(query, task), gpus: share(cost.gpus), electricity: share(cost.electricity) });
  if (cost.total > 0) tell(query.rent === null ? 'per_electricity' : 'per_cost', { currency: query.currency, n: number(1 / cost.total), nouns: noun(task.output, 2) });
  if (query.price > 0 && query.extra + query.extra_server > 0) tell('cost_extra');
};

// priced says where a price of the publisher comes from.
const priced = ({ board, row }, query, { tell }) => {
  const { prices, currency } = board.wire;
  const own = prices.find(({ gpu }) => gpu === board.part('gpu')?.value(row));
  if (!own || query.currency !== currency || query.rent?.find(({ gpu }) => gpu === own.gpu)?.price !== own.price) return;
  const { gpu, price, source: href, date } = own;
  tell(own.old ? 'price_old' : 'price', { gpu, price: toType(price), currency, href, date });
};

const beside = (choice, query, { words, task, tell }) => {
  const { board, row, lower, higher } = choice;
  const near = nearOf(choice, query); // which another sentence names
  if (query.deadline > 0) {
    tell('slack', { latency: words.latency(query, row), limit: words.deadline(query) });
  }
  for (const [key, other] of [['lower', lower], ['higher', higher]]) {
    if (other !== null && other !== near) tell(key, { batch: words.batch(other), value: takes(board, query, other, { words, task }) });
  }
  const latency = board.latency(query.percentile);
  if (lower !== null && latency[lower] < Infinity && latency[lower] > latency[row]) tell('lower_slower', { batch: words.batch(lower) });
};

// between says what an estimate between measured points is, as package board makes it (between.go).
const between = ({ board, row, higher }, query, { words, task, tell }) => {
  if (!query.between) return;
  const made = betweenOf(board, query, row, higher);
  if (made.lacks) {
    if (!task.isBrief) tell(`between_no_${made.lacks}`);
    return;
  }
  const value = (score) => number(score * (query.sort.field === byCost ? million : 1), words.order(query).form);
  const { score, half, held, points } = made;
  tell(score < board.score[row] ? 'between' : 'between_worse', { limit: words.deadline(query), value: value(score), unit: words.order(query).unit, low: value(score * Math.exp(-half)),
    high: value(score * Math.exp(half)), percent: number(100 * held), n: points });
};

const otherWork = ({ apart }, query, { words, tell }) => {
  for (const row of apart.slice(0, mostNamed)) {
    const name = say('answer.named', { model: words.name(row), setting: stated(words.setting(row)) });
    tell('apart', { work: words.workOf(query, row), name, value: words.ranking(query, row) });
  }
};

const next = (choice, query, { words, tell }) => {
  const { board, row, others, late, among } = choice;
  if (others.length > 0) {
    const [other] = others;
    if (!isAlike(board, row, other, among)) {
      unlike(choice, other, query, { words, tell });
      return;
    }
    const times = board.score[other] / board.score[row];
    const isFree = board.score[row] === 0;
    const isLess = !isFree && isMore(query, board);
    const key = isFree ? 'next_free' : isLess ? 'next_less' : times >= 2 ? 'next_times' : 'next';
    const isKnown = [row, other].every((one) => board.part('gpu')?.value(one)); // the hardware, which may be the same
    tell(key, { next: say(`answer.following.${isKnown ? among : 'models'}`), name: nameOf(choice, other, words),
      percent: number(100 * (isLess ? 1 - 1 / times : times - 1)), times: number(times), metric: words.order(query).name });
  } else if (late.length + choice.unpriced.length === 0 && board.part('gpu')?.value(row)) alone(choice, { words, tell });
};

// alone says of a model that all its configurations are on one hardware: all that were measured, or all that pass. It says nothing
// where the hardware is what a page is about.
const alone = ({ all, row, within }, { words, tell }) => {
  const hardware = all.column('hardware');
  const others = [...all.runs.keys()].filter((one) => all.model[one] === all.model[row] && hardware?.value(one) !== hardware?.value(row));
  if (others.length === 0) tell('alone', { model: words.name(row) });
  else if (others.every(within)) tell('alone_filtered', { model: words.name(row) });
};

// unlike says that a model's responses on two sets of hardware differ so much in length that they are not the same work.
const unlike = (choice, other, query, { words, tell }) => {
  const length = (row) => number(choice.board.part('length').numbers[row]);
  tell('unlike', { name: nameOf(choice, other, words), value: words.ranking(query, other), one: length(choice.row), other: length(other) });
};

const tooSlow = ({ late }, query, { words, tell }) => {
  const key = query.ceiling > 0 || query.energy > 0 || query.accuracy > 0 ? 'late_within' : 'late';
  for (const one of late.slice(0, mostNamed)) {
    tell(key, { name: stated(words.setting(one)), latency: words.late(query, one) });
  }
};

// answerTo is the answer about a subject in sentences; nodes, by sentence, with what the filters leave, '' for all.
const answerTo = (subject, query, context) => {
  const choice = choose(subject, query);
  if (!choice) return unanswered(subject, query, context);
  const named = choice.among === 'models' || namesSeveral(choice, query) ? query : { ...query, q: '' }; // the sentence names the model
  return { said: choiceText(choice, query, context), scope: context.words.scope(named) };
};

// answerText is an answer that stands alone.
export const answerText = (subject, query, context) => {
  const { said: [first, ...rest], scope } = answerTo(subject, query, context);
  return [scope ? [`${scope} `, ...first] : first, ...rest];
};

// showAnswer shows the answer about a subject in its section, on a page that shows elsewhere what the filters are.
export const showAnswer = (section, subject, query, context) => {
  const { said, scope } = answerTo(subject, query, context);
  const list = $('.answer', section);
  list.dataset.scope = scope;
  show(list, ...said.map((nodes) => el('li', {}, ...nodes)));
};

// shareable makes a section's answer copy its first sentences with their address, or the address alone.
export const shareable = (section, address = () => location.href) => {
  const status = el('span', { role: 'status', class: 'said' });
  const list = $('.answer', section);
  const take = (text, done) => copy(text, status, done, say('actions.refused', { text }));
  const button = (label, onclick) => el('button', { type: 'button', class: 'link', onclick }, label);
  list.after(el('p', { class: 'actions' },
    button(say('answer.share'), () => take(
      [list.dataset.scope, ...[...list.children].slice(0, 2).map((li) => li.textContent), address()].filter(Boolean).join(' '),
      say('answer.shared'))),
    button(say('actions.link'), () => take(address(), say('actions.linked'))), status));
};
