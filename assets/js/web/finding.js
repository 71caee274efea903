// What a search finds: words that begin alike, that differ in one letter, that mean the same, or that are written together or
// apart. Of what is asked, the pages with most of it come first.
import { say } from './catalog.js';
import { isRunID } from './typed.js';

// plain is a text in lower case, CO₂ as co2.
const plain = (text) => text.normalize('NFKC').toLowerCase();

// wordsOf splits a text into words, and letters from digits: "Qwen3-32B" is qwen, 3, 32, b.
const wordsOf = (text) => plain(text).match(/\p{L}+|\p{N}+/gu) ?? [];

// typedIn are the words of a text as they stand: b200 is one.
export const typedIn = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const total = (list) => list.reduce((sum, x) => sum + x, 0);

// togetherOf are the words of a list and up to most that follow each other, written together: their text, place and number.
const togetherOf = (words, most) => words.flatMap((_, at) => words.slice(at, at + most)
  .map((_, i) => ({ text: words.slice(at, at + i + 1).join(''), at, n: i + 1 })));

// termsOf are what an entry can be found by, each with what it counts: in the title; in the address or the title of the page;
// in the text.
const termsOf = ({ title, page, address, text, also }) => {
  const worth = new Map();
  for (const [words, most, weight] of [[`${text} ${also ?? ''}`, 3, 0.2], [`${page ?? ''} ${address}`, 5, 0.5], [title, 5, 1]]) {
    for (const term of togetherOf(wordsOf(words), most)) worth.set(term.text, weight);
  }
  return worth;
};

// rarityOf is what a word counts that n of all entries have.
const rarityOf = (n, all) => Math.log(1 + all / n);

// indexOf makes of the pages of a site what found reads: pages and their sections as entries, and the words of all.
export const indexOf = (pages) => {
  const entries = pages.flatMap(({ sections = [], ...page }) => [page,
    ...sections.map((s) => ({ title: s.title, page: page.title, address: page.address + s.address, text: s.text }))])
    .map((e) => ({ ...e, head: wordsOf(e.title) }));
  const heads = new Map(); // in how many titles a word is
  const terms = new Map(); // the entries that have a term: their places, and what it counts there
  entries.forEach((e, k) => {
    for (const word of new Set(e.head)) heads.set(word, (heads.get(word) ?? 0) + 1);
    for (const [term, weight] of termsOf(e)) terms.set(term, terms.get(term) ?? []).get(term).push([k, weight]);
  });
  return {
    entries, heads, terms,
    words: new Set(entries.flatMap(({ title, address, text, also }) => wordsOf(`${title} ${address} ${text} ${also ?? ''}`))),
    fillers: new Set(say('search.fillers').split(/\s+/)),
    synonyms: new Map(say('search.synonyms').trim().split('\n').map((line) => line.split(': ')).map(([word, others]) => [word, others.split(' ')])),
  };
};

// missingIn are the names of letters and digits that were typed, such as h200, but are on no page.
export const missingIn = (index, text) => (index ? typedIn(text).filter((word) => (
  /\p{L}/u.test(word) && /\d/.test(word) && !isRunID(word) && ![...index.terms.keys()].some((term) => term.startsWith(word)))) : []);

// isNear tells whether two words of four letters or more differ in one: another, one more, one less, or two swapped.
export const isNear = (a, b) => {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1 || /^\d+$/.test(a)) return false;
  let i = 0;
  while (a[i] === b[i]) i++;
  if (a.length === b.length) return a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.slice(i + 1) === short.slice(i);
};

// likeness of a term to a word: 1 for the same, less where they begin alike, 0 for another.
const likeness = (term, word) => {
  if (term === word) return 1;
  if (word.length > 1 && term.startsWith(word)) return 0.6 + 0.3 * word.length / term.length;
  if (term.length > 2 && word === `${term}s`) return 0.9;
  return word.length > 5 && term.startsWith(word.slice(0, -2)) ? 0.55 : 0; // plausible, plausibility
};

