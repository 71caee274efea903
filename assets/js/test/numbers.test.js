import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { english, speak } from './english.js';

// The numbers of the test of package units.
const numbers = JSON.parse(readFileSync('units/testdata/numbers.json', 'utf8'));
speak(english);
const { amount, behind, number } = await import('../web/numbers.js');

test('the unit behind 1 is singular, as package units writes it', () => {
  for (const { number: x, unit, want } of JSON.parse(readFileSync('units/testdata/behind.json', 'utf8'))) assert.equal(behind(x, unit), want);
});

test('numbers are written in their form, as package units does', () => {
  for (const { x, size, digits, unit, text } of numbers) assert.equal(unit ? amount(x, unit) : number(x, { size, digits }), text);
});
