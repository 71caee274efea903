// Which models of a board are compared, against which base.
import { say } from './catalog.js';
import { faultOf, readList } from './query.js';

// chosenIn reads what an address asks for of a board; standing are the models of a page without any. What cannot be used is
// left out and among the faults; elsewhere are the names of models that only other boards have.
export const chosenIn = (board, { models: standing, most }, values, strangers = []) => {
  const faults = [];
  const asked = values.has('models') ? listed(values.get('models')) : standing;
  const unknown = asked.filter((id) => !board.models.includes(id));
  const elsewhere = unknown.map((id) => strangers.find((one) => one.id === id)?.name).filter(Boolean);
  if (unknown.length > elsewhere.length) faults.push(faultOf('models', unknown.join(', '), 'list', ''));
  const known = asked.filter((id) => board.models.includes(id));
  if (known.length > most) faults.push(say('fault.most', { n: most }));
  const models = known.slice(0, most);
  const base = values.get('base') || models[0];
  const isElsewhere = strangers.some(({ id }) => id === base); // which the sentence about other boards says
  if (models.length && !models.includes(base) && !isElsewhere) faults.push(faultOf('base', base, 'base'));
  return { models, base: models.includes(base) ? base : models[0], elsewhere, faults };
};

const listed = (text) => (text === 'none' ? [] : [...new Set(readList(text).filter(Boolean))]);

// shapes are those of marks, in the order in which series get them.
export const shapes = ['circle', 'rect', 'triangle', 'diamond'];

// distinctMarks gives each model compared its own mark of the site, as far as no earlier one has its hue, otherwise a hue that
// none of them has, and a shape that the fewest earlier ones have, its own first. hues are all that there are: more than a
// comparison has models.
export const distinctMarks = (marks, hues) => {
  const free = hues.filter((hue) => !marks.some(({ color }) => color === hue));
  const used = [];
  const uses = (shape) => used.filter((mark) => mark.shape === shape).length;
  for (const { color, shape } of marks) {
    used.push({
      color: used.some((mark) => mark.color === color) ? free.shift() : color,
      shape: [shape, ...shapes].reduce((best, other) => (uses(other) < uses(best) ? other : best)),
    });
  }
  return used;
};
