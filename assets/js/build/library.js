// The chart library, which a page imports when a reader explores a chart.
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { echartsNotices } from './notices.js';
import { shared } from './pages.js';

// library writes dist/echarts.js.gz. It is compressed because the program embeds it.
export const library = async (dist) => {
  const { outputFiles: [bundle] } = await build({
    ...shared, entryPoints: ['assets/js/echarts.js'], outdir: dist, format: 'esm', banner: await echartsNotices(), write: false,
  });
  await writeFile(`${dist}/echarts.js.gz`, gzipSync(bundle.contents, { level: 9 }));
};
