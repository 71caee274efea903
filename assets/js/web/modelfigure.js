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

// modelStyle is that of a drawing with a series for each of the models, by their ids. What is no id is the work of a panel.
export const modelStyle = (view, { board, words }, ids, marks) => {
  const style = styleOf(view);
  const names = (name) => {
    const model = board.models.indexOf(name);
    return model < 0 ? style.names(name) : words.name(board.model.indexOf(model));
  };
  return { ...style, names, marks: Object.fromEntries(ids.map((id, i) => [id, marks[i]])) };
};
