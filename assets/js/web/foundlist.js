// What a search has found, as a list of links.
import { say } from './catalog.js';
import { el } from './dom.js';
import { typedIn } from './finding.js';

// around is the part of a text where one of the words is.
const around = (text, asked) => {
  const at = Math.max(0, text.toLowerCase().search(new RegExp(asked.map((w) => `(?<![\\p{L}\\p{N}_])${w}`).join('|'), 'u')));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  return (from ? '… ' : '') + text.slice(from, from + 180) + (text.length > from + 180 ? ' …' : '');
};

// runOf is the page of a run whose ID was typed; link is the one to the search in the header.
export const runOf = (typed, link) => {
  const run = typed.trim().toLowerCase();
  return /^[a-z2-7]{10}(-\d+)?$/.test(run) || (/^[a-z0-9]{10}(-\d+)?$/.test(run) && /\d/.test(run))
    ? [{ title: say('search.run', { run }), address: link.dataset.run.replace('{run}', run), text: '' }] : [];
};

// itemsOf are the entries for what a reader typed; addresses are relative to the root.
export const itemsOf = (entries, text, root) => entries.map(({ page, title, address, number, text: words }) => el('li', {},
  el('a', { href: new URL(address, root) }, page ? `${page}: ${title}` : title),
  number && el('b', {}, number), el('p', {}, around(words, typedIn(text)))));
