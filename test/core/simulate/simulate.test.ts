/** One request, decided: a test for each way that it can go. */

import { describe, expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import type { HttpRequest } from '../../../src/core/http/http.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { failedOutcome, failureMessage, refuseWithoutWorld, simulate } from '../../../src/core/simulate/simulate.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import fc from '../../fast-check.ts';
import {
  type Decided,
  decide,
  deepFreeze,
  itemsOf,
  loadAnimalStore,
  now,
  requestOf,
  responseHeaderOf,
  type Sent,
  snapshotOf,
  stateOf,
  take,
} from '../helpers.ts';

const maple = { body: { name: 'Maple', categoryId: 3 } };
const three = {
  pets: [
    { id: 1, name: 'Luna', categoryId: 1, status: 'available' },
    { id: 2, name: 'Biscuit', categoryId: 2, status: 'pending' },
    { id: 3, name: 'Otto', categoryId: 1 },
  ],
};

const service = await loadAnimalStore();

const stateWith = (document: ScenarioDocument = {}): State => stateOf(service, { data: three, ...document });
const ask = (method: string, target: string, sent?: Sent, document?: ScenarioDocument, at?: number): Decided =>
  decide(service, stateWith(document), requestOf(method, target, sent), at);
const why = (decided: Decided): readonly string[] => decided.exchange.steps.map(explainStep);
const messageOf = (decided: Decided): Json | undefined => (decided.body as { message?: Json } | undefined)?.message;
const itemChanges = (decided: Decided) => decided.changes.filter(({ type }) => type === 'put' || type === 'delete');
const violationsOf = (decided: Decided) =>
  decided.exchange.violations.map(({ side, in: place, pointer, rule }) => `${side} ${place} ${pointer} ${rule}`);

test('a request at which the simulation fails gets a 500, is counted, and changes nothing else', () => {
  const state = stateWith();
  const before = snapshotOf(state);
  const request = requestOf('GET', '/v1/pets');
  const broken: Service = {
    ...service,
    get matcher(): never {
      throw new Error('a bug');
    },
  };
  expect(() => simulate(broken, state, request, now)).toThrow('a bug');
  const { reply, exchange, changes } = failedOutcome(broken, state, request, now, new Error('a bug'));
  expect(reply.response.status).toBe(500);
  expect(responseHeaderOf(reply.response, 'Vivarium-Exchange')).toBe('1');
  expect(responseHeaderOf(reply.response, 'Vivarium-World')).toBe('test');
  expect(changes).toEqual([{ type: 'call', operation: '' }]);
  expect(exchange).toMatchObject({ id: 1, world: 'test', operation: undefined, response: reply.response });
  expect(exchange.steps.map(explainStep)).toEqual([`rejected with 500: ${failureMessage}`]);
  applyChanges(state, changes);
  const after = snapshotOf(state);
  expect(after).toEqual({ ...before, counters: { ...before.counters, exchanges: 1, calls: after.counters.calls } });
  expect(decide(service, state, request).exchange.id).toBe(2);
});

describe('a request that matches no operation', () => {
  test('outside the base path gets the URL of the API', () => {
    const decided = ask('GET', '/pets', { headers: { host: '127.0.0.1:4010' } });
    expect(decided.status).toBe(404);
    expect(decided.body).toEqual({
      code: 'not_found',
      message: 'There is no operation GET /pets. The API is at http://127.0.0.1:4010/v1. Did you mean GET /v1/pets?',
      status: 404,
    });
    expect(decided.exchange.operation).toBeUndefined();
    expect(why(decided)[0]).toBe('no operation matched');
    expect(messageOf(ask('GET', '/zebras'))).toBe('There is no operation GET /zebras. The API is at /v1.');
  });

  test('below it gets a suggestion, with the prefix of its world', () => {
    expect(messageOf(ask('GET', '/v1/pet'))).toBe('There is no operation GET /v1/pet. Did you mean GET /v1/pets?');
    expect(messageOf(ask('GET', '/v1/petz/7', { pathPrefix: '/~a' }))).toBe(
      'There is no operation GET /~a/v1/petz/7. Did you mean GET /~a/v1/pets/7?',
    );
    expect(messageOf(ask('GET', '/v1/something-else'))).toBe('There is no operation GET /v1/something-else.');
  });

  test('needs no credential, is not a violation, and counts as a call of no operation', () => {
    const decided = ask('GET', '/v1/dogs', { headers: { authorization: '' } });
    expect(decided.status).toBe(404);
    expect(decided.exchange.violations).toEqual([]);
    expect(decided.changes).toEqual([{ type: 'call', operation: '' }]);
  });

  test('but is OPTIONS on a known path gets the allowed methods', () => {
    const decided = ask('OPTIONS', '/v1/pets', { headers: { authorization: '' } });
    expect(decided.status).toBe(204);
    expect(decided.header('Allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(decided.exchange.violations).toEqual([]);
    expect(ask('OPTIONS', '/v1/dogs').status).toBe(404);
  });
});

describe('an operation past its sunset', () => {
  const sunset = Date.UTC(2030, 11, 5);

  test('works until its sunset; afterwards its path is unknown', () => {
    expect(ask('GET', '/v1/pets/1', {}, {}, sunset - 1).status).toBe(200);
    const gone = ask('GET', '/v1/pets/1', { headers: { authorization: '' } }, {}, sunset);
    expect(gone.status).toBe(404);
    expect(messageOf(gone)).toBe('GET /pets/{petId} was removed on 2030-12-05.');
    expect(gone.header('Sunset')).toBeUndefined();
    expect(ask('HEAD', '/v1/pets/1', {}, {}, sunset).status).toBe(404);
    expect(ask('DELETE', '/v1/pets/1', {}, {}, sunset).status).toBe(404);
    expect(ask('GET', '/v1/pets', {}, {}, sunset).status).toBe(200);
  });

  test('announces its sunset and its successor before, with the prefix of the world', () => {
    const decided = ask('GET', '/v1/pets/1', { pathPrefix: '/~alice' });
    expect(decided.header('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(decided.header('Link')).toBe('</~alice/v1/pets>; rel="successor-version"');
    expect(decided.header('Deprecation')).toBeUndefined();
    expect(ask('GET', '/v1/pets').header('Sunset')).toBeUndefined();
    // A rejection of it has them too.
    expect(ask('GET', '/v1/pets/999').header('Sunset')).toBeDefined();
  });
});

describe('a forced status', () => {
  type Fault = NonNullable<ScenarioDocument['faults']>[number];
  const forced = (fault: Fault, method = 'GET', target = '/v1/pets', sent?: Sent) =>
    ask(method, target, sent, { faults: [fault] });

  test('is decided before the credential is checked and the operation executed', () => {
    const sent = { headers: { authorization: '' }, body: { nonsense: true } };
    const decided = forced('not-found', 'POST', '/v1/pets', sent);
    expect(decided.status).toBe(404);
    expect(itemChanges(decided)).toEqual([]);
    expect(why(decided)).toEqual([
      'matched operation createPet',
      'fault not-found: fired',
      'status 404 forced (not documented for this operation)',
    ]);
    expect(decided.exchange.faults).toEqual([{ name: 'not-found', effect: 'status' }]);
  });

  test("has the document's error format if it is undocumented, and that is a violation", () => {
    const decided = forced('unavailable');
    expect(decided.body).toMatchObject({ status: 503, code: expect.any(String), message: expect.any(String) });
    expect(decided.header('Retry-After')).toBe('1');
    expect(decided.header('Content-Type')).toBe('application/json');
    expect(violationsOf(decided)).toEqual(['response status  status']);
    // Only violations of the request are counted for the client.
    expect(decided.header('Vivarium-Violations')).toBeUndefined();
  });

  test('of a documented success is generated or an example, as it would be without state', () => {
    const decided = forced({ name: 'ok', status: 200 });
    expect(decided.status).toBe(200);
    expect(decided.exchange.violations).toEqual([]);
    expect(decided.body).toEqual([
      { name: 'Luna', categoryId: 1, status: 'available', id: 1 },
      { name: 'Biscuit', categoryId: 2, status: 'pending', id: 2 },
      { name: 'Otto', categoryId: 1, status: 'sold', id: 3 },
    ]);
  });

  test('has each header once, also those of every response', () => {
    const decided = forced({
      name: 'mine',
      status: 401,
      headers: {
        'content-type': 'text/html',
        'WWW-AUTHENTICATE': 'Basic realm="x"',
        Date: 'Thu, 01 Jan 1970 00:00:00 GMT',
        'Content-Length': '3',
        vary: 'Accept',
      },
      body: '<b>é</b>',
    });
    const names = decided.reply.response.headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(decided.header('Content-Type')).toBe('text/html');
    expect(decided.header('WWW-Authenticate')).toBe('Basic realm="x"');
    expect(decided.header('Date')).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(decided.reply.response.body).toBe('<b>é</b>');
    // A wrong length would break the connection for the next response.
    expect(decided.header('Content-Length')).toBe('9');
  });

  test('a body that breaks the documented shape of its status is a violation of the response', () => {
    const decided = forced({ name: 'mine', status: 401, body: { code: 1, message: 'No.', status: 401 } });
    expect(violationsOf(decided)).toEqual(['response body /code type']);
  });

  test('disturbs a request that matches no operation, too', () => {
    const decided = forced('unavailable', 'GET', '/nowhere');
    expect(decided.status).toBe(503);
    expect(decided.exchange.violations).toEqual([]);
    expect(forced('unauthorized', 'GET', '/nowhere').header('WWW-Authenticate')).toBe('Bearer');
  });

  test('with `work: done` replaces the response: the item is created, and invalid requests are still rejected', () => {
    const fault = { name: 'lost', status: 503, work: 'done' } as const;
    const decided = forced(fault, 'POST', '/v1/pets', maple);
    expect(decided.status).toBe(503);
    expect(itemChanges(decided)).toMatchObject([{ type: 'put', key: '4', value: { id: 4, ...maple.body } }]);
    const refused = forced(fault, 'POST', '/v1/pets', { body: {} });
    expect(refused.status).toBe(503);
    expect(itemChanges(refused)).toEqual([]);
    expect(refused.header('Vivarium-Violations')).toBe('2');
    expect(violationsOf(refused)).toContain('response status  status');
  });

  test('the first one wins, the others are counted as seen', () => {
    const decided = ask('GET', '/v1/pets', {}, { faults: ['not-found', 'unavailable'] });
    expect(decided.status).toBe(404);
    expect(decided.exchange.faults).toEqual([{ name: 'not-found', effect: 'status' }]);
    expect(decided.changes).toEqual([
      { type: 'call', operation: 'listPets' },
      { type: 'fault-counted', fault: 'not-found', fired: true },
      { type: 'fault-counted', fault: 'unavailable', fired: false },
    ]);
    expect(why(decided)).toContain('fault unavailable: another fault took precedence');
  });
});

describe('a fault', () => {
  test('is only on the requests and at the times that it is meant for', () => {
    const on = { operation: 'createPet', body: { status: 'sold' } };
    const state = stateWith({ faults: [{ name: 'third', on, when: { after: 2 }, status: 409 }] });
    const post = (status: string) =>
      take(service, state, requestOf('POST', '/v1/pets', { body: { name: 'a', categoryId: 1, status } })).status;
    const posted = ['sold', 'available', 'sold', 'pending', 'sold'].map(post);
    expect(posted).toEqual([201, 201, 201, 201, 409]);
    expect(state.counters.faults.get('third')).toMatchObject({ seen: 3, fired: 1 });
  });

  test('that is off is neither evaluated nor counted', () => {
    const decided = ask('GET', '/v1/pets', {}, { faults: [{ use: 'not-found', enabled: false }] });
    expect(decided.status).toBe(200);
    expect(decided.changes).toEqual([{ type: 'call', operation: 'listPets' }]);
  });

  test('of latency delays the response; several add up', () => {
    const faults: ScenarioDocument['faults'] = ['slow', { name: 'more', latency: '1s' }];
    const decided = ask('GET', '/v1/pets', { headers: { prefer: 'delay=500ms' } }, { faults });
    expect(decided.status).toBe(200);
    expect(decided.reply.delivery).toEqual({ delayMs: 3500, transport: undefined });
  });

  test('of transport loses the response of an executed operation', () => {
    const decided = ask('POST', '/v1/pets', maple, { faults: ['reset', 'timeout'] });
    expect(decided.reply.delivery.transport).toBe('reset');
    expect(decided.exchange.response.status).toBe(201);
    expect(itemChanges(decided)).toHaveLength(1);
    expect(decided.exchange.faults).toEqual([{ name: 'reset', effect: 'transport' }]);
  });

  test('of transport that skips the work changes no item, and is counted all the same', () => {
    const decided = ask('POST', '/v1/pets', maple, { faults: [{ use: 'reset', work: 'skipped' }] });
    expect(decided.reply.delivery.transport).toBe('reset');
    expect(decided.changes).toEqual([
      { type: 'call', operation: 'createPet' },
      { type: 'fault-counted', fault: 'reset', fired: true },
    ]);
  });

  test('of latency and transport and status work together', () => {
    const { reply } = ask('GET', '/v1/pets', {}, { faults: ['unavailable', 'slow', 'timeout'] });
    expect(reply.delivery).toEqual({ delayMs: 2000, transport: 'timeout' });
    expect(reply.response.status).toBe(503);
  });
});

describe('a requested example', () => {
  test('belongs to the status of the response', () => {
    const decided = ask('GET', '/v1/pets', { headers: { prefer: 'example=invalid-key, code=401' } });
    expect(messageOf(decided)).toBe('The API key is invalid');
    expect(decided.header('Preference-Applied')).toBe('code=401, example=invalid-key');
    expect(why(decided)).toContain('Prefer example=invalid-key: applied');
    const elsewhere = ask('GET', '/v1/pets', { headers: { prefer: 'example=invalid-key' } });
    expect(elsewhere.header('Preference-Applied')).toBeUndefined();
    // An inherited name is not an example.
    expect(ask('GET', '/v1/pets', { headers: { prefer: 'example=constructor' } }).status).toBe(200);
  });
});

describe('the credential', () => {
  test('is checked after path and method, and before everything else', () => {
    for (const [method, target, body] of [
      ['GET', '/v1/pets?limit=0', undefined],
      ['GET', '/v1/pets/abc', undefined],
      ['POST', '/v1/pets', { nonsense: true }],
      ['GET', '/v1/store/orders', undefined],
    ] as const) {
      const decided = ask(method, target, { headers: { authorization: '' }, ...(body && { body }) });
      expect(decided.status).toBe(401);
      expect(decided.body).toEqual({
        code: 'unauthorized',
        message: 'The credential is missing: send the header "Authorization: Bearer <token>".',
        status: 401,
      });
      expect(decided.header('WWW-Authenticate')).toBe('Bearer');
      expect(decided.header('Vivarium-Violations')).toBeUndefined();
    }
  });
});

test('an operation without a documented success is 501', () => {
  const { status, body } = ask('GET', '/v1/store/orders');
  const message = 'GET /store/orders has no success response in the document.';
  expect([status, body]).toMatchObject([501, { status: 501, message }]);
});

describe('an invalid request', () => {
  test('with several invalid parameters gets all problems at once', () => {
    const decided = ask('GET', '/v1/pets?limit=0&status=lost');
    expect(messageOf(decided)).toBe(
      'query.limit must be at least 1; query.status must be one of available, pending, sold',
    );
    expect(decided.header('Vivarium-Violations')).toBe('2');
  });

  test('in a path parameter is an item that does not exist', () => {
    const ids = ['abc', '1.5', '9223372036854775808', '-9223372036854775809', '9'.repeat(1000), 'x'.repeat(300)];
    ids.push('%zz', '%', '%00', '%F0%9F%A6%8E', '0x1', '-', '1e0', '+1', '%201', '1%2F2', '__proto__', 'constructor');
    for (const id of ids) {
      const decided = ask('GET', `/v1/pets/${id}`);
      expect([id, decided.status, decided.header('Vivarium-Violations')]).toEqual([id, 404, '1']);
    }
    for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '-1'])
      expect(violationsOf(ask('GET', `/v1/pets/${id}`))).toEqual([]);
  });

  test('may have undocumented parameters, undocumented properties and a body of GET', () => {
    expect(ask('GET', '/v1/pets?page=2&constructor=1').body).toHaveLength(3);
    const created = ask('POST', '/v1/pets', { body: { name: 'a', categoryId: 1, color: 'red', id: 99 } });
    expect(created.body).toEqual({ id: 4, name: 'a', categoryId: 1 });
    expect(created.header('Vivarium-Violations')).toBeUndefined();
    expect(ask('GET', '/v1/pets', { body: '{"nonsense' }).status).toBe(200);
  });
});

describe('in a world that only reports', () => {
  const report = (method: string, target: string, sent?: Sent) => ask(method, target, sent, { requests: 'report' });

  test('a limit is clamped, an unknown filter value matches nothing, and unreadable values are ignored', () => {
    expect(report('GET', '/v1/pets?limit=0').body).toHaveLength(1);
    expect(report('GET', '/v1/pets?limit=101').body).toHaveLength(3);
    expect(report('GET', '/v1/pets?status=lost').body).toEqual([]);
    expect(report('GET', '/v1/pets?limit=abc').body).toHaveLength(3);
    expect(report('GET', '/v1/pets?limit=0').header('Vivarium-Violations')).toBe('1');
  });

  test('missing and wrong properties are generated, so that the response is valid', () => {
    const decided = report('POST', '/v1/pets', { body: { name: 7, status: 'lost' } });
    expect(decided.status).toBe(201);
    expect(decided.body).toEqual({ id: 4, name: expect.any(String), categoryId: expect.any(Number) });
    expect(decided.header('Vivarium-Violations')).toBe('3');
    expect(decided.exchange.violations.filter(({ side }) => side === 'response')).toEqual([]);
    expect(report('POST', '/v1/pets', {}).status).toBe(201);
  });

  test('unreadable requests, bad credentials and malformed ids are still rejected', () => {
    expect(report('POST', '/v1/pets', { body: '{"name":' }).status).toBe(400);
    expect(report('POST', '/v1/pets', { body: '[]' }).status).toBe(400);
    expect(report('POST', '/v1/pets', { body: 'a', headers: { 'content-type': 'text/plain' } }).status).toBe(400);
    expect(report('POST', '/v1/pets', { headers: { authorization: 'Bearer invalid' } }).status).toBe(401);
    expect(report('GET', '/v1/pets/abc').body).toMatchObject({ status: 404, message: 'path.petId must be an integer' });
  });
});

describe('every response', () => {
  test("carries the world's name, the exchange's number and the world's time", () => {
    const state = stateWith();
    const first = take(service, state, requestOf('GET', '/v1/pets'));
    const second = take(service, state, requestOf('GET', '/nowhere'), now + 1000);
    expect([first, second].map(({ header }) => header('Vivarium-Exchange'))).toEqual(['1', '2']);
    expect([first, second].map(({ exchange }) => exchange.id)).toEqual([1, 2]);
    expect([first, second].map(({ exchange }) => exchange.at)).toEqual([now, now + 1000]);
    expect(first.header('Vivarium-World')).toBe('test');
    expect(second.header('Date')).toBe('Sat, 01 Jun 2030 12:00:01 GMT');
  });

  test('has the length of its body in bytes', () => {
    const names = ['plain', 'größe', '日本', '😀', '\ud800', '\udc00\ud800', ''];
    for (const name of names) {
      const decided = ask('GET', '/v1/pets', {}, { data: { pets: [{ id: 1, name, categoryId: 1 }] } });
      const { body } = decided.reply.response;
      expect(decided.header('Content-Length')).toBe(String(new TextEncoder().encode(body as string).length));
    }
    // JSON has no lone surrogates, a plain text may.
    const plain = ask('GET', '/v1/pets', {}, { faults: [{ name: 'plain', status: 402, body: '\ud800é\udc00😀' }] });
    expect(plain.header('Content-Length')).toBe('12');
  });

  test('to HEAD has the headers of that to GET, and no body', () => {
    const head = ask('HEAD', '/v1/pets').reply.response;
    const get = ask('GET', '/v1/pets').reply.response;
    expect(head).toEqual({ ...get, body: undefined });
    expect(ask('HEAD', '/v1/pets/4711').reply.response.body).toBeUndefined();
  });
});

test("an error without a world has the document's error format", () => {
  const request = requestOf('GET', '/v1/pets', { headers: { origin: 'http://localhost' } });
  const response = refuseWithoutWorld(service, request, 503, 'No room.');
  expect(response.status).toBe(503);
  expect(JSON.parse(response.body as string)).toMatchObject({ message: 'No room.', status: 503 });
  expect(responseHeaderOf(response, 'Content-Length')).toBe(String(response.body?.length));
  expect(responseHeaderOf(response, 'Content-Security-Policy')).toBeUndefined();
  expect(responseHeaderOf(response, 'Access-Control-Allow-Origin')).toBe('http://localhost');
  expect(refuseWithoutWorld(service, { ...request, method: 'HEAD' }, 503, 'No room.').body).toBeUndefined();
});

test('an error page without a world is sandboxed, and quotes the request without its markup', () => {
  const errorFor: Service['errorFor'] = () => ({ mediaType: 'text/html', body: ({ message = '' }) => message });
  const response = refuseWithoutWorld({ ...service, errorFor }, requestOf('GET', '/a'), 503, 'No world "<b>".');
  expect(responseHeaderOf(response, 'Content-Type')).toBe('text/html');
  expect(responseHeaderOf(response, 'Content-Security-Policy')).toBe('sandbox');
  expect(response.body).toBe('No world &quot;&lt;b&gt;&quot;.');
});

describe('deciding', () => {
  const target = fc.constantFrom(
    '/v1/pets',
    '/v1/pets?limit=2&status=sold',
    '/v1/pets?limit=0',
    '/v1/pets/1',
    '/v1/pets/99',
    '/v1/pets/x',
    '/v1/store/orders',
    '/v1/dogs',
    '/',
  );
  const prefer = fc.constantFrom('', 'code=404', 'fault=slow', 'example=none', 'delay=1s', 'junk');
  const body = fc.option(
    fc.constantFrom<Json>('{', { name: 'a', categoryId: 1 }, { name: 'a', categoryId: 1, id: 1 }, { name: 1 }, []),
    { nil: undefined },
  );
  const methods = fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS');
  const credential = fc.constantFrom('Bearer demo', 'Bearer expired', '');
  const request: fc.Arbitrary<HttpRequest> = fc
    .tuple(methods, target, prefer, body, credential)
    .map(([method, path, preference, sent, authorization]) =>
      requestOf(method, path, {
        headers: { authorization, ...(preference !== '' && { prefer: preference }) },
        ...(sent !== undefined && { body: sent }),
      }),
    );
  const late = { name: 'late', latency: { min: '1ms', max: '9s' }, when: { every: 2 } };
  const document: fc.Arbitrary<ScenarioDocument> = fc.record({
    seed: fc.nat(5),
    requests: fc.constantFrom('refuse', 'report'),
    faults: fc.subarray(['flaky', 'slow', 'reset', 'unauthorized', late], { maxLength: 2 }),
  });

  test('has no side effects, and is the same for the same request', () => {
    fc.assert(
      fc.property(document, fc.array(request, { minLength: 1, maxLength: 6 }), (scenario, requests) => {
        const state = stateWith(scenario);
        for (const one of requests) {
          deepFreeze(one);
          for (const property of [state.rules, state.active, [...state.faults.values()], [...itemsOf(state, 'pets')]])
            deepFreeze(property);
          const before = snapshotOf(state);
          const first = decide(service, state, one);
          const second = decide(service, state, one);
          expect(snapshotOf(state)).toEqual(before);
          expect({ ...second, header: undefined }).toEqual({ ...first, header: undefined });
          take(service, state, one);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("does not depend on the world's name", () => {
    fc.assert(
      fc.property(document, request, (scenario, one) => {
        const state = stateWith(scenario);
        const here = decide(service, state, one);
        const there = decide(service, { ...state, name: 'other' }, one);
        expect(there.reply.delivery).toEqual(here.reply.delivery);
        expect(there.reply.response.body).toEqual(here.reply.response.body);
        expect(there.status).toBe(here.status);
        expect(there.changes).toEqual(here.changes);
      }),
      { numRuns: 60 },
    );
  });
});
