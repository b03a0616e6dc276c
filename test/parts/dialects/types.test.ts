/** Types of other languages are read as those of JSON, and reported. */
import { expect, test } from 'vitest';
import { contentsOf, now } from '../../openapi/documents.ts';
import { object } from '../../short-document.ts';

test.each<[name: string, fits: unknown, other: unknown]>([
  ['int', 1, 'a'],
  ['Integer', 1, 1.5],
  ['int64', 1, 'a'],
  ['long', 1, 'a'],
  ['float', 1.5, 'a'],
  ['decimal', 1.5, 'a'],
  ['bool', true, 'true'],
  ['str', 'a', 1],
  ['STRING', 'a', 1],
  ['ObjectId', 'a', 1],
  ['list', [], {}],
  ['dict', {}, []],
  ['datetime', '2026-01-17T12:34:00Z', 'soon'],
  ['timestamp', '2026-01-17T12:34:00Z', 1],
  ['date', '2026-01-17', '17'],
  ['uuid', '5f0b9a36-6f5e-4d1c-8a55-0d4b4a1f2f0e', 'a'],
])('%s allows %j, not %j, and generates such values', async (type, fits, other) => {
  const { response, service } = await contentsOf({ type: 'object', properties: { it: { type } }, required: ['it'] });
  expect(response.check({ it: fits as never })).toEqual([]);
  expect(response.check({ it: other as never })).toHaveLength(1);
  expect(response.check(response.generate({ seed: 1, now }))).toEqual([]);
  expect(service.problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(`"${type}" is not a type; it is read as `),
  );
});

test.each([null, 'None', 'nil'])('%j beside a type allows null', async (name) => {
  const { response } = await contentsOf({ type: ['string', name] });
  for (const value of ['a', null]) expect(response.check(value)).toEqual([]);
  expect(response.check(5)).toHaveLength(1);
});

test('an empty type allows any value', async () => {
  expect((await contentsOf({ type: null })).response.check('anything')).toEqual([]);
});

test('a name that means no type is ignored', async () => {
  const { response, service } = await contentsOf({ type: 'RECIPE' });
  expect(response.check('anything')).toEqual([]);
  expect(service.problems[0]?.message).toBe('"RECIPE" is not a type; it is ignored');
});

test.each<[format: string, pattern: RegExp]>([
  ['guid', /^[\da-f]{8}-/],
  ['datetime', /T\d\d:\d\d:\d\dZ$/],
  ['dateTime', /T\d\d:\d\d:\d\dZ$/],
  ['date_time', /T\d\d:\d\d:\d\dZ$/],
  ['timestamp', /T\d\d:\d\d:\d\dZ$/],
  ['local-date-time', /T\d\d:\d\d:\d\d$/],
  ['local-date', /^\d{4}-\d\d-\d\d$/],
  ['URI', /^https:/],
  ['email-address', /@/],
  ['ip', /^192\./],
  ['phone', /^\+\d+$/],
  ['currency', /^[A-Z]{3}$/],
])(
  'the format %s of a property without a telling name is generated as meant, and not checked',
  async (format, pattern) => {
    const { response } = await contentsOf(object({ it: { type: 'string', format } }, ['it']));
    expect((response.generate({ seed: 1, now }) as { it: string }).it).toMatch(pattern);
    expect(response.check({ it: 'anything' })).toEqual([]);
  },
);

test.each(['timestamp', 'unix-time', 'epoch'])('a number with the format %s is a time in seconds', async (format) => {
  const { response } = await contentsOf(object({ it: { type: 'integer', format } }, ['it']));
  const { it } = response.generate({ seed: 1, now }) as { it: number };
  expect(Math.abs(it * 1000 - now)).toBeLessThan(60 * 86_400_000);
});

test.each(['timespan', 'TimeSpan', 'time-span', 'date-span'])(
  'a text of the format %s is a duration of .NET',
  async (format) => {
    const { response } = await contentsOf({ type: 'string', format });
    expect(response.generate({ seed: 1, now })).toMatch(/^\d\d:\d\d:\d\d$/);
  },
);
