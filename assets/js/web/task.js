// A task's page: form, address and data come together here.
import { answer, isTrusted, openBoard } from './board.js';
import { cite } from './cite.js';
import { capacityOf, capacityRows } from './capacity.js';
import { shareable, showAnswer } from './choice.js';
import { say } from './catalog.js';
import { controlsOf } from './controls.js';
import { $, $$, el, show as showIn } from './dom.js';
import { embedded } from './embed.js';
import { faultsIn, tell } from './faults.js';
import { ghostsOf } from './ghosts.js';
import { actionsOf } from './actions.js';
import { loadBoard } from './load.js';
import { lead } from './lead.js';
import { carried, defaults, encode, parameters, parse, settled, unknownIn } from './query.js';
import { tableView } from './table.js';
import { drawModels } from './modelfigure.js';
import { ownOf } from './own.js';
import { answerView } from './view.js';
import { drawView, switchedView, withAxesOf } from './viewfigure.js';
import { showMatrix } from './matrix.js';
import { stepsOf, toAddress } from './history.js';
import { wordsFor } from './words.js';
import { afterPaint, onceAFrame, pause } from './when.js';

const mostAtOnce = 1000; // rows of which the answer in detail, below the table, is found within the frame of an input

const start = async (file) => {
  const { task, columns, models, tradeoff } = file;
  const board = openBoard(file.board);
  await pause();
  const { root } = form.dataset;
  const words = wordsFor(board, task, models, root);
  const standard = defaults(board);
  const controls = controlsOf(form, board, standard, columns);
  const place = { board, file, words, ghosts: ghostsOf(file) };
  const subject = { board, within: () => true };
  const demand = $('#capacity')
    && capacityOf($('#capacity'), { board, task }, (part) => change({
      ...query, ...Object.fromEntries(Object.entries(part).map(([name, x]) => [name, x ?? standard[name]])) }));
  let query;
  let picked = [];

  const table = tableView($('#results'), { board, task, columns, words, root, events: { sort, pick, busy } });
  const answered = $('#answer');
  if (answered) shareable(answered);
  const own = ownOf(place, $('#actions'), () => {
    table.renew();
    change(query);
  });
  const actions = actionsOf($('#actions'), { board, task, root, own });

  const figure = tradeoff && document.getElementById(tradeoff.id);
  const axes = figure && $('[data-switch]', figure);
  const other = axes?.textContent;
  const usual = figure && $('h2', figure.closest('section')).textContent;
  let values = new URLSearchParams(); // of the address, which say what axes the trade-off has
  const later = afterPaint();
  const tableLater = afterPaint();
  const answerLater = afterPaint();
  const linksLater = afterPaint();
  const matrix = document.getElementById(file.matrix?.id) && file.matrix;
  let matrixOf = ''; // what the table of models and GPUs shows
  const inView = watch(figure);

  // isStanding tells whether the static drawing shows the present query.
  const isStanding = () => !own.has() && encode(board, { ...query, view: 'best' }) === '';

  // show draws the present query; within one frame of an input.
  function show() {
    const result = answer(board, query);
    table.show(result, query);
    own.tell(result, query);
    sentences(words, query, result, table.columns());
    if (inView()) draw();
    else later(draw);
    actions.show(result, query);
    const answerIt = () => answered && showAnswer(answered, subject, query, { words, task });
    if (board.rows > mostAtOnce) answerLater(answerIt);
    else answerIt();
    const asked = encode(board, query);
    if (matrix && asked !== matrixOf) tableLater(() => showMatrix(matrix, subject, place, query));
    matrixOf = asked;
    linksLater(() => {
      cite(asked);
      takeAlong(asked, task);
      lead(asked);
    });
    const trusted = result.best.filter(isTrusted(board));
    demand?.show(query, { runs: trusted.map((row) => board.runs[row]), make: (heads) => capacityRows(trusted, heads, { board, words }) });
  }

  // draw shows the trade-off of the present query. What the page came with stands until a reader asks for something else.
  let standing = true;
  function draw() {
    const chosen = [...picked, ...own.models()];
    if (!figure) return;
    const view = switchedView(tradeoff, values);
    axes?.setAttribute('aria-pressed', String(Boolean(view.switched)));
    $('h2', figure.closest('section')).textContent = view.switched ? other : usual;
    const now = isStanding() && chosen.length === 0 && !view.switched;
    if (now && standing) return;
    standing = now;
    const state = { query, picked: chosen, standing, total: board.rows };
    withAxesOf(view, place, state, (own) => {
      const within = { ...subject, board: own.board };
      if (chosen.length > 0 || query.q !== '') drawModels(view, own, within, state);
      else drawView(view, own, answerView(view, within, query), state);
    });
  }

  axes?.addEventListener('click', () => {
    if (axes.ariaPressed === 'true') values.delete('axes');
    else values.set('axes', tradeoff.switch[1]);
    change(query, { step: true, write: false });
  });

  // change takes a new query; `step` makes it a step of the browser's history.
  function change(next, { step = false, write = true } = {}) {
    query = settled(board, next);
    if (write) controls.write(query);
    toAddress(address(), step);
    show();
  }

  function address() {
    const chosen = new URLSearchParams(encode(board, query));
    if (own.address()) chosen.set('own', own.address());
    if (values.has('axes')) chosen.set('axes', values.get('axes'));
    return chosen;
  }

  function sort(field) {
    requestAnimationFrame(() => {
      const { sort: now } = query;
      const first = Boolean(columns.find((column) => column.field === field)?.more); // the better ones come first
      const next = now.field !== field ? { field, descending: first }
        : now.descending !== first ? { field: '', descending: false } : { field, descending: !first };
      change({ ...query, sort: next }, { step: true });
    });
  }

  // busy says whether rows are still being made; whole, that they once were all there.
  function busy(is) {
    const { dataset } = document.documentElement;
    dataset.state = is ? 'loading' : 'ready';
    if (!is) dataset.whole = '';
  }

  function pick(chosen) {
    picked = chosen.map((model) => board.models.indexOf(model));
    draw();
    actions.pick(chosen, query);
  }

  function fromAddress() {
    values = new URLSearchParams(location.search);
    const { query: asked, faults } = parse(board, location.search);
    query = asked;
    controls.write(query);
    tell([...faults, ...unknownIn(values, [...parameters(), 'own', 'axes'])]);
    show();
    own.fromAddress(values.get('own'));
  }

  // Inputs are answered once a frame, and so are clicks on a header: what the browser itself does with a key or the
  // mouse then needs no layout of the new table.
  const frame = onceAFrame();
  let step = false;
  const isStep = stepsOf(form);
  form.addEventListener('input', ({ target }) => {
    step = isStep(target) || step;
    frame.ask(() => {
      const now = step;
      step = false;
      change(controls.read(query), { step: now, write: false });
      tell(faultsIn(form));
    });
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    frame.no();
    tell([]);
    values.delete('axes');
    change(standard, { step: true });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('popstate', fromAddress);
  await pause();
  fromAddress();
  for (const control of $$('#filters > fieldset, .fold, [data-switch]')) control.disabled = false;
  document.documentElement.dataset.shown = '';
};

// takeAlong makes the tabs of the other tasks lead there with what a reader set for all of them.
const takeAlong = (asked, { lacking }) => {
  for (const tab of $$('nav.tasks a:not([aria-current])')) {
    const [id] = tab.pathname.split('/').slice(-2);
    const values = String(new URLSearchParams(carried(new URLSearchParams(asked), lacking[id] ?? [])));
    if (tab.search.slice(1) !== values) tab.search = values;
  }
};

// watch tells whether an element is in the window, without the layout that asking for its place would cost.
const watch = (element) => {
  let seen = true;
  if (element) new IntersectionObserver((entries) => { seen = entries.at(-1).isIntersecting; }).observe(element);
  return () => seen;
};

// sentences follow the query: the answer, the count, the table's note, the models that are too slow.
const sentences = (words, query, result, columns) => {
  showIn($('.lede'), ...words.lede(query, result));
  const count = $('#count');
  Object.assign(count.dataset, { models: result.models, shown: result.shown, total: result.total });
  showIn(count, words.count(query, result));
  showIn($('#results-note'), words.note(query, result, columns));
  const isNone = result.best.length + result.late.length === 0;
  const empty = { capacity: result.best.length === 0, tradeoff: isNone, gpus: isNone, answer: isNone && query.q === '' };
  for (const [id, isEmpty] of Object.entries(empty)) document.getElementById(id)?.toggleAttribute('hidden', isEmpty);
  const beyond = $('#beyond');
  beyond.hidden = result.late.length === 0;
  if (beyond.hidden) return;
  showIn($('h2', beyond), say('task.beyond.title_at', { limit: words.underFilters(query, words.deadline(query)) }));
  showIn($('ul', beyond), ...result.late.slice(0, 30).map((row) => el('li', {}, ...words.beyond(query, row))));
};

const form = $('#filters');
const fold = $('.fold');
fold.addEventListener('click', () => fold.setAttribute('aria-expanded', String(form.classList.toggle('open'))));
loadBoard(form, $('#error'), start);

if (document.body.dataset.page === 'embed') embedded(() => location.search);
