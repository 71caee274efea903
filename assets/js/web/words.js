// The sentences of a task's page, as package site writes them for the default view.
import { el } from './dom.js';
import { number, plural, short, whole } from './numbers.js';
import { percentiles, ties } from './board.js';

const space = '\u00a0';

export const wordsFor = (board, task, models, root) => {
  const text = (name, row) => board.column(name)?.value(row) ?? '';
  const per = task.rank_unit;
  const part = (name, row) => board.part(name)?.value(row) ?? '';
  const batch = (row) => (part('batch', row) ? whole(part('batch', row)) : '');
  const latency = (query, row) => `${number(board.latency(query.percentile)[row])}${space}${task.unit}`;
  const name = (row) => part('name', row);
  // "" for a model without a page
  const href = (row) => (models[board.model[row]] ? root + models[board.model[row]] : '');
  const where = (row) => `${text('hardware', row) && ` on ${text('hardware', row)}`}${batch(row) && ` at batch size ${batch(row)}`}`;

  // "50 ms per token", with the percentile where it is not the usual one
  const deadline = (query) => {
    const limit = `${short(query.deadline)}${space}${task.unit} per ${task.per}`;
    const usual = percentiles[query.percentile] === board.wire.percentile || !board.perPercentile;
    return usual ? limit : `${limit} at ${percentiles[query.percentile].toUpperCase()}`;
  };

  // in what two rows differ besides their models
  const unmatched = (a, b) => {
    const { labels, values } = task.settings ?? {};
    const value = (row, i) => values[board.runs[row]][i];
    const differ = (labels ?? []).filter((_, i) => value(a, i) && value(b, i) && value(a, i) !== value(b, i));
    if (differ.length === 0) return '';
    const last = differ.pop();
    return ` They differ in ${differ.length ? `${differ.join(', ')} and ${last}` : last} too.`;
  };

  // as Lede of package site writes it
  const lede = (query, { best, late }) => {
    if (best.length === 0) {
      return [late.length ? `No model is as fast as ${deadline(query)}.` : 'No configuration passes the filters.'];
    }
    const ranked = best.filter((row) => board.score[row] !== Infinity);
    const [first] = ranked;
    if (first === undefined) return [`No configuration states ${task.metric}.`];
    const last = ranked.at(-1);
    const apart = ranked.findIndex((row) => row !== first && !ties(board, row, first));
    const close = (apart < 0 ? ranked.length : apart) - 1;
    const fold = foldText(board.score[last] / board.score[first]);
    return [
      query.deadline > 0 ? `At ${deadline(query)} or faster, ` : board.wire.deadline > 0 && 'Without a limit on latency, ',
      el('strong', {}, `${name(first)} ${task.settings && best.length === 1 ? 'is the only model' : task.claim}: ${number(board.metric[first])} ${per}`),
      `${where(first)}${task.settings?.asides[board.runs[first]] ?? ''}.`,
      close > 0 && ` The next ${close === 1 ? 'model is' : `${plural(close, 'model')} are`} within measurement uncertainty of it.`,
      !ties(board, first, last) && ` ${task.extremes} of ${plural(ranked.length, 'model')} differ ${fold}.${unmatched(first, last)}`,
    ].filter(Boolean);
  };

  const nothing = (query, { late }) => (late.length ? `No configuration is as fast as ${deadline(query)}.` : 'No configuration passes the filters.');

  const count = (query, answer) => `${answer.models} of ${plural(board.models.length, 'model')} · ${
    whole(answer.shown)} of ${plural(answer.total, 'configuration')}${query.deadline > 0 ? ` within ${deadline(query)}` : ''}`;

  const note = (query) => {
    const within = query.deadline > 0 ? ` within ${deadline(query)}` : '';
    if (query.view === 'all') {
      return `All configurations${within}. Strip: bar, all configurations of the model; dot, this one.`;
    }
    return `The ${task.superlative} configuration of each model${within}. Strip: bar, all its configurations; dot, the one shown. `
      + task.rank_note;
  };

  const beyondTitle = (query) => `Slower than ${deadline(query)}`;

  const beyond = (query, row) => [
    href(row) ? el('a', { href: href(row) }, name(row)) : name(row),
    ` at best ${latency(query, row)}, with ${number(board.metric[row])} ${per}${where(row)}`,
  ];

  // what phones show below a model's name
  const below = (query, row, range) => [
    text('hardware', row), batch(row) && `batch${space}${batch(row)}`,
    board.latency(query.percentile)[row] !== Infinity && latency(query, row),
    board.part('response') && `${number(board.part('response').numbers[row])}${space}J per response`,
    range && `rank ${range}`,
  ].filter(Boolean).join(' · ');

  return { deadline, lede, nothing, count, note, beyond, beyondTitle, below, name, href, latency, batch, text, part, per };
};

// foldText writes a ratio: "75-fold", "by 12 %".
const foldText = (ratio) => {
  if (ratio < 2) return `by ${((ratio - 1) * 100).toFixed(0)} %`;
  return ratio < 10 ? `${ratio.toFixed(1)}-fold` : `${whole(Math.trunc(ratio + 0.5))}-fold`;
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// tag is the short form of a weight precision.
export const tag = (precision) => (precision === 'bfloat16' ? 'BF16' : precision.toUpperCase());
