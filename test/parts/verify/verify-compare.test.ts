/** `compareService`: the requests of `verify`, and the differences that the world found. */
import { expect, test } from 'vitest';
import { compareService } from '../../../src/parts/verify/verify.ts';
import type { DriftRow } from '../../../src/world/evidence/drift.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';
import { integer, object, operation, ref, text } from '../../short-document.ts';

const paths = {
  '/notes': { post: { operationId: 'create', ...operation(ref('Note'), { status: 201, takes: ref('Note') }) } },
  '/notes/{id}': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: integer }],
    get: { operationId: 'read', ...operation(ref('Note')) },
  },
};
const schemas = { Note: object({ id: integer, text }, ['text']) };

const compare = async (
  options: { isReadOnly?: boolean; only?: readonly string[]; lost?: string; unsent?: string } = {},
) => {
  const service = await readyServiceOf(paths, { schemas });
  const methods: string[] = [];
  const result = await compareService(service, {
    ...{ seed: 1, now: 0, isReadOnly: false, only: [], ...options },
    send: async ({ operation: { method, name } }) => {
      methods.push(method);
      if (name === options.lost) return { type: 'failed', reason: 'late' };
      if (name === options.unsent) return { type: 'failed', reason: 'no base path', unsent: true };
      return { type: 'response', status: 404, headers: { 'vivarium-exchange': String(methods.length) }, text: '' };
    },
    drift: async () =>
      ['create', 'read'].map(
        (name): DriftRow => ({
          ...{ operation: operationOf(service, name).name, kind: 'status', pointer: '', simulated: 1, real: 2 },
          ...{ breaking: true, count: 1, world: 'a', exchange: methods.indexOf(name === 'read' ? 'GET' : 'POST') + 1 },
        }),
      ),
  });
  const statuses = Object.fromEntries(result.operations.map((each) => [each.operation.name, each.statuses]));
  return { ...result, methods, statuses };
};

test('it reads before it writes, and counts both', async () => {
  const readOnly = await compare({ isReadOnly: true });
  const reads = readOnly.methods.length;
  expect(new Set(readOnly.methods)).toEqual(new Set(['GET']));
  const { methods, statuses, drift } = await compare();
  expect(new Set(methods.slice(0, reads))).toEqual(new Set(['GET']));
  expect(methods.filter((method) => method === 'GET')).toHaveLength(2 * reads);
  expect(statuses.read).toEqual(new Map([['404', 2 * reads]]));
  expect(statuses.create).toEqual(new Map([['404', 2]]));
  expect(drift.map(({ operation: name, request }) => [name, request?.operation.method])).toEqual([
    ['create', 'POST'],
    ['read', 'GET'],
  ]);
});

test('only the differences of the selected operations are shown', async () => {
  const { drift, operations } = await compare({ only: ['read'] });
  expect([drift.map((row) => row.operation), operations.map((each) => each.operation.name)]).toEqual([
    ['read'],
    ['read'],
  ]);
});

test('an operation without a response is not judged', async () => {
  const { operations } = await compare({ lost: 'read' });
  expect(operations.map(({ unjudged }) => unjudged)).toEqual([undefined, 'there was no response: late']);
});

test('an operation whose requests are not sent is not judged, and says why', async () => {
  const { operations, statuses } = await compare({ unsent: 'create' });
  expect(operations.map(({ unjudged }) => unjudged)).toEqual(['the requests were not sent: no base path', undefined]);
  expect([...(statuses.create?.keys() ?? [])]).toEqual(['unsent']);
});
