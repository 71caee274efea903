// A picture is what a live chart draws: { option, width, height, rows, line, choose }. option is ECharts', for a chart of
// width × height px; rows has an entry per series: null, or the row of each datum; line(row) says what the row is, as
// [name, [[label, value], …]]; choose(row), if there is one, is called when a reader picks a mark.
import { fetchJSON } from './load.js';

// fromFile gives the pictures of a figure's file, which package site writes (figurefile.go).
export const fromFile = async (address) => {
  const file = await fetchJSON(address);
  const line = (row) => {
    const [name, ...cells] = file.rows[row];
    const facts = cells.map((text, i) => [file.columns[i + 1].label, withUnit(text, file.columns[i + 1].unit)]);
    return file.columns[0].unit ? [`${file.columns[0].label} ${withUnit(name, file.columns[0].unit)}`, facts] : [name, facts];
  };
  return ({ narrow }) => {
    const { option: { rows, paths, ...option }, width, height } = (narrow && file.narrow) || file.wide;
    return { option, width, height, rows, line };
  };
};

const withUnit = (text, unit) => (text && unit ? `${text} ${unit}` : text || '–');
