// The box beside a mark that says what it stands for, and the ring around the mark. Both are announced to those who
// cannot see them.
import { say } from './catalog.js';
import { el } from './dom.js';

const gap = 12; // px between mark and box

// tipOf adds box and ring to the stage of a live chart.
export const tipOf = (stage) => {
  const box = el('div', { class: 'tip', role: 'status' });
  const ring = el('div', { class: 'tip-ring', hidden: true });
  stage.append(ring, box);
  return {
    // show puts the box beside the mark, inside of width × height px. A pinned one stays, with a link to its run.
    show({ x, y }, [name, facts], { width, height }, href) {
      box.replaceChildren(el('strong', {}, name),
        el('dl', {}, ...facts.flatMap(([label, value]) => [el('dt', {}, label), el('dd', {}, value)])),
        ...(href ? [el('a', { href }, say('live.run'))] : []));
      box.classList.toggle('pinned', Boolean(href));
      box.classList.add('shown');
      ring.hidden = false;
      const left = x + gap + box.offsetWidth <= width ? x + gap : Math.max(x - gap - box.offsetWidth, 0);
      const top = Math.max(Math.min(y - box.offsetHeight / 2, height - box.offsetHeight), 0);
      move(box, left, top);
      move(ring, x, y);
    },
    pinned: () => box.classList.contains('pinned'),
    remove() {
      ring.remove();
      box.remove();
    },
    hide() {
      box.replaceChildren();
      box.classList.remove('shown', 'pinned');
      ring.hidden = true;
    },
  };
};

const move = (element, x, y) => { element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`; };

const reach = 16; // px

// nearest is the mark meant by a point, undefined if none is near. A mark is meant where it is, too: it may
// have half a width and a height, or be a band, which is meant anywhere along it.
export const nearest = (marks, x, y) => {
  let found;
  let least = reach ** 2;
  for (const mark of marks) {
    const dx = mark.band === 'y' ? 0 : Math.max(Math.abs(mark.x - x) - (mark.halfWidth ?? 0), 0);
    const dy = mark.band === 'x' ? 0 : Math.max(Math.abs(mark.y - y) - (mark.halfHeight ?? 0), 0);
    const distance = dx * dx + dy * dy;
    if (distance < least) [found, least] = [mark, distance];
  }
  return found;
};
