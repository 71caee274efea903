// The search of the header: a dialog over the page, made and filled when a reader first opens it. It finds what the page of
// the search finds, and a run by its ID.
import { say } from './catalog.js';
import { el } from './dom.js';
import { indexOf, found, missingIn, typedIn } from './finding.js';
import { itemsOf, runsOf } from './foundlist.js';
import { fetchJSON } from './load.js';

const most = 8;
let dialog;

// openSearch opens the dialog; link is the one in the header, which leads to the page of the search.
export const openSearch = (link) => {
  dialog ??= dialogOf(link);
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input').select();
};

const dialogOf = (link) => {
  const root = new URL(link.dataset.root, location.href);
  const input = el('input', { type: 'search', name: 'q', autocomplete: 'off', spellcheck: 'false', 'aria-label': say('search.words') });
  const list = el('ol', { class: 'found' });
  const status = el('p', { role: 'status', class: 'note' });
  const form = el('form', { role: 'search', class: 'search', action: link.href }, input);
  const made = el('dialog', { class: 'seeker', 'aria-label': say('frame.search') }, form, status, list);
  let index; // once it is there
  const answer = () => {
    const asked = typedIn(input.value);
    const pages = asked.length && index ? found(index, input.value) : [];
    const hits = [...runsOf(input.value, link, { isFound: pages.length > 0, again: answer }), ...pages];
    list.replaceChildren(...itemsOf(hits.slice(0, most), input.value, root));
    const missing = index && !hits.length ? asked : missingIn(index, input.value);
    status.textContent = missing.length ? `${say('search.none', { asked: missing.join(' ') })} ` : '';
    if (hits.length > most) status.append(el('a', { href: `${link.href}?q=${encodeURIComponent(input.value)}` }, say('search.all', { n: hits.length })));
  };
  fetchJSON(link.dataset.index).then((pages) => {
    index = indexOf(pages);
    answer();
  }, () => { status.textContent = say('search.unloaded'); });
  input.addEventListener('input', answer);
  form.addEventListener('submit', (event) => {
    const first = list.querySelector('a');
    if (!first) return;
    event.preventDefault();
    first.click();
  });
  made.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [input, ...list.querySelectorAll('a')];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
  made.addEventListener('click', ({ target }) => {
    if (target === made || target.closest('a')) made.close(); // beside it, or a link within the page
  });
  document.body.append(made);
  return made;
};
