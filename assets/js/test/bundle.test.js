import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages } from '../build/pages.js';

const contents = async (dist) => {
  const names = ['web.json', ...(await readdir(join(dist, 'web'))).sort().map((name) => join('web', name))];
  return Promise.all(names.map(async (name) => [name, await readFile(join(dist, name), 'utf8')]));
};

test('the committed bundle is what the sources give', async (t) => {
  const dist = await mkdtemp(join(tmpdir(), 'bundle-'));
  t.after(() => rm(dist, { recursive: true }));
  await pages(dist);
  assert.deepEqual(await contents('assets/dist'), await contents(dist), 'run make generate and commit assets/dist/web and web.json');
});
