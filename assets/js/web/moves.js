// How far a limit or a price may move alone before another configuration is chosen, which runs would settle a tie, and the
// prices at which GPUs break even, as package site says them (moves.go).
import { passing, sameWork, settledOf } from './board.js';
import { byCost, byLatency, costOf, perGPUHour } from './cost.js';
import { mostNamed, mostRuns, nearLimit } from './limits.js';
import { number } from './numbers.js';
import { say } from './catalog.js';
import { answerView } from './view.js';
import { nameOf, stated, takes } from './words.js';

// nextOf is the fastest configuration that would be better but misses the deadline, null for none; nearOf where it does so by little.
export const nextOf = ({ board, row, within }, query) => {
  if (!(query.deadline > 0) || query.sort.field === byLatency) return null;
  const latency = board.latency(query.percentile);
  return passing(board, { ...query, deadline: 0 }).filter((one) => board.score[one] < board.score[row] && latency[one] > query.deadline
    && latency[one] < Infinity && board.group[one] === board.group[row] && within(one))
    .reduce((a, b) => (a === null || latency[b] < latency[a] || (latency[b] === latency[a] && b < a) ? b : a), null);
};

export const nearOf = ({ board, next }, query) => (
  next !== null && board.latency(query.percentile)[next] <= query.deadline * (1 + nearLimit) ? next : null);

// moved says how far the limit and the prices may move.
export const moved = (choice, query, { words, task, tell }) => {
  const { board, row, next, accepted, unpriced } = choice;
  const latency = board.latency(query.percentile);
  if (query.deadline > 0 && query.sort.field !== byLatency) {
    const most = latency[next] ?? Infinity;
    const least = words.upToText(query, latency[row]);
    if (most === Infinity) tell('stays_any', { least });
    else tell('stays_limit', { least, most: words.beyondText(query, most) });
    if (nearOf(choice, query) !== null) {
      tell('near', { name: nameOf(choice, next, words), value: takes(board, query, next, { words, task }) });
    }
  }
  if (query.sort.field !== byCost) return;
  const gpu = board.part('gpu');
  const it = unpriced.length > 0 ? say('answer.cheapest_priced') : say('answer.cheapest');
  const stays = (key, x, slope, values) => {
    const span = spanOf(board, row, accepted, x, slope, query.currency);
    tell(span ? key : `${key}_any`, { ...values, it, span });
  };
  const rent = query.rent?.find((one) => one.gpu === gpu?.value(row));
  if (rent && accepted.some((one) => gpu.value(one) !== rent.gpu)) { // alone, a GPU is the cheapest at any price
    stays('stays_rent', rent.price, (one) => (gpu.value(one) === rent.gpu ? 1 / perGPUHour(board, one) : 0), { gpu: rent.gpu });
  }
  if (query.price !== null && query.rent) { // alone, electricity never changes the order
    const one = { ...query, rent: null, price: 1 };
    stays('stays_price', query.price, (other) => costOf(board, one, other)?.total ?? 0);
  }
};

// spanOf is the span of prices in words, '' for any price.
const spanOf = (board, row, rows, x, slope, unit) => {
  let [least, most] = [0, Infinity];
  const own = slope(row);
  for (const other of rows) {
    const steeper = slope(other) - own;
    const at = x + (board.score[row] - board.score[other]) / steeper;
    if (steeper < 0) most = Math.min(most, at);
    else if (steeper > 0 && at > x * 1e-12) least = Math.max(least, at);
  }
  const values = { least: number(least), most: number(most), unit };
  if (most < Infinity) return least > 0 ? say('answer.span', { ...values }) : say('answer.span_below', { ...values });
  return least > 0 ? say('answer.span_above', { ...values }) : '';
};

// settled says which runs would settle the tie of a choice with the next.
export const settled = ({ board, row, others, tied }, query, { words, tell }) => {
  if (tied === 0 || board.score[row] === board.score[others[0]]) return;
  const n = runsToSettle(board, row, others[0]);
  if (n > 0) tell('settle', { n });
  else tell(n === 0 ? 'settle_shared' : 'settle_not');
};

// runsToSettle is 0 where errors that all runs share are larger, null for more than anyone would make.
const runsToSettle = (board, a, b) => {
  const apart = Math.log(board.score[a] / board.score[b]) ** 2;
  const sensors = settledOf(board, a, b);
  const runs = board.column(board.wire.low.replace(/low$/, 'runs'))?.numbers;
  const open = [a, b].reduce((sum, row) => sum + board.margin[row] ** 2 * (runs?.[row] || 1), 0) / (apart - sensors);
  if (!(apart > sensors)) return 0;
  return open < mostRuns ? Math.floor(open) + 1 : null;
};

// rangeOf is the interval of a break-even price, null where nothing is known about the error of the runs.
export const rangeOf = (even, margin) => (margin > 0 ? { low: number(even * Math.exp(-margin)), high: number(even * Math.exp(margin)) } : null);

// evened says, of one model on several GPU models, below which ratios of prices each is cheaper than the others.
export const evened = ({ all, within, board, row, others, among }, query, { words, tell }) => {
  const { parts } = all.wire;
  if (among !== 'gpus' || !parts.gpu || (others.length > 0 && !sameWork(board.part('length'), row, others[0]))) return;
  const view = { kind: 'break-even', by: parts.model, factor: parts.gpu, limit: mostNamed };
  const subject = { board: all, within: (other) => within(other) && all.model[other] === all.model[row] };
  const at = words.at(query);
  for (const { alt, base, even, margin, near } of answerView(view, subject, query).pairs) {
    const [altName, baseName] = [alt, base].map((one) => all.part('gpu').value(one));
    const range = rangeOf(even, margin);
    tell('even', { at, alt: altName, base: baseName, ratio: number(even), within: range ? say('answer.even_within', { ...range }) : '' });
    for (const one of near) {
      tell('even_near', { setting: stated(words.setting(one.row)), ratio: number(one.even),
        latency: words.beyondText(query, board.latency(query.percentile)[one.row]) });
    }
  }
};
