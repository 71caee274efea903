// The figure of a view: its drawings and its title for the present query.
import { say } from './catalog.js';
import { $, $$ } from './dom.js';
import { drawFrom, explore, isLive } from './figures.js';
import { number, short, whole } from './numbers.js';
import { fromFile } from './pictures.js';
import { layoutOf, pictureOf } from './plot.js';
import { lineOf, livePicture } from './plotoption.js';
import { columnAt, plotOf } from './view.js';

const narrow = 360;

export const drawView = (view, place, answer, { query, standing }) => {
  const figure = document.getElementById(view.id);
  const { board } = place;
  const style = styleOf(view);
  const plot = plotOf(answer, { board }, query, style);
  const line = lineOf(place, [view.x, ...view.y].map((name) => columnAt(board, name, query.percentile)));
  const title = titleOf(view, answer, place, query);
  const heading = $('h3, h2', figure);
  if (title && heading) heading.textContent = title;
  const drawings = $('.drawings', figure);
  for (const [frame, width, beside] of [[$('.wide', drawings), style.wide, style.beside || 1], [$('.narrow', drawings), narrow, 1]]) {
    if (frame) frame.replaceChildren(pictureOf(layoutOf(plot, width, beside), heading?.textContent ?? ''));
  }
  for (const details of $$('details', figure)) details.hidden = !standing;
  enliven(figure, standing ? null : ({ narrow: small }) => livePicture(layoutOf(plot, small ? narrow : style.wide, small ? 1 : style.beside || 1),
    { line: (i) => line(answer.rows[i]) }));
};

// styleOf is how the drawing of a view looks, with the texts that package site writes in a drawing of its own.
export const styleOf = ({ style }) => ({
  ...style, whole,
  limit: (deadline) => {
    const text = `${short(deadline)} ${style.unit}`;
    return { at: deadline, texts: [say('charts.frontier.slower', { deadline: text }), `> ${text}`] };
  },
});

const sources = new WeakMap(); // of figures: the picture of what they show, null for that of their file

// enliven lets the interactive chart show what the drawing shows.
const enliven = (figure, picture) => {
  if (!sources.has(figure)) {
    drawFrom(figure, async () => {
      const came = await fromFile(figure.dataset.option);
      return (place) => (sources.get(figure) ?? came)(place);
    });
  }
  sources.set(figure, picture);
  if (isLive(figure)) explore(figure).then((chart) => chart?.redraw());
};

// titleOf says what a trade-off shows: its ends; a line has no claim.
const titleOf = (view, { front }, { board, words }, query) => {
  if (view.kind !== 'trade-off') return '';
  if (front.length === 0) return say('charts.empty');
  const [fastest, least] = [front[0], front.at(-1)];
  const energy = (row) => `${number(board.energy[row])} ${words.per}`;
  const latency = (row) => words.latency(query, row);
  if (fastest === least) return say('views.tradeoff.both', { energy: energy(least), latency: latency(least), hardware: words.text('hardware', least) });
  return say('views.tradeoff.ends', {
    energy: energy(least), latency: latency(least), hardware: words.text('hardware', least),
    fastest: latency(fastest), other: words.text('hardware', fastest),
  });
};
