/** A judge that never reports anything proves nothing. */
import { describe, expect, test } from 'vitest';
import { createClient, textsOf } from './support/client.ts';
import { idIn, itemIn, itemsIn } from './support/items.ts';
import { createJudge, type Judge } from './support/judge.ts';
import { liveAll, problemsOf } from './support/life.ts';
import type { LiveDocument } from './support/live-documents.ts';
import { difference, isTaken, showsSome, withIds, withOtherIds, withoutRenamed } from './support/members.ts';
import { documentOf, type Raw, type RawOperation } from './support/raw-document.ts';
import { createRequestBuilder } from './support/requests.ts';
import { sweep } from './support/sweep.ts';

const judgeOf = (openapi: string, schema: Raw): { readonly judge: Judge; readonly operation: RawOperation } => {
  const ok = { description: '', content: { 'application/json': { schema } } };
  const responses = { 200: ok, 204: ok, 205: ok, '4XX': ok };
  const document = documentOf('made-up', {
    openapi,
    paths: { '/things': { get: { operationId: 'get', responses } } },
    components: { schemas: { Name: { type: 'string', nullable: true }, Open: { $ref: '#/components/schemas/Gone' } } },
  });
  return { judge: createJudge(document), operation: document.operations[0] as RawOperation };
};

const judge = (openapi: string, schema: Raw, value: Raw, answer = {}): readonly string[] => {
  const made = judgeOf(openapi, schema);
  const given = { status: 200, mediaType: 'application/json', text: JSON.stringify(value), ...answer };
  return made.judge.judgeAnswer(made.operation, given);
};

describe.each(['3.0.3', '3.1.0'])('in a document of OpenAPI %s', (openapi) => {
  test.each<[Raw, Raw]>([
    [{ type: 'object', required: ['name'] }, {}],
    [{ type: 'object', properties: { name: { $ref: '#/components/schemas/Name' } } }, { name: 7 }],
    [{ type: 'string', format: 'uuid' }, 'one'],
    [{ type: 'integer', minimum: 1, exclusiveMinimum: true }, 1],
    [{ type: 'string', enum: ['one'] }, 'two'],
    [{ type: 'object', required: ['name'], properties: { name: { readOnly: true } } }, {}],
    [{ allOf: [{ type: 'object' }, { required: ['name'] }] }, {}],
    [{ type: 'text', enum: ['one'] }, 'two'],
  ])('%j is violated by %j', (schema, value) => {
    expect(judge(openapi, schema, value)).not.toEqual([]);
  });

  test.each<[Raw, Raw]>([
    [{ type: 'object', required: ['secret'], properties: { secret: { writeOnly: true } } }, {}],
    [{ $ref: '#/components/schemas/Open' }, 7],
    [{ type: 'string', format: 'of-their-own', example: 7 }, 'one'],
    [{ type: 'integer', minimum: 1, exclusiveMinimum: false }, 1],
    [{ type: 'dateonly' }, 'one'],
  ])('%j is matched by %j', (schema, value) => {
    expect(judge(openapi, schema, value)).toEqual([]);
  });

  test('an undocumented media type, an undocumented body, and invalid JSON are reported', () => {
    expect(judge(openapi, {}, 7, { mediaType: 'text/plain' })).toEqual(['the undocumented media type "text/plain"']);
    expect(judge(openapi, {}, 7, { status: 204 })).toEqual(['a body where none is documented']);
    expect(judge(openapi, {}, 7, { status: 204, text: '' })).toEqual([]);
    expect(judge(openapi, {}, 7, { text: '{' })).toEqual([expect.stringContaining('cannot be judged')]);
    expect(judge(openapi, { type: 'string' }, 7, { status: 404 })).toEqual(['must be string']);
    expect(judge(openapi, {}, 7, { text: '' })).toEqual([expect.stringContaining('cannot be judged')]);
    expect(judge(openapi, {}, 7, { text: '', status: 204 })).toEqual([]);
    expect(judge(openapi, {}, 7, { text: '', status: 205 })).toEqual([]);
    expect(judge(openapi, {}, 7, { status: 205 })).toEqual(['a body where none is documented']);
  });
});

