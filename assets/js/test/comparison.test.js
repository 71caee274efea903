import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBoard, ties } from '../web/board.js';
import { compare, distinctMarks, ratio, readComparison, writeComparison } from '../web/comparison.js';
import { wire } from './sample.js';

const board = openBoard(wire);
const read = (search) => readComparison(board, search);

test('a comparison survives its address, commas in ids too', () => {
  const { comparison, faults } = read('task=t&models=lab/b%252C1,lab/a&base=lab/a&deadline=none&gpu=B200&pct=p90');
  assert.deepEqual(faults, []);
  assert.deepEqual(comparison.models, ['lab/b,1', 'lab/a']);
  assert.equal(comparison.base, 'lab/a');
  assert.equal(comparison.query.deadline, 0);
  assert.deepEqual(comparison.query.gpu, ['B200']);
  assert.deepEqual(read(writeComparison(board, 't', comparison)).comparison, comparison);
});

test('what the task does not have is left out and named', () => {
  const { comparison, faults } = read('models=lab/a,nobody,lab/a&base=nobody');
  assert.deepEqual(comparison.models, ['lab/a']);
  assert.equal(comparison.base, 'lab/a');
  assert.deepEqual(faults.map(({ name, value }) => [name, value]), [['models', 'nobody'], ['base', 'nobody']]);
});

test('an address without models asks for none', () => {
  assert.deepEqual(read('').comparison.models, []);
  assert.equal(read('').comparison.base, undefined);
});

test('each model has its best within the deadline, or its fastest', () => {
  const { compared, rows, base } = compare(board, read('models=lab/a,lab/c,lab/b%252C1').comparison);
  assert.deepEqual(compared.map(({ best, fastest }) => [best, fastest]), [[1, null], [null, 3], [2, null]]);
  assert.deepEqual([...rows], [1, 0, 2]);
  assert.equal(base.id, 'lab/a');
});

test('frontiers reach beyond the deadline and keep to the filters', () => {
  assert.deepEqual(compare(board, read('models=lab/a,lab/b%252C1').comparison).compared[1].frontier, [2, 4]);
  assert.deepEqual(compare(board, read('models=lab/a,lab/b%252C1&gpu=H100').comparison).compared[1].frontier, [2]);
});

test('ratios know what the measurement cannot tell', () => {
  assert.deepEqual(ratio(0.4, 0.2), { times: 2, tied: false });
  assert.equal(ratio(1.04, 1).tied, true);
  assert.equal(ratio(1, 1.04).tied, true);
  assert.equal(ratio(1.05, 1).tied, false);
  assert.equal(ratio(null, 1), null);
});

test('no two models compared share a mark while there are free ones', () => {
  const all = [{ color: 'red', shape: 'circle' }, { color: 'red', shape: 'rect' }, { color: 'blue', shape: 'rect' }];
  assert.deepEqual(distinctMarks([all[1], all[1], all[2]], all), [all[1], all[0], all[2]]);
});

// The cases are those of package aggregate's test.
test('only intervals of repeats tell near rows apart', () => {
  const tied = (energies, lows, highs, runs) => ties(openBoard({ ...wire, columns: [
    ...wire.columns.filter(({ name }) => name !== wire.energy),
    { name: wire.energy, kind: 'number', values: [...energies, 0, 0, 0] },
    { name: 'energy_low', kind: 'number', values: [...lows, null, null, null] },
    { name: 'energy_high', kind: 'number', values: [...highs, null, null, null] },
    { name: 'energy_runs', kind: 'integer', values: [...runs, null, null, null] },
  ] }), 1, 0);
  assert.equal(tied([1, 1.2], [1, 1.2], [1.3, 1.4], [2, 2]), true, 'far apart but overlapping');
  assert.equal(tied([1, 1.2], [1, 1.2], [1.2, 1.4], [3, 3]), true, 'touching');
  assert.equal(tied([1, 1.03], [0.99, 1.02], [1.01, 1.04], [3, 4]), false, 'means near but apart');
  assert.equal(tied([1, 1.03], [0.99, 1.02], [1.01, 1.04], [2, 2]), true, 'ranges near but apart');
  assert.equal(tied([1, 1.03], [0.99, 1.02], [1.01, 1.04], [1, 1]), true, 'single runs near but apart');
  assert.equal(tied([1, 1.03], [0.99, 1.02], [1.01, 1.04], [3, 2]), true, 'a mean and a range near');
  assert.equal(tied([1, 1.06], [0.99, 1.05], [1.01, 1.07], [1, 1]), false, 'single runs apart');
  assert.equal(tied([1, 1.03], [0.99, null], [1.01, null], [3, null]), true, 'one without, near');
  assert.equal(tied([1, 1.06], [0.9, null], [1.2, null], [3, null]), false, 'one without, apart');
});
