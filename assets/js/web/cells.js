// What cells of tables have in common, whoever makes them. The markup is that of templates/table.templ.
import { say } from './catalog.js';
import { $, el } from './dom.js';

export const missing = () => [el('span', { class: 'vh' }, say('table.missing')), el('span', { 'aria-hidden': 'true' }, '–')];

// sign stands behind the name of a row that something sets apart, such as "on the frontier".
export const sign = (mark) => el('span', { class: 'mark', title: mark },
  el('span', { 'aria-hidden': 'true' }, '◆'), el('span', { class: 'vh' }, `, ${mark}`));

// unsaid removes what a page says of the rows that its table leaves out: they are others under a filter, and a button brings
// them.
export const unsaid = (region) => $(':scope > [data-left]', region.parentElement)?.remove();
