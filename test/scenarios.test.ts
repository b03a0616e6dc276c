/** Each file in scenarios/ has the effect of its description. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createVivarium, type VivariumOptions, type VivariumWorld } from '../src/index.ts';

interface Animal {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a response is compared as a whole, or read property by property
  readonly body: any;
}

const start = async (scenario: string, options: VivariumOptions = {}): Promise<VivariumWorld> =>
  (await createVivarium({ ...options, scenario })).world();

const call = async (
  world: VivariumWorld,
  method: string,
  path: string,
  { body, authorization = 'Bearer demo' }: { readonly body?: unknown; readonly authorization?: string } = {},
): Promise<Answer> => {
  const response = await world.fetch(`/v1${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

const add = (world: VivariumWorld, body: unknown = { name: 'Maple', categoryId: 3 }): Promise<Answer> =>
  call(world, 'POST', '/pets', { body });

const list = async (world: VivariumWorld, query = 'limit=100'): Promise<readonly Animal[]> => {
  const { status, body } = await call(world, 'GET', `/pets?${query}`);
  expect(status).toBe(200);
  return body;
};

/** One request of every kind, with its status without faults. */
const usual = [
  ['GET', '/pets', undefined, 200],
  ['GET', '/pets/1', undefined, 200],
  ['GET', '/pets/4711', undefined, 404],
  ['POST', '/pets', { name: 'Maple', categoryId: 3 }, 201],
  ['POST', '/pets', {}, 400],
  ['GET', '/store/orders', undefined, 501],
  ['DELETE', '/pets/1', undefined, 405],
  ['GET', '/nowhere', undefined, 404],
] as const;

const statusesOf = async (world: VivariumWorld): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (const [method, path, body] of usual) statuses.push((await call(world, method, path, { body })).status);
  return statuses;
};

