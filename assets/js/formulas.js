// The build-time formula engine: TeX becomes MathML, without a browser.
// The bundle defines one global, formula(tex, display), which gives JSON: {mathml} or {error, line};
// package posts/formula calls it.
import './host.js';
import katex from 'katex';

const options = { output: 'mathml', throwOnError: true, strict: 'error', trust: false, maxExpand: 1000 };

// KaTeX wraps the element for its own stylesheet, which the site does without.
const bare = (html) => html.slice(html.indexOf('<math'), html.lastIndexOf('</math>') + '</math>'.length);

// A line counts from 0, within the formula.
const failure = (error, tex) => ({
  error: error.rawMessage ?? error.message,
  line: tex.slice(0, error.position ?? 0).split('\n').length - 1,
});

globalThis.formula = (tex, display) => {
  try {
    return JSON.stringify({ mathml: bare(katex.renderToString(tex, { ...options, displayMode: display })) });
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    return JSON.stringify(failure(error, tex));
  }
};