// nearness of a term to a word with a typing error, also where the term is longer.
const nearness = (term, word) => {
  if (isNear(term, word)) return 0.6;
  return word.length > 5 && term.length > word.length && [-1, 0, 1].some((more) => isNear(term.slice(0, word.length + more), word)) ? 0.5 : 0;
};

// meantBy are the terms that a word stands for, each with its likeness; of one word, those with a letter off where there are no
// others.
const meantBy = ({ terms, synonyms }, word, n) => {
  const meant = new Map();
  const add = (measure, of, factor = 1) => {
    for (const term of terms.keys()) {
      const x = factor * measure(term, of);
      if (x > (meant.get(term) ?? 0)) meant.set(term, x);
    }
  };
  add(likeness, word);
  for (const other of synonyms.get(word) ?? []) add(likeness, other, 0.75);
  if (!meant.size && n === 1) add(nearness, word);
  return meant;
};

// apart are the known words that a word is written together from, if it is no word itself.
const apart = (known, word) => {
  if (known.has(word)) return [word];
  for (let i = word.length - 2; i > 1; i--) {
    const rest = known.has(word.slice(0, i)) && apart(known, word.slice(i));
    if (rest) return [word.slice(0, i), ...rest];
  }
  return null;
};

// found are the entries for what a reader typed, the best first. A word counts the more the fewer entries have it, words that
// follow each other count more, and so does a title of which more was typed.
export const found = (index, text) => {
  const { entries, fillers } = index;
  const words = wordsOf(text).flatMap((word) => apart(index.words, word) ?? [word]);
  const counts = words.map((word) => !fillers.has(word) || words.every((w) => fillers.has(w)));
  const credit = entries.map(() => words.map(() => 0)); // what each word is worth in each entry
  const known = new Map(); // the likeness of each term that is meant
  const phrases = [];
  for (const { text: typed, at, n } of togetherOf(words, 5)) {
    if (n === 1 ? !counts[at] : typed.length < 3) continue;
    const worth = new Map(); // by the place of an entry
    for (const [term, x] of meantBy(index, typed, n)) {
      known.set(term, Math.max(x, known.get(term) ?? 0));
      for (const [k, weight] of index.terms.get(term)) worth.set(k, Math.max(x * weight, worth.get(k) ?? 0));
    }
    for (const [k, best] of worth) {
      for (let i = at; i < at + n; i++) credit[k][i] = Math.max(credit[k][i], best);
      if (n > 1) phrases.push({ k, at, n, best });
    }
  }
  const rarity = words.map((_, i) => (counts[i] ? rarityOf(0.5 + total(credit.map((each) => each[i])), entries.length) : 0));
  const all = total(rarity.filter((_, i) => credit.some((each) => each[i])));
  const phrase = entries.map(() => 0);
  for (const { k, at, n, best } of phrases) {
    const each = rarity.slice(at, at + n);
    phrase[k] = Math.max(phrase[k], best * (total(each) - Math.max(...each)) / all);
  }
  const scored = entries.map((entry, k) => {
    const worth = total(credit[k].map((x, i) => rarity[i] * Math.sqrt(x))) / all;
    const has = total(credit[k].map((x, i) => (x ? rarity[i] : 0))) / all;
    return { entry, worth, score: worth * (0.3 + 0.7 * has) + 0.45 * titled(entry, known, index) + 0.2 * phrase[k] + (entry.page ? 0 : 0.05) };
  }).filter(({ worth }) => worth > 0);
  const least = Math.max(...scored.map(({ score }) => score)) / 3;
  return scored.filter(({ score }) => score >= least).sort((a, b) => b.score - a.score).map(({ entry }) => entry);
};

// titled is how much of an entry's title was typed, 0 to 1; what many titles have counts little.
const titled = ({ head }, known, { entries, heads, fillers }) => {
  const typed = head.map(() => 0);
  for (const { text, at, n } of togetherOf(head, 5)) {
    const x = known.get(text) ?? 0;
    for (let i = at; i < at + n; i++) if (n === 1 || !fillers.has(head[i])) typed[i] = Math.max(typed[i], x);
  }
  const rarity = head.map((word) => rarityOf(heads.get(word), entries.length));
  return total(rarity.map((x, i) => x * typed[i])) / total(rarity);
};
