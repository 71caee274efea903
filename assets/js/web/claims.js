// Titles of figures say what all configurations show. Under a filter they only name what is drawn, and the links beside
// them say of what their files are.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';

// claimsOf gives the function that is told whether the page shows what it came with.
export const claimsOf = () => {
  const titles = $$('[data-neutral]').map((title) => ({ title, claim: title.textContent, links: $('.links', title.parentElement) }));
  return (standing) => {
    for (const { title, claim, links } of titles) {
      title.textContent = standing ? claim : title.dataset.neutral;
      const note = links && $('[data-all]', links);
      if (standing) note?.remove();
      else if (links && !note) links.prepend(el('li', { 'data-all': true }, say('figure.everything')));
    }
  };
};
