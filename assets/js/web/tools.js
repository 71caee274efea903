// The buttons of a live chart, in the row where the button stands that opened it.
import { say } from './catalog.js';
import { el } from './dom.js';

const step = 1.6;

// toolsOf adds the buttons; show says what the axes are.
export const toolsOf = (row, act) => {
  const button = (text, title, onclick) =>
    el('button', { type: 'button', title, 'aria-label': /\w/.test(text) ? null : title, onclick }, text);
  const reset = button(say('live.reset'), say('live.everything'), act.reset);
  const log = {
    x: button(say('figure.log_x'), say('live.log_x'), () => act.toggleLog('x')),
    y: button(say('figure.log_y'), say('live.log_y'), () => act.toggleLog('y')),
  };
  const group = el('span', { class: 'group', role: 'group', 'aria-label': say('live.tools') },
    button('−', say('live.zoom_out'), () => act.zoom(1 / step)),
    button('+', say('live.zoom_in'), () => act.zoom(step)),
    reset, log.x, log.y,
    button('SVG', say('live.save', { format: 'SVG' }), act.svg),
    button('PNG', say('live.save', { format: 'PNG' }), act.png));
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
