import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../../src/parts/panel/api/panel-client.ts';
import { outcomeOf } from '../../../../src/parts/panel/state/outcome.ts';
import {
  filterFrom,
  isFiltered,
  select,
  type TrafficFilter,
  unmatched,
} from '../../../../src/parts/panel/state/traffic-filter.ts';
import { exchangeWith, violation } from '../exchange.ts';

const none = filterFrom(new URLSearchParams());
const shown: readonly Partial<Exchange>[] = [
  { id: 1, status: 200, query: 'tag=Red', world: 'mine' },
  { id: 2, status: 404, operation: null, path: '/lost' },
  { id: 3, status: 503, operation: 'listOrders', faults: [{ name: 'flaky', effect: 'status' }] },
  { id: 4, status: 200, faults: [{ name: 'reset', effect: 'transport' }] },
  { id: 5, status: 302, method: 'POST', violations: [violation] },
];
const idsWith = (filter: Partial<TrafficFilter>): readonly number[] =>
  select(shown.map(exchangeWith) as never, { ...none, ...filter }).map(({ id }) => id);

describe('the list of exchanges shows', () => {
  test.each<[string, Partial<TrafficFilter>, readonly number[]]>([
    ['all, newest first', {}, [5, 4, 3, 2, 1]],
    ['all, for a search without words', { text: '  ' }, [5, 4, 3, 2, 1]],
    ['those of an operation', { operation: 'listOrders' }, [3]],
    ['those without an operation', { operation: unmatched }, [2]],
    ['those with a class of statuses, also lost ones', { status: '2xx' }, [4, 1]],
    ['server errors', { status: '5xx' }, [3]],
    ['lost ones', { status: 'lost' }, [4]],
    ['those with a fault', { fault: 'flaky' }, [3]],
    ['those with any fault', { fault: '*' }, [4, 3]],
    ['those with violations', { violations: true }, [5]],
    ['those with a query', { text: '?' }, [1]],
    ['those with a number', { text: '#4' }, [4]],
    ['those with all words, in any case', { text: 'TAG=red  mine' }, [1]],
    ['those with the words of a violation', { text: 'missing post' }, [5]],
    ['those with the name of a fault', { text: 'flaky listorders 503' }, [3]],
    ['those to which all parts of the filter apply', { fault: '*', status: '2xx', text: 'orders' }, [4]],
  ])('%s', (_what, filter, expected) => {
    expect(idsWith(filter)).toEqual(expected);
  });
});

test('a filter is read from an address, without statuses that do not exist', () => {
  const read = (query: string) => filterFrom(new URLSearchParams(query));
  expect(read('operation=a&status=4xx&fault=*&violations=true&text=x+y')).toEqual({
    operation: 'a',
    status: '4xx',
    fault: '*',
    violations: true,
    text: 'x y',
  });
  expect(read('status=9xx&violations=yes')).toEqual(none);
  expect([isFiltered(none), isFiltered({ ...none, text: ' ' })]).toEqual([false, false]);
  expect(isFiltered({ ...none, violations: true })).toBe(true);
});

test.each([
  [200, 'success'],
  [299, 'success'],
  [300, 'redirect'],
  [400, 'client-error'],
  [499, 'client-error'],
  [500, 'server-error'],
])('the outcome of %i is %s', (status, expected) => {
  expect(outcomeOf({ status, faults: [] })).toBe(expected);
  expect(outcomeOf({ status, faults: [{ name: 'reset', effect: 'transport' }] })).toBe('lost');
});
