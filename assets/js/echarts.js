// The chart library as pages load it when a reader reaches for a chart.
import { BarChart, BoxplotChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { AxisBreak, LabelLayout } from 'echarts/features';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([
  BarChart, BoxplotChart, LineChart, ScatterChart,
  GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent, TitleComponent,
  AxisBreak, LabelLayout, CanvasRenderer, SVGRenderer,
]);

export { init };
