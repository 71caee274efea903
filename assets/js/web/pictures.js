// A picture is what a live chart draws: { option, panels, width, height, rows } and what is known of its rows. option is
// ECharts', for a chart of width × height px; panels are the axes as they were placed; rows has an entry per series: null, or
// the row of each datum. What is known of rows: line(row), as [name, [[label, value], …]]; run(row), an ID; href(row), the
// page of that run.
import { say } from './catalog.js';
import { fetchJSON, fetchText, kept } from './load.js';
import { measured } from './nouns.js';

// openRun opens the page of a run.
export const openRun = (href) => open(href, document.body.dataset.page === 'embed' ? '_blank' : '_self');

// figureFile promises what the file of a figure says: JSON, or the metadata of a drawing.
export const figureFile = async (address) => {
  const text = await fetchText(address);
  const file = JSON.parse(text.startsWith('<') ? text.slice(text.indexOf('<metadata>') + 10, text.indexOf('</metadata>')) : text);
  const { all } = file.columns[0];
  return all ? { ...file, rows: file.rows.map((row) => [all, ...row]) } : file;
};

// fromFile is the source of a figure that its file describes, which package site writes (figurefile.go): known() is what is
// known of its rows, null until load() has brought it; picture() promises a function from the static drawing's
// { width, height } to a picture.
export const fromFile = (address) => {
  let known = null;
  const load = kept(async () => {
    const file = await figureFile(address);
    known = knownOf(file);
    return file;
  });
  const picture = async () => {
    const { drawings } = await load();
    const { parts, charts } = await fetchJSON(new URL(drawings, new URL(address, document.baseURI)).href);
    const all = charts.map((chart) => ({ ...chart, option: whole(chart.option, parts) }));
    return ({ width }) => ({ ...(all.find((one) => one.width === width) ?? all[0]), ...known });
  };
  return { known: () => known, load, picture };
};

// whole is an option whose lists have indexes in place of what charts of a figure share (package live).
export const whole = (option, parts) => Object.fromEntries(Object.entries(option).map(([name, value]) => (
  [name, Array.isArray(value) ? value.map((part) => structuredClone(parts[part])) : value])));

const knownOf = (file) => ({
  line(row) {
    const [name, ...cells] = file.rows[row];
    const facts = factsOf(name, file.columns.slice(1), cells);
    return file.columns[0].unit ? [`${file.columns[0].label} ${withUnit(name, file.columns[0].unit)}`, facts] : [name, facts];
  },
  run: (row) => file.runs?.[row] ?? '',
  href: (row) => (file.runs?.[row] ? file.run.replace('{run}', file.runs[row]) : ''),
});

const withUnit = (text, unit) => (text ? measured(text, unit) : '–');

// rolesNow are where a mark stands, in the words of another column.
const rolesNow = () => new Set([say('plot.panel'), say('plot.series'), say('plot.group')]);

// factsOf are what the cells of a row say beside its name, each [label, value]: nothing of cells that are empty, as
// those of a row of several runs are where the runs differ, and nothing twice.
export const factsOf = (name, columns, cells) => {
  const roles = rolesNow();
  const all = columns
    .map(({ label, unit }, i) => ({ label, text: cells[i], unit }))
    .filter(({ text }) => text);
  const quantity = ({ label }) => label.split(', ')[0];
  return all
    .filter((one, i) => all.findIndex((other) => quantity(other) === quantity(one)) === i)
    .filter((one) => !roles.has(one.label)
      || ![name, ...all.filter((other) => other !== one && !roles.has(other.label)).map(({ text }) => text)].includes(one.text))
    .map(({ label, text, unit }) => [label, withUnit(text, unit)]);
};
