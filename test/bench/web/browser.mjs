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

// row prints a figure beside what it is held against.
export const row = (name, value, limit, unit, existing = '') => {
  const size = Math.abs(value ?? 0);
  const text = value == null ? '–' : value.toFixed(size >= 10 || value === 0 ? 0 : size >= 1 ? 2 : 4);
  console.log(`${name.padEnd(58)} ${text.padStart(8)} ${unit.padEnd(3)} limit ${String(limit).padStart(7)} ${existing && `existing site ${existing}`}`);
};
