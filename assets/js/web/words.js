// The sentences of a task's page, of the same messages as package site writes them from for the default view.
import { rich, say } from './catalog.js';
import { byCost, byLatency, costName, costOf, costUnit, isOwnOrder, million, unpricedOf } from './cost.js';
import { mostNamed } from './limits.js';
import { inUnit, number, places, rounded, roundedUp, toType, whole } from './numbers.js';
import { el } from './dom.js';
import { language } from './language.js';
import { noun, precisionName } from './nouns.js';
import { isOwn } from './ownrows.js';
import { byGroup, closeTo, openBoard, percentiles, ties, workColumns } from './board.js';

const space = '\u00a0';

// placeIn is a board with its file and its words.
export const placeIn = (file, root) => {
  const board = openBoard(file.board);
  return { file, board, words: wordsFor(board, file.task, file.models, root) };
};

export const wordsFor = (board, task, models, root) => {
  const text = (name, row) => board.column(name)?.value(row) ?? '';
  const part = (name, row) => board.part(name)?.value(row) ?? '';
  const batch = (row) => part('batch', row) && `${task.batch_name} ${whole(part('batch', row))}`;
  // beyondText is a latency above the limit of a query, in as many digits as show that
  const beyondText = (query, x) => {
    const digits = [3, 4, 5].find((n) => !(x > query.deadline && rounded(x, n) <= query.deadline)) ?? 6;
    return `${number(x, { digits })}${space}${task.unit}`;
  };
  // late is the latency of a row that misses the limit of a query
  const late = (query, row) => beyondText(query, board.latency(query.percentile)[row]);
  // upToText is a limit that a latency meets, in as many digits as keep it within the limit of a query
  const upToText = (query, x) => {
    const digits = [3, 4, 5].find((n) => roundedUp(x, n) <= query.deadline) ?? 6;
    return `${number(roundedUp(x, digits), { digits })}${space}${task.unit}`;
  };
  const latency = (query, row) => `${number(board.latency(query.percentile)[row])}${space}${task.unit}`;
  const metric = (row) => inUnit(number(board.metric[row], board.rankIn), task.rank_unit);
  // the settings that a measure levels out by which a query ranks
  const leveled = (query) => board.wire.leveled?.[query.sort.field];
  const latencyName = ({ percentile }) => task.latencies[Math.min(percentile, task.latencies.length - 1)];
  // order is what a query ranks by, in sentences, with its unit and form, and the value of a row
  const order = (query) => {
    const { field } = query.sort;
    if (field === byLatency) {
      return { name: latencyName(query), unit: task.unit, of: (row) => board.latency(query.percentile)[row] };
    }
    if (field === byCost) return { name: costName(query), unit: costUnit(query, task), of: (row) => costOf(board, query, row).total * million };
    const column = leveled(query) && board.column(field);
    if (column) return { ...task.normalized[field], form: column, of: (row) => column.numbers[row] };
    return { name: task.metric, unit: task.rank_unit, form: board.rankIn, of: (row) => board.metric[row] };
  };
  const ranking = (query, row) => {
    const { unit, form, of } = order(query);
    return query.sort.field === byLatency ? latency(query, row) : inUnit(number(of(row), form), unit);
  };
  const name = (row) => part('name', row);
  // tagged is the precision of a row behind its name, '' where the name ends in it
  const tagged = (row) => {
    const precision = precisionName(part('precision', row));
    return precision && !name(row).endsWith(` ${precision}`) ? el('span', { class: 'tag' }, precision) : '';
  };
  // "" for a model without a page
  const href = (row) => (models[board.model[row]] ? root + models[board.model[row]] : '');
  // that of a run of the reader's own is where it is told of
  const runPage = (run) => (isOwn(run) ? '#own' : root + task.run.replace('{run}', run));
  const hardware = (row) => text('hardware', row) || (board.choices.gpu.length > 0 ? say('answer.unstated') : ''); // as others are on known ones
  const where = (row) => joined(hardware(row), batch(row));
  // setting is that with what else sets the configurations of a board apart
  const setting = (row) => joined(where(row), task.settings?.asides[board.runs[row]]);

  // "50 ms per token", with the percentile where it is not the default one
  const deadline = (query) => {
    const limit = say(task.per ? 'limit.value' : 'limit.value_bare', { value: toType(query.deadline), unit: task.unit, noun: noun(task.per, 1) });
    return atPercentile(query.percentile, limit);
  };

  // atPercentile adds the percentile to a latency, where it is not the default one
  const atPercentile = (percentile, text) => (
    percentiles[percentile] === board.wire.percentile || !board.perPercentile ? text
      : say('limit.percentile', { limit: text, percentile: percentiles[percentile].toUpperCase() }));

  // at says under which limit a sentence holds, "" where the board has none.
  const at = (query) => {
    if (query.deadline > 0) return say('limit.at', { limit: deadline(query) });
    return board.wire.deadline > 0 && query.sort.field !== byLatency ? say('limit.any') : '';
  };

  // whose is what a sentence is about: n models that are compared, or of these what a search and other filters leave.
  const whose = (q, filters, n) => {
    if (n && !q && filters.length === 0) return say('scope.compared', { n });
    return [q ? say('scope.models', { q: named(q) }) : say('scope.configurations'), ...filters, n && say('scope.chosen', { n })].filter(Boolean).join(' ');
  };

  // atWork is how many of the models that are compared did the work of some rows, whatever a filter leaves of them; without
  // rows all.
  const atWork = (compared, rows) => (rows.length === 0 ? compared.length : compared.filter((id) => (
    board.model.some((one, row) => board.models[one] === id && board.group[row] === board.group[rows[0]]))).length);

  // unequal are the columns of the work in which rows differ that a query ranks.
  const unequal = (query, rows) => workColumns(board, leveled(query)).filter((column) => rows.some((row) => column.value(row) !== column.value(rows[0])));

  // ofWork says of which work the rows are that a sentence compares, on a board of unequal work, or in what it is unequal.
  const ofWork = (query, rows) => {
    if (rows.length === 0 || workColumns(board, leveled(query)).length === 0) return '';
    const differ = unequal(query, rows);
    return differ.length > 0 ? say('scope.unequal', { fields: both(differ.map(({ name: field }) => workLabel(field))) })
      : say('scope.work', { work: workOf(query, rows[0]) });
  };
  const workLabel = (field) => task.work.find((one) => one.field === field).label;

  // workOf says of which work a row is, as Settings of package board does.
  const workOf = (query, row) => {
    const columns = workColumns(board, leveled(query));
    const [height, width] = ['height', 'width'].map((name) => board.part(name));
    const sized = columns.some((column) => column === height || column === width) && height && width && !height.missing(row) && !width.missing(row);
    const others = columns.filter((column) => !sized || (column !== height && column !== width));
    return [
      ...(sized ? [`${width.value(row)}×${height.value(row)} px`] : []),
      ...others.map((column) => {
        const { label, unit } = task.work.find((one) => one.field === column.name);
        if (column.missing(row)) return `${label} ${say('scope.unstated')}`;
        const value = column.value(row);
        return typeof value === 'number' && !unit ? `${value} ${label}` : `${label} ${value} ${unit ?? ''}`.trim();
      }),
    ].join(', ');
  };

  // inGroups says that rows have ranks in their groups of equal work, '' where they are one group.
  const inGroups = (by, rows) => (byGroup(by, rows).length > 1 ? say('scope.groups') : '');

  // scope names the filters of a query besides its deadline, and the work of the rows that a sentence compares, '' for neither:
  // as package site does.
  const scope = (query, rows = []) => {
    const { q, compared = [], gpu, gpus, precision, arch, energy, accuracy, ceiling } = query;
    const list = (key, values, n) => values?.length > 0 && say(`scope.${key}`, { n, list: either(values) });
    const parts = [
      list('arch', arch), list('gpu', gpu), list('gpus', gpus?.map(whole), gpus?.at(-1)), list('precision', precision?.map(precisionName)),
      energy > 0 && say('scope.energy', { energy: `${toType(energy / (board.energyIn?.size ?? 1))} ${task.energy_unit}` }),
      accuracy > 0 && say('scope.accuracy', { accuracy: toType(accuracy) }),
      ceiling > 0 && say('scope.ceiling', { cost: `${toType(ceiling)} ${costUnit(query, task)}` }),
    ].filter(Boolean);
    const work = ofWork(query, rows);
    if (parts.length === 0 && !q && !work && compared.length === 0) return '';
    const of = whose(q, parts, atWork(compared, rows));
    return say('scope.among', { scope: work ? `${of}${parts.length > 0 || q ? ',' : ''} ${work}` : of });
  };

  // underFilters adds to a text that filters leave out what it does not speak of.
  const underFilters = (query, text) => (scope(query) ? `${text} ${say('scope.filters')}` : text).trim();

  // about puts the filters of a query before what is said of the rows that pass them, where the page does not say them once.
  const about = (query, text, rows) => [scope(query, rows), text].filter(Boolean).join(' ');

  // atEqualWork adds to what is said of rows of which work they are, on a board of unequal work.
  const atEqualWork = (query, rows, text) => (
    rows.length === 0 || workColumns(board, leveled(query)).length === 0 || unequal(query, rows).length > 0 ? text
      : say('scope.at_work', { text, work: workOf(query, rows[0]) }));

  // in what two rows differ besides their models
  const unmatched = (a, b) => {
    const { labels, values } = task.settings ?? {};
    const value = (row, i) => values[board.runs[row]][i];
    const differ = (labels ?? []).filter((_, i) => value(a, i) && value(b, i) && value(a, i) !== value(b, i));
    return differ.length === 0 ? [] : [` ${say('task.lede.unmatched', { settings: both(differ) })}`];
  };

  // claim is the end of the messages' keys of what the first row of a query has.
  const claim = (query) => (isOwnOrder(query, board) ? task.claim : 'lowest');

  const answered = (query, row, only) => {
    const says = say(`task.lede.${only ? 'only' : claim(query)}`, { model: name(row), metric: order(query).name, at: at(query) });
    if (setting(row)) return rich('task.lede.answer', { claim: says, value: ranking(query, row), setting: setting(row) });
    return rich('task.lede.answer_bare', { claim: says, value: ranking(query, row) });
  };

  const spanned = (query, n, ratio) => {
    if (ratio < 2) return say('task.lede.percent',
      { n, metric: order(query).name, percent: say('form.percent', { x: places((ratio - 1) * 100, 0) }) });
    const fold = ratio < 10 ? places(ratio, 1) : whole(Math.trunc(ratio + 0.5));
    return say('task.lede.fold', { n, metric: order(query).name, fold });
  };

  // as Lede of package site writes it
  const lede = (query, result) => {
    const [ranked = [], ...others] = byGroup(result.board, result.best.filter(isRanked(result.board)));
    const among = result.best.length + result.late.length > 0 && scope(query, ranked);
    const n = others.flat().length;
    const unpriced = query.sort.field === byCost ? result.best.length - n - ranked.length : 0;
    return [...(among ? [`${among} `] : []), ...answerOf(query, result, ranked, n), ...(n > 0 ? [` ${say('scope.others', { n })}`] : []),
      ...(unpriced > 0 && ranked.length > 0 ? [` ${say('task.lede.unpriced', { n: unpriced })}`] : [])];
  };

  const isRanked = (by) => (row) => by.score[row] !== Infinity;

  const answerOf = (query, { board: by, best, late }, ranked, others) => {
    if (best.length === 0) return [late.length ? say('task.lede.late', { limit: deadline(query) }) : say('task.lede.empty')];
    const [first] = ranked;
    if (first === undefined) return [say('task.lede.unstated', { metric: order(query).name })];
    const last = ranked.at(-1);
    const close = closeTo(by, ranked);
    const only = ranked.length + others === 1;
    return [
      ...answered(query, first, only),
      ...(close > 0 ? [` ${say('task.lede.tied', { n: close })}`] : []),
      ...(ties(by, first, last) || by.score[first] === 0 ? []
        : [` ${spanned(query, ranked.length, by.score[last] / by.score[first])}`, ...unmatched(first, last)]),
    ];
  };

  const count = (query, answer) => [
    say('task.count.models', { shown: answer.models, n: board.models.length }),
    say('task.count.configurations', { shown: answer.shown, n: answer.total }),
    query.deadline > 0 && `≤${space}${deadline(query)}`,
  ].filter(Boolean).join(' · ');

  // note explains what the table draws: bars, ties, ranges of ranks.
  const note = (query, { board: shown, rows, ranks }, columns) => {
    if (rows.length === 0) return '';
    const limit = query.deadline > 0 ? at(query) : '';
    const of = (kind) => say(`task.note.${kind}`, { at: limit });
    const isPartlyPriced = query.sort.field === byCost && unpricedOf(shown, query, [...board.runs.keys()]).length > 0;
    const hasRanks = !ranks?.length || ranks.some(Boolean);
    const isLeveled = leveled(query) && query.view !== 'all';
    const normalized = () => say('task.note.normalized', { metric: order(query).name, at: limit });
    return [
      !hasRanks ? say('task.note.unranked') : isLeveled ? normalized()
        : of(query.view === 'all' ? 'all' : isOwnOrder(query, board) ? task.superlative : isPartlyPriced ? 'priced' : query.sort.field),
      query.view === 'all' ? '' : inGroups(shown, rows),
      columns.some(({ kind }) => kind === 'range') && say(scope(query) ? 'task.note.bar_filtered' : 'task.note.bar'),
      ranks?.some((rank) => rank?.tied) && say('task.note.ties'),
      ranks?.some((rank) => rank && rank.range[0] !== rank.range[1]) && say('task.note.ranks'),
      ranks && task.spread,
    ].filter(Boolean).join(' ');
  };

  const beyond = (query, row) => {
    const energy = Number.isFinite(board.metric[row]) ? say('task.beyond.item_energy', { energy: metric(row) }) : '';
    return rich('task.beyond.item', { model: name(row), href: href(row), latency: late(query, row), energy, setting: where(row) && ` (${where(row)})` });
  };

  // doubt says that a row is suspicious, and why
  const doubt = (row) => el('a', { class: 'tag', href: `${root}data/#problems` }, say('table.suspicious', { why: board.wire.doubted[row] }));

  return { order, claim, ranking, batch, deadline, doubt, at, atWork, atEqualWork, scope, about, underFilters, atPercentile,
    lede, unequal, workOf, inGroups, count, note, beyond, name, tagged, href, root, runPage, where, setting, latency,
    beyondText, late, latencyName, upToText, text, part, per: task.rank_unit };
};

