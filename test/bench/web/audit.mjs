// node audit.mjs URL…: Lighthouse on a phone, median of three.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { flags, median } from './browser.mjs';

const runs = 3;
process.env.CHROME_PATH ||= '/usr/bin/chromium';

for (const url of process.argv.slice(2)) {
  const scores = {};
  const failed = new Set();
  for (let i = 0; i < runs; i++) {
    const chrome = await launch({ chromeFlags: flags });
    try {
      const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'silent' });
      for (const { id, score } of Object.values(lhr.categories)) (scores[id] ??= []).push(Math.round(score * 100));
      for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits)) {
        if (scoreDisplayMode === 'binary' && score === 0) failed.add(id);
      }
    } finally {
      await chrome.kill();
    }
  }
  const line = Object.entries(scores).map(([id, values]) => `${id} ${median(values)}`).join(', ');
  const bad = failed.size ? `; failed: ${[...failed].join(', ')}` : '';
  console.log(`${new URL(url).pathname}: ${line}${bad} (limit 100 each; existing site 73, 96, 96, 100)`);
}
