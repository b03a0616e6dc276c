/** What is chosen for a world in code: the upstream, tokens, the clock; and what each of them rejects. */
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, createVivarium, type VivariumOptions, type VivariumWorld } from '../../src/index.ts';
import { simulationOf } from '../../src/library/simulation-of.ts';
import { notesDocument } from '../login/document.ts';

const open = async (options: VivariumOptions = {}) => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return { vivarium, world: vivarium.world('test-7') };
};

const problemsOf = async (act: () => unknown): Promise<readonly string[]> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ code, message, hint }) => `${code} ${message} ${hint ?? ''}`);
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('the upstream of a world', () => {
  const upstream = { upstream: 'https://staging.example.com/api', forward: ['listPets'] } satisfies VivariumOptions;

  test('is shown, chosen in part, and is none without the option', async () => {
    const { world } = await open(upstream);
    const all = { url: 'https://staging.example.com/api', forward: ['listPets'], record: false, compare: false };
    expect(world.upstream()).toEqual(all);
    expect(world.upstream({ record: true })).toEqual({ ...all, record: true });
    expect(world.upstream({ forward: 'none' })).toEqual({ ...all, forward: 'none', record: true });
    expect([world.drift(), (await open()).world.upstream().url]).toEqual([[], null]);
  });

  test.each<[string, VivariumOptions, unknown, RegExp]>([
    ['a text', upstream, 'none', /^VIV_OPTION_INVALID the change of the upstream must be an object, not "none"/],
    ['an unknown property', upstream, { forwards: 'none' }, /forwards/],
    ['an unknown operation', upstream, { forward: ['listPests'] }, /listPests/],
    ['a change of none', {}, { forward: 'all' }, /^VIV_OPTION_INVALID there is no upstream/],
  ])('rejects %s', async (_what, options, change, expected) => {
    const { world } = await open(options);
    expect((await problemsOf(() => world.upstream(change as never)))[0]).toMatch(expected);
  });
});

describe('a token', () => {
  test('is that of the address at which the world is served', async () => {
    const { vivarium, world } = await open({ document: notesDocument });
    const issuerOf = async (): Promise<unknown> => {
      const [, claims = ''] = (await world.token({ sub: 'ada' })).access_token.split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()).iss;
    };
    expect(await issuerOf()).toBe('http://vivarium.test/~test-7/oidc');
    const { url } = await vivarium.listen({ port: 0 });
    expect(await issuerOf()).toBe(`${url}/~test-7/oidc`);
    const second = await vivarium.listen({ port: 0 });
    expect(await issuerOf()).toBe(`${second.url}/~test-7/oidc`);
  });

  test.each<[string, VivariumOptions, unknown, RegExp]>([
    ['a text', { document: notesDocument }, 'ada', /^VIV_OPTION_INVALID the options of token must be an object/],
    ['an unknown property', { document: notesDocument }, { subject: 'ada' }, /subject/],
    ['a document without a login', {}, {}, /^VIV_LOGIN_MISSING .*oauth2/],
  ])('is rejected for %s', async (_what, options, order, expected) => {
    const { world } = await open(options);
    expect((await problemsOf(() => world.token(order as never)))[0]).toMatch(expected);
  });
});

describe('the clock', () => {
  const clock = { at: '2030-01-01T00:00:00Z', frozen: true };
  const timeOf = ({ clock: { now, frozen } }: VivariumWorld) => [new Date(now()).toISOString(), frozen];

  test('is set, in part, and moved', async () => {
    const { world } = await open({ scenario: { clock } });
    expect(timeOf(world)).toEqual(['2030-01-01T00:00:00.000Z', true]);
    world.clock.advance('1500ms');
    expect(timeOf(world)).toEqual(['2030-01-01T00:00:01.500Z', true]);
    world.clock.set({ now: new Date(0) });
    expect(timeOf(world)).toEqual(['1970-01-01T00:00:00.000Z', true]);
    world.clock.set({ frozen: false });
    expect(timeOf(world)[1]).toBe(false);
  });

  test.each<[(world: VivariumWorld) => void, RegExp]>([
    [({ clock: { advance } }) => advance('soon' as never), /"soon" is not a duration Write it as 250ms/],
    [({ clock: { advance } }) => advance('9000000d'), /exceeds the year 9999/],
    [({ clock: { set } }) => set({ now: 'soon' }), /"soon" is not a time/],
    [({ clock: { set } }) => set({ now: 8.64e15 }), /is not in the years 0 to 9999/],
    [({ clock: { set } }) => set({ at: 1 } as never), /unknown property "at" of the time/],
  ])('rejects what is no time', async (act, expected) => {
    const { world } = await open({ scenario: { clock } });
    expect((await problemsOf(() => act(world)))[0]).toMatch(expected);
    expect(timeOf(world)[0]).toBe('2030-01-01T00:00:00.000Z');
  });
});

test('what a wait rejects', async () => {
  const { world } = await open();
  for (const timeoutMs of [-1, 2 ** 31, Number.NaN, '5'])
    expect((await problemsOf(() => world.waitForExchange({}, { timeoutMs: timeoutMs as number })))[0]).toContain(
      `must be a number of milliseconds from 0 to 2147483647, not ${timeoutMs}`,
    );
  expect((await problemsOf(() => world.waitForExchange({}, { timeout: 5 } as never)))[0]).toContain('"timeout"');
});

test('a fault has a name that is a text, and a change that is an object', async () => {
  const { world } = await open();
  expect((await problemsOf(() => world.fault(5 as never)))[0]).toContain('the name of a fault must be a text, not 5');
  expect((await problemsOf(() => world.fault('slow', false as never)))[0]).toContain('not false Write world.fault(');
  expect(await problemsOf(() => world.fault('slo' as never))).toEqual([
    expect.stringMatching(/^VIV_FAULT_UNKNOWN .*"slow"/),
  ]);
  expect((await problemsOf(() => world.fault('far-from-all' as never)))[0]).toMatch(
    /The built-in faults are bad-request, /,
  );
  expect(world.fault('slow')).toMatchObject({ name: 'slow', enabled: true });
});

test('a start has a scenario or an inline one', async () => {
  const { world } = await open();
  expect((await problemsOf(() => world.start({ scenario: 'default', inline: {} })))[0]).toContain(
    'both scenario and inline',
  );
  expect((await problemsOf(() => world.start({ sead: 1 } as never)))[0]).toContain('sead');
});

test('a path that leads nowhere is named in full: a relative one may be meant from elsewhere', async () => {
  const hintOf = async (document: string) => (await problemsOf(() => createVivarium({ document })))[0];
  expect(await hintOf('gone/api.yaml')).toContain(`Check its path, ${resolve('gone/api.yaml')}.`);
  for (const document of ['/gone/api.yaml', 'file:///gone/api.yaml'])
    expect(await hintOf(document)).toContain(`Check its path, ${resolve('/gone/api.yaml')}.`);
});

test('only a Vivarium has a simulation', async () => {
  const { vivarium } = await open();
  expect(simulationOf(vivarium)?.worlds.size).toBe(1);
  for (const other of [{}, null, undefined, 5]) expect(simulationOf(other as never)).toBeUndefined();
});
