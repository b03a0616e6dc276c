import { expect, test } from 'vitest';
import { findInJournals, matchesFilter, resolveFilter } from '../../../src/world/evidence/exchange-filter.ts';
import { Journal } from '../../../src/world/evidence/journal.ts';
import { JournalBudget } from '../../../src/world/evidence/journal-budget.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';
import { exchangeOf } from './support.ts';

const fired = (...names: readonly string[]) =>
  names.map((name) => ({ name, effect: 'delay', pointer: undefined })) as never;
const violated = [{ side: 'request', in: 'body', pointer: '', rule: 'type', message: '' }] as never;

test.each([
  ['the operation', {}, { operation: 'listOrders' }, { operation: 'getPet' }],
  ['the method, in any case', { method: 'POST' }, { method: 'post' }, { method: 'GET' }],
  ['the path, with wildcards', { path: '/v1/pets/7' }, { path: '/v1/*/7' }, { path: '/v1/pets' }],
  ['the status', { status: 404 }, { status: 404 }, { status: 405 }],
  ['the status as a text', { status: 404 }, { status: '404' }, { status: '400' }],
  ['a text that only contains a class of the status', { status: 404 }, { status: '404' }, { status: '14xx' }],
  ['the class of the status', { status: 404 }, { status: '4XX' }, { status: '5xx' }],
  ['a fault that fired', { faults: fired('slow', 'flaky') }, { fault: 'slow' }, { fault: 'fast' }],
])('an exchange is found by %s, and by no other', (_, over, matching, other) => {
  expect(matchesFilter(exchangeOf(1, over), matching)).toBe(true);
  expect(matchesFilter(exchangeOf(1, over), other)).toBe(false);
});

test('violations: true leaves out exchanges without, and false leaves out none', () => {
  const found = (violations: boolean | undefined) =>
    [exchangeOf(1), exchangeOf(2, { violations: violated })]
      .filter((exchange) => matchesFilter(exchange, { violations }))
      .map(({ id }) => id);
  expect([found(true), found(false), found(undefined)]).toEqual([[2], [1, 2], [1, 2]]);
});

test('exchanges of several journals are listed by their arrival, the newest first, a hundred by default', () => {
  const budget = new JournalBudget();
  const journals = [new Journal({ entries: 200, budget }), new Journal({ entries: 200, budget })] as const;
  for (let id = 1; id <= 120; id++) journals[id % 2]?.add(exchangeOf(id, { status: id % 3 === 0 ? 404 : 200 }));
  const all = findInJournals(journals, {});
  expect([all.items.length, all.total]).toEqual([100, 120]);
  expect(all.items.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => 120 - index));
  expect(findInJournals(journals, { status: 404, limit: 2 })).toMatchObject({
    items: [{ id: 120 }, { id: 117 }],
    total: 40,
  });
});

test('a filter with a name that nobody knows is an error, a removed fault of the journal is not', async () => {
  const service = await loadAnimalStore();
  const world = new World('test', service, startOf(service, { faults: [{ name: 'mine', status: 503 }] }), 5);
  const resolve = (filter: object) => resolveFilter(service, [world], filter);
  expect(resolve({ operation: 'listpets' })).toEqual({
    ok: false,
    problem: expect.objectContaining({ code: 'VIV_OPERATION_UNKNOWN', hint: expect.stringContaining('listPets') }),
  });
  expect(resolve({ operation: 'listPets', status: 200 })).toEqual({
    ok: true,
    filter: { operation: 'listPets', status: 200 },
  });
  world.journal.add(exchangeOf(1, { faults: fired('other') }));
  expect(resolve({ fault: 'slow-server' })).toMatchObject({ ok: false, problem: { code: 'VIV_FAULT_UNKNOWN' } });
  expect([resolve({ fault: 'timeout' }).ok, resolve({ fault: 'mine' }).ok]).toEqual([true, true]);
  world.journal.add(exchangeOf(1, { faults: fired('flaky', 'slow-server') }));
  expect(resolve({ fault: 'slow-server' }).ok).toBe(true);
});
