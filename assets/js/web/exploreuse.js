// What a reader can take from the page Explore: the address, the command, the block of a post and the code of a frame that
// give the same figure.
import { percentiles } from './board.js';
import { say } from './catalog.js';
import { copy, el } from './dom.js';
import { frameCode } from './embed.js';

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// given is a view with all that a site's own settings would add: limit and percentile.
const given = ({ query, board }, address) => {
  const values = new URLSearchParams(address);
  values.set('deadline', query.deadline > 0 ? String(query.deadline) : 'none');
  if (board.perPercentile) values.set('pct', percentiles[query.percentile]);
  return String(values);
};

export const offer = (place, address, { root, title }) => {
  const { protocol, pathname, href } = new URL(root, location.href);
  const source = protocol === 'file:' ? decodeURI(pathname) : href;
  const view = given(place, address);
  const own = new URL(`?${address}`, location.href).href;
  const frame = new URL(`${root}explore/embed/?${address}`, location.href).href;
  const parts = [
    ['address', own],
    ['command', `jouleboard figure --source ${shell(source)} --view ${shell(view)} --out figure.svg,figure.csv`],
    ['block', `\`\`\`figure\nname: ${place.id}-${place.view.kind}\nview: ${JSON.stringify(view)}\n\`\`\``],
    ['embed', frameCode(frame, title)],
  ];
  return [el('h2', {}, say('explore.use.title')), ...parts.flatMap(([key, text]) => {
    const said = el('span', { role: 'status', class: 'said' });
    const onclick = () => copy(text, said, say('cite.copied'), say('cite.refused'));
    return [el('h3', {}, say(`explore.use.${key}`)), el('pre', { 'data-use': key }, el('code', {}, text)),
      el('p', {}, el('button', { type: 'button', class: 'link', onclick }, say('cite.copy', { format: say(`explore.use.${key}`) })), ' ', said)];
  })];
};
