// What a search finds: words that begin alike, that differ in one letter, or that are written together or apart. Of what
// is asked, the pages with most of it come first.

// plain is a text in lower case, CO₂ as co2.
const plain = (text) => text.normalize('NFKC').toLowerCase();

// wordsOf splits a text into words, and letters from digits: "Qwen3-32B" is qwen, 3, 32, b.
export const wordsOf = (text) => plain(text).match(/\p{L}+|\p{N}+/gu) ?? [];

// typedIn are the words of a text as they stand: b200 is one.
export const typedIn = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const empty = new Set(['vs', 'or', 'and', 'the', 'a', 'an', 'of', 'on', 'in', 'for', 'to', 'is', 'what', 'how', 'much', 'which', 'does', 'do', 'are', 'than', 'better', 'worse', 'with', 'versus', 'more', 'less', 'most', 'best', 'save', 'saves', 'need', 'needs', 'use', 'uses', 'per']);

// alike are other words for what pages call otherwise.
const alike = {
  carbon: ['co2', 'grid'], co2: ['carbon', 'grid'], emissions: ['co2', 'grid'], cost: ['price', 'capacity'], price: ['cost', 'capacity'], money: ['price', 'capacity'],
  watt: ['power'], watts: ['power'], joule: ['energy'], joules: ['energy'], speed: ['throughput', 'latency'], fast: ['latency'], cheapest: ['price', 'capacity', 'gpus'], generation: ['text'], generate: ['text'],
  quantization: ['precision'], mixture: ['moe'], experts: ['moe'], sparse: ['moe'], error: ['uncertainty'], accuracy: ['uncertainty', 'accurate'], bibtex: ['cite'], citation: ['cite'], download: ['csv'],
  raw: ['csv', 'download'], embed: ['figure', 'explore'], confidence: ['uncertainty', 'interval'], efficient: ['energy'],
  blackwell: ['b200'], hopper: ['h100', 'h200'], ampere: ['a100'], second: ['throughput'], seconds: ['latency'],
  chatbot: ['conversation'], chat: ['conversation'], reasoning: ['problem', 'thinking'], fim: ['completion'], middle: ['completion'], autocomplete: ['completion'],
};

// joined are the words of a text and each two or three that follow each other, written together.
const joined = (words) => words.flatMap((word, i) => [word, word + (words[i + 1] ?? ''), word + (words[i + 1] ?? '') + (words[i + 2] ?? '')]);

// headOf are the words of a title without what all pages of its kind have.
const headOf = (title) => wordsOf(title.replace(/: (energy and latency|inference energy)$/, ''));

// entriesOf are a page and its sections, each with its own words.
export const entriesOf = ({ title, address, text, number, sections = [] }) => [
  { title, address, text, number },
  ...sections.map((s) => ({ title: s.title, page: title, address: address + s.address, text: s.text })),
].map((e) => ({
  ...e,
  heading: new Set(joined(headOf(e.title))), head: headOf(e.title), size: wordsOf(e.title).length,
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
  if (word.length > 5 && within(heading, word.slice(0, -2))) return 5; // plausible, plausibility
  if (word.length > 5 && within(words, word.slice(0, -2))) return 2;
  if (word.length > 3 && [...words].some((w) => isNear(w, word))) return 1;
  return 0;
};

const worthOf = (entry, word) => Math.max(worth(entry, word), ...(alike[word] ?? []).map((other) => worth(entry, other) * 0.8));

// found are the entries for what a reader typed, the best first. A word counts the more the fewer entries have it, and an entry
// without a word counts less.
export const found = (entries, text) => {
  const typed = typedIn(text);
  const meant = typed.filter((word) => !empty.has(word));
  const asked = (meant.length ? meant : typed).flatMap((word) => (entries.some((entry) => worthOf(entry, word) > 0) ? [word] : wordsOf(word))); // text2image
  const together = joined(asked.flatMap(wordsOf));
  const title = new Set([...typed, ...typed.flatMap(wordsOf), ...together, ...asked.flatMap((word) => alike[word] ?? [])]);
  const worths = entries.map((entry) => {
    const each = asked.map((word) => worthOf(entry, word));
    asked.forEach((word, i) => { // written together
      if (i + 1 === asked.length || word.length + asked[i + 1].length < 5) return;
      const both = word + asked[i + 1];
      const whole = entry.heading.has(both) ? 16 : within(entry.heading, both) ? 11 : !(each[i] && each[i + 1]) && entry.words.has(both) ? 8 : 0;
      for (const k of [i, i + 1]) each[k] = Math.max(each[k], whole);
    });
    return each;
  });
  const rarity = asked.map((_, i) => Math.log(1 + entries.length / (1 + worths.filter((each) => each[i] > 0).length)));
  const scored = entries.map((entry, k) => {
    const each = worths[k];
    const has = each.filter(Boolean).length;
    const phrase = together.filter((word) => word.length > 3 && entry.heading.has(word)).length;
    const named = entry.head.every((word) => title.has(word)) ? 24 : 0; // the whole title
    const sum = named + each.reduce((total, x, i) => total + (x ? x + 6 : 0) * rarity[i], 0);
    return { entry, has, sum: sum + 9 * phrase + (entry.page ? 0 : 3) - entry.size / 3 };
  }).filter(({ has }) => has > 0);
  const least = Math.max(...scored.map(({ sum }) => sum)) / 3;
  return scored.filter(({ sum }) => sum >= least).sort((a, b) => b.sum - a.sum).map(({ entry }) => entry);
};
