/** A repeated request is answered without being decided again: each response is compared with a decision of its own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '../../src/core/faults/fault.ts';
import type { HttpRequest } from '../../src/core/http/http.ts';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { Service } from '../../src/core/service/service.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { copyState } from '../../src/core/state/state.ts';
import { type HandledRequest, World } from '../../src/world/world.ts';
import { documentOf, loadAnimalStore, readyService, requestOf, startOf } from '../core/helpers.ts';

const start = Date.UTC(2030, 5, 1, 12);

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

const store = await loadAnimalStore();

const worldOf = (service: Service = store): World =>
  new World('default', service, startOf(service, service === store ? { generate: { pets: 5 } } : {}));

/** Handles a request, which gets what it gets if it is decided by itself. Returns whether it was not. */
const isRepeated = (world: World, request: HttpRequest, service: Service = store): boolean => {
  const now = world.clock.now();
  const { state } = world.decisions;
  const known = world.decisions.repeats.find(request, state.counters.exchanges + 1, now);
  const { reply, exchange, changes, parameters } = simulate(service, copyState(state), request, now);
  expect(known?.parameters ?? parameters).toEqual(parameters);
  expect(known?.changes ?? changes).toEqual(changes);
  const handled = world.handle(request);
  expect(plain(handled)).toEqual(plain({ reply, exchange }));
  return known !== undefined;
};

/** The real time of a request differs. */
const plain = ({ reply, exchange }: Pick<HandledRequest, 'reply' | 'exchange'>): unknown =>
  [reply, exchange].map(({ response: { status, headers, body }, ...rest }) =>
    JSON.parse(JSON.stringify({ ...rest, status, headers, body, durationMs: 0 })),
  );

const get = (target: string, headers: Record<string, string> = {}): HttpRequest =>
  requestOf('GET', target, { headers });
const post = requestOf('POST', '/v1/pets', { body: { name: 'Luna', categoryId: 3, status: 'available' } });

test.each(['/v1/pets', '/v1/pets/2', '/v1/pets?status=sold&limit=5', '/v1/pets?limit=2&colour=red'])(
  '%s gets the same response again, with its own number and date',
  (target) => {
    const world = worldOf();
    expect(isRepeated(world, get(target))).toBe(false);
    vi.advanceTimersByTime(61_000);
    expect(isRepeated(world, get(target))).toBe(true);
    expect(isRepeated(world, requestOf('HEAD', target))).toBe(false);
    const [last, second, first] = [...world.journal.newestFirst()];
    expect([last?.id, second?.id, first?.id]).toEqual([3, 2, 1]);
    // The journal shares what is the same.
    expect(second?.request).toBe(first?.request);
    expect(second?.steps).toBe(first?.steps);
    expect(world.coverage.report().operations.get('listPets')?.requests ?? 0).toBe(target === '/v1/pets/2' ? 0 : 3);
  },
);

const fault: Fault = {
  name: 'slow',
  effect: { type: 'latency', latency: { type: 'fixed', ms: 5 } },
} as unknown as Fault;

test('after a change, a request is decided again', () => {
  const world = worldOf();
  const changes: Readonly<Record<string, () => void>> = {
    creation: () => expect(isRepeated(world, post)).toBe(false),
    'a change without a request': () => world.apply([{ type: 'delete', collection: 'pets', key: '3' }]),
    fault: () => world.putFault({ fault, enabled: true }),
    reset: () => world.reset(),
    clock: () => world.setClock({ now: start - 1000 }),
  };
  for (const change of Object.values(changes)) {
    isRepeated(world, get('/v1/pets'));
    change();
    expect(isRepeated(world, get('/v1/pets'))).toBe(false);
  }
});

test('other headers, another prefix and a body make another request', () => {
  const world = worldOf();
  isRepeated(world, get('/v1/pets'));
  expect(isRepeated(world, get('/v1/pets', { accept: 'application/json' }))).toBe(false);
  expect(isRepeated(world, get('/v1/pets', { accept: 'text/html' }))).toBe(false);
  expect(isRepeated(world, get('/v1/pets', { prefer: 'code=404' }))).toBe(false);
  expect(isRepeated(world, get('/v1/pets', { prefer: 'code=404' }))).toBe(false);
  isRepeated(world, get('/v1/pets'));
  expect(isRepeated(world, requestOf('GET', '/v1/pets', { pathPrefix: '/~default' }))).toBe(false);
  isRepeated(world, get('/v1/pets'));
  expect(isRepeated(world, requestOf('GET', '/v1/pets', { body: {} }))).toBe(false);
});

