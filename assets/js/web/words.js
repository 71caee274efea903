// The sentences of a task's page, as package site writes them for the default view.
import { el } from './dom.js';
import { number, plural, short, whole } from './numbers.js';
import { percentiles } from './board.js';

const space = '\u00a0';

export const wordsFor = (board, task, models, root) => {
  const text = (name, row) => board.column(name)?.value(row) ?? '';
  const per = `J per ${task.output}`;
  const batch = (row) => whole(text('max_num_seqs', row) || text('batch_size', row));
  const latency = (query, row) => `${number(board.latency(query.percentile)[row])}${space}${task.unit}`;
  const name = (row) => text('nickname', row);
  const href = (row) => root + models[board.model[row]];

  // "50 ms per token", with the percentile where it is not the usual one
  const deadline = (query) => {
    const limit = `${short(query.deadline)}${space}${task.unit} per ${task.per}`;
    const usual = percentiles[query.percentile] === board.wire.percentile || !board.perPercentile;
    return usual ? limit : `${limit} at ${percentiles[query.percentile].toUpperCase()}`;
  };

  const lede = (query, { best, late, ranks }) => {
    if (best.length === 0) {
      return [late.length ? `No model is as fast as ${deadline(query)}.` : 'No configuration passes the filters.'];
    }
    const [first] = best;
    const last = best.at(-1);
    const tied = ranks ? ranks.some((rank) => rank.place === 1 && rank.tied) : false;
    const fold = foldText(board.energy[last] / board.energy[first]);
    return [
      query.deadline > 0 ? `At ${deadline(query)} or faster, ` : 'Without a limit on latency, ',
      el('strong', {}, `${name(first)} uses the least energy: ${number(board.energy[first])} ${per}`),
      ` on ${text('hardware', first)} at batch size ${batch(first)}.`,
      tied && ' The next is closer than the measurement can tell.',
      best.length > 1 && ` The most frugal and the hungriest of ${plural(best.length, 'model')} differ ${fold}.`,
    ].filter(Boolean);
  };

  const count = (query, answer) => `${answer.models} of ${plural(board.models.length, 'model')} · ${
    whole(answer.shown)} of ${plural(answer.total, 'configuration')}${query.deadline > 0 ? ` within ${deadline(query)}` : ''}`;

  const note = (query) => {
    const within = query.deadline > 0 ? ` within ${deadline(query)}` : '';
    if (query.view === 'all') {
      return `All configurations${within}. Strip: bar, all configurations of the model; dot, this one.`;
    }
    return `The least-energy configuration of each model${within}. Strip: bar, all its configurations; dot, the one shown. `
      + '“=”: closer than the measurement can tell.';
  };

  const beyondTitle = (query) => `Slower than ${deadline(query)}`;

  const beyond = (query, row) => [
    el('a', { href: href(row) }, name(row)),
    ` at best ${latency(query, row)}, with ${number(board.energy[row])} ${per} on ${text('hardware', row)} at batch size ${batch(row)}`,
  ];

  // what phones show below a model's name
  const below = (query, row, tied) => [
    text('hardware', row), `batch${space}${batch(row)}`, latency(query, row),
    board.column('energy_per_request_joules') && `${number(board.column('energy_per_request_joules').numbers[row])}${space}J per response`,
    tied && 'shared rank',
  ].filter(Boolean).join(' · ');

  return { deadline, lede, count, note, beyond, beyondTitle, below, name, href, latency, batch, text, per };
};

// foldText writes a ratio: "75-fold", "by 12 %".
const foldText = (ratio) => {
  if (ratio < 2) return `by ${((ratio - 1) * 100).toFixed(0)} %`;
  return ratio < 10 ? `${ratio.toFixed(1)}-fold` : `${whole(Math.trunc(ratio + 0.5))}-fold`;
};

// tag is the short form of a weight precision.
export const tag = (precision) => (precision === 'bfloat16' ? 'BF16' : precision.toUpperCase());
