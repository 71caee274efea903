import assert from 'node:assert/strict';
import { test } from 'node:test';
import './english.js';
import { histogramOf, quantile } from '../web/histogram.js';
import { ticks } from '../web/ticks.js';

const file = { edges: [[0, 10, 20, 40]], of: [0, -1], counts: [[1, 2, 1], []] };

test('a histogram in joules keeps every answer', () => {
  const { edges, counts } = histogramOf(file, 0, 0.5);
  assert.deepEqual(edges, [0, 5, 10, 20]);
  assert.deepEqual(counts, [1, 2, 1]);
  assert.equal(histogramOf(file, 1), null);
  assert.equal(histogramOf(null, 0), null);
});

test('quantiles spread answers evenly inside a bin', () => {
  const histogram = histogramOf(file, 0);
  assert.equal(quantile(histogram, 0.25), 10);
  assert.equal(quantile(histogram, 0.5), 15);
  assert.equal(quantile(histogram, 1), 40);
});

test('ticks are round and inside', () => {
  assert.deepEqual(ticks(0, 2300, 4), [0, 1000, 2000]);
  assert.deepEqual(ticks(0, 0.9, 3), [0, 0.5]);
  assert.ok(ticks(1e300, 1e300, 4).length <= 40);
});
