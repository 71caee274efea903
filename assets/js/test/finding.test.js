import assert from 'node:assert/strict';
import { test } from 'node:test';
import './english.js';
import { found, indexOf, isNear } from '../web/finding.js';

// test/browser searches a site of the published results; here are rules that a page shows badly.
const index = indexOf([
  { title: 'Gemma 3 27B: energy and latency', address: 'models/gemma/', text: '' },
  { title: 'Methods', address: 'methods/', text: '', sections: [{ title: 'Deadline', address: '#deadline', text: '' }] },
]);
const addresses = (text) => found(index, text).map(({ address }) => address);

test('words are found together, apart, in questions and with a letter off', () => {
  for (const text of ['gemma3', 'gemma 3', 'gema 27b', 'what does the gemma27b need']) assert.deepEqual(addresses(text), ['models/gemma/'], text);
  for (const text of ['dead line', 'deadlne', 'deadlines', 'limit']) assert.deepEqual(addresses(text), ['methods/#deadline'], text);
});

test('a word that no page has is not found', () => assert.deepEqual(addresses('xyzzy'), []));

test('what asks nothing finds nothing', () => assert.deepEqual(addresses(' '), []));

test('words are near that differ in one letter', () => {
  for (const [a, b, want] of [['qwen', 'qwne', true], ['gemma', 'gema', true], ['llama', 'llamas', true], ['b200', 'b300', true], ['h10', 'h20', false], ['100', '200', false], ['deep', 'keep', true], ['moe', 'mos', false], ['abcd', 'dcba', false]]) {
    assert.equal(isNear(a, b), want, `${a} ${b}`);
  }
});
