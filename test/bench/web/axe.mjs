// node axe.mjs BASE PAGE…: violations that axe-core finds on every kind of page and in every state, in light and dark.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fresh } from './browser.mjs';

const [, , base, ...kinds] = process.argv;
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const existing = '202 to 581';

const pages = [...kinds, '404.html', 'compare/?task=gpqa&models=openai%2Fgpt-oss-20b%2CQwen%2FQwen3-8B'];

const task = 'tasks/gpqa/';
const ready = (page) => page.waitForSelector('html[data-state=ready]');
const data = /\/gpqa\.[0-9a-f]+\.json$/;
const states = [
  ...pages.map((path) => ({ name: `/${path}`, path, then: (page) => page.waitForTimeout(1500) })),
  ...pages.map((path) => ({ name: `/${path} on a phone`, path, size: [390, 844], then: (page) => page.waitForTimeout(500) })),
  { name: 'no result', path: `${task}?gpu=none`, then: ready },
  { name: 'all configurations', path: `${task}?view=all&deadline=none`, then: ready },
  { name: 'one model', path: `${task}?q=gpt-oss-20b`, then: ready },
  { name: 'data loading', path: `${task}?gpu=B200`, before: (page) => page.route(data, () => {}),
    then: (page) => page.waitForTimeout(500) },
  { name: 'data failed', path: `${task}?gpu=B200`, before: (page) => page.route(data, (route) => route.abort()),
    then: (page) => page.waitForSelector('html[data-state=error]') },
  { name: 'comparison without models', path: 'compare/', then: (page) => page.waitForTimeout(1000) },
  { name: 'no histogram', path: 'models/black-forest-labs__FLUX.1-dev/', then: (page) => page.waitForTimeout(1000) },
  { name: 'live chart', path: task, then: async (page) => {
    await ready(page);
    await page.click('#tradeoff-figure [data-explore]');
    await page.waitForSelector('#tradeoff-figure[data-live]');
  } },
  { name: 'explanation', path: task, then: async (page) => {
    await ready(page);
    await page.click('#results .why');
  } },
  { name: 'scripts blocked', path: task, before: (page) => page.route(/\.js$/, (route) => route.abort()), then: () => {} },
  { name: 'print', path: task, media: 'print', then: ready },
  { name: '390 px', path: task, size: [390, 844], then: ready },
  { name: '320 px', path: task, size: [320, 640], then: ready },
  { name: '390 px, filters open', path: task, size: [390, 844], then: async (page) => {
    await ready(page);
    await page.click('.fold');
  } },
];

const toTop = () => scrollTo(0, 0); // a link half below the edge or a fixed head is no small target

const check = () => window.axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  .then(({ violations }) => violations.map(({ id, nodes }) => `${id} × ${nodes.length} (${nodes[0].target.join(' ')})`));

let worst = 0;
for (const { name, path, before, then, media, size = [1440, 900] } of states) {
  for (const colorScheme of ['light', 'dark']) {
    await fresh(async (page) => {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.emulateMedia({ colorScheme, media });
      await before?.(page);
      const response = await page.goto(base + path, { waitUntil: 'domcontentloaded', timeout: 120_000 });
      if (!response.ok()) {
        console.log(`${name.padEnd(64)} is not on this site`); // the sample has other models
        return;
      }
      await then(page);
      await page.evaluate(toTop);
      await page.evaluate(source);
      const violations = await page.evaluate(check);
      worst = Math.max(worst, violations.length);
      console.log(`${name.padEnd(64)} ${colorScheme.padEnd(5)} ${violations.length} violations, limit 0, `
        + `existing site ${existing}  ${violations.join('; ')}`);
    });
  }
}
if (worst > 0) process.exitCode = 1;
