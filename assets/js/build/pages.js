// The scripts of pages. They are bundled from our own code alone, and the bundle is committed, so that a build of the
// site needs Go alone. web.json holds, beside the name of each entry point, what a test without Node needs to tell
// whether the bundle is of these sources, see assets/fresh_test.go, and which texts of the catalog each entry point asks
// for, or the beginnings of their keys.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, version } from 'esbuild';

// shared are the settings of all bundles.
export const shared = {
  bundle: true,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
};

const sources = 'assets/js/web';

// bundle gives the file name of each entry point, which has a hash of the content in it, as all others have, and the keys
// of its texts.
const bundle = async (outdir, names, how) => {
  const { metafile } = await build({
    ...shared, ...how, outdir, entryPoints: names.map((name) => `${sources}/${name}.js`),
    entryNames: '[name]-[hash]', chunkNames: 'part-[hash]', metafile: true,
  });
  refuseOthers(Object.keys(metafile.inputs));
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, { entryPoint }]) => [entryPoint, basename(file)]));
  return Promise.all(names.map(async (name) => {
    const entry = `${sources}/${name}.js`;
    const files = reached(metafile.inputs, entry);
    return { name, file: outputs.get(entry), sources: files, texts: await textsOf(files) };
  }));
};

// refuseIdle finds sources that no entry point reaches.
const refuseIdle = async (bundled) => {
  const idle = (await within('assets', 'js/web')).filter((file) => !bundled.has(`assets/${file}`)).join(', ');
  if (idle) throw new Error(`no page loads ${idle}: import it or remove it`);
};

// reached are a file and all that it imports, at once or later.
const reached = (inputs, entry) => {
  const files = new Set([entry]);
  for (const file of files) for (const { path } of inputs[file].imports) files.add(path);
  return [...files];
};

// asked finds a key that is asked for, one that a condition chooses or that is handed on to what makes a text, and the beginning of one
// that is put together.
const asked = /\b(?:say|rich)\(\s*'([\w.]+)'|(?:[?:]\s*|\w+Text\()'(\w+(?:\.\w+)+)'|[`']([a-z_]+(?:\.[a-z_]+)*\.)(?:\w*\$\{|')/g;

// textsOf are the keys that sources name. One that ends in a dot stands for all that begin with it.
const textsOf = async (files) => {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(asked)].map(([, key, chosen, begin]) => key ?? chosen ?? begin)))].sort();
};

const refuseOthers = (inputs) => {
  const others = inputs.filter((file) => !file.startsWith(`${sources}/`)).join(', ');
  if (others) throw new Error(`page scripts import ${others}: their bundle is committed, so it may hold our own code alone`);
};

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

// digest is that of the list which sha256sum prints for the files of a folder.
const digest = async (root, files) => {
  const lines = files.sort().map(async (file) => `${sha256(await readFile(`${root}/${file}`))}  ${file}\n`);
  return sha256((await Promise.all(lines)).join(''));
};

const within = async (root, dir) => (await readdir(`${root}/${dir}`)).map((file) => `${dir}/${file}`);

// pages writes dist/web and dist/web.json.
export const pages = async (dist) => {
  const outdir = `${dist}/web`;
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const entries = [
    ...await bundle(outdir, ['early', 'changes', 'search'], { format: 'iife' }),
    ...await bundle(outdir, ['site', 'home', 'task', 'compare', 'views', 'runs', 'explore'], { format: 'esm', splitting: true }),
  ];
  await refuseIdle(new Set(entries.flatMap((entry) => entry.sources)));
  const manifest = {
    esbuild: version,
    sources: await digest('assets', ['js/build/pages.js', ...await within('assets', 'js/web')]),
    files: await digest(dist, await within(dist, 'web')),
    entries: Object.fromEntries(entries.map(({ name, file }) => [name, file])),
    texts: Object.fromEntries(entries.map(({ name, texts }) => [name, texts])),
  };
  await writeFile(`${dist}/web.json`, `${JSON.stringify(manifest, null, 2)}\n`);
};
