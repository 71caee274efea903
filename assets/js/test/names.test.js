import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shortened } from '../web/scale.js';

// The names of the test of package charts.
const groups = JSON.parse(readFileSync('charts/testdata/names.json', 'utf8'));

test('names are shortened as package charts does', () => {
  for (const { names, width, short } of groups) assert.deepEqual(shortened(names, 12, width), short);
});
