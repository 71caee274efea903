// The build-time chart engine: an ECharts option becomes an SVG string, without a browser.
// The bundle defines one global, render(optionJSON, width, height); package charts/render calls it.
import { restartChance } from './host.js';
import { BarChart, BoxplotChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  DatasetComponent, GraphicComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent,
  MarkPointComponent, TitleComponent, VisualMapContinuousComponent, VisualMapPiecewiseComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { markRows } from './rows.js';
import { serialise } from './serialise.js';

use([
  BarChart, BoxplotChart, HeatmapChart, LineChart, ScatterChart,
  DatasetComponent, GraphicComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent,
  MarkPointComponent, TitleComponent, VisualMapContinuousComponent, VisualMapPiecewiseComponent,
  LabelLayout, SVGRenderer,
]);

// A still picture has no hover states, no animation and no slices drawn later; local time would differ by machine.
const still = (option) => {
  for (const series of [option.series ?? []].flat()) {
    series.emphasis = { disabled: true };
    series.progressive = 0;
  }
  return { ...option, animation: false, useUTC: true };
};

// withoutPaths leaves out the series that package charts/render draws, and their rows.
const withoutPaths = ({ rows = [], paths = [], ...option }) => {
  const left = (_, i) => !paths[i];
  return paths.length ? [{ ...option, series: option.series.filter(left) }, rows.filter(left)] : [option, rows];
};

// ECharts leaves out a series whose type is not in the bundle without a word.
const refuseGaps = (chart, option) => {
  const wanted = [option.series ?? []].flat();
  if (chart.getModel().getSeriesCount() === wanted.length) return;
  throw new Error(`one of the series types ${wanted.map((series) => series.type).join(', ')} is not in the engine`);
};

globalThis.render = (optionJSON, width, height) => {
  const [option, rows] = withoutPaths(JSON.parse(optionJSON));
  restartChance();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    const copies = markRows(chart, rows);
    chart.setOption(still(option));
    refuseGaps(chart, option);
    // The painter, not chart.renderToSVGString: that one always adds a style block for hover.
    return serialise(chart.getZr().painter.renderToVNode({ compress: true, useViewBox: true }), copies);
  } finally {
    chart.dispose();
  }
};
