import { zrender } from 'echarts/core';
import { getECData } from 'echarts/lib/util/innerStore.js';

// row(chart, rows, el) is the table row that a drawn element stands for, or null.
// rows has one entry per series: null, the row of the first datum (the others follow), or one row per datum.
const row = (chart, rows, el) => {
  const { seriesIndex, dataIndex, dataModel, ssrType } = getECData(el);
  // Legends have another ssrType; marker lines, areas and points, which count their own data, have a dataModel.
  if (dataIndex == null || ssrType !== 'chart' || dataModel || rows[seriesIndex] == null) return null;
  const datum = chart.getModel().getSeriesByIndex(seriesIndex).getData().getRawIndex(dataIndex);
  const entry = rows[seriesIndex];
  return typeof entry === 'number' ? entry + datum : entry[datum];
};

// markRows makes the painter write ecmeta_row on every element that stands for a row.
// It replaces the getter that init installs, so it must come after init.
export const markRows = (chart, rows) => {
  zrender.registerSSRDataGetter((el) => {
    const found = row(chart, rows, el);
    return found == null ? null : { each: (write) => write(found, 'row') };
  });
};
