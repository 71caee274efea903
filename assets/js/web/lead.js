// Links to the page Explore lead there with a reader's query; what a link itself says stands.
import { $$ } from './dom.js';
import { explored } from './query.js';

const own = new Map();

export const lead = (asked) => {
  for (const link of $$('main a[href*="explore/?"]')) {
    if (!own.has(link)) own.set(link, [...new URLSearchParams(link.search)]);
    const values = new URLSearchParams(explored(new URLSearchParams(asked)));
    for (const [name, value] of own.get(link)) values.set(name, value);
    if (link.search.slice(1) !== String(values)) link.search = values;
  }
};
