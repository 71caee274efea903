// Ghosts are configurations that a preview changes, as they were in what it is compared with: a board of their own, in
// the order in which the static drawings have them, behind the marks of the rows.
import { filter, openBoard } from './board.js';

// ghostsOf opens those of a task's file, or of one of its models; null where there are none.
export const ghostsOf = ({ ghosts }, model) => {
  if (!ghosts) return null;
  const board = openBoard(ghosts.board);
  const all = board.runs.map((_, i) => i).filter((i) => model === undefined || board.models[board.model[i]] === model);
  if (!all.length) return null;
  return {
    all, // of this board's rows, those that are drawn
    energy: board.energy,
    latency: board.latency,
    to: ghosts.to, // the row of the task's board that each has become, -1 for none
    // test tells which ghosts a query shows: those that have become a row go with it, the others by what they were.
    test(query, passes) {
      const own = filter(board, { ...query, deadline: 0 });
      return (i) => (ghosts.to[i] < 0 ? own(i) : passes(ghosts.to[i]));
    },
  };
};
