// What can be done with the rows shown: download, copy a link, the command that gives the same answer, embed, compare.
import { percentiles } from './board.js';
import { say } from './catalog.js';
import { copy, el } from './dom.js';
import { frameCode } from './embed.js';
import { csv, json } from './export.js';
import { mostCompared } from './limits.js';
import { noun } from './nouns.js';
import { encode, listText } from './query.js';
import { save } from './save.js';

export const actionsOf = (place, { board, task, root, own }) => {
  const status = el('span', { role: 'status', class: 'said' });
  const compare = el('p', { class: 'compare', hidden: true });
  let shown;

  const take = (text, said) => copy(text, status, said, say('actions.refused', { text }));
  const address = () => {
    const values = new URLSearchParams(encode(board, shown.query));
    if (own.address()) values.set('own', own.address());
    const query = String(values);
    return new URL(query ? `?${query}` : location.pathname, location.href).href;
  };
  const embed = () => frameCode(new URL(`${root}embed/${task.id}/${new URL(address()).search}`, location.href).href,
    say('task.heading', { task: task.name, noun: noun(task.output, 1) }));
  // Limit and percentile are always named: the command's defaults are those of its texts, not of this site's.
  const command = () => {
    const { protocol, pathname, href } = new URL(root, location.href);
    const query = new URLSearchParams(encode(board, shown.query));
    query.set('deadline', shown.query.deadline > 0 ? String(shown.query.deadline) : 'none');
    if (board.perPercentile) query.set('pct', percentiles[shown.query.percentile]);
    return `jouleboard rank --source '${protocol === 'file:' ? decodeURI(pathname) : href}' --task ${task.id} --query '${query}'`;
  };
  const button = (text, act) => el('button', { type: 'button', class: 'link', onclick: act }, text);

  place.replaceChildren(
    el('p', { class: 'actions' },
      say('actions.rows'), ' ',
      button('CSV', () => save(`${task.id}.csv`, csv(board, shown.answer.rows, shown.query, task), 'text/csv')),
      button('JSON', () => save(`${task.id}.json`, json(board, shown.answer.rows, shown.query, task), 'application/json')),
      el('span', { class: 'gap' }),
      button(say('actions.link'), () => take(address(), say('actions.linked'))),
      button(say('actions.command'), () => take(command(), say('actions.commanded'))),
      button(say('actions.embed'), () => take(embed(), say('actions.embedded'))),
      button(say('own.open'), () => own.open().section.focus()),
      status),
    compare);

  return {
    show(answer, query) {
      shown = { answer, query };
      status.textContent = '';
    },
    pick(models) {
      compare.hidden = models.length === 0;
      const link = `${root}${task.compare}?${new URLSearchParams({ models: listText(models) })}`;
      const n = models.length;
      compare.replaceChildren(
        n > 1 && n <= mostCompared ? el('a', { href: link, class: 'go' }, say('actions.compare', { n }))
          : el('span', {}, n > mostCompared ? say('actions.most', { n: mostCompared }) : say('actions.another')));
    },
  };
};
