/** What is chosen for a world without a request: its start, faults, upstreams, and users who log in. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { ConfigError } from '../../../src/core/primitives/config-error.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { UpstreamChoice } from '../../../src/core/service/upstream.ts';
import { createFault } from '../../../src/scenario/document/fault-document.ts';
import { createScenario, type Scenario } from '../../../src/scenario/document/scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/schema.ts';
import { findFault, listFaults } from '../../../src/world/control/faults.ts';
import { listServices } from '../../../src/world/control/list-services.ts';
import { issueToken, viewLogin } from '../../../src/world/control/login.ts';
import { withRecordedLatency } from '../../../src/world/control/recorded-latency.ts';
import { captureScenario, saveWorld } from '../../../src/world/control/save-world.ts';
import { startOfScenario } from '../../../src/world/control/scenario-start.ts';
import { servesPath } from '../../../src/world/control/serves-path.ts';
import { createStart, planStart, unknownScenario } from '../../../src/world/control/start-request.ts';
import { chooseUpstreams, noUpstream, viewUpstreams } from '../../../src/world/control/upstream.ts';
import type { StartOverrides, WorldStart } from '../../../src/world/world.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';
import { exchangeOf } from '../evidence/support.ts';

let service: Service;
beforeAll(async () => {
  service = await loadAnimalStore();
});

const worldOf = (document: ScenarioDocument = {}, over: Partial<Service> = {}): World =>
  new World('test', { ...service, ...over }, startOf(service, document), 100);

const problemsOf = (act: () => unknown): readonly string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(
        ({ code, message, hint }) => `${code} ${message}${hint === undefined ? '' : ` ${hint}`}`,
      );
  }
  throw new Error('nothing was thrown');
};

describe('a start', () => {
  const given = (document: ScenarioDocument, name = 'busy'): Scenario => createScenario(name, document);
  const own = { scenario: given({ seed: 3 }), overrides: { name: 'own', seed: 5 } } as unknown as WorldStart;
  /** The scenario and the overrides of the start that follows from a request. */
  const startFor = (request: Parameters<typeof planStart>[0], found?: Scenario) => {
    const startOfBoth = (scenario: Scenario, overrides: StartOverrides) => ({ scenario, overrides }) as WorldStart;
    return createStart(planStart(request), found, { startOf: startOfBoth, start: own });
  };

  test('without a wish is the one that worlds have anyway', () => {
    expect(planStart({})).toEqual({ inline: undefined, named: undefined, overrides: {} });
    expect(startFor({})).toBe(own);
  });

  test('may be it with another seed or clock', () => {
    expect(startFor({ seed: 9 })).toEqual({ scenario: own.scenario, overrides: { name: 'own', seed: 9 } });
    const { overrides } = startFor({ clock: { at: '2030-01-01T00:00:00Z', frozen: true } });
    expect(overrides).toEqual({ name: 'own', seed: 5, clock: { at: Date.UTC(2030, 0, 1), frozen: true } });
  });

  test('may be a named scenario', () => {
    expect(planStart({ scenario: 'busy' }).named).toEqual({ name: 'busy', property: 'scenario' });
    const busy = given({ seed: 4 });
    expect(startFor({ scenario: 'busy', seed: 9 }, busy)).toEqual({
      scenario: busy,
      overrides: { name: 'busy', seed: 9 },
    });
  });

  test('may be a scenario in the request, which extends another one or none', () => {
    const whole = startFor({ inline: { seed: 8, requests: 'report' } });
    expect([whole.scenario.document, whole.overrides]).toEqual([{ seed: 8, requests: 'report' }, { name: null }]);
    const plan = planStart({ inline: { extends: 'busy', seed: 8 } });
    expect([plan.named, plan.inline]).toEqual([
      { name: 'busy', property: 'inline.extends' },
      { extends: 'busy', seed: 8 },
    ]);
    const { scenario, overrides } = startFor(
      { inline: { extends: 'busy', seed: 8 } },
      given({ generate: { pets: 3 } }),
    );
    expect([scenario.document.generate, scenario.seed, overrides]).toEqual([{ pets: 3 }, 8, { name: null }]);
  });

  test('is rejected if it is no scenario, names none that exists, or does not fit the document', () => {
    expect(problemsOf(() => planStart({ inline: { sed: 1 } }))).toEqual([
      expect.stringMatching(/^VIV_SCENARIO_INVALID unknown key "sed"/),
    ]);
    expect(
      problemsOf(() => {
        throw unknownScenario({ name: 'bsy', property: 'inline.extends' }, ['busy', 'calm']);
      }),
    ).toEqual([expect.stringMatching(/^VIV_SCENARIO_UNKNOWN inline\.extends: unknown scenario "bsy" .*busy/)]);
    const unfit = createScenario('x', { generate: { cars: 3 } });
    expect(problemsOf(() => startOfScenario(service, unfit, { name: 'x' }))).toEqual([expect.stringContaining('cars')]);
  });

  test('creates the same state for the same seed, which may replace that of the scenario', () => {
    const scenario = createScenario('x', { seed: 3, clock: { at: '2030-01-01T00:00:00Z' }, generate: { pets: 3 } });
    const itemsWith = (overrides: Partial<StartOverrides>) => {
      const start = startOfScenario(service, scenario, { name: 'x', ...overrides });
      const world = new World('test', service, start, 10);
      return [start.seed, start.clock, JSON.stringify(saveWorld(world).data)] as const;
    };
    const [seed, clock, items] = itemsWith({});
    expect([seed, clock]).toEqual([3, { at: Date.UTC(2030, 0, 1), frozen: false }]);
    expect(itemsWith({ seed: 3 })[2]).toBe(items);
    expect(itemsWith({ seed: 4 })).toEqual([4, clock, expect.not.stringContaining(items)]);
    expect(itemsWith({ clock: { at: 0, frozen: true } })[1]).toEqual({ at: 0, frozen: true });
  });
});

