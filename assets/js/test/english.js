// The English words, for modules that say something on a page without elements.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const { numbers, words } = parse(readFileSync('content/words/en.yaml', 'utf8'));

const collect = (tree, begin = '') => Object.entries(tree).flatMap(([name, value]) => (
  typeof value === 'string' || value.other !== undefined ? [[begin + name, value]] : collect(value, `${begin}${name}.`)));

// speak makes a language the page's.
export const speak = (language) => {
  globalThis.words = language;
  globalThis.document = { querySelector: () => null, getElementById: () => null };
};

export const english = { language: 'en', ...numbers, messages: Object.fromEntries(collect(words)) };

speak(english);
