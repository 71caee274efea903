// The page Explore: the form's fields are the words of a view, which the address has too. What is drawn, said, listed and
// offered follows from them.
import { say } from './catalog.js';
import { cite } from './cite.js';
import { isPriced } from './cost.js';
import { $, $$, el } from './dom.js';
import { answered, exploredStyle, exploredView } from './explored.js';
import { embedded } from './embed.js';
import { exploredForm } from './exploreform.js';
import { csvOf } from './export.js';
import { axesText, columnsOf, tableOf, textOf, titleOf } from './exploretext.js';
import { tell } from './faults.js';
import { listen } from './figures.js';
import { called } from './pointing.js';
import { stepsOf, toAddress } from './history.js';
import { failure, fetchJSON, kept } from './load.js';
import { lineOf } from './plotoption.js';
import { save, saveDrawing } from './save.js';
import { offer } from './exploreuse.js';
import { faultOf, isPartly, parameters, unknownIn } from './query.js';
import { plotOf } from './view.js';
import { drawPlot, drawingIn } from './viewfigure.js';
import { both, placeIn } from './words.js';

const page = JSON.parse($('#files').textContent);
const root = document.documentElement;
const form = $('#choose');
const figure = $('#explored');
let asked = new URLSearchParams(location.search);

const places = kept(async ({ id, data }) => {
  const { board, ...place } = placeIn(await fetchJSON(data), page.root);
  return { id, all: board, ...place };
});
const placeOf = (id) => places(page.boards.find((one) => one.id === id) ?? page.boards[0]);

const fields = exploredForm(form);

// known are the parameters of a view and of its query.
const known = ['board', 'kind', 'rows', 'x', 'y', 'color', 'facet', 'label', 'log', 'frontier', 'models', ...parameters()];

// draw shows the view of an address.
const draw = async (values) => {
  asked = values;
  try {
    const { all, ...place } = await placeOf(values.get('board'));
    if (asked !== values) return;
    const explored = exploredView(all, values);
    const unknown = values.has('board') && values.get('board') !== place.id ? [faultOf('board', values.get('board'), 'board')] : [];
    tell([...unknown, ...explored.faults, ...unknownIn(values, known)]);
    fields.write(values, { ...place, ...explored, all });
    show({ ...place, ...explored }, values);
    root.dataset.state = 'ready';
  } catch (error) {
    root.dataset.state = 'error';
    $('#error').replaceChildren(failure(say('load.filters', { error: error.message }), () => { $('#error').replaceChildren(); draw(values); }));
  }
};

const show = (place, values) => {
  const { file, view, query, board } = place;
  const answer = answered(place);
  const none = answer.rows.length === 0;
  for (const part of [figure, $('#table'), $('#use')]) part.hidden = none;
  $('#error').replaceChildren(...none ? [el('p', { class: 'none' }, noneText(place))] : []);
  const address = new URLSearchParams(values);
  address.set('board', place.id);
  const isUsed = (name) => known.includes(name) && (!place.wrong.includes(name) || isPartly(query, name));
  for (const name of [...values.keys()].filter((one) => !isUsed(one))) address.delete(name);
  cite(String(address));
  if (none) return;
  const title = titleOf(place);
  $('h2', figure).textContent = title;
  $('figcaption', figure).textContent = textOf(place, answer);
  const plot = plotOf(answer, { board }, query, exploredStyle(file, place, answer, drawingIn(file.task.unit)));
  const columns = columnsOf(place);
  const { name: naming, batch } = board.wire.parts;
  const told = columns.map(({ field }) => field).filter((field) => ![naming, 'hardware', batch].includes(field)); // beside those of every tip
  drawPlot(figure, plot, { place, rows: answer.rows, title, line: lineOf(place, told) });
  called(figure);
  $('#table').replaceChildren(...tableOf(place, answer, columns));
  const name = `${place.id}-${view.kind}`;
  const button = (text, onclick) => el('button', { type: 'button', class: 'link', onclick }, text);
  $('#files-made').replaceChildren(
    button('CSV', () => save(`${name}.csv`, csvOf(place, answer, columns), 'text/csv')),
    button('SVG', () => saveDrawing(figure, title, name, 'svg')), button('PNG', () => saveDrawing(figure, title, name, 'png')));
  $('#use').replaceChildren(...offer(place, address, { root: page.root, title }));
};

// noneText says why nothing is drawn: an axis may need what the reader did not state.
const noneText = (place) => {
  const { view, query, board } = place;
  const axes = `${view.x} ${view.y[0]}`;
  if (/\bcost/.test(axes) && !isPriced(query)) return say(board.hasEnergy ? 'explore.none_priced' : 'explore.none_rent');
  return /\bcarbon|\bgrid\b/.test(axes) && query.grid === null ? say('explore.none_grid') : say('explore.none', { axes: both(axesText(place)) });
};

const change = (step) => {
  const values = fields.read(asked);
  toAddress(values, step);
  return draw(values);
};

const isStep = stepsOf(form);
form.addEventListener('input', ({ target }) => (target.name || (target.dataset.of && target.value)) && !fields.isTyped(target) && change(isStep(target)));
form.addEventListener('change', ({ target }) => target.name && fields.isTyped(target) && change(true));
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  const board = asked.get('board');
  history.pushState(null, '', board ? `?${new URLSearchParams({ board })}` : location.pathname);
  draw(new URLSearchParams(location.search));
});
addEventListener('popstate', () => draw(new URLSearchParams(location.search)));
for (const control of $$('fieldset', form)) control.disabled = false;
if (document.body.dataset.page === 'embed') {
  document.body.dataset.part = asked.get('part') ?? '';
  listen();
  embedded(() => location.search);
}
await draw(asked);
