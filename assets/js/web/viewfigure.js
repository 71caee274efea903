// The figure of a view: its drawings and its title for the present query.
import { filter } from './board.js';
import { say } from './catalog.js';
import { $, $$ } from './dom.js';
import { drawFrom, explore, isLive } from './figures.js';
import { number, toType, whole } from './numbers.js';
import { besideOf, layoutOf, pictureOf } from './plot.js';
import { lineOf, livePicture } from './plotoption.js';
import { mostFacets, mostSeries } from './limits.js';
import { called, forget } from './pointing.js';
import { columnAt, drawnRows, isRinged, numberOf, plotOf } from './view.js';
import { capital, inside } from './words.js';

// switchedView is a trade-off with the axes that the address chooses.
export const switchedView = (view, values) => (view.switch && values.get('axes') === view.switch[1]
  ? { ...view, x: view.switch[0], y: [view.switch[1]], linear: view.switch, switched: true } : view);

const latest = new Map(); // the state of each figure

// withAxesOf passes the place of a view on to draw; axes that are measures are computed first.
export const withAxesOf = (view, place, state, draw) => {
  latest.set(view.id, state);
  if (!view.switched) {
    draw(place);
    return;
  }
  import('./explored.js').then(({ computing }) => {
    if (latest.get(view.id) !== state) return;
    draw({ ...place, board: view.switch.reduce((made, name) => computing(made, state.query, name), place.board) });
  });
};

// drawnOf says how many of the configurations that a view is about are drawn.
export const drawnOf = (shown, n) => say('views.drawn', { shown, n });

// ringOf says which mark has a ring.
export const ringOf = (answer, { board, file }, query) => isRinged(answer, board, query) && say('views.ring', { metric: file.task.metric });

const fewerText = (hasFronts, facet) => {
  if (hasFronts) return facet ? say('views.fewer_each') : say('views.fewer');
  return facet ? say('views.fewer_plain_each') : say('views.fewer_plain');
};

// fewerOf says which rows a drawing leaves out.
export const fewerOf = ({ kind, facet }, { more, morePanels, moreColors, series }, order) => [
  morePanels > 0 && say('views.fewer_panels', { n: mostFacets }),
  moreColors > 0 && say(facet ? 'views.fewer_colors_each' : 'views.fewer_colors', { n: mostSeries }),
  kind === 'trade-off' && more > morePanels + moreColors && fewerText(series.some(({ front }) => front?.length), facet),
  kind === 'bar' && more > moreColors && say('views.fewer_bars', { n: more - moreColors, metric: order }),
];

export const drawView = (view, place, answer, { query, standing, style = styleOf(view), total }) => {
  const figure = document.getElementById(view.id);
  const { board } = place;
  const plot = plotOf(answer, { board }, query, { ...style, ghosts: hauntings(view, place, query, answer) });
  const rows = drawnRows(answer);
  const axes = [...view.y, view.x].map((name) => columnAt(board, name, query.percentile));
  const line = lineOf(place, [...axes, ...place.words.unequal(query, rows).map(({ name }) => name)]);
  const title = titleOf(view, answer, place, query);
  const heading = $('h3, h2', figure);
  if (title && heading && heading.textContent !== title) {
    heading.textContent = title;
    called(figure);
  }
  const drawn = $('[data-drawn]', figure);
  const columnOf = (name) => place.file.columns.find(({ field }) => field === name);
  const said = [drawnOf(rows.length, total), ...fewerOf(view, answer), ringOf(answer, place, query), alikeIn(view, answer, columnOf)];
  if (drawn) drawn.textContent = said.filter(Boolean).join(' ');
  for (const details of $$('details', figure)) details.hidden = !standing;
  for (const part of $$('.drawings, figcaption', figure)) part.hidden = rows.length === 0;
  fileOf(figure, standing ? null : { view, place, rows, query, title: place.words.about(query, title) });
  drawPlot(figure, plot, { place, rows, line, standing, title: heading?.textContent ?? '',
    beside: (width) => (width === style.wide ? style.beside || 1 : besideOf(plot, width)) });
};

// drawPlot draws a plot of rows in the frames of a figure; line(row) is its tip.
export const drawPlot = (figure, plot, { place, rows, line, title, standing = false, beside = (width) => besideOf(plot, width) }) => {
  const layout = (width) => layoutOf(plot, width, beside(width));
  drawFrames($('.drawings', figure), (width, standing) => pictureOf(layout(width), title, standing));
  const run = (i) => place.board.runs[rows[i]];
  const known = { line: (i) => line(rows[i]), run, href: (i) => place.words.runPage(run(i)) };
  enliven(figure, standing ? null : {
    known: () => known, load: async () => {}, picture: async () => ({ width }) => livePicture(layout(width), known),
  });
};

const taken = new WeakMap(); // what figures draw of which they came with no files

// fileOf makes the links of a figure give files of what it draws, null for those that the page came with.
const fileOf = (figure, drawn) => {
  const links = $('.titled .links', figure);
  if (!links) return;
  if (!taken.has(figure)) {
    links.addEventListener('click', (event) => {
      const link = event.target.closest('a[download]');
      const now = taken.get(figure);
      if (!link || !now) return;
      event.preventDefault();
      import('./taken.js').then(({ take }) => take(figure, link.download, now));
    });
  }
  taken.set(figure, drawn);
  for (const link of $$('a[download$="-curves.csv"]', links)) link.parentElement.hidden = Boolean(drawn); // none is drawn
};

