/** The ways less taken of an operation's own work: its answers, its headers, and what it reads and writes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { itemsWith } from '../../../src/core/state/collection.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/schema.ts';
import {
  collectionOf,
  type Decided,
  decide,
  documentOf,
  itemsOf,
  readyService,
  requestOf,
  type Sent,
  stateOf,
  take,
} from '../helpers.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const ok = (schema: JsonObject, rest: JsonObject = {}): JsonObject => ({
  200: { description: '', content: json(schema), ...rest },
});
const note: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};
const idIn = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'integer' } });

/** A collection of notes below `path`, whose items are deleted with this answer. */
const notesAt = (path: string, deleted: JsonObject, list: JsonObject = { type: 'array', items: note }): JsonObject => ({
  [path]: { get: { parameters: [jsonFilter], responses: ok(list) } },
  [`${path}/{id}`]: {
    parameters: [idIn('id')],
    get: { responses: ok(note) },
    patch: { requestBody: { content: json(note) }, responses: ok(note) },
    delete: { responses: ok(deleted) },
  },
});
const jsonFilter: JsonObject = { name: 'text', in: 'query', content: { 'application/json': { schema: {} } } };

const document = documentOf({
  ...notesAt('/notes', { type: 'string', const: 'gone' }),
  ...notesAt('/memos', {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { type: 'integer' }, text: { const: 'removed' } },
  }),
  ...notesAt('/few', note, { type: 'array', items: note, minItems: 1 }),
  '/old/{id}': {
    parameters: [idIn('id')],
    get: {
      operationId: 'readOld',
      'x-deprecated-at': '2029-01-01T00:00:00Z',
      'x-successor': 'readNew',
      responses: ok({}),
    },
  },
  '/older/{key}': {
    parameters: [idIn('key')],
    get: { operationId: 'readOlder', 'x-successor': 'readNew', responses: ok({}) },
  },
  '/new/{id}': { parameters: [idIn('id')], get: { operationId: 'readNew', responses: ok({}) } },
  '/labelled': {
    get: {
      responses: ok(
        { const: 1 },
        {
          headers: {
            'X-Label': { required: true, schema: { const: 'für dich' } },
            'X-Left': { required: true, schema: { const: 7 } },
          },
        },
      ),
    },
  },
  '/jobs': { post: { operationId: 'run', responses: ok({ const: 'run' }) } },
  '/find/{id}': {
    get: {
      operationId: 'find',
      parameters: [idIn('id'), { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 2 } }],
      responses: ok({ const: 'found' }),
    },
  },
  '/tags': {
    put: {
      operationId: 'setTags',
      requestBody: { required: true, content: json({ type: 'array', items: { type: 'string' } }) },
      responses: ok({ const: 'set' }),
    },
  },
  '/forms': {
    post: {
      operationId: 'fill',
      requestBody: { content: json({ type: 'object', minProperties: 3, properties: { a: { type: 'string' } } }) },
      responses: { ...ok({ const: 'filled' }) },
    },
  },
  '/texts': {
    get: {
      operationId: 'readText',
      responses: {
        200: {
          description: '',
          content: { 'application/json': { schema: { const: 1 } }, 'text/plain': { schema: { const: 'one' } } },
        },
      },
    },
  },
});

let service: Service;
beforeAll(async () => {
  service = await readyService(document);
});

const data = {
  notes: [
    { id: 1, text: 'first' },
    { id: 2, text: 'second' },
  ],
  memos: [{ id: 1, text: 'first' }],
};
const stateWith = (scenario: ScenarioDocument = {}): State => stateOf(service, { data, ...scenario });
const ask = (method: string, target: string, sent?: Sent, scenario?: ScenarioDocument): Decided =>
  decide(service, stateWith(scenario), requestOf(method, target, sent));
const messageOf = ({ body }: Decided): Json | undefined => JSON.stringify(body);
const violationsOf = ({ exchange }: Decided) =>
  exchange.violations.map(({ side, in: place, pointer, rule }) => `${side} ${place} ${pointer} ${rule}`);
const why = ({ exchange }: Decided) => exchange.steps.map(explainStep);

