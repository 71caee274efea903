// The rows shown as files: every field in full precision, a missing value as nothing or null.
import { costColumns } from './cost.js';
import { full } from './numbers.js';

// fieldsOf are the columns of the board, those that a reader's prices add, and what the energy was measured of.
const fieldsOf = (board, query, task) => [
  ...board.columns.values(), ...costColumns(board, query, task).map(({ field, of }) => ({ name: field, value: of })),
  ...(task.scope ? [{ name: 'measured', value: () => task.scope }] : [])];

export const csv = (board, rows, query, task) => {
  const columns = fieldsOf(board, query, task);
  const lines = [['run', ...columns.map(({ name }) => name)].join(',')];
  for (const row of rows) lines.push([board.runs[row], ...columns.map((column) => cell(column.value(row)))].join(','));
  return `${lines.join('\r\n')}\r\n`;
};

const cell = (value) => {
  if (value === null) return '';
  return typeof value === 'number' ? full(value) : quoted(String(value));
};

// A text as a cell that no spreadsheet runs as a formula: as the files of the build have it (rowfile.Plain).
export const quoted = (text) => {
  const formula = /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(text);
  const plain = formula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

export const json = (board, rows, query, task) => {
  const columns = fieldsOf(board, query, task);
  const objects = rows.map((row) => ({
    run: board.runs[row], ...Object.fromEntries(columns.map((column) => [column.name, column.value(row)])),
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
};

// csvOf is the file of a figure: model and run of each of its rows, then columns with their fields.
export const csvOf = ({ board }, { rows }, columns) => {
  const lines = [['model_id', 'run', ...columns.map(({ field }) => quoted(field))].join(',')];
  for (const row of rows) {
    lines.push([quoted(board.models[board.model[row]]), board.runs[row], ...columns.map(({ column }) => cell(column.value(row)))].join(','));
  }
  return `${lines.join('\n')}\n`;
};
