// Bundles the browser code and the build-time engines into assets/dist and puts the fonts of picture files beside
// them; `make generate` runs it.
import { copyFile, readFile } from 'node:fs/promises';
import { build } from 'esbuild';

// The bundles are part of the command and of published sites, so the notices of what is in them go along.
const banner = async (contents, names) => {
  const texts = await Promise.all(names.map((name) => readFile(`node_modules/${name}`, 'utf8')));
  const notices = texts.map((text) => text.trim().replaceAll('*/', '* /'));
  return `/*\nThis file contains ${contents}:\n\n${notices.join('\n\n')}\n*/`;
};

const bundle = (name, source, notice) => build({
  entryPoints: { [name]: source },
  outdir: 'assets/dist',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  banner: { js: notice },
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

await bundle('echarts-ssr', 'assets/js/ssr.js', await banner(
  'Apache ECharts, under the Apache License 2.0, with ZRender, tslib and parts of d3.js',
  ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE', 'tslib/LICENSE.txt'],
));
await bundle('formulas', 'assets/js/formulas.js', await banner('KaTeX', ['katex/LICENSE']));

// The letters of PNG and PDF files; as wide as Arial's, which ECharts measures with.
const arimo = 'node_modules/@expo-google-fonts/arimo';
await copyFile(`${arimo}/400Regular/Arimo_400Regular.ttf`, 'assets/dist/arimo-regular.ttf');
await copyFile(`${arimo}/700Bold/Arimo_700Bold.ttf`, 'assets/dist/arimo-bold.ttf');
await copyFile(`${arimo}/LICENSE_FONT`, 'assets/dist/arimo-license.txt');
