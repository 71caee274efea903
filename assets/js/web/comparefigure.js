// The figure of a comparison: a drawing of the models' trade-offs that comes alive as those of other pages do.
import { say } from './catalog.js';
import { drawComparison, glyph } from './comparedrawing.js';
import { comparisonPicture } from './comparelive.js';
import { $$, el } from './dom.js';
import { drawFrom, explore, isLive } from './figures.js';
import { frameAt } from './frame.js';
import { capital } from './words.js';

// comparisonFigure makes a figure that stays the same element whatever is compared, so that a live chart stays too.
// library is the address of the chart library, undefined where the site has none. act: choose(row, sure) and point(row),
// as of a picture (pictures.js).
export const comparisonFigure = (library, act) => {
  const list = el('ul', { class: 'links' });
  const heading = el('h3', {});
  const drawings = el('div', { class: 'drawings' });
  const figure = el('figure', { id: 'tradeoff-figure', 'data-chart': 'compare-frontier' },
    el('div', { class: 'titled' }, heading),
    list,
    library && el('div', { class: 'tools' },
      el('button', { type: 'button', 'data-explore': library, 'aria-pressed': 'false' }, say('figure.explore'))),
    drawings,
    el('figcaption', {}, say('compare.figure.caption')));
  let shown;
  const frame = (narrow) => frameAt(shown.place.file.frames, shown.query.percentile, narrow);
  drawFrom(figure, () => ({ narrow }) => comparisonPicture(shown.place, shown.result, shown.query, act, frame(narrow)));

  // show gives the figure of a comparison, place as for compareView.
  return (place, result, query) => {
    shown = { place, result, query };
    const { board, task, words, marks } = place;
    const title = say('compare.figure.title', { axes: capital(task.axes) });
    heading.replaceChildren(title);
    list.replaceChildren(...result.compared.map(({ id }, i) =>
      el('li', {}, glyph(marks[i]), ' ', words.name(board.model.indexOf(board.models.indexOf(id))))));
    const draw = (side) => el('div', { class: side }, drawComparison(place, result, query, frame(side === 'narrow'), title));
    for (const old of $$('.wide, .narrow', drawings)) old.remove();
    drawings.prepend(draw('wide'), draw('narrow'));
    if (isLive(figure)) explore(figure).then((chart) => chart?.redraw());
    return figure;
  };
};
