/** Which requests an operation gets, of small services. */
import { expect, test } from 'vitest';
import { type JsonObject, parseJson } from '../../../src/core/primitives/json.ts';
import type { VerifyRequest } from '../../../src/parts/verify/requests.ts';
import { boolean, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { type Answer, verifySmall } from './small-services.ts';

const security = [{ key: [] }];
const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
const named = (name: string, given: object) => ({ ...given, operationId: name });

test('an optional credential is not tested, and an operation without a documented success only without one', async () => {
  const paths = {
    '/open': { get: named('open', operation(text)) },
    '/optional': { get: named('optional', operation(text, { security: [{}, ...security] })) },
    '/closed': { get: named('closed', operation(text, { security })) },
    '/failing': { get: { operationId: 'failing', responses: { 400: { description: '' } }, security } },
    '/failing-open': { get: { operationId: 'failingOpen', responses: { 400: { description: '' } } } },
    '/old': { get: named('old', { ...operation(text), 'x-sunset': '2001-01-01' }) },
    '/trace': { trace: named('trace', operation(text)) },
  };
  const answer = ({ credential }: { credential: string }): Answer => [credential === 'valid' ? 200 : 401];
  const parts = { components: { securitySchemes } };
  const { notes, operations, findings, credentials } = await verifySmall(paths, answer, { parts, now: Date.now() });
  const valid = 'as a valid request: 200';
  expect(findings).toEqual([]);
  expect(notes).toEqual({
    ...{ open: [valid], optional: [valid], closed: [valid], failing: [] },
    failingOpen: [],
    old: [],
    trace: [],
  });
  expect(
    operations.map(({ operation: { name }, statuses, unjudged }) => [name, Object.fromEntries(statuses), unjudged]),
  ).toEqual([
    ['open', { 200: 1 }, undefined],
    ['optional', { 200: 1 }, undefined],
    ['closed', { 200: 1, 401: 2 }, undefined],
    ['failing', { 401: 2 }, 'the document has no success response; only called without a valid credential'],
    ['failingOpen', {}, 'the document has no success response'],
    ['old', {}, 'it is past its sunset'],
    ['trace', {}, 'TRACE cannot be sent'],
  ]);
  expect(credentials).toEqual({ accepted: 2, rejected: 0 });
});

const Note = object({ id: integer, text, starred: boolean, kind: { enum: ['a', 'b'] } }, ['id', 'text']);
const NewNote = object({ text, starred: boolean, kind: { enum: ['a', 'b'] } }, ['text']);
const parts = { schemas: { Note, NewNote } };

/** Notes that are kept as they are sent. */
const createNotes = () => {
  const notes = new Map<string, { readonly kind?: string }>();
  return ({ operation: { name, body }, path, query, ...request }: VerifyRequest): Answer => {
    const id = path.split('/')[2] ?? String(notes.size + 1);
    if (name === 'list')
      return [200, [...notes.values()].filter(({ kind }) => query.every((pair) => pair === `kind=${kind}`))];
    if (name !== 'create' && !notes.has(id)) return [404];
    if (body !== undefined) {
      const sent = parseJson(request.body ?? '');
      if (!sent.ok || body.contents[0]?.check(sent.value).length !== 0) return [422];
      notes.set(id, { ...notes.get(id), ...(sent.value as object), ...{ id: Number(id) } });
    }
    return name === 'remove' ? [notes.delete(id) ? 204 : 404] : [name === 'create' ? 201 : 200, notes.get(id)];
  };
};

const notePaths = {
  '/notes': {
    get: named(
      'list',
      operation(listOf(ref('Note')), { parameters: [{ in: 'query', name: 'kind', schema: { enum: ['a', 'b'] } }] }),
    ),
    post: named('create', operation(ref('Note'), { status: 201, takes: ref('NewNote') })),
  },
  '/notes/{id}': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: integer }],
    get: named('read', operation(ref('Note'))),
    patch: named('change', operation(ref('Note'), { takes: ref('NewNote') })),
    delete: named('remove', operation(undefined)),
  },
};

test('items are created with the required properties, and with each value of a filter', async () => {
  const { bodies, notes, findings } = await verifySmall(notePaths, createNotes(), { parts });
  expect(findings).toEqual([]);
  expect(notes.create?.slice(0, 4)).toEqual([
    ...['as a valid request: 201', 'with the required properties: 201', 'with kind a: 201', 'with kind b: 201'],
  ]);
  expect(bodies('create').slice(1, 4)).toMatchObject([{ text: expect.any(String) }, { kind: 'a' }, { kind: 'b' }]);
  expect(Object.keys(bodies('create')[1] as object)).toEqual(['text']);
  // Other values than those with which the item was created.
  expect(bodies('change')[0]).not.toMatchObject({ text: (bodies('create')[0] as { text: string }).text });
});

