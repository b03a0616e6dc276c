/** Of thousands of stubs, one is compared with those alone that have its path, or its operation. */
import { expect, test } from 'vitest';
import { type PlacedStub, rivalsOf } from '../../../../src/parts/import/stubs/place-stub.ts';

interface Conditions {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
}

const placed = ({ path = '/books', query = {} }: Conditions): PlacedStub => {
  const on = { operation: 'listBooks', path, query };
  return {
    on,
    operations: [{ name: 'listBooks' }],
    stub: { delivery: [] },
    requests: JSON.stringify(on),
    example: { path },
  } as unknown as PlacedStub;
};

const numbers = [...Array(3000).keys()].map(String);

test('three thousand that differ by their path have no rivals', () => {
  const stubs = numbers.map((number) => placed({ path: `/books/${number}` }));
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
