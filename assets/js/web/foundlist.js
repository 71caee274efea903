// What a search has found, as a list of links.
import { say } from './catalog.js';
import { el } from './dom.js';
import { typedIn } from './finding.js';
import { fetchJSON } from './load.js';
import { isRunID } from './typed.js';

// around is the part of a text where one of the words is.
const around = (text, asked) => {
  const at = Math.max(0, text.toLowerCase().search(new RegExp(asked.map((w) => `(?<![\\p{L}\\p{N}_])${w}`).join('|'), 'u')));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  return (from ? '… ' : '') + text.slice(from, from + 180) + (text.length > from + 180 ? ' …' : '');
};

// runsOf are the pages of runs whose IDs begin with what was typed, or of one whose ID it is; link is what says where they are: the one to the search in
// the header, or the form of the search. Letters alone are the first of an ID where no page has them. again is called once the IDs are there.
export const runsOf = (typed, link, { isFound, again }) => {
  clearTimeout(asking);
  const begin = typed.trim().toLowerCase();
  const page = (run) => ({ title: say('search.run', { run }), address: link.dataset.run.replace('{run}', run), text: '' });
  const hasDigit = /\d/.test(begin);
  if (isRunID(begin) && hasDigit) return [page(begin)];
  if (!/^[a-z2-7]{3,10}$/.test(begin) || (isFound && !hasDigit && begin.length < 10)) return [];
  return idsOf(begin, link, again).filter((run) => run.startsWith(begin)).slice(0, mostRuns).map(page);
};

const mostRuns = 5;
const lists = new Map(); // IDs of runs by the address of their file
const pause = 300; // ms in which a reader types the next letter of a word: its file is not needed
let asking;

// idsOf are the IDs of all runs, of very many those that begin with the same letter; none until they are there.
const idsOf = (begin, link, again) => {
  const isLarge = link.dataset.run.includes('?');
  const address = isLarge ? `data/runs/ids-${begin[0]}.json.gz` : 'search/runs.json';
  if (!lists.has(address)) {
    asking = setTimeout(() => {
      lists.set(address, []);
      fetchJSON(new URL(address, new URL(link.dataset.root, location.href))).then((file) => {
        lists.set(address, isLarge ? Object.keys(file).sort() : file);
        again();
      }, () => {}); // no run begins so
    }, pause);
  }
  return lists.get(address) ?? [];
};

// itemsOf are the entries for what a reader typed; addresses are relative to the root.
export const itemsOf = (entries, text, root) => entries.map(({ page, title, address, number, text: words }) => el('li', {},
  el('a', { href: new URL(address, root) }, page ? `${page}: ${title}` : title),
  number && el('b', {}, number), el('p', {}, around(words, typedIn(text)))));