describe('a response about an item', () => {
  test('has the documented type if that is not an object, and the operation is executed', () => {
    const decided = ask('DELETE', '/notes/2');
    expect(decided.body).toBe('gone');
    expect(decided.exchange.violations).toEqual([]);
    expect(decided.changes).toContainEqual({ type: 'delete', collection: 'notes', key: '2' });
  });

  test('has the properties of the item that match its schema', () => {
    const decided = ask('DELETE', '/memos/1');
    expect(decided.body).toEqual({ id: 1, text: 'removed' });
    expect(decided.exchange.violations).toEqual([]);
  });
});

describe('a list', () => {
  test('whose schema has more rules than those of its items is checked as a whole', () => {
    expect(violationsOf(ask('GET', '/few'))).toEqual(['response body  minItems']);
    expect(violationsOf(ask('GET', '/few', {}, { data: { few: [{ id: 1, text: 'one' }] } }))).toEqual([]);
  });

  test('is empty if no item can equal the filter value', () => {
    expect(ask('GET', '/notes?text=%22second%22').body).toEqual([{ id: 2, text: 'second' }]);
    expect(ask('GET', `/notes?text=${encodeURIComponent('{"a":1}')}`).body).toEqual([]);
  });

  test('is searched in indexed properties only', () => {
    const notes = collectionOf(stateWith(), 'notes');
    expect(() => itemsWith(notes, 'title', 'x')).toThrow('"title" of "notes" is not indexed');
  });
});

test('a change without a body leaves the item as it is', () => {
  const state = stateWith();
  const decided = take(service, state, requestOf('PATCH', '/notes/2'));
  expect(decided.status).toBe(200);
  expect(decided.body).toEqual({ id: 2, text: 'second' });
  expect(itemsOf(state, 'notes')).toEqual(data.notes);
});

test('a change of a collection that there is not is an error', () => {
  const change = { type: 'delete', collection: 'nothing', key: '1' } as const;
  expect(() => applyChanges(stateWith(), [change])).toThrow('no collection "nothing"');
});

describe('the headers of a response', () => {
  test('that the document requires are written so that a header can carry them', () => {
    const decided = ask('GET', '/labelled');
    expect(decided.header('X-Label')).toBe('f%C3%BCr dich');
    expect(decided.header('X-Left')).toBe('7');
  });

  test('tell since when the operation is deprecated, and its successor with the values of the path', () => {
    const decided = ask('GET', '/old/7', { pathPrefix: '/~a' });
    expect(decided.header('Deprecation')).toBe(`@${Date.UTC(2029, 0, 1) / 1000}`);
    expect(decided.header('Link')).toBe('</~a/new/7>; rel="successor-version"');
  });

  test('name no successor whose path needs a value that the request does not have', () => {
    const decided = ask('GET', '/older/7');
    expect(decided.status).toBe(200);
    expect(decided.header('Link')).toBeUndefined();
  });
});

describe('a request that matches no operation', () => {
  test('and is HEAD gets the headers of GET', () => {
    const head = ask('HEAD', '/jobs');
    const get = ask('GET', '/jobs');
    expect([head.status, get.status]).toEqual([405, 405]);
    expect(why(head)).toContain('rejected with 405: GET is not allowed on /jobs. Allowed: OPTIONS, POST');
    expect(head.header('Content-Length')).toBe(get.header('Content-Length'));
    expect(head.reply.response.body).toBeUndefined();
  });

  test('and has no path gets the URL of the API, even if it is the root', () => {
    const decided = ask('GET', '*', { headers: { host: 'localhost' } });
    expect(decided.status).toBe(404);
    expect(messageOf(decided)).toContain('The API is at http://localhost/.');
  });
});

describe('reading a request', () => {
  test('is rejected if a required parameter is missing', () => {
    const decided = ask('GET', '/find/1');
    expect(decided.status).toBe(400);
    expect(violationsOf(decided)).toEqual(['request query /q required']);
    expect(messageOf(decided)).toContain('query.q is required');
  });

  test('is rejected for the first kind of problem, and all violations are reported', () => {
    const decided = ask('GET', '/find/x?q=a');
    expect(violationsOf(decided)).toEqual(['request path /id type', 'request query /q minLength']);
    expect(messageOf(decided)).toContain('path.id');
    expect(messageOf(decided)).not.toContain('query.q');
  });

  test('is served without an optional body', () => {
    expect(ask('POST', '/forms').body).toBe('filled');
    expect(ask('PUT', '/tags').status).toBe(400);
  });

  test('is served where a world only reports that a body is wrong, object or not', () => {
    const report: ScenarioDocument = { requests: 'report' };
    const tags = ask('PUT', '/tags', { body: ['a', 1] }, report);
    expect(tags.body).toBe('set');
    expect(violationsOf(tags)).toEqual(['request body /1 type']);
    const form = ask('POST', '/forms', { body: { a: 'b' } }, report);
    expect(form.body).toBe('filled');
    expect(violationsOf(form)).toEqual(['request body  minProperties']);
    expect(ask('PUT', '/tags', { body: ['a', 1] }).status).toBe(400);
  });
});

