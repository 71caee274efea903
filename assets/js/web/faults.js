import { say } from './catalog.js';
import { $, el } from './dom.js';

// tell says what of the address could not be used, of texts as query.js makes them.
export const tell = (faults) => {
  $('#faults')?.remove();
  if (faults.length === 0) return;
  $('#error').before(el('p', { id: 'faults', class: 'none', role: 'status' }, say('filters.invalid', { faults: faults.join('; ') })));
};