describe('faults', () => {
  test('are those of the world, then the built-in ones that it has not changed', () => {
    const world = worldOf({ faults: [{ use: 'slow' }, { name: 'mine', status: 503 }] });
    const listed = listFaults(world);
    const names = listed.map(({ fault }) => fault.name);
    expect(names.slice(0, 2)).toEqual(['slow', 'mine']);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('unauthorized');
    expect(listed.filter(({ enabled }) => enabled).map(({ fault }) => fault.name)).toEqual(['slow', 'mine']);
    expect(listed.some(({ fault }) => fault.group === 'token')).toBe(false);
    const withLogin = listFaults(worldOf({}, { login: {} as never }));
    expect(withLogin.some(({ fault }) => fault.group === 'token')).toBe(true);
  });

  test('are found by their names', () => {
    const world = worldOf({ faults: [{ name: 'mine', status: 503 }, { use: 'slow' }] });
    const found = (name: string) => {
      const entry = findFault(world, name);
      return entry && [entry.fault.name, entry.enabled];
    };
    expect(['mine', 'slow', 'unauthorized', 'other'].map(found)).toEqual([
      ['mine', true],
      ['slow', true],
      ['unauthorized', false],
      undefined,
    ]);
  });
});

const choice: UpstreamChoice = { forward: 'all', record: true, compare: false };
const upstream = { url: 'https://staging.example.com', origin: 'https://staging.example.com', base: '', choice };

describe('upstreams', () => {
  test('are shown with what holds for them, and chosen by service', () => {
    const world = worldOf({}, { upstream });
    expect(viewUpstreams(world)).toEqual({
      url: 'https://staging.example.com',
      forward: 'all',
      record: true,
      compare: false,
    });
    chooseUpstreams(world, new Map([[service.name, { forward: 'unknown' as const, record: false }]]));
    expect(viewUpstreams(world)).toMatchObject({ forward: 'unknown', record: false });
    expect(viewUpstreams(worldOf())).toEqual({ url: null, forward: 'none', record: false, compare: false });
  });

  test('of several services are shown by their names', () => {
    const parts = [
      { ...service, name: 'shop', upstream },
      { ...service, name: 'users' },
    ];
    const world = worldOf({}, { parts });
    expect(viewUpstreams(world)).toEqual({
      shop: { url: 'https://staging.example.com', forward: 'all', record: true, compare: false },
      users: { url: null, forward: 'none', record: false, compare: false },
    });
    expect(noUpstream(world, ['users', 'more'])).toContain('for users, more.');
    expect(noUpstream(worldOf(), ['users'])).toContain('--upstream');
    expect(listServices(world.decisions.service, 'http://x').map(({ name, url }) => [name, url])).toEqual([
      ['shop', 'http://x/v1'],
      ['users', 'http://x/v1'],
    ]);
  });
});

