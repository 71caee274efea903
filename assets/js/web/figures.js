// Figures come alive when a reader reaches for them: with the mouse on the drawing, a tap on it, or the button above.
// Until then neither the chart library nor what a chart is made from is loaded, and if either cannot be loaded the
// drawing stays. The button says where the library is; a site built without it has no such buttons.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { fromFile } from './pictures.js';
import { pointed, tips } from './pointing.js';

const sources = new WeakMap(); // of figures; null where a figure shows what its file says
const files = new WeakMap(); // the sources that files are
const live = new Map(); // figure → promise of its live chart
const closed = new WeakSet(); // by the reader: only the button opens them again
const attempts = { count: 0 };

// drawFrom makes tips and the live chart of a figure from another source than its file (pictures.js says what that is), null
// for that of its file.
export const drawFrom = (figure, source) => sources.set(figure, source);

// sourceOf is the source of a figure.
export const sourceOf = (figure) => {
  if (!files.has(figure)) files.set(figure, fromFile(figure.dataset.option));
  return sources.get(figure) ?? files.get(figure);
};

const buttonOf = (figure) => $('[data-explore]', figure);

// explorable reports whether a figure can come alive.
export const explorable = (figure) => buttonOf(figure)?.disabled === false;

// explore makes a figure live; it promises the live chart, or null where it could not be loaded.
export const explore = (figure) => {
  if (!live.has(figure)) live.set(figure, start(figure));
  return live.get(figure);
};

// isLive reports whether a figure is live or about to be.
export const isLive = (figure) => live.has(figure);

export const leave = async (figure) => {
  const chart = await live.get(figure);
  live.delete(figure);
  chart?.dispose();
  tell(figure, '');
  press(figure, false);
};

const start = async (figure) => {
  press(figure, true);
  tell(figure, say('figure.loading'));
  try {
    const { enliven } = await import('./live.js');
    const chart = await enliven(figure, () => sourceOf(figure).picture(), { library: libraryOf(figure), leave: () => shut(figure) });
    tell(figure, '');
    const at = pointed(figure); // the tip goes on in the live chart
    if (at) chart.point(at.x, at.y);
    return chart;
  } catch (error) {
    attempts.count++;
    closed.add(figure);
    live.delete(figure);
    press(figure, false);
    tell(figure, say('figure.failed', { error: error.message }));
    return null;
  }
};

// A module that failed to load fails for ever, so a further attempt has another address.
const libraryOf = (figure) => {
  const address = new URL(buttonOf(figure).dataset.explore, document.baseURI);
  if (attempts.count) address.search = attempts.count;
  return address.href;
};

const press = (figure, on) => {
  const button = buttonOf(figure);
  button.setAttribute('aria-pressed', String(on));
  button.textContent = on ? say('figure.close') : say('figure.explore');
};

// tell says something beside a figure's buttons.
const tell = (figure, text) => {
  const tools = $('.tools', figure);
  const said = $('.said', tools) ?? tools.appendChild(el('span', { class: 'said', role: 'status' }));
  said.textContent = text;
};

const shut = (figure) => {
  closed.add(figure);
  leave(figure);
  buttonOf(figure).focus();
};

const drawingUnder = (target) => {
  const figure = target.closest?.('.drawings')?.closest('figure');
  return figure && explorable(figure) ? figure : null;
};

const pressed = async (figure) => {
  if (isLive(figure)) return shut(figure);
  closed.delete(figure);
  (await explore(figure))?.focus();
  return undefined;
};

// listen is called once by the script of all pages.
export const listen = () => {
  document.addEventListener('pointermove', ({ target, pointerType }) => {
    const figure = pointerType === 'mouse' && drawingUnder(target);
    if (figure && !closed.has(figure)) explore(figure);
  }, { passive: true });
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-explore]');
    if (button) pressed(button.closest('figure'));
    else if (drawingUnder(target)) explore(drawingUnder(target));
  });
  for (const button of $$('[data-explore]')) button.disabled = false;
  tips(sourceOf);
};
