// The figure of a comparison: the trade-off of the chosen models as a view, each with its frontier.
import { say } from './catalog.js';
import { $$, el } from './dom.js';
import { drawFrom, explore, isLive } from './figures.js';
import { modelStyle } from './modelfigure.js';
import { layoutOf, pictureOf } from './plot.js';
import { lineOf, livePicture } from './plotoption.js';
import { answerView, columnAt, plotOf } from './view.js';
import { capital } from './words.js';

const narrow = 360;

// comparisonFigure makes a figure that stays the same element whatever is compared, so that a live chart stays too.
// library is the address of the chart library, undefined where the site has none. act: choose(row, sure) and point(row),
// as of a picture (pictures.js).
export const comparisonFigure = (library, act) => {
  const heading = el('h3', {});
  const drawings = el('div', { class: 'drawings' });
  const figure = el('figure', { id: 'tradeoff-figure', 'data-chart': 'compare-frontier' },
    el('div', { class: 'titled' }, heading),
    library && el('div', { class: 'tools' },
      el('button', { type: 'button', 'data-explore': library, 'aria-pressed': 'false' }, say('figure.explore'))),
    drawings,
    el('figcaption', {}, say('compare.figure.caption')));
  let picture;
  drawFrom(figure, () => (place) => picture(place));

  // show gives the figure of a comparison, place as for compareView.
  return (place, { compared }, query) => {
    const { board, task, marks, file } = place;
    const view = { ...file.tradeoff, by: board.wire.parts.model, label: board.wire.parts.batch };
    const ids = compared.map(({ id }) => id);
    const subject = { board, within: (row) => ids.includes(board.models[board.model[row]]) };
    const answer = answerView(view, subject, query);
    const style = modelStyle(view, place, ids, marks);
    const asked = board.wire.latency.includes(view.x) ? query : { ...query, deadline: 0 };
    const plot = plotOf(answer, subject, asked, style);
    const bests = new Set(compared.map(({ best }) => answer.rows.indexOf(best)));
    for (const panel of plot.panels) panel.rings = panel.series.flatMap(({ points }) => points.filter((one) => bests.has(one.row)));
    const layout = (small) => layoutOf(plot, small ? narrow : style.wide, 1);
    const line = lineOf(place, [view.x, ...view.y].map((field) => columnAt(board, field, query.percentile)));
    const row = (i) => answer.rows[i];
    picture = ({ narrow: small }) => livePicture(layout(small), {
      line: (i) => line(row(i)), choose: (i, sure) => act.choose(row(i), sure), point: (i) => act.point(row(i)) });
    const title = say('compare.figure.title', { axes: capital(task.axes) });
    heading.replaceChildren(title);
    for (const old of $$('.wide, .narrow', drawings)) old.remove();
    drawings.prepend(...['wide', 'narrow'].map((side) => el('div', { class: side }, pictureOf(layout(side === 'narrow'), title))));
    if (isLive(figure)) explore(figure).then((chart) => chart?.redraw());
    return figure;
  };
};
