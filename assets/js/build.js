// Bundles the browser code and the build-time chart engine into assets/dist and puts the fonts of picture files beside
// them; `make generate` runs it.
//
//   dist/echarts-ssr.js   the engine of the build
//   dist/web/*.js         what pages load, with a hash of the content in each name
//   dist/web.json         the name of each entry point
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';

// The bundles are part of the command and of published sites, so the notices of what is in them go along.
const banner = async (contents, names) => {
  const texts = await Promise.all(names.map((name) => readFile(`node_modules/${name}`, 'utf8')));
  const notices = texts.map((text) => text.trim().replaceAll('*/', '* /'));
  return { js: `/*\nThis file contains ${contents}:\n\n${notices.join('\n\n')}\n*/` };
};

const echarts = await banner(
  'Apache ECharts, under the Apache License 2.0, with ZRender, tslib and parts of d3.js',
  ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE', 'tslib/LICENSE.txt'],
);

const shared = {
  bundle: true,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
};

const engine = (name, source, notice) => build({
  ...shared, entryPoints: { [name]: source }, outdir: 'assets/dist', format: 'iife', banner: notice,
});

const web = {
  ...shared,
  outdir: 'assets/dist/web',
  format: 'esm',
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  metafile: true,
};

const script = (name) => `assets/js/web/${name}.js`;

// outputs maps the entry points of a build to the names of their files.
const outputs = ({ metafile }) => Object.fromEntries(Object.entries(metafile.outputs)
  .filter(([, { entryPoint }]) => entryPoint)
  .map(([file, { entryPoint }]) => [basename(entryPoint, '.js'), basename(file)]));

await rm('assets/dist/web', { recursive: true, force: true });
await mkdir('assets/dist/web', { recursive: true });
await engine('echarts-ssr', 'assets/js/ssr.js', echarts);

// The chart library is a bundle of its own, with its notices; pages import it when a reader reaches for a chart.
const library = outputs(await build({ ...web, entryPoints: [script('echarts')], banner: echarts }));
const early = outputs(await build({ ...web, entryPoints: [script('early')], format: 'iife', splitting: false }));
const pages = outputs(await build({
  ...web,
  entryPoints: ['site', 'task', 'model', 'compare'].map(script),
  define: { ...shared.define, ECHARTS: JSON.stringify(`./${library.echarts}`) },
}));
await writeFile('assets/dist/web.json', `${JSON.stringify({ ...early, ...pages }, null, 2)}\n`);

// The letters of PNG and PDF files; as wide as Arial's, which ECharts measures with.
const arimo = 'node_modules/@expo-google-fonts/arimo';
await copyFile(`${arimo}/400Regular/Arimo_400Regular.ttf`, 'assets/dist/arimo-regular.ttf');
await copyFile(`${arimo}/700Bold/Arimo_700Bold.ttf`, 'assets/dist/arimo-bold.ttf');
await copyFile(`${arimo}/LICENSE_FONT`, 'assets/dist/arimo-license.txt');
