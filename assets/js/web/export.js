// The rows shown as files: every field in full precision, a missing value as nothing or null.
import { full } from './numbers.js';

export const csv = (board, rows) => {
  const columns = [...board.columns.values()];
  const lines = [['run', ...columns.map(({ name }) => name)].join(',')];
  for (const row of rows) lines.push([board.runs[row], ...columns.map((column) => cell(column.value(row)))].join(','));
  return `${lines.join('\r\n')}\r\n`;
};

const cell = (value) => {
  if (value === null) return '';
  if (typeof value === 'number') return full(value);
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const json = (board, rows) => {
  const columns = [...board.columns.values()];
  const objects = rows.map((row) => ({
    run: board.runs[row], ...Object.fromEntries(columns.map((column) => [column.name, column.value(row)])),
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
};
