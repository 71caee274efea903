// What a comparison shows: cards, the trade-off, answers, two tables.
import { drawComparison, glyph } from './comparedrawing.js';
import { energyRatio, ratio } from './comparison.js';
import { el } from './dom.js';
import { drawHistogram, histogramOf, quantile, total } from './histogram.js';
import { full, number, plural, short, whole } from './numbers.js';
import { tag } from './words.js';

// place: { board, task, words, marks (by model compared), report } of the task; act: what a reader may do.
export const compareView = (place, act) => ({
  cards: (result, query) => cards(place, act, result, query),
  tradeoff: (result, query) => tradeoff(place, result, query),
  ratios: (result, query) => ratios(place, result, query),
  answers: (result, lengths, kind) => answers(place, result, lengths, kind),
  configurations: (result, query) => configurations(place, act, result, query),
});

const cards = ({ board, task, words, marks }, act, result, query) => el('ul', { class: 'cards' },
  ...result.compared.map(({ id, best, fastest }, i) => {
    const any = rowOf(board, id);
    const base = el('input', { type: 'radio', name: 'base', value: id, 'data-key': `base ${id}`, onchange: () => act.base(id) });
    base.checked = result.base?.id === id;
    return el('li', { 'data-model': id },
      el('h2', {}, glyph(marks[i]), ' ', el('a', { href: words.href(any) }, words.name(any))),
      facts([
        ['Parameters', parameters(board, any)],
        ['Architecture', words.text('architecture', any)],
        ['Precision', tag(words.text('weight_precision', any))],
        ...state(board, task, words, query, best, fastest),
      ]),
      el('p', { class: 'line' },
        el('label', {}, base, ' base'),
        el('button', { type: 'button', class: 'link', 'data-key': `remove ${i}`, 'aria-label': `Remove ${words.name(any)}`, onclick: () => act.remove(id) }, 'Remove')));
  }));

const rowOf = (board, id) => board.model.indexOf(board.models.indexOf(id));

const parameters = (board, row) => {
  const all = board.column('total_params_billions')?.value(row);
  const active = board.column('activated_params_billions')?.value(row);
  if (all == null) return '';
  return active == null || active === all ? `${short(all)} B` : `${short(all)} B, ${short(active)} B active`;
};

const state = (board, task, words, query, best, fastest) => {
  if (best !== null) {
    return [[`Energy per ${task.output}`, `${number(board.energy[best])} J`],
      ['At', `${words.text('hardware', best)}, batch ${words.batch(best)}, ${words.latency(query, best)}`]];
  }
  if (fastest !== null) return [['Too slow', `at best ${words.latency(query, fastest)}, with ${number(board.energy[fastest])} ${words.per}`]];
  return [['Filtered out', 'no configuration passes the filters']];
};

const facts = (pairs) => el('dl', { class: 'facts' },
  ...pairs.filter(([, value]) => value).map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))));

const tradeoff = ({ board, task, words, marks }, result, query) => {
  if (result.drawn.length === 0) return el('p', { class: 'none' }, 'No configuration of these models passes the filters.');
  const title = 'Energy against latency: every configuration, each model’s frontier';
  const readout = el('p', { class: 'note', role: 'status' }, 'Point at a mark to read its configuration; the table below has them all.');
  const say = (row) => {
    readout.textContent = `${words.name(row)}, ${words.text('hardware', row)}, batch ${words.batch(row)}: ${
      number(board.energy[row])} ${words.per} at ${words.latency(query, row)}`;
  };
  const draw = (width, height, side) => {
    const drawing = drawComparison(board, result, marks, { task, query, width, height, title });
    readAt(drawing, result.drawn, say);
    return el('div', { class: side }, drawing.picture);
  };
  return el('figure', { id: 'tradeoff-figure', 'data-chart': 'compare-frontier' },
    el('div', { class: 'titled' }, el('h3', {}, title)),
    el('ul', { class: 'links' }, ...result.compared.map(({ id }, i) => el('li', {}, glyph(marks[i]), ' ', words.name(rowOf(board, id))))),
    el('div', { class: 'drawings' }, draw(1150, 440, 'wide'), draw(340, 320, 'narrow')),
    readout,
    el('figcaption', {}, 'Lines join what no configuration of the same model undercuts in both; rings mark the best within the deadline; pale marks are the rest.'));
};

