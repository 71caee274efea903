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
  return typeof value === 'number' ? full(value) : quoted(String(value));
};

// A text as a cell that no spreadsheet runs as a formula: as the files of the build have it (rowfile.Plain).
export const quoted = (text) => {
  const formula = /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(text);
  const plain = formula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

export const json = (board, rows) => {
  const columns = [...board.columns.values()];
  const objects = rows.map((row) => ({
    run: board.runs[row], ...Object.fromEntries(columns.map((column) => [column.name, column.value(row)])),
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
};
