// node input.mjs BASE PATH CPU LIMIT: from a reader's input to the next paint on a machine CPU times slower, in ms, the data loaded and
// the chart library not; with CPU "frame" the processor time of the frame that answers it. PATH is of a board or of Explore, or "nothing",
// a page without anything else.
import { frame, fresh, opened, median, row, slowCPU } from './browser.mjs';

const [, , base, path, cpu = '4', limit = '100'] = process.argv;
const runs = Number(process.env.RUNS ?? 5);

const watch = () => {
  window.inputs = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.interactionId) window.inputs.push(entry.duration);
  })).observe({ type: 'event', durationThreshold: 16 });
};

const slide = async (page) => {
  await page.focus('[data-limit=deadline] input[type=range]');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
};

// Choices of a list are made by the page itself: from there to the paint after, in ms.
const choose = (name, value, text) => (page) => page.evaluate(async ([selector, chosen, typed]) => {
  const start = performance.now();
  const input = (field, to) => { field.value = to; field.dispatchEvent(new Event('input', { bubbles: true })); };
  const select = document.querySelector(selector);
  input(select, chosen);
  if (typed) {
    const field = select.parentElement.querySelector('input');
    field.value = typed;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}, [name === 'kind' ? '[name=kind]' : `[data-of=${name}]`, value, text]);

const exploring = {
  color: choose('color', 'nickname'),
  panels: choose('facet', 'gpu_model'),
  'best per model': choose('rows', 'best per nickname'),
  measure: choose('y', 'throughput_per_gpu'),
  expression: choose('y', '', 'energy_per_token_joules * num_gpus / max(1, max_num_seqs)'),
  cost: choose('x', '', 'cost * 2'),
  bars: choose('kind', 'bar'),
};

const ranking = {
  slider: slide,
  'number field': async (page) => {
    await page.click('[name=deadline]', { clickCount: 3 });
    await page.keyboard.type('77');
  },
  sort: (page) => page.click('#results th[data-field=nickname] .sort'),
  search: async (page) => {
    await page.click('[name=q]');
    await page.keyboard.type('a');
    await page.keyboard.press('Backspace');
  },
  GPU: (page) => page.click('label:has([name=gpu])'),
  'all configurations': (page) => page.click('label:has([name=view][value=all])'),
  'sort of all': (page) => page.click('#results th[data-field=nickname] .sort'),
  'slider over all': slide,
};

// nothing is a page whose answer is one character: what the browser itself takes from an input to a paint.
const nothing = { 'a box': (page) => page.click('input') };
const emptyPage = 'data:text/html,<html data-state=ready><input type=checkbox oninput="document.body.append(1)">';

const actions = path === 'nothing' ? nothing : path.startsWith('explore/') ? exploring : ranking;
const worst = Object.fromEntries(Object.keys(actions).map((name) => [name, []]));
const isFrame = cpu === 'frame';
for (let i = 0; i < runs; i++) {
  await fresh(async (page, cdp) => {
    await page.addInitScript(watch);
    await opened(page, actions === nothing ? emptyPage : base + path);
    await page.waitForTimeout(500);
    if (!isFrame) await slowCPU(cdp, Number(cpu));
    for (const [name, act] of Object.entries(actions)) {
      await page.evaluate(() => { window.inputs.length = 0; });
      let taken;
      const acted = async () => {
        taken = await act(page);
        await page.waitForTimeout(600);
      };
      if (isFrame) taken = await frame(page, cdp, acted);
      else await acted();
      worst[name].push(taken ?? await page.evaluate(() => Math.max(0, ...window.inputs)));
    }
  });
}
const existing = { slider: '512' };
for (const [name, values] of Object.entries(worst)) {
  const what = isFrame ? `: frame that answers ${name}` : ` at ${cpu}× CPU: ${name} to next paint`;
  row(`/${path.split('?')[0]}${what}`, median(values), limit, 'ms', cpu === '4' ? existing[name] : '', Math.min(...values));
}
