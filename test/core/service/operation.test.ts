import { describe, expect, test } from 'vitest';
import {
  isDocumented,
  isSentInParts,
  type Operation,
  type Parameter,
  type ResponseSpec,
  responseFor,
} from '../../../src/core/service/operation.ts';

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

describe('an object whose properties are query parameters', () => {
  const parameter = (name: string, rest: Partial<Parameter> = {}): Parameter =>
    ({ name, in: 'query', ...rest }) as unknown as Parameter;
  const whole = parameter('filter', { parts: ['tag', 'size'] });
  const isSentBeside = (...others: readonly Parameter[]): boolean =>
    isSentInParts(whole, { parameters: [whole, ...others] }, (_, index) => index > 0);

  test('is sent in parts if one of them is sent', () => {
    expect(isSentBeside(parameter('name'), parameter('size'))).toBe(true);
    expect(isSentInParts(whole, { parameters: [whole, parameter('size')] }, () => false)).toBe(false);
  });

  test('is not sent in parts by other parameters', () => {
    expect(isSentBeside(parameter('name'))).toBe(false);
    expect(isSentBeside(parameter('size', { in: 'header' }))).toBe(false);
    expect(isSentInParts(parameter('size'), { parameters: [parameter('tag')] }, () => true)).toBe(false);
  });
});
