import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import { writeRun } from '../../../src/world/evidence/coverage-report.ts';
import { createRedactFor } from '../../../src/world/evidence/redact.ts';
import { GateEvidence } from '../../../src/world/gate/gate-evidence.ts';
import type { World } from '../../../src/world/world.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { loadAnimalStore, requestOf, startOf } from '../../core/helpers.ts';
import { exchangeOf } from '../evidence/support.ts';

const service = await loadAnimalStore();

const open = () => {
  const worlds = new Worlds(service, startOf(service), { maxWorlds: 10, journalLimit: 1 });
  const world = (name: string): World => worlds.open(name) as World;
  const send = (name: string, method: string, path: string, body?: Json, headers = {}) =>
    world(name).handle(requestOf(method, `/v1${path}`, { ...(body !== undefined && { body }), headers }));
  return { worlds, world, send };
};

describe('the findings of the gate', () => {
  test('have one row for each operation, side, location, pointer and rule, with the first exchange', () => {
    const { worlds, send } = open();
    send('alice', 'GET', '/pets');
    send('alice', 'GET', '/pets?limit=0');
    send('bob', 'GET', '/pets?limit=-5');
    send('bob', 'GET', '/pets?limit=x');
    send('bob', 'POST', '/pets', { name: 'Maple' });
    const { violations, unmatched, dropped } = worlds.gate.report();
    expect(violations).toEqual([
      {
        operation: 'listPets',
        side: 'request',
        in: 'query',
        pointer: '/limit',
        rule: 'minimum',
        message: 'query.limit must be at least 1',
        count: 2,
        world: 'alice',
        exchange: 2,
      },
      expect.objectContaining({ pointer: '/limit', rule: 'type', count: 1, world: 'bob', exchange: 2 }),
      expect.objectContaining({ operation: 'createPet', in: 'body', pointer: '/categoryId', rule: 'required' }),
    ]);
    expect(unmatched).toEqual([]);
    expect(dropped).toEqual({ violations: 0, unmatched: 0, deprecated: 0, unknownParameters: 0, drift: 0 });
  });

  test.each([
    ['a violation of a request', 'GET', '/pets?limit=0'],
    ['an unknown path', 'GET', '/nothing'],
    ['an unknown parameter', 'GET', '/pets?lmit=1'],
  ])('are there after %s, and not before', (_what, method, path) => {
    const { worlds, send } = open();
    send('alice', 'GET', '/pets');
    expect(worlds.gate.isEmpty).toBe(true);
    send('alice', method, path);
    expect(worlds.gate.isEmpty).toBe(false);
  });

  test('follow a changed document', () => {
    const { worlds, send } = open();
    send('alice', 'GET', '/pets');
    const operations = service.operations.map((operation) => ({ ...operation, deprecated: true }));
    worlds.gate.adopt({ ...service, operations });
    send('alice', 'GET', '/pets');
    expect(worlds.gate.report().deprecated).toEqual([{ operation: 'listPets', count: 1, world: 'alice', exchange: 2 }]);
  });

  test('stay when their world is reset or deleted', () => {
    const { worlds, world, send } = open();
    send('a', 'GET', '/pets?limit=0');
    send('b', 'GET', '/nothing');
    world('a').reset();
    worlds.delete('b');
    expect(worlds.gate.report()).toMatchObject({ violations: [{ world: 'a' }], unmatched: [{ world: 'b' }] });
  });

  test('list an unknown path and a wrong method as unmatched, and nothing else', () => {
    const { worlds, send } = open();
    send('default', 'GET', '/nothing');
    send('default', 'GET', '/nothing');
    send('default', 'DELETE', '/pets');
    // The methods of a known path, an item that does not exist, and a missing credential are not findings.
    send('default', 'OPTIONS', '/pets');
    send('default', 'GET', '/pets/4711');
    send('default', 'GET', '/pets', undefined, { authorization: 'Bearer invalid' });
    expect(worlds.gate.report()).toMatchObject({
      violations: [],
      unmatched: [
        { method: 'GET', path: '/v1/nothing', status: 404, count: 2, exchange: 1 },
        { method: 'DELETE', path: '/v1/pets', status: 405, count: 1, exchange: 3 },
      ],
    });
  });

  test('count the calls of deprecated operations, also of those that failed', () => {
    const { worlds, send } = open();
    send('default', 'GET', '/pets/1');
    send('default', 'GET', '/pets/1', undefined, { authorization: '' });
    expect(worlds.gate.report().deprecated).toEqual([{ operation: 'getPet', count: 2, world: 'default', exchange: 1 }]);
  });

  test('omit the violations of a request that expects them, but nothing else', () => {
    const { worlds, send } = open();
    const expecting = { 'vivarium-expect': 'something, Violation' };
    send('default', 'GET', '/pets?limit=0', undefined, expecting);
    send('default', 'GET', '/nothing', undefined, expecting);
    send('default', 'GET', '/pets/x', undefined, expecting);
    expect(worlds.gate.report()).toMatchObject({ violations: [], unmatched: [{}], deprecated: [{}] });
    send('default', 'GET', '/pets?limit=0', undefined, { 'vivarium-expect': 'violations' });
    expect(worlds.gate.report().violations).toHaveLength(1);
  });

  test('omit the violations of a world that expects them, until it is reset', () => {
    const { worlds, world, send } = open();
    expect(world('a').expectsViolations).toBe(false);
    world('a').expectViolations();
    send('a', 'GET', '/pets?limit=0');
    expect([world('a').expectsViolations, worlds.gate.report().violations]).toEqual([true, []]);
    send('b', 'GET', '/pets?limit=0');
    world('a').reset();
    send('a', 'GET', '/pets?limit=0');
    expect(worlds.gate.report().violations).toMatchObject([{ world: 'b', count: 2 }]);
  });

  test('name the query parameters that the document does not have, which are no violations', () => {
    const { worlds, send } = open();
    send('alice', 'GET', '/pets?pageSise=3&limit=2&pageSise=4');
    send('bob', 'GET', '/pets/1?pageSise=3', undefined, { authorization: '' });
    send('bob', 'GET', '/pets?pageSise=5&limit=0');
    send('bob', 'GET', '/nothing?pageSise=3');
    const { unknownParameters, violations } = worlds.gate.report();
    expect(unknownParameters).toEqual([
      { operation: 'listPets', name: 'pageSise', count: 2, world: 'alice', exchange: 1 },
      { operation: 'getPet', name: 'pageSise', count: 1, world: 'bob', exchange: 1 },
    ]);
    expect(violations).toMatchObject([{ pointer: '/limit' }]);
  });

  test('are bounded in one request, in a world and in all, although clients choose the names of parameters', async () => {
    const { worlds, send } = open();
    for (let index = 0; index < 110; index++)
      send('a', 'GET', `/pets?${Array.from({ length: 12 }, (_, n) => `p${index}-${n}=1`).join('&')}`);
    const { unknownParameters, dropped } = worlds.gate.report();
    // 10 of each request are named.
    expect([unknownParameters.length, dropped.unknownParameters]).toEqual([1000, 320]);
    for (const coverage of [(await worlds.totals()).coverage, worlds.get('a')?.coverage.report()]) {
      const counts = coverage?.operations.get('listPets')?.unknownParameters ?? new Map<string, number>();
      expect([counts.size, counts.get('other')]).toEqual([101, 1000]);
    }
  });

  test('contain no secret and no long text', async () => {
    const { worlds, send } = open();
    send('default', 'GET', '/pets?status=x&token=sesame-opens', undefined, {});
    send('default', 'GET', `/${'x'.repeat(5000)}?token=sesame-opens`);
    send('default', 'GET', `/pets?${'x'.repeat(5000)}`);
    send('default', 'GET', '/pets?password%3Dsesame&{"password":"sesame"}');
    const text = JSON.stringify(worlds.gate.report());
    expect(text).not.toContain('sesame');
    expect(JSON.stringify(writeRun('', (await worlds.totals()).coverage))).not.toContain('sesame');
    expect(text.length).toBeLessThan(2000);
  });

  const evidenceOf = (...exchanges: readonly Partial<Exchange>[]) => {
    const gate = new GateEvidence(service, createRedactFor());
    for (const exchange of exchanges) gate.add(exchangeOf(1, exchange), false);
    return gate.report();
  };

  test.each<[string, Partial<Exchange> & { method?: string; status?: number }, number]>([
    ['an unknown path', { status: 404 }, 1],
    ['an unknown path without a body', { status: 204 }, 1],
    ['OPTIONS of an unknown path', { method: 'OPTIONS', status: 404 }, 1],
    ['OPTIONS of a known path', { method: 'OPTIONS', status: 204 }, 0],
    ['a bug before anything matched', { status: 500, steps: [] }, 0],
    ['a request that no client sent', { status: 404, isProbe: true }, 0],
  ])('count %s', (_what, over, count) => {
    const steps: Exchange['steps'] = [{ type: 'matched', operation: undefined } as never];
    expect(evidenceOf({ steps, ...over, operation: undefined }).unmatched).toHaveLength(count);
  });

  test('have the differences to an upstream', () => {
    const differences = [{ kind: 'status', pointer: '', simulated: 200, real: 404, breaking: true }] as never;
    expect(evidenceOf({ operation: 'listPets', differences }).drift).toMatchObject([{ simulated: 200, real: 404 }]);
  });

  test('count the violations that are left out on both sides', () => {
    const sides = (['request', 'response'] as const).map((side, index) =>
      Array.from({ length: 1001 + index }, (_, at) => ({
        side,
        in: 'body',
        pointer: `/${at}`,
        rule: 'x',
        message: '',
      })),
    );
    const { violations, dropped } = evidenceOf({ operation: 'listPets', violations: sides.flat() as never });
    expect([violations.length, dropped.violations]).toEqual([2000, 3]);
  });

  test('are bounded: further ones are counted, and cannot hide those of another kind', () => {
    const { worlds, send } = open();
    for (let index = 0; index < 1010; index++) send('default', 'GET', `/nothing/${index}`);
    send('default', 'GET', '/pets?limit=0');
    const { unmatched, dropped, violations } = worlds.gate.report();
    expect([unmatched.length, dropped.unmatched, violations.length]).toEqual([1000, 10, 1]);
    // A known one is still counted.
    send('default', 'GET', '/nothing/0');
    expect(worlds.gate.report().unmatched[0]?.count).toBe(2);
  });
});