test('who sends a body is another sender', () => {
  const world = worldOf();
  const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  isRepeated(world, requestOf('GET', '/v1/pets', { headers: chunked, body: { name: 'Luna' } }));
  expect(isRepeated(world, get('/v1/pets', chunked))).toBe(false);
  expect([...world.journal.newestFirst()].map(({ request }) => request.body.type)).toEqual(['none', 'bytes']);
});

test.each(['Vivarium-Exchange', 'Date'])('an origin may be called %s', (origin) => {
  const world = worldOf();
  isRepeated(world, get('/v1/pets', { origin }));
  vi.advanceTimersByTime(61_000);
  expect(isRepeated(world, get('/v1/pets', { origin }))).toBe(true);
});

test('a refusal is decided each time', () => {
  const world = worldOf();
  for (const target of ['/v1/pets/999', '/v1/pets?limit=no', '/nothing']) {
    isRepeated(world, get(target));
    expect(isRepeated(world, get(target))).toBe(false);
  }
});

test('at its sunset, an operation ends for those who have asked before, too', () => {
  const world = worldOf();
  isRepeated(world, get('/v1/pets/2'));
  expect(isRepeated(world, get('/v1/pets/2'))).toBe(true);
  vi.setSystemTime(Date.UTC(2031, 0, 1));
  expect(isRepeated(world, get('/v1/pets/2'))).toBe(false);
  expect(world.handle(get('/v1/pets/2')).exchange.response.status).toBe(404);
});

const dated = { type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } };
const listOf = (schema: JsonObject, headers: JsonObject = {}): JsonObject => ({
  get: { responses: { 200: { description: 'OK', headers, content: { 'application/json': { schema } } } } },
});
const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const items = { type: 'array', items: item };

test.each(
  Object.entries({
    'an envelope with a time': listOf({
      type: 'object',
      required: ['items', 'window'],
      properties: { items, window: dated },
    }),
    'a header that is generated': listOf(items, {
      'X-Read-At': { required: true, schema: { type: 'string', format: 'date-time' } },
    }),
    'a response without items': listOf(dated),
  }),
)('%s is generated at each request', async (_, path) => {
  const service = await readyService(documentOf({ '/books': { ...path, post: listOf(item).get as JsonObject } }));
  const world = worldOf(service);
  isRepeated(world, get('/books'), service);
  vi.advanceTimersByTime(86_400_000);
  expect(isRepeated(world, get('/books'), service)).toBe(false);
});

test('few and short responses are kept', () => {
  const world = worldOf();
  const targets = Array.from({ length: 65 }, (_, at) => get(`/v1/pets/2?n=${at}`));
  for (const target of targets) isRepeated(world, target);
  expect(targets.filter((target) => isRepeated(world, target)).length).toBeLessThan(65);
  for (let made = 0; made < 900; made++) world.handle(post);
  isRepeated(world, get('/v1/pets?limit=100'));
  expect(isRepeated(world, get('/v1/pets?limit=100'))).toBe(true);
});

test.each<readonly [string, (at: number) => HttpRequest]>([
  ['targets', (at) => get(`/v1/pets/2?n=${at}${'n'.repeat(10_000)}`)],
  ['headers', (at) => get(`/v1/pets/2?n=${at}`, { cookie: 'n'.repeat(10_000) })],
])('few long %s are kept', (_, requestAt) => {
  const world = worldOf();
  const requests = Array.from({ length: 20 }, (_, at) => requestAt(at));
  for (const request of requests) world.handle(request);
  const { repeats, state } = world.decisions;
  const known = requests.filter((request) => repeats.find(request, state.counters.exchanges + 1, start) !== undefined);
  expect(known.length).toBeGreaterThan(0);
  expect(known.length).toBeLessThan(7);
});
