import { zrender } from 'echarts/core';
import { getECData } from 'echarts/lib/util/innerStore.js';
import { copiesOf } from './alike.js';

// rowsOf gives the table row that a datum's mark in the series of a drawn element stands for, or null.
// rows has one entry per series: null, the row of the first datum (the others follow), or one row per datum.
const rowsOf = (chart, rows, el) => {
  const { seriesIndex, dataModel, ssrType } = getECData(el);
  // Legends have another ssrType; marker lines, areas and points, which count their own data, have a dataModel.
  if (ssrType !== 'chart' || dataModel || rows[seriesIndex] == null) return () => null;
  const data = chart.getModel().getSeriesByIndex(seriesIndex).getData();
  const entry = rows[seriesIndex];
  return (dataIndex) => {
    const datum = data.getRawIndex(dataIndex);
    return typeof entry === 'number' ? entry + datum : entry[datum];
  };
};

// markRows makes the painter write ecmeta_row on every element that stands for a row. It replaces the getter that
// init installs, so it must come after init. It returns the marks to draw beside those of ECharts: an element with
// ecmeta_copies="n" has those at n, each [x, y, row].
export const markRows = (chart, rows) => {
  const copies = [];
  zrender.registerSSRDataGetter((el) => {
    const { dataIndex } = getECData(el);
    if (dataIndex == null) return null;
    const row = rowsOf(chart, rows, el);
    const found = row(dataIndex);
    const others = copiesOf(el);
    return found == null && !others?.length ? null : {
      each: (write) => {
        write(found, 'row');
        if (others?.length) write(copies.push(others.map(([x, y, i]) => [x, y, row(i)])) - 1, 'copies');
      },
    };
  });
  return copies;
};
