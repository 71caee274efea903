// A run of the reader's own: a file that is dropped on a board, or four numbers that are typed, becomes a row among the
// others. Nothing leaves the browser; a link holds what was typed.
import { filter, openBoard } from './board.js';
import { rich, say } from './catalog.js';
import { byCost, costOf } from './cost.js';
import { el } from './dom.js';
import { findings } from './laws.js';
import { inUnit, number, typed, whole } from './numbers.js';
import { clipped, fault, Fault, mostRows, readFile } from './ownfile.js';
import { nearestTo, withOwn } from './ownrows.js';
import { listText, readList } from './query.js';
import { capital, inside } from './words.js';

// ownOf adds runs of the reader's to the board of a page; shown() is called when there are others.
export const ownOf = ({ board, file, words }, place, shown) => {
  const { own: rules, task } = file;
  const { wire } = board;
  const count = board.rows;
  let runs = [];
  let faults = [];
  let link = ''; // what was typed, as an address holds it
  let panel;

  const nameOf = (values) => {
    const stated = values[wire.parts.name] ?? values[wire.parts.model];
    const name = stated ? say('own.name', { model: stated }) : say('own.unnamed');
    let unique = name;
    for (let n = 2; runs.some((run) => run.name === unique) || wire.columns.some(({ words: known }) => known?.includes(unique)); n++) unique = `${name} ${n}`;
    return unique;
  };

  // admit makes a run of the values of a row, unless it is of another task, unstable, or has nothing that ranks.
  const admit = ({ place: at, values, isTyped }) => {
    const other = rules.task_field && values[rules.task_field];
    if (other && rules.task && other !== rules.task) throw fault('task', { place: at, given: clipped(other), task: task.name });
    const [stable, reason] = rules.stable;
    if (stable && values[stable] === false) throw fault('unstable', { place: at, reason: clipped(String(values[reason] ?? '')) });
    const [rank] = rules.typed;
    const { value, label } = rules.fields.find(({ name }) => name === rank);
    if (typeof values[rank] !== 'number') {
      throw isTyped ? fault('untyped', { field: inside(label) }) : fault('unmeasured', { place: at, field: value || rank });
    }
    if (values[rank] <= 0) throw fault('above', { place: at, field: isTyped ? inside(label) : rank, given: String(values[rank]) });
    const found = findings(values, rules, { ...board, ...openBoard(wire) })
      .map((one) => (isTyped ? { ...one, text: labeled(one.text) } : one));
    runs.push({ values, name: nameOf(values), findings: found, doubted: found.length > 0, isTyped });
  };

  // labeled calls fields as the form does, not as columns of files.
  const labels = new Map(rules.fields.map(({ name, label }) => [name, inside(label)]));
  const labeled = (text) => capital(text.replace(/\w+/g, (name) => labels.get(name) ?? name));

  const attempt = (act) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error.message);
    }
  };

  const renew = () => {
    const next = withOwn(wire, runs, rules);
    Object.assign(board, openBoard(runs.length ? next : wire));
    file.model_marks.length = 0;
    file.model_marks.push(...marks, ...board.models.slice(marks.length).map((_, i) => ({ shape: 'diamond', color: file.hues[i % file.hues.length] })));
    for (const run of board.runs.slice(count)) if (task.settings) task.settings.values[run] = (task.settings.labels ?? []).map(() => '');
    shown();
  };
  const marks = [...file.model_marks ?? []];

  const read = async (files) => {
    open();
    [runs, faults, link] = [[], [], ''];
    status(say('own.reading'));
    await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
    for (const one of files) {
      try {
        for (const row of await readFile(one, rules)) {
          attempt(() => {
            if (row.error) throw row.error;
            if (runs.length === mostRows) throw fault('excess', { file: one.name, n: runs.length + 1, most: mostRows });
            admit(row);
          });
        }
      } catch (error) {
        faults.push(error instanceof Fault ? error.message : say('own.fault.unreadable', { file: one.name }));
      }
    }
    renew();
  };

  // take reads what was typed: the numbers in the order of the rules, then the GPU and how many.
  const take = (texts) => {
    open();
    [runs, faults, link] = [[], [], ''];
    attempt(() => {
      const values = Object.fromEntries(rules.fields.map(({ name }) => [name, null]));
      for (const [i, name] of rules.typed.entries()) values[name] = numberOf(texts[i] ?? '', name);
      const [gpu, n] = texts.slice(rules.typed.length);
      if (gpu && wire.parts.gpu) values[wire.parts.gpu] = clipped(gpu);
      if (wire.parts.gpus && n) {
        const counted = typed(n);
        if (!Number.isInteger(counted) || counted < 1 || counted > 1e6) throw fault('whole', { place: say('own.typed'), field: wire.parts.gpus, given: clipped(n) });
        values[wire.parts.gpus] = counted;
      }
      admit({ place: say('own.typed'), values, isTyped: true });
      link = listText(texts.map((text) => text.trim()));
    });
    renew();
  };

  const numberOf = (text, name) => {
    if (!text.trim()) return null;
    const { range, label, above } = rules.fields.find((field) => field.name === name);
    const x = typed(text);
    if (!Number.isFinite(x)) throw fault('number', { place: say('own.typed'), field: label, given: clipped(text) });
    if (above && x <= 0) throw fault('above', { place: say('own.typed'), field: label, given: clipped(text) });
    if (range && (x < range[0] || x > range[1])) throw fault('range', { place: say('own.typed'), field: label, given: clipped(text), least: String(range[0]), most: String(range[1]) });
    return x;
  };

  const clear = () => {
    [runs, faults, link] = [[], [], ''];
    panel?.form.reset();
    renew();
    panel?.list.replaceChildren();
    status('');
  };

  const status = (text) => { if (panel) panel.status.textContent = text; };

  const open = () => {
    panel ??= panelOf({ rules, board, place, read, take, clear });
    panel.section.hidden = false;
    return panel;
  };

  // tell says where each run stands in an answer to a query, what is next to it, and which laws it breaks.
  const tell = (result, query) => {
    if (!panel) return;
    const row = (i) => count + i;
    const items = runs.map((run, i) => el('li', {}, el('strong', {}, run.name), ': ', ...standing(run, row(i), result, query),
      ...nearest(run, row(i)),
      ...run.findings.map(({ code, text: finding }) => el('p', { class: 'none', 'data-code': code },
        run.isTyped ? say('own.doubted_typed', { finding }) : say('own.doubted', { finding })))));
    panel.list.replaceChildren(...items, ...faults.slice(0, 10).map((text) => el('li', { class: 'fault' }, text)),
      ...(faults.length > 10 ? [el('li', { class: 'fault' }, say('own.more', { n: faults.length - 10 }))] : []));
    const wrong = say('own.faults', { n: faults.length });
    if (runs.length || faults.length) status(say('own.placed', { n: runs.length, faults: wrong }));
  };

  const standing = (run, row, result, query) => {
    const value = inUnit(number(board.metric[row], board.rankIn), task.rank_unit);
    const at = result.best.indexOf(row);
    const where = words.at(query) && ` ${words.at(query)}`;
    if (run.doubted) return [say('own.unranked', { value })];
    if (at >= 0) {
      const rank = result.ranks?.[result.rows.indexOf(row)];
      if (!rank) return [say('own.shown', { value })];
      const [low, high] = rank.range ?? [rank.place, rank.place];
      const isAlike = (other) => result.board.group[other] === result.board.group[row];
      const isLike = (other) => isAlike(other) && board.model[other] !== board.model[row];
      if (![...board.runs.keys()].some(isLike)) return [say('own.unlike', { value, work: words.workOf(query, row) })];
      const placed = { value, place: whole(rank.place), n: result.best.filter(isAlike).length, at: where };
      return [low === high ? say('own.ranked', { ...placed }) : say('own.ranged', { ...placed, low: whole(low), high: whole(high) })];
    }
    const { name: metric, of } = words.order(query);
    if (query.sort.field === byCost && !costOf(board, query, row)) return [say('own.unpriced', { value })];
    if (query.sort.field !== byCost && !(of(row) < Infinity)) return [say('own.no_order', { value, metric })];
    const latency = board.latency(query.percentile)[row];
    if (query.deadline > 0 && !(latency <= query.deadline)) {
      return [latency === Infinity ? say('own.no_latency', { value, limit: words.deadline(query), latency: words.latencyName(query) })
        : say('own.late', { value, latency: words.late(query, row), limit: words.deadline(query) })];
    }
    if (!filter(board, query)(row)) return [say('own.filtered', { value })];
    return [say('own.shadowed', { value })];
  };

  const nearest = (run, row) => {
    const near = !run.doubted && nearestTo(board, run, row, count);
    if (!near) return [];
    const like = board.latency(0)[row] < Infinity ? say('own.like.all') : say('own.like.settings');
    const said = { like, href: words.runPage(board.runs[near.row]), value: inUnit(number(board.metric[near.row], board.rankIn), task.rank_unit),
      who: [words.name(near.row), words.where(near.row)].filter(Boolean).join(', ') };
    const key = near.tied ? 'tied' : near.ratio > 1 ? 'more' : 'less';
    const ratio = near.ratio > 1 ? near.ratio - 1 : 1 - near.ratio;
    const percent = say('form.percent', { x: number(100 * ratio) });
    if (key === 'tied') return [' ', ...rich('own.near.tied', { ...said })];
    return [' ', ...(key === 'more' ? rich('own.near.more', { ...said, percent }) : rich('own.near.less', { ...said, percent }))];
  };

  listenForDrops(read);
  return {
    tell, open, clear,
    // models are the indices of the reader's runs among the models of the board.
    models: () => board.models.map((_, i) => i).slice(wire.columns.find(({ name }) => name === wire.parts.model).words.length),
    address: () => link,
    has: () => runs.length > 0,
    // fromAddress takes over what a link holds.
    fromAddress(text) {
      if (text === link || !text) return;
      const texts = readList(text);
      panel = open();
      panel.write(texts);
      take(texts);
    },
  };
};