const frames = new WeakMap(); // of the drawings of a figure: what draws them
const seen = new WeakMap(); // of them the frames that a reader sees, until their size changes: to ask makes the browser lay out the page

const seenIn = (drawings) => {
  if (!seen.has(drawings)) seen.set(drawings, $$('[data-width]', drawings).filter((frame) => frame.checkVisibility()));
  return seen.get(drawings); // none where the figure is not laid out yet
};

// drawFrames draws a figure for the frame that it has, and for each that it gets later.
const drawFrames = (drawings, draw) => {
  const drawn = new Set();
  const show = (all) => {
    const own = $$('[data-width]', drawings);
    for (const frame of all ? own : seenIn(drawings).length ? seenIn(drawings) : own.slice(0, 1)) {
      if (drawn.has(frame)) continue;
      drawn.add(frame);
      const old = frame.firstElementChild;
      const picture = draw(Number(frame.dataset.width), old);
      if (picture === old) forget(old);
      else frame.replaceChildren(picture);
    }
  };
  if (!frames.has(drawings)) {
    new ResizeObserver(() => {
      seen.delete(drawings);
      frames.get(drawings)(false);
    }).observe(drawings);
    addEventListener('beforeprint', () => frames.get(drawings)(true)); // paper has another width
  }
  frames.set(drawings, show);
  show(false);
};

// alikeIn names the work of lines where there is other work, which is left out. describe gives the label of a column, and its unit.
export const alikeIn = ({ alike }, { work }, describe) => work && say('views.work', { work: work.map((value, i) => {
  const { label, unit } = describe(alike[i]);
  if (value === '') return `${inside(label)} ${say('scope.unstated')}`;
  return Number.isNaN(Number(value)) || unit ? `${inside(label)} ${value} ${unit ?? ''}`.trim() : `${value} ${inside(label)}`;
}).join(', ') });

// hauntings are where the configurations of a preview's base were that a query shows, and where they are now: null where
// they are gone, and where their mark is not drawn.
const hauntings = (view, { board, ghosts }, query, answer) => {
  if (view.kind !== 'trade-off' || view.switched || !ghosts) return [];
  const shown = ghosts.test(query, filter(board, { ...query, deadline: 0 }));
  const [x, y] = [board.latency(query.percentile), board.energy];
  const drawn = new Set(drawnRows(answer));
  return ghosts.all.filter(shown).map((i) => {
    const to = ghosts.to[i];
    return { was: [ghosts.latency(query.percentile)[i], ghosts.energy[i]], now: drawn.has(to) ? [x[to], y[to]] : null };
  });
};

// styleOf is how the drawing of a view looks, with the texts that package site writes in a drawing of its own.
export const styleOf = ({ style }) => ({ ...style, ...drawingIn(style.unit), names: (name) => style.names?.[name] ?? name });

// drawingIn is how any drawing writes numbers, and limits in a unit.
export const drawingIn = (unit) => ({
  whole,
  limit: (deadline) => {
    const text = `${toType(deadline)} ${unit}`;
    return { at: deadline, texts: [say('charts.frontier.slower', { deadline: text }), `> ${text}`] };
  },
});

// enliven lets tips and the interactive chart show what the drawing shows; source is null for that of the figure's file.
export const enliven = (figure, source) => {
  drawFrom(figure, source);
  if (isLive(figure)) explore(figure).then((chart) => chart?.refresh());
};

const perUser = 'throughput_per_user'; // follows the percentile of the latency that it is computed from

// titleOf says what a trade-off shows: its ends; a line has no claim.
const titleOf = (view, { front, rows }, { board, file, words, model }, query) => {
  if (view.kind !== 'trade-off') return '';
  if (front.length === 0) return say('charts.empty');
  const [x, y] = [columnAt(board, view.x, query.percentile), view.y[0]];
  const { best, units } = view.style;
  const measured = (row, name) => {
    const text = `${number(numberOf(board, name)[row], board.column(name))}\u00a0${units[name] ?? ''}`.trim();
    return name === perUser || board.wire.latency.includes(name) ? words.atPercentile(query.percentile, text) : text;
  };
  const who = (row) => (model ? words.text('hardware', row) : whoIn({ board, file, words }, row));
  const [first, last] = [front[0], front.at(-1)];
  const own = rows.filter((row) => board.group[row] === board.group[first]);
  const key = own.length === 1 ? 'only' : first === last ? 'both' : 'ends';
  const asked = { ...query, sort: { field: board.wire.rank } }; // a title is of its axes, whatever orders the table
  const atWork = (text) => words.atEqualWork(asked, own, text);
  return capital(say(`views.tradeoff.${key}`, {
    y: atWork(best[y]), y_value: measured(last, y), y_who: who(last), x_there: measured(last, x),
    x: best[x], x_value: measured(first, x), x_who: key === 'only' ? atWork(who(first)) : who(first),
  }));
};

// whoIn is what a sentence calls a row: its model on its hardware.
export const whoIn = ({ board, file, words }, row) => {
  const hardware = words.text('hardware', row);
  const named = hardware ? say('views.who', { model: words.name(row), hardware }) : words.name(row);
  return [named, file.task.settings?.asides[board.runs[row]]].filter(Boolean).join(', ');
};
