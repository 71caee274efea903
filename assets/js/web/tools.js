// The buttons of a live chart, in the row where the button stands that opened it.
import { el } from './dom.js';

const step = 1.6;

// toolsOf adds the buttons; show says what the axes are.
export const toolsOf = (row, act) => {
  const button = (text, title, onclick) => el('button', { type: 'button', title, 'aria-label': /\w/.test(text) ? null : title, onclick }, text);
  const reset = button('Reset', 'Show everything', act.reset);
  const log = Object.fromEntries(['x', 'y'].map((name) => [name, button(`Log ${name}`, `Logarithmic ${name} axis`, () => act.toggleLog(name))]));
  const group = el('span', { class: 'group', role: 'group', 'aria-label': 'Chart' },
    button('−', 'Zoom out', () => act.zoom(1 / step)),
    button('+', 'Zoom in', () => act.zoom(step)),
    reset, log.x, log.y,
    button('SVG', 'Save this view as SVG', act.svg),
    button('PNG', 'Save this view as PNG', act.png));
  row.append(group);
  return {
    show(axes) {
      reset.disabled = !Object.values(axes).some(({ zoomed }) => zoomed);
      for (const [name, one] of Object.entries(log)) {
        one.hidden = !axes[name].both;
        one.setAttribute('aria-pressed', String(axes[name].log));
      }
    },
    remove: () => group.remove(),
  };
};
