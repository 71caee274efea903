// The chart library as pages load it when a reader reaches for a chart.
import { BarChart, BoxplotChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  DataZoomInsideComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([
  BarChart, BoxplotChart, HeatmapChart, LineChart, ScatterChart,
  DataZoomInsideComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent,
  VisualMapContinuousComponent, LabelLayout, CanvasRenderer, SVGRenderer,
]);

export { init };
