// Bundles the browser code and the build-time chart engine into assets/dist; `make generate` runs it.
import { build } from 'esbuild';

await build({
  entryPoints: { 'echarts-ssr': 'assets/js/ssr.js' },
  outdir: 'assets/dist',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});
