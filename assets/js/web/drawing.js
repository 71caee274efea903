// The static drawing of the trade-off follows the filters: marks of configurations that do not pass fade, the frontier
// is drawn anew, and deadline and best configuration move. It stays at its percentile, where its marks stand: at another
// one the live chart takes its place, and where there is none, the drawing has no deadline. Its parts are told by their
// colours (charts/frontier.go).
import { $, $$ } from './dom.js';
import { frontier, percentiles } from './board.js';

// drawingOf follows one drawing; axes say where it shows which values. Behind the drawn rows stand the ghosts of a
// preview, if there are any.
export const drawingOf = (picture, axes, { board, drawn, ghosts }) => {
  const percentile = percentiles.indexOf(board.wire.percentile);
  const latency = board.latency(percentile);
  const all = $$('[data-i]', picture);
  const marks = all.filter(({ dataset: { i } }) => i < drawn.length).map((mark) => ({ mark, row: drawn[mark.dataset.i], faded: false }));
  const hollow = ghosts ? all.filter(({ dataset: { i } }) => i >= drawn.length).map((mark) => ({ mark, ghost: ghosts.all[mark.dataset.i - drawn.length] })) : [];
  const links = $('[fill=none][stroke="var(--ghost-link)"]', picture);
  const line = $('[fill=none][stroke="var(--frontier)"]', picture);
  const ring = $('[stroke="var(--ring)"]', picture);
  const late = $('[fill="var(--late)"]', picture);
  const notes = $$('[fill="var(--late-text)"], [fill="var(--label)"]', picture);
  const area = { right: axes.x.to, bottom: axes.y.from, top: axes.y.to };
  const x = (value) => round(place(axes.x, value));
  const y = (value) => round(place(axes.y, value));

  const fade = (passes) => {
    for (const one of marks) {
      const faded = !passes(one.row);
      if (faded !== one.faded) one.mark.toggleAttribute('data-faded', faded);
      one.faded = faded;
    }
  };

  // haunt shows the ghosts that a query shows, and what joins them to what they have become.
  const haunt = (query, passes) => {
    const shown = ghosts.test(query, passes);
    for (const { mark, ghost } of hollow) mark.toggleAttribute('data-gone', !shown(ghost));
    const before = ghosts.latency(percentile);
    links?.setAttribute('d', hollow.map(({ ghost }) => ghost).filter((ghost) => ghosts.to[ghost] >= 0 && shown(ghost)).map((ghost) => (
      `M${x(before[ghost])} ${y(ghosts.energy[ghost])}L${x(latency[ghosts.to[ghost]])} ${y(board.energy[ghosts.to[ghost]])}`)).join(''));
  };

  return (query, passes, { best }, standard) => {
    fade(passes);
    if (ghosts) haunt(query, passes);
    for (const note of notes) note.toggleAttribute('data-gone', !standard);
    line?.setAttribute('d', frontier(board, { ...query, percentile }, passes).map((row, i) => `${i ? 'L' : 'M'}${x(latency[row])} ${y(board.energy[row])}`).join(''));
    if (ring) {
      ring.toggleAttribute('data-gone', best.length === 0);
      if (best.length) {
        ring.setAttribute('cx', x(latency[best[0]]));
        ring.setAttribute('cy', y(board.energy[best[0]]));
      }
    }
    if (late) {
      const from = query.deadline > 0 && query.percentile === percentile ? Math.max(x(query.deadline), axes.x.from) : area.right;
      late.setAttribute('d', from < area.right ? `M${from} ${area.bottom}H${area.right}V${area.top}H${from}z` : '');
    }
  };
};

const place = ({ log, least, most, from, to }, value) => {
  const share = log ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  return from + share * (to - from);
};

const round = (px) => Math.round(px * 10) / 10;
