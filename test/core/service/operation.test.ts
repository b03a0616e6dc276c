import { expect, test } from 'vitest';
import { isDocumented, type Operation, type ResponseSpec, responseFor } from '../../../src/core/service/operation.ts';

const response = (description: string): ResponseSpec => ({ description, contents: [], headers: [] });
const operationWith = (...keys: readonly string[]): Operation =>
  ({ responses: new Map(keys.map((key) => [key, response(key)])) }) as unknown as Operation;

test.each([
  [200, ['200', '2XX', 'default'], '200', true],
  [201, ['200', '2XX', 'default'], '2XX', true],
  [404, ['200', '2XX', 'default'], 'default', false],
  [499, ['4XX'], '4XX', true],
  [500, ['4XX'], undefined, false],
])('the response for %i of %j is %s; documented: %s', (status, keys, description, documented) => {
  const operation = operationWith(...keys);
  expect(responseFor(operation, status)?.description).toBe(description);
  expect(isDocumented(operation, status)).toBe(documented);
});
