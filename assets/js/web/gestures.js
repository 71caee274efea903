// What a pointer, a wheel and keys do in a live chart.
import { nearest } from './tip.js';

const step = 1.5;
const panStep = 0.2;

// listen turns events in the plot into calls of act: point, choose, zoom, pan, reset, toggleSeries, leave. It returns
// what ends it.
export const listen = (plot, act) => {
  const events = new AbortController();
  const on = (type, handle, options) => plot.addEventListener(type, handle, { signal: events.signal, ...options });
  let dragged = null; // where the pointer was last, while it is down
  let moved = false;
  let at = -1; // the mark that the keys have reached

  const place = ({ clientX, clientY }) => {
    const box = plot.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  // areaAt is the plotting area under a point, the first one beside all of them.
  const areaAt = ({ x, y }) => {
    const areas = act.areas();
    return areas.find(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom) ?? areas[0];
  };
  const under = (event) => {
    const { x, y } = place(event);
    return nearest(act.marks(), x, y);
  };

  on('pointermove', (event) => {
    if (!dragged) {
      act.point(event.buttons ? undefined : under(event));
      return;
    }
    const to = place(event);
    const { left, right, top, bottom } = dragged.area();
    moved ||= Math.hypot(to.x - dragged.x, to.y - dragged.y) > 3;
    if (!moved) return;
    act.pan({ x: (dragged.x - to.x) / (right - left), y: (to.y - dragged.y) / (bottom - top) }, dragged.area());
    dragged = { ...to, area: dragged.area };
  });
  on('pointerleave', () => act.point(undefined));
  on('pointerdown', (event) => {
    const { x, y } = place(event);
    const { left, right, top, bottom } = areaAt({ x, y });
    moved = false;
    if (event.button === 0 && event.pointerType === 'mouse' && x > left && x < right && y > top && y < bottom) {
      dragged = { x, y, area: () => areaAt({ x: (left + right) / 2, y: (top + bottom) / 2 }) }; // a pan draws anew, and areas with it
      plot.setPointerCapture(event.pointerId);
    }
  });
  for (const type of ['pointerup', 'pointercancel']) on(type, () => { dragged = null; });
  on('click', (event) => {
    const mark = !moved && under(event);
    if (!moved) act.unpin();
    if (!mark) return;
    const before = at;
    at = act.marks().indexOf(mark);
    act.point(mark);
    act.choose(mark, at === before);
  });

  // The wheel scrolls the page unless a modifier says otherwise; a pinch on a touchpad comes as Ctrl and the wheel.
  on('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = place(event);
    const area = areaAt({ x, y });
    const { left, right, top, bottom } = area;
    act.zoom(Math.exp(-event.deltaY / 200), { x: (x - left) / (right - left), y: (bottom - y) / (bottom - top) }, area);
  }, { passive: false });

  const go = (to) => {
    const marks = act.marks();
    at = Math.min(Math.max(to(at, marks.length), 0), marks.length - 1);
    act.point(marks[at]);
  };
  const shifted = {
    ArrowRight: () => act.pan({ x: panStep, y: 0 }),
    ArrowLeft: () => act.pan({ x: -panStep, y: 0 }),
    ArrowUp: () => act.pan({ x: 0, y: panStep }),
    ArrowDown: () => act.pan({ x: 0, y: -panStep }),
  };
  const keys = {
    ArrowRight: () => go((i) => i + 1),
    ArrowDown: () => go((i) => i + 1),
    ArrowLeft: () => go((i) => i - 1),
    ArrowUp: () => go((i) => i - 1),
    Home: () => go(() => 0),
    End: () => go((_, n) => n - 1),
    Enter: () => { if (at >= 0 && act.marks()[at]) act.choose(act.marks()[at], true); },
    '+': () => act.zoom(step),
    '=': () => act.zoom(step),
    '-': () => act.zoom(1 / step),
    0: () => act.reset(),
    Escape: () => act.leave(),
  };
  on('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^[1-9]$/.test(event.key) && (() => act.toggleSeries(Number(event.key) - 1));
    const action = (event.shiftKey && shifted[event.key]) || keys[event.key] || digit;
    if (!action) return;
    event.preventDefault();
    action();
  });
  return () => events.abort();
};
