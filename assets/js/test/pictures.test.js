import assert from 'node:assert/strict';
import { test } from 'node:test';

import './english.js';
const { factsOf } = await import('../web/pictures.js');

const columns = ['GPUs', 'Batch', 'Panel', 'Series', 'Batch, sequences', 'Measure', 'Value'].map((label) => ({ label }));

test('a mark says each thing once', () => {
  assert.deepEqual(factsOf('Llama', columns, ['1× B200', '16', 'Energy', 'Llama', '16.0', 'Energy', '0.242']),
    [['GPUs', '1× B200'], ['Batch', '16'], ['Measure', 'Energy'], ['Value', '0.242']]);
});

test('what a row of several runs leaves empty is left out', () => {
  assert.deepEqual(factsOf('Llama', columns, ['', '', 'Energy', 'B200', '16.0', 'Power', '0']),
    [['Panel', 'Energy'], ['Series', 'B200'], ['Batch, sequences', '16.0'], ['Measure', 'Power'], ['Value', '0']]);
});

test('units stand behind their values', () => {
  assert.deepEqual(factsOf('Llama', [{ label: 'Power', unit: 'W' }, { label: 'Latency', unit: 'ms' }], ['700', '']), [['Power', '700 W']]);
});
