// What a comparison shows beside its figure: cards, answers, two tables.
import { say } from './catalog.js';
import { missing } from './cells.js';
import { drawHistograms, glyph } from './comparedrawing.js';
import { metricRatio, ratio } from './comparison.js';
import { el } from './dom.js';
import { histogramOf, quantile, tailOf, total } from './histogram.js';
import { noun } from './nouns.js';
import { full, number, short, whole } from './numbers.js';
import { capital, tag } from './words.js';

// place: { board, task, words, marks (by model compared), report } of the task; act: what a reader may do.
export const compareView = (place, act) => ({
  cards: (result, query) => cards(place, act, result, query),
  ratios: (result, query) => ratios(place, result, query),
  answers: (result, lengths, kind, chosen) => answers(place, result, lengths, kind, chosen),
  configurations: (result, query) => configurations(place, act, result, query),
});

const cards = ({ board, task, words, marks }, act, result, query) => el('ul', { class: 'cards' },
  ...result.compared.map(({ id, best, fastest }, i) => {
    const any = rowOf(board, id);
    const base = el('input', { type: 'radio', name: 'base', value: id, 'data-key': `base ${id}`, onchange: () => act.base(id) });
    base.checked = result.base?.id === id;
    return el('li', { 'data-model': id },
      el('h2', {}, glyph(marks[i]), ' ', linked(words, any)),
      facts([
        [say('model.parameters'), parameters(board, any)],
        [say('model.architecture'), words.part('architecture', any)],
        [say('model.precision'), tag(words.part('precision', any))],
        ...state(board, task, words, query, best, fastest),
      ]),
      el('p', { class: 'line' },
        el('label', {}, base, ' ', say('compare.base')),
        el('button', { type: 'button', class: 'link', 'data-key': `remove ${i}`,
          'aria-label': say('compare.remove_model', { model: words.name(any) }),
          onclick: () => act.remove(id) }, say('compare.remove'))));
  }));

const rowOf = (board, id) => board.model.indexOf(board.models.indexOf(id));

const parameters = (board, row) => {
  const all = board.column('total_params_billions')?.value(row);
  const active = board.column('activated_params_billions')?.value(row);
  if (all == null) return '';
  const text = say('model.billions', { n: short(all) });
  return active == null || active === all ? text
    : say('compare.active', { all: text, active: say('model.billions', { n: short(active) }) });
};

const state = (board, task, words, query, best, fastest) => {
  if (best !== null) {
    const at = [words.where(best), Number.isFinite(board.latency(query.percentile)[best]) && words.latency(query, best)];
    return [[capital(task.metric),
      Number.isFinite(board.metric[best]) && `${number(board.metric[best])} ${words.per.startsWith('J ') ? 'J' : words.per}`],
      [say('model.configuration'), at.filter(Boolean).join(', ')]];
  }
  if (fastest !== null) return [[say('compare.slow'),
    say('compare.fastest', { latency: words.latency(query, fastest), energy: `${number(board.metric[fastest])} ${words.per}` })]];
  return [[say('compare.filtered'), say('task.lede.empty')]];
};

// linked is a model's name, which leads to its page where it has one, and there to a run.
const linked = (words, row, run = '') => (words.href(row) ? el('a', { href: words.href(row) + run }, words.name(row)) : words.name(row));

// throughputOf is the column of throughput, undefined where the board has none.
export const throughputOf = (board) => board.column('throughput_per_gpu') ?? board.column(board.wire.throughput);

const facts = (pairs) => el('dl', { class: 'facts' },
  ...pairs.filter(([, value]) => value).map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))));

const data = (value, text = number(value)) => el('data', { value: full(value) }, text);

const cell = (kind, ...content) => el('td', { class: kind }, ...content);

const amount = (value) => cell('n', ...(Number.isFinite(value) ? [data(value)] : missing()));

const times = (found) => {
  if (!found) return cell('n', ...missing());
  return cell('n', data(found.times, `${found.tied && found.times !== 1 ? '=' : ''}${number(found.times)}×`));
};

