// node live.mjs BASE PATH [LIMIT]: how soon the points of a live chart stand after a filter step.
import { fresh, opened, median, row } from './browser.mjs';

const [, , base, path, limit = ''] = process.argv;
const runs = Number(process.env.RUNS ?? 5);

// settled gives when the picture on the canvas changed last, in ms from the start of act; it has settled when it stays
// the same for a second.
const settled = (act) => {
  const small = new OffscreenCanvas(240, 120).getContext('2d', { willReadFrequently: true });
  const look = () => {
    small.clearRect(0, 0, 240, 120);
    for (const layer of document.querySelectorAll('#tradeoff-figure canvas')) small.drawImage(layer, 0, 0, 240, 120);
    return small.getImageData(0, 0, 240, 120).data.join('');
  };
  return new Promise((resolve) => {
    const before = look();
    const start = performance.now();
    let last = before;
    let changed = null;
    document.querySelector(act).click();
    const watch = () => {
      const now = look();
      if (now !== last) changed = performance.now() - start;
      last = now;
      if (performance.now() - start > (changed ?? 9000) + 1000) resolve(changed);
      else requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
};

const found = { opened: [], filtered: [] };
for (let i = 0; i < runs; i++) {
  await fresh(async (page) => {
    await opened(page, base + path);
    await page.waitForTimeout(500);
    const start = Date.now();
    await page.click('#tradeoff-figure [data-explore]');
    await page.waitForSelector('#tradeoff-figure[data-live]', { timeout: 60_000 });
    found.opened.push(Date.now() - start);
    await page.waitForTimeout(1500);
    found.filtered.push(await page.evaluate(settled, '[name=gpu]'));
  });
}
row(`/${path}: live chart opened`, median(found.opened), '', 'ms', '', Math.min(...found.opened));
row(`/${path}: its points after a filter step`, median(found.filtered), limit, 'ms', '', Math.min(...found.filtered));