const itemPath = (schema: object, given: object) => ({
  parameters: [{ in: 'path', name: 'id', required: true, schema }],
  ...given,
});

test.each<[what: string, id: object, ids: readonly unknown[]]>([
  ['a number', integer, [101_000, 102_000]],
  ['a text', text, ['vivarium-1', 'vivarium-2']],
  ['a text of digits', { type: 'string', pattern: '^\\d+$' }, ['101000', '102000']],
])('an id in a body that is %s is a new one in a creation, and that of the item elsewhere', async (_what, id, ids) => {
  const Tag = object({ id, text }, ['id', 'text']);
  const paths = {
    '/tags': { post: named('create', operation(ref('Tag'), { status: 201, takes: ref('Tag') })) },
    '/tags/{id}': itemPath(id, {
      get: named('read', operation(ref('Tag'))),
      put: named('replace', operation(ref('Tag'), { takes: ref('Tag') })),
    }),
  };
  const { bodies, requests } = await verifySmall(
    paths,
    ({ body }) => [body === undefined ? 200 : 201, body?.endsWith('}') === true ? JSON.parse(body) : undefined],
    { parts: { schemas: { Tag } } },
  );
  const idsIn = (name: string) => bodies(name).map((body) => (body as JsonObject).id);
  expect(idsIn('create').slice(0, 2)).toEqual(ids);
  const [replaced] = requests.filter((request) => request.operation.name === 'replace');
  expect(replaced?.path).toBe(`/tags/${idsIn('replace')[0]}`);
});

test('a service may reject a JSON patch, and a body that could not be generated', async () => {
  const Patch = listOf(object({ op: text, path: text }, ['op', 'path']));
  const Odd = object({ odd: { type: 'string', minLength: 3, maxLength: 2 } }, ['odd']);
  const create = (name: string, takes: object, mediaType = 'application/json') => {
    const { responses, ...rest } = operation(text, { takes, mediaType });
    return {
      [`/${name}`]: { post: { ...rest, operationId: name, responses: { ...responses, 422: { description: '' } } } },
    };
  };
  const paths = {
    ...create('patch', Patch, 'application/json-patch+json'),
    ...create('odd', Odd),
    ...create('plain', NewNote),
    // Nobody knows an item that it could be about.
    '/tags/{id}': itemPath(integer, create('change', Patch, 'application/json-patch+json')['/change'] as object),
  };
  const { findings, notes } = await verifySmall(paths, () => [422], { parts });
  expect(findings).toEqual(['plain as a valid request: a valid request was rejected with 422']);
  expect(notes.odd).toContain('no valid body could be generated');
});

test('an item whose id nobody knows is not looked for, nor one that PUT creates', async () => {
  const paths = {
    '/notes/{id}': itemPath(integer, { put: named('upsert', operation(ref('Note'), { takes: ref('NewNote') })) }),
    '/users/{id}/settings': itemPath(integer, {
      get: named('settings', operation(ref('NewNote'))),
      put: named('configure', operation(ref('NewNote'), { takes: ref('NewNote') })),
    }),
  };
  const { requests } = await verifySmall(paths, () => [200, { text: 'x' }], { parts });
  expect(requests.filter(({ path }) => path.includes('987654321'))).toEqual([]);
});

test('an item that nobody knows may be missing, whatever the parameters are, and nothing else may', async () => {
  const parameters = [{ in: 'query', name: 'full', schema: { enum: ['yes'] } }];
  const paths = {
    '/notes/{id}': itemPath(integer, { get: named('read', operation(ref('Note'), { parameters })) }),
    '/news': { get: named('news', operation(text, { parameters })) },
  };
  const { findings } = await verifySmall(paths, () => [404], { parts });
  expect(findings).toEqual(['news as a valid request: status 404 is not documented']);
});

test('a list by POST, which its body filters, gets valid requests', async () => {
  const paths = {
    '/notes': { post: named('create', operation(ref('Note'), { takes: ref('NewNote'), status: 201 })) },
    '/notes/search': { post: named('search', operation(listOf(ref('Note')), { takes: object({ kind: text }) })) },
    '/notes/{id}': { get: named('read', operation(ref('Note'), { parameters: [inPath('id')] })) },
  };
  const { notes } = await verifySmall(paths, () => [200, []], { parts });
  expect(notes.search?.[0]).toMatch(/^as a valid request: 200/);
});