const reach = 30; // px of the drawing around a mark

// readAt says which row is nearest to the pointer.
const readAt = ({ picture, at, width }, rows, say) => {
  picture.addEventListener('pointermove', (event) => {
    const box = picture.getBoundingClientRect();
    const scale = width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let nearest = null;
    let least = reach;
    for (const row of rows) {
      const distance = Math.hypot(at(row).x - x, at(row).y - y);
      if (distance < least) [nearest, least] = [row, distance];
    }
    if (nearest !== null) say(nearest);
  });
};

const data = (value, text = number(value)) => el('data', { value: full(value) }, text);

const missing = () => [el('span', { class: 'vh' }, 'missing'), el('span', { 'aria-hidden': 'true' }, '–')];

const cell = (kind, ...content) => el('td', { class: kind }, ...content);

const amount = (value) => cell('n', ...(value == null ? missing() : [data(value)]));

const times = (found) => {
  if (!found) return cell('n', ...missing());
  return cell('n', data(found.times, `${found.tied && found.times !== 1 ? '=' : ''}${number(found.times)}×`));
};

const head = (...columns) => el('thead', {}, el('tr', {}, ...columns.filter(Boolean).map(([label, unit, kind = 'n']) => el('th', { scope: 'col', class: kind },
  el('span', {}, label), unit && el('small', {}, unit)))));

// ratios is the table of each model's best configuration against the base's.
const ratios = (place, result, query) => {
  const { board, task, words, marks } = place;
  const perResponse = board.column('energy_per_request_joules');
  const throughput = board.column('throughput_per_gpu').numbers;
  const latency = board.latency(query.percentile);
  const base = result.base?.best ?? null;
  const against = (values, row) => times(ratio(row === null ? null : values[row], base === null ? null : values[base]));
  const line = ({ id, best }, i) => el('tr', { 'data-model': id, 'data-run': best === null ? null : board.runs[best] },
    el('th', { scope: 'row', class: 'name' }, glyph(marks[i]), ' ', el('a', { href: words.href(rowOf(board, id)) }, words.name(rowOf(board, id)))),
    amount(best === null ? null : board.energy[best]), times(energyRatio(board, best, base)),
    ...(perResponse ? [amount(best === null ? null : perResponse.value(best)), against(perResponse.numbers, best)] : []),
    amount(best === null ? null : latency[best]),
    amount(best === null ? null : throughput[best]), against(throughput, best),
    cell('w', ...(best === null ? missing() : [`${words.text('hardware', best)}, batch ${words.batch(best)}`])));
  const table = el('table', { id: 'ratios', 'aria-label': 'Best configurations against the base' },
    head(['Model', null, 'name'], [`Energy per ${task.output}`, `J per ${task.output}`], ['Against base', 'energy'],
      perResponse && ['Per response', 'J'], perResponse && ['Against base', 'per response'], ['Latency', task.unit],
      ['Throughput', `${task.output}s/s per GPU`], ['Against base', 'throughput'], ['Configuration', null, 'w']),
    el('tbody', {}, ...result.compared.map(line)));
  return el('div', { class: 'scroll', role: 'region', 'aria-label': 'Best configurations against the base', tabindex: '0' }, table);
};

// answers are histograms of the best configurations, on one scale; kind is tokens or joules.
const answers = ({ board, words, marks }, { compared }, lengths, kind) => {
  const found = compared.map(({ id, best }, i) => {
    const scale = kind === 'joules' && best !== null ? board.energy[best] : 1;
    return { id, best, mark: marks[i], histogram: best === null ? null : histogramOf(lengths, best, scale) };
  });
  const most = Math.max(...found.filter(({ histogram }) => histogram).map(({ histogram }) => histogram.edges.at(-1)));
  const unit = kind === 'joules' ? 'J' : 'tokens';
  const say = (value) => (kind === 'joules' ? number(value) : whole(Math.round(value)));
  return el('div', { class: 'figures' }, ...found.map(({ id, best, mark, histogram }) => {
    const name = words.name(rowOf(board, id));
    const title = el('h3', {}, glyph(mark), ' ', name);
    if (!histogram) {
      return el('figure', { class: 'small' }, title,
        el('p', { class: 'none' }, best === null ? 'No configuration passes the filters.' : 'The source states no lengths for this configuration.'));
    }
    const [median, high] = [0.5, 0.9].map((share) => say(quantile(histogram, share)));
    const text = `Half of ${whole(total(histogram.counts))} answers ${kind === 'joules' ? 'take' : 'have'} at most ${median} ${unit}, nine in ten at most ${high} ${unit}.`;
    return el('figure', { class: 'small', 'data-chart': `answers-${kind}` }, title,
      el('div', { class: 'drawings' }, drawHistogram(histogram, { most, color: mark.color, label: `${name}: ${text}` })),
      el('figcaption', {}, text));
  }));
};

