import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english, speak } from './english.js';

const messages = {
  runs: { one: '{n} Lauf', other: '{n} Läufe' },
  gone: 'lowest for **{n} models** {at}, by {b} far',
  rich: 'At 2*3, **{model} wins**; see [the {what}]({to}).',
};
speak({ ...english, language: 'de', decimal: ',', group: '.', messages });
const node = (tag, attributes) =>
  ({ tag, attributes, children: [], setAttribute(name, value) { attributes[name] = value; }, append(...c) { this.children.push(...c); } });
document.createElement = (tag) => node(tag, {});
const { rich, say } = await import('../web/catalog.js');
const { number, places, short, toType, typed, whole } = await import('../web/numbers.js');

test('a message takes the plural form of the language', () => {
  assert.deepEqual([0, 1, 1200].map((n) => say('runs', { n })), ['0 Läufe', '1 Lauf', '1.200 Läufe']);
});

test('a value is never markup', () => {
  const values = { model: '**A** [b]({c})', what: 'page', to: 'x/' };
  assert.equal(say('rich', values), 'At 2*3, **A** [b]({c}) wins; see the page.');
  const [before, strong, between, link, end] = rich('rich', values);
  assert.deepEqual([before, between, end], ['At 2*3, ', '; see ', '.']);
  assert.deepEqual([strong.tag, strong.children], ['strong', ['**A** [b]({c}) wins']]);
  assert.deepEqual([link.tag, link.attributes.href, link.children], ['a', 'x/', ['the page']]);
});

test('the space before a value that is empty goes with it', () => {
  assert.equal(say('gone', { n: 2, at: '', b: '' }), 'lowest for 2 models, by far');
  assert.deepEqual(rich('gone', { n: 2, at: '', b: '' }).map((one) => one.children?.[0] ?? one), ['lowest for ', '2 models', ', by far']);
});

test('numbers are in the style of the language', () => {
  assert.deepEqual([number(0.0318), number(18376), short(1.8), whole(1858), places(2.5, 2)], ['0,0318', '18.400', '1,8', '1.858', '2,50']);
});

test('numbers are read as a reader types them', () => {
  for (const [text, x] of [['0,5', 0.5], ['0.5', 0.5], ['1.858', 1858], ['1.000.000,5', 1000000.5], ['', NaN], ['x', NaN],
    ['0,125', 0.125], ['0.125', 0.125]]) {
    assert.equal(typed(text), x, text);
  }
  for (const x of [0.125, 50, 1858, 1e6, 1.5]) assert.equal(typed(toType(x)), x);
});
