// Bundles the browser code and the build-time chart engine into assets/dist and puts the fonts of picture files
// beside them; `make generate` runs it.
import { copyFile, readFile } from 'node:fs/promises';
import { build } from 'esbuild';

// The bundle is part of the command and of published sites, so the notices of what is in it go along.
const notices = ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE', 'tslib/LICENSE.txt'];
const texts = await Promise.all(notices.map((name) => readFile(`node_modules/${name}`, 'utf8')));
const banner = `/*\nThis file contains Apache ECharts, under the Apache License 2.0, with ZRender, tslib and parts of d3.js:\n\n${
  texts.map((text) => text.trim().replaceAll('*/', '* /')).join('\n\n')}\n*/`;

await build({
  entryPoints: { 'echarts-ssr': 'assets/js/ssr.js' },
  outdir: 'assets/dist',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  banner: { js: banner },
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

// The letters of PNG and PDF files; as wide as Arial's, which ECharts measures with.
const arimo = 'node_modules/@expo-google-fonts/arimo';
await copyFile(`${arimo}/400Regular/Arimo_400Regular.ttf`, 'assets/dist/arimo-regular.ttf');
await copyFile(`${arimo}/700Bold/Arimo_700Bold.ttf`, 'assets/dist/arimo-bold.ttf');
await copyFile(`${arimo}/LICENSE_FONT`, 'assets/dist/arimo-license.txt');
