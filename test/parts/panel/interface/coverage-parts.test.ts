import { expect, test } from 'vitest';
import { sumOf } from '../../../../src/parts/panel/interface/coverage-parts.ts';

test('the parts of all operations are added: statuses, parameters and values', () => {
  const one = { statuses: { 200: 3, 404: 0 }, parameters: { 'query.a': 1 }, values: { 'query.a': { x: 0, y: 2 } } };
  expect(sumOf([one, one] as never)).toEqual({ seen: 6, total: 10 });
  expect(sumOf([])).toEqual({ seen: 0, total: 0 });
});