/** By the name of the file. */
const scenarios: Readonly<Record<string, () => void>> = {
  default: () => {
    test('the store holds 24 animals of each status', async () => {
      const animals = await list(await start('default'));
      expect(animals.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
      expect(new Set(animals.map(({ status }) => status))).toEqual(new Set(['available', 'pending', 'sold']));
      expect(animals[0]).toEqual({ id: 1, name: 'Luna', categoryId: 1, status: 'available' });
    });

    test('no request fails', async () => {
      const world = await start('default');
      expect(await statusesOf(world)).toEqual(usual.map(([, , , status]) => status));
      expect(world.exchanges().flatMap(({ faults }) => faults)).toEqual([]);
    });

    test('it is the default of a server', async () => {
      const world = (await createVivarium()).world();
      expect(await list(world)).toEqual(await list(await start('default')));
    });
  },

  empty: () => {
    test('lists are empty until an animal is added, which gets the id 1', async () => {
      const world = await start('empty');
      expect(await list(world)).toEqual([]);
      expect((await call(world, 'GET', '/pets/1')).status).toBe(404);
      expect((await add(world)).body).toEqual({ id: 1, name: 'Maple', categoryId: 3 });
      expect(await list(world)).toEqual([{ id: 1, name: 'Maple', categoryId: 3 }]);
    });
  },

  crowded: () => {
    test('there are 10,000 animals, far more than one list returns', async () => {
      const world = await start('crowded');
      expect(await list(world)).toHaveLength(100);
      expect((await call(world, 'GET', '/pets/10000')).status).toBe(200);
      expect((await call(world, 'GET', '/pets/10001')).status).toBe(404);
      expect((await add(world)).body.id).toBe(10_001);
    });

    test('they differ, match the document, and are the same each time, except for another seed', async () => {
      const animals = await list(await start('crowded'));
      expect(animals.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
      expect(new Set(animals.map(({ name }) => name)).size).toBeGreaterThan(20);
      for (const status of ['available', 'pending', 'sold'])
        expect(await list(await start('crowded'), `limit=1&status=${status}`)).toMatchObject([{ status }]);
      expect(await list(await start('crowded'))).toEqual(animals);
      expect(await list(await start('crowded', { seed: 2 }))).not.toEqual(animals);
    });
  },

  'key-expires': () => {
    test('from the fourth creation on the key is expired, only for creations', async () => {
      const world = await start('key-expires');
      for (const id of [25, 26, 27]) expect(await add(world)).toMatchObject({ status: 201, body: { id } });
      for (let at = 0; at < 2; at++) {
        const refused = await add(world);
        expect(refused.body).toEqual({ code: 'key_expired', message: 'Your key has expired.', status: 401 });
        expect(refused.status).toBe(401);
        expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
      expect(await list(world)).toHaveLength(27);
      expect((await call(world, 'GET', '/pets/27')).status).toBe(200);
    });

    test('a reset renews it', async () => {
      const world = await start('key-expires');
      for (let at = 0; at < 4; at++) await add(world);
      world.reset();
      expect((await add(world)).status).toBe(201);
    });
  },

  unauthorized: () => {
    test('every request gets 401, whatever its key', async () => {
      const world = await start('unauthorized');
      expect(await statusesOf(world)).toEqual(usual.map(() => 401));
      const refused = await call(world, 'GET', '/pets', { authorization: 'Bearer the-best-of-keys' });
      expect(refused.body).toEqual({ code: 'unauthorized', message: expect.any(String), status: 401 });
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    test('nothing is executed', async () => {
      const world = await start('unauthorized');
      await add(world);
      world.fault('unauthorized', { enabled: false });
      expect(await list(world)).toHaveLength(24);
    });
  },

  flaky: () => {
    const stumbles = async (world: VivariumWorld): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let at = 0; at < 1000; at++) statuses.push((await call(world, 'GET', '/pets?limit=1')).status);
      return statuses;
    };

    test('three requests in ten get 503, the same ones each time, except for another seed', async () => {
      const statuses = await stumbles(await start('flaky'));
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
      const failed = statuses.filter((status) => status === 503).length;
      expect(failed).toBeGreaterThan(260);
      expect(failed).toBeLessThan(340);
      expect(await stumbles(await start('flaky'))).toEqual(statuses);
      expect(await stumbles(await start('flaky', { seed: 2 }))).not.toEqual(statuses);
    });

    test('failed requests have a Retry-After, and the others succeed', async () => {
      const world = await start('flaky');
      const answers: Answer[] = [];
      for (let at = 0; at < 20; at++) answers.push(await call(world, 'GET', '/pets/1'));
      for (const { status, headers, body } of answers) {
        if (status === 503) {
          expect(headers.get('retry-after')).toBe('1');
          expect(body).toEqual({ code: 'service_unavailable', message: expect.any(String), status: 503 });
        } else expect(body).toEqual({ id: 1, name: 'Luna', categoryId: 1, status: 'available' });
      }
      expect(new Set(answers.map(({ status }) => status)).size).toBe(2);
    });
  },

  slow: () => {
    test.each(usual)('%s %s with %j gets its response after two seconds', async (method, path, body, status) => {
      const world = await start('slow');
      world.clock.set({ frozen: true });
      let answered: Answer | undefined;
      const pending = call(world, method, path, { body }).then((answer) => {
        answered = answer;
      });
      const settle = async () => {
        for (let at = 0; at < 10; at++) await new Promise(setImmediate);
      };
      await settle();
      world.clock.advance('1999ms');
      await settle();
      expect(answered).toBeUndefined();
      world.clock.advance('1ms');
      await pending;
      expect(answered?.status).toBe(status);
    });

    test('the operation is executed immediately', async () => {
      const world = await start('slow');
      const taken = async (count: number) => {
        while (world.exchanges().length < count) await new Promise(setImmediate);
      };
      const added = add(world);
      await taken(1);
      const read = call(world, 'GET', '/pets/25');
      await taken(2);
      world.clock.advance('2s');
      expect([(await added).status, (await read).status]).toEqual([201, 200]);
    });
  },

  outage: () => {
    test('every request gets 503 with a Retry-After', async () => {
      const world = await start('outage');
      expect(await statusesOf(world)).toEqual(usual.map(() => 503));
      const { headers, body } = await call(world, 'GET', '/pets');
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toEqual({ code: 'service_unavailable', message: expect.any(String), status: 503 });
    });

    test('nothing is executed', async () => {
      const world = await start('outage');
      await add(world);
      world.fault('unavailable', { enabled: false });
      expect(await list(world)).toHaveLength(24);
    });
  },

  sunset: () => {
    test('it is 6 December 2030, and the clock is frozen', async () => {
      const world = await start('sunset');
      expect(new Date(world.clock.now()).toISOString()).toBe('2030-12-06T00:00:00.000Z');
      expect(world.clock.frozen).toBe(true);
      expect((await call(world, 'GET', '/pets')).headers.get('date')).toBe('Fri, 06 Dec 2030 00:00:00 GMT');
    });

    test('an animal can no longer be read, with or without a key, and the rest is unchanged', async () => {
      const world = await start('sunset');
      for (const authorization of ['Bearer demo', '']) {
        const gone = await call(world, 'GET', '/pets/1', { authorization });
        expect(gone.status).toBe(404);
        expect(gone.body).toEqual({ code: 'not_found', message: expect.stringContaining('2030-12-05'), status: 404 });
      }
      expect(await list(world)).toHaveLength(24);
      expect((await add(world)).status).toBe(201);
    });

    test('it can be read on the day before the removal date', async () => {
      const world = await start('sunset');
      world.clock.set({ now: '2030-12-04T23:59:59Z' });
      expect((await call(world, 'GET', '/pets/1')).status).toBe(200);
    });
  },

  sales: () => {
    test('a pet that is available is reserved after a minute, and sold ten seconds later', async () => {
      const world = await start('sales');
      world.clock.set({ frozen: true });
      const statuses = () =>
        world
          .collection('pets')
          .items()
          .map((pet) => (pet as { status?: string }).status);
      expect(statuses()).toContain('available');
      world.clock.advance('60s');
      expect(statuses()).not.toContain('available');
      expect(statuses()).toContain('pending');
      world.clock.advance('10s');
      expect(new Set(statuses())).toEqual(new Set(['sold']));
    });
  },

  lenient: () => {
    const violations = (answer: Answer) => Number(answer.headers.get('vivarium-violations') ?? 0);

    test('requests with invalid parameters are served as far as possible, and recorded', async () => {
      const world = await start('lenient');
      const none = await call(world, 'GET', '/pets?limit=0');
      expect([none.status, none.body.length, violations(none)]).toEqual([200, 1, 1]);
      const lost = await call(world, 'GET', '/pets?status=lost');
      expect([lost.status, lost.body, violations(lost)]).toEqual([200, [], 1]);
      expect(world.exchanges({ violations: true }).map((exchange) => exchange.violations[0]?.pointer)).toEqual([
        '/status',
        '/limit',
      ]);
    });

    test('missing and invalid properties are generated, so that the response matches the document', async () => {
      const world = await start('lenient');
      const nameless = await add(world, { categoryId: 3, status: 'lost' });
      expect([nameless.status, violations(nameless)]).toEqual([201, 2]);
      expect(nameless.body).toEqual({ id: 25, name: expect.stringMatching(/\w/), categoryId: 3 });
      expect((await call(world, 'GET', '/pets/25')).body).toEqual(nameless.body);
      const bare = await call(world, 'POST', '/pets');
      expect(bare).toMatchObject({ status: 201, body: { id: 26, name: expect.any(String) } });
    });

    test('unreadable requests and bad credentials are still rejected', async () => {
      const world = await start('lenient');
      expect((await call(world, 'POST', '/pets', { body: '{"name":' })).status).toBe(400);
      expect((await call(world, 'POST', '/pets', { body: [] })).status).toBe(400);
      expect((await call(world, 'GET', '/pets', { authorization: 'Bearer expired' })).status).toBe(401);
    });

    test('a valid request is served without a report', async () => {
      const world = await start('lenient');
      const answer = await add(world);
      expect([answer.status, violations(answer)]).toEqual([201, 0]);
    });
  },
};

test('every file in scenarios/ is started here', () => {
  expect(Object.keys(scenarios).sort()).toEqual(
    readdirSync('scenarios')
      .map((file) => file.replace(/\.yaml$/, ''))
      .sort(),
  );
});

describe.each(Object.entries(scenarios))('scenarios/%s.yaml', (_name, define) => define());
