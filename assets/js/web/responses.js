// The histogram of one configuration's energy per response; a row's button or a mark of the trade-off chooses it.
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { histogramOf } from './histogram.js';
import { fetchJSON, kept } from './load.js';
import { full, number, whole } from './numbers.js';
import { captionOf, draw, layout, titleOf } from './responsebars.js';
import { tipOf } from './tip.js';

// responsesView is that of a task on a model's page, null where no output lengths are known. The distributions are
// fetched when a reader first asks for one; placeOf promises the board with its words.
export const responsesView = ({ id, lengths }, placeOf) => {
  const figure = document.getElementById(`${id}-responses`);
  const picture = $('.histogram', figure ?? document.createElement('i'));
  if (!picture || !lengths) return null;
  const button = $('[data-log]', figure);
  const table = document.getElementById(`configurations-${id}`);
  let chosen = picture.dataset.shown;
  let log = false;
  const fetched = kept(fetchJSON); // the distributions
  let drawn;

  const show = async () => {
    const [file, { board, words }] = await Promise.all([fetched(lengths), placeOf()]);
    const row = board.runs.indexOf(chosen);
    const joules = board.energy[row];
    const shown = histogramOf(file, row, joules);
    if (!shown) return;
    drawn = layout(shown, log);
    draw(picture, drawn, log);
    const title = titleOf(shown);
    $('h3', figure).textContent = title;
    $('title', picture).textContent = title;
    $('figcaption', figure).textContent = captionOf({ name: words.where(row), joules }, shown, drawn.tail, log);
    tableOf(figure, shown);
    mark();
    button.setAttribute('aria-pressed', String(log));
  };
  const said = el('span', { class: 'said', role: 'status' });
  $('.tools', figure).append(said);
  const attempt = () => show().then(
    () => { said.textContent = ''; },
    (error) => { said.textContent = say('charts.responses.failed', { error: error.message }); },
  );

  button.addEventListener('click', () => {
    log = !log;
    attempt();
  });
  button.disabled = false;
  const choose = (run) => {
    chosen = run;
    attempt();
  };
  // The name of each row leads to the figure, which then shows it.
  table.addEventListener('click', ({ target }) => {
    const run = target.closest('a.choose')?.closest('tr').dataset.run;
    if (run) choose(run);
  });
  const mark = () => {
    for (const link of $$('a.choose', table)) {
      if (link.closest('tr').dataset.run === chosen) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  for (const { cells: [name] } of table.tBodies[0].rows) {
    const [text] = name.childNodes;
    text.replaceWith(el('a', { href: `#${figure.id}`, class: 'choose', title: say('table.choose') }, text.textContent.trim()));
  }
  table.addEventListener('rows', mark);
  $('details', figure).addEventListener('toggle', attempt, { once: true }); // the page has the first rows
  mark();
  pointing(figure, picture, () => drawn?.boxes, attempt);
  return { choose, figure: figure.id };
};

// pointing says what a bar is while the pointer is above it.
const pointing = (figure, picture, boxesNow, load) => {
  const stage = $('.drawings', figure);
  const tip = tipOf(stage);
  picture.addEventListener('pointermove', async ({ clientX, clientY }) => {
    if (!boxesNow()) await load();
    const frame = picture.getBoundingClientRect();
    const x = ((clientX - frame.left) * 296) / frame.width;
    const bar = boxesNow()?.find(({ n, left, right }) => n > 0 && x >= left && x < right + 1);
    if (!bar) return tip.hide();
    const words = [say('charts.responses.bin', { from: number(bar.from), to: number(bar.to) }),
      [[say('charts.column.responses'), whole(bar.n)]]];
    return tip.show({ x: clientX - frame.left, y: clientY - frame.top }, words, frame);
  });
  picture.addEventListener('pointerleave', tip.hide);
};

const tableOf = (figure, { edges, counts }) => {
  const body = $('tbody', figure);
  $('details .note', figure)?.remove(); // the table is whole now
  const [first] = body.rows;
  const classes = [...first.cells].map((cell) => cell.className);
  body.replaceChildren(...counts.map((n, i) => el('tr', {},
    ...[edges[i], edges[i + 1], n].map((x, c) => cell(c, classes[c], x, c < 2 ? number(x) : whole(n))))));
};

const cell = (column, className, x, text) => {
  const made = el(column === 0 ? 'th' : 'td', { scope: column === 0 ? 'row' : null }, el('data', { value: full(x) }, text));
  made.className = className;
  return made;
};
