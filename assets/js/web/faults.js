import { $, el } from './dom.js';

// tell names what of the address could not be used.
export const tell = (faults) => {
  $('#faults')?.remove();
  if (faults.length === 0) return;
  $('#error').before(el('p', { id: 'faults', class: 'none', role: 'status' },
    `The address asks for something that this page cannot show; the default stands instead. ${
      faults.map(({ name, value, want }) => `${name}=${value}: want ${want}.`).join(' ')}`));
};
