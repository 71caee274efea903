// Where the marks of a chart are: which one is meant by a point, and which is next.
import { shareOf } from './option.js';

// marksOf lists the marks that stand for rows. rows has an entry per series: null, or the row of each datum. area is
// { left, right, top, bottom } in px; axes is { x: { scale, log, ends }, y: … }, where one with categories has no scale.
export const marksOf = (option, rows, hidden, area, axes) => {
  const marks = [];
  option.series.forEach((series, index) => {
    if (!rows[index] || hidden.has(series.name)) return;
    const each = eachDatum(series);
    for (let datum = 0; datum < rows[index].length; datum++) {
      if (rows[index][datum] < 0) continue; // a part of a shape, or a gap
      const place = placeOf(series.type, each(datum), datum, { option, area, axes });
      if (inside(place, area)) marks.push({ ...place, row: rows[index][datum] });
    }
  });
  return marks.sort((a, b) => a.x - b.x || a.y - b.y);
};

// eachDatum reads the pairs of a series, which may be one flat array of numbers.
const eachDatum = ({ data }) => {
  if (ArrayBuffer.isView(data)) return (i) => [data[2 * i], data[2 * i + 1]];
  return (i) => data[i].value ?? data[i];
};

const at = ({ ends, log, gap }, value, from, to) => from + shareOf(ends, log, value, gap) * (to - from);

const placeOf = (type, value, datum, { option, area, axes }) => {
  if (type === 'boxplot') {
    const x = at(axes.x, value[2], area.left, area.right);
    return { x, y: row(datum, option, area), band: 'y' };
  }
  if (typeof value === 'number') return { x: at(axes.x, value, area.left, area.right), y: row(datum, option, area), band: 'y' };
  const x = axes.x.scale ? at(axes.x, value[0], area.left, area.right) : column(value[0], option, area);
  if (!axes.y.scale) return { x, y: row(value[1], option, area) };
  return { x, y: at(axes.y, value[1], area.bottom, area.top), band: type === 'bar' ? 'x' : undefined };
};

// row is the middle of a category's line, or of a lane; the first one is on top.
const row = (index, { yAxis }, area) => area.top
  + ((index + 0.5) / (yAxis.data?.length ?? yAxis.max - yAxis.min)) * (area.bottom - area.top);

// column is the middle of a category's column; the first one is on the left.
const column = (index, { xAxis }, area) => area.left + ((index + 0.5) / xAxis.data.length) * (area.right - area.left);

const inside = ({ x, y }, area) => x >= area.left - 1 && x <= area.right + 1 && y >= area.top - 1 && y <= area.bottom + 1;
