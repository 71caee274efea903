// node load.mjs BASE [MOCK]: how soon a reader sees the table on a slow machine and a slow network, what moves, what
// blocks; beside an empty page and the mock, which tell how busy the machine was.
import { blocked, fresh, median, row, slowCPU, slowNetwork } from './browser.mjs';

const [, , base, mock] = process.argv;
const runs = Number(process.env.RUNS ?? 5);

const watch = () => {
  const seen = { table: null, top: null, painted: 0, shift: 0, long: [] };
  window.seen = seen;
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.painted = entry.startTime; });
  observe('longtask', (entry) => seen.long.push([entry.startTime, entry.duration]));
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

const blockedIn = ({ painted, long }) => long.filter(([start, took]) => start + took > painted)
  .reduce((sum, [, took]) => sum + took - 50, 0);

// work is what the machine's other work does not change: see blocked.
const work = (path, from = base) => fresh(async (page, cdp) => {
  await slowNetwork(cdp);
  return blocked(page, cdp, 4, async () => {
    await page.goto(from + path, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForTimeout(3000);
  });
});

const results = { mock: [], empty: [] };
const paths = ['tasks/gpqa/', 'tasks/gpqa/?deadline=100&view=all&gpu=B200', 'tasks/text-to-image/', '', 'models/openai__gpt-oss-20b/'];
const pages = new Map(paths.map((path) => [path, []]));
const busy = new Map(paths.map((path) => [path, []]));
for (let i = 0; i < runs; i++) {
  results.empty.push((await visit('empty.html')).table);
  if (mock) results.mock.push(await visit('task.html', mock));
  for (const path of paths) {
    pages.get(path).push(await visit(path));
    busy.get(path).push(await work(path));
  }
}
const task = pages.get('tasks/gpqa/');
const tables = task.map((seen) => seen.table / 1000);
const empty = Math.min(...results.empty) / 1000;
row('table visible, 4× CPU and slow network, best of 5', Math.min(...tables), 0.8, 's', '2.71');
row('… over an empty page in the same run', Math.min(...tables) - empty, 0.35, 's');
if (mock) {
  row('… of the mock in the same run', Math.min(...results.mock.map((seen) => seen.table)) / 1000, '', 's');
  row('… of the mock: blocked, median', median(results.mock.map(blockedIn)), '', 'ms');
}
row('top of the table in the first viewport of 900 px', task[0].top, 900, 'px', '1398');
for (const path of paths) {
  row(`/${path}: layout shift, worst run`, Math.max(...pages.get(path).map(({ shift }) => shift)), 0.005, '', '0.11–0.14');
  row(`/${path}: blocked, median`, median(pages.get(path).map(blockedIn)), 50, 'ms', '580');
  row('… computed from processor time, best run', Math.min(...busy.get(path)), 50, 'ms');
}
