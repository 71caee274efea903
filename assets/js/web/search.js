// The search: an index of all pages, fetched when the page opens, and the sections whose words begin with those that a
// reader typed. Without a script the page lists all pages.
import { say } from './catalog.js';
import { indexOf, found, missingIn, typedIn } from './finding.js';
import { itemsOf, runsOf } from './foundlist.js';
import { isRunID } from './typed.js';

const form = document.querySelector('form[data-index]');
const input = form.querySelector('input');
const list = document.querySelector('#found');
const count = document.querySelector('#count');
const all = document.querySelector('#all');
const most = 40;
const root = new URL('../', location.href);

const answer = (index) => {
  const asked = typedIn(input.value);
  all.hidden = asked.length > 0;
  list.hidden = !all.hidden;
  list.replaceChildren();
  count.textContent = '';
  if (!asked.length) return;
  const pages = found(index, input.value);
  const runs = runsOf(input.value, form, { isFound: pages.length > 0, again: () => answer(index) });
  const hits = runs.length > 0 && isRunID(input.value.trim().toLowerCase()) ? runs : [...runs, ...pages];
  list.append(...itemsOf(hits.slice(0, most), input.value, root));
  const n = hits.length;
  const missing = missingIn(index, input.value);
  if (n > most) count.textContent = say('search.best', { n, most });
  else count.textContent = n ? say('search.results', { n }) : say('search.none', { asked: asked.join(' ') });
  if (n && missing.length) count.textContent = `${say('search.none', { asked: missing.join(' ') })} ${count.textContent}`;
};

fetch(form.dataset.index).then((r) => r.json()).then((pages) => {
  const index = indexOf(pages);
  form.hidden = false;
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', () => {
    history.replaceState(null, '', input.value ? `?${new URLSearchParams({ q: input.value })}` : location.pathname);
    answer(index);
  });
  form.addEventListener('submit', (e) => e.preventDefault());
  answer(index);
}).catch(() => { count.textContent = say('search.failed'); });