const head = (...columns) =>
  el('thead', {}, el('tr', {}, ...columns.filter(Boolean).map(([label, unit, kind = 'n']) => el('th', { scope: 'col', class: kind },
  el('span', {}, label), unit && el('small', {}, unit)))));

// unitOf is the unit of a column, of an output in the words of the task.
const unitOf = ({ file, task }, field) => (file.columns.find((one) => one.field === field)?.unit ?? '')
  .replace(noun('output', 2), noun(task.output, 2));

// ratios is the table of each model's best configuration against the base's.
const ratios = (place, result, query) => {
  const { board, task, words, marks } = place;
  const perResponse = board.part('response');
  const throughput = throughputOf(board)?.numbers;
  const latency = board.latency(query.percentile).some(Number.isFinite) && board.latency(query.percentile);
  const base = result.base?.best ?? null;
  const against = (values, row) => times(ratio(row === null ? null : values[row], base === null ? null : values[base]));
  const line = ({ id, best }, i) => el('tr', { 'data-model': id, 'data-run': best === null ? null : board.runs[best] },
    el('th', { scope: 'row', class: 'name' }, glyph(marks[i]), ' ', linked(words, rowOf(board, id))),
    amount(best === null ? null : board.metric[best]), times(metricRatio(board, best, base)),
    ...(perResponse ? [amount(best === null ? null : perResponse.value(best)), against(perResponse.numbers, best)] : []),
    latency && amount(best === null ? null : latency[best]),
    ...(throughput ? [amount(best === null ? null : throughput[best]), against(throughput, best)] : []),
    cell('w', ...(best === null || !words.where(best) ? missing() : [words.where(best)])));
  const table = el('table', { id: 'ratios', 'aria-label': say('compare.ratios') },
    head([say('charts.column.model'), null, 'name'], [capital(task.metric), task.rank_unit], [say('compare.against'), task.metric],
      perResponse && [say('task.response'), 'J'], perResponse && [say('compare.against'), say('compare.per_response')],
      latency && [say('compare.latency'), task.unit],
      throughput && [say('compare.throughput'), unitOf(place, throughputOf(board).name)],
      throughput && [say('compare.against'), say('compare.of_throughput')], [say('model.configuration'), null, 'w']),
    el('tbody', {}, ...result.compared.map(line)));
  return el('div', { class: 'scroll', role: 'region', 'aria-label': say('compare.ratios'), tabindex: '0' }, table);
};

// answers are histograms of one configuration of each model, on one axis; kind is tokens or joules, chosen gives
// the row of a model, null where it has none to show.
const answers = ({ board, words, marks }, { compared }, lengths, kind, chosen) => {
  const found = compared.map((one, i) => {
    const row = chosen(one);
    const scale = kind === 'joules' && row !== null ? board.energy[row] : 1;
    return { id: one.id, row, mark: marks[i], histogram: row === null ? null : histogramOf(lengths, row, scale) };
  });
  const draw = drawHistograms(found.map(({ histogram }) => histogram).filter(Boolean));
  return el('div', { class: 'figures' }, ...found.map(({ id, row, mark, histogram }) => {
    const name = words.name(rowOf(board, id));
    const title = el('h3', {}, glyph(mark), ' ', name);
    if (!histogram) {
      return el('figure', { class: 'small' }, title,
        el('p', { class: 'none' }, row === null ? say('task.lede.empty') : say('compare.no_lengths')));
    }
    const text = quantilesOf(histogram, kind);
    const { drawing, tail, log } = draw(histogram, { color: mark.color, label: `${name}: ${text}` });
    return el('figure', { class: 'small', 'data-chart': `answers-${kind}`, 'data-run': board.runs[row] }, title,
      el('div', { class: 'drawings' }, drawing),
      el('figcaption', {},
        [`${words.where(row)}:`, text, tail && tailText(tail, kind), log && say('compare.log')].filter(Boolean).join(' ')));
  }));
};

