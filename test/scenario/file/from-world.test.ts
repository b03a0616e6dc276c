import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../../src/core/primitives/sorted-map.ts';
import { findItem, nextIntegerId } from '../../../src/core/state/collection.ts';
import { applyChanges, type Change, type State } from '../../../src/core/state/state.ts';
import { chooseUpstream } from '../../../src/core/state/upstream-choice.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { createScenarioStart, itemsOf } from '../../../src/scenario/data/start-data.ts';
import { faultFrom } from '../../../src/scenario/document/fault-document.ts';
import { readDocument } from '../../../src/scenario/document/read-document.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { scenarioOf } from '../../../src/scenario/file/from-world.ts';
import { scenarioToYaml } from '../../../src/scenario/file/to-yaml.ts';
import fc from '../../fast-check.ts';
import { parseScenario } from '../helpers.ts';
import { createServiceStub } from '../service-stub.ts';

const service = createServiceStub();
const now = Date.UTC(2030, 5, 1);
const start = (document: ScenarioDocument): State =>
  createScenarioStart(service, createScenario('s', document)).createState('w', now);
const yamlOf = (document: ScenarioDocument): string => [...scenarioToYaml(document)].join('');
const realTime = { at: undefined, frozen: false };

/** All that a world decides by, in a form that compares. */
const contentsOf = (state: State) => ({
  ...state,
  collections: [...state.collections].map(([name, collection]) => ({
    name,
    items: itemsOf(collection),
    highestId: collection.highestId,
    nextId: nextIntegerId(collection),
    indexes: [...collection.indexes].map(([property, index]) => [property, sizeOf(index)]),
  })),
});

const orderId = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(9223372036854775807n));
const change: fc.Arbitrary<Change> = fc.oneof(
  orderId.map(
    (id): Change => ({ type: 'put', collection: 'orders', key: String(id), value: { id, status: 'paid', note: null } }),
  ),
  orderId.map((id): Change => ({ type: 'delete', collection: 'orders', key: String(id) })),
  fc.constantFrom('a', 'b').map((id): Change => ({ type: 'put', collection: 'customers', key: id, value: { id } })),
  fc.constantFrom('a', 'b').map((id): Change => ({ type: 'delete', collection: 'customers', key: id })),
  fc.constantFrom('listOrders', 'GET /odd {path}', '').map((operation): Change => ({ type: 'call', operation })),
  fc.constantFrom('slow', 'own').map((fault): Change => ({ type: 'fault-counted', fault, fired: true })),
  fc
    .constantFrom('slow', 'hang')
    .map((name): Change => ({ type: 'fault-put', at: 0, entry: faultFrom({ use: name, on: { method: 'GET' } }) })),
  fc.constant<Change>({ type: 'fault-removed', fault: 'slow' }),
  fc.constant<Change>({ type: 'faults-disabled' }),
);