test('a quality that is not a number is ignored', () => {
  const typeOf = (accept: string) => ask('GET', '/texts', { headers: { accept } }).header('Content-Type');
  expect(typeOf('application/json;q=0.5, text/plain;q=1.2.3')).toBe('text/plain');
  expect(typeOf('application/json;q=0.5, text/plain;q=0.2')).toBe('application/json');
});

test('a fault with a condition on the body does not match a missing body or one that is not JSON', () => {
  const faults: ScenarioDocument = { faults: [{ name: 'mine', on: { body: { a: 'x' } }, status: 503 }] };
  expect(ask('POST', '/forms', { body: { a: 'x' } }, faults).status).toBe(503);
  expect(ask('POST', '/forms', {}, faults).status).toBe(200);
  const broken = ask('POST', '/forms', { body: '{"a":"x"' }, faults);
  expect(broken.status).toBe(400);
  expect(why(broken)).toContain('fault mine: does not match this request');
  const asText = { ...requestOf('POST', '/forms', { body: '' }), body: { type: 'text', text: '{"a":"x"}' } } as const;
  expect(decide(service, stateOf(service, faults), asText).status).toBe(503);
});

describe('body faults', () => {
  const one = (name: string, rest: JsonObject): ScenarioDocument => ({ faults: [{ name, ...rest } as never] });
  const counted = ({ changes }: Decided) => changes.filter(({ type }) => type === 'fault-counted');

  test('break the body at one location, report the old value, and are counted', () => {
    const decided = ask('GET', '/notes/1', {}, one('mine', { contract: 'missing-required' }));
    const [pointer] = decided.exchange.faults.map((fault) => fault.pointer);
    const name = (pointer as string).slice(1) as 'id' | 'text';
    expect(decided.body).not.toHaveProperty(name);
    expect(why(decided)).toContain(`fault mine: /${name} was ${JSON.stringify(data.notes[0]?.[name])}, now nothing`);
    expect(violationsOf(decided)).toHaveLength(1);
    expect(counted(decided)).toEqual([{ type: 'fault-counted', fault: 'mine', fired: true }]);
  });

  test('stretch it within its schema', () => {
    const decided = ask('GET', '/notes', {}, one('mine', { extreme: 'empty-list' }));
    expect(decided.body).toEqual([]);
    expect(decided.header('Content-Length')).toBe('2');
    expect(decided.exchange.faults).toEqual([{ name: 'mine', effect: 'extreme', pointer: '' }]);
    expect(why(decided)).toContain('fault mine: fired');
    expect(violationsOf(decided)).toEqual([]);
  });

  test('send the same text as another media type', () => {
    const decided = ask('GET', '/notes/1', {}, one('mine', { contract: 'wrong-content-type' }));
    expect(decided.header('Content-Type')).not.toBe('application/json');
    expect(decided.reply.response.body).toBe('{"id":1,"text":"first"}');
    expect(decided.header('Content-Length')).toBe('23');
  });

  test('report the old value in one short line, also for the whole body', () => {
    const text = 'long '.repeat(40);
    const scenario = { ...one('mine', { contract: 'wrong-type' }), data: { notes: [{ id: 1, text }] } };
    const steps = Array.from({ length: 30 }, (_, seed) => why(ask('GET', '/notes', {}, { ...scenario, seed })).at(-1));
    expect(steps.some((step) => step?.startsWith('fault mine: the body was [{"id":1,'))).toBe(true);
    expect(steps.some((step) => step?.startsWith('fault mine: /0/text was "long long'))).toBe(true);
    for (const step of steps) expect(step?.length).toBeLessThan(200);
  });

  test('are skipped if they fit nowhere, and counted as not fired', () => {
    const decided = ask('GET', '/notes/1', {}, one('mine', { extreme: 'empty-list' }));
    expect(decided.body).toEqual(data.notes[0]);
    expect(decided.exchange.faults).toEqual([]);
    expect(why(decided)).toContain('fault mine: not applied, the response has no list');
    expect(counted(decided)).toEqual([{ type: 'fault-counted', fault: 'mine', fired: false }]);
  });

  test('are skipped without a body and without an operation', () => {
    const empty = ask('OPTIONS', '/notes', {}, one('mine', { contract: 'wrong-type' }));
    expect(empty.status).toBe(204);
    expect(why(empty)).toContain('fault mine: not applied, the response has no body');
    const unmatched = ask('GET', '/nothing', {}, one('mine', { contract: 'wrong-type' }));
    expect(why(unmatched)).toContain(
      'fault mine: not applied, the document does not describe a JSON body for this response',
    );
  });

  test('from Prefer are not counted', () => {
    const state = stateWith({ faults: [{ name: 'mine', extreme: 'empty-list', enabled: false }] as never });
    const decided = decide(service, state, requestOf('GET', '/notes', { headers: { prefer: 'fault=mine' } }));
    expect(decided.body).toEqual([]);
    expect(counted(decided)).toEqual([]);
  });
});

