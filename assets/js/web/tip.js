// The box beside a mark that says what it stands for, and the ring around the mark. Both are announced to those who
// cannot see them.
import { el } from './dom.js';

const gap = 12; // px between mark and box

// tipOf adds box and ring to the stage of a live chart.
export const tipOf = (stage) => {
  const box = el('div', { class: 'tip', role: 'status' });
  const ring = el('div', { class: 'tip-ring', hidden: true });
  stage.append(ring, box);
  return {
    // show puts the box beside the mark, inside of width × height px.
    show({ x, y }, [name, facts], { width, height }) {
      box.replaceChildren(el('strong', {}, name),
        el('dl', {}, ...facts.flatMap(([label, value]) => [el('dt', {}, label), el('dd', {}, value)])));
      box.classList.add('shown');
      ring.hidden = false;
      const left = x + gap + box.offsetWidth <= width ? x + gap : Math.max(x - gap - box.offsetWidth, 0);
      const top = Math.max(Math.min(y - box.offsetHeight / 2, height - box.offsetHeight), 0);
      move(box, left, top);
      move(ring, x, y);
    },
    hide() {
      box.replaceChildren();
      box.classList.remove('shown');
      ring.hidden = true;
    },
  };
};

const move = (element, x, y) => { element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`; };
