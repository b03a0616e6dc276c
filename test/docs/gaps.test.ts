/**
 * Every row of docs/gaps.md: the behaviour that the document leaves open, and the effect of the switch for it. Rows are
 * found by their id.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { parseJson } from '../../src/core/primitives/json.ts';
import { createVivarium, type VivariumOptions, type VivariumWorld } from '../../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read single properties of documents and responses
type Loose = any;

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: an accepted one; null: none. */
  readonly key?: string | null;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Loose;
}

type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>;

interface Mock {
  /** Below the base URL. */
  readonly send: Send;
  readonly world: VivariumWorld;
}

const requestOf = (method: string, { body, headers, key = 'demo' }: Sent): RequestInit => ({
  method,
  headers: {
    ...(key !== null && { authorization: key.includes(' ') ? key : `Bearer ${key}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  },
  body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
});

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const parsed = parseJson(text);
  return { status: response.status, headers: response.headers, text, body: parsed.ok ? parsed.value : undefined };
};

/** A mock without a socket. */
const mock = async (options: VivariumOptions = {}): Promise<Mock> => {
  const world = (await createVivarium(options)).world();
  return {
    world,
    send: async (method, path, sent = {}) => answerOf(await world.fetch(`/v1${path}`, requestOf(method, sent))),
  };
};

/** A mock on a socket, with its control API. */
const served = async (
  options: VivariumOptions = {},
): Promise<Mock & { readonly control: Send; readonly origin: string }> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const sendBelow =
    (base: string): Send =>
    async (method, path, sent = {}) =>
      answerOf(await fetch(`${url}${base}${path}`, requestOf(method, sent)));
  return { world: vivarium.world(), origin: url, send: sendBelow('/v1'), control: sendBelow('/_vivarium/api') };
};

/** The animal store's document, changed like by an Overlay. */
const copy = (edit: (document: Loose) => void): { readonly document: object } => {
  const document = parse(readFileSync('spec/animal-store.yaml', 'utf8'));
  edit(document);
  return { document };
};

const mockOf = (edit: (document: Loose) => void): Promise<Mock> => mock(copy(edit));

const errorResponse = {
  description: '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
const petResponse = {
  description: '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
};
const newPetBody = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPet' } } },
};

const maple = { name: 'Maple', categoryId: 3 };
const add = (send: Send, body: unknown = maple, sent: Sent = {}): Promise<Answer> =>
  send('POST', '/pets', { ...sent, body });
const violationsOf = ({ headers }: Answer): string | null => headers.get('vivarium-violations');
const idsOf = ({ body }: Answer): readonly number[] => body.map(({ id }: Loose) => id);
const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

const expectError = (answer: Answer, status: number): void => {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { code: expect.any(String), message: expect.any(String), status },
  });
};

/** An invalid request is rejected with a message. */
const expectViolation = (answer: Answer, status: number, count = '1'): void => {
  expectError(answer, status);
  expect(violationsOf(answer)).toBe(count);
};

interface Gap {
  /** `usual`: without an option. */
  readonly answers: (usual: Mock) => Promise<void>;
  /** Omitted if the row has "None". */
  readonly switches?: (usual: Mock) => Promise<void>;
}

const gaps: Readonly<Record<string, Gap>> = {
  'status-omitted': {
    answers: async ({ send }) => {
      const added = await add(send);
      expect([added.status, added.body]).toEqual([201, { id: 25, ...maple }]);
      expect((await send('GET', '/pets/25')).body).toEqual(added.body);
      for (const status of ['available', 'pending', 'sold'])
        expect(idsOf(await send('GET', `/pets?limit=100&status=${status}`))).not.toContain(25);
      expect((await send('GET', '/pets?limit=100')).body.at(-1)).toEqual(added.body);
    },
    switches: async () => {
      const { send } = await mock({ scenario: { defaults: { pets: { status: 'available' } } } });
      expect((await add(send)).body).toEqual({ id: 1, ...maple, status: 'available' });
      expect((await add(send, { ...maple, status: 'sold' })).body.status).toBe('sold');
      expect(idsOf(await send('GET', '/pets?status=available'))).toEqual([1]);
    },
  },

  'name-limits': {
    answers: async ({ send }) => {
      for (const name of ['', 'x'.repeat(10_000), '🦎']) {
        const { status, body } = await add(send, { ...maple, name });
        expect([status, body.name]).toEqual([201, name]);
        expect((await send('GET', `/pets/${body.id}`)).body.name).toBe(name);
      }
    },
    switches: async () => {
      for (const [keyword, value, name] of [
        ['minLength', 1, ''],
        ['maxLength', 9, 'x'.repeat(10)],
        ['pattern', '^[a-z]+$', '🦎'],
      ] as const) {
        const { document } = copy(({ components }) => {
          components.schemas.NewPet.properties.name[keyword] = value;
        });
        const { send } = await mock({ document, scenario: 'empty' });
        expectViolation(await add(send, { ...maple, name }), 400);
        expect((await add(send, { ...maple, name: 'maple' })).status).toBe(201);
      }
    },
  },

  'category-record': {
    answers: async ({ send }) => {
      for (const categoryId of [-1, 999])
        expect((await add(send, { ...maple, categoryId })).body).toMatchObject({ categoryId });
      const largest = await send('POST', '/pets', { body: '{"name":"Maple","categoryId":9223372036854775807}' });
      expect([largest.status, largest.body.categoryId]).toEqual([201, 9223372036854775807n]);
      expectError(await send('GET', '/categories'), 404);
    },
    switches: async () => {
      for (const limits of [{ minimum: 1 }, { maximum: 8 }, { enum: [1, 2, 3] }]) {
        const { document } = copy(({ components }) =>
          Object.assign(components.schemas.NewPet.properties.categoryId, limits),
        );
        const { send } = await mock({ document, scenario: 'empty' });
        expectViolation(await add(send, { ...maple, categoryId: 'minimum' in limits ? -1 : 999 }), 400);
        expect((await add(send)).status).toBe(201);
      }
    },
  },

  'client-id': {
    answers: async ({ send }) => {
      const added = await add(send, { ...maple, id: 7 });
      expect([added.status, added.body, violationsOf(added)]).toEqual([201, { ...maple, id: 25 }, null]);
      expect((await send('GET', '/pets/7')).body.name).toBe('Bruno');
    },
    switches: async () => {
      const { send, control } = await served({ scenario: { data: { pets: [{ ...maple, id: 700 }] } } });
      expect((await send('GET', '/pets/700')).body).toEqual({ ...maple, id: 700 });
      const put = await control('PUT', '/worlds/default/collections/pets/4711', { body: { ...maple, id: 4711 } });
      expect(put.status).toBe(201);
      expect((await send('GET', '/pets/4711')).body).toEqual({ ...maple, id: 4711 });
    },
  },

  'id-sequence': {
    answers: async () => {
      const { send, control } = await served();
      expect((await add(send)).body.id).toBe(25);
      expect((await control('DELETE', '/worlds/default/collections/pets/25')).status).toBe(204);
      expect((await add(send)).body.id).toBe(26);
    },
    switches: async () => {
      const { send } = await mock({
        scenario: {
          data: {
            pets: [
              { ...maple, id: 100 },
              { ...maple, id: 7 },
            ],
          },
        },
      });
      expect((await add(send)).body.id).toBe(101);
    },
  },

  duplicates: {
    answers: async ({ send }) => {
      for (const id of [25, 26]) expect(await add(send)).toMatchObject({ status: 201, body: { ...maple, id } });
      const headers = { 'idempotency-key': 'once' };
      for (const _ of [1, 2])
        expect(await add(send, maple, { headers })).toMatchObject({ status: 201, body: { ...maple, id: 27 } });
    },
    switches: async ({ send, world }) => {
      world.fault('conflict', { on: { operation: 'createPet' } });
      expectError(await add(send), 409);
      expect((await send('GET', '/pets')).status).toBe(200);
    },
  },

  'unknown-body-properties': {
    answers: async ({ send }) => {
      const added = await add(send, { ...maple, breed: 'gecko', tags: [1] });
      expect([added.status, added.body, violationsOf(added)]).toEqual([201, { id: 25, ...maple }, null]);
      expect((await send('GET', '/pets/25')).body).toEqual({ id: 25, ...maple });
    },
    switches: async () => {
      const { send } = await mockOf(({ components }) => {
        components.schemas.NewPet.additionalProperties = true;
      });
      expect((await add(send, { ...maple, breed: 'gecko' })).body).toEqual({ id: 25, ...maple, breed: 'gecko' });
      expect((await send('GET', '/pets/25')).body).toEqual({ id: 25, ...maple, breed: 'gecko' });
    },
  },

  'body-unreadable': {
    answers: async () => {
      for (const requests of ['refuse', 'report'] as const) {
        const { send } = await mock({ scenario: { requests } });
        for (const body of ['{"name":', '[]']) expectViolation(await send('POST', '/pets', { body }), 400);
        expect((await send('GET', '/pets')).body).toEqual([]);
      }
    },
  },

  'media-type': {
    answers: async ({ send }) => {
      expectViolation(await add(send, maple, { headers: { 'content-type': 'text/plain' } }), 400);
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        paths['/pets'].post.responses['415'] = errorResponse;
      });
      expectViolation(await add(send, maple, { headers: { 'content-type': 'text/plain' } }), 415);
    },
  },

  'request-size': {
    answers: async ({ send }) => {
      expect((await send('POST', '/pets', { body: padded(1_000_000) })).status).toBe(201);
      expect((await send('POST', '/pets', { body: padded(1_048_576) })).status).toBe(201);
      expectViolation(await send('POST', '/pets', { body: padded(1_048_577) }), 400);
    },
    switches: async () => {
      const larger = await mock({ maxBody: '2MiB' });
      expect((await larger.send('POST', '/pets', { body: padded(1_048_577) })).status).toBe(201);
      const { send } = await mockOf(({ paths }) => {
        paths['/pets'].post.responses['413'] = errorResponse;
      });
      expectViolation(await send('POST', '/pets', { body: padded(1_048_577) }), 413);
    },
  },

  'body-depth': {
    answers: async ({ send }) => {
      // The object around them counts as one level.
      const nested = (lists: number): string =>
        `{"name":"Maple","categoryId":3,"unknown":${'['.repeat(lists)}${']'.repeat(lists)}}`;
      expect((await send('POST', '/pets', { body: nested(99) })).status).toBe(201);
      expectViolation(await send('POST', '/pets', { body: nested(100) }), 400);
    },
  },

  'body-on-get': {
    answers: async () => {
      const { origin } = await served();
      // `fetch` does not send one.
      const status = await new Promise((resolve, reject) => {
        const headers = { authorization: 'Bearer demo', 'content-type': 'application/json', 'content-length': 5 };
        const call = httpRequest(`${origin}/v1/pets?limit=1`, { headers, agent: false }, (response) => {
          response.resume();
          resolve([response.statusCode, response.headers['vivarium-violations']]);
        });
        call.on('error', reject);
        call.end('{"na:');
      });
      expect(status).toEqual([200, undefined]);
    },
  },

  pagination: {
    answers: async ({ send }) => {
      for (const query of ['', '?page=2', '?offset=20', '?cursor=x']) {
        const list = await send('GET', `/pets${query}`);
        expect([list.status, idsOf(list), violationsOf(list)], query).toEqual([200, upTo(20), null]);
        expect([...list.headers.keys()].filter((name) => /link|total|range|count/.test(name))).toEqual([]);
      }
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        paths['/pets'].get.parameters[0].schema.maximum = 1000;
      });
      for (let id = 25; id <= 101; id++) await add(send);
      expect(idsOf(await send('GET', '/pets?limit=1000'))).toEqual(upTo(101));
      for (const name of ['offset', 'page']) {
        const paged = await mockOf(({ paths }) => {
          paths['/pets'].get.parameters.push({ name, in: 'query', schema: { type: 'integer' } });
        });
        expect(idsOf(await paged.send('GET', `/pets?limit=2&${name}=2`)), name).toEqual([3, 4]);
      }
    },
  },

  'list-order': {
    answers: async ({ send }) => {
      await add(send, { name: 'Aaron', categoryId: 1 });
      expect(idsOf(await send('GET', '/pets?limit=100'))).toEqual(upTo(25));
    },
    switches: async () => {
      const pets = [30, 7, 12].map((id) => ({ ...maple, id }));
      const { send } = await mock({ scenario: { data: { pets } } });
      await add(send);
      expect(idsOf(await send('GET', '/pets'))).toEqual([30, 7, 12, 31]);
    },
  },

  'limit-invalid': {
    answers: async ({ send }) => {
      for (const limit of ['0', '101', '-1', '1.5', 'abc', '', '1&limit=2'])
        expectViolation(await send('GET', `/pets?limit=${limit}`), 400);
    },
    switches: async () => {
      const { send } = await mock({ scenario: { requests: 'report', generate: { pets: 150 } } });
      for (const [limit, count] of [
        [0, 1],
        [101, 100],
      ]) {
        const list = await send('GET', `/pets?limit=${limit}`);
        expect([list.status, list.body.length, violationsOf(list)]).toEqual([200, count, '1']);
      }
    },
  },

  'filter-invalid': {
    answers: async ({ send }) => {
      for (const status of ['lost', 'Available', '']) expectViolation(await send('GET', `/pets?status=${status}`), 400);
    },
    switches: async () => {
      const { send } = await mock({ scenario: 'lenient' });
      for (const status of ['lost', 'Available', '']) {
        const list = await send('GET', `/pets?status=${status}`);
        expect([list.status, list.body, violationsOf(list)]).toEqual([200, [], '1']);
      }
    },
  },

  'unknown-query': {
    answers: async ({ send }) => {
      const list = await send('GET', '/pets?name=Luna');
      expect([list.status, violationsOf(list)]).toEqual([200, null]);
      expect(list.text).toBe((await send('GET', '/pets')).text);
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) =>
        paths['/pets'].get.parameters.push({ name: 'name', in: 'query', schema: { type: 'string' } }),
      );
      expect(idsOf(await send('GET', '/pets?name=Luna'))).toEqual([1]);
      expect(idsOf(await send('GET', '/pets?name=Nobody'))).toEqual([]);
    },
  },

  'pet-id-not-integer': {
    answers: async ({ send }) => {
      for (const id of ['abc', '1.5', '9223372036854775808']) expectViolation(await send('GET', `/pets/${id}`), 404);
      const absent = await send('GET', '/pets/9223372036854775807');
      expectError(absent, 404);
      expect(violationsOf(absent)).toBeNull();
    },
    switches: async ({ send, world }) => {
      world.fault('bad-request', { on: { path: '/pets/abc' } });
      expectError(await send('GET', '/pets/abc'), 400);
      expectError(await send('GET', '/pets/xyz'), 404);
    },
  },

  'key-issuing': {
    answers: async ({ send }) => {
      for (const key of ['demo', 'x', 'sk_live_0.1~+/=', 'bearer lower-case-scheme'])
        expect((await send('GET', '/pets', { key })).status, key).toBe(200);
      for (const key of [
        'invalid',
        'invalid-key',
        'expired',
        'expired.token',
        'revoked1',
        null,
        'Basic eDp5',
        'Bearer ',
      ]) {
        const refused = await send('GET', '/pets', { key });
        expectError(refused, 401);
        expect(refused.headers.get('www-authenticate'), String(key)).toMatch(/^Bearer/);
        expect(violationsOf(refused)).toBeNull();
      }
    },
    switches: async () => {
      const strict = await mock({ scenario: { auth: { keys: ['demo-key'] } } });
      expect((await strict.send('GET', '/pets', { key: 'demo-key' })).status).toBe(200);
      expectError(await strict.send('GET', '/pets', { key: 'demo' }), 401);
      const other = await mock({ scenario: { auth: { rejected: ['bad*'] } } });
      expect((await other.send('GET', '/pets', { key: 'expired' })).status).toBe(200);
      expectError(await other.send('GET', '/pets', { key: 'bad-key' }), 401);
    },
  },

  'key-scopes': {
    answers: async ({ send }) => {
      for (const key of ['reader', 'writer', 'nobody']) {
        const statuses = [
          (await send('GET', '/pets', { key })).status,
          (await send('GET', '/pets/1', { key })).status,
          (await send('POST', '/pets', { key, body: maple })).status,
          (await send('GET', '/store/orders', { key })).status,
        ];
        expect(statuses).toEqual([200, 200, 201, 501]);
      }
    },
    switches: async ({ send, world }) => {
      world.fault('forbidden', { on: { header: { authorization: 'Bearer reader' }, operation: 'createPet' } });
      expectError(await add(send, maple, { key: 'reader' }), 403);
      expect((await add(send, maple, { key: 'writer' })).status).toBe(201);
    },
  },

  'check-order': {
    answers: async ({ send }) => {
      const key = null;
      for (const answer of [
        await send('POST', '/pets', { key, body: {} }),
        await send('POST', '/pets', { key, body: '{"name":' }),
        await send('GET', '/pets?limit=0', { key }),
        await send('GET', '/pets/4711', { key }),
        await send('GET', '/pets/abc', { key }),
      ]) {
        expectError(answer, 401);
        expect(violationsOf(answer)).toBeNull();
      }
    },
  },

  'error-codes': {
    answers: async ({ send }) => {
      expect((await add(send, {})).body.code).toBe('bad_request');
      expect((await send('GET', '/pets', { key: null })).body.code).toBe('unauthorized');
      expect((await send('GET', '/pets/4711')).body.code).toBe('not_found');
    },
    switches: async ({ send, world }) => {
      const body = { code: 'key_expired', message: 'Your key has expired.', status: 401 };
      world.fault('own', { on: { operation: 'listPets' }, status: 401, body });
      expect((await send('GET', '/pets')).body).toEqual(body);
      const other = await mockOf(({ components }) => {
        components.responses.NotFound.content['application/json'].examples['not-found'].value.code = 'E404';
      });
      expect((await other.send('GET', '/pets/4711')).body).toMatchObject({ code: 'E404', status: 404 });
    },
  },

  'other-statuses': {
    answers: async ({ send }) => {
      expectError(await send('DELETE', '/pets'), 405);
      expectError(await send('GET', '/store/orders'), 501);
      expectError(await send('GET', '/pets', { headers: { prefer: 'code=503' } }), 503);
    },
    switches: async ({ send, world }) => {
      world.fault('own', { status: 503, body: 'Down for maintenance.' });
      const down = await send('GET', '/pets');
      expect([down.status, down.text, down.headers.get('content-type')]).toEqual([
        503,
        'Down for maintenance.',
        'text/plain',
      ]);
    },
  },

  'unknown-path': {
    answers: async ({ send }) => {
      for (const key of ['demo', null]) expectError(await send('GET', '/dogs', { key }), 404);
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        paths['/dogs'] = { get: { operationId: 'listDogs', responses: paths['/pets'].get.responses } };
      });
      const dogs = await send('GET', '/dogs');
      expect([dogs.status, Array.isArray(dogs.body)]).toEqual([200, true]);
    },
  },

  'update-delete': {
    answers: async ({ send }) => {
      for (const key of ['demo', null]) {
        for (const [path, allow] of [
          ['/pets/1', 'GET, HEAD, OPTIONS'],
          ['/pets', 'GET, HEAD, OPTIONS, POST'],
        ] as const) {
          for (const method of ['PUT', 'PATCH', 'DELETE']) {
            const refused = await send(method, path, { key });
            expectError(refused, 405);
            expect([refused.headers.get('allow'), violationsOf(refused)]).toEqual([allow, null]);
          }
        }
      }
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        const { parameters } = paths['/pets/{petId}'].get;
        const write = (operationId: string, successes: object) => ({
          operationId,
          parameters,
          responses: { ...successes, '404': errorResponse },
        });
        const body = { requestBody: newPetBody };
        paths['/pets/{petId}'].put = { ...write('replacePet', { '200': petResponse }), ...body };
        paths['/pets/{petId}'].patch = { ...write('updatePet', { '200': petResponse }), ...body };
        paths['/pets/{petId}'].patch.requestBody = {
          content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
        };
        paths['/pets/{petId}'].delete = write('deletePet', { '204': { description: '' } });
      });
      expect((await send('PUT', '/pets/1', { body: maple })).body).toEqual({ id: 1, ...maple });
      expect((await send('PATCH', '/pets/1', { body: { name: 'Acer' } })).body).toEqual({
        id: 1,
        ...maple,
        name: 'Acer',
      });
      expect((await send('GET', '/pets/1')).body).toEqual({ id: 1, ...maple, name: 'Acer' });
      expect((await send('DELETE', '/pets/1')).status).toBe(204);
      expectError(await send('GET', '/pets/1'), 404);
    },
  },

  transitions: {
    answers: async ({ send }) => {
      for (const status of ['available', 'pending', 'sold']) {
        const { body } = await add(send, { ...maple, status });
        expect(body.status).toBe(status);
        expect((await send('PATCH', `/pets/${body.id}`, { body: { status: 'sold' } })).status).toBe(405);
        expect((await send('GET', `/pets/${body.id}`)).body.status).toBe(status);
      }
    },
    switches: async () => {
      const { send, control } = await served();
      for (const from of ['available', 'pending', 'sold']) {
        for (const to of ['available', 'pending', 'sold']) {
          for (const status of [from, to]) {
            const put = await control('PUT', '/worlds/default/collections/pets/1', {
              body: { id: 1, ...maple, status },
            });
            expect(put.status).toBe(200);
          }
          expect((await send('GET', '/pets/1')).body.status).toBe(to);
        }
      }
    },
  },

  'order-listing': {
    answers: async ({ send }) => {
      expectError(await send('GET', '/store/orders'), 501);
      expectError(await send('GET', '/store/orders', { key: null }), 401);
    },
    switches: async () => {
      const order = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } };
      const documented = copy(({ paths }) => {
        paths['/store/orders'].get.responses['200'] = {
          description: '',
          content: { 'application/json': { schema: { type: 'array', items: order } } },
        };
      });
      const { send } = await mock({ ...documented, scenario: { data: { orders: [{ id: 5 }] } } });
      const orders = await send('GET', '/store/orders');
      expect([orders.status, orders.body]).toEqual([200, [{ id: 5 }]]);
      expectError(await send('GET', '/store/orders', { key: null }), 401);
    },
  },

  'after-removal': {
    answers: async ({ send, world }) => {
      world.clock.set({ now: '2030-12-04T23:59:59.999Z', frozen: true });
      expect((await send('GET', '/pets/1')).status).toBe(200);
      expectError(await send('GET', '/pets/1', { key: null }), 401);
      world.clock.advance('1ms');
      for (const now of ['2030-12-05T00:00:00Z', '2030-12-06T00:00:00Z']) {
        world.clock.set({ now });
        for (const key of ['demo', null]) expectError(await send('GET', '/pets/1', { key }), 404);
      }
      expect((await send('GET', '/pets')).status).toBe(200);
    },
    switches: async () => {
      const { send } = await mock({ scenario: { clock: '2030-12-06' } });
      expectError(await send('GET', '/pets/1'), 404);
      const live = await served();
      expect((await live.send('GET', '/pets/1')).status).toBe(200);
      await live.control('PUT', '/worlds/default/clock', { body: { now: '2030-12-06T00:00:00Z' } });
      expectError(await live.send('GET', '/pets/1'), 404);
      const documented = copy(({ paths }) => {
        paths['/pets/{petId}'].get.responses['410'] = errorResponse;
      });
      expectError(await (await mock({ ...documented, scenario: 'sunset' })).send('GET', '/pets/1'), 410);
    },
  },

  'deprecated-since': {
    answers: async ({ send }) => {
      const { headers } = await send('GET', '/pets/1');
      expect(headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
      expect(headers.get('link')).toBe('</v1/pets>; rel="successor-version"');
      expect(headers.get('deprecation')).toBeNull();
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        paths['/pets/{petId}'].get['x-deprecated-at'] = '2026-01-01';
      });
      expect((await send('GET', '/pets/1')).headers.get('deprecation')).toBe(`@${Date.UTC(2026, 0, 1) / 1000}`);
    },
  },

  stability: {
    answers: async () => {
      const { control } = await served();
      const { operations } = (await control('GET', '/service')).body;
      expect(operations.map((one: Loose) => one.stability)).toEqual([null, null, null, null]);
    },
    switches: async () => {
      const { control } = await served(
        copy(({ paths }) => {
          paths['/pets'].get['x-stability'] = 'beta';
        }),
      );
      const { operations } = (await control('GET', '/service')).body;
      expect(operations.map((one: Loose) => [one.operation, one.stability])).toContainEqual(['listPets', 'beta']);
    },
  },

  'rate-limits': {
    answers: async ({ send }) => {
      for (let at = 0; at < 200; at++) {
        const { status, headers } = await send('GET', '/pets?limit=1');
        expect([status, headers.get('retry-after')]).toEqual([200, null]);
      }
    },
    switches: async ({ send, world }) => {
      world.fault('rate-limited');
      const limited = await send('GET', '/pets');
      expectError(limited, 429);
      expect(limited.headers.get('retry-after')).toBe('1');
    },
  },

  accept: {
    answers: async ({ send }) => {
      const list = await send('GET', '/pets', { headers: { accept: 'application/xml' } });
      expect([list.status, list.headers.get('content-type'), list.body.length]).toEqual([200, 'application/json', 20]);
    },
    switches: async () => {
      const { send } = await mockOf(({ paths }) => {
        paths['/pets'].get.responses['406'] = errorResponse;
      });
      expectError(await send('GET', '/pets', { headers: { accept: 'application/xml' } }), 406);
      expect((await send('GET', '/pets', { headers: { accept: 'application/xml, */*;q=0.1' } })).status).toBe(200);
    },
  },

  head: {
    answers: async ({ send, world }) => {
      world.clock.set({ frozen: true });
      for (const path of ['/pets', '/pets/1', '/pets/4711', '/pets?limit=0', '/store/orders', '/dogs']) {
        const [get, head] = [await send('GET', path), await send('HEAD', path)];
        const shown = ({ headers }: Answer) => [...headers].filter(([name]) => name !== 'vivarium-exchange');
        expect([head.status, head.text, shown(head)]).toEqual([get.status, '', shown(get)]);
      }
    },
  },

  cors: {
    answers: async () => {
      const { send, origin } = await served();
      const page = 'https://shop.example';
      const allowed = (headers: Headers) => [
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-credentials'),
      ];
      for (const key of ['demo', null])
        expect(allowed((await send('GET', '/pets', { key, headers: { origin: page } })).headers)).toEqual([
          page,
          'true',
        ]);
      const preflight = await fetch(`${origin}/v1/pets`, {
        method: 'OPTIONS',
        headers: {
          origin: page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect([preflight.status, ...allowed(preflight.headers)]).toEqual([204, page, 'true']);
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST');
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
    },
  },

  environments: {
    answers: async () => {
      const { origin, send } = await served();
      const staging: Send = async (method, path, sent = {}) =>
        answerOf(await fetch(`${origin}/~staging/v1${path}`, requestOf(method, sent)));
      const added = await add(staging);
      expect([added.status, added.body.id]).toEqual([201, 25]);
      expect((await staging('GET', '/pets/25')).status).toBe(200);
      expectError(await send('GET', '/pets/25'), 404);
    },
    switches: async () => {
      const { send } = await served();
      await add(send);
      expect((await send('GET', '/pets/25')).status).toBe(200);
    },
  },

  events: {
    answers: async () => {
      const { control } = await served();
      const { body } = await control('GET', '/service/openapi.json');
      expect(body.openapi).toBe('3.1.1');
      expect(JSON.stringify(body)).not.toMatch(/"(webhooks|callbacks)":/);
    },
  },
};

/** A valid body of this number of bytes. */
const padded = (bytes: number): string => {
  const [before, after] = ['{"categoryId":3,"name":"', '"}'];
  return before + 'x'.repeat(bytes - before.length - after.length) + after;
};

interface Row {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly change: string;
}

/** The rows of the table: id, question, answer, reason, switch. */
const rows: readonly Row[] = readFileSync('docs/gaps.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    expect(cells, line).toHaveLength(5);
    const [id = '', question = '', answer = '', , change = ''] = cells;
    return { id: id.replaceAll('`', ''), question, answer, change };
  });

test('the Overlay of the page has its effect', async () => {
  const [, code = ''] = /^```yaml file=ours\.yaml\n([\s\S]*?)^```$/m.exec(readFileSync('docs/gaps.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-gaps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'ours.yaml'), code);
  const { send } = await mock({ overlay: [join(folder, 'ours.yaml')] });
  expectViolation(await add(send, { ...maple, name: 'x'.repeat(21) }), 400);
  expect((await add(send, { ...maple, name: 'x'.repeat(20) })).status).toBe(201);
});

test('every row of docs/gaps.md has a test here, and every test a row', () => {
  expect(rows.map(({ id }) => id)).toEqual(Object.keys(gaps));
});

describe.each(rows)('$id: $question', ({ id, answer, change }) => {
  const { answers, switches } = gaps[id] as Gap;
  test(answer, async () => answers(await mock()));

  if (switches !== undefined) test(`Switch: ${change}`, async () => switches(await mock()));
  test('a row names its switch if there is one', () => {
    expect(/^None\b/.test(change)).toBe(switches === undefined);
  });
});
