/** Places that only an unusual schema or value has. */
import { expect, test } from 'vitest';
import { breakContract } from '../../../src/core/faults/contract-fault.ts';
import { contentsOf } from '../../openapi/documents.ts';

const breakIn = async (
  kind: Parameters<typeof breakContract>[0],
  schema: object,
  value: unknown,
  mediaType = 'application/json',
) => {
  const content = (await contentsOf(schema)).response;
  return breakContract(kind, { mediaType, value: value as never }, [content], 1);
};

test('a flag that can only be true is broken by false', async () => {
  expect(await breakIn('unknown-enum', { enum: [true] }, true)).toMatchObject({
    type: 'broken',
    before: true,
    after: false,
  });
});

test('an empty text is made too long with a filler', async () => {
  expect(await breakIn('out-of-range', { type: 'string', maxLength: 3 }, '')).toMatchObject({
    type: 'broken',
    after: 'xxxx',
  });
});

test('a number where only texts are allowed has no range to leave', async () => {
  expect(await breakIn('out-of-range', { type: 'string' }, 5)).toMatchObject({ type: 'not-applicable' });
});

test('a text that matches the pattern is not used as a pattern violation because it is too short', async () => {
  expect(await breakIn('bad-format', { type: 'string', pattern: '.', minLength: 5 }, 'hello')).toEqual({
    type: 'not-applicable',
    reason: 'no location could be broken without violating another rule too',
  });
});
