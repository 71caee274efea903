// A fresh Chromium, and what the measurements share.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

// fresh gives a page of a browser that has nothing cached.
export const fresh = async (use) => {
  const profile = mkdtempSync(join(tmpdir(), 'jouleboard-web-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROME_PATH || '/usr/bin/chromium', args: flags, viewport: { width: 1440, height: 900 },
  });
  try {
    const page = context.pages()[0];
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
};

// opened waits until a page's script has its data; a large board loads them once a reader reaches for its form.
export const opened = async (page, address) => {
  await page.goto(address, { timeout: 120_000 });
  const form = await page.$('form[data-later]');
  if (form) await form.hover();
  await page.waitForSelector('html[data-state=ready]', { timeout: 120_000 });
};

export const slowCPU = (cdp, rate) => cdp.send('Emulation.setCPUThrottlingRate', { rate });

// slowNetwork is that of a phone far from a mast: 1.6 Mbps down, 0.75 up, 150 ms.
export const slowNetwork = async (cdp) => {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8,
  });
};

export const median = (values) => {
  const sorted = values.filter((x) => x != null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

const written = (value) => {
  const size = Math.abs(value ?? 0);
  return value == null ? '–' : value.toFixed(size >= 10 || value === 0 ? 0 : size >= 1 ? 2 : 4);
};

// row prints a figure beside what it is held against: its limit, that of the leaderboard that the site replaces, and
// where runs differ the best of them, which other work on the machine has moved least.
export const row = (name, value, limit, unit, existing = '', best = null) => {
  console.log(`${name.padEnd(58)} ${written(value).padStart(8)} ${unit.padEnd(3)} `
    + `${best === null ? '' : `best ${written(best)} ${unit} `}limit ${String(limit).padStart(7)} `
    + `${existing && `existing site ${existing}`}`);
};

// traced are the events of a page's main thread while use acts, each with its processor time tdur, in µs, which does not
// depend on what else the machine does.
const traced = async (page, cdp, use) => {
  const events = [];
  const gather = ({ value }) => events.push(...value);
  cdp.on('Tracing.dataCollected', gather);
  await cdp.send('Tracing.start',
    { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'loading', 'blink.user_timing', 'devtools.timeline'] } });
  await use();
  await page.evaluate(() => performance.mark('measured'));
  const complete = new Promise((resolve) => { cdp.once('Tracing.tracingComplete', resolve); });
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', gather);
  const { pid, tid } = events.find(({ name }) => name === 'measured'); // the browser's own pages have processes of theirs
  return events.filter((event) => event.pid === pid && event.tid === tid);
};

const isTask = ({ name }) => name === 'ThreadControllerImpl::RunTask';

// blocked is how long a page's main thread keeps its reader waiting on a machine `slow` times slower than this one, in ms:
// of each task after the first paint what is beyond 50 ms, computed from the processor time of the tasks, while use opens the page.
export const blocked = async (page, cdp, slow, use) => {
  const own = await traced(page, cdp, use);
  const paint = own.findLast(({ name }) => name === 'firstContentfulPaint');
  return own.filter((event) => isTask(event) && event.ts + event.dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max((slow * tdur) / 1000 - 50, 0), 0);
};

// frame is the processor time of the frame that answers what a reader does, in ms: the longest of those in which a script of the
// page runs for its next paint, with style, layout and paint.
export const frame = async (page, cdp, use) => {
  const own = await traced(page, cdp, use);
  const ticks = own.filter(({ name }) => name === 'FireAnimationFrame');
  const frames = own.filter((event) => isTask(event) && ticks.some(({ ts }) => ts >= event.ts && ts < event.ts + event.dur));
  return Math.max(0, ...frames.map(({ tdur = 0 }) => tdur / 1000));
};
