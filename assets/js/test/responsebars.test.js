import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../web/histogram.js';
import { logarithmic, rangeOf, titleOf } from '../web/responsebars.js';

const distributions = [
  { edges: [0, 2, 4, 6], counts: [5, 0, 2] },
  { edges: [0.001, 90, 180], counts: [1, 9] },
  { edges: [7, 7.01], counts: [3] },
];

test('a logarithmic histogram drops no response, whatever the others are', () => {
  const range = rangeOf(distributions);
  for (const one of distributions) {
    const bins = logarithmic(one, range);
    assert.equal(total(bins.counts), total(one.counts));
    assert.equal(bins.edges.length, bins.counts.length + 1);
  }
});

test('the range holds the least and the greatest response', () => {
  assert.deepEqual(rangeOf(distributions), [1, 135, 180]);
});

test('the title gives two digits', () => {
  assert.equal(titleOf({ edges: [0, 123.4], counts: [10] }), 'Half of the responses take less than about 62 J, one in ten more than 110 J');
});