test('two narrow lines in a row take the time of both', () => {
  const faults = [
    { name: 'one', bandwidth: '3KB' },
    { name: 'other', bandwidth: '6KB' },
  ];
  const bytesPerSecond = (count: number): number => {
    const { delivery } = ask('GET', '/notes', {}, { faults: faults.slice(0, count) }).reply;
    return delivery.bytesPerSecond ?? 0;
  };
  expect(bytesPerSecond(1)).toBeCloseTo(3000);
  expect(bytesPerSecond(2)).toBeCloseTo(2000);
});

test('the steps contain the reason for a stateless response, and that a forced status is documented', () => {
  expect(why(ask('GET', '/labelled')).at(-1)).toMatch(/^stateless response: .+\.$/);
  expect(why(ask('GET', '/notes', {}, { faults: [{ name: 'mine', status: 200 }] })).at(-1)).toBe('status 200 forced');
});

test('items get distinct ids even if their schema does not allow them', async () => {
  const nameless: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'null' } } };
  const odd = await readyService(
    documentOf({
      '/odd': {
        get: { responses: ok({ type: 'array', items: nameless }) },
        post: {
          requestBody: { content: json({ type: 'object' }) },
          responses: { 201: { description: '', content: json(nameless) } },
        },
      },
      '/odd/{id}': { parameters: [{ ...idIn('id'), schema: {} }], get: { responses: ok(nameless) } },
    }),
  );
  const state = stateOf(odd, { data: { odd: [] } });
  for (let time = 0; time < 3; time++)
    expect(take(odd, state, requestOf('POST', '/odd', { body: {} })).status).toBe(201);
  expect(itemsOf(state, 'odd').map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('new ids have the form that the document gives them, also where it has but one example', async () => {
  const pattern = '^bk_[0-9a-f]{6}$';
  const uuid = '123e4567-e89b-42d3-a456-426614174000';
  const kindOf = (id: JsonObject): JsonObject => ({ type: 'object', required: ['id'], properties: { id } });
  const pathsOf = (path: string, schema: JsonObject): JsonObject => ({
    [path]: {
      get: { responses: ok({ type: 'array', items: schema }) },
      post: {
        requestBody: { content: json({ type: 'object' }) },
        responses: { 201: { description: '', content: json(schema) } },
      },
    },
    [`${path}/{id}`]: {
      parameters: [{ ...idIn('id'), schema: { type: 'string' } }],
      get: { responses: ok(schema) },
    },
  });
  const shaped = await readyService(
    documentOf({
      ...pathsOf('/books', kindOf({ type: 'string', pattern, example: 'bk_00000f' })),
      ...pathsOf('/jobs', kindOf({ type: 'string', format: 'uuid', example: uuid })),
      ...pathsOf('/names', kindOf({ type: 'string', example: 'x' })),
    }),
  );
  const state = stateOf(shaped, { data: { books: [{ id: 'bk_00000f' }], jobs: [{ id: uuid }], names: [{ id: 'x' }] } });
  for (const [path, form] of [
    ['/books', new RegExp(pattern)],
    ['/jobs', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['/names', /^[\w-]+$/],
  ] as const) {
    const ids = Array.from({ length: 12 }, () => {
      const decided = take(shaped, state, requestOf('POST', path, { body: {} }));
      expect([decided.status, violationsOf(decided)]).toEqual([201, []]);
      return (decided.body as { id: string }).id;
    });
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(12);
  }
});
