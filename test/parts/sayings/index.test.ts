/** What the descriptions of lists and of their parameters say. */
import { expect, test } from 'vitest';
import { saysInclusive, saysOlder, saysZero, sizeSaid } from '../../../src/parts/sayings/index.ts';

test.each<[string, string, number | undefined]>([
  ['Maximum number of results. Default is 5, maximum is 100.', '', 5],
  ['Returns 30 items by default', '', 30],
  ['', 'Lists pots, sorted by name. Returns up to 3 pots per page.', 3],
  ['', 'There are 25 on each page.', 25],
  ['', 'Pages of 50 entries.', 50],
  ['', 'Returns at most 100 pots per page.', undefined],
  ['', 'Returns more than 100 pots per page.', undefined],
  ['', 'Lists pots.', undefined],
  ['', 'Lists pots, 1,500 pots per page (max. 2,000 pots per page).', 1500],
  ['', 'Returns a maximum of 100 pots per page.', undefined],
  ['', 'Max. 100 pots per page', undefined],
  ['', 'There are 10 to 100 pots on each page.', undefined],
  ['', 'Set the limit to get 2 pots per page.', undefined],
  ['', 'You may ask for 100 pots per page. There are 25 on each page.', 25],
  ['', 'The page has 2 columns.', undefined],
  ['How many per page', 'Pages of 50 entries.', 50],
  ['Defaults to 5', 'Pages of 50 entries.', 5],
])('the size of a page by "%s" and "%s" is %s', (parameter, list, size) => {
  expect(sizeSaid(parameter, list)).toBe(size);
});

test('descriptions say where a page begins', () => {
  expect(saysOlder('Only notes before this ID')).toBe(true);
  expect(saysOlder('The cursor before this id')).toBe(false);
  expect(saysInclusive('from', 'Starts with this ID')).toBe(true);
  expect(saysInclusive('after', 'Starts with this ID')).toBe(false);
  expect(saysZero('Zero-based index of the page')).toBe(true);
  expect(saysZero('Number of the page')).toBe(false);
});
