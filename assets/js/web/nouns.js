// What the things are called that a task puts out. What no task of ours puts out is called as its declaration calls it.
import { has, say } from './catalog.js';
import { behind, inUnit, nouns } from './numbers.js';

export const noun = (thing, n) => {
  if (has(`outputs.${thing}`)) return say(`outputs.${thing}`, { n });
  return n === 1 ? thing : nouns(thing);
};

// precisionName is the name of a precision that files write as bfloat16, float16 or fp8: BF16, FP16, FP8.
export const precisionName = (name) => name.replace('bfloat', 'BF').replace('float', 'FP').toUpperCase();

// measured is a written number with its unit: "78.7%", "1 token", "2 tokens".
export const measured = (text, unit = '') => (unit.startsWith('%') ? say('form.percent', { x: text }) + unit.slice(1) : inUnit(text, behind(text, unit)));

// per is a unit for each of a thing: "J per token".
export const per = (unit, thing) => say('form.per', { unit, noun: noun(thing, 1) });

// lotOf is many of a thing: "million tokens".
export const lotOf = (thing, n) => {
  const many = noun(thing, n);
  return n === 1e6 ? say('outputs.million', { nouns: many }) : say('outputs.many', { n, nouns: many });
};