const mostRows = 500;

// configurations is the table of all rows that pass, in the query's order.
const configurations = ({ board, task, words, marks, report }, act, result, query) => {
  const { energy, throughput, latency } = board.wire;
  const markOf = new Map(result.compared.map(({ id }, i) => [board.models.indexOf(id), marks[i]]));
  const latencyField = latency[Math.min(query.percentile, latency.length - 1)];
  const batch = board.column('max_num_seqs') ? 'max_num_seqs' : 'batch_size';
  const columns = [
    ['nickname', 'Model', null, 'name'], ['hardware', 'GPUs', null, 'w'], [batch, 'Batch', 'size', 'n'],
    board.column('parallelism') && ['parallelism', 'Parallelism', null, 'w'],
    board.column('resolution') && ['resolution', 'Resolution', 'px', 'w'],
    [energy, `Energy per ${task.output}`, `J per ${task.output}`, 'n main'], [null, 'Against base', 'energy', 'n'],
    [latencyField, 'Latency', task.unit, 'n'], [throughput, 'Throughput', `${task.output}s/s`, 'n'], [null, 'Problem', null, 'w'],
  ].filter(Boolean);
  const base = result.base?.best ?? null;
  const content = (field, row) => {
    const value = board.column(field).value(row);
    if (value === null) return missing();
    return typeof value === 'number' ? [data(value, field === batch ? whole(value) : number(value))] : [value];
  };
  const line = (row) => el('tr', { 'data-run': board.runs[row], 'data-model': board.models[board.model[row]] },
    ...columns.map(([field, label, , kind]) => {
      if (kind === 'name') return el('th', { scope: 'row', class: kind }, glyph(markOf.get(board.model[row])), ' ', el('a', { href: `${words.href(row)}#${board.runs[row]}` }, words.name(row)));
      if (field) return el('td', { class: kind, 'data-field': field }, ...content(field, row));
      if (label === 'Problem') return cell(kind, el('a', { href: report.replaceAll('{run}', encodeURIComponent(board.runs[row])), 'aria-label': `Report a problem with run ${board.runs[row]}` }, 'Report'));
      return times(energyRatio(board, row, base));
    }));
  const header = ([field, label, unit, kind]) => el('th', { scope: 'col', class: kind, 'data-field': field, 'aria-sort': sorted(query.sort, field) },
    field ? el('button', { type: 'button', class: 'sort', 'data-key': `sort ${field}`, onclick: () => act.sort(field) }, label) : el('span', {}, label),
    unit && el('small', {}, unit));
  const table = el('table', { id: 'configurations', 'aria-label': 'All configurations compared' },
    el('thead', {}, el('tr', {}, ...columns.map(header))),
    el('tbody', {}, ...result.rows.slice(0, mostRows).map(line)));
  const note = `${plural(result.rows.length, 'configuration')} of ${whole(result.total)} ${result.rows.length === 1 ? 'passes' : 'pass'} the filters.${
    result.rows.length > mostRows ? ` The first ${whole(mostRows)} are shown; the files have them all.` : ''}`;
  return [el('p', { class: 'note', id: 'configurations-note' }, note),
    result.rows.length > 0 && el('div', { class: 'scroll', role: 'region', 'aria-label': 'All configurations compared', tabindex: '0' }, table)].filter(Boolean);
};

const sorted = (sort, field) => {
  if (!field || sort.field !== field) return null;
  return sort.descending ? 'descending' : 'ascending';
};
