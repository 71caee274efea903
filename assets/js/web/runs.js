// The page of all runs: it shows the run that the address names, from the file that has it
// (site/runfile.go). Where each run has a page of its own, it leads there.
import { rich, say } from './catalog.js';
import { isSentence, listIn, wordsOf } from './cells.js';
import { $, $$, el } from './dom.js';
import { fetchJSON, kept } from './load.js';
import { lotOf, measured, noun } from './nouns.js';
import { behind, full, number, whole } from './numbers.js';
import { isRunID } from './typed.js';
import { either } from './words.js';

const page = JSON.parse($('#files').textContent);
const form = $('#find');
const said = $('#said');
const place = $('#run');


const addressOf = (run) => page.run.replace('{run}', run);

const fileOf = kept((name) => fetchJSON(page.shards.replace('{file}', name)));

// shardOf is what the file of a run says of it and of those beside it; undefined for a run that is not published.
const shardOf = async (id) => {
  const numbers = await fileOf(`ids-${id[0]}`);
  if (!(id in numbers)) return undefined;
  const { domain, texts, same, fields, runs } = await fileOf(numbers[id]);
  return { id, domain, texts, told: runs[id], of: { ...same, ...Object.fromEntries(fields.map((field, i) => [field, runs[id][1][i]])) } };
};

const show = async (id) => {
  place.hidden = true;
  said.textContent = '';
  if (!isRunID(id)) {
    if (id) said.textContent = say('runs.malformed', { run: id });
    return;
  }
  if (!page.shards) {
    location.replace(addressOf(id));
    return;
  }
  try {
    const run = await shardOf(id);
    if (run) await fill(run);
    else said.textContent = say('runs.unknown', { run: id });
  } catch (error) {
    said.textContent = say('runs.failed', { error: error.message });
  }
};

