// Which rules html-validate checks pages by: all that it recommends and all of the HTML standard, but for these.
export default {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard'],
  rules: {
    // templ writes the doctype in lower case; the standard accepts any
    'doctype-style': ['error', { style: 'lowercase' }],
    // A region around a wide table is no section of the page: it has no heading, and sections are laid out late.
    'prefer-native-element': ['error', { exclude: ['region'] }],
    // H32 is one way to let readers submit a form. Ours are answered at each input and are never submitted.
    'wcag/h32': 'off',
    // how much of a title search engines show; models are named by their makers
    'long-title': 'off',
  },
};
