// Why no configuration answers a query, as package site says it (unanswered.go): its model is measured in other tasks or not at
// all, the limit is below the fastest, or no configuration has all its settings, or a price.
import { filter } from './board.js';
import { rich, say } from './catalog.js';
import { ordered, unpricedOf } from './cost.js';
import { el } from './dom.js';
import { mostNamed, mostNear } from './limits.js';
import { contains, fold } from './natural.js';
import { whole } from './numbers.js';
import { carried, encode } from './query.js';
import { both, either, stated } from './words.js';

// unanswered gives the sentences as nodes, and what the filters leave.
export const unanswered = (subject, query, { words, task }) => {
  const board = ordered(subject.board, query);
  const own = board.byLatency(query.percentile).filter(subject.within);
  const isNamed = filter(board, onlyNamed(query));
  if (query.q && !own.some(isNamed)) return { said: missed(board, query, { words, task }), scope: '' };
  const unhurried = { ...query, deadline: 0 };
  const fastest = fastestOf(board, query, own);
  const gpus = unpricedOf(board, unhurried, own);
  const said = gpus.length > 0 ? [say('answer.unpriced', { n: gpus.length, gpus: both(gpus) })] : [];
  if (fastest !== undefined) {
    said.push(lateText(`none_late${said.length > 0 ? '_priced' : ''}`, query, fastest, words));
  } else if (said.length > 0) said.unshift(say('answer.none_priced'));
  else if (lacksHardware(board, query, own)) said.push(say('answer.none_on', { n: either(query.gpus.map(whole)), gpu: either(query.gpu) }));
  else said.push(own.some(filter(board, query)) ? say('task.lede.unstated', { metric: words.order(query).name }) : say('answer.none'));
  return { said: said.map((text) => [text]), scope: words.scope(query) };
};

// lacksHardware: no row is of both a GPU model and a number of GPUs that a query names.
const lacksHardware = (board, query, own) => query.gpu?.length > 0 && query.gpus?.length > 0
  && !own.some(filter(board, { ...onlyNamed(query), gpu: query.gpu, gpus: query.gpus }));

// fastestOf is the first of some rows, by latency, that nothing but the limit excludes.
export const fastestOf = (board, query, rows) => {
  const [passes, latency] = [filter(board, { ...query, deadline: 0 }), board.latency(query.percentile)];
  return rows.find((row) => passes(row) && board.score[row] !== Infinity && latency[row] !== Infinity);
};

export const lateText = (key, query, fastest, words) => say(`answer.${key}`, { limit: words.deadline(query), latency: words.late(query, fastest),
  name: say('answer.named', { model: words.name(fastest), setting: stated(words.setting(fastest)) }) });

// onlyNamed is a query without its filters, but for the name.
export const onlyNamed = (query) => ({ ...query, deadline: 0, energy: 0, gpu: null, gpus: null, precision: null, arch: null, accuracy: 0, ceiling: 0 });

// missed says where the models are measured that a search would find, or which names are near to it.
const missed = (board, query, { words, task }) => {
  const asked = fold(query.q).split(' ');
  const found = (task.strangers ?? []).filter(({ name, id }) => asked.every((word) => contains(fold(`${name}\n${id}`), word)));
  if (found.length === 0) {
    const names = [...new Set([...Array.from({ length: board.rows }, (_, row) => words.name(row)), ...(task.strangers ?? []).map(({ name }) => name)])];
    const near = nearest(query.q, names).filter((name) => isNear(query.q, name));
    if (near.length === 0) return [rich('answer.unknown_far', { q: query.q, href: `${words.root}models/` })];
    return [[say('answer.unknown', { q: query.q, names: either(near.slice(0, mostNear)) })]];
  }
  const kept = (id) => new URLSearchParams([['q', query.q], ...carried(new URLSearchParams(encode(board, query)), task.lacking[id] ?? [])]);
  return [[say('answer.not_here', { q: query.q, task: task.name })], ...found.slice(0, mostNamed).map(({ name, tasks, in: ids }) => [
    say('answer.measured_in', { model: name }), ' ',
    ...ids.flatMap((id, i) => [i > 0 ? ', ' : '', el('a', { href: `${words.root}tasks/${id}/?${kept(id)}` }, tasks[i])]), '.']),
  ...(found.length > mostNamed ? [[say('answer.not_here_more', { n: found.length - mostNamed })]] : [])];
};

// nearest are known names, the nearest to a written one first: package nearest has the same order.
const nearest = (written, known) => {
  const distances = new Map(known.map((name) => [name, distance(written.slice(0, 100).toLowerCase(), name.slice(0, 100).toLowerCase())]));
  return [...known].sort((a, b) => distances.get(a) - distances.get(b));
};

// isNear tells whether a known name is near to a written one, or a word of four letters or more to one of it.
const isNear = (written, name) => {
  const close = (a, b) => distance(a, b) <= Math.floor(a.length / 3);
  const wordsOf = (text) => text.toLowerCase().split(/[ -]+/).filter((word) => word.length > 3);
  return close(written.slice(0, 100).toLowerCase(), name.toLowerCase())
    || wordsOf(written).some((a) => a.length <= 100 && wordsOf(name).some((b) => close(a, b)));
};

// distance is Levenshtein's, kept in one row.
const distance = (a, b) => {
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = row[0];
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const cost = diagonal + (a[i] === b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = Math.min(row[j] + 1, row[j + 1] + 1, cost);
    }
  }
  return row[b.length];
};
