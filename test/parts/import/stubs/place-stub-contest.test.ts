/** Of thousands of stubs, one is compared with those alone that have a text of its conditions. */
import { expect, test } from 'vitest';
import { noBody } from '../../../../src/core/http/http.ts';
import { type PlacedStub, rivalsOf } from '../../../../src/parts/import/stubs/place-stub.ts';
import { exactly } from '../../../../src/parts/import/stubs/stub-wildcard.ts';

interface Conditions {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const placed = ({ path = '/books', query = {}, header = {}, body }: Conditions): PlacedStub => {
  const on = { operation: 'listBooks', path, query, header, body };
  const named = (names: object) => Object.entries(names).map(([name, text]) => ({ name, pattern: exactly(text) }));
  return {
    on,
    operations: [{ name: 'listBooks' }],
    stub: { query: named(query), headers: named(header), body, delivery: [] },
    requests: JSON.stringify(on),
    example: {
      path,
      query: new URLSearchParams(query).toString(),
      headers: header,
      body: body === undefined ? noBody : { type: 'bytes', bytes: new TextEncoder().encode(JSON.stringify(body)) },
    },
  } as unknown as PlacedStub;
};

const numbers = [...Array(3000).keys()].map(String);

test.each<readonly [name: string, conditions: (number: string) => Conditions]>([
  ['their path', (number) => ({ path: `/books/${number}` })],
  ['a parameter of one path', (number) => ({ query: { day: 'monday', author: number } })],
  ['a header', (number) => ({ header: { 'x-tenant': number } })],
  ['a value in their body', (number) => ({ body: { order: [{ kind: 'a', id: number }] } })],
])('three thousand that differ by %s have no rivals', (_, conditions) => {
  const stubs = numbers.map((number) => placed(conditions(number)));
  const rivalsFor = rivalsOf(stubs);
  for (const stub of stubs) expect(rivalsFor(stub).map(({ example }) => example)).toEqual([stub]);
});

test('three thousand for the same requests are one rival', () => {
  const stubs = numbers.map(() => placed({}));
  const rivalsFor = rivalsOf(stubs);
  for (const stub of stubs) expect(rivalsFor(stub)).toHaveLength(1);
});

test('a stub with fewer conditions, and one with patterns, are rivals of each other one', () => {
  const [all, pattern, one] = [placed({}), placed({ query: { author: '*' } }), placed({ query: { author: 'Jane' } })];
  expect(rivalsOf([all, pattern, one])(one).map(({ example }) => example)).toEqual([all, pattern, one]);
});

test('patterns that may all be for one request are rejected before they are compared', () => {
  const stubs = Array.from({ length: 5001 }, (_, id) => placed({ path: `/books/*${id}` }));
  expect(() => rivalsOf(stubs)).toThrow(/these 5001 stubs are too many to be compared.*Import fewer/);
});
