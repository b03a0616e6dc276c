import { expect, test } from 'vitest';
import { faultFrom } from '../../../src/scenario/document/fault-document.ts';
import { readPutFault } from '../../../src/world/control/faults.ts';
import { createServiceStub } from '../../scenario/service-stub.ts';

const service = createServiceStub();

test('a PUT is merged into the fault of its name', () => {
  const merged = readPutFault({ on: { operation: 'listOrders' } }, 'slow', faultFrom('slow'), service);
  expect(merged).toMatchObject({
    type: 'merged',
    entry: { enabled: true, fault: { name: 'slow', on: { operation: 'listOrders' } } },
  });
});

test.each([
  [{ status: 'many' }, 'status'],
  [{ on: { operation: 'lost' } }, 'operation'],
])('a PUT with an error is rejected with its place: %j', (value, path) => {
  const merged = readPutFault(value, 'own', undefined, service);
  expect(merged.type === 'invalid' && merged.problems.map((problem) => problem.path.join('.'))).toEqual([path]);
});
