// A reader's own file: results.json of the ML.ENERGY Benchmark, or rows as CSV, JSON or JSON Lines whose columns have the
// names of the fields, or those that a declaration reads. Rows are { place, values }, values by the names of fields; what
// cannot be read is a Fault, which says what to do.
import { say } from './catalog.js';
import { evaluate } from './expression.js';
import { isResult, resultOf } from './rawrun.js';

export class Fault extends Error {}

export const fault = (key, values) => new Fault(say(`own.fault.${key}`, values));

const mostBytes = 256e6;
export const mostRows = 200;

// readFile gives the rows of a file that a reader chose.
export const readFile = async (file, rules) => {
  if (file.size === 0) throw fault('empty', { file: file.name });
  if (file.size > mostBytes) throw fault('large', { file: file.name });
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw fault('unreadable', { file: file.name });
  }
  return rowsIn(textOf(bytes, file.name), file.name, rules);
};

// textOf refuses what is no text: archives, pictures, Parquet.
const textOf = (bytes, name) => {
  if (bytes.subarray(0, 4096).includes(0)) throw fault('binary', { file: name });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fault('binary', { file: name });
  }
};

export const rowsIn = (text, name, rules) => {
  if (text.trim() === '') throw fault('empty', { file: name });
  const { found, at } = /^\s*[[{]/.test(text) ? documentsIn(text, name) : tableIn(text, name);
  const raw = found.length === 1 && isResult(found[0]);
  if (raw && !isResult(found[0], rules)) throw fault('foreign', { file: name, columns: Object.keys(found[0]).slice(0, 4).join(', '), benchmark: rules.benchmark });
  if (raw) return [{ place: name, values: valuesOf(resultOf(found[0], rules, fault), rules, rules.fields.map((f) => ({ ...f, from: [], value: '' })), name) }];
  if (found.length === 0) throw fault('empty', { file: name });
  if (found.length > mostRows) throw fault('excess', { file: name, n: found.length, most: mostRows });
  const own = Object.hasOwn(found[0], 'run'); // as this site writes it: in the units of the fields
  const fields = own ? rules.fields.map((f) => ({ ...f, factor: 0, value: '', from: [] })) : rules.fields;
  refuseOthers(found, fields, rules, name);
  const all = found.map((row, i) => {
    const place = found.length > 1 ? say('own.row', { file: name, row: at(i) }) : name;
    try {
      return { place, values: valuesOf(row, rules, fields, place) };
    } catch (error) {
      if (error instanceof Fault) return { place, error };
      throw error;
    }
  });
  const runs = rules.where && !own ? all.filter(({ values, error }) => error || evaluate(rules.where, values) === true) : all;
  if (runs.length === 0) throw fault('filtered', { file: name, where: rules.where });
  return runs;
};

// refuseOthers says of a file of another benchmark what the board's have.
const refuseOthers = (found, fields, rules, name) => {
  const [rank] = rules.typed;
  const known = fields.filter((field) => namesOf(field).some((path) => found.some((row) => at(row, path) !== undefined)));
  if (known.some(({ name: field }) => field === rank) || (known.length > 2 && computable(rank, fields, known))) return;
  const columns = Object.keys(found[0]).slice(0, 4).map((key) => clipped(key)).join(', ');
  const field = fields.find((one) => one.name === rank);
  const named = field.value ? field.value : namesOf(field).join(' / ');
  throw fault(known.length > 2 ? 'unranked' : 'foreign', { file: name, columns, benchmark: rules.benchmark, field: named, label: field.label });
};

// computable tells whether all that the formula of a field names is known.
const computable = (name, fields, known, depth = 0) => {
  const field = fields.find((one) => one.name === name);
  if (known.includes(field)) return true;
  if (!field?.value || depth > 8) return false;
  return (field.value.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => fields.some((one) => one.name === word))
    .some((word) => computable(word, fields, known, depth + 1));
};

// documentsIn reads JSON: a row, a list of rows, the rows of a task's published file, or a row in each line. NaN and
// infinities, which JSON does not have, are missing.
const documentsIn = (text, name) => {
  const plain = (part) => part.replace(/(?<=[[,:\s])-?(?:NaN|Infinity)(?=[\],}\s])/g, 'null');
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    try {
      document = JSON.parse(plain(text));
    } catch {
      const lines = text.split('\n').filter((line) => line.trim());
      try {
        if (lines.length < 2) throw error;
        document = lines.map((line) => JSON.parse(plain(line)));
      } catch {
        throw fault('json', { file: name, error: clipped(error.message) });
      }
    }
  }
  const list = Array.isArray(document) ? document : Array.isArray(document?.configurations) ? document.configurations : [document];
  const found = list.filter((row) => row && typeof row === 'object' && !Array.isArray(row));
  if (found.length < list.length) throw fault('objects', { file: name });
  return { found, at: (i) => i + 1 };
};

// tableIn reads CSV whose first row names the columns.
const tableIn = (text, name) => {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [',', ';', '\t'].reduce((best, c) => (first.split(c).length > first.split(best).length ? c : best));
  const { lines, open } = cellsOf(text.replace(/^\ufeff/, ''), separator);
  const [{ cells: header } = { cells: [] }, ...rows] = lines;
  if (open || header.length < 2) throw fault('csv', { file: name });
  const twice = header.find((column, i) => column && header.indexOf(column) !== i);
  if (twice) throw fault('twice', { file: name, column: clipped(twice) });
  const uneven = rows.find(({ cells }) => cells.length !== header.length);
  if (uneven) throw fault('uneven', { file: name, row: uneven.line, n: uneven.cells.length, columns: header.length });
  const found = rows.map(({ cells }) => Object.fromEntries(header.map((column, i) => [column.trim(), cells[i]])));
  return { found, at: (i) => rows[i].line };
};

