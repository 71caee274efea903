// The sentences of a task's page, of the same messages as package site writes them from for the default view.
import { rich, say } from './catalog.js';
import { number, places, toType, whole } from './numbers.js';
import { noun } from './nouns.js';
import { isOwn } from './ownrows.js';
import { percentiles, sameWork, ties } from './board.js';

const space = '\u00a0';

export const wordsFor = (board, task, models, root) => {
  const text = (name, row) => board.column(name)?.value(row) ?? '';
  const part = (name, row) => board.part(name)?.value(row) ?? '';
  const batch = (row) => part('batch', row) && `${task.batch_name} ${whole(part('batch', row))}`;
  const latency = (query, row) => `${number(board.latency(query.percentile)[row])}${space}${task.unit}`;
  const metric = (row) => `${number(board.metric[row])} ${task.rank_unit}`;
  const name = (row) => part('name', row);
  // "" for a model without a page
  const href = (row) => (models[board.model[row]] ? root + models[board.model[row]] : '');
  // that of a run of the reader's own is where it is told of
  const runPage = (run) => (isOwn(run) ? '#own' : root + task.run.replace('{run}', run));
  const where = (row) => joined(text('hardware', row), batch(row));

  // "50 ms per token", with the percentile where it is not the default one
  const deadline = (query) => {
    const limit = say('limit.value', { value: toType(query.deadline), unit: task.unit, noun: noun(task.per, 1) });
    return atPercentile(query.percentile, limit);
  };

  // atPercentile adds the percentile to a latency, where it is not the default one
  const atPercentile = (percentile, text) => (
    percentiles[percentile] === board.wire.percentile || !board.perPercentile ? text
      : say('limit.percentile', { limit: text, percentile: percentiles[percentile].toUpperCase() }));

  // at says under which limit a sentence holds, "" where the board has none.
  const at = (query) => {
    if (query.deadline > 0) return say('limit.at', { limit: deadline(query) });
    return board.wire.deadline > 0 ? say('limit.any') : '';
  };

  // what a sentence is about before its filters: n models that are compared, those that a search finds, or configurations.
  const whose = (q, n) => {
    if (n) return q ? say('scope.compared_named', { n, q: quoted(q) }) : say('scope.compared', { n });
    return q ? say('scope.models', { q: quoted(q) }) : say('scope.configurations');
  };

  // scope names the filters of a query besides its deadline, '' for none: as package site does.
  const scope = ({ q, compared = 0, gpu, gpus, precision, arch, energy }) => {
    const list = (key, values, n) => values?.length > 0 && say(`scope.${key}`, { n, list: either(values) });
    const parts = [
      list('gpu', gpu), list('gpus', gpus?.map(whole), gpus?.at(-1)), list('precision', precision?.map(tag)), list('arch', arch),
      energy > 0 && say('scope.energy', { energy: `${toType(energy)} ${task.energy_unit}` }),
    ].filter(Boolean);
    if (parts.length === 0 && !q && !compared) return '';
    return say('scope.among', { scope: [whose(q, compared), ...parts].join(' ') });
  };

  // about puts the filters of a query before what is said of the rows that pass them.
  const about = (query, text) => [scope(query), text].filter(Boolean).join(' ');

  // noneOf says why no row is shown: the deadline alone leaves some out, or no configuration passes the other filters.
  const noneOf = (query, isLate) => (isLate ? about(query, say('groups.none_within', { deadline: deadline(query) })) : say('task.lede.empty'));

  // in what two rows differ besides their models
  const unmatched = (a, b) => {
    const { labels, values } = task.settings ?? {};
    const value = (row, i) => values[board.runs[row]][i];
    const differ = (labels ?? []).filter((_, i) => value(a, i) && value(b, i) && value(a, i) !== value(b, i));
    return differ.length === 0 ? [] : [` ${say('task.lede.unmatched', { settings: both(differ) })}`];
  };

  // otherWork says in what the outputs of rows are not the same work, '' for equal work
  const otherWork = ([first, ...others]) => {
    const differ = (task.work ?? []).filter(({ field }) => others.some((row) => !sameWork(board.column(field), first, row)));
    return differ.length > 0 && say('task.lede.work', { fields: both(differ.map(({ label }) => label)) });
  };

  const answered = (query, row, only) => {
    const claim = only ? 'only' : task.claim;
    const says = say(withLimit(`task.lede.${claim}`, at(query)), { model: name(row), metric: task.metric, at: at(query) });
    const setting = joined(where(row), task.settings?.asides[board.runs[row]]);
    if (setting) return rich('task.lede.answer', { claim: says, value: metric(row), setting });
    return rich('task.lede.answer_bare', { claim: says, value: metric(row) });
  };

  const spanned = (n, ratio) => {
    if (ratio < 2) return say('task.lede.percent',
      { n, metric: task.metric, percent: say('form.percent', { x: places((ratio - 1) * 100, 0) }) });
    const fold = ratio < 10 ? places(ratio, 1) : whole(Math.trunc(ratio + 0.5));
    return say('task.lede.fold', { n, metric: task.metric, fold });
  };

  // as Lede of package site writes it
  const lede = (query, result) => {
    const among = scope(query);
    return among ? [`${among} `, ...answerOf(query, result)] : answerOf(query, result);
  };

  const answerOf = (query, { best, late }) => {
    if (best.length === 0) return [late.length ? say('task.lede.late', { limit: deadline(query) }) : say('task.lede.empty')];
    const ranked = best.filter((row) => board.score[row] !== Infinity);
    const [first] = ranked;
    if (first === undefined) return [say('task.lede.unstated', { metric: task.metric })];
    const last = ranked.at(-1);
    const apart = ranked.findIndex((row) => row !== first && !ties(board, row, first));
    const close = (apart < 0 ? ranked.length : apart) - 1;
    const only = task.settings && best.length === 1;
    const unequal = otherWork(ranked);
    if (unequal) return [...answered(query, first, only), ` ${unequal}`];
    return [
      ...answered(query, first, only),
      ...(close > 0 ? [` ${say('task.lede.tied', { n: close })}`] : []),
      ...(ties(board, first, last) ? []
        : [` ${spanned(ranked.length, board.score[last] / board.score[first])}`, ...unmatched(first, last)]),
    ];
  };

  const nothing = (query, { late }) => (late.length ? say('task.late', { limit: deadline(query) }) : say('task.lede.empty'));

  const count = (query, answer) => [
    say('task.count.models', { shown: answer.models, n: board.models.length }),
    say('task.count.configurations', { shown: answer.shown, n: answer.total }),
    query.deadline > 0 && `≤${space}${deadline(query)}`,
  ].filter(Boolean).join(' · ');

  // note explains what the table draws: bars, ties, ranges of ranks.
  const note = (query, { rows, ranks }, columns) => {
    if (rows.length === 0) return '';
    const limit = query.deadline > 0 ? at(query) : '';
    const of = (kind) => say(withLimit(`task.note.${kind}`, limit), { at: limit });
    const isRanked = !ranks?.length || ranks.some(Boolean);
    return [
      about(query, isRanked ? of(query.view === 'all' ? 'all' : task.superlative) : say('task.note.unranked')),
      columns.some(({ kind }) => kind === 'range') && say(scope(query) ? 'task.note.bar_filtered' : 'task.note.bar'),
      ranks?.some((rank) => rank?.tied) && say('task.note.ties'),
      ranks?.some((rank) => rank && rank.range[0] !== rank.range[1]) && say('task.note.ranks'),
      ranks && task.spread,
    ].filter(Boolean).join(' ');
  };

  const beyondTitle = (query) => about(query, say('task.beyond.title_at', { limit: deadline(query) }));

  const beyond = (query, row) => {
    const values = { model: name(row), href: href(row), latency: latency(query, row), energy: metric(row) };
    return where(row) ? rich('task.beyond.item', { ...values, setting: where(row) }) : rich('task.beyond.item_bare', { ...values });
  };

  // what phones show below a model's name
  const below = (query, row, range) => [
    text('hardware', row), batch(row) && batch(row).replaceAll(' ', space),
    board.latency(query.percentile)[row] !== Infinity && latency(query, row),
    board.part('response') && !(isOwn(board.runs[row]) && board.part('response').missing(row)) && say('task.below.response', { value: number(board.part('response').numbers[row]) }),
    range && say('task.below.ranks', { range }),
  ].filter(Boolean).join(' · ');

  return { deadline, at, scope, about, noneOf, atPercentile, lede, otherWork, nothing, count, note, beyond, beyondTitle, below, name, href, runPage, where, latency, text, part,
    per: task.rank_unit };
};

const listed = (values, said) => (values.length < 2 ? values.join('') : said({ list: values.slice(0, -1).join(', '), last: values.at(-1) }));
const either = (values) => listed(values, (parts) => say('form.or', { ...parts }));
const both = (values) => listed(values, (parts) => say('form.and', { ...parts }));

// quoted are the words that a name contains.
const quoted = (q) => both(q.split(' ').filter(Boolean).map((word) => say('scope.quoted', { q: word })));

const joined = (...parts) => parts.filter(Boolean).join(', ');

// withLimit is the key of a message that names a limit, if there is one to name.
export const withLimit = (key, limit) => (limit ? `${key}_at` : key);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// tag is the short form of a weight precision.
export const tag = (precision) => precision.replace('bfloat', 'BF').replace('float', 'FP').toUpperCase();
