// The trade-off of models that a reader chose: a series for each.
import { distinctMarks } from './comparison.js';
import { answerView } from './view.js';
import { drawView, styleOf } from './viewfigure.js';

// drawModels draws a trade-off with a series for each model that a reader picked or searches; the others stand back.
export const drawModels = (view, place, subject, { query, picked, standing, total }) => {
  const { board, file } = place;
  const isPicked = (row) => picked.length === 0 || picked.includes(board.model[row]);
  const within = (wanted) => ({ ...subject, within: (row) => subject.within(row) && isPicked(row) === wanted });
  const own = { ...view, by: board.wire.parts.model };
  const answer = answerView(own, within(true), query);
  if (picked.length) answer.quiet = answerView(view, within(false), query).rows;
  const shown = answer.series.map(({ name }) => name);
  const marks = distinctMarks(shown.map((id) => file.model_marks[board.models.indexOf(id)]), file.hues);
  drawView(own, place, answer, { query, standing, style: modelStyle(view, place, shown, marks), total });
};

// modelStyle is that of a drawing with a series for each of the models, by their ids.
export const modelStyle = (view, { board, words }, ids, marks) => ({
  ...styleOf(view), names: (id) => words.name(board.model.indexOf(board.models.indexOf(id))),
  marks: Object.fromEntries(ids.map((id, i) => [id, marks[i]])),
});
