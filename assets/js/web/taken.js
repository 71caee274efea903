// The files of what a figure draws under a query or on other axes, in place of those that the page came with.
import { csvOf } from './export.js';
import { save, saveDrawing } from './save.js';
import { columnAt } from './view.js';

// take saves what a figure draws as the file that a link of it has.
export const take = (figure, file, { view, place, rows, query, title }) => {
  const at = file.lastIndexOf('.');
  const [name, format] = [file.slice(0, at), file.slice(at + 1)];
  if (format === 'csv') save(file, csvOf(place, { rows }, columnsOf(view, place, rows, query)), 'text/csv');
  else saveDrawing(figure, title, name, format);
};

// columnsOf are those of the figure's file (site/viewfigure.go): what rows are called, then what is drawn of them.
const columnsOf = (view, { board, words, file: { task } }, rows, query) => {
  const { parts } = board.wire;
  const drawn = [parts.batch, ...view.y, columnAt(board, view.x, query.percentile), ...words.unequal(query, rows).map(({ name }) => name)];
  return [
    { field: parts.name, column: board.column(parts.name) }, { field: parts.gpu, column: board.column('hardware') },
    ...[...new Set(drawn)].map((field) => ({ field, column: board.column(field) })).filter(({ column }) => column),
    ...(task.scope ? [{ field: 'measured', column: { value: () => task.scope } }] : []),
  ];
};
