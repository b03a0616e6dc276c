/** The handle of a world: start, requests, evidence. Its data are tested in world-handle-collection-handle.test.ts. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, createVivarium, type VivariumOptions, type VivariumWorld } from '../../src/index.ts';
import { folderOf } from '../cli/process.ts';

const key = { authorization: 'Bearer demo' };

const open = async (options: VivariumOptions = {}): Promise<VivariumWorld> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return vivarium.world('test-7');
};

const list = (world: VivariumWorld): Promise<Response> => world.fetch('/v1/pets', { headers: key });

const post = (world: VivariumWorld, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  world.fetch('/v1/pets', {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const errorOf = (act: () => unknown): Error => {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

const codesOf = (act: () => unknown): readonly string[] => {
  const error = errorOf(act);
  if (error instanceof ConfigError) return error.problems.map(({ code }) => code);
  throw error;
};

test('a reset with a start is an error that names start; a context of a test runner is not', async () => {
  const world = await open();
  world.collection('pets').delete(1);
  for (const [start, key] of [
    [{ scenario: 'empty' }, 'scenario'],
    [{ seed: 7 }, 'seed'],
    [{ inline: {} }, 'inline'],
  ] as const) {
    const error = errorOf(() => Reflect.apply(world.reset, world, [start]));
    expect(error.message).toContain(`takes no ${key}. Use world.start({ ${key}: ... }).`);
  }
  expect(world.diff()).toHaveLength(1);
  for (const context of [undefined, { task: {}, signal: AbortSignal.abort() }, () => {}, 'a'])
    Reflect.apply(world.reset, world, [context]);
  expect(world.diff()).toEqual([]);
});

describe('start', () => {
  test('restarts the world from a scenario with a seed', async () => {
    const world = await open();
    await list(world);
    world.start({ scenario: 'empty', seed: 7 });
    expect(world.exchanges()).toEqual([]);
    expect(world.collection('pets').items()).toEqual([]);
    expect(world.save().seed).toBe(7);
  });

  test('opens a world that is not open', async () => {
    const world = await open();
    world.start({ scenario: 'empty' });
    expect(world.collection('pets').items()).toEqual([]);
  });

  test('takes a whole scenario, which may extend another', async () => {
    const world = await open();
    world.start({ inline: { extends: 'empty', data: { pets: [{ id: 5, name: 'Maple', categoryId: 3 }] } } });
    expect(world.collection('pets').items()).toEqual([{ id: 5, name: 'Maple', categoryId: 3 }]);
    world.reset();
    expect(world.collection('pets').items()).toHaveLength(1);
  });

  test('without a scenario, restarts the start of the simulation with another seed and clock', async () => {
    const world = await open({ scenario: 'empty' });
    world.start({ seed: 9, clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
    expect(world.save()).toMatchObject({ seed: 9, clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
    expect(world.collection('pets').items()).toEqual([]);
  });

  test('reads the scenarios once, when the simulation is created', async () => {
    const scenarios = folderOf({ 'one.yaml': 'seed: 3\n' });
    const world = await open({ scenarios });
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(scenarios, 'one.yaml'), 'seed: 4\n');
    world.start({ scenario: 'one' });
    expect(world.save().seed).toBe(3);
  });

  test('rejects what cannot be a start, and keeps the world', async () => {
    const world = await open({ scenarios: folderOf({ 'broken.yaml': 'seeds: 3\n' }) });
    await list(world);
    expect(codesOf(() => world.start({ scenario: 'emty' }))).toEqual(['VIV_SCENARIO_UNKNOWN']);
    expect(codesOf(() => world.start({ scenario: 'broken' }))).toEqual(['VIV_SCENARIO_INVALID']);
    expect(codesOf(() => world.start({ inline: { extends: 'emty' } }))).toEqual(['VIV_SCENARIO_UNKNOWN']);
    expect(codesOf(() => world.start({ inline: { falts: [] } as never }))).toEqual(['VIV_SCENARIO_INVALID']);
    expect(codesOf(() => world.start({ inline: { data: { pets: [{ id: 1 }] } } }))).toContain('VIV_ITEM_INVALID');
    expect(codesOf(() => world.start({ scenario: 'default', inline: {} }))).toEqual(['VIV_OPTION_INVALID']);
    expect(codesOf(() => world.start({ sed: 1 } as never))).toEqual(['VIV_OPTION_INVALID']);
    expect(codesOf(() => world.start({ seed: 1.5 }))).toEqual(['VIV_OPTION_INVALID']);
    expect(world.exchanges()).toHaveLength(1);
  });
});

test('clearFaults switches all faults off', async () => {
  const world = await open({ fault: ['unauthorized'] });
  world.fault('not-found', { on: { operation: 'listPets' } });
  world.clearFaults();
  expect((await list(world)).status).toBe(200);
});

describe('waitForExchange', () => {
  test('resolves at once with each exchange that it has not returned before, the oldest first', async () => {
    const world = await open();
    await list(world);
    await list(world);
    await post(world, { name: 'Maple', categoryId: 3 });
    expect((await world.waitForExchange({ operation: 'listPets' })).id).toBe(1);
    expect((await world.waitForExchange({ operation: 'listPets' })).id).toBe(2);
    expect((await world.waitForExchange()).operation).toBe('createPet');
  });

  test('waits for a request that comes later, also one whose response is delayed', async () => {
    const world = await open();
    world.fault('slow', { latency: '1h' });
    const waiting = world.waitForExchange({ operation: 'createPet' }, { timeoutMs: 60_000 });
    const response = post(world, { name: 'Maple', categoryId: 3 });
    expect(await waiting).toMatchObject({ operation: 'createPet', status: 201 });
    world.clock.advance('1h');
    expect((await response).status).toBe(201);
  });

  test('two waits for the same requests get one each', async () => {
    const world = await open();
    const waiting = [
      world.waitForExchange({}, { timeoutMs: 60_000 }),
      world.waitForExchange({}, { timeoutMs: 60_000 }),
    ];
    await list(world);
    await list(world);
    expect((await Promise.all(waiting)).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('counts again after a reset', async () => {
    const world = await open();
    await list(world);
    await world.waitForExchange();
    world.reset();
    await list(world);
    expect((await world.waitForExchange()).id).toBe(1);
  });

  test('waits for one after another, also after a reset', async () => {
    const world = await open();
    const waiting = world.waitForExchange({ since: 1 }, { timeoutMs: 60_000 });
    await list(world);
    world.reset();
    await list(world);
    await list(world);
    expect((await waiting).id).toBe(2);
  });

  test('leaves no timer behind, whatever its end is', async () => {
    const world = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const found = world.waitForExchange();
    await list(world);
    await found;
    expect(vi.getTimerCount()).toBe(0);
    const closed = world.waitForExchange({ operation: 'createPet' });
    world.close();
    await expect(closed).rejects.toThrow('was closed');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('knows the faults of its world, and shows the last ten requests', async () => {
    const world = await open();
    world.fault('mine', { status: 418 });
    for (let call = 1; call <= 12; call++) await list(world);
    expect((await world.waitForExchange({ fault: 'mine' })).status).toBe(418);
    await expect(world.waitForExchange({ status: 200 }, { timeoutMs: 1 })).rejects.toThrow(
      /the newest first:\n {2}#12 GET(?:.*\n.*){9}#3 GET[^\n]*$/,
    );
  });

  test('rejects when the time is over, and shows what came instead', async () => {
    const world = await open();
    await list(world);
    const late = world.waitForExchange({ operation: 'createPet' }, { timeoutMs: 1 });
    await expect(late).rejects.toThrow(
      'No new exchange matched {"operation":"createPet"} within 1 ms. The last requests of the world "test-7", the newest first:\n  #1 GET /v1/pets -> 200 (listPets)',
    );
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])('rejects the time %s', async (timeoutMs) => {
    const world = await open();
    await expect(world.waitForExchange({}, { timeoutMs })).rejects.toThrow(
      'timeoutMs must be a number of milliseconds',
    );
  });

  test('rejects when the world is closed, and for a wrong filter', async () => {
    const world = await open();
    await expect(world.waitForExchange({ operation: 'createPett' })).rejects.toThrow('Did you mean "createPet"?');
    const waiting = world.waitForExchange({ operation: 'createPet' }, { timeoutMs: 60_000 });
    world.close();
    await expect(waiting).rejects.toThrow('The world "test-7" was closed while waiting for an exchange.');
  });
});

describe('assertNoViolations', () => {
  test('passes without a violation: an error status alone is not one', async () => {
    const world = await open();
    await list(world);
    await world.fetch('/v1/pets');
    await world.fetch('/v1/pets/999', { headers: key });
    world.assertNoViolations();
  });

  test('throws an error that shows the exchange', async () => {
    const world = await open({ scenario: { clock: { at: '2030-06-01T00:00:00Z', frozen: true } } });
    await post(world, { categoryId: 3 });
    expect(errorOf(() => world.assertNoViolations())).toMatchObject({ name: 'ViolationError' });
    expect(errorOf(() => world.assertNoViolations()).message).toMatchInlineSnapshot(`
      "1 exchange of the world "test-7" broke the interface.

      #1 POST /v1/pets -> 400 (createPet)
        Violations
          request body /name: body.name is required (required)
        Request
          host: vivarium.test
          authorization: Bearer [redacted]
          content-type: application/json

          { "categoryId": 3 }
        Response
          content-type: application/json
          content-length: 69
          date: Sat, 01 Jun 2030 00:00:00 GMT
          vivarium-world: test-7
          vivarium-exchange: 1
          vivarium-violations: 1
          x-content-type-options: nosniff
          vary: Origin

          { "code": "bad_request", "message": "body.name is required", "status": 400 }
        Why
          matched operation createPet
          credential: accepted
          rejected with 400: body.name is required

      If this is intended, send "Vivarium-Expect: violation" with the request, or call world.expectViolations()."
    `);
  });

  test('throws for a response that breaks the interface', async () => {
    const world = await open();
    world.fault('missing-required', { on: { operation: 'getPet' } });
    await world.fetch('/v1/pets/1', { headers: key });
    expect(() => world.assertNoViolations()).toThrow(/response body .* \(required\)[\s\S]*missing-required/);
  });

  test('passes if the violations are expected: of one request, or of the world', async () => {
    const world = await open();
    await post(world, { categoryId: 3 }, { 'Vivarium-Expect': 'violation' });
    world.assertNoViolations();
    await post(world, { categoryId: 3 });
    expect(() => world.assertNoViolations()).toThrow('1 exchange of the world "test-7" broke the interface.');
    world.expectViolations();
    world.assertNoViolations();
    world.reset();
    await post(world, { categoryId: 3 });
    expect(() => world.assertNoViolations()).toThrow();
  });

  test('passes for a forced status that the document does not have', async () => {
    const world = await open();
    world.fault('unavailable', { when: { first: 1 } });
    expect((await list(world)).status).toBe(503);
    expect((await world.fetch('/v1/pets', { headers: { ...key, prefer: 'code=503' } })).status).toBe(503);
    expect(world.exchanges({ violations: true })).toHaveLength(2);
    world.assertNoViolations();
  });

  test('throws if there was nothing to judge since the start, unless that is allowed', async () => {
    const world = await open();
    const nothing = 'got no request for an operation of the document since it was started';
    expect(errorOf(() => world.assertNoViolations())).toMatchObject({
      name: 'UnjudgedError',
      message: expect.stringMatching(/there is nothing to judge\.\n\nGive the client world\.fetch/),
    });
    await world.fetch('/pets');
    await world.fetch('/v1/pets', { method: 'DELETE' });
    await world.fetch('/v1/pets', { method: 'OPTIONS', headers: { origin: 'http://a' } });
    expect(() => world.assertNoViolations()).toThrow(nothing);
    expect(() => world.assertNoViolations()).toThrow(
      '#2 DELETE /v1/pets -> 405 (no operation matched)\n  #1 GET /pets -> 404',
    );
    world.assertNoViolations({ allowEmpty: true });
    // A request without a credential is one for an operation.
    await world.fetch('/v1/pets');
    world.assertNoViolations();
    world.reset();
    expect(() => world.assertNoViolations()).toThrow(nothing);
    world.expectViolations();
    world.assertNoViolations();
    world.start();
    expect(() => world.assertNoViolations()).toThrow(nothing);
    expect(() => world.assertNoViolations({ allowEmtpy: true } as never)).toThrow('Did you mean "allowEmpty"?');
  });

  test('throws while a call is not handled yet, through any handle of the world', async () => {
    const world = await open();
    await list(world);
    const [read, written] = [list(world), post(world, {})];
    expect(() => world.assertNoViolations({ allowEmpty: true })).toThrow(
      '2 calls of the world "test-7" are under way, and not judged yet. The last one is POST /v1/pets.',
    );
    await read;
    await written;
    expect(errorOf(() => world.assertNoViolations())).toMatchObject({ name: 'ViolationError' });
    world.reset();
    await expect(world.fetch('/v1/pets', { signal: AbortSignal.abort() })).rejects.toThrow();
    await list(world);
    // The response is held back, but the request is judged.
    world.fault('slow');
    const slow = list(world);
    await world.waitForExchange({ fault: 'slow' });
    world.assertNoViolations();
    world.clock.advance('2s');
    await slow;
  });

  test('throws also for a violation that the journal no longer has', async () => {
    const world = await open({ journal: 1 });
    await post(world, {});
    await list(world);
    expect(() => world.assertNoViolations()).toThrow(
      /^1 exchange of the world "test-7" broke [\s\S]*Not shown: 1 more\./,
    );
  });

  test('shows at most ten exchanges', async () => {
    const world = await open();
    for (let call = 1; call <= 12; call++) await post(world, {});
    expect(() => world.assertNoViolations()).toThrow(
      /^12 exchanges [\s\S]*\n\n#1 POST[\s\S]*\n\n#2 POST[\s\S]*\n\n#10 POST[\s\S]*\n\nNot shown: 2 more\./,
    );
  });
});

test('coverage, diff and save report the world', async () => {
  const world = await open();
  await list(world);
  await post(world, { name: 'Maple', categoryId: 3 });
  const { items, total } = world.coverage();
  expect(total).toBe(items.length);
  expect(items.find(({ operation }) => operation === 'listPets')).toMatchObject({ requests: 1, statuses: { 200: 1 } });
  expect(world.diff()).toEqual([
    { collection: 'pets', id: 25, before: null, after: { id: 25, name: 'Maple', categoryId: 3 } },
  ]);
  const saved = world.save();
  world.start({ scenario: 'empty' });
  world.start({ inline: saved });
  expect(world.collection('pets').get(25)).toEqual({ id: 25, name: 'Maple', categoryId: 3 });
});

test('close forgets the world, also at the end of a block with await using', async () => {
  const vivarium = await createVivarium();
  {
    await using world = vivarium.world('short');
    world.collection('pets').delete(1);
    expect(world.collection('pets').get(1)).toBeUndefined();
  }
  const world = vivarium.world('short');
  expect(world.collection('pets').get(1)).toBeDefined();
  world.close();
  world.close();
  await vivarium.close();
});

test('a closed world opens anew with its next use', async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('short');
  const pets = world.collection('pets');
  pets.delete(1);
  world.close();
  expect(world.exchanges()).toEqual([]);
  expect(pets.get(1)).toBeDefined();
});

test('serves knows the paths of the service', async () => {
  const world = await open();
  expect(['/v1/pets', '/v1', '/v1/none', '/v10/pets', '/main.js'].map(world.serves)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const atRoot = await open({ document: 'docs/shop.yaml', scenarios: folderOf({}) });
  expect(['/customers/1', '/customers/', '/main.js'].map(atRoot.serves)).toEqual([true, true, false]);
});
