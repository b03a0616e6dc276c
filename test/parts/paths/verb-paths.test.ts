/** Paths with verbs: the same collections as with nouns. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { operationOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, nothing, saving, serviceFor, things } from '../../openapi/resources/small.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;

const [list, read, remove] = [operation(things), operation(ref('Thing')), nothing];
const write = saving(ref('Thing'));
const byId = { parameters: [inQuery('id', integer, { required: true })] };
const search = operation(things, { takes: object({ name: text, limit: integer }) });

const item = { '/things/{id}': { get: read } };

const named = (base: object, operationId: string, ...tags: string[]): object => ({ ...base, operationId, tags });

test.each<[string, Paths, readonly string[]]>([
  [
    'segments',
    {
      '/things/all': { get: list },
      '/things/add': { post: write },
      '/things/single/{id}': { get: read },
      '/things/edit/{id}': { put: write },
      '/things/remove/{id}': { delete: remove },
    },
    ['list', 'create', 'read', 'replace', 'delete'],
  ],
  [
    'segments without a separator',
    {
      '/allthings': { get: list },
      '/newthing': { post: write },
      '/getthing/{id}': { get: read },
      '/updatething/{id}': { put: write },
      '/deletething/{id}': { delete: remove },
    },
    ['list', 'create', 'read', 'replace', 'delete'],
  ],
  [
    'segments with other methods',
    {
      '/things/list': { post: list },
      '/things/create': { put: write },
      '/things/update/{id}': { post: write },
      '/things/delete/{id}': { post: remove },
    },
    ['list', 'create', 'update', 'delete'],
  ],
  [
    'segments that repeat the noun',
    {
      '/things/getAllThings': { get: list },
      '/things/addThing': { post: write },
      '/things/getThingById/{id}': { get: read },
      '/things/delete-thing/{id}': { delete: remove },
    },
    ['list', 'create', 'read', 'delete'],
  ],
  [
    'segments behind the id',
    {
      '/things': { get: list },
      '/things/{id}/detail': { get: read },
      '/things/{id}/update': { post: write },
      '/things/{id}/delete': { post: remove },
    },
    ['list', 'read', 'update', 'delete'],
  ],
  ['a registration', { '/things/getAll': { get: list }, '/things/registerThing': { post: write } }, ['list', 'create']],
  [
    'segments before the noun',
    {
      '/get/things': { get: list },
      '/get/thing/{id}': { get: read },
      '/add/thing': { post: write },
      '/delete/thing/{id}': { delete: remove },
    },
    ['list', 'read', 'create', 'delete'],
  ],
  [
    'names with a noun',
    {
      '/api/GetThings': { get: list },
      '/api/GetThing/{id}': { get: read },
      '/api/CreateThing': { post: write },
      '/api/DeleteThing': { post: { ...remove, ...byId } },
    },
    ['list', 'read', 'create', 'delete'],
  ],
  [
    'words behind a dot, with the id in the query',
    {
      '/things.list': { get: list },
      '/things.info': { get: { ...read, ...byId } },
      '/things.create': { post: write },
      '/things.update': { post: { ...write, ...byId } },
    },
    ['list', 'read', 'create', 'update'],
  ],
  [
    'words behind a colon',
    { '/things:list': { get: list }, '/things:create': { post: write }, '/things/{id}:delete': { post: remove } },
    ['list', 'create', 'delete'],
  ],
  [
    'paths with the singular',
    { '/things': { get: list }, '/thing/add': { post: write }, '/thing/delete/{id}': { delete: remove } },
    ['list', 'create', 'delete'],
  ],
  [
    'lists by POST beside another list',
    { '/things': { get: list }, '/things/{id}': { get: read }, '/things/search': { post: search } },
    ['list', 'read', 'list'],
  ],
  [
    'lists by POST',
    { '/things': { post: write }, '/things/{id}': { get: read }, '/things/filter': { post: search } },
    ['create', 'read', 'list'],
  ],
  [
    'two creations',
    { '/things': { get: list, post: write }, '/things/add': { post: write }, '/things/{id}': { get: read } },
    ['list', 'create', 'create', 'read'],
  ],
  [
    'responses without a schema',
    {
      '/things/all': { get: operation({}) },
      '/things/add': { post: operation({}, { takes: ref('Thing') }) },
      '/things/single/{id}': { get: operation({}) },
      '/things/delete/{id}': { delete: operation({}) },
    },
    ['list', 'create', 'read', 'delete'],
  ],
  [
    'nested paths',
    {
      '/shops/{shopId}/things/all': { get: list },
      '/shops/{shopId}/things/add': { post: write },
      '/shops/{shopId}/things/{id}': { get: read },
    },
    ['list', 'create', 'read'],
  ],
])('%s', (_name, paths, actions) => {
  const service = serviceFor(paths);
  const bound = boundIn(service);
  expect(service.operations.map(({ name }) => bound[name]?.toLowerCase())).toEqual(
    actions.map((one) => `things.${one}`),
  );
  for (const { path, confidence, reason } of service.operations)
    if (/(all|add|get|filter|search|delete|update|remove|single|list|create|info|edit|detail)/i.test(path))
      expect([path, confidence, reason]).toEqual([path, 'medium', expect.stringContaining('its path has the verb')]);
});

test('others are as certain as without the paths with verbs', () => {
  const confidenceOf = (...paths: readonly object[]) =>
    serviceFor(Object.assign({}, ...paths)).operations.map(({ confidence }) => confidence);
  const filtered = { '/things/filter': { post: search } };
  expect(confidenceOf(item, filtered)).toEqual(['medium', 'medium']);
  expect(confidenceOf(item, filtered, { '/things': { post: write } })).toEqual(['high', 'medium', 'high']);
});

test('is served with state', async () => {
  const takes = object({ filter: object({ kind: listOf(text) }), search: text, page: integer, pageSize: integer });
  const { get, send } = await servePaths({
    '/things/add': { post: write },
    '/things/single/{id}': { get: read },
    '/things/delete': { post: { ...remove, ...byId } },
    '/things/filter': { post: operation(object({ rows: things, total: integer, nextPage: integer }), { takes }) },
  });
  for (const [id, kind] of ['a', 'b', 'a', 'a'].entries())
    await send('POST', '/things/add', { id: id + 1, name: `Thing ${id + 1}`, kind });
  const found = async (body: Json): Promise<unknown> => {
    const { rows, total } = (await send('POST', '/things/filter', body)).body;
    return { ids: rows.map(({ id }: { id: number }) => id), total };
  };
  expect(await found({})).toEqual({ ids: [1, 2, 3, 4], total: 4 });
  expect(await found({ filter: { kind: ['a'] }, page: 2, pageSize: 2 })).toEqual({ ids: [4], total: 3 });
  expect(await found({ search: 'thing 2' })).toEqual({ ids: [2], total: 1 });
  expect((await send('POST', '/things/delete?id=3')).status).toBe(204);
  expect((await get('/things/single/3')).status).toBe(404);
  expect((await get('/things/single/4')).body).toMatchObject({ id: 4, name: 'Thing 4' });
  expect(await found({ filter: { kind: ['a'] } })).toEqual({ ids: [1, 4], total: 2 });
});

test('an id of a creation is new where it is 0, and a path that adds or changes does either', async () => {
  const { get, send } = await servePaths({
    '/things': { get: list, post: write },
    '/things/{id}': { get: read },
    '/things/addOrUpdateThing': { post: write },
    '/things/getThingsByKind/{kind}': { parameters: [inPath('kind', text)], get: list },
  });
  const saved = async (path: string, body: Json): Promise<unknown> => (await send('POST', path, body)).body.id;
  expect(await saved('/things', { id: 0, name: 'a', kind: 'x' })).toBe(1);
  expect(await saved('/things', { id: 0, name: 'b', kind: 'y' })).toBe(2);
  const path = '/things/addOrUpdateThing';
  expect(await saved(path, { id: 0, name: 'c', kind: 'x' })).toBe(3);
  expect(await saved(path, { id: 2, name: 'd', kind: 'y' })).toBe(2);
  expect(await saved(path, { id: 9, name: 'e', kind: 'y' })).toBe(9);
  expect((await get('/things')).body.map(({ name }: { name: string }) => name)).toEqual(['a', 'd', 'c', 'e']);
  expect((await get('/things/getThingsByKind/x')).body).toMatchObject([{ id: 1 }, { id: 3 }]);
});

describe('a path without a noun', () => {
  const paths = (name: (verb: string) => readonly [string, ...(readonly string[])]): Paths => ({
    '/api/all': { get: named(list, ...name('getAll')) },
    '/api/add': { post: named(write, ...name('add')) },
    '/api/single/{id}': { get: named(read, ...name('get')) },
  });

  test.each<[string, Paths, string]>([['has another one', paths((verb) => [`${verb}One`]), 'items']])(
    '%s',
    (_name, given, noun) => {
      expect(Object.values(boundIn(serviceFor(given)))).toEqual([`${noun}.list`, `${noun}.create`, `${noun}.read`]);
    },
  );
});

describe('a segment is no verb', () => {
  const other = object({ x: integer, y: text, z: text });
  const hits = object({ hits: listOf(other) });
  const listed = { '/things': { get: list }, ...item };
  const fixed = { parameters: [inPath('id', { type: 'string', const: '~' })] };
  test.each<[string, Paths, readonly string[]]>([
    [
      'if it names a collection',
      { '/list': { get: list, post: write }, '/list/{id}': { get: read } },
      ['list.list', 'list.create', 'list.read'],
    ],
    [
      'with a word that follows',
      { '/add-ons': { get: list, post: write }, '/add-ons/{id}': { get: read, delete: remove } },
      ['add-ons.list', 'add-ons.create', 'add-ons.read', 'add-ons.delete'],
    ],
    [
      'if it has items',
      {
        '/things/{id}': { get: read, delete: remove },
        '/things': { get: list },
        '/things/{id}/details': { get: list },
        '/things/{id}/details/{key}': { delete: remove },
      },
      ['things.read', 'things.delete', 'things.list', 'details.list', 'details.delete'],
    ],
    [
      'that adds something to an item',
      { ...listed, '/things/{id}/add': { post: operation(ref('Thing'), { takes: other }) } },
      ['things.list', 'things.read', 'things.act'],
    ],
    [
      'if the list has other items',
      { ...listed, '/things/search': { post: operation(hits, { takes: other }) } },
      ['things.list', 'things.read', '-'],
    ],
    [
      'if a parameter has one value',
      {
        '/shops/{id}/things': { get: list, post: write },
        '/shops/{id}/things/list': { post: { ...search, ...fixed } },
      },
      ['things.list', 'things.create', '-'],
    ],
    ['if nothing else has the noun', { '/prices/query': { post: search } }, ['-']],
    [
      'beside other paths',
      { '/search': { get: operation(hits) }, '/things': { get: list, post: write } },
      ['-', 'things.list', 'things.create'],
    ],
  ])('%s', (_name, paths, bound) => {
    expect(Object.values(boundIn(serviceFor(paths)))).toEqual(bound);
  });

  test('where x-vivarium says what the operation does', () => {
    const service = serviceFor({ ...listed, '/things/search': { post: { ...search, 'x-vivarium': false } } });
    expect(operationOf(service, 'POST /things/search').reason).toBe('x-vivarium makes it stateless.');
  });
});

const whole = { '/things': { get: list, post: write }, '/things/{id}': { get: read, patch: write } };
const languages = 'listar lister buscar consultar obtener obter';

test.each<[string, string, string, object]>([
  ['list', 'list all browse filter page paginate query search get fetch find', 'GET /things/*', list],
  ['list', languages, 'GET /things/*', list],
  ['read', 'get fetch find detail details info show single view', 'GET /things/*/{id}', read],
  ['read', `${languages} search`, 'GET /things/*/{id}', read],
  ['create', 'add create insert new save register', 'POST /things/*', write],
  ['create', 'agregar ajouter cadastrar crear criar guardar registrar salvar', 'POST /things/*', write],
  ['replace', 'upsert addUpdateThing createOrUpdate save-or-update insertUpdate', 'POST /things/*', write],
  ['replace', 'edit modify update', 'PUT /things/*/{id}', write],
  ['replace', 'actualizar atualizar editar modificar modifier', 'PUT /things/*/{id}', write],
  ['delete', 'delete destroy remove', 'POST /things/*/{id}', remove],
  ['delete', 'borrar deletar eliminar excluir remover supprimer', 'DELETE /things/*/{id}', remove],
  ['list', 'getAllThings', 'GET /things/*', list],
  ['list', 'getList fetchList', 'POST /things/*', { ...list, requestBody: write.requestBody }],
  ['read', 'buscarThingPorId getThingById', 'GET /things/*/{id}', read],
])('verbs that %s', (action, words, name, described) => {
  for (const word of words.split(' ')) {
    const own = name.replace('*', word);
    const [method = '', path = ''] = own.split(' ');
    const bound = boundIn(serviceFor({ ...whole, [path]: { [method.toLowerCase()]: described } }));
    expect([word, bound[own]]).toEqual([word, `things.${action}`]);
  }
});

