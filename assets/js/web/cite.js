// Citations of the page: they can be copied, and follow the view that is shown.
import { say } from './catalog.js';
import { $, $$, copy, el } from './dom.js';

const built = new WeakMap(); // what a citation said of the page as it was built

// snippets are the citations of the page. A site that does not know its own address has paths in them: the browser knows it.
const snippets = () => {
  const all = $$('pre[data-cite]');
  for (const pre of all) {
    if (built.has(pre)) continue;
    const code = $('code', pre);
    const path = pre.dataset.cite;
    if (path.startsWith('/') && location.protocol.startsWith('http')) {
      pre.dataset.cite = location.origin + location.pathname + path.replace(/^[^?]*/, '');
      code.textContent = code.textContent.replace(path, () => pre.dataset.cite);
    }
    built.set(pre, code.textContent);
  }
  return all;
};

// copyCitations puts a button behind each citation, and behind each text to share.
export const copyCitations = () => {
  for (const code of $$('.share pre code')) { // of a site that does not know its address, addresses are below that of its home page
    code.textContent = code.textContent.replace(/(?<=[( ])(?=(badges|models)\/)/g, $('.brand').href);
  }
  for (const pre of [...snippets(), ...$$('.share pre')]) {
    const said = el('span', { role: 'status', class: 'said' });
    pre.after(el('p', {},
      el('button', { type: 'button', class: 'link', onclick: () => copy(pre.textContent, said, say('cite.copied'), say('cite.refused')) },
        say('cite.copy', { format: pre.previousElementSibling.textContent })),
      ' ', said));
  }
};

// cite puts the view of a query, "" for that of the page as it was built, into the citations.
export const cite = (query) => {
  const said = decodeURIComponent(query.replaceAll('&', ', ').replaceAll('+', ' '));
  for (const pre of snippets()) {
    const text = built.get(pre);
    const { cite: address, view } = pre.dataset;
    const asked = pre.dataset.bibtex === undefined ? said : said.replace(/[%_#]/g, '\\$&');
    $('code', pre).textContent = query ? text.replace(view, () => say('cite.query', { query: asked }))
      .replace(address, () => `${address}?${query}`) : text;
  }
};
