import { say } from './catalog.js';
import { $, $$, el } from './dom.js';

// tell says what could not be used, of texts as query.js makes them, and what follows from it.
export const tell = (faults, said = (all) => say('filters.invalid', { faults: all })) => {
  $('#faults')?.remove();
  if (faults.length === 0) return;
  $('#error').before(el('p', { id: 'faults', class: 'none', role: 'status' }, said([...new Set(faults)].join('; '))));
};

// mark says of a field whether it has what cannot be used, and what it should have.
export const mark = (input, good, fault) => {
  const wrong = input.value.trim() !== '' && !good;
  input.setAttribute('aria-invalid', String(wrong));
  if (wrong) input.dataset.fault = fault();
  else delete input.dataset.fault;
};

// faultsIn are the messages of the fields of a form.
export const faultsIn = (form) => [...new Set($$('[data-fault]', form).map(({ dataset }) => dataset.fault))];
