// The page of all runs: it shows the run that the address names, from the file with the runs whose IDs begin alike
// (site/runfile.go). Where each run has a page of its own, it leads there.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { full, number, whole } from './numbers.js';

const page = JSON.parse($('#files').textContent);
const form = $('#find');
const said = $('#said');
const place = $('#run');

const isID = (text) => /^[a-z2-7]{10}(-\d+)?$/.test(text);

const addressOf = (run) => page.run.replace('{run}', run);

const show = async (id) => {
  place.hidden = true;
  said.textContent = '';
  if (!isID(id)) {
    if (id) said.textContent = say('runs.malformed', { run: id });
    return;
  }
  if (!page.shards) {
    location.replace(addressOf(id));
    return;
  }
  try {
    const response = await fetch(page.shards.replace('{begin}', id.slice(0, 2)));
    const { texts, domains } = response.ok ? await response.json() : { domains: {} };
    const [domain, shard] = Object.entries(domains).find(([, { runs }]) => runs[id]) ?? [];
    if (shard) fill(id, domain, shard, texts);
    else said.textContent = say('runs.unknown', { run: id });
  } catch (error) {
    said.textContent = say('runs.failed', { error: error.message });
  }
};

const shown = (value) => (typeof value === 'number' ? (Number.isInteger(value) ? whole : number)(value) : String(value));

// fill shows a run of a shard (shardRun in site/runfile.go).
const fill = (id, domain, { same, fields, runs }, texts) => {
  const [title, values, [named, row], silent, repeats, sweep] = runs[id];
  const of = { ...same, ...Object.fromEntries(fields.map((field, i) => [field, values[i]])) };
  const file = texts[named];
  const unstated = silent.map((i) => texts[i]);
  $('#run-title').textContent = title;
  document.title = title;
  $('#run-origin').textContent = [id, file && say('runs.place', { file, row }), unstated.length > 0 && say('run.silent', { what: unstated.join(', ') })]
    .filter(Boolean).join('. ');
  for (const part of $$('[data-domain]', place)) part.hidden = part.dataset.domain !== domain;
  const own = $(`[data-domain="${CSS.escape(domain)}"]`, place);
  for (const dd of $$('[data-field]', own)) {
    const value = of[dd.dataset.field];
    dd.parentElement.hidden = value === null || value === undefined || value === '';
    if (!dd.parentElement.hidden) $('strong', dd).replaceChildren(typeof value === 'number' ? el('data', { value: full(value) }, shown(value)) : shown(value));
  }
  for (const section of $$('section', own)) section.hidden = $$('[data-field]', section).every((dd) => dd.parentElement.hidden);
  $('#run-laws').replaceChildren(...(page.laws[domain] ?? []).filter((terms) => terms.flat().every((x) => typeof x === 'number' || typeof of[x] === 'number'))
    .map((terms) => lawOf(terms, of, own)));
  list($('#run-sweep'), sweep, texts, id);
  list($('#run-repeats'), repeats, texts, id);
  $('#run-more').replaceChildren(el('code', {}, `jouleboard show ${id}`), ' ', page.report ? el('a', { href: page.report.replace('{run}', id) }, say('model.problem')) : '');
  place.hidden = false;
};

// lawOf is a relation in names and in numbers.
const lawOf = (terms, of, own) => {
  const part = (name) => $(`[data-field="${CSS.escape(name)}"]`, own)?.previousElementSibling.textContent.trim() ?? name;
  const side = (write) => terms.map(([factor, ...names]) => [...(factor === 1 ? [] : [shown(factor)]), ...names.map(write)].join(' × ')).join(' = ');
  return el('li', {}, el('strong', {}, side(part)), `: ${side((name) => shown(of[name]))}`);
};

// list has the IDs of runs, each followed by its name.
const list = (place, runs, texts, id) => place.replaceChildren(...runs.filter((_, i) => i % 2 === 0).map((run, i) => {
  const name = texts[runs[2 * i + 1]];
  return el('li', {}, run === id ? el('strong', {}, name) : el('a', { href: addressOf(run) }, name));
}));

const asked = () => {
  const id = new URLSearchParams(location.search).get('run') ?? '';
  $('input', form).value = id;
  return show(id);
};

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const id = $('input', form).value.trim();
  history.pushState(null, '', `?run=${encodeURIComponent(id)}`);
  show(id);
});
addEventListener('popstate', asked);
await asked();
document.documentElement.dataset.state = 'ready';