// shownIn writes the values of fields as package site does.
const shownIn = ({ times = [], words = {} }) => (value, name) => {
  const isTime = times.includes(name);
  if (typeof value === 'number' && !isTime) return (Number.isInteger(value) ? whole : number)(value);
  const text = wordsOf(value, { words: words[name], time: isTime });
  return text.startsWith('[') ? listIn(text) || say('run.no_entries') : text.replace(/^(20\d\d)(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6');
};

const isMissing = (value) => value === null || value === undefined || value === '';

// link is a text with an address, which may be empty.
const link = (text, href) => (href ? el('a', { href }, text) : text);

// fill shows a run of a shard (shardRun in site/runfile.go).
const fill = async (run) => {
  const { id, domain, texts, of } = run;
  const [title, , [named, row], silent, repeats, sweep, places, problems] = run.told.map((part) => part ?? []);
  const rules = page.rules[domain];
  const shown = shownIn(rules);
  const unstated = silent.map((i) => texts[i]);
  $('#run-title').textContent = title;
  document.title = title;
  $('#run-lede').replaceChildren(...places.flatMap(([text, href], i) => [i ? ' · ' : '', link(texts[text], texts[href])]));
  const read = [id, texts[named] && say('runs.place', { file: texts[named], row })].filter(Boolean).join(', ');
  $('#run-origin').textContent = [read, unstated.length > 0 && say('run.silent', { what: either(unstated) })].filter(Boolean).join('. ');
  for (const part of $$('[data-domain]', place)) part.hidden = part.dataset.domain !== domain;
  const own = $(`[data-domain="${CSS.escape(domain)}"]`, place);
  for (const dd of $$('[data-field]', own)) {
    const value = of[dd.dataset.field];
    dd.parentElement.hidden = isMissing(value);
    if (!isMissing(value)) setValue(dd, value, shown(value, dd.dataset.field), rules);
  }
  for (const section of $$('section', own)) section.hidden = $$('[data-field]', section).every((dd) => dd.parentElement.hidden);
  const field = fieldsIn(own);
  const summary = rules.headline.filter((name) => !isMissing(of[name]));
  $('#run-facts').replaceChildren(...summary.map((name) => el('div', {},
    el('dt', {}, field(name).label), el('dd', {}, measured(shown(of[name], name), field(name).unit)))));
  const listed = Array.isArray(repeats) ? repeats : []; // very many are counted
  const same = await Promise.all(ids(listed).map(shardOf));
  const times = Array.isArray(repeats) ? same.length : repeats;
  const means = meanOf(same.length > 1 ? same.map((other) => other.of) : [of], rules);
  put('computed', 'ul', [...(page.laws[domain] ?? []).filter((terms) => terms.flat().every((x) => typeof x === 'number' || typeof of[x] === 'number'))
    .map((terms) => lawOf(terms, of, field, shown)), ...derivedOf(means, of, rules, field)]);
  if (times > 1) $('#repeats h2').textContent = say('run.repeats.title', { n: times });
  put('repeats', 'table', tableOf(run, listed, same, summary, field, shown, means));
  $('#repeats').hidden = times < 2;
  put('sweep', 'table', tableOf(run, sweep, await Promise.all(ids(sweep).map(shardOf)), summary, field, shown));
  put('problems', 'ul', problems.map((i) => el('li', {}, texts[i])));
  cite(id, title);
  const model = rules.models && of[rules.model];
  $('#run-more').replaceChildren(...[[say('run.elsewhere.model'), model && rules.models + model], [say('model.problem'), page.report?.replace('{run}', id)]]
    .filter(([, href]) => href).map(([text, href]) => el('li', {}, link(text, href))));
  place.hidden = false;
};

// put fills a section, which is hidden where there is nothing to say.
const put = (id, tag, parts) => {
  const section = $(`#${id}`);
  $(':scope > :is(ul, table)', section)?.remove();
  section.hidden = parts.length === 0;
  section.append(el(tag, tag === 'ul' ? { class: 'items' } : { 'aria-label': $('h2', section).textContent }, ...parts));
};

// units are those of the fields as the form has them, before it shows a run.
const units = new Map($$('[data-field]', place).map((dd) => (
  [dd, [...dd.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join('')])));

// fieldsIn gives the label and the unit of a field as the form has them.
const fieldsIn = (own) => (name) => {
  const dd = $(`[data-field="${CSS.escape(name)}"]`, own);
  return dd ? { label: dd.previousElementSibling.textContent.trim(), unit: units.get(dd) } : { label: name, unit: '' };
};

// setValue shows a value of a run in the form, with its unit and, behind sentences of the benchmark, whose they are.
const setValue = (dd, value, text, { quoted }) => {
  const unit = units.get(dd);
  const isPercent = unit.startsWith('%');
  const isQuoted = typeof value === 'string' && isSentence(text);
  const said = isPercent ? measured(text, unit) : isQuoted && !value.startsWith('[') ? say('form.quote', { text }) : text;
  $('strong', dd).replaceChildren(typeof value === 'number' ? el('data', { value: full(value) }, said) : said);
  const note = $('small:not([data-quoted])', dd);
  const whose = isQuoted && el('small', { 'data-quoted': '' }, quoted);
  dd.replaceChildren($('strong', dd), ` ${isPercent ? '' : behind(text, unit)} `, ...[note, whose].filter(Boolean));
};

// lawOf is a relation in names and in numbers.
const lawOf = (terms, of, field, shown) => {
  const side = (write) => terms.map(([factor, ...names]) => [...(factor === 1 ? [] : [shown(factor)]), ...names.map(write)].join(' × ')).join(' = ');
  const value = (name) => measured(shown(of[name], name), field(name).unit.split(',')[0]);
  return el('li', {}, el('strong', {}, side((name) => field(name).label)), `: ${side(value)}`);
};

// meanOf is the mean of what sums up some runs, as boards show it.
const meanOf = (runs, rules) => Object.fromEntries([...rules.headline, rules.throughput, rules.power].map((name) => {
  const known = runs.map((of) => of[name]).filter((x) => typeof x === 'number');
  return [name, known.length > 0 ? known.reduce((sum, x) => sum + x, 0) / known.length : null];
}));

// derivedOf are further numbers of a run with their formulas, as provenance.Derived has them.
const derivedOf = (means, of, rules, field) => {
  const lines = [];
  const throughput = means[rules.throughput];
  const power = means[rules.power];
  const gpus = of[rules.gpus];
  const output = rules.outputs[of[rules.task]] ?? rules.outputs[''];
  const add = (key, name, values) => lines.push(el('li', {}, ...rich(`run.computed.${key}`, {
    field: field(name).label, unit: field(name).unit, value: number(means[name]), gpus, ...values,
  })));
  if (throughput > 0 && gpus > 0 && output) {
    if (gpus > 1) add('per_gpu', rules.throughput, { each: number(throughput / gpus) });
    const hourly = (throughput * 3600) / gpus;
    const lot = hourly >= 1e6 ? 1e6 : 1;
    add('hourly', rules.throughput, { hourly: number(hourly / lot), nouns: lot === 1 ? noun(output, 2) : lotOf(output, lot) });
  }
  const limit = page.limits[of[rules.gpu]] * gpus;
  const isOfGPUs = !rules.beyond?.includes(of[rules.scope] ?? '');
  if (power > 0 && limit > 0 && isOfGPUs) add('share', rules.power, { limit: number(limit), share: number(100 * power / limit) });
  return lines;
};

const ids = (runs) => runs.filter((_, i) => i % 2 === 0);

// tableOf lists runs, whose IDs are each followed by a name, with what sums them up, and their mean if it is given.
const tableOf = (run, runs, others, summary, field, shown, mean) => {
  if (runs.length < 4) return [];
  const names = summary.slice(0, 4);
  const cells = (of) => names.map((name) => el('td', { class: 'n' }, isMissing(of[name]) ? '–' : shown(of[name], name)));
  const head = (name) => el('th', { scope: 'col', class: 'n' }, el('span', {}, field(name).label), ' ', el('small', {}, field(name).unit));
  const rows = others.map((other, i) => {
    const name = run.texts[runs[2 * i + 1]];
    return el('tr', { class: other.id === run.id && 'on' }, el('th', { scope: 'row', class: 'name' }, other.id === run.id ? name : link(name, addressOf(other.id))), ...cells(other.of));
  });
  if (mean) rows.push(el('tr', {}, el('th', { scope: 'row', class: 'name' }, say('run.repeats.mean')), ...cells(mean)));
  return [el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'name' }, say('run.run')), ...names.map(head))), el('tbody', {}, ...rows)];
};

const cited = new Map($$('pre code', place).map((code) => [code, code.textContent]));

// cite puts the ID and the title into the citations of the form.
const cite = (id, title) => {
  for (const [code, text] of cited) {
    const called = code.parentElement.dataset.bibtex === undefined ? title : title.replace(/[&%_#$]/g, '\\$&').replaceAll('×', '$\\times$');
    code.textContent = text.replaceAll('@title', () => called).replaceAll('@run', id);
  }
};

const asked = () => {
  const id = (new URLSearchParams(location.search).get('run') ?? '').trim().toLowerCase();
  $('input', form).value = id;
  return show(id);
};

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const id = $('input', form).value.trim().toLowerCase();
  history.pushState(null, '', `?run=${encodeURIComponent(id)}`);
  show(id);
});
addEventListener('popstate', asked);
await asked();
document.documentElement.dataset.state = 'ready';
