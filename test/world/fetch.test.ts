import { Window } from 'happy-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createVivarium, type Vivarium, type VivariumWorld } from '../../src/index.ts';
import { Clock } from '../../src/world/clock.ts';

const key = { authorization: 'Bearer demo' };
const json = { ...key, 'content-type': 'application/json' };
const pet = JSON.stringify({ name: 'Maple', categoryId: 3 });

let vivarium: Vivarium;
let world: VivariumWorld;
beforeEach(async () => {
  vivarium = await createVivarium({
    scenario: {
      clock: { at: '2030-06-01T00:00:00Z', frozen: true },
      data: { pets: [{ id: 1, name: 'Luna', categoryId: 1 }] },
    },
    maxBody: 1000,
  });
  world = vivarium.world();
});

/** Whether the promise is pending although all timers and microtasks have run. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return !settled;
};

const reasonOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it was not rejected');
};

describe('the address', () => {
  test('may be a path, a URL of any origin, or a Request', async () => {
    const answers = await Promise.all([
      world.fetch('/v1/pets', { headers: key }),
      world.fetch('http://127.0.0.1:4010/v1/pets', { headers: key }),
      world.fetch(new URL('https://api.example.com/v1/pets'), { headers: key }),
      world.fetch(new Request('http://localhost/v1/pets', { headers: key })),
      world.fetch(new Request('http://localhost/v1/pets'), { headers: key }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual([{ id: 1, name: 'Luna', categoryId: 1 }]);
    }
  });

  test('has a query, and path values as they were sent', async () => {
    expect(await (await world.fetch('/v1/pets?status=sold#top', { headers: key })).json()).toEqual([]);
    expect((await world.fetch('/v1/pets/%31', { headers: key })).status).toBe(200);
    expect(world.exchanges()[0]).toMatchObject({ path: '/v1/pets/%31', query: '' });
    expect(world.exchanges()[1]).toMatchObject({ path: '/v1/pets', query: 'status=sold' });
  });
});

test('a request is the same, in whatever way its headers and its body are given', async () => {
  const requests: unknown[] = [];
  const given: readonly (readonly [method: string, headers: Record<string, string>, body?: string])[] = [
    ['GET', { b: '1', A: '2', authorization: 'Bearer demo' }],
    ['GET', { a: ' spaces are dropped ', b: 'é', c: '' }],
    ['GET', { a: '1', A: '2', 'x!y': '3' }],
    ['GET', { a: 'inner spaces stay', b: 'a\ttab' }],
    ['POST', json, pet],
    ['POST', { authorization: 'Bearer demo' }, 'text'],
    ['PATCH', json, pet],
    ['HEAD', key],
    ['get', key],
    ['patch', json, pet],
    ['X-OTHER', key],
  ];
  for (const [method, headers, body] of given) {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const ways = [init, { ...init, headers: new Headers(headers) }, { ...init, headers: Object.entries(headers) }];
    for (const one of [...ways, Object.create(init)]) await world.fetch('/v1/pets?x=1', one as RequestInit);
    await world.fetch('http://vivarium.test/v1/pets?x=1', init);
    await world.fetch(new Request('http://vivarium.test/v1/pets?x=1', init));
    const seen = world
      .exchanges({ limit: 6 })
      .map(({ method: sent, path, query, request }) => ({ sent, path, query, request }));
    requests.push(...seen);
    expect(seen.map((one) => JSON.stringify(one))).toEqual(Array.from(seen, () => JSON.stringify(seen[0])));
  }
  expect(requests).toHaveLength(66);
});

test('TRACE, which a Request cannot have, is answered as by the server', async () => {
  for (const address of ['/v1/pets', 'http://vivarium.test/v1/pets', new URL('http://vivarium.test/v1/pets')]) {
    const { status, headers } = await world.fetch(address, { method: 'TRACE', headers: key });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  }
  expect(world.exchanges().map(({ method }) => method)).toEqual(['TRACE', 'TRACE', 'TRACE']);
  expect(await reasonOf(world.fetch('/v1/pets', { method: 'CONNECT', headers: key }))).toBeInstanceOf(TypeError);
});

test.each(['GET', 'HEAD'])('%s has no body: an error, as everywhere', async (method) => {
  for (const address of ['/v1/pets', 'http://vivarium.test/v1/pets'])
    expect(await reasonOf(world.fetch(address, { method, headers: key, body: 'x' }))).toBeInstanceOf(TypeError);
  expect(world.exchanges()).toEqual([]);
});

test('a path may have the prefix of the world, as in the addresses that it states itself', async () => {
  expect((await world.fetch('/~default/v1/pets', { headers: key })).status).toBe(200);
  for (const path of ['/~default', '/~defaults/v1/pets', '/~other/v1/pets', '/v1/~default/'])
    expect((await world.fetch(path, { headers: key })).status).toBe(404);
});

describe('the response', () => {
  test('has the status, the headers and the body of the decision', async () => {
    const answer = await world.fetch('/v1/pets/1', { headers: key });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('vivarium-world')).toBe('default');
    expect(answer.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(await answer.text()).toBe('{"id":1,"name":"Luna","categoryId":1}');
    const missing = await world.fetch('/v1/pets/9', { headers: key });
    expect([missing.status, missing.ok]).toEqual([404, false]);
  });

  test('to HEAD, or of a status without a body, has no body', async () => {
    const head = await world.fetch('/v1/pets', { method: 'HEAD', headers: key });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['39', '']);
    for (const status of [204, 205, 304]) {
      const answer = await world.fetch('/v1/pets', { headers: { ...key, prefer: `code=${status}` } });
      expect([answer.status, answer.body]).toEqual([status, null]);
    }
  });

  test('to a preflight does not open a world', async () => {
    const answer = await world.fetch('/v1/pets', {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
    ]);
    expect(world.exchanges()).toEqual([]);
  });
});

describe('the body', () => {
  const create = async (body: BodyInit, headers: Readonly<Record<string, string>> = json) =>
    world.fetch('/v1/pets', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);

  test('may have any type that fetch accepts', async () => {
    const bytes = new TextEncoder().encode(pet);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 5));
        controller.enqueue(bytes.slice(5));
        controller.close();
      },
    });
    for (const body of [pet, bytes, new Blob([pet]), stream]) expect((await create(body)).status).toBe(201);
    expect((await create(new URLSearchParams('name=a'), key)).status).toBe(400);
    expect(
      (await world.fetch(new Request('http://localhost/v1/pets', { method: 'POST', headers: json, body: pet }))).status,
    ).toBe(201);
    expect(world.exchanges({ status: 201 })).toHaveLength(5);
  });

  test('keeps every digit', async () => {
    const answer = await create('{"name":"Big","categoryId":9223372036854775807}');
    expect(await answer.text()).toBe('{"id":2,"name":"Big","categoryId":9223372036854775807}');
  });

  test('that is empty counts as missing', async () => {
    expect(await (await create('')).json()).toMatchObject({ message: 'body is required' });
  });

  test('that is too large is rejected, one of exactly the maximum size is not', async () => {
    const padded = (size: number) => `${pet.slice(0, -1)}${' '.repeat(size - pet.length)}}`;
    expect((await create(padded(1000))).status).toBe(201);
    const answer = await create(padded(1001));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: 'body must not be larger than 1000 bytes (--max-body raises this; in the library, maxBody)',
    });
  });
});

describe('a delayed response', () => {
  const slow = () => world.fetch('/v1/pets', { headers: { ...key, prefer: 'delay=2h' } });

  test('is sent when the clock is advanced to its time', async () => {
    const answer = slow();
    expect(await isPending(answer)).toBe(true);
    world.clock.advance('1h');
    expect(await isPending(answer)).toBe(true);
    world.clock.advance('1h');
    expect((await answer).status).toBe(200);
    expect(world.exchanges()[0]?.durationMs).toBeLessThan(60_000);
  });

  test('is decided at the time of the request', async () => {
    const answer = slow();
    expect(await isPending(answer)).toBe(true);
    await world.fetch('/v1/pets', { method: 'POST', headers: json, body: pet });
    world.clock.advance('2h');
    expect(await (await answer).json()).toHaveLength(1);
  });

  test('is sent when its real time has passed', async () => {
    expect((await world.fetch('/v1/pets', { headers: { ...key, prefer: 'delay=5ms' } })).status).toBe(200);
  });

  test('can be given up', async () => {
    const controller = new AbortController();
    const answer = world.fetch('/v1/pets', { headers: { ...key, prefer: 'delay=2h' }, signal: controller.signal });
    expect(await isPending(answer)).toBe(true);
    controller.abort(new Error('enough'));
    expect(await reasonOf(answer)).toEqual(new Error('enough'));
    world.clock.advance('2h');
    expect(world.exchanges()).toHaveLength(1);
  });
});

describe('a lost response', () => {
  test('by a reset rejects like fetch, and the operation is executed', async () => {
    world.fault('reset');
    const error = await reasonOf(world.fetch('/v1/pets', { method: 'POST', headers: json, body: pet }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(world.exchanges()[0]).toMatchObject({ status: 201, faults: [{ name: 'reset', effect: 'transport' }] });
  });

  test('by a reset after a delay rejects after the delay', async () => {
    world.fault('reset');
    world.fault('slow');
    const answer = reasonOf(world.fetch('/v1/pets', { headers: key }));
    expect(await isPending(answer)).toBe(true);
    world.clock.advance('2s');
    expect(await answer).toBeInstanceOf(TypeError);
  });

  test('by a timeout ends only with the signal of the request', async () => {
    world.fault('timeout');
    const controller = new AbortController();
    const answer = world.fetch('/v1/pets', { headers: key, signal: controller.signal });
    expect(await isPending(answer)).toBe(true);
    world.clock.advance('7d');
    world.fault('timeout', { enabled: false });
    expect(await isPending(answer)).toBe(true);
    controller.abort();
    expect(await reasonOf(answer)).toMatchObject({ name: 'AbortError' });
  });

  test('by a timeout after a delay, too', async () => {
    world.fault('timeout');
    world.fault('slow');
    const controller = new AbortController();
    const answer = world.fetch('/v1/pets', { headers: key, signal: controller.signal });
    expect(await isPending(answer)).toBe(true);
    world.clock.advance('2s');
    // Between the end of the delay and the next step there is a moment without a listener.
    controller.abort();
    expect(await reasonOf(answer)).toMatchObject({ name: 'AbortError' });
  });
});

describe('a request that is aborted', () => {
  test('before it is sent is never sent', async () => {
    expect(await reasonOf(world.fetch('/v1/pets', { headers: key, signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    expect(world.exchanges()).toEqual([]);
  });

  test('that is aborted immediately has no effect', async () => {
    world.fault('timeout');
    for (const init of [{ headers: key }, { method: 'POST', headers: json, body: pet }]) {
      const controller = new AbortController();
      const answer = world.fetch('/v1/pets', { ...init, signal: controller.signal });
      controller.abort();
      expect(await reasonOf(answer)).toMatchObject({ name: 'AbortError' });
    }
    expect(world.exchanges()).toEqual([]);
  });

  test('by a signal of another realm, which no Request takes, rejects with its reason, before and after it is sent', async () => {
    const { AbortController: Foreign } = new Window();
    const [before, after] = [new Foreign(), new Foreign()];
    const init = (signal: unknown) => ({ headers: { ...key, prefer: 'delay=2h' }, signal: signal as AbortSignal });
    expect(() => new Request('http://localhost', init(before.signal))).toThrow(TypeError);
    before.abort(new Error('too late'));
    expect(await reasonOf(world.fetch('/v1/pets', init(before.signal)))).toEqual(new Error('too late'));
    expect(world.exchanges()).toEqual([]);
    const answer = world.fetch('/v1/pets', init(after.signal));
    expect(await isPending(answer)).toBe(true);
    after.abort(new Error('enough'));
    expect(await reasonOf(answer)).toEqual(new Error('enough'));
    expect(world.exchanges()).toHaveLength(1);
  });
});

test('is rejected if the maximum number of worlds is reached', async () => {
  const small = await createVivarium({ scenario: {}, maxWorlds: 1 });
  expect(await reasonOf(small.world('other').fetch('/v1/pets'))).toMatchObject({
    name: 'ConfigError',
    message:
      'the world "other" cannot be opened: the maximum of 1 world is open. Close a world, lower keep (1d), or raise maxWorlds.',
  });
});

test('a call is no longer under way once it was handled, or was given up', async () => {
  await world.fetch('/v1/pets', { headers: key });
  await expect(world.fetch('/v1/pets', { headers: key, signal: AbortSignal.abort() })).rejects.toThrow();
  world.assertNoViolations();
  const pending = world.fetch('/v1/pets?limit=1', { headers: key });
  expect(() => world.assertNoViolations()).toThrow('1 call of the world "default" is under way');
  await pending;
  world.assertNoViolations();
});

test('a bug is the error of the call', async () => {
  const bug = new Error('a bug');
  const broken = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => {
    throw bug;
  });
  const answer = world.fetch('/v1/pets', { headers: key });
  expect(await reasonOf(answer)).toBe(bug);
  broken.mockRestore();
});