describe('a recorded latency', () => {
  /** A world that recorded these times, oldest first. */
  const recorded = (
    times: readonly (number | undefined)[],
    over: Partial<Service> = { upstream },
    rest: Partial<Exchange> = {},
  ) => {
    const world = worldOf({}, over);
    for (const [index, upstreamMs] of times.entries())
      world.journal.add(
        exchangeOf(index + 1, { operation: 'listPets', ...(upstreamMs !== undefined && { upstreamMs }), ...rest }),
      );
    return world;
  };
  const latencyOf = (world: World) =>
    [...withRecordedLatency(world)].map(([name, { enabled, fault }]) => [name, enabled, fault.effect, fault.on]);

  test.each([
    ['the median and the 99th percentile', [50, 10, 30, 20, 40], 30, 50],
    ['of an even number the lower one of the middle', [4, 1, 3, 2, 6, 5], 3, 6],
    ['at least a millisecond', [0, 0, 0, 0, 0.5], 1, 1],
  ])('is a fault that is off, with %s', (_what, times, medianMs, p99Ms) => {
    expect(latencyOf(recorded([...times, undefined]))).toEqual([
      [
        'recorded-latency-listPets',
        false,
        { type: 'latency', latency: { type: 'log-normal', medianMs, p99Ms } },
        expect.objectContaining({ operation: 'listPets' }),
      ],
    ]);
  });

  test('is none of fewer than five requests, of none that was forwarded, of no operation, or without recording', () => {
    const times = [1, 2, 3, 4, 5];
    expect(latencyOf(recorded(times.slice(1)))).toEqual([]);
    expect(latencyOf(recorded(times.map(() => undefined)))).toEqual([]);
    expect(latencyOf(recorded(times, { upstream }, { operation: undefined as never }))).toEqual([]);
    expect(latencyOf(recorded(times, {}))).toEqual([]);
    expect(latencyOf(recorded(times, { upstream: { ...upstream, choice: { ...choice, record: false } } }))).toEqual([]);
  });

  test('stays on if somebody switched it on, and is saved with the world', () => {
    const world = recorded([1, 2, 3, 4, 5]);
    const name = 'recorded-latency-listPets';
    const parts = { on: { operation: 'listPets' }, when: undefined, effect: { type: 'status', status: 500 } } as const;
    world.putFault({ enabled: true, fault: createFault(name, undefined, parts as never) });
    expect(latencyOf(world)[0]?.slice(0, 2)).toEqual([name, true]);
    for (const document of [saveWorld(world), captureScenario(world).document])
      expect(document.faults).toEqual([expect.objectContaining({ name, latency: expect.anything() })]);
  });
});

describe('a login', () => {
  const orders: unknown[] = [];
  const login = {
    scopes: new Set(['read', 'write']),
    addressOf: (base: string, world: string) => `${base}/~${world}/oidc`,
    issue: (...order: unknown[]) => {
      orders.push(order);
      return { access_token: 'x' };
    },
  };
  const clock = { at: '2030-01-01T00:00:00Z', frozen: true };

  test('is none without a document that declares one', () => {
    expect([viewLogin(worldOf(), 'http://x'), issueToken(worldOf(), {} as never, 'http://x')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('issues tokens by the rules, the time and the name of the world', () => {
    const world = worldOf({ clock }, { login: login as never });
    expect(issueToken(world, { sub: 'ada' } as never, 'http://x')).toEqual({ access_token: 'x' });
    expect(orders).toEqual([
      [
        { sub: 'ada' },
        expect.objectContaining({
          world: 'test',
          now: Date.UTC(2030, 0, 1),
          rules: expect.anything(),
          grants: expect.anything(),
        }),
        'http://x',
      ],
    ]);
  });

  test('shows who can log in, and who has, the last one first', () => {
    const world = worldOf({ clock }, { login: login as never });
    const usual = viewLogin(world, 'http://x') as { users: readonly object[] };
    expect(usual).toMatchObject({ issuer: 'http://x/~test/oidc', scopes: ['read', 'write'], sessions: [] });
    expect(usual.users.length).toBeGreaterThan(0);
    const { state } = world.decisions;
    const sessions = [
      { sub: 'ada', client: 'spa', since: 0, other: 1 },
      { sub: 'bo', client: 'app', since: 60, other: 2 },
    ];
    Object.assign(state, {
      grants: { sessions: () => sessions },
      rules: { ...state.rules, login: { users: [{ sub: 'eve' }] } },
    });
    expect(viewLogin(world, 'http://x')).toMatchObject({
      users: [{ sub: 'eve', name: null, email: null, scopes: null }],
      sessions: [
        { sub: 'bo', client: 'app', since: '1970-01-01T00:01:00.000Z' },
        { sub: 'ada', client: 'spa', since: '1970-01-01T00:00:00.000Z' },
      ],
    });
  });
});

test.each([
  ['/v1/pets', true],
  ['/v1/nothing', true],
  ['/v2/pets', false],
  ['/pets', false],
])('a path belongs to the service below its base path: %s', (path, expected) => {
  expect(servesPath(service, path)).toBe(expected);
});
