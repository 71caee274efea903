// A picture is what a live chart draws: { option, panels, width, height, rows, line, choose, point }. option is ECharts',
// for a chart of width × height px; panels are the axes as they were placed; rows has an entry per series: null, or the
// row of each datum; line(row) says what the row is, as [name, [[label, value], …]]; choose(row, sure), if there is one,
// is called when a reader picks a mark, where the first tap of a finger is not sure; point(row), if there is one, when a
// reader points at it.
import { say } from './catalog.js';
import { fetchJSON } from './load.js';

// toRun follows a mark to the page of its run; a finger's first tap only says what the mark is.
export const toRun = (href, sure) => {
  if (sure) open(href, document.body.dataset.page === 'embed' ? '_blank' : '_self');
};

// fromFile gives the pictures of a figure's file, which package site writes (figurefile.go). choose(run, sure), if there is
// one, is called with the run of a mark, which otherwise leads to its page.
export const fromFile = async (address, choose) => {
  const file = await fetchJSON(address);
  const line = (row) => {
    const [name, ...cells] = file.rows[row];
    const facts = factsOf(name, file.columns.slice(1), cells);
    return file.columns[0].unit ? [`${file.columns[0].label} ${withUnit(name, file.columns[0].unit)}`, facts] : [name, facts];
  };
  const act = choose ?? ((run, sure) => run && toRun(file.run.replace('{run}', run), sure));
  return ({ width }) => ({ ...(file.drawings.find((one) => one.width === width) ?? file.drawings[0]), line, ...(file.runs && { choose: (i, sure) => act(file.runs[i], sure) }) });
};

const withUnit = (text, unit) => (text && unit ? `${text} ${unit}` : text || '–');

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
