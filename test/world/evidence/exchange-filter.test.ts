import { describe, expect, test } from 'vitest';
import {
  findExchanges,
  findInJournals,
  matchesFilter,
  resolveFilter,
} from '../../../src/world/evidence/exchange-filter.ts';
import { Journal, JournalBudget } from '../../../src/world/evidence/journal.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';
import { exchangeOf } from './support.ts';

const fired = (...names: readonly string[]) =>
  names.map((name) => ({ name, effect: 'delay', pointer: undefined })) as never;
describe('the exchanges of a journal can be filtered:', () => {
  const journal = new Journal({ entries: 100 });
  const violation = { side: 'request', in: 'body', pointer: '', rule: 'required', message: '' } as const;
  for (const exchange of [
    exchangeOf(1),
    exchangeOf(2, { method: 'POST', operation: 'createOrder', status: 201 }),
    exchangeOf(3, { method: 'POST', operation: 'createOrder', status: 400, violations: [violation] }),
    exchangeOf(4, { path: '/v1/orders/7', operation: 'getOrder', status: 404 }),
    exchangeOf(5, { path: '/nowhere', operation: undefined, status: 404 }),
    exchangeOf(6, { status: 503, faults: fired('slow', 'flaky'), violations: [{ ...violation, side: 'response' }] }),
  ])
    journal.add(exchange);
  const found = (filter: Parameters<typeof findExchanges>[1]) =>
    findExchanges(journal, filter).items.map(({ id }) => id);

  test.each([
    [{}, [6, 5, 4, 3, 2, 1]],
    [{ operation: 'createOrder' }, [3, 2]],
    [{ operation: 'order' }, []],
    [{ method: 'post' }, [3, 2]],
    [{ path: '/v1/orders' }, [6, 3, 2, 1]],
    [{ path: '/v1/*' }, [6, 4, 3, 2, 1]],
    [{ status: 404 }, [5, 4]],
    [{ status: '404' }, [5, 4]],
    [{ status: '4xx' }, [5, 4, 3]],
    [{ status: '5XX' }, [6]],
    [{ status: '4x' }, []],
    [{ status: '14xx' }, []],
    [{ violations: true }, [6, 3]],
    [{ violations: false }, [6, 5, 4, 3, 2, 1]],
    [{ fault: 'flaky' }, [6]],
    [{ fault: 'slow' }, [6]],
    [{ fault: 'fast' }, []],
    [{ since: 4 }, [6, 5]],
    [{ since: 6 }, []],
    [{ operation: 'createOrder', status: '4xx', violations: true, method: 'POST', path: '*', since: 1 }, [3]],
  ])('those that match %j', (filter, ids) => {
    expect(found(filter)).toEqual(ids);
  });

  test('the newest exchanges up to the limit, and the total', () => {
    expect(findExchanges(journal, { limit: 2 })).toMatchObject({ items: [{ id: 6 }, { id: 5 }], total: 6 });
    expect(findExchanges(journal, { limit: 0 })).toEqual({ items: [], total: 6 });
    expect(findExchanges(journal, { status: '4xx', limit: 1 })).toMatchObject({ items: [{ id: 5 }], total: 3 });
  });

  test('a hundred by default', () => {
    const long = new Journal({ entries: 1000 });
    for (let id = 1; id <= 150; id++) long.add(exchangeOf(id));
    const { items, total } = findExchanges(long, {});
    expect([items.length, total, items[0]?.id]).toEqual([100, 150, 150]);
  });
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

test('a filter may name an endpoint of the issuer, where the document declares a login', async () => {
  const service = await loadAnimalStore();
  const login = { ...service, logins: [{ scopes: [], urls: [] }] };
  const resolve = (of: typeof service, operation: string) => resolveFilter(of, [], { operation });
  expect(resolve(login, 'oidc.token')).toEqual({ ok: true, filter: { operation: 'oidc.token' } });
  expect([resolve(login, 'oidc.tokens').ok, resolve(service, 'oidc.token').ok]).toEqual([false, false]);
});

test('a filter may name all endpoints of the issuer, as a fault may', async () => {
  const service = await loadAnimalStore();
  const resolved = resolveFilter({ ...service, logins: [{ scopes: [], urls: [] }] }, [], { operation: 'oidc.*' });
  expect(resolved).toEqual({ ok: true, filter: { operation: 'oidc.*' } });
  const exchanges = ['oidc.token', 'oidc.userinfo', 'listPets', undefined].map((operation, index) => ({
    ...exchangeOf(index, {}),
    operation,
  }));
  expect(exchanges.map((one) => matchesFilter(one, { operation: 'oidc.*' }))).toEqual([true, true, false, false]);
});

test('a filter with a name that nobody knows is an error, a removed fault of the journal is not', async () => {
  const service = await loadAnimalStore();
  const world = new World('test', service, startOf(service, { faults: [{ name: 'mine', status: 503 }] }));
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
