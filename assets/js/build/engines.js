// The engine that writes formulas while a site is built.
import { build } from 'esbuild';
import { notices } from './notices.js';
import { shared } from './pages.js';

const engine = (dist, name, source, banner) => build({
  ...shared, entryPoints: { [name]: source }, outdir: dist, format: 'iife', banner,
});

// engines writes dist/formulas.js.
export const engines = async (dist) => {
  await engine(dist, 'formulas', 'assets/js/formulas.js', await notices('KaTeX', ['katex/LICENSE']));
};
