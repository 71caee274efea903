// node load.mjs BASE [MOCK]: how soon a reader sees the table on a slow machine and a slow network, what moves, what
// blocks; beside an empty page and the mock, which tell how busy the machine was.
import { fresh, median, row, slowCPU, slowNetwork } from './browser.mjs';

const [, , base, mock] = process.argv;
const runs = Number(process.env.RUNS ?? 5);

const watch = () => {
  const seen = { table: null, top: null, shift: 0, blocked: 0 };
  window.seen = seen;
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  observe('longtask', (entry) => { if (entry.startTime < 10000) seen.blocked += Math.max(entry.duration - 50, 0); });
  const look = () => {
    const first = document.querySelector('tbody tr, p.empty-page');
    const box = first?.getBoundingClientRect();
    if (box?.height > 0) {
      seen.table = performance.now();
      seen.top = box.top;
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const visit = (path, from = base) => fresh(async (page, cdp) => {
  await page.addInitScript(watch);
  await slowCPU(cdp, 4);
  await slowNetwork(cdp);
  await page.goto(from + path, { waitUntil: 'load', timeout: 120_000 });
  await page.waitForTimeout(4000);
  return page.evaluate(() => window.seen);
});

const results = { mock: [], empty: [] };
const pages = {
  'tasks/gpqa/': [], 'tasks/gpqa/?deadline=100&view=all&gpu=B200': [], '': [], 'models/openai__gpt-oss-20b/': [],
};
for (let i = 0; i < runs; i++) {
  results.empty.push((await visit('empty.html')).table);
  if (mock) results.mock.push(await visit('task.html', mock));
  for (const [path, seen] of Object.entries(pages)) seen.push(await visit(path));
}
const task = pages['tasks/gpqa/'];
const tables = task.map((seen) => seen.table / 1000);
const empty = Math.min(...results.empty) / 1000;
row('table visible, 4× CPU and slow network, best of 5', Math.min(...tables), 0.8, 's', '2.71');
row('… over an empty page in the same run', Math.min(...tables) - empty, 0.35, 's');
if (mock) {
  row('… of the mock in the same run', Math.min(...results.mock.map((seen) => seen.table)) / 1000, '', 's');
  row('… of the mock: blocked, median', median(results.mock.map((seen) => seen.blocked)), '', 'ms');
}
row('top of the table in the first viewport of 900 px', task[0].top, 900, 'px', '1398');
for (const [path, seen] of Object.entries(pages)) {
  row(`/${path}: layout shift, worst run`, Math.max(...seen.map(({ shift }) => shift)), 0.005, '', '0.11–0.14');
  row(`/${path}: blocked, median`, median(seen.map(({ blocked }) => blocked)), 50, 'ms', '580');
}
