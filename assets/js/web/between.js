// A value at a deadline between two measured configurations of a sweep, as package board estimates it (between.go).
import { byCost, isOwnOrder } from './cost.js';
import { heldShare, leastPoints } from './limits.js';

// betweenOf is { score, half, held, points }, or { lacks } with what an estimate lacks; board is in the order of the query.
export const betweenOf = (board, query, row, higher) => {
  const latency = board.latency(query.percentile);
  const { score } = board;
  const own = query.sort.field === byCost || (isOwnOrder(query, board) && board.wire.rank === board.wire.energy);
  if (!own) return { lacks: 'metric' };
  if (query.deadline === 0) return { lacks: 'limit' };
  if (higher === null || !(score[higher] < Infinity) || !(score[row] > 0) || !(score[higher] > 0)
    || !(latency[row] < query.deadline && query.deadline < latency[higher]) || latency[higher] === Infinity) return { lacks: 'points' };
  const estimate = (a, b, x) => {
    const share = Math.log(x / latency[a]) / Math.log(latency[b] / latency[a]);
    return Math.exp(Math.log(score[a]) + share * Math.log(score[b] / score[a]));
  };
  const missed = missesOf(board, latency, estimate);
  const at = Math.ceil(heldShare * (missed.length + 1)) - 1;
  if (missed.length < leastPoints || at >= missed.length) return { lacks: 'proof' };
  const half = missed[at];
  return { score: estimate(row, higher, query.deadline), half, points: missed.length, held: missed.filter((miss) => miss <= half).length / missed.length };
};

// missesOf are by how much estimates of measured points miss, as logarithms of ratios, the least first.
const missesOf = (board, latency, estimate) => {
  const batch = board.part('batch')?.numbers ?? [];
  const columns = board.wire.sweep.map(board.column).filter(Boolean);
  const sweeps = new Map();
  for (let row = 0; row < board.rows; row++) {
    if (!(board.score[row] > 0 && board.score[row] < Infinity && batch[row] > 0 && latency[row] < Infinity) || board.wire.doubted?.[row] !== undefined) continue;
    const key = JSON.stringify(columns.map((column) => column.value(row)));
    sweeps.set(key, [...(sweeps.get(key) ?? []), row]);
  }
  const missed = [];
  for (const sweep of sweeps.values()) {
    const rows = sweep.sort((a, b) => batch[a] - batch[b] || board.score[a] - board.score[b]).filter((row, i, all) => i === 0 || batch[row] !== batch[all[i - 1]]);
    for (let i = 1; i + 1 < rows.length; i++) {
      const [a, row, b] = rows.slice(i - 1, i + 2);
      if (latency[a] < latency[row] && latency[row] < latency[b]) missed.push(Math.abs(Math.log(estimate(a, b, latency[row]) / board.score[row])));
    }
  }
  return missed.sort((a, b) => a - b);
};