// listenForDrops reads the files that are dropped on the page.
const listenForDrops = (read) => {
  const holds = ({ dataTransfer }) => dataTransfer?.types.includes('Files');
  const root = document.documentElement;
  addEventListener('dragover', (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    root.dataset.drop = '';
  });
  addEventListener('dragleave', ({ relatedTarget }) => { if (!relatedTarget) delete root.dataset.drop; });
  addEventListener('drop', (event) => {
    delete root.dataset.drop;
    if (!holds(event)) return;
    event.preventDefault();
    read([...event.dataTransfer.files]);
  });
};

// panelOf is the section in which a reader chooses a file or types numbers.
const panelOf = ({ rules, board, place, read, take, clear }) => {
  const { parts } = board.wire;
  const fields = rules.typed.map((name) => rules.fields.find((field) => field.name === name));
  const input = (label, name, unit, extra) => el('label', { class: 'field' },
    el('span', {}, unit ? say('own.label', { label, unit }) : label), el('input', { type: 'text', name, autocomplete: 'off', ...extra }));
  const list = el('ul', { class: 'items' });
  const status = el('p', { role: 'status', class: 'note' });
  const chosen = el('input', { type: 'file', multiple: true, accept: '.json,.jsonl,.csv,.tsv,.txt' });
  const form = el('form', { class: 'own-numbers' },
    ...fields.map(({ name, label, unit }) => input(label, name, unit, { inputmode: 'decimal' })),
    parts.gpu && input(say('own.gpu'), 'gpu', '', { list: 'own-gpus' }), parts.gpus && input(say('own.gpus'), 'gpus', '', { inputmode: 'numeric' }),
    el('datalist', { id: 'own-gpus' }, ...board.choices.gpu.map((value) => el('option', { value }))),
    el('button', { type: 'submit' }, say('own.add')), el('button', { type: 'reset' }, say('own.clear')));
  const section = el('section', { id: 'own', class: 'own', tabindex: '-1', 'aria-labelledby': 'own-title' },
    el('h2', { id: 'own-title' }, say('own.title')), el('p', { class: 'text' }, say('own.text')),
    el('p', {}, el('label', { class: 'field' }, el('span', {}, say('own.file')), chosen)),
    form, status, list);
  place.after(section);
  chosen.addEventListener('change', () => {
    const files = [...chosen.files];
    if (files.length) read(files).then(() => { chosen.value = ''; }); // the same file may be chosen again
  });
  const inputs = () => [...form.querySelectorAll('input')];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    take(inputs().map(({ value }) => value));
  });
  form.addEventListener('reset', () => {
    if (form.dataset.clearing) return;
    form.dataset.clearing = true;
    clear();
    delete form.dataset.clearing;
  });
  return { section, form, list, status, write: (texts) => inputs().forEach((one, i) => { one.value = texts[i] ?? ''; }) };
};
