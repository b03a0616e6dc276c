import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import { reflectPath } from '../../../src/core/response/reflect-request.ts';

const parameters = [
  { name: 'list_id', in: 'path' },
  { name: 'page', in: 'query' },
  { name: 'other', in: 'path' },
];
const context = {
  operation: { parameters },
  parameters: [{ value: '7' }, { value: '2' }, undefined],
} as unknown as RequestContext;

test.each<[string, Json, Json]>([
  ['a number', { list_id: 1, page: 1 }, { list_id: 7, page: 1 }],
  ['a text in another spelling', { listId: 'x', other: 'y' }, { listId: '7', other: 'y' }],
  ['no property of another type', { list_id: true }, { list_id: true }],
  ['no property of a text', 'rest', 'rest'],
])('the value in the path replaces %s', (_name, rest, wanted) => {
  expect(reflectPath(rest, context)).toEqual(wanted);
});

test('without an operation, nothing is replaced', () => {
  const rest = { list_id: 1 };
  expect(reflectPath(rest, { ...context, operation: undefined } as RequestContext)).toBe(rest);
});
