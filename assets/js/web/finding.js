// What a search finds: words that begin alike, that differ in one letter, or that are written together or apart. Of what
// is asked, the pages with most of it come first.

// plain is a text in lower case, CO₂ as co2.
const plain = (text) => text.normalize('NFKC').toLowerCase();

// wordsOf splits a text into words, and letters from digits: "Qwen3-32B" is qwen, 3, 32, b.
export const wordsOf = (text) => plain(text).match(/\p{L}+|\p{N}+/gu) ?? [];

// typedIn are the words of a text as they stand: b200 is one.
export const typedIn = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const empty = new Set(['vs', 'or', 'and', 'the', 'a', 'an', 'of', 'on', 'in', 'for', 'to', 'is', 'what', 'how', 'much', 'which', 'does', 'do', 'are', 'than', 'better', 'worse', 'with', 'versus']);

// alike are other words for what pages call otherwise.
const alike = {
  carbon: ['co2', 'grid'], co2: ['carbon', 'grid'], emissions: ['co2', 'grid'], cost: ['price', 'capacity'], price: ['cost', 'capacity'], money: ['price', 'capacity'],
  watt: ['power'], watts: ['power'], joule: ['energy'], joules: ['energy'], speed: ['throughput', 'latency'], fast: ['latency'], cheapest: ['price', 'capacity'],
  quantization: ['precision'], mixture: ['moe'], experts: ['moe'], sparse: ['moe'], error: ['uncertainty'], accuracy: ['uncertainty', 'accurate'], bibtex: ['cite'], citation: ['cite'], download: ['csv'],
};

// joined are the words of a text and each two or three that follow each other, written together.
const joined = (words) => words.flatMap((word, i) => [word, word + (words[i + 1] ?? ''), word + (words[i + 1] ?? '') + (words[i + 2] ?? '')]);

// entriesOf are a page and its sections, each with its own words.
export const entriesOf = ({ title, address, text, number, sections = [] }) => [
  { title, address, text, number },
  ...sections.map((s) => ({ title: s.title, page: title, address: address + s.address, text: s.text })),
].map((e) => ({
  ...e,
  heading: new Set(joined(wordsOf(`${e.title} `.replace(/: (energy and latency|inference energy) $/, '')))), size: wordsOf(e.title).length,
  own: wordsOf(`${e.page ?? ''} ${e.title} ${e.page ? '' : e.address}`), words: new Set(joined(wordsOf(`${e.page ?? ''} ${e.title} ${e.address} ${e.text}`))),
}));

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

// beginsNear tells whether a longer word begins with one that is near.
const beginsNear = (long, word) => [-1, 0, 1].some((more) => isNear(long.slice(0, word.length + more), word));

const within = (words, word) => [...words].some((w) => w.startsWith(word));

// worth is what a word counts in an entry, 0 where it is not there.
const worth = ({ heading, words }, word) => {
  if (heading.has(word)) return 16;
  if (word.length > 1 && within(heading, word)) return 11;
  if (word.length > 3 && [...heading].some((w) => isNear(w, word))) return 9;
  if (word.length > 5 && [...heading].some((w) => w.length > word.length && beginsNear(w, word))) return 8;
  if (words.has(word)) return 4;
  if (word.length > 1 && within(words, word)) return 3;
  if (word.length > 3 && [...words].some((w) => isNear(w, word))) return 1;
  return 0;
};

const worthOf = (entry, word) => Math.max(worth(entry, word), ...(alike[word] ?? []).map((other) => worth(entry, other) * 0.8));

// found are the entries for what a reader typed, the best first: those with all words, or where there are none, with most
// of them.
export const found = (entries, text) => {
  const typed = typedIn(text);
  const meant = typed.filter((word) => !empty.has(word));
  const asked = meant.length ? meant : typed;
  const together = joined(asked.flatMap(wordsOf));
  const scored = entries.map((entry) => {
    const each = asked.map((word) => worthOf(entry, word));
    asked.forEach((word, i) => { // written together
      if (word.length + (asked[i + 1]?.length ?? 0) < 5 || !entry.heading.has(word + asked[i + 1])) return;
      for (const k of [i, i + 1]) each[k] = Math.max(each[k], 16);
    });
    const has = each.filter(Boolean).length;
    const phrase = together.filter((word) => word.length > 3 && entry.heading.has(word)).length;
    return { entry, has, sum: each.reduce((a, b) => a + b, 0) + 6 * phrase + (entry.page ? 0 : 2) - entry.size / 4 };
  }).filter(({ has }) => has > 0);
  const most = Math.max(...scored.map(({ has }) => has));
  return scored.filter(({ has }) => has === most || has >= asked.length - 1 && has > 1)
    .sort((a, b) => b.has - a.has || b.sum - a.sum).map(({ entry }) => entry);
};
