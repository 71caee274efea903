// What every page does: the theme, and charts that come alive.
import { say } from './catalog.js';
import { bringDrawings } from './apart.js';
import { copyCitations } from './cite.js';
import { $ } from './dom.js';
import { explain } from './explain.js';
import { listen } from './figures.js';
import { fillTables } from './figuretable.js';
import { sortTables } from './sorttable.js';

const themes = ['system', 'light', 'dark'];
const root = document.documentElement;
const button = $('[data-theme-button]');

const name = () => {
  button.title = say(`frame.theme.${root.dataset.theme ?? 'system'}`);
  button.setAttribute('aria-label', button.title);
};

button.addEventListener('click', () => {
  const next = themes[(themes.indexOf(root.dataset.theme ?? 'system') + 1) % themes.length];
  if (next === 'system') delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (next === 'system') localStorage.removeItem('theme');
    else localStorage.theme = next;
  } catch { /* the choice holds for this page only */ }
  name();
});
name();
button.disabled = false;
listen();

const announcement = $('[data-announcement]');
const dismiss = announcement && $('[data-dismiss]', announcement);
dismiss?.addEventListener('click', () => {
  root.dataset.dismissed = '';
  try { localStorage.announcement = announcement.dataset.announcement; } catch { /* gone for this page only */ }
  $('.brand').focus();
});
if (dismiss) dismiss.disabled = false;

// The search opens over the page, by its link or the key / from wherever nothing is typed; its script comes when it is used.
const seek = $('.seek');
const search = (event) => {
  event.preventDefault();
  import('./quick.js').then(({ openSearch }) => openSearch(seek), () => location.assign(seek.href));
};
seek?.addEventListener('click', (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) search(event);
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea, [contenteditable]')) return;
  const field = $('form[role=search]:not([hidden]) input');
  if (!field && !seek) return;
  if (!field) search(event);
  else {
    event.preventDefault();
    field.focus();
  }
});

bringDrawings();
explain();
sortTables();
fillTables();
copyCitations();
