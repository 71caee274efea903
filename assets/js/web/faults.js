import { say } from './catalog.js';
import { $, el } from './dom.js';

// tell says what could not be used, of texts as query.js makes them, and what follows from it.
export const tell = (faults, said = (all) => say('filters.invalid', { faults: all })) => {
  $('#faults')?.remove();
  if (faults.length === 0) return;
  $('#error').before(el('p', { id: 'faults', class: 'none', role: 'status' }, said(faults.join('; '))));
};
