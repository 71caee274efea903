import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted } from '../web/export.js';

test('no cell is a formula, and numbers stay', () => {
  for (const [text, cell] of [
    ['=1+1', "'=1+1"], ['@SUM(1)', "'@SUM(1)"], ['+a', "'+a"], ['-2+3', "'-2+3"], ["'=1", "''=1"], ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`], ['-5', '-5'], ['+1e-7', '+1e-7'], ['-5 %', '-5 %'], ["it's", "it's"], ['', ''],
  ]) assert.equal(quoted(text), cell);
});