// cellsOf are the lines of a CSV file with their cells; a cell in quotes may have separators and line ends within.
const cellsOf = (text, separator) => {
  const lines = [];
  let [cells, cell, open, line, from] = [[], '', false, 1, 1];
  const end = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') lines.push({ cells, line: from });
    [cells, cell, from] = [[], '', line + 1];
  };
  for (let i = 0; i < text.length && lines.length <= mostRows + 1; i++) {
    const c = text[i];
    if (open) {
      if (c === '\n') line++;
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else open = false;
    } else if (c === '"' && cell === '') open = true;
    else if (c === separator) {
      cells.push(cell);
      cell = '';
    } else if (c === '\n') {
      end();
      line++;
      from = line;
    } else if (c !== '\r') cell += c;
  }
  if (cell !== '' || cells.length) end();
  return { lines, open };
};

const namesOf = ({ name, from = [] }) => (from.includes(name) ? from : [name, ...from]);

// at is the value at a path of keys joined by dots; a key may contain dots itself.
const at = (row, path) => {
  if (Object.hasOwn(row, path)) return row[path];
  for (let i = path.indexOf('.'); i > 0; i = path.indexOf('.', i + 1)) {
    const key = path.slice(0, i);
    const inner = Object.hasOwn(row, key) ? row[key] : undefined;
    if (inner && typeof inner === 'object') return at(inner, path.slice(i + 1));
  }
  return undefined;
};

// valuesOf are the values of the fields in a row, null where one is missing; computed ones last.
const valuesOf = (row, rules, fields, place) => {
  const values = {};
  const stated = (field) => namesOf(field).map((path) => at(row, path)).find((value) => value !== undefined && value !== null && value !== '');
  for (const field of fields) values[field.name] = field.value && stated(field) === undefined ? null : converted(stated(field), field, place);
  for (let turn = 0; turn < 4; turn++) { // formulas name fields that have formulas
    for (const { name, value } of fields) if (value && values[name] === null) values[name] = evaluate(value, values);
  }
  for (const field of fields) inRange(values[field.name], field, place);
  return values;
};

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// scaled is a number in another unit, as data.Scaled rounds it.
const scaled = (x, factor) => {
  const [times, over] = ratio(factor);
  for (let power = 1; power <= 1e12; power *= 10) {
    const digits = Math.round(x * power);
    if (digits / power === x && Math.abs(digits * times) < 2 ** 53) return (digits * times) / (power * over);
  }
  return (x * times) / over;
};

const ratio = (factor) => {
  const isNear = (a, b) => Math.abs(a - b) <= 1e-12 * Math.abs(b);
  const [times, over, tenths] = [factor, 1 / factor, 10 * factor].map(Math.round);
  if (isNear(factor, times)) return [times, 1];
  if (isNear(1 / factor, over)) return [1, over];
  return isNear(10 * factor, tenths) ? [tenths, 10] : [factor, 1];
};

const converted = (value, { name, kind, label, factor, match, aliases }, place) => {
  let found = value ?? null;
  if (found === null) return null;
  if (typeof found === 'object' && kind !== 'string') throw fault('nested', { place, field: name });
  if (typeof found === 'object') return null;
  if (match) found = matched(match, String(found));
  if (aliases && Object.hasOwn(aliases, String(found))) found = aliases[found];
  if (found === null) return null;
  if (kind === 'string' && /^(none|null|nan|n\/a)$/i.test(found)) return null;
  if (kind === 'string') return cleaned(String(found), name, place);
  if (kind === 'boolean') {
    if (/^(true|1)$/i.test(found)) return true;
    if (/^(false|0)$/i.test(found)) return false;
    throw fault('flag', { place, field: name, given: clipped(String(found)) });
  }
  if (typeof found === 'string' && /^\s*(nan|-?inf|-?infinity|null|none|n\/a|-)?\s*$/i.test(found)) return null;
  const x = typeof found === 'number' ? found : numeral.test(String(found).trim()) ? Number(found) : NaN;
  if (!Number.isFinite(x)) throw fault('number', { place, field: name, label, given: clipped(String(found)) });
  if (kind === 'integer' && !Number.isInteger(x)) throw fault('whole', { place, field: name, given: clipped(String(found)) });
  return scaled(x, factor || 1);
};

const matched = (pattern, text) => {
  try {
    return new RegExp(pattern.replace(/^\(\?s\)/, ''), 'u').exec(text.slice(0, 500))?.[1] ?? null;
  } catch {
    return null; // a pattern of Go that this language does not have
  }
};

// cleaned refuses invisible and text-reversing characters, and texts of more than a line.
const cleaned = (text, field, place) => {
  const name = text.trim();
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u.test(name) || /\p{M}{4,}/u.test(name)) throw fault('text', { place, field });
  if (name.length > 200) throw fault('long', { place, field });
  return name || null;
};

const inRange = (value, { name, range, above, unit = '' }, place) => {
  if (typeof value !== 'number') return;
  if (!Number.isFinite(value)) throw fault('number', { place, field: name, given: String(value) });
  if (above && value <= 0) throw fault('above', { place, field: name, given: String(value) });
  if (range && (value < range[0] || value > range[1])) {
    throw fault('range', { place, field: name, given: `${value} ${unit}`.trim(), least: String(range[0]), most: `${range[1]} ${unit}`.trim() });
  }
};

export const clipped = (text) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
};
