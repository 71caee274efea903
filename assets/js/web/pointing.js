// Tips of drawings that stand: from the marks of the drawing itself, at once, by mouse, finger and keys. What a mark stands for
// comes from the figure's source, which is asked for as soon as the figure is in view.
import { say } from './catalog.js';
import { $, $$ } from './dom.js';
import { openRun } from './pictures.js';
import { nearest, tipOf } from './tip.js';
import { whenIdle } from './when.js';

const spots = new WeakMap(); // of drawings
const boxes = new WeakMap(); // of figures: their tips
let sourceOf;
let now = null; // { figure, svg, spot, at, pinned }

// forget what was known of a drawing that shows something else now.
export const forget = (svg) => spots.delete(svg);

const drawingOf = (figure) => $$('.drawings svg', figure).find((svg) => svg.checkVisibility() && !svg.closest('.live'));

// spotsOf are the marks of a drawing in px of its own.
const spotsOf = (svg) => {
  if (!spots.has(svg)) {
    spots.set(svg, $$('[data-i]', svg).map((mark) => {
      const { x, y, width, height } = mark.getBBox();
      return { x: x + width / 2, y: y + height / 2, halfWidth: width / 2, halfHeight: height / 2, row: Number(mark.dataset.i), mark };
    }).sort((a, b) => a.x - b.x || a.y - b.y));
  }
  return spots.get(svg);
};

const scaleOf = (svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;

// under is the mark that a point of the window means.
const under = (svg, { clientX, clientY }) => {
  const { left, top } = svg.getBoundingClientRect();
  const scale = scaleOf(svg);
  return nearest(spotsOf(svg), (clientX - left) / scale, (clientY - top) / scale);
};

const hide = () => {
  if (!now) return;
  boxes.get(now.figure)?.hide();
  for (const one of $$('[data-same]')) delete one.dataset.same;
  for (const row of $$('tr.pointed')) row.classList.remove('pointed');
  delete now.svg.dataset.pointed;
  now = null;
};

const show = (figure, svg, spot, pinned) => {
  if (now?.spot === spot && now.pinned === pinned) return;
  hide();
  const own = { figure, svg, spot, pinned };
  now = own;
  if (!boxes.has(figure)) boxes.set(figure, tipOf($('.drawings', figure)));
  const tell = () => {
    const { width, height, left, top } = svg.getBoundingClientRect();
    const frame = $('.drawings', figure).getBoundingClientRect();
    const [scale, known] = [scaleOf(svg), sourceOf(figure).known()];
    own.at = { x: spot.x * scale + left - frame.left, y: spot.y * scale + top - frame.top };
    boxes.get(figure).show(own.at, known?.line(spot.row) ?? [nameOf(svg, spot), []], { width: width + left - frame.left, height },
      pinned && known?.href(spot.row));
    if (known) {
      const run = known.run(spot.row);
      if (run) for (const row of $$(`tr[data-run="${CSS.escape(run)}"]`)) row.classList.add('pointed');
    }
  };
  tell();
  requestAnimationFrame(() => { if (now === own) alike(svg, spot); });
  if (!sourceOf(figure).known()) sourceOf(figure).load().then(() => now === own && tell()).catch(() => {});
};

// lookOf tells marks of one series from those of others: color and shape.
const lookOf = (mark) => {
  const style = (name) => mark.closest(`[${name}]`)?.getAttribute(name)?.slice(0, 7);
  const color = [style('stroke'), style('fill')].find((value) => value?.startsWith('#'));
  return `${color} ${mark.localName} ${(mark.getAttribute('d') ?? '').replace(/[^a-z]/gi, '')}`;
};

const legendOf = (svg) => $$('circle:not([data-i]), path:not([data-i])', svg);

// nameOf is what the legend calls the series of a mark.
const nameOf = (svg, spot) => labelOf(svg, spot)?.textContent ?? $('title', svg)?.textContent ?? '';

// labelOf is the text beside the sample of the series in the legend.
const labelOf = (svg, { mark }) => {
  const look = lookOf(mark);
  const sample = legendOf(svg).findLast((one) => lookOf(one) === look);
  if (!sample) return undefined;
  const { x, y, width, height } = sample.getBBox();
  return $$('text', svg).find((text) => {
    const box = text.getBBox();
    return Math.abs(box.y + box.height / 2 - y - height / 2) < 6 && box.x >= x + width && box.x < x + width + 14;
  });
};

// alike marks what belongs to the series of a mark: its marks and its name in the legend.
const alike = (svg, spot) => {
  const look = lookOf(spot.mark);
  const label = labelOf(svg, spot);
  if (!label) return;
  label.dataset.same = '';
  for (const { mark } of spotsOf(svg)) if (lookOf(mark) === look) mark.dataset.same = '';
  svg.dataset.pointed = '';
};

// pointed is where the tip of a figure is that a live chart replaces: it ends here.
export const pointed = (figure) => {
  if (now?.figure !== figure) return null;
  const { at } = now;
  hide();
  return at;
};

const figureAt = (target) => {
  const figure = target.closest?.('.drawings')?.closest('figure[data-option]');
  return figure && figure.dataset.live === undefined ? figure : null;
};

const onPointer = (event, pin) => {
  const figure = figureAt(event.target);
  const svg = figure && drawingOf(figure);
  const spot = svg && under(svg, event);
  if (pin && spot && now?.spot === spot && now.pinned) open(figure, spot);
  else if (spot && (pin || !now?.pinned)) show(figure, svg, spot, pin);
  else if (pin || !now?.pinned) hide();
};

const open = (figure, { row }) => {
  const href = sourceOf(figure).known()?.href(row);
  if (href) openRun(href);
};

const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const onKey = (event) => {
  const figure = event.target.matches?.('.drawings') && figureAt(event.target);
  const svg = figure && drawingOf(figure);
  if (event.key === 'Escape') hide();
  if (!svg || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = spotsOf(svg);
  const at = now?.svg === svg ? all.indexOf(now.spot) : -1;
  const to = { Home: 0, End: all.length - 1 }[event.key] ?? (event.key in steps ? at + steps[event.key] : NaN);
  if (event.key === 'Enter' && at >= 0) open(figure, all[at]);
  else if (all.length && !Number.isNaN(to)) show(figure, svg, all[Math.min(Math.max(to, 0), all.length - 1)], false);
  else return;
  event.preventDefault();
};

// called names the drawings of a figure to a screen reader, as its title does.
export const called = (figure) => {
  $('.drawings', figure).setAttribute('aria-label', say('live.tips', { title: $('h3, h2, figcaption strong', figure)?.textContent ?? '' }));
};

// tips is called once by the script of all pages; source(figure) is what its figures are drawn from.
export const tips = (source) => {
  sourceOf = source;
  const prepare = (figure) => {
    sourceOf(figure).load().catch(() => {});
    const svg = drawingOf(figure);
    if (svg && !svg.dataset.apart) spotsOf(svg);
  };
  const ask = (figure) => whenIdle(() => prepare(figure));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      ask(target);
    }
  });
  for (const figure of $$('figure[data-option]')) {
    seen.observe(figure);
    const drawings = $('.drawings', figure);
    drawings.tabIndex = 0;
    drawings.setAttribute('role', 'group');
    called(figure);
  }
  document.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') onPointer(event, false);
  }, { passive: true });
  document.addEventListener('click', (event) => { if (!event.target.closest?.('.tip')) onPointer(event, true); });
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusout', ({ target }) => { if (target.matches?.('.drawings') && !now?.pinned) hide(); });
};