describe('beside things, the path', () => {
  const body = (...takes: Parameters<typeof object>) => operation(ref('Thing'), { takes: object(...takes) });
  const inUrl = (name: string, rest: object = {}) => ({ parameters: [inQuery(name, integer, rest)] });
  const required = { required: true };
  const id = inQuery('id', integer, required);

  test.each<[string, object, string]>([
    ['GET /things/find/{a}-{b}', list, 'things.list'],
    ['GET /things/get', read, '-'],
    ['GET /things/get', { ...read, ...inUrl('id', required) }, 'things.read'],
    ['GET /things/get', { ...read, ...inUrl('code', required) }, 'things.read'],
    ['GET /things/get', { ...read, ...inUrl('thing', required) }, 'things.read'],
    ['GET /things/get', { ...read, ...inUrl('userId', required) }, '-'],
    ['GET /things/get', { ...read, ...inUrl('id') }, '-'],
    ['GET /things/findByName', { ...read, ...inUrl('name') }, 'things.read'],
    ['GET /things/findByName', { ...read, ...inUrl('kind') }, '-'],
    ['GET /things/getThingById', { ...read, ...inUrl('id') }, 'things.read'],
    ['GET /things/get', { ...read, parameters: [id, inQuery('token', text, required)] }, 'things.read'],
    ['GET /things/get', { ...read, parameters: [id, inQuery('day', text, required)] }, '-'],
    ['GET /things/get', { ...read, parameters: [id, inQuery('my-token', text, required)] }, '-'],
    ['GET /things/get', { ...read, parameters: [id, inQuery('token_at', text, required)] }, '-'],
    ['GET /a.b/list', list, 'things.list'],
    ['GET /things.v2/list', list, 'things.list'],
    ['POST /things/get/{id}', read, 'things.read'],
    ['PUT /things/ship', body({ thingId: integer }, ['thingId']), 'things.act'],
    ['POST /things/all', operation({}), '-'],
    ['GET /things/all', operation({}), '-'],
    ['GET /things/get/{id}', list, 'things.list'],
    ['GET /things/{id}/things/list', list, 'things.list'],
    ['POST /{id}/things/ship', body({ thingId: integer }, ['thingId']), '-'],
    ['GET /things/{id}/get', operation(text), 'things.about'],
    ['POST /things/{id}/get', read, 'things.act'],
    ['POST /things/{id}/remove', body({ x: text }), 'things.act'],
    ['POST /things/{id}/parts/remove', remove, 'things.about'],
    ['POST /{shop}/remove', remove, '-'],
    ['GET /{shop}/list', list, 'things.list'],
    ['GET /things/{id}/list/{x}', list, 'things.list'],
    ['POST /things/remove', body({ id: integer }, ['id']), 'things.delete'],
    ['POST /things/remove', body({ id: integer }), '-'],
    ['POST /things/remove', body({ id: listOf(integer) }, ['id']), 'things.about'],
    ['POST /things/remove', body({ id: integer, thingId: integer }, ['id', 'thingId']), '-'],
    ['POST /things/update', body({ name: text }), '-'],
    ['POST /things/update', operation(ref('Thing')), '-'],
    ['PUT /things/update', write, 'things.replace'],
    ['POST /things/add', operation(ref('Thing')), '-'],
    ['DELETE /things/add', remove, '-'],
    ['POST /things/ship', body({ thingId: integer }, ['thingId']), 'things.act'],
    ['POST /things/ship', body({ name: text }, ['name']), '-'],
    ['POST /things/open', body({ name: text }, ['name']), 'things.create'],
    ['POST /things/open', body({ id: integer }, ['id']), 'things.act'],
    ['POST /things/thing', body({ thing: integer }, ['thing']), '-'],
    ['POST /things.ship', body({ thing: integer }, ['thing']), 'things.act'],
    ['GET /things.ship', { ...read, ...inUrl('thing', required) }, '-'],
    ['GET /v2.things.list', list, 'things.list'],
    ['GET /things/list-all-by-day', list, 'things.list'],
    ['GET /things/getAllThingsByKind/{kind}', list, 'things.list'],
    ['GET /things/get-new-things', list, 'things.list'],
    ['GET /things/all/new', list, 'things.list'],
    ['GET /thing', { ...read, ...inUrl('thingId', required) }, 'things.read'],
    ['PUT /thing', { ...write, ...inUrl('id') }, 'things.replace'],
    ['DELETE /thing', { ...remove, ...inUrl('id') }, 'things.delete'],
    ['GET /other/list', list, 'things.list'],
    ['POST /other/list', search, '-'],
    ['GET /get_other_rows', list, 'things.list'],
  ])('%s %#', (name, described, expected) => {
    const [method = '', path = ''] = name.split(' ');
    expect(boundIn(serviceFor({ ...whole, [path]: { [method.toLowerCase()]: described } }))[name]).toBe(expected);
  });
});
