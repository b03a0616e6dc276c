/** Keywords that no text meets together are ignored, and reported. */
import { expect, test } from 'vitest';
import { contentsOf, now } from '../../openapi/documents.ts';

const five = { pattern: '^[A-Z]{5}$' };

test.each<[schema: object, ignored: readonly string[], text: unknown]>([
  [{ ...five, maxLength: 3 }, ['maxLength'], 'ABCDE'],
  [{ ...five, minLength: 6 }, ['minLength'], 'ABCDE'],
  [{ ...five, maxLength: 3, example: 'ABC' }, ['pattern'], 'abc'],
  [{ pattern: '^(?:a|bc){2,3}$', minLength: 7, maxLength: 9 }, ['minLength'], 'bcbc'],
  [{ pattern: '\\d{4}', maxLength: 3 }, ['maxLength'], '1234'],
  [{ pattern: '^a$b' }, ['pattern'], 'ab'],
  [{ format: 'uuid', maxLength: 32 }, ['maxLength'], '5f0b9a36-6f5e-4d1c-8a55-0d4b4a1f2f0e'],
  // A text may meet these.
  [{ ...five, maxLength: 5, minLength: 5 }, [], 'ABCDE'],
  [{ pattern: '^a', minLength: 6 }, [], 'abbbbb'],
  [{ pattern: '^(?=.{8,})\\S*$', maxLength: 8 }, [], 'abcdefgh'],
  [{ pattern: '^$|^a{3}$', maxLength: 2 }, [], ''],
])('%o ignores %o', async (rest, ignored, value) => {
  const { service, request, response } = await contentsOf({ type: 'string', ...rest });
  expect(request.check(value as never)).toEqual([]);
  expect(request.check(response.generate({ seed: 1, now }))).toEqual([]);
  expect([...new Set(service.problems.map(({ pointer }) => pointer.split('/').at(-1)))]).toEqual(ignored);
});
