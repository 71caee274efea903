// Citations of the page: they can be copied, and follow the view that is shown.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';

const snippets = () => $$('pre[data-cite]');

// copyCitations puts a button behind each citation, and behind each text to share.
export const copyCitations = () => {
  for (const pre of $$('pre[data-cite], .share pre')) {
    const said = el('span', { role: 'status', class: 'said' });
    const copy = () => navigator.clipboard.writeText(pre.textContent).then(
      () => { said.textContent = say('cite.copied'); }, () => { said.textContent = say('cite.refused'); });
    pre.after(el('p', {},
      el('button', { type: 'button', class: 'link', onclick: copy }, say('cite.copy', { format: pre.previousElementSibling.textContent })),
      ' ', said));
  }
};

const built = new WeakMap(); // what a citation said of the page as it was built

// cite puts the view of a query, "" for that of the page as it was built, into the citations.
export const cite = (query) => {
  for (const pre of snippets()) {
    const code = $('code', pre);
    if (!built.has(pre)) built.set(pre, code.textContent);
    const text = built.get(pre);
    const { cite: address, view } = pre.dataset;
    const asked = pre.dataset.bibtex === undefined ? query : query.replace(/[&%_#]/g, '\\$&');
    code.textContent = query ? text.replace(view, () => say('cite.query', { query: asked }))
      .replace(address, () => `${address}?${query}`) : text;
  }
};
