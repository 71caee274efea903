// The static drawing of the trade-off follows the filters: marks of configurations that do not pass fade, the frontier
// is drawn anew, deadline and best configuration move; at another percentile all marks and the ticks of the latency do.
// The parts have names (data-part, package charts).
import { $, $$, svg } from './dom.js';
import { frontier } from './board.js';
import { below, frameAt, gridOf, placeOn, px } from './frame.js';

// drawingOf follows one drawing, the wide or the narrow one of a figure. frames are those of the figure's file, drawn the
// board's rows by mark. Behind the drawn rows stand the ghosts of a preview, if there are any.
export const drawingOf = (picture, { frames, narrow, board, drawn, ghosts, standard }) => {
  const first = frameAt(frames, standard.percentile, narrow);
  const all = $$('[data-i]', picture);
  const marks = all.filter(({ dataset: { i } }) => i < drawn.length).map((mark) => ({ mark, row: drawn[mark.dataset.i], faded: false }));
  const hollow = ghosts ? all.filter(({ dataset: { i } }) => i >= drawn.length)
    .map((mark) => ({ mark, ghost: ghosts.all[mark.dataset.i - drawn.length] })) : [];
  const part = (name) => $(`[data-part="${name}"]`, picture);
  const [links, line, ring, late] = ['ghost-link', 'frontier', 'ring', 'late'].map(part);
  const notes = ['late-text', 'label'].map(part).filter(Boolean);
  let at = standard.percentile;

  const fade = (passes) => {
    for (const one of marks) {
      const faded = !passes(one.row);
      if (faded !== one.faded) one.mark.toggleAttribute('data-faded', faded);
      one.faded = faded;
    }
  };

  // move puts marks and ticks where they are at another percentile.
  const move = (percentile, frame) => {
    at = percentile;
    const to = board.x(percentile);
    const from = board.x(standard.percentile);
    for (const { mark, row } of marks) shift(mark, placeOn(frame.x, to[row]) - placeOn(first.x, from[row]));
    for (const { mark, ghost } of hollow) {
      shift(mark, placeOn(frame.x, ghosts.latency(percentile)[ghost]) - placeOn(first.x, ghosts.latency(standard.percentile)[ghost]));
    }
    retick(picture, part, frame);
  };

  // haunt shows the ghosts that a query shows, and what joins them to what they have become.
  const haunt = (query, passes, latency, { x, y }) => {
    const shown = ghosts.test(query, passes);
    for (const { mark, ghost } of hollow) mark.toggleAttribute('data-gone', !shown(ghost));
    const before = ghosts.latency(query.percentile);
    links?.setAttribute('d', hollow.map(({ ghost }) => ghost).filter((ghost) => ghosts.to[ghost] >= 0 && shown(ghost)).map((ghost) => (
      `M${placeOn(x, before[ghost])} ${placeOn(y, ghosts.energy[ghost])}`
      + `L${placeOn(x, latency[ghosts.to[ghost]])} ${placeOn(y, board.y[ghosts.to[ghost]])}`)).join(''));
  };

  return (query, passes, { best }, standing) => {
    const frame = frameAt(frames, query.percentile, narrow);
    const { x, y } = frame;
    const latency = board.x(query.percentile);
    if (query.percentile !== at) move(query.percentile, frame);
    fade(passes);
    if (ghosts) haunt(query, passes, latency, frame);
    for (const note of notes) note.toggleAttribute('data-gone', !standing);
    line?.setAttribute('d',
      frontier(board, query, passes).map((row, i) => `${i ? 'L' : 'M'}${placeOn(x, latency[row])} ${placeOn(y, board.y[row])}`).join(''));
    if (ring) {
      ring.toggleAttribute('data-gone', best.length === 0);
      if (best.length) {
        ring.setAttribute('cx', placeOn(x, latency[best[0]]));
        ring.setAttribute('cy', placeOn(y, board.y[best[0]]));
      }
    }
    if (late) {
      const from = query.deadline > 0 ? Math.max(placeOn(x, query.deadline), x.from) : x.to;
      late.setAttribute('d', from < x.to ? `M${from} ${y.from}H${x.to}V${y.to}H${from}z` : '');
    }
  };
};

const shift = (mark, by) => (by ? mark.setAttribute('transform', `translate(${px(by)})`) : mark.removeAttribute('transform'));

// retick writes the ticks and the name of the x axis; those of the y axis stay.
const retick = (picture, part, frame) => {
  part('grid')?.setAttribute('d', gridOf(frame));
  const ticks = part('ticks');
  ticks?.replaceChildren(...frame.x.ticks.map(({ at, text }) => svg('text', { x: placeOn(frame.x, at), y: frame.y.from + below }, text)));
  const name = $$('[data-part="names"] text', picture).at(-1);
  if (name) name.textContent = frame.x.name;
};
