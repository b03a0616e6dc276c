import { expect, test } from 'vitest';
import { readPutFault } from '../../../src/world/control/faults.ts';
import { worldOf } from './support.ts';

test('a PUT is merged into the fault of its name', () => {
  const merged = readPutFault({ on: { operation: 'listPets' } }, 'slow', worldOf({ faults: ['slow'] }));
  expect(merged).toMatchObject({
    type: 'merged',
    entry: { enabled: true, fault: { name: 'slow', on: { operation: 'listPets' } } },
  });
});

test.each([
  [{ status: 'many' }, 'status'],
  [{ on: { operation: 'lost' } }, 'operation'],
])('a PUT with an error is rejected with its place: %j', (value, path) => {
  const merged = readPutFault(value, 'own', worldOf());
  expect(merged.type === 'invalid' && merged.problems.map((problem) => problem.path.join('.'))).toEqual([path]);
});
