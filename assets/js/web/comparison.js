// Which models of a board are compared, against which base.
import { say } from './catalog.js';
import { readList } from './query.js';

// chosenIn reads what an address asks for of a board; standing are the models of a page without any. What cannot be used is
// left out and among the faults.
export const chosenIn = (board, { models: standing, most }, values) => {
  const faults = [];
  const asked = values.has('models') ? listed(values.get('models')) : standing;
  const unknown = asked.filter((id) => !board.models.includes(id));
  if (unknown.length) faults.push(say('fault.models', { given: `models=${unknown.join(', ')}` }));
  const known = asked.filter((id) => board.models.includes(id));
  if (known.length > most) faults.push(say('fault.most', { n: most }));
  const models = known.slice(0, most);
  const base = values.get('base') || models[0];
  if (models.length && !models.includes(base)) faults.push(say('fault.base', { given: `base=${base}` }));
  return { models, base: models.includes(base) ? base : models[0], faults };
};

const listed = (text) => (text === 'none' ? [] : [...new Set(readList(text).filter(Boolean))]);

// distinctMarks gives each model compared its own mark of the site, or, where an earlier one has its hue, that shape in a
// hue that none of them has. hues are all that there are: more than a comparison has models.
export const distinctMarks = (marks, hues) => {
  const free = hues.filter((hue) => !marks.some(({ color }) => color === hue));
  const used = new Set();
  return marks.map((mark) => {
    if (used.has(mark.color)) return { ...mark, color: free.shift() };
    used.add(mark.color);
    return mark;
  });
};
