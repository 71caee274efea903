// Tables of figures that came with a part of their rows: when a reader opens one, all rows are made from the figure's
// file (site/figurefile.go). Rows that the build made are alike; a browser test compares the two.
import { rich, say } from './catalog.js';
import { missing, sign } from './cells.js';
import { $, $$, el } from './dom.js';
import { again } from './load.js';
import { figureFile } from './pictures.js';

const begun = new WeakSet(); // tables that have all rows or wait for them

// fillTables is called once by the script of all pages. Who comes by a link to a table finds it open already.
export const fillTables = () => {
  document.addEventListener('toggle', ({ target }) => {
    if (target.open && target.matches('[data-rows]')) fill(target);
  }, { capture: true });
  for (const details of $$('[data-rows][open]')) fill(details);
};

const fill = async (details) => {
  if (begun.has(details)) return;
  begun.add(details);
  const region = $('.scroll', details);
  const said = $('[role=status]', details) ?? el('p', { class: 'note', role: 'status' });
  if (!said.isConnected) region.after(said);
  const n = Number(details.dataset.rows);
  const tell = (...content) => {
    if (said.contains(document.activeElement)) region.focus(); // its button goes away
    said.replaceChildren(...content);
  };
  region.setAttribute('aria-busy', 'true');
  tell(say('figure.rows_loading', { n }));
  try {
    const { rows, runs, table } = await figureFile(details.closest('figure').dataset.option);
    show($('table', details), table.map((row, i) => ({ ...row, run: runs?.[i], texts: rows[i] })));
    const note = $('.note:not([role])', details); // said which rows came with the page, and where all are
    if (table.length === rows.length) tell(say('figure.rows_all', { n }));
    else tell(...rich('figure.rows_first', { shown: table.length, href: $('a', note).getAttribute('href') }));
    note.remove();
  } catch (error) {
    begun.delete(details);
    tell(say('figure.rows_failed', { error: error.message }), ' ', again(() => fill(details), 'link'));
  } finally {
    region.removeAttribute('aria-busy');
  }
};

// show takes the place of the rows that came, whose cells say what the columns are.
const show = (table, rows) => {
  const body = table.tBodies[0];
  const kinds = [...body.rows[0].cells].map(({ className, dataset }) => ({ class: className, 'data-field': dataset.field }));
  body.replaceChildren(...rows.map((row) => line(kinds, row)));
  table.dispatchEvent(new Event('rows')); // they are not sorted
};

const line = (kinds, { run, model, mark, href, texts, values }) => {
  const [name, ...others] = texts.map((text, i) => content(text, values[i]));
  return el('tr', { 'data-run': run || null, 'data-model': model, class: mark && 'on' },
    el('th', { scope: 'row', ...kinds[0] }, ...(href ? [el('a', { href }, ...name), ' '] : name), mark && sign(mark)),
    ...others.map((cell, i) => el('td', kinds[i + 1], ...cell)));
};

const content = (text, value) => {
  if (!text) return missing();
  return [value ? el('data', { value }, text) : text];
};
