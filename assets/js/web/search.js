// The search: an index of all pages, fetched when the page opens, and the sections whose words begin with those that a
// reader typed. Without a script the page lists all pages.
import { say } from './catalog.js';

const form = document.querySelector('[data-index]');
const input = form.querySelector('input');
const list = document.querySelector('#found');
const count = document.querySelector('#count');
const all = document.querySelector('#all');
const most = 40;
const root = new URL('../', location.href);

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

// entriesOf are the page and its sections, each with its own words.
const entriesOf = ({ title, address, text, sections = [] }) => [
  { title, address, text },
  ...sections.map((s) => ({ title: s.title, page: title, address: address + s.address, text: s.text })),
].map((e) => ({ ...e, heading: wordsOf(e.title), words: wordsOf(`${e.page ?? ''} ${e.text}`) }));

// score is 0 for an entry that lacks one of the words; those of a title count more, and those of a page more than those
// of a section.
const score = (entry, asked) => {
  let sum = entry.page ? 0 : 1;
  for (const word of asked) {
    const inTitle = entry.heading.some((w) => w.startsWith(word));
    if (!inTitle && !entry.words.some((w) => w.startsWith(word))) return 0;
    sum += (inTitle ? 10 : 1) + (entry.heading.includes(word) ? 5 : 0);
  }
  return sum;
};

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
  const asked = wordsOf(input.value);
  all.hidden = asked.length > 0;
  list.hidden = !all.hidden;
  list.replaceChildren();
  count.textContent = '';
  if (!asked.length) return;
  const hits = entries.map((entry) => [score(entry, asked), entry]).filter(([n]) => n).sort(([a], [b]) => b - a);
  list.append(...hits.slice(0, most).map(([, entry]) => item(entry, asked)));
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
