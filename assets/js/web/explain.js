// The explanation of a column beside its question mark: the sentence of the field, and where there is more. Escape or a
// click elsewhere closes it; without this script the mark leads to the methods page.
import { say } from './catalog.js';
import { el } from './dom.js';

let box;

const open = (link) => {
  box?.remove();
  const more = el('a', { href: link.href }, say('table.help'));
  box = el('div', { class: 'explanation', popover: 'auto', role: 'dialog', 'aria-label': link.getAttribute('aria-label') },
    el('p', {}, link.dataset.text), more);
  // beside the table, not in it: cells would lend it their style
  document.getElementById('main').append(box);
  box.showPopover();
  place(link.getBoundingClientRect());
  more.focus();
  box.addEventListener('toggle', ({ newState }) => { if (newState === 'closed') closed(link); });
};

const closed = (link) => {
  const inside = document.activeElement === document.body || box.contains(document.activeElement);
  box.remove();
  if (inside) link.focus();
};

const gap = 8;

// place puts the box below the mark, or above it where there is no room, and keeps it inside the window.
const place = (mark) => {
  const { width, height } = box.getBoundingClientRect();
  const below = mark.bottom + gap;
  box.style.left = `${Math.max(gap, Math.min(mark.left, innerWidth - width - gap))}px`;
  box.style.top = `${below + height < innerHeight ? below : Math.max(gap, mark.top - height - gap)}px`;
};

export const explain = () => {
  if (!HTMLElement.prototype.showPopover) return;
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-text]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
};
