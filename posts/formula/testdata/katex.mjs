// What KaTeX makes of the formulas of formulas.txt and of every name in symbols.txt, for the Go tests:
//
//   npm ci --prefix test/browser
//   node posts/formula/testdata/katex.mjs           writes katex.json
//   node posts/formula/testdata/katex.mjs --check   fails where katex.json says something else
import { readFileSync, writeFileSync } from 'node:fs';
import katex from '../../../test/browser/node_modules/katex/dist/katex.mjs';

const options = { output: 'mathml', strict: 'error', trust: false };
const here = (name) => new URL(name, import.meta.url);
const lines = (name) => readFileSync(here(name), 'utf8').split('\n');

// how a member of a class is tried; a sign stands between letters
const samples = {
  sum: (s) => `${s}_{i=1}^n x + ${s}_i`,
  integral: (s) => `${s}_0^1 x + ${s}\\limits_0^1`,
  limit: (s) => `${s}_x y + ${s} z`,
  function: (s) => `${s}_2 x + ${s} y`,
  accent: (s) => `${s}{ab} + ${s} x`,
  over: (s) => `${s}{ab} + ${s} x`,
  under: (s) => `${s}{ab} + ${s} x`,
  overbrace: (s) => `${s}{ab}^c + ${s}{ab}_c`,
  underbrace: (s) => `${s}{ab}_c + ${s}{ab}^c`,
  root: (s) => `${s}{ab} + ${s} x`,
  big: (s) => `${s}( x ${s}\\| ${s}.`,
  fence: (s) => `${s}( x ${s}\\| ${s}.`,
  font: (s) => `${s}{aB1+\\alpha\\Gamma} + ${s} x`,
  text: (s) => `${s}{a b1} + ${s}{}`,
  name: (s) => `${s}{Var} x`,
  'limit-name': (s) => `${s}{arg\\,max}_y z`,
  index: (s) => `${s}3]{ab} + ${s}n] x`,
  left: (s) => `${s}( x \\right]`,
  not: (s) => `a ${s}= b`,
  environment: (s) => `${s}${s.includes('array') ? '{lr}' : ''} a & b \\\\ c & d ${s.replace('begin', 'end')}`,
};
for (const name of ['display', 'inline', 'script', 'scriptscript']) samples[name] = (s) => `a {${s} \\sum_i b} c`;
for (const name of ['', 'd', 't']) samples[`${name}fraction`] = samples[`${name}binomial`] = (s) => `${s}{\\sum_i a}{b+c} + ${s}12`;

const members = () => {
  const found = [];
  let of;
  for (const line of lines('../symbols.txt')) {
    const [first, ...names] = line.split(' ').filter(Boolean);
    if (first === 'class') of = names[0];
    else if (of && first) {
      const sample = samples[of] ?? ((s) => `a ${s} b`);
      found.push(...names.map(sample));
      if ([...first].length === 1 && first !== '-' && (!samples[of] || of === 'sum' || of === 'integral')) found.push(sample(first));
    }
  }
  return found;
};

// Pages have no styles in attributes, and only what stands in the element differs between formulas.
const inner = (html) => html.slice(html.indexOf('<semantics>') + '<semantics>'.length, html.indexOf('<annotation'))
  .replace(/ style="[^"]*"/g, '');

const ask = (tex, displayMode) => {
  try {
    return inner(katex.renderToString(tex, { ...options, displayMode }));
  } catch (error) {
    if (error instanceof katex.ParseError) return null;
    throw error;
  }
};

const formulas = [...lines('formulas.txt').filter((line) => line && !line.startsWith('# ')), ...members()];
const answers = [...new Set(formulas)].map((tex) => ({ tex, block: ask(tex, true), line: ask(tex, false) }))
  .filter(({ block }) => block !== null)
  .map(({ tex, block, line }) => JSON.stringify(line === block ? { tex, block } : { tex, block, line: line ?? '' }));
const json = `[\n${answers.join(',\n')}\n]\n`;
if (!process.argv.includes('--check')) writeFileSync(here('katex.json'), json);
else if (readFileSync(here('katex.json'), 'utf8') !== json) {
  console.error('katex.json is not what KaTeX says: run node posts/formula/testdata/katex.mjs');
  process.exitCode = 1;
}
