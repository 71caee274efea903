// The search: an index of all pages, fetched when the page opens, and the sections whose words begin with those that a
// reader typed. Without a script the page lists all pages.
import { say } from './catalog.js';
import { entriesOf, found, typedIn } from './finding.js';

const form = document.querySelector('[data-index]');
const input = form.querySelector('input');
const list = document.querySelector('#found');
const count = document.querySelector('#count');
const all = document.querySelector('#all');
const most = 40;
const root = new URL('../', location.href);

// around is the part of a text where one of the words is.
const around = (text, asked) => {
  const at = Math.max(0, text.toLowerCase().search(new RegExp(asked.map((w) => `(?<![\\p{L}\\p{N}_])${w}`).join('|'), 'u')));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  return (from ? '… ' : '') + text.slice(from, from + 180) + (text.length > from + 180 ? ' …' : '');
};

const element = (name, text, ...children) => {
  const e = document.createElement(name);
  if (text) e.textContent = text;
  e.append(...children);
  return e;
};

const item = (entry, asked) => {
  const link = element('a', entry.page ? `${entry.page}: ${entry.title}` : entry.title);
  link.href = new URL(entry.address, root);
  return element('li', '', link, element('p', around(entry.text, asked)));
};

const answer = (entries) => {
  const asked = typedIn(input.value);
  all.hidden = asked.length > 0;
  list.hidden = !all.hidden;
  list.replaceChildren();
  count.textContent = '';
  if (!asked.length) return;
  const hits = found(entries, input.value);
  list.append(...hits.slice(0, most).map((entry) => item(entry, asked)));
  const n = hits.length;
  if (n > most) count.textContent = say('search.best', { n, most });
  else count.textContent = n ? say('search.results', { n }) : say('search.none', { asked: asked.join(' ') });
};

fetch(form.dataset.index).then((r) => r.json()).then((pages) => {
  const entries = pages.flatMap(entriesOf);
  form.hidden = false;
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', () => answer(entries));
  form.addEventListener('submit', (e) => e.preventDefault());
  answer(entries);
}).catch(() => { count.textContent = say('search.failed'); });