const quantilesOf = (histogram, kind) => {
  const [median, high] = [0.5, 0.9].map((share) => quantile(histogram, share));
  const n = total(histogram.counts);
  if (kind === 'joules') return say('compare.energies', { n, median: number(median), high: number(high) });
  return say('compare.lengths', { n, median: whole(Math.round(median)), high: whole(Math.round(high)) });
};

const tailText = (tail, kind) => (kind === 'joules'
  ? say('charts.responses.tail', { ...tailOf(tail) }) : say('charts.lengths.tail', { ...tailOf(tail) }));

const mostRows = 500;

// configurations is the table of all rows that pass, in the query's order.
const configurations = (place, act, result, query) => {
  const { board, task, words, marks, report } = place;
  const { rank, throughput, latency } = board.wire;
  const markOf = new Map(result.compared.map(({ id }, i) => [board.models.indexOf(id), marks[i]]));
  const latencyField = latency[Math.min(query.percentile, latency.length - 1)];
  const { batch, name } = board.wire.parts;
  const columns = [
    [name, say('charts.column.model'), null, 'name'], ['hardware', say('charts.column.gpus'), null, 'w'],
    [batch, say('charts.column.batch'), null, 'n'],
    ['parallelism', say('compare.parallelism'), null, 'w'], ['resolution', say('compare.resolution'), 'px', 'w'],
    [rank, capital(task.metric), task.rank_unit, 'n main'], [null, say('compare.against'), task.metric, 'n'],
    [latencyField, say('compare.latency'), task.unit, 'n'], [throughput, say('compare.throughput'), unitOf(place, throughput), 'n'],
    report && ['', say('model.problem'), null, 'w'],
  ].filter((column) => column && (!column[0] || board.column(column[0])));
  const base = result.base?.best ?? null;
  const content = (field, row) => {
    const value = board.column(field).value(row);
    if (value === null) return missing();
    return typeof value === 'number' ? [data(value, field === batch ? whole(value) : number(value))] : [value];
  };
  const line = (row) => el('tr', { 'data-run': board.runs[row], 'data-model': board.models[board.model[row]] },
    ...columns.map(([field, , , kind]) => {
      if (kind === 'name') return el('th', { scope: 'row', class: kind }, glyph(markOf.get(board.model[row])), ' ',
        linked(words, row, `#${board.runs[row]}`));
      if (field) return el('td', { class: kind, 'data-field': field }, ...content(field, row));
      if (field === '') return cell(kind, reported(report, board.runs[row]));
      return times(metricRatio(board, row, base));
    }));
  const header = ([field, label, unit, kind]) =>
    el('th', { scope: 'col', class: kind, 'data-field': field, 'aria-sort': sorted(query.sort, field) },
    field ? el('button', { type: 'button', class: 'sort', 'data-key': `sort ${field}`, onclick: () => act.sort(field) }, label)
      : el('span', {}, label),
    unit && el('small', {}, unit));
  const table = el('table', { id: 'configurations', 'aria-label': say('compare.all') },
    el('thead', {}, el('tr', {}, ...columns.map(header))),
    el('tbody', {}, ...result.rows.slice(0, mostRows).map(line)));
  const note = [say('compare.passing', { shown: result.rows.length, n: result.total }),
    result.rows.length > mostRows && say('compare.first', { n: mostRows })].filter(Boolean).join(' ');
  return [el('p', { class: 'note', id: 'configurations-note' }, note),
    result.rows.length > 0
      && el('div', { class: 'scroll', role: 'region', 'aria-label': say('compare.all'), tabindex: '0' }, table)].filter(Boolean);
};

const reported = (report, run) =>
  el('a', { href: report.replaceAll('{run}', encodeURIComponent(run)), 'aria-label': say('compare.report', { run }) }, say('model.report'));

const sorted = (sort, field) => {
  if (!field || sort.field !== field) return null;
  return sort.descending ? 'descending' : 'ascending';
};
