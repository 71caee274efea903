// The chart library, which a page imports when a reader explores a chart.
import { build } from 'esbuild';
import { echartsNotices } from './notices.js';
import { shared } from './pages.js';

// library writes dist/echarts.js.
export const library = async (dist) => build({
  ...shared, entryPoints: ['assets/js/echarts.js'], outdir: dist, format: 'esm', banner: await echartsNotices(),
});
