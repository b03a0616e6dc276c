import { expect, test } from 'vitest';
import { readRoute, writeRoute } from '../../../../src/parts/panel/state/address.ts';
import { filterFrom } from '../../../../src/parts/panel/state/traffic-filter.ts';

const shown = (hash: string): string => {
  const { world, view, rest, query } = readRoute(hash);
  return [world, view, ...rest, ...[...query].map(([name, value]) => `${name}=${value}`)].join(' | ');
};

test.each([
  ['', 'default | traffic'],
  ['#/alice', 'alice | traffic'],
  ['#/alice/faults?text=a+b', 'alice | faults | text=a b'],
  ['#/default/data/a%2Fb/7', 'default | data | a/b | 7'],
  ['#/demo?fault=slow@listPets&scenario=outage', 'default | demo | fault=slow@listPets | scenario=outage'],
  ['#/faults', 'default | faults'],
  ['#/default/data//7/', 'default | data | 7'],
  ['#/demo/traffic', 'demo | traffic'],
  ['#/default/demo?fault=a?b', 'default | demo | fault=a?b'],
  // What nobody meant leads to a view all the same.
  ['#/%E0%A4%A/constructor', '%E0%A4%A | traffic'],
  ['#/__proto__/toString?__proto__=1', '__proto__ | traffic | __proto__=1'],
])('%j is an address', (hash, expected) => {
  expect(shown(hash)).toBe(expected);
  expect(shown(writeRoute(readRoute(hash)))).toBe(expected);
});

test('an address is written as a person would write it', () => {
  const hash = '#/default/demo?faults=slow,hang&fault=slow@listPets&text=%26%23+%25';
  expect(writeRoute(readRoute(hash))).toBe(hash);
});

test('a filter that does not exist filters nothing', () => {
  const query = new URLSearchParams('status=constructor&violations=1&text=pets');
  expect(filterFrom(query)).toEqual({ operation: '', status: '', fault: '', violations: false, text: 'pets' });
});
