// The texts of the page by key, as package words says them. In a message {name} is a value, **text** is strong and
// [text]({name}) is a link. Values are texts, or whole numbers; other numbers come as numbers.js writes them.
import { el } from './dom.js';
import { language } from './language.js';
import { whole } from './numbers.js';

// say writes a message as plain text.
export const say = (key, values) => runs(key, values).map(({ text }) => text).join('');

// rich gives the nodes of a message.
export const rich = (key, values) => merged(runs(key, values)).map(({ text, strong, href }) => {
  const inner = strong ? el('strong', {}, text) : text;
  return href ? el('a', { href }, inner) : inner;
});

// has tells of a key that is made from data whether there is such a message.
export const has = (key) => key in language().messages;

const marks = /\{([^}]+)\}|(\*\*)|(\[)|\]\(\{([^}]+)\}\)/g;

const runs = (key, values = {}) => {
  const message = form(language().messages[key], values.n);
  const found = [];
  let strong = false;
  let link = 0; // first run of the link
  let from = 0;
  const put = (text) => { if (text) found.push({ text, strong }); };
  for (const mark of message.matchAll(marks)) {
    const [all, value, bold, open, href] = mark;
    put(message.slice(from, mark.index));
    from = mark.index + all.length;
    if (value) {
      const text = written(values[value]);
      if (text === '' && found.length > 0) found.at(-1).text = found.at(-1).text.replace(/ $/, ''); // its space goes with it
      put(text);
    } else if (bold) strong = !strong;
    else if (open) link = found.length;
    else for (const run of found.slice(link)) run.href = values[href];
  }
  put(message.slice(from));
  return found;
};

let plurals; // made once: it takes longer than a message
const form = (message, n) => {
  if (typeof message === 'string') return message;
  plurals ??= new Intl.PluralRules(language().language);
  return message[plurals.select(n)] ?? message.other;
};

const written = (value) => (typeof value === 'number' ? whole(value) : value);

// merged joins runs that look alike.
const merged = (all) => all.reduce((list, run) => {
  const last = list.at(-1);
  if (last && last.strong === run.strong && last.href === run.href) last.text += run.text;
  else list.push({ ...run });
  return list;
}, []);
