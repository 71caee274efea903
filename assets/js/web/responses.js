// The histogram of one configuration's energy per response; a row's button or a mark of the trade-off chooses it.
import { say } from './catalog.js';
import { $, el } from './dom.js';
import { histogramOf } from './histogram.js';
import { fetchJSON } from './load.js';
import { full, number, whole } from './numbers.js';
import { captionOf, draw, layout, titleOf } from './responsebars.js';
import { tipOf } from './tip.js';

// responsesView is that of a task on a model's page, null where no output lengths are known. The distributions are
// fetched when a reader first asks for one; viewOf promises the task's view (modeltask.js).
export const responsesView = (task, table, viewOf) => {
  const figure = document.getElementById(`${task.id}-responses`);
  const picture = $('.histogram', figure ?? document.createElement('i'));
  if (!picture || !task.lengths) return null;
  const button = $('[data-log]', figure);
  const rows = new Map(table.rows.map((row) => [row.dataset.run, row]));
  let chosen = picture.dataset.shown;
  let log = false;
  let fetched; // promise of the distributions and where they are
  let drawn;

  const show = async () => {
    fetched ??= Promise.all([fetchJSON(task.lengths), viewOf()]);
    const [file, { rowOf, energyOf }] = await fetched;
    const joules = energyOf(chosen);
    const shown = histogramOf(file, rowOf.get(chosen), joules);
    if (!shown) return;
    const name = $('.choose', rows.get(chosen)).textContent;
    drawn = layout(shown, log);
    draw(picture, drawn, log);
    const title = titleOf(shown);
    $('h3', figure).textContent = title;
    $('title', picture).textContent = title;
    $('figcaption', figure).textContent = captionOf({ name, joules }, shown, drawn.tail, log);
    tableOf(figure, shown);
    table.chosen(chosen);
    button.setAttribute('aria-pressed', String(log));
  };
  const said = el('span', { class: 'said', role: 'status' });
  $('.tools', figure).append(said);
  const attempt = () => show().then(
    () => { said.textContent = ''; },
    (error) => {
      fetched = undefined;
      said.textContent = say('charts.responses.failed', { error: error.message });
    },
  );

  button.addEventListener('click', () => {
    log = !log;
    attempt();
  });
  button.disabled = false;
  const choose = (run) => {
    if (!rows.has(run)) return;
    chosen = run;
    attempt();
  };
  table.choosable(figure, choose);
  table.chosen(chosen);
  pointing(figure, picture, () => drawn?.boxes, attempt);
  return { choose };
};

// pointing says what a bar is while the pointer is above it.
const pointing = (figure, picture, boxesNow, load) => {
  const stage = $('.drawings', figure);
  const tip = tipOf(stage);
  picture.addEventListener('pointermove', async ({ clientX, clientY }) => {
    if (!boxesNow()) await load();
    const frame = picture.getBoundingClientRect();
    const x = ((clientX - frame.left) * 340) / frame.width;
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