test('nullable allows null in OpenAPI 3.0, and not in 3.1', () => {
  for (const schema of [{ type: 'string', nullable: true }, { $ref: '#/components/schemas/Name' }]) {
    expect(judge('3.0.3', schema, null)).toEqual([]);
    expect(judge('3.1.0', schema, null)).not.toEqual([]);
  }
});

test('the siblings of a reference are ignored in OpenAPI 3.0, and count in 3.1', () => {
  const schema = { $ref: '#/components/schemas/Name', maxLength: 1 };
  expect(judge('3.0.3', schema, 'two')).toEqual([]);
  expect(judge('3.1.0', schema, 'two')).not.toEqual([]);
});

describe('in a document of Swagger 2.0', () => {
  const at = (place: string, name: string, more: object) => ({ in: place, name, ...more });
  const document = documentOf('made-up', {
    swagger: '2.0',
    produces: ['application/vnd.things+json'],
    parameters: { Page: at('query', 'page', { type: 'integer' }) },
    paths: {
      '/things/{id}': {
        parameters: [at('path', 'id', { type: 'integer', required: true })],
        put: {
          parameters: [
            { $ref: '#/parameters/Page' },
            at('query', 'tags', { type: 'array', items: { type: 'string', enum: ['a'] }, collectionFormat: 'multi' }),
            at('body', 'thing', { required: true, schema: { $ref: '#/definitions/Thing' } }),
          ],
          responses: { 200: { $ref: '#/responses/Thing' } },
        },
        post: {
          parameters: [
            at('formData', 'name', { type: 'string', required: true }),
            at('formData', 'photo', { type: 'file' }),
          ],
          responses: { 204: { description: '' } },
        },
      },
    },
    responses: { Thing: { description: '', schema: { $ref: '#/definitions/Thing' } } },
    definitions: { Thing: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    // biome-ignore lint/suspicious/noExplicitAny: the raw document.
  } as any);
  const made = createJudge(document);
  const builder = createRequestBuilder(document, made);
  const [put, post] = document.operations as [RawOperation, RawOperation];

  test('requests have the parameters and bodies of the document', () => {
    const built = builder.build(put, { known: new Map(), isWhole: true });
    expect(built).toMatchObject({
      path: expect.stringMatching(/^\/things\/\d+\?page=\d+&tags=a$/),
      body: { mediaType: 'application/json', value: { name: expect.any(String) } },
    });
    expect(builder.build(post, { known: new Map(), isWhole: true }).body).toEqual({
      mediaType: 'multipart/form-data',
      value: { name: expect.any(String), photo: expect.any(String) },
    });
  });

  test('a response that does not match its schema is reported', () => {
    const answer = { status: 200, mediaType: 'application/vnd.things+json' };
    expect(made.judgeAnswer(put, { ...answer, text: '{"name":"one"}' })).toEqual([]);
    expect(made.judgeAnswer(put, { ...answer, text: '{}' })).toEqual(["must have required property 'name'"]);
    expect(made.judgeAnswer(put, { ...answer, mediaType: 'application/json', text: '{}' })).not.toEqual([]);
  });
});

test('a body names the parents of its path, and keeps all else', () => {
  const body = { mediaType: 'application/json', value: { company_code: 'one', size: 1, shopId: 1 } };
  const ids = new Map([
    ['companyCode', 'c7'],
    ['shop_id', '7'],
  ]);
  expect(withIds(body, ids, () => true)?.value).toEqual({ company_code: 'c7', size: 1, shopId: 7 });
  const isAllowed = ({ value }: { readonly value: Raw }) => !JSON.stringify(value).includes('c7');
  expect(withIds(body, ids, isAllowed)?.value).toEqual({ company_code: 'one', size: 1, shopId: 7 });
  expect(difference({ company_code: 'c7' }, { company_code: 'one' }, 'shown')).toContain('company_code was c7');
});

test('a value that was sent is missed, unless the response may not have it', () => {
  const [sent, item] = [
    { status: 'one', size: 2 },
    { Status: 'open', size: 1 },
  ];
  expect(difference(sent, item, 'shown')).toBe('status was one, is "open"; size was 2, is 1');
  expect(difference(sent, item, 'shown', (name) => name !== 'Status')).toBe('size was 2, is 1');
});

test('an object as a text cannot be judged, another text can', () => {
  const plain = { mediaType: 'text/plain', text: 'two' };
  const responseOf = (type: string) => ({
    description: '',
    content: { 'text/plain': { schema: { type, enum: ['one'] } } },
  });
  const responses = { 200: responseOf('object'), 201: responseOf('string') };
  const paths = { '/things': { get: { responses }, head: { responses } } };
  const document = documentOf('made-up', { openapi: '3.1.0', paths });
  const [get, head] = document.operations as [RawOperation, RawOperation];
  const { judgeAnswer } = createJudge(document);
  expect([200, 201].map((status) => judgeAnswer(get, { ...plain, status }).length)).toEqual([0, 1]);
  expect(judgeAnswer(head, { status: 200, mediaType: '', text: '' })).toEqual([]);
  expect(judgeAnswer(head, { ...plain, status: 200 })).toEqual(['a body in a response to HEAD']);
});

test.each<[Raw, string | undefined]>([
  [{ status: 200, resource: { id: 7 } }, '7'],
  [{ code: 201, message: 'Created.' }, undefined],
  [{ code: 'EUR' }, 'EUR'],
  [{ code: 7, message: 'Created.' }, undefined],
  [{ total: 1, thing: { id: 7 } }, undefined],
  [{ name: 'one', $id: '7' }, '7'],
  [{ name: 'one', entity_id: 'e1', proxy_id: 'p1' }, 'e1'],
  [{ name: 'one', FolderId: 'f1' }, 'f1'],
  [{ name: 'one', FolderId: 'f1', ownerId: 'o1' }, 'one'],
  [{ name: 'one', siteid: 7, monitorid: false }, '7'],
])('the id in %j is %s', (body, id) => {
  expect(idIn(itemIn(body) ?? {}, 'id')).toBe(id);
});

test('a list of commands is empty, whose schema does not say which of them are valid', () => {
  const commands = {
    type: 'array',
    items: { type: 'object', properties: { op: { type: 'string' }, path: { type: 'string' } } },
  };
  const bodyOf = (schema: Raw): Raw | undefined => {
    const content = { 'application/json': { schema } };
    const document = documentOf('made-up', {
      openapi: '3.1.0',
      paths: { '/things': { patch: { requestBody: { content }, responses: {} } } },
    });
    const builder = createRequestBuilder(document, createJudge(document));
    return builder.bodyFor(document.operations[0] as RawOperation, true)?.value;
  };
  expect(bodyOf(commands)).toEqual([]);
  expect(bodyOf({ ...commands, items: { type: 'object', properties: { op: { type: 'string' } } } })).toEqual([
    { op: 'one' },
  ]);
});

test('one of two members with the same name may have what was sent', () => {
  const item = { Name: 'one', name: 'two' };
  expect(difference({ name: 'one' }, item, 'shown')).toBeUndefined();
  expect(difference({ name: 'three' }, item, 'shown')).toBe('name was three, is "two"');
});

test('an id that exists is replaced by another number, and nothing else', () => {
  const thing = { RecipeID: 1, PartId: 9, number: 1, size: 1, id: 'one', shopId: 1 };
  const body = { mediaType: 'application/json', value: { thing } };
  expect(withOtherIds(body, { path: '/shops/{id}/recipes' })?.value).toEqual({
    thing: { ...thing, RecipeID: 999, PartId: 999, number: 999 },
  });
});

test.each([
  [409, 'conflict', true],
  [400, 'body.number 1 already exists', true],
  [400, 'body.number must be an integer', false],
  [201, 'a thing that already exists', false],
])('%d "%s" says that an id is in use: %s', (status, text, isInUse) => {
  expect(isTaken({ status, text })).toBe(isInUse);
});

describe('a singleton that is missing', () => {
  const liveAt = (path: string, listed: string | undefined, more: object = {}): LiveDocument => {
    const responses = { 200: { description: '' } };
    const document = documentOf('made-up', {
      openapi: '3.1.0',
      paths: { [path]: { get: { responses }, ...more }, '/shops': { get: { responses } } },
    });
    const judge = createJudge(document);
    const builder = createRequestBuilder(document, judge);
    const client = createClient(
      async ({ path: sent }) => {
        const text = sent === '/shops' ? `[${listed ?? ''}]` : '{}';
        const status = sent === '/shops' ? 200 : 404;
        return { status, headers: new Headers(), mediaType: 'application/json', text, value: JSON.parse(text) };
      },
      document,
      builder,
      new Map(),
    );
    const live = {
      ...{ document, judge, builder, clientOf: () => client },
      bindingOf: ({ path: bound }: RawOperation) =>
        bound === path
          ? { action: 'read', collection: 'settings' }
          : bound === '/shops'
            ? { action: 'list', collection: 'shops' }
            : undefined,
    };
    return live as unknown as LiveDocument;
  };
  const problemsAt = async (path: string, listed: string | undefined): Promise<readonly string[]> => {
    const lives = await liveAll(liveAt(path, listed));
    return lives.filter(({ collection }) => collection === 'settings').flatMap(problemsOf);
  };

  test('is reported below a parent that a response has shown, and without a parent', async () => {
    expect(await problemsAt('/shops/{shopId}/settings', '{"id":"s1"}')).toEqual([expect.stringContaining('404')]);
    expect(await problemsAt('/settings', undefined)).toEqual([expect.stringContaining('404')]);
  });

  test('may be there after a write only, if it can be deleted', async () => {
    const kindsIn = async (more: object): Promise<readonly string[]> => {
      const found = await sweep(liveAt('/shops/{shopId}/settings', '{"id":"s1"}', more));
      return found.map(({ operation, kind }) => `${operation}: ${kind}`);
    };
    const remove = { delete: { responses: { 204: { description: '' } } } };
    expect(await kindsIn({})).toContain('GET /shops/{shopId}/settings: status');
    expect(await kindsIn(remove)).toContain('GET /shops/{shopId}/settings: unknown');
  });

  test('is right below a parent that no response has shown', async () => {
    expect(await problemsAt('/shops/{shopId}/settings', undefined)).toEqual([]);
    expect(await problemsAt('/{shop}/settings', undefined)).toEqual([]);
  });
});

/** The problems of a service of notes that answers as told, with 200 and the note 1 where it is not. */
const problemsOfNotes = async (
  bound: Readonly<Record<string, string>>,
  told: Readonly<Record<string, readonly [number, Raw]>>,
): Promise<readonly string[]> => {
  const documented = { 200: { description: '' }, 302: { description: '' } };
  const paths = Object.keys(bound).map((name): readonly [string, object] => {
    const [method = '', path = ''] = name.split(' ');
    return [path, { [method.toLowerCase()]: { responses: documented } }];
  });
  const byPath = Map.groupBy(paths, ([path]) => path);
  const merged = [...byPath].map(([path, all]) => [path, Object.assign({}, ...all.map(([, one]) => one))]);
  const document = documentOf('made-up', { openapi: '3.1.0', paths: Object.fromEntries(merged) });
  const judge = createJudge(document);
  const builder = createRequestBuilder(document, judge);
  const removed = new Set<string>();
  const client = createClient(
    async ({ method, path }) => {
      const isGone = method === 'GET' && removed.has(path);
      if (method === 'DELETE') removed.add(path);
      const note = { id: '1' };
      const [status, value] = isGone
        ? [404, {}]
        : (told[`${method} ${path}`] ?? [200, path.endsWith('s') ? [note] : note]);
      const text = JSON.stringify(value);
      return { status, headers: new Headers(), mediaType: 'application/json', text, value };
    },
    document,
    builder,
    new Map(),
  );
  const bindingOf = ({ method, path }: RawOperation) => {
    const action = bound[`${method} ${path}`];
    return action === undefined || action === '-' ? undefined : { action, collection: 'notes' };
  };
  const live = { ...{ document, judge, builder, clientOf: () => client }, bindingOf } as unknown as LiveDocument;
  return (await liveAll(live)).flatMap(problemsOf);
};

test.each<
  [string, Readonly<Record<string, string>>, Readonly<Record<string, readonly [number, Raw]>>, readonly string[]]
>([
  ['a documented redirect', { 'GET /notes/{id}/go': 'act' }, { 'GET /notes/1/go': [302, {}] }, []],
  ['another status', { 'GET /notes/{id}/go': 'act' }, { 'GET /notes/1/go': [303, {}] }, ['303']],
  ['a file before its removal', { 'DELETE /notes/{id}/file': 'act', 'GET /notes/{id}/file': 'act' }, {}, []],
  [
    'a 404 for the id of something else',
    { 'PUT /notes/{id}/tags/{tag}': 'act' },
    { 'PUT /notes/1/tags/1': [404, {}] },
    [],
  ],
  ['a 404 for its own id', { 'PUT /notes/{id}/tags': 'act' }, { 'PUT /notes/1/tags': [404, {}] }, ['404']],
])('%s is judged', async (_what, bound, told, problems) => {
  const all = { 'GET /notes': 'list', 'GET /notes/{id}': 'read', ...bound };
  expect(await problemsOfNotes(all, told)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, readonly [number, Raw]>>]>([
  ['has a path without its parents', { 'POST /notes/{id}/print': 'act' }, { 'POST /notes/u7/print': [404, {}] }],
  ['is not in the list of another parent', { 'GET /shops/{id}/notes': 'list' }, { 'GET /shops/u7/notes': [200, []] }],
])('an item %s', async (_what, bound, told) => {
  const all = { 'GET /users': '-', 'GET /users/{id}/notes': 'list', ...bound };
  expect(await problemsOfNotes(all, { 'GET /users': [200, [{ id: 'u7' }]], ...told })).toEqual([]);
});

test.each([
  [{ id: '2', archived: true }, 0],
  [{ id: '2', archived: false }, 1],
])('a new item without the flag of /notes/archived is not missed beside %j', async (listed, count) => {
  const all = { 'POST /notes': 'create', 'GET /notes/archived': 'list' };
  const told = { 'POST /notes': [201, { id: '1', archived: false }], 'GET /notes/archived': [200, [listed]] } as const;
  expect(await problemsOfNotes(all, told)).toHaveLength(count);
});

test('`default` is what a success is like, if it is alone, and no error', async () => {
  const responses = { default: { description: '', content: { 'application/json': { schema: { required: ['a'] } } } } };
  const document = documentOf('made-up', { openapi: '3.1.0', paths: { '/things/{id}': { get: { responses } } } });
  const judge = createJudge(document);
  const builder = createRequestBuilder(document, judge);
  const reply = { status: 404, mediaType: 'application/json', text: '{}', headers: new Headers(), value: {} };
  const findingsFor = async (status: number): Promise<readonly string[]> => {
    const client = createClient(async () => ({ ...reply, status }), document, builder, new Map());
    const live = { ...{ document, judge, builder }, clientOf: () => client, bindingOf: () => undefined };
    return (await sweep(live as unknown as LiveDocument)).map(({ kind }) => kind);
  };
  expect(await findingsFor(404)).toEqual(['unknown']);
  expect(await findingsFor(200)).toEqual(['body']);
});

test('the id for {username} is the login of an account, and for {id} its id', () => {
  const account = { id: 7, login: 'one' };
  expect([idIn(account, 'username'), idIn(account, 'id')]).toEqual(['one', '7']);
  expect(idIn({ ...account, username: 'two' }, 'username')).toBe('two');
  expect(idIn({ name: 'Lamp', id_product: 7 }, 'productId')).toBe('7');
});

test('a change is shown by an item with a value that was sent, other than its id', () => {
  const sent = { id: 'i1', Name: 'one', size: 2 };
  expect(showsSome(sent, { name: 'one', size: 1 }, 'i1')).toBe(true);
  expect(showsSome(sent, { id: 'i1', name: 'two', size: 1 }, 'i1')).toBe(false);
  expect(showsSome(sent, undefined, 'i1')).toBe(false);
});

test('`newLabel` changes the `label`, and nothing else', () => {
  expect(withoutRenamed({ label: 'one', size: 1 }, { newLabel: 'two', new_sizes: 2 })).toEqual({ size: 1 });
});

test('a client invents no cursor, and takes no id of one thing for another', async () => {
  const query = ['nextToken', 'page_token', 'continuationToken', 'token'].map((name) => ({ in: 'query', name }));
  const list = { parameters: query, responses: {} };
  const document = documentOf('made-up', {
    openapi: '3.1.0',
    // biome-ignore lint/suspicious/noExplicitAny: the raw document.
    paths: { '/things': { get: list }, '/things/parts/{id}': { get: {} }, '/things/id/{id}': { get: {} } } as any,
  });
  const builder = createRequestBuilder(document, createJudge(document));
  const [things, part, thing] = document.operations as [RawOperation, RawOperation, RawOperation];
  expect(builder.build(things, { known: new Map(), isWhole: true }).path).toMatch(/^\/things\?token=[^&]*$/);
  const reply = { status: 200, mediaType: 'application/json', text: '', headers: new Headers(), value: [{ id: '7' }] };
  const client = createClient(async () => reply, document, builder, new Map());
  expect((await client.findIds(part)).size).toBe(0);
  expect((await client.findIds(thing)).get('id')?.id).toBe('7');
  const refused = createClient(async () => ({ ...reply, status: 409 }), document, builder, new Map());
  expect((await refused.findIds(thing)).size).toBe(0);
});

test('ids go into the paths of lists by their places, and into no parameter that does not accept them', async () => {
  const inPath = (name: string, type: string) => ({ name, in: 'path', schema: { type } });
  const at = (...parameters: readonly object[]) => ({ get: { parameters, responses: {} } });
  const document = documentOf('made-up', {
    openapi: '3.1.0',
    paths: {
      '/shops': at(),
      '/shops/{id}/things': at(inPath('id', 'string')),
      '/shops/{shop}/things/{id}': at(inPath('shop', 'string'), inPath('id', 'string')),
      '/shops/{shop}/things/{id}/parts': at(inPath('shop', 'string'), inPath('id', 'integer')),
      // biome-ignore lint/suspicious/noExplicitAny: the raw document.
    } as any,
  });
  const builder = createRequestBuilder(document, createJudge(document));
  const sent: string[] = [];
  const client = createClient(
    async ({ path }) => {
      sent.push(path);
      const value = [{ id: path === '/shops' ? 's1' : 't1' }];
      return { status: 200, mediaType: 'application/json', text: '', headers: new Headers(), value };
    },
    document,
    builder,
    new Map(),
  );
  const idsAt = async (at: number) => textsOf(await client.findIds(document.operations[at] as RawOperation));
  expect(await idsAt(2)).toEqual(new Map(Object.entries({ shop: 's1', id: 't1' })));
  expect(sent).toEqual(['/shops', '/shops/s1/things']);
  expect(await idsAt(3)).toEqual(new Map([['shop', 's1']]));
});

test('an item is deleted by a list of ids', async () => {
  const content = (schema: Raw) => ({ 'application/json': { schema } });
  const item: Raw = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const responses = { 200: { description: '', content: content({ type: 'array', items: item }) } };
  const document = documentOf('made-up', {
    openapi: '3.1.0',
    paths: {
      '/things': {
        get: { responses },
        delete: { requestBody: { content: content({ type: 'array', items: { type: 'string' } }) }, responses },
      },
      // biome-ignore lint/suspicious/noExplicitAny: the raw document.
    } as any,
  });
  const judge = createJudge(document);
  const builder = createRequestBuilder(document, judge);
  const bodies: unknown[] = [];
  const client = createClient(
    async ({ method, body }) => {
      if (method === 'DELETE') bodies.push(body?.value);
      const value = bodies.length > 0 ? [] : [{ id: 't1' }];
      return { status: 200, mediaType: 'application/json', text: '', headers: new Headers(), value };
    },
    document,
    builder,
    new Map(),
  );
  const bindingOf = ({ method }: RawOperation) => ({ action: method === 'GET' ? 'list' : 'delete', collection: 'a' });
  const live = { document, judge, builder, clientOf: () => client, bindingOf } as unknown as LiveDocument;
  expect((await liveAll(live)).flatMap(problemsOf)).toEqual([]);
  expect(bodies).toEqual([['t1']]);
});

test('an empty list with the name of the path is the list', () => {
  const folders = [{ id: 'f1' }];
  expect(itemsIn({ folders, envelopeTemplates: [] }, '/shops/{shop}/templates')).toEqual([]);
  expect(itemsIn({ folders, others: [] }, '/templates')).toEqual(folders);
});
