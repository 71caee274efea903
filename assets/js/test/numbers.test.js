import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { english, speak } from './english.js';

// The numbers of the test of package units.
const numbers = JSON.parse(readFileSync('units/testdata/numbers.json', 'utf8'));
speak(english);
const { amount, number } = await import('../web/numbers.js');

test('numbers are written in their form, as package units does', () => {
  for (const { x, size, digits, unit, text } of numbers) assert.equal(unit ? amount(x, unit) : number(x, { size, digits }), text);
});