describe('a world written as a scenario', () => {
  const document: ScenarioDocument = {
    seed: 7,
    requests: 'report',
    auth: { keys: ['k'], rejected: ['x*'] },
    data: { orders: [{ id: 1, status: 'open' }] },
    generate: { orders: 2, customers: 1 },
    defaults: { orders: { status: 'open' } },
    faults: [
      'slow',
      { use: 'hang', enabled: false },
      { name: 'own', status: 401, body: { a: null }, when: { after: 3 } },
    ],
  };

  test('starts again as it was, from its JSON and from its YAML', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const state = start(document);
        applyChanges(state, changes);
        const written = scenarioOf(service, state, { clock: realTime });
        expect(readDocument(written)).toEqual({ ok: true, value: written });
        expect(contentsOf(start(written))).toEqual(contentsOf(state));
        const text = yamlOf(written);
        expect(contentsOf(start(parseScenario(text, 'w.yaml')))).toEqual(contentsOf(state));
        expect(yamlOf(scenarioOf(service, start(written), { clock: realTime }))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  test('has neither extends nor generate, and fits the service', () => {
    const written = scenarioOf(service, start(document), { clock: realTime });
    expect(written).not.toHaveProperty('generate');
    expect(written).not.toHaveProperty('extends');
    expect(written).not.toHaveProperty('clock');
    expect(checkScenario(createScenario('w', written), service)).toEqual([]);
  });

  test('remembers ids of deleted items', () => {
    const state = start({ data: { orders: [{ id: 1 }, { id: 2 }] } });
    applyChanges(state, [{ type: 'delete', collection: 'orders', key: '2' }]);
    const again = start(scenarioOf(service, state, { clock: realTime }));
    const orders = again.collections.get('orders');
    expect(orders && findItem(orders, '2')).toBeUndefined();
    expect(orders && nextIntegerId(orders)).toBe(3);
  });

  test('contains the clock, unless it follows real time', () => {
    const state = start({});
    expect(scenarioOf(service, state, { clock: { at: now, frozen: false } }).clock).toBe('2030-06-01T00:00:00Z');
    expect(scenarioOf(service, state, { clock: { at: now + 5, frozen: true } }).clock).toEqual({
      at: '2030-06-01T00:00:00.005Z',
      frozen: true,
    });
  });

  test('is a file that people can read', () => {
    const state = start({ ...document, generate: {}, auth: {}, requests: 'refuse' });
    applyChanges(state, [{ type: 'call', operation: 'listOrders' }]);
    const written = scenarioOf(service, state, { clock: { at: now, frozen: true } });
    expect(yamlOf({ description: 'Saved: now.', ...written })).toBe(
      `description: "Saved: now."
seed: 7
clock: { at: 2030-06-01T00:00:00Z, frozen: true }
data:
  orders:
    - { id: 1, status: open }
  customers: []
defaults:
  orders: { status: open }
faults:
  - slow
  - { use: hang, enabled: false }
  - { name: own, when: { after: 3 }, status: 401, body: { a: null } }
resume:
  startedAt: 2030-06-01T00:00:00Z
  exchanges: 1
  calls: { listOrders: 1 }
  faults: {}
  nextIds: { orders: 2 }
`,
    );
  });
});

describe('what differs from the default is written', () => {
  const written = (document: ScenarioDocument, clock = realTime) => scenarioOf(service, start(document), { clock });
  const users = [{ sub: 'ada', name: 'Ada' }];
  const clients = [{ id: 'spa', redirectUris: ['http://localhost/cb'] }];

  test.each<[string, ScenarioDocument]>([
    ['the users', { auth: { users } }],
    ['the clients', { auth: { clients } }],
    ['a login without a page', { auth: { login: 'first' } }],
    ['the lifetime', { auth: { lifetime: '5m' } }],
    ['the audiences', { auth: { audience: ['a', 'b'] } }],
    ['that only issued tokens are accepted', { auth: { tokens: 'issued' } }],
    ['the keys', { auth: { keys: [] } }],
    ['the rejected credentials', { auth: { rejected: [] } }],
    ['what is done with invalid requests', { requests: 'report' }],
    ['the upstream', { upstream: { forward: 'none', record: true } }],
  ])('%s', (_what, document) => {
    expect(written(document)).toMatchObject(document);
  });

  test('and nothing else', () => {
    const whole = written({ auth: { rejected: ['invalid*', 'expired*', 'revoked*'], login: 'page', lifetime: '1h' } });
    expect(Object.keys(whole).toSorted()).toEqual(['data', 'resume', 'seed']);
    expect(whole.auth).toBeUndefined();
    expect(Object.keys(whole.resume ?? {}).toSorted()).toEqual([
      'calls',
      'exchanges',
      'faults',
      'nextIds',
      'startedAt',
    ]);
  });

  test('and what was chosen at run time for a service, apart from what the scenario chooses for all', () => {
    const state = start({ upstream: { forward: 'none' } });
    applyChanges(state, [chooseUpstream('shop', { forward: 'all' })]);
    const document = scenarioOf(service, state, { clock: realTime });
    expect([document.upstream, document.resume?.upstreams]).toEqual([
      { forward: 'none' },
      { shop: { forward: 'all' } },
    ]);
  });

  test('and the next ids, exactly', () => {
    const state = start({ data: { orders: [{ id: 41, status: 'open' }] } });
    expect(scenarioOf(service, state, { clock: realTime }).resume?.nextIds).toMatchObject({ orders: 42 });
    applyChanges(state, [
      {
        type: 'put',
        collection: 'orders',
        key: '9223372036854775806',
        value: { id: 9223372036854775806n, status: 'open', note: null },
      },
    ]);
    expect(scenarioOf(service, state, { clock: realTime }).resume?.nextIds).toMatchObject({
      orders: 9223372036854775807n,
    });
  });
});