const listed = (values, said) => (values.length < 2 ? values.join('') : said({ list: values.slice(0, -1).join(', '), last: values.at(-1) }));
export const either = (values) => listed(values, (parts) => say('form.or', { ...parts }));
export const both = (values) => listed(values, (parts) => say('form.and', { ...parts }));

// named are the words that a name contains.
const named = (q) => q.split(' ').filter(Boolean).join(' ');

const joined = (...parts) => parts.filter(Boolean).join(', ');


// inside is a label within a sentence.
export const inside = (label) => (language().language === 'de' || !/^.[a-z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1));

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// unlikeText names the models whose sides did different work, of many the first; '' for none.
export const unlikeText = (key, unlike, board, sides) => {
  const named = unlike.slice(0, mostNamed).map(({ alt }) => board.part('name')?.value(alt) ?? '');
  return unlike.length === 0 ? '' : say(key, { n: unlike.length, models: named.join(', '), ...sides });
};

// stated is where a row was measured, or that this is unknown.
export const stated = (where) => where || say('answer.unstated');

// nameOf is what one of those is called that a choice was made among.
export const nameOf = ({ among, board, row: chosen }, row, words) => {
  const setting = stated(words.setting(row));
  const isNamed = among === 'models' || (chosen !== undefined && board.model[row] !== board.model[chosen]);
  return isNamed ? say('answer.named', { model: words.name(row), setting }) : setting;
};

// takes is the latency of a row, what a query ranks by, and its energy: "37.7 ms, 0.0655 USD per million tokens, 0.0742 J per token".
export const takes = (board, query, row, { words, task }) => joined(
  board.latency(query.percentile)[row] < Infinity && words.beyondText(query, board.latency(query.percentile)[row]),
  !(isOwnOrder(query, board) && board.wire.rank === board.wire.energy) && query.sort.field !== byLatency && board.score[row] !== Infinity
    && words.ranking(query, row),
  board.energy[row] < Infinity && `${number(board.energy[row], board.energyIn)} ${task.energy_unit}`);
