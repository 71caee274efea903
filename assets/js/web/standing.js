// Where a model stands in a task: the heading and the paragraph of its section, as package site writes them (model.go).
import { answer, filter, ties } from './board.js';
import { say } from './catalog.js';
import { isOwnOrder } from './cost.js';
import { $ } from './dom.js';
import { inUnit, number } from './numbers.js';

export const showStanding = (shown, asked) => {
  const { id, board, words, file: { task }, model } = shown;
  const section = document.getElementById(id);
  const index = board.models.indexOf(model);
  const isOwn = isOwnOrder(asked, board);
  const query = { ...asked, view: 'best', sort: isOwn ? { field: board.wire.rank, descending: board.wire.more } : { ...asked.sort, descending: false } };
  const result = answer(board, query);
  const place = result.rows.findIndex((row) => board.model[row] === index);
  const own = [...board.model.keys()].filter((row) => board.model[row] === index).filter(filter(board, { ...query, deadline: 0 }));
  const all = own.map((one) => board.energy[one]).filter((x) => x > 0 && x < Infinity);
  const [low, high] = [number(Math.min(...all), board.energyIn), inUnit(number(Math.max(...all), board.energyIn), task.rank_unit)];
  const filtered = words.scope(query) ? ` ${say('scope.filters')}` : '';
  if (place < 0) {
    const isLate = query.deadline > 0 && own.length > 0;
    $('h2', section).textContent = isLate ? say('model.slower', { task: task.name, limit: words.deadline(query) }) : task.name;
    $('.text', section).textContent = isLate ? say('model.ranked', { n: 1, place: '', metric: '', low, high, filtered }) : ''; // the answer says why
    return;
  }
  const row = result.rows[place];
  if (!isOwn && result.board.score[row] === Infinity) { // it has no price: only its energy is known
    showStanding(shown, { ...asked, sort: { field: board.wire.rank, descending: board.wire.more } });
    return;
  }
  const limit = words.at(query);
  const energy = words.ranking(query, row);
  const lowest = !isOwn && say('views.tradeoff.lowest', { label: words.order(query).name });
  $('h2', section).textContent = say('model.standing', { task: task.name, energy: [lowest, energy, limit].filter(Boolean).join(' ') });
  const rank = result.ranks[place];
  const { group } = result.board;
  const n = result.rows.filter((one) => group[one] === group[row] && result.board.score[one] < Infinity).length;
  const metric = words.atEqualWork(query, [row], words.order(query).name);
  const stands = say('model.ranked', { place: [...new Set(rank.range)].join('–'), n, metric, low, high, filtered });
  const at = result.board.latency(query.percentile);
  const hardware = board.column('hardware');
  const faster = own.filter(filter(board, query)).filter((one) => group[one] === group[row] && hardware?.value(one) === hardware?.value(row)
    && at[one] < at[row] && ties(result.board, one, row)).reduce((best, one) => (best === null || at[one] < at[best] ? one : best), null);
  $('.text', section).textContent = [stands, faster !== null && say('model.faster', {
    batch: words.batch(faster), latency: words.atPercentile(query.percentile, words.latency(query, faster)) })].filter(Boolean).join(' ');
};
